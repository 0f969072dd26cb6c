/* Face terms: additions to the rate at a list of faces, for conditions that the stage does not know, such as
 * sheets (sheet.h), good conductors (conductor.h) and periodic sides with a phase.
 *
 * The stage treats the faces of a term as absorbing boundaries (nd_law_absorbing): its flux takes the outgoing
 * wave and sends nothing back. A face term supplies what comes back. At each face node it computes a state
 * `outer` behind the face, from the traces of the fields, and adds the lifted upwind flux of that state:
 *
 *     rate += LIFT law_flux(n, mM, mM, 0, outer, 1)
 *
 * Only the part of `outer` that travels into the element counts. The sum is the flux of the law with `outer`
 * as the state behind the face, so that a term is stable with the time step of walls if the power that it
 * sends back never exceeds what arrives. `outer` is computed by a text in the kernel dialect, spec->header,
 * which defines
 *
 *     INLINE void face_outer(const real *n, const real *mM, const real *mP, const real *qM, const real *qP,
 *                            const real *param, const real *aux, real *outer, real *aux_rate)
 *
 * and FACE_WEIGHT, the upwind weight, 1 on faces that the stage takes for absorbing. A term of faces that are
 * inner ones to the stage, such as periodic ones, has FACE_WEIGHT UPWIND; `outer` is then what is added to the
 * neighbour's state.
 *
 *     n[3]                       outward unit normal
 *     mM[MEDIUM], qM[FIELDS]     medium and fields of the element itself, along x, y, z
 *     mP[OTHERS][MEDIUM], qP[OTHERS][FIELDS]   those of the other elements at the same node
 *     param[FACE_PARAMS]         numbers of the face
 *     aux[FACE_AUX]              auxiliary variables of the face node; they begin as 0
 *     outer[FIELDS]              result
 *     aux_rate[FACE_AUX]         result: their rates of change
 *
 * Invariants:
 *   1. face_outer is linear in qM, qP and aux, with coefficients that are the same on the whole face. So it
 *      acts on Bernstein coefficients as on nodal values, and every variant uses the same text.
 *   2. Auxiliary variables take part in each evaluation as fields do, with both integrators. Their rates of
 *      decay are bounded; who makes the term adds them to the damping that the time step respects.
 *   3. A term reads the fields that the stage started from, those of ghosts too. nd_connect.coupled says which
 *      walls need ghosts behind them.
 *   4. Each element is in at most one entry per face. Different terms may share elements.
 *
 * nd_face_term_init attaches the term to an operator, which launches it after each stage from then on
 * (step/rhs_term.h). The struct owns its buffers; it must not move, and must be cleared before the operator. */
#ifndef ND_FACE_TERM_H
#define ND_FACE_TERM_H

#include "step/rhs_term.h"

#define ND_OTHERS_MOST 2

/* A face of the list, faces and vertices as the mesh numbers them. */
struct nd_face_entry {
    nd_idx element;
    int face;
    struct nd_face_other {
        nd_idx element;
        int corner[3]; /* its local vertices at those of nd_face_vertex[face], in this order */
    } other[ND_OTHERS_MOST];
};

struct nd_face_spec {
    const char *header; /* the text with face_outer, "face_sheet.h" */
    int others;         /* other elements of an entry, 0 to ND_OTHERS_MOST */
    int params, aux;    /* numbers of a face; auxiliary variables of a face node */
    nd_idx n;
    const struct nd_face_entry *entry; /* [n] of all ranks, by ascending element, then face */
    const double *param;               /* [n][params] */
    /* [n][aux] The energy per area is half the sum of stored aux^2; null: auxiliary variables have none. */
    const double *stored;
};

/* Entries of curved elements: face_curved.c. Points of the integral take the place of face nodes. */
struct nd_face_curved {
    nd_idx n, entries;                                         /* elements and entries of this rank */
    int64_t *face;                                             /* [entries] as below */
    struct nd_buffer which, begin, entry, params, edges, left; /* face_curved.knl */
    struct nd_buffer state[2], state_left; /* auxiliary variables [entries][Nfq][aux], as below */
    struct nd_module *module;
    struct nd_kernel *kernel;
};

/* The energy of auxiliary variables, of straight and of curved elements (0, 1): face_energy.c. */
struct nd_face_stored {
    double *factor[2];                              /* [entries] of the sums that the device computes */
    struct nd_buffer weight[2], area, sum, largest; /* face_energy.knl */
    struct nd_module *module;
    struct nd_kernel *kernel[2];
};

struct nd_face_term {
    struct nd_rhs *rhs;
    int others, params, aux;
    nd_idx entries; /* of this rank */
    int64_t *face;  /* [entries] 4 element + face of each, as the mesh numbers them */
    struct nd_subset subset;
    struct nd_buffer begin, entry, reals, number, list, edges, LIFT; /* face_term.knl */
    struct nd_buffer mass;                                           /* face_energy.knl */
    struct nd_buffer left; /* the residual of the fluxes, [entries][Nfp][fields] */
    struct nd_buffer
        state[2]; /* auxiliary variables [entries][Nfp][aux]: of the fields, of the other array */
    struct nd_buffer state_left; /* their residual, in Runge-Kutta steps */
    struct nd_module *module;
    struct nd_kernel *kernel;
    struct nd_face_curved curved;
    struct nd_face_stored stored;
};

/* setup: the one the operator was made from. */
int nd_face_term_init(struct nd_face_term *term, struct nd_rhs *rhs, const struct nd_setup *setup,
                      const struct nd_face_spec *spec);
void nd_face_term_clear(struct nd_face_term *term);

/* The entry of a face of a wall inside the mesh and of the element behind it, which have common vertices. */
struct nd_face_entry nd_face_pair(const struct nd_mesh *mesh, size_t face, size_t back);

/* -- between the files of this folder -- */
/* face_curved.c. order: [slots] of vertices, of part/order.h. */
int nd_face_curved_init(struct nd_face_term *term, const struct nd_setup *setup,
                        const struct nd_face_spec *spec, const unsigned char *order);
int nd_face_curved_launch(struct nd_face_term *term, const struct nd_stage *stage);
void nd_face_curved_clear(struct nd_face_term *term);
/* face_energy.c: makes the operator count the energy of auxiliary variables. */
int nd_face_energy_init(struct nd_face_term *term, const struct nd_setup *setup, const struct nd_face_spec *spec);
void nd_face_energy_clear(struct nd_face_term *term);
/* face_tables.c: numbers of a field on each face, lists of the corresponding numbers of other elements
 * (nd_face_list), LIFT by columns, from the numbers on a face to those of the element, and the mass matrices of faces
 * if there are auxiliary variables. Uploads all. */
int nd_face_tables(struct nd_face_term *term, const struct nd_elem *elem);
/* The list of an element's face, given the vertices of the other element at those of nd_face_vertex[face]. */
#define ND_FACE_LISTS_MOST 256
static inline int nd_face_list(int face, const int corner[3])
{
    return 64 * face + 16 * corner[0] + 4 * corner[1] + corner[2];
}

#endif
