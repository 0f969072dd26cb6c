/* kept.h - the faces of elements whose fields are kept in their frame (the law says how), for stages that take a batch of BATCH
 * elements in shared memory; after the law in the texts that ask for it.
 *
 * An element's fields are STATE reals: those of a part, component by component, Np reals each; the next part PART_STRIDE further.
 * behind: neighbour's slot * 8 + 4 (another material is there) + its face; or BOUNDARY + condition. */
#if FIELDS % LAW_PARTS
#error "the parts of the fields are equal in size"
#endif
#define PART         (FIELDS / LAW_PARTS)
#define COMPONENT(c) ((c) / PART * PART_STRIDE + (c) % PART * Np)
#define BOUNDARY     0xfffffe00u
#define OF(four, f)  ((f) == 0 ? (four).x : (f) == 1 ? (four).y : (f) == 2 ? (four).z : (four).w)
#define SIDE(f, e)   (((f) * BATCH + (e)) * LAW_SIDE) /* face by face: items side by side, an element each, meet few banks twice */

/* What is taken from an element at a face node, for the law to make of it what both sides see alike: all fields; or where the law says
 * LAW_AT, some numbers and on face 2 LAW_EXTRA more, zero elsewhere. place[f * Nfp + n] says where to find it: the node; or
 * the node's offsets in components LAW_AT(f, 0) ..., 32 / LAW_BASES bits each. Of these there are two, and numbers are two of each part,
 * those of the next part PART_STRIDE further; or the law says LAW_BASES, 3, all among its first 3 fields, and number j is
 * LAW_FURTHER(j) fields behind base LAW_BASE(j). NUMBER_OF: the same where f is known when this is compiled. */
#ifdef LAW_AT
#ifdef LAW_BASES
#define NUMBERS           LAW_NUMBERS
#define NUMBER(g, place, j) (BASE(place, LAW_BASE(j)) + LAW_FURTHER(j) * Np)
#define NUMBER_OF(f, place, j) (NODE_OF(f, place) + COMPONENT(LAW_AT(f, LAW_BASE(j)) + LAW_FURTHER(j)))
#else
#define LAW_BASES         2
#define NUMBERS           (2 * LAW_PARTS)
#define NUMBER(g, place, j) (BASE(place, (j) % 2) + (j) / 2 * PART_STRIDE)
#define NUMBER_OF         NUMBER
#endif
#define BITS              (32 / LAW_BASES)
#if LAW_BASES > 3 || (LAW_BASES == 3 && 3 * Np > 1 << BITS)
#error "a word does not hold the offsets of a face node"
#endif
#define BASE(place, b)    (int)((place) >> (b) * BITS & ((1u << BITS) - 1))
#define PLACE_OF(f, n, b) ((b) < LAW_BASES ? (unsigned)(COMPONENT(LAW_AT(f, b)) + (n)) << (b) % LAW_BASES * BITS : 0)
#define PLACE(f, n)       (PLACE_OF(f, n, 0) | PLACE_OF(f, n, 1) | PLACE_OF(f, n, 2))
#define NODE_OF(f, place) (BASE(place, 0) - COMPONENT(LAW_AT(f, 0)))
#define TAKEN             (NUMBERS + LAW_EXTRA)
#define TAKE(NUMBER, w, g, place, from)                                                                      \
    UNROLL for (int j = 0; j < NUMBERS; j++) (w)[j] = (from)[NUMBER(g, place, j)];                           \
    if (LAW_HAS_EXTRA(g)) {                                                                                  \
        UNROLL for (int j = 0; j < LAW_EXTRA; j++)                                                           \
            (w)[NUMBERS + j] = (from)[NODE_OF(2, place) + COMPONENT(LAW_EXTRA_AT(j))];                       \
    }
#else
#define NUMBERS           FIELDS
#define TAKEN             FIELDS
#define PLACE(f, node)    ((unsigned)(node))
#define NODE_OF(f, place) ((int)(place))
#define TAKE(NUMBER, w, g, place, from) UNROLL for (int j = 0; j < FIELDS; j++) (w)[j] = (from)[COMPONENT(j) + (place)];
#endif

/* Numbers that are lifted at a face node, and sums of derivatives that an item makes. */
#ifdef LAW_KEPT_TRACES
#define TRACED LAW_KEPT_TRACES
#else
#define TRACED LAW_TRACES
#endif
#ifdef LAW_SUMS
#define SUMS LAW_SUMS
#else
#define SUMS PART
#endif

/* What is behind the faces of node n of an element in other batches, w[4][TAKEN]; the rest of w is left alone. first: the batch's
 * first slot. */
INLINE void faces_fetch(GLOBAL const real *RESTRICT q, word4 neighbours, NEAR const unsigned *places, unsigned first, int n, real *w)
{
    UNROLL for (int f = 0; f < 4; f++) {
        const unsigned d = OF(neighbours, f), g = d & 3;
        if (d < BOUNDARY && (d >> 3) - first >= BATCH) {
            const unsigned place = places[g * Nfp + n];
            GLOBAL const real *from = q + (int64)(d >> 3) * STATE;
            TAKE(NUMBER, w + f * TAKEN, g, place, from)
        }
    }
}

