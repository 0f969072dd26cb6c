/* The basis of an element's fields between stages, by variant. Everything outside the
 * stage (sources, monitors, pointwise terms, output) goes through these functions, so that it works
 * with every variant.
 *
 * nd_basis_nodal is the basis of variants that hold values at the nodes. A basis of another kind
 * converts with change; its elements may have their vertices in another order than the mesh's
 * (part/order.h). */
#ifndef ND_BASIS_H
#define ND_BASIS_H

#include "kernel/operator.h"

/* Some elements, in the order of a list, with the additional data that kernels read. */
struct nd_basis_list {
    struct nd_buffer edges; /* [n][9] reals */
    struct nd_buffer order; /* [n] numbers of part/order.h, one byte each */
};

/* n elements between nodal values and the basis. */
struct nd_change {
    const struct nd_buffer *from, *to;
    const struct nd_basis_list *list; /* these elements; null: those in all slots */
    int64_t n;
    int residual; /* `from` is the operator's residual */
};

struct nd_basis {
    /* Reals of one element's fields, and of a whole array of them. */
    size_t (*element_reals)(const struct nd_plan *plan, const struct nd_layout *layout);
    size_t (*array_reals)(const struct nd_plan *plan, const struct nd_layout *layout);
    /* Converts; null where fields are nodal. to_nodes: to nodal values, else from them. */
    int (*change)(const struct nd_operator *op, int to_nodes, const struct nd_change *what);
    /* Fills list for the elements in slot[n]; null if kernels need no additional data. */
    int (*list)(const struct nd_operator *op, const int32_t *slot, nd_idx n, struct nd_basis_list *list);
    size_t (*list_bytes)(size_t real); /* of one element */
    /* Order of the vertices of the element in each slot, [slots]. */
    int (*orders)(const struct nd_operator *op, unsigned char *order);
    /* Barycentric coordinates of the point that each number of a field belongs to, points[4][Np]. */
    int (*points)(const struct nd_operator *op, const struct nd_elem *elem, double *points);
    /* weight[Np]: a field at the point with barycentric coordinates L, vertices in the order of
     * `orders`, is the sum of weight times its numbers. */
    int (*weights)(const struct nd_operator *op, const struct nd_elem *elem, const double L[4],
                   double *weight);
    /* matrix[Np][Np], from nodal values to the numbers of a field. */
    int (*from_nodal)(const struct nd_operator *op, const struct nd_elem *elem, double *matrix);
    /* Whether components of a vector or tensor are along the element's own edges, where flat
     * elements make them larger than what they add up to. */
    int (*along_edges)(const struct nd_law *law);
};

extern const struct nd_basis nd_basis_nodal;

#endif
