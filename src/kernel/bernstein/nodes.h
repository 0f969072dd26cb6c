/* nodes.h - what the Bernstein stage computes at the nodes of an element and part: derivatives, lifted traces, the rate, and with it residual and new
 * fields; after batch.h and before stage_bernstein.knl, which says what it is for. By one item all nodes, those of a few cells, or a pencil's.
 *
 * With c the coefficients, D_d c at a is 1/2 sum_j a_j (c[a - e_j + e_d] - c[a - e_j + e_0]): a sum over the four cells a - e_j of order N - 1 around a.
 * The law's products are taken in each cell at once. */
#define READ(v, from) UNROLL for (int c = 0; c < PART; c++) v[c] = (from)[c * Np];

struct node { /* what an element and part needs at all its nodes */
    real lifting[4][LOCAL_LIFT_FACTORS], result[LOCAL_RATE_FACTORS], a, b, dt;
    NEAR const real *record, *side; /* of the element, and of its face 0: what the law makes the numbers above of */
    int part, out; /* from a node's traces to its rate or new fields */
};

INLINE void node_numbers(struct node *n)
{
    real own[LOCAL_VGEO];
    UNROLL for (int i = 0; i < LOCAL_VGEO; i++) own[i] = n->record[i];
    UNROLL for (int f = 0; f < 4; f++) {
        real side[LOCAL_SGEO];
        UNROLL for (int i = 0; i < LOCAL_SGEO; i++) side[i] = SIDE_BEGINS(n->side + SIDE(f, 0))[i];
        local_lift_factors(f, own, side, n->part, n->lifting[f]);
    }
    local_rate_factors(own, n->part, n->dt, n->result);
}

struct place { /* of a node: its fields and residual, of the part whose rates are computed; its traces */
    NEAR const real *now;
    GLOBAL real *left;
    NEAR real *pile;
};
#define NEXT_LEFT (PART * LANES_PART) /* from a node's residuals to the next one's */
INLINE struct place place_at(struct place p, int node)
{
    p.now += node, p.pile += node;
    if (!SWEEP) p.left += node * NEXT_LEFT;
    return p;
}

/* Residuals, asked for when the node is begun. A first stage (a = 0) forgets them, whatever they are. here: is there a node? */
INLINE void old_left(const struct node *n, int here, GLOBAL const real *left, real *old)
{
    UNROLL for (int c = 0; c < PART; c++) {
        old[c] = 0;
        if (!SWEEP && here && n->a != 0) old[c] = LOAD_ONCE(left + c * LANES_PART);
    }
}

/* Adds the lifted traces to v and leaves the rate, or what it makes of the fields, in their place. */
INLINE void finish(const struct node *kept, int here, struct place p, const real *old, real *v)
{
    real rate[PART];
    struct node anew = *kept;
    const struct node *n = READ_ANEW ? &anew : kept;
    if (READ_ANEW) node_numbers(&anew);
    UNROLL for (int f = 0; f < 4; f++) {
        real lifted[TRACED];
        UNROLL for (int j = 0; j < TRACED; j++) lifted[j] = p.pile[LINE_AT(LINE_OF(f, j))];
        local_lift(f, n->lifting[f], n->result, lifted, v);
    }
    local_rate(n->result, v, rate);
#if LOCAL_PARTS > 1
    IN_STEP(N > UNROLLED ? 32 : LANES_PART)
#endif
    UNROLL for (int c = 0; c < PART && here; c++) {
        real left = rate[c];
        if (!SWEEP) {
            left += n->a * old[c];
            STORE_ONCE(p.left + c * LANES_PART, left);
            left = p.now[c * Np] + n->b * left;
        }
        p.pile[n->out + c * LINE] = left;
    }
}

#if N <= UNROLLED
#define TET(M)            (((M) + 1) * ((M) + 2) * ((M) + 3) / 6)
#define INDEX(a1, a2, a3) (Np - TET(N - (a3)) + (a2) * (N - (a3) + 1) - (a2) * ((a2) - 1) / 2 + (a1))

