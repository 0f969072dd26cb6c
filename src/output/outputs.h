/* The outputs of a problem during the run: fields, energy, pictures and scene. Order of calls:
 * nd_outputs_check at any time; nd_outputs_init; nd_outputs_write after each step, with the energy if
 * nd_outputs_want_energy says so; nd_outputs_clear. problem, rhs, mesh, elem and sources must outlive struct
 * nd_outputs, which owns the rest. */
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
    struct nd_picture **picture; /* [pictures] */
    int pictures;                /* 0 also where there is no Cairo to draw them */
    struct nd_scene *scene;
    double next_fields, next_energy; /* times at which they are due next */
    double last_fields;              /* time of the last fields written; NaN: none yet */
};

/* Checks that the law and the mesh have what pictures show, and that no output overwrites an input or another
 * output. Writes nothing. */
int nd_outputs_check(const nudge_problem *problem, const struct nd_law *law, const struct nd_mesh *mesh);
/* Whether the problem has pictures, of its own or of monitors. */
int nd_outputs_draw(const nudge_problem *problem);
/* Creates the files. Folders must exist, and nd_outputs_check must have passed. */
int nd_outputs_init(struct nd_outputs *outputs, const nudge_problem *problem, struct nd_rhs *rhs,
                    const struct nd_mesh *mesh, const struct nd_elem *elem, const struct nd_sources *sources);
/* Whether the energy must be computed after the step that ends at this time. interval: whether a row is due if no
 * time between rows is given. */
int nd_outputs_want_energy(const struct nd_outputs *outputs, int interval, double time, double dt, int last);
/* Whether fields or pictures are due, which take time and read from the device. */
int nd_outputs_due(const struct nd_outputs *outputs, double time, double dt, int last);
/* Writes what is due. energy: NaN if it was not computed. dt: of the next step; outputs due within the first
 * half of that step are written now. last: the run ends here. */
int nd_outputs_write(struct nd_outputs *outputs, double time, double dt, double energy, int last);
/* On ranks other than 0: helps it to write fields, at ND_TASK_FIELDS. What fails on one rank fails on all of them. */
int nd_outputs_serve(struct nd_rhs *rhs, const struct nd_mesh *mesh, const struct nd_elem *elem);
/* Bytes that outputs hold on the host. */
size_t nd_outputs_bytes(const nudge_problem *problem, nd_idx K, int Np);
int nd_outputs_clear(struct nd_outputs *outputs); /* fails if a file cannot be closed */

#endif
