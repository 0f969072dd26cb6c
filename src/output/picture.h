/* output.picture: one PNG with a slice of one field at several times, as a film strip. Order of calls:
 * nd_picture_create, nd_picture_add whenever nd_picture_due, nd_picture_destroy. */
#ifndef ND_PICTURE_H
#define ND_PICTURE_H

#include "elem/geometry.h"
#include "law/law.h"
#include "problem/problem.h"

struct nd_picture;

/* Returns NUDGE_EVALUE if the law lacks the field or the plane misses the mesh. */
int nd_picture_check(const nudge_problem *problem, const struct nd_law *law, const struct nd_mesh *mesh);
/* path: the file that problem->output.picture_file names. Writes the picture at once, without panels, so that
 * a folder that is not writable is reported before the run. problem and law must outlive the picture. */
int nd_picture_create(struct nd_picture **picture, const char *path, const nudge_problem *problem,
                      const struct nd_law *law, const struct nd_mesh *mesh, const struct nd_elem *elem);
/* The index of the field that it shows. */
int nd_picture_field(const struct nd_picture *picture);
/* Whether a panel is due. reach: the current time plus half a step; last: the end of the run, which is always
 * shown. */
int nd_picture_due(const struct nd_picture *picture, double reach, int last);
/* Adds a panel and writes the picture again. values: of the field, [K * Np]. */
int nd_picture_add(struct nd_picture *picture, double time, double reach, const double *values);
/* The panels so far, for checkpoints. Pointers belong to the picture. */
struct nd_picture_state {
    int panels, next;      /* so far; the next frame */
    int frames;            /* room for so many panels */
    size_t panel;          /* numbers per panel */
    double *time, *values; /* [frames], [frames][panel] */
};
struct nd_picture_state nd_picture_state(const struct nd_picture *picture);
/* Draws panels that were written into the arrays of nd_picture_state. */
int nd_picture_restore(struct nd_picture *picture, int panels, int next);
void nd_picture_destroy(struct nd_picture *picture);

/* Bytes on the host for a picture of so many panels. */
size_t nd_picture_bytes(int frames);

#endif