/* Into side and record: here and there, for to have them earlier takes registers. Many numbers of a side come four at once. */
#if LAW_SIDE > 4 && LAW_SIDE % 4 == 0
#define SIDE_BEGINS(at) ALIGNED(at)
#else
#define SIDE_BEGINS(at) (at)
#endif
#define FOR_FACE                                                                                             \
    UNROLL for (int i = 0; i < LAW_SIDE; i++) side[i] = SIDE_BEGINS(sides + SIDE(f, e))[i];                  \
    UNROLL for (int i = 0; i < LAW_RECORD; i++) record[i] = records[e * LAW_RECORD + i];

/* The traces at node n of face f of element e; s: the batch's fields, w as fetched. */
INLINE void face_trace(NEAR const real *s, NEAR const real *records, NEAR const real *sides, unsigned d, NEAR const unsigned *places,
                       unsigned first, int e, int f, int n, real *w, real *trace)
{
    const unsigned g = d & 3, at = (d >> 3) - first, mine = places[f * Nfp + n];
    real own[TAKEN] = {0}, inner[LAW_SHARED], outer[LAW_SHARED], side[LAW_SIDE], record[LAW_RECORD];
    NEAR const real *from = s + e * STATE;
    TAKE(NUMBER_OF, own, f, mine, from)
    FOR_FACE
    law_shared(f, 0, side, own, own + NUMBERS, inner);
    if (at < BATCH) {
        const unsigned place = places[g * Nfp + n];
        from = s + at * STATE;
        TAKE(NUMBER, w, g, place, from)
    }
    if (d < BOUNDARY)
        law_shared((int)g, 1, side, w, w + NUMBERS, outer);
    else {
        FOR_FACE
        law_mirror((int)(d - BOUNDARY), f, side, record, inner, outer);
    }
    FOR_FACE
    law_side_trace(f, side, record, inner, outer, trace);
}

/* Does law_side ask for the other element's record even where its material is the same? It does more then, and items take a face each. */
#ifndef LAW_OTHER
#define LAW_OTHER 0
#endif
#define SIDE_ITEMS (LAW_OTHER ? 4 * BATCH : BATCH)

/* What face f needs at all nodes; own: the element's record. */
INLINE void side_of(GLOBAL const real *RESTRICT record, const real *own, unsigned d, int f, real *side)
{
    real other[LAW_RECORD];
    UNROLL for (int i = 0; i < LAW_RECORD; i++) other[i] = own[i];
    if (d < BOUNDARY && ((d | 4 * LAW_OTHER) & 4)) {
        UNROLL for (int i = 0; i < LAW_RECORD; i++) other[i] = record[(int64)(d >> 3) * LAW_RECORD + i];
    }
#ifdef CONDITION_VALUES
    if (d >= BOUNDARY) law_behind((int)(d - BOUNDARY), other);
#endif
    law_side(f, own, d < BOUNDARY ? (int)(d & 3) : f, other, side);
}

/* The same, of an element of the batch into shared memory. */
INLINE void face_side(GLOBAL const real *RESTRICT record, const real *own, unsigned d, int e, int f, NEAR real *sides)
{
    real side[LAW_SIDE];
    side_of(record, own, d, f, side);
    UNROLL for (int i = 0; i < LAW_SIDE; i++) sides[SIDE(f, e) + i] = side[i];
}

/* What the batch's elements and their faces need at all nodes, into shared memory: item k's of SIDE_ITEMS. first: its first slot. */
INLINE void batch_sides(GLOBAL const real *RESTRICT record, GLOBAL const unsigned *RESTRICT behind, int64 first, int k,
                        NEAR real *records, NEAR real *sides)
{
    real own[LAW_RECORD];
    const int e = k % BATCH;
    UNROLL for (int i = 0; i < LAW_RECORD; i++) own[i] = record[(first + e) * LAW_RECORD + i];
    if (k < BATCH) {
        UNROLL for (int i = 0; i < LAW_RECORD; i++) records[e * LAW_RECORD + i] = own[i];
    }
#if LAW_OTHER
    face_side(record, own, behind[(first + e) * 4 + k / BATCH], e, k / BATCH, sides);
#else
    const word4 neighbours = ((GLOBAL const word4 *)behind)[first + e];
    UNROLL for (int f = 0; f < 4; f++) face_side(record, own, OF(neighbours, f), e, f, sides);
#endif
}

/* The law's sums of differences, those of a cell with corners e0 ... e3. */
#define CELL_FIRST(i, d, j) cell[i] = e##d[j] - e0[j];
#define CELL(i, sign, d, j) cell[i] = cell[i] sign (e##d[j] - e0[j]);
INLINE void cross(const real *result, const real *e0, const real *e1, const real *e2, const real *e3, real *cell)
{
#ifdef LAW_CROSS
    LAW_CROSS(CELL_FIRST, CELL)
#else
    law_cell(result, e0, e1, e2, e3, cell);
#endif
}
