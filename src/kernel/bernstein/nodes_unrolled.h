/* nodes_unrolled.h - at low orders a thread takes all coefficients of an element and part, or every
 * SPLIT-th, with the fields in registers: each sub-simplex is computed once. */
#define TET(M)            (((M) + 1) * ((M) + 2) * ((M) + 3) / 6)
#define INDEX(a1, a2, a3) (Np - TET(N - (a3)) + (a2) * (N - (a3) + 1) - (a2) * ((a2) - 1) / 2 + (a1))

/* Adds a_j times the sub-simplex at a, where all four coefficients are in reach. */
INLINE void add_subsimplex(const struct element *el, const real (*w)[PART], int a_j, int a1, int a2, int a3, real *v)
{
    real cell[LOCAL_SUMS];
    if (a_j == 0) return;
    local_sums(el->result, w[INDEX(a1, a2, a3)], w[INDEX(a1 + 1, a2, a3)], w[INDEX(a1, a2 + 1, a3)], w[INDEX(a1, a2, a3 + 1)], cell);
    UNROLL for (int c = 0; c < LOCAL_SUMS; c++) v[c] += REAL(a_j) * cell[c];
}

/* The coefficients of this thread. */
INLINE void thread_nodes(const struct block *b, const struct element *el, struct node p, int group)
{
    const real weight = local_half(el->part);
    real w[Np][PART];
    UNROLL for (int i = 0; i < Np; i++) READ(w[i], el->from + i)
    UNROLL for (int a3 = 0; a3 <= N; a3++) {
        UNROLL for (int a2 = 0; a2 <= N - a3; a2++) {
            UNROLL for (int a1 = 0; a1 <= N - a3 - a2; a1++) {
                if (SPLIT > 1 && INDEX(a1, a2, a3) % SPLIT != group) continue;
                const int at = INDEX(a1, a2, a3);
                real v[LOCAL_SUMS] = {0}, old[PART];
                read_residual(el, 1, node_at(p, at).res, old);
                add_subsimplex(el, w, N - a1 - a2 - a3, a1, a2, a3, v);
                add_subsimplex(el, w, a1, a1 - 1, a2, a3, v);
                add_subsimplex(el, w, a2, a1, a2 - 1, a3, v);
                add_subsimplex(el, w, a3, a1, a2, a3 - 1, v);
                UNROLL for (int c = 0; c < LOCAL_SUMS; c++) v[c] *= weight;
                finish_node(el, 1, node_at(p, at), old, v);
            }
        }
    }
}
