/* Curved elements (mesh/curved.h): their stage, their energy and their part in the time step.
 *
 * Curved elements lie behind the blocks that the fast stage computes (nd_rhs_place_blocks), and nd_curved_launch computes
 * them after each stage. Some variants compute all elements, as if they were straight. Then the result is replaced:
 * before a stage that adds to fields nd_curved_keep copies them. Other elements pay nothing, and every variant can have
 * curved elements. */
#ifndef ND_STEP_CURVED_H
#define ND_STEP_CURVED_H

#include "elem/curved_element.h"
#include "step/rhs_term.h"

/* Numbers of the text of the stage. */
struct nd_curved_form {
    int Nfq;
    int lanes;                      /* 0: curved.knl; else those of curved_simd.knl */
    int whole;                      /* lanes are those of the layout */
    int group, parts, pad, threads; /* of curved.knl */
};

struct nd_curved {
    struct nd_rhs *rhs;
    struct nd_subset subset; /* curved elements of this rank */
    struct nd_basis_list list;
    nd_idx n;         /* of them */
    nd_idx *element;  /* [n] by ascending slot */
    nd_idx *place_of; /* [K] where an element is in the list, or -1 */
    double *rate;     /* [K] by which the rate of an element exceeds that of the straight one; 1 for others */
    double volume;    /* unit of the weights of the energy */
    struct nd_buffer matrix, faces, normal, number, place, trace, left, V, Jw, energy, largest;
    struct nd_module *module, *keep_module, *energy_module;
    struct nd_kernel *kernel, *keep, *energy_kernel;
    struct nd_curved_rule rule;
    int aside; /* the stage leaves curved elements alone */
    struct nd_curved_form form;
};

/* Does nothing for a mesh without curved elements. Attaches itself to rhs, which must outlive it. */
int nd_curved_init(struct nd_curved *curved, struct nd_rhs *rhs, const struct nd_setup *setup);
void nd_curved_clear(struct nd_curved *curved);
int nd_curved_keep(struct nd_curved *curved, const struct nd_stage *stage);
int nd_curved_launch(struct nd_curved *curved, const struct nd_stage *stage);
/* Replaces the energies [K] of curved elements, and the largest magnitudes [K] of fields in them. q: nodal fields. */
int nd_curved_energy(struct nd_curved *curved, const struct nd_buffer *q, double *energy, double *largest);
/* The place of element k in the list; -1 if it is straight or on another rank. */
nd_idx nd_curved_place(const struct nd_curved *curved, nd_idx k);
/* Elements of the list, rounded up to lanes. */
nd_idx nd_curved_rounded(const struct nd_curved *curved);
/* Gives a text the words of curved_lift.h. */
void nd_curved_define(const struct nd_curved *curved, struct nd_recipe *recipe, const char *text);
/* Bytes on the device for n elements. */
size_t nd_curved_bytes(const struct nd_law *law, nd_idx n, int N, int order, size_t real);

/* curved_form.c: chooses the numbers of curved.knl, whose elements have N, these fields of `real` bytes and this shared
 * memory; and defines what a text needs. Returns its file. */
void nd_curved_form_choose(struct nd_curved_form *form, int N, int fields, size_t real, size_t shared);
const char *nd_curved_form_define(const struct nd_curved_form *form, struct nd_recipe *recipe);
/* curved_matrices.c: the arrays matrix, Jw and V, and the rates. */
int nd_curved_make_matrices(struct nd_curved *curved, const struct nd_setup *setup);
/* curved_faces.c: the arrays faces, normal, number, place and trace of curved.knl. */
int nd_curved_make_faces(struct nd_curved *curved, const struct nd_setup *setup);
/* The row of `number` for a face with these vertices of the mesh, in an element of this order. */
int nd_curved_row(int order, const int vertex[3]);
/* The rows of `number` for faces 0 to 3 in the order of nd_face_vertex, one byte each. */
int nd_curved_natural_rows(void);
/* The vertices of face f of element k, which is curved, in an order that is the same for both sides if both are: numbers
 * in k, and in the element behind. */
void nd_curved_corners(const struct nd_connect *connect, const struct nd_mesh *mesh, nd_idx k, int f,
                       int mine[3], int theirs[3]);

#endif
