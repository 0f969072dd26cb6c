/* Nodal fields of some of the elements, on the host of one rank. The memory that this takes depends on the number of these
 * elements, not on the mesh. On a GPU a kernel gathers them (gather.h). Start with a struct of zeros; nd_pick_init
 * first, again for other sizes, and nd_pick_clear before the operator is cleared. */
#ifndef ND_PICK_H
#define ND_PICK_H

#include "step/gather.h"

struct nd_pick {
    struct nd_rhs *rhs;
    nd_idx most;   /* elements of a call */
    int fields;    /* the most of a call */
    nd_idx *at;    /* [most] numbers in the list of elements, those of one rank after the other */
    nd_idx *first; /* [ranks + 1] where those of each begin */
    int *slot;     /* [most] of this rank's */
    char *reals;   /* [fields][most][Np] as on the device */
    struct nd_gather gather;
};

struct nd_picked {
    int field, fields;     /* the first of them, and how many */
    const nd_idx *element; /* [n], null: those from `from` on */
    nd_idx from, n;
    int rank; /* which one gets them */
};

int nd_pick_init(struct nd_pick *pick, struct nd_rhs *rhs, int fields, nd_idx most);
/* values[fields][n][Np], on what->rank. Collective. Unless the ranks are lost, a rank that fails has taken part in all
 * messages: let all agree (nd_comm_agree) after one or several calls. */
int nd_pick_read(struct nd_pick *pick, const struct nd_picked *what, double *values);
/* The same of one field and a list of elements, on rank 0: values[n][Np]. Sends ND_TASK_PICK, at which the others call it
 * with the same field and n, and null for element and values. What fails on one rank fails on all of them. */
int nd_pick_list(struct nd_rhs *rhs, int field, const nd_idx *element, nd_idx n, double *values);
void nd_pick_clear(struct nd_pick *pick);

#endif
