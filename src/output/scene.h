/* output.scene: one PNG of boundaries in space, with a field in colour on them and a vector field as arrows
 * around them, at one time. Order of calls: nd_scene_create; when nd_scene_due, nd_scene_take for each field
 * that nd_scene_wants, then nd_scene_write; nd_scene_destroy. */
#ifndef ND_SCENE_H
#define ND_SCENE_H

#include "elem/geometry.h"
#include "law/law.h"
#include "problem/problem.h"
#include "source/source.h"

struct nd_scene;

/* Returns NUDGE_EVALUE if a field or boundary does not exist, or the run ends before the time. */
int nd_scene_check(const nudge_problem *problem, const struct nd_law *law, const struct nd_mesh *mesh);
/* problem, law and sources must outlive the scene. */
struct nd_scene_setup {
    const nudge_problem *problem;
    const struct nd_law *law;
    const struct nd_mesh *mesh;
    const struct nd_elem *elem;
    const struct nd_sources *sources;
};
/* path: the file that problem->output.scene_file names. Writes the picture at once, without fields, so that a
 * folder that is not writable is reported before the run. */
int nd_scene_create(struct nd_scene **scene, const char *path, const struct nd_scene_setup *setup);
/* Whether the scene is due. reach: the current time plus half a step; last: the end of the run. */
int nd_scene_due(const struct nd_scene *scene, double reach, int last);
/* Whether the scene needs this field; if so, pass its values [n][Np] in the scene's elements to nd_scene_take. */
int nd_scene_wants(const struct nd_scene *scene, int field);
/* The elements [n], some of them more than once. The list belongs to the scene. */
const nd_idx *nd_scene_elements(const struct nd_scene *scene, nd_idx *n);
void nd_scene_take(struct nd_scene *scene, int field, const double *values);
/* Draws the fields taken and writes the picture. */
int nd_scene_write(struct nd_scene *scene, double time);
/* The arrays of a drawing, for checkpoints. Pointers belong to the scene. */
struct nd_scene_state {
    int written;
    double time;              /* of the fields drawn */
    size_t points, arrows;    /* lengths of the arrays */
    double *taken[3], *arrow; /* null: there is none */
};
struct nd_scene_state nd_scene_state(const struct nd_scene *scene);
/* Draws again what was written into the arrays of nd_scene_state. */
int nd_scene_restore(struct nd_scene *scene, double time);
void nd_scene_destroy(struct nd_scene *scene);

/* About how many bytes on the host a scene takes. */
size_t nd_scene_bytes(const nudge_problem *problem, nd_idx K, int Np);

#endif
