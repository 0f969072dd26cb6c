/* Resolves a problem's output.scene: fields, boundaries and arrows, as indices into the law and the mesh. */
#ifndef ND_SCENE_CHOOSE_H
#define ND_SCENE_CHOOSE_H

#include "law/law.h"
#include "mesh/mesh.h"
#include "problem/problem.h"

enum {
    ND_SCENE_MAGNITUDE = -1 /* the magnitude of the vector */,
    ND_SCENE_INCIDENT = -2 /* the field of the plane wave, along its polarization */
};
struct nd_scene_choice {
    int colour;            /* the field in colour, or one of the two above */
    int vector;            /* the first of the three fields that arrows show; -1: no arrows */
    int count;             /* number of arrows */
    unsigned char *wanted; /* [nboundaries] 1 for those that are shown */
};
/* Checks everything, also the view and the time. Returns NUDGE_EVALUE if something is wrong. */
int nd_scene_choose(struct nd_scene_choice *choice, const nudge_problem *problem, const struct nd_law *law,
                    const struct nd_mesh *mesh);
void nd_scene_choice_clear(struct nd_scene_choice *choice);

/* out: the values shown in colour at some points, from the field there or the three of the vector. */
void nd_scene_colour(const struct nd_scene_choice *choice, int points, const double *const taken[3],
                     double *out);

#endif
