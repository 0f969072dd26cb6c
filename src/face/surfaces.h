/* The face terms of a problem's boundaries: sheets inside the mesh, through which waves pass in part, and good
 * conductors; and of periodic sides with a phase.
 *
 *   order of calls   nd_surfaces_join, before the mesh is shared among ranks; nd_surfaces_init, once the operator
 *                    exists; nd_surfaces_clear, before the operator is cleared
 *   ownership        struct nd_surfaces owns its terms, and must not move */
#ifndef ND_SURFACES_H
#define ND_SURFACES_H

#include "face/face_term.h"
#include "law/assign.h"

struct nd_surfaces {
    struct nd_face_term sheets, conductors, floquet;
    double rate; /* the largest of the conductors' auxiliary variables, 1/time; 0: there are none */
};

/* The input of nd_surfaces_init. */
struct nd_surfaces_setup {
    const nudge_problem *problem;
    const struct nd_law *law;
    const struct nd_assign *assign;
    const struct nd_setup *rhs; /* the one the operator was made from */
};

/* Sets connect->coupled, because both sides of a sheet read each other's fields, and connect->phased. */
int nd_surfaces_join(struct nd_connect *connect, const struct nd_assign *assign, const nudge_problem *problem,
                     const struct nd_mesh *mesh);
/* damping: the rates of decay of each element, to which those of the terms are added; *damping is allocated if it is
 * null. */
int nd_surfaces_init(struct nd_surfaces *surfaces, struct nd_rhs *rhs, const struct nd_surfaces_setup *setup,
                     double **damping);
void nd_surfaces_clear(struct nd_surfaces *surfaces);

#endif
