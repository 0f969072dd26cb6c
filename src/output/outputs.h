/* The outputs of a problem, written during the run. */
#ifndef ND_OUTPUTS_H
#define ND_OUTPUTS_H

#include "output/picture.h"
#include "output/scene.h"
#include "output/table.h"
#include "output/vtu.h"
#include "problem/problem.h"
#include "step/dt.h"
#include "step/rhs.h"

struct nd_outputs {
    const nudge_problem *problem;
    struct nd_rhs *rhs;
    struct nd_pvd *fields;
    struct nd_csv *energy;
    struct nd_picture *picture;
    struct nd_scene *scene;
    double next_fields, next_energy; /* when the next one is due */
    double *values;     /* [fields][K * Np] while fields are wanted; [K * Np] for pictures alone */
    size_t count;       /* K * Np */
    double last_fields; /* time of the last one written, NaN at first */
};

/* Whether the law and the mesh have what pictures show, and no output would overwrite an input or
 * another output. Writes nothing. */
int nd_outputs_check(const nudge_problem *problem, const struct nd_law *law, const struct nd_mesh *mesh);
/* Creates the files. Their folders exist, and nd_outputs_check has passed. */
int nd_outputs_init(struct nd_outputs *outputs, const nudge_problem *problem, struct nd_rhs *rhs,
                    const struct nd_mesh *mesh, const struct nd_elem *elem, const struct nd_sources *sources);
/* Whether the energy must be computed after this step, which ends at this time. */
int nd_outputs_want_energy(const struct nd_outputs *outputs, int64_t step, double time, int last);
/* Whether fields or pictures are due: what takes time, and reads from the device. */
int nd_outputs_due(const struct nd_outputs *outputs, double time, double dt, int last);
/* Writes the outputs that are due. energy: NaN if it was not computed. dt: of the next step; an
 * output due before half of it is written now. last: this is the end. */
int nd_outputs_write(struct nd_outputs *outputs, double time, double dt, double energy, int last);
/* Bytes that outputs hold on the host. */
size_t nd_outputs_bytes(const nudge_problem *problem, nd_idx K, int Np, int fields);
int nd_outputs_clear(struct nd_outputs *outputs); /* returns the error of a failed close */

#endif
