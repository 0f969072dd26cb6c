/* Periodic sides with a phase (Floquet, Bloch): fields that repeat from cell to cell but for a factor
 * exp(-i k.x), where k is the given wave vector.
 *
 * Such fields are complex. The mesh is taken twice (nd_mesh_add_imaginary), for their real and their imaginary
 * parts. Each copy is periodic to the stage. A face term on the periodic faces replaces the state of the
 * neighbour, q, by exp(i phase) q: it adds (cos - 1) q and -sin or +sin times the neighbour's twin in the
 * other copy. The phase is -k times the way from the neighbour's face to this one. */
#ifndef ND_FLOQUET_H
#define ND_FLOQUET_H

#include "face/face_term.h"
#include "problem/problem.h"

/* Takes the mesh twice, if the problem has a wave vector. Returns NUDGE_EVALUE if the mesh is not periodic or the
 * vector has a part along which it is not. */
int nd_floquet_double(const nudge_problem *problem, struct nd_mesh *mesh);
/* Sets connect->phased: faces with a phase read the copy of their neighbour, which may be on another rank. */
int nd_floquet_join(struct nd_connect *connect, const nudge_problem *problem, const struct nd_mesh *mesh);
/* Attaches the term, if there is one. setup: the one the operator was made from. */
int nd_floquet_init(struct nd_face_term *term, struct nd_rhs *rhs, const nudge_problem *problem,
                    const struct nd_setup *setup);

#endif
