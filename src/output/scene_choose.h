/* Resolves a problem's output.scene in its law and mesh. */
#ifndef ND_SCENE_CHOOSE_H
#define ND_SCENE_CHOOSE_H

#include "law/law.h"
#include "mesh/mesh.h"
#include "problem/problem.h"

enum {
    ND_SCENE_MAGNITUDE = -1 /* the size of the vector */,
    ND_SCENE_INCIDENT = -2 /* of the plane wave, along its polarization */
};
struct nd_scene_choice {
    int colour;            /* the field in colour, or one of the two below */
    int vector;            /* the first of the three fields that arrows show; -1: there are no arrows */
    int count;             /* of arrows */
    unsigned char *wanted; /* [mesh->nboundaries] */
};
/* Checks it all, the view and the time too. */
int nd_scene_choose(struct nd_scene_choice *choice, const nudge_problem *problem, const struct nd_law *law,
                    const struct nd_mesh *mesh);
void nd_scene_choice_clear(struct nd_scene_choice *choice);

/* The values that are shown in colour at some points, made of the fields there: of one, or of the
 * vector's three. */
void nd_scene_colour(const struct nd_scene_choice *choice, int points, const double *const taken[3],
                     double *out);

#endif
