/* One PNG with a slice of one field at several times: a film strip to look at without any other program. */
#ifndef ND_PICTURE_H
#define ND_PICTURE_H

#include "elem/geometry.h"
#include "law/law.h"
#include "problem/problem.h"

struct nd_picture;

/* Checks that the law has the requested field and that the plane lies in the mesh. */
int nd_picture_check(const nudge_problem *problem, const struct nd_law *law, const struct nd_mesh *mesh);
/* path: of problem->output.picture_file. Writes the picture at once, still without panels, so that
 * a folder without write permission fails before the run. problem and law must outlive the picture. */
int nd_picture_create(struct nd_picture **picture, const char *path, const nudge_problem *problem,
                      const struct nd_law *law, const struct nd_mesh *mesh, const struct nd_elem *elem);
/* Number of the field that it shows. */
int nd_picture_field(const struct nd_picture *picture);
/* Whether a panel is due: reach is half a step ahead of the time; last: the end, which is always shown. */
int nd_picture_due(const struct nd_picture *picture, double reach, int last);
/* Adds a panel and rewrites the picture. values: of the field, [K * Np]. */
int nd_picture_add(struct nd_picture *picture, double time, double reach, const double *values);
void nd_picture_destroy(struct nd_picture *picture);

/* Bytes that a picture of this many panels takes. */
size_t nd_picture_bytes(int frames);

#endif
