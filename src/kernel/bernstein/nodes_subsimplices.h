/* nodes_subsimplices.h - up to order 3, for laws of many fields: a thread takes a few sub-simplices
 * and the coefficients that are made of them (nd_bernstein_subsimplices). All numbers are at hand
 * and sub-simplices are forgotten soon: there are no loops, and few registers are in use. */
#define BYTE(four, k) (int)((four) >> 8 * (k) & 255)

/* The law's sums of a sub-simplex; corners: its coefficients, a byte each. */
INLINE void subsimplex(const struct element *el, unsigned corners, real *cell)
{
    real e[4][PART];
    UNROLL for (int k = 0; k < 4; k++) READ(e[k], el->from + BYTE(corners, k))
    local_sums(el->result, e[0], e[1], e[2], e[3], cell);
}

INLINE void make_node(const struct element *el, struct node p, int coefficient, real *v)
{
    real old[PART];
    p = node_at(p, coefficient);
    read_residual(el, 1, p.res, old);
    finish_node(el, 1, p, old, v);
}

/* One entry of the schedule: up to N sub-simplices, and of `count` coefficients each. */
INLINE void make_nodes(const struct element *el, struct node p, word4 entry, int count, real weight)
{
    real sum[LOCAL_SUMS], cell[LOCAL_SUMS], v[LOCAL_SUMS];
    subsimplex(el, entry.x, sum);
    UNROLL for (int c = 0; c < LOCAL_SUMS; c++) sum[c] *= weight;
    if (count == N) {
        UNROLL for (int c = 0; c < LOCAL_SUMS; c++) v[c] = N * sum[c];
        make_node(el, p, BYTE(entry.w, 0), v);
    }
    if (N > 1) subsimplex(el, entry.y, cell);
    if (N == 2 || (N > 2 && count > 1)) {
        UNROLL for (int c = 0; c < LOCAL_SUMS; c++) v[c] = sum[c] + (N - 1) * weight * cell[c];
        make_node(el, p, BYTE(entry.w, 1), v);
    }
    if (N > 2) {
        const real first = count > 1 ? 0 : 1, second = count > 1 ? (N - 1) * weight : weight;
        UNROLL for (int c = 0; c < LOCAL_SUMS; c++) sum[c] = first * sum[c] + second * cell[c];
        subsimplex(el, entry.z, cell);
        UNROLL for (int c = 0; c < LOCAL_SUMS; c++) v[c] = sum[c] + weight * cell[c];
        make_node(el, p, BYTE(entry.w, 2), v);
    }
}

/* The coefficients of this thread: its group's entries of the schedule. */
INLINE void thread_nodes(const struct block *b, const struct element *el, struct node p, int group)
{
    for (int r = 0; r < SEGMENT_ROUNDS; r++) {
        const int at = 2 * (r * THREAD_GROUPS + group);
        const int count = (int)(b->segments[at + 1].w & 255);
        if (!count) continue; /* the group has no entry in this round */
        make_nodes(el, p, b->segments[at], count, local_half(el->part));
    }
}