/* Adds a_j times the cell at (a1, a2, a3), where all four coefficients are in reach. */
INLINE void add_cell(const struct node *n, const real (*w)[PART], int a_j, int a1, int a2, int a3, real *v)
{
    real cell[SUMS];
    if (a_j == 0) return;
    cross(n->result, w[INDEX(a1, a2, a3)], w[INDEX(a1 + 1, a2, a3)], w[INDEX(a1, a2 + 1, a3)], w[INDEX(a1, a2, a3 + 1)], cell);
    UNROLL for (int c = 0; c < SUMS; c++) v[c] += REAL(a_j) * cell[c];
}

/* All nodes, or those of this worker, by one item, the coefficients in registers: a cell is computed once. */
INLINE void all_nodes(const struct node *n, int worker, NEAR const real *from, struct place p, real weight)
{
    real w[Np][PART];
    UNROLL for (int i = 0; i < Np; i++) READ(w[i], from + i)
    UNROLL for (int a3 = 0; a3 <= N; a3++) {
        UNROLL for (int a2 = 0; a2 <= N - a3; a2++) {
            UNROLL for (int a1 = 0; a1 <= N - a3 - a2; a1++) {
                if (SPLIT > 1 && INDEX(a1, a2, a3) % SPLIT != worker) continue;
                const int at = INDEX(a1, a2, a3);
                real v[SUMS] = {0}, old[PART];
                old_left(n, 1, place_at(p, at).left, old);
                add_cell(n, w, N - a1 - a2 - a3, a1, a2, a3, v);
                add_cell(n, w, a1, a1 - 1, a2, a3, v);
                add_cell(n, w, a2, a1, a2 - 1, a3, v);
                add_cell(n, w, a3, a1, a2, a3 - 1, v);
                UNROLL for (int c = 0; c < SUMS; c++) v[c] *= weight;
                finish(n, 1, place_at(p, at), old, v);
            }
        }
    }
}
#elif BY_CELLS
#define BYTE(four, k) (int)((four) >> 8 * (k) & 255)

INLINE void cell_at(const struct node *n, NEAR const real *from, unsigned corners, real *cell)
{
    real e[4][PART];
    UNROLL for (int k = 0; k < 4; k++) READ(e[k], from + BYTE(corners, k))
    cross(n->result, e[0], e[1], e[2], e[3], cell);
}

INLINE void cell_node(const struct node *n, struct place p, int node, real *v)
{
    real old[PART];
    p = place_at(p, node);
    old_left(n, 1, p.left, old);
    finish(n, 1, p, old, v);
}

/* A row of nd_bernstein_cells. All its numbers are at hand, and cells are forgotten soon: there are no loops, and few registers are in use. */
INLINE void cell_nodes(const struct node *n, NEAR const real *from, struct place p, word4 row, int count, real weight)
{
    real sum[SUMS], cell[SUMS], v[SUMS];
    cell_at(n, from, row.x, sum);
    UNROLL for (int c = 0; c < SUMS; c++) sum[c] *= weight;
    if (count == N) {
        UNROLL for (int c = 0; c < SUMS; c++) v[c] = N * sum[c];
        cell_node(n, p, BYTE(row.w, 0), v);
    }
#if N > 1
    cell_at(n, from, row.y, cell);
    if (N == 2 || count > 1) {
        UNROLL for (int c = 0; c < SUMS; c++) v[c] = sum[c] + (N - 1) * weight * cell[c];
        cell_node(n, p, BYTE(row.w, 1), v);
    }
#endif
#if N > 2
    const real first = count > 1 ? 0 : 1, second = count > 1 ? (N - 1) * weight : weight;
    UNROLL for (int c = 0; c < SUMS; c++) sum[c] = first * sum[c] + second * cell[c];
    cell_at(n, from, row.z, cell);
    UNROLL for (int c = 0; c < SUMS; c++) v[c] = sum[c] + weight * cell[c];
    cell_node(n, p, BYTE(row.w, 2), v);
#endif
}
#else
#if PENCILS_CUT
#define AT_ONCE 1 /* nodes in a turn of the loop */
#else
#define AT_ONCE 2
#endif
/* The nodes of a pencil, or of a piece of one, one after the other: what one reads the next one needs again. Where items of two parts wait for
 * each other, all of a warp take as many steps as the longest of its pencils: those of shorter ones would go on by themselves, instruction by
 * instruction. */
