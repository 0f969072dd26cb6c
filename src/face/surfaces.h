/* The face terms of a problem's boundaries: sheets inside the mesh, through which waves pass in part.
 *
 *   order of calls   nd_surfaces_join, before the mesh is shared among ranks; nd_surfaces_init, once the operator
 *                    exists; nd_surfaces_clear, before the operator is cleared
 *   ownership        struct nd_surfaces owns its terms, and must not move */
#ifndef ND_SURFACES_H
#define ND_SURFACES_H

#include "face/face_term.h"
#include "law/assign.h"

struct nd_surfaces {
    struct nd_face_term sheets;
};

/* Sets connect->coupled: both sides of a sheet read each other's fields. */
int nd_surfaces_join(struct nd_connect *connect, const struct nd_assign *assign, nd_idx nboundaries);
/* setup: the one the operator was made from. */
int nd_surfaces_init(struct nd_surfaces *surfaces, struct nd_rhs *rhs, const struct nd_setup *setup,
                     const struct nd_assign *assign);
void nd_surfaces_clear(struct nd_surfaces *surfaces);

#endif
