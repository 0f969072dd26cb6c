/* Where a number lives: a block size and four strides.
 *
 * The address of (element slot e, field f, node n) is
 *     (e / block) * S_b + f * S_f + n * S_n + (e % block) * S_l
 * in reals. Slots are elements in device order, rounded up to whole blocks; part/blocks.h says which element
 * is where. */
#ifndef ND_LAYOUT_H
#define ND_LAYOUT_H

#include "base/memory.h"

struct nd_layout {
    int Np, fields, block;
    int lanes; /* elements that one thread computes side by side */
    int64_t S_b, S_f, S_n, S_l;
    int64_t slots;  /* a multiple of block, at least K */
    int64_t own;    /* the first of them, of own elements; ghosts (part/share.h) lie behind them */
    int64_t length; /* reals of a whole array */
};

/* The paper's: one array a field, micro-blocks of K_M elements padded to N_pM. */
void nd_layout_paper(struct nd_layout *layout, int64_t K, int Np, int fields, int K_M, int N_pM);
/* One contiguous record an element; each field padded to Np_padded nodes. */
void nd_layout_fused(struct nd_layout *layout, int64_t K, int Np, int fields, int Np_padded);
/* `lanes` elements side by side, and all fields of a node together: a neighbour's trace is then a few runs of
 * memory. */
void nd_layout_simd(struct nd_layout *layout, int64_t K, int Np, int fields, int lanes);

int64_t nd_layout_address(const struct nd_layout *layout, int64_t slot, int field, int node);

#endif
