/* One PNG of boundaries in space, a field in colour on them and a vector field as arrows around, at
 * one time. */
#ifndef ND_SCENE_H
#define ND_SCENE_H

#include "elem/geometry.h"
#include "law/law.h"
#include "problem/problem.h"
#include "source/source.h"

struct nd_scene;

/* Checks that the law has the requested fields, the mesh the boundaries, and the run the time. */
int nd_scene_check(const nudge_problem *problem, const struct nd_law *law, const struct nd_mesh *mesh);
/* problem, law and sources must outlive the scene. */
struct nd_scene_setup {
    const nudge_problem *problem;
    const struct nd_law *law;
    const struct nd_mesh *mesh;
    const struct nd_elem *elem;
    const struct nd_sources *sources;
};
/* path: the file that problem->output.scene_file names. Writes the picture at once, without fields,
 * so that a folder that is not writable is reported before the run. */
int nd_scene_create(struct nd_scene **scene, const char *path, const struct nd_scene_setup *setup);
/* Whether its time has come: reach is half a step ahead of the time; last: the end. */
int nd_scene_due(const struct nd_scene *scene, double reach, int last);
/* Whether it shows something of this field, which nd_scene_take must then be given; values: [K * Np]. */
int nd_scene_wants(const struct nd_scene *scene, int field);
void nd_scene_take(struct nd_scene *scene, int field, const double *values);
/* Writes what was taken. */
int nd_scene_write(struct nd_scene *scene, double time);
void nd_scene_destroy(struct nd_scene *scene);

/* Bytes that a scene takes, about. */
size_t nd_scene_bytes(const nudge_problem *problem, nd_idx K, int Np);

#endif