INLINE void pencil_nodes(const struct node *n, NEAR const real *from, struct place p, word4 row, word4 more, real weight)
{
    const int length = (int)(more.w & 255), a2 = (int)(more.w >> 8 & 255), a3 = (int)(more.w >> 16 & 255);
    const int a1 = PENCILS_CUT ? (int)(more.w >> 24) : 0; /* of its first node */
    NEAR const real *o = from + row.x, *p2 = from + row.y, *p3 = from + row.z, *m2 = from + row.w, *m2p3 = from + more.x,
                    *m3 = from + more.y, *p2m3 = from + more.z;
    const int after = PENCILS_CUT ? N - a1 - a2 - a3 : length - 1; /* nodes of the pencil behind the first */
    const real w2 = weight * REAL(a2), w3 = weight * REAL(a3);
    real w0 = weight * REAL(after), w1 = PENCILS_CUT ? weight * REAL(a1) : 0;
    real at[PART], below2[PART], below3[PART], before[SUMS] = {0};
    p = place_at(p, (int)row.x);
    READ(at, o)
    UNROLL for (int c = 0; c < PART; c++) below2[c] = below3[c] = at[c]; /* some number: without one registers spill */
    if (SLIDES && COUNTS(a2)) { READ(below2, m2) }
    if (SLIDES && COUNTS(a3)) { READ(below3, m3) }
    if (a1 > 0) {
        real last[PART], x[PART], y[PART];
        READ(last, o - 1)
        READ(x, p2 - 1)
        READ(y, p3 - 1)
        cross(n->result, last, at, x, y, before);
    }
#if LOCAL_PARTS == 1 || LANES_PART % 32 == 0
    const int steps = length;
#else
    const int steps = (int)(more.w >> 24); /* from nd_kept_deal */
#endif
    UNROLL_BY(AT_ONCE) for (int i = 0; i < steps; i++) {
        const int here = i < length;
        real v[SUMS], cell[SUMS], next[PART], x[PART], y[PART], old[PART];
        old_left(n, here, p.left, old);
        UNROLL for (int c = 0; c < SUMS; c++) v[c] = w1 * before[c];
        if (COUNTS(a2)) {
            if (!SLIDES) { READ(below2, m2) }
            READ(x, m2 + 1)
            READ(y, m2p3)
            cross(n->result, below2, x, at, y, cell);
            UNROLL for (int c = 0; c < SUMS; c++) v[c] += w2 * cell[c];
            UNROLL for (int c = 0; c < PART; c++) below2[c] = x[c];
        }
        if (COUNTS(a3)) {
            if (!SLIDES) { READ(below3, m3) }
            READ(x, m3 + 1)
            READ(y, p2m3)
            cross(n->result, below3, x, y, at, cell);
            UNROLL for (int c = 0; c < SUMS; c++) v[c] += w3 * cell[c];
            UNROLL for (int c = 0; c < PART; c++) below3[c] = x[c];
        }
        if (COUNTS(after - i)) {
            READ(next, o + 1)
            READ(x, p2)
            READ(y, p3)
            cross(n->result, at, next, x, y, cell);
            UNROLL for (int c = 0; c < SUMS; c++) v[c] += w0 * cell[c], before[c] = cell[c];
            UNROLL for (int c = 0; c < PART; c++) at[c] = next[c];
        }
        finish(n, here, p, old, v);
        w0 -= weight, w1 += weight;
        o++, p2++, p3++, m2++, m2p3++, m3++, p2m3++, p = place_at(p, 1);
    }
}
#endif
