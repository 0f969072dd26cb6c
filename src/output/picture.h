/* output.picture: film strips, each a file with a slice of one field at several times. Order of calls:
 * nd_picture_create, nd_picture_add whenever nd_picture_due, nd_picture_destroy. */
#ifndef ND_PICTURE_H
#define ND_PICTURE_H

#include "elem/geometry.h"
#include "law/law.h"
#include "problem/problem.h"

struct nd_picture;

/* Returns NUDGE_EVALUE if the law lacks the field or the plane misses the mesh. mesh: null: only looks at the field. */
int nd_picture_check(const nudge_problem *problem, const struct nd_picture_spec *spec,
                     const struct nd_law *law, const struct nd_mesh *mesh);
/* problem, spec and law must outlive the picture. */
struct nd_picture_setup {
    const nudge_problem *problem;
    const struct nd_picture_spec *spec;
    const struct nd_law *law;
    const struct nd_mesh *mesh;
    const struct nd_elem *elem;
};
/* path: the file that spec->file names. Writes the picture at once, without panels, so that a folder that is not
 * writable is reported before the run. */
int nd_picture_create(struct nd_picture **picture, const char *path, const struct nd_picture_setup *setup);
/* The fields that it shows: one, or the three of a vector, from the first on. */
int nd_picture_field(const struct nd_picture *picture);
int nd_picture_fields(const struct nd_picture *picture);
/* Whether a panel is due. reach: the current time plus half a step; last: the end of the run, which is always
 * shown. */
int nd_picture_due(const struct nd_picture *picture, double reach, int last);
/* The elements [n] in which it shows them, in any order. The list belongs to the picture. */
const nd_idx *nd_picture_elements(const struct nd_picture *picture, nd_idx *n);
/* Takes the values [n][Np] of one of the fields in these elements for the next panel. i: from 0. */
void nd_picture_take(struct nd_picture *picture, int i, const double *values);
/* Makes a panel of what was taken and writes the picture again. Earlier panels that look blank beside it, because
 * the wave had not arrived, are dropped, and the frames left are spread over the time left. */
int nd_picture_add(struct nd_picture *picture, double time, double reach);
/* The panels so far, for checkpoints. Pointers belong to the picture. */
struct nd_picture_state {
    int panels, next;      /* so far; the next frame */
    int first;             /* the frame at `from`; later ones are spread evenly from there */
    double from;           /* simulated time */
    const char *path;
    double end;            /* simulated time of the last frame */
    int frames;            /* room for so many panels */
    size_t panel;          /* numbers per panel */
    double *time, *values; /* [frames], [frames][panel] */
};
struct nd_picture_state nd_picture_state(const struct nd_picture *picture);
/* Draws panels that were written into the arrays of nd_picture_state. */
int nd_picture_restore(struct nd_picture *picture, const struct nd_picture_state *state);
void nd_picture_destroy(struct nd_picture *picture);

/* Bytes on the host for a picture of so many panels. */
size_t nd_picture_bytes(int frames);

#endif
