/* nodes_segments.h - a thread walks along segments of rows of coefficients, where there are about as many
 * threads as rows: what one coefficient reads, the next one needs again. */

/* Sub-simplices that have a_j = 0 around a node count nothing. Are they left out? */
#define COUNTS(a_j) (!SKIPS_ZEROS || (a_j) > 0)

/* One entry of the schedule: where its segment and those in the six rows beside it begin, its length, and
 * a1, a2, a3 of its first coefficient. */
INLINE void segment_nodes(const struct element *el, struct node p, word4 row, word4 more, real weight)
{
    const int length = (int)(more.w & 255), a2 = (int)(more.w >> 8 & 255), a3 = (int)(more.w >> 16 & 255);
    const int a1 = (int)(more.w >> 24);
    NEAR const real *from = el->from;
    NEAR const real *o = from + row.x, *p2 = from + row.y, *p3 = from + row.z, *m2 = from + row.w, *m2p3 = from + more.x,
                    *m3 = from + more.y, *p2m3 = from + more.z;
    const int after = N - a1 - a2 - a3; /* nodes of the row behind the first */
    const real w2 = weight * REAL(a2), w3 = weight * REAL(a3);
    real w0 = weight * REAL(after), w1 = weight * REAL(a1);
    real at[PART], below2[PART], below3[PART], before[LOCAL_SUMS] = {0};
    p = node_at(p, (int)row.x);
    READ(at, o)
    UNROLL for (int c = 0; c < PART; c++) below2[c] = below3[c] = at[c]; /* some number: without one registers spill */
    if (KEEPS_BELOW && COUNTS(a2)) { READ(below2, m2) }
    if (KEEPS_BELOW && COUNTS(a3)) { READ(below3, m3) }
    if (a1 > 0) {
        real last[PART], x[PART], y[PART];
        READ(last, o - 1)
        READ(x, p2 - 1)
        READ(y, p3 - 1)
        local_sums(el->result, last, at, x, y, before);
    }
    UNROLL_BY(1) for (int i = 0; i < length; i++) {
        real v[LOCAL_SUMS], cell[LOCAL_SUMS], next[PART], x[PART], y[PART], old[PART];
        read_residual(el, 1, p.res, old);
        UNROLL for (int c = 0; c < LOCAL_SUMS; c++) v[c] = w1 * before[c];
        if (COUNTS(a2)) {
            if (!KEEPS_BELOW) { READ(below2, m2) }
            READ(x, m2 + 1)
            READ(y, m2p3)
            local_sums(el->result, below2, x, at, y, cell);
            UNROLL for (int c = 0; c < LOCAL_SUMS; c++) v[c] += w2 * cell[c];
            UNROLL for (int c = 0; c < PART; c++) below2[c] = x[c];
        }
        if (COUNTS(a3)) {
            if (!KEEPS_BELOW) { READ(below3, m3) }
            READ(x, m3 + 1)
            READ(y, p2m3)
            local_sums(el->result, below3, x, y, at, cell);
            UNROLL for (int c = 0; c < LOCAL_SUMS; c++) v[c] += w3 * cell[c];
            UNROLL for (int c = 0; c < PART; c++) below3[c] = x[c];
        }
        if (COUNTS(after - i)) {
            READ(next, o + 1)
            READ(x, p2)
            READ(y, p3)
            local_sums(el->result, at, next, x, y, cell);
            UNROLL for (int c = 0; c < LOCAL_SUMS; c++) v[c] += w0 * cell[c], before[c] = cell[c];
            UNROLL for (int c = 0; c < PART; c++) at[c] = next[c];
        }
        finish_node(el, 1, p, old, v);
        w0 -= weight, w1 += weight;
        o++, p2++, p3++, m2++, m2p3++, m3++, p2m3++, p = node_at(p, 1);
    }
}

/* The coefficients of this thread: its group's segments of the schedule. */
INLINE void thread_nodes(const struct block *b, const struct element *el, struct node p, int group)
{
    for (int r = 0; r < SEGMENT_ROUNDS; r++) {
        const int at = 2 * (r * THREAD_GROUPS + group);
        if ((b->segments[at + 1].w & 255) == 0) continue; /* the group has no segment in this round */
        segment_nodes(el, p, b->segments[at], b->segments[at + 1], local_half(el->part));
    }
}
