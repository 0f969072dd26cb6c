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
 * LAW_AT, two numbers of each part and on face 2 LAW_EXTRA more, zero elsewhere. place[f * Nfp + n] says where to find it: the node; or
 * offsets of the first two numbers, 16 bits each, those of the next part PART_STRIDE further. */
#ifdef LAW_AT
#define NUMBERS           (2 * LAW_PARTS)
#define TAKEN             (NUMBERS + LAW_EXTRA)
#define LOW(w)            (int)((w) & 0xffffu)
#define HIGH(w)           (int)((w) >> 16)
#define PLACE(f, node)    ((unsigned)(COMPONENT(LAW_AT(f, 0)) + (node)) | (unsigned)(COMPONENT(LAW_AT(f, 1)) + (node)) << 16)
#define NODE_OF(f, place) (LOW(place) - COMPONENT(LAW_AT(f, 0)))
#define TAKE(w, g, place, from)                                                                              \
    UNROLL for (int j = 0; j < NUMBERS; j++)                                                                 \
        (w)[j] = (from)[(j % 2 ? HIGH(place) : LOW(place)) + j / 2 * PART_STRIDE];                           \
    if (LAW_HAS_EXTRA(g)) {                                                                                  \
        UNROLL for (int j = 0; j < LAW_EXTRA; j++)                                                           \
            (w)[NUMBERS + j] = (from)[NODE_OF(2, place) + COMPONENT(LAW_EXTRA_AT(j))];                       \
    }
#else
#define NUMBERS           FIELDS
#define TAKEN             FIELDS
#define PLACE(f, node)    ((unsigned)(node))
#define NODE_OF(f, place) ((int)(place))
#define TAKE(w, g, place, from) UNROLL for (int j = 0; j < FIELDS; j++) (w)[j] = (from)[COMPONENT(j) + (place)];
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

/* Rates of some fields may come after those of others (LAW_TURN), so that an item needs fewer registers at a time. */
#ifndef LAW_TURNS
#define LAW_TURNS   1
#define LAW_TURN(c) 0
#endif
#define SUM_TURN(i) ((i) < PART ? LAW_TURN(i) : 0) /* a sum that waits for its turn has the number of its field */
#if LAW_TURNS > 1 && LAW_PARTS > 1
#error "turns are for laws of one part"
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
            TAKE(w + f * TAKEN, g, place, from)
        }
    }
}

/* The traces at node n of face f of element e; s: the batch's fields, w as fetched. */
INLINE void face_trace(NEAR const real *s, NEAR const real *records, NEAR const real *sides, unsigned d, NEAR const unsigned *places,
                       unsigned first, int e, int f, int n, real *w, real *trace)
{
    const unsigned g = d & 3, at = (d >> 3) - first, mine = places[f * Nfp + n];
    real own[TAKEN] = {0}, inner[LAW_SHARED], outer[LAW_SHARED], side[LAW_SIDE], record[LAW_RECORD];
    NEAR const real *from = s + e * STATE;
    TAKE(own, f, mine, from)
    UNROLL for (int i = 0; i < LAW_SIDE; i++) side[i] = sides[SIDE(f, e) + i];
    UNROLL for (int i = 0; i < LAW_RECORD; i++) record[i] = records[e * LAW_RECORD + i];
    law_shared(own, own + NUMBERS, inner);
    if (at < BATCH) {
        const unsigned place = places[g * Nfp + n];
        from = s + at * STATE;
        TAKE(w, g, place, from)
    }
    if (d < BOUNDARY)
        law_shared(w, w + NUMBERS, outer);
    else
        law_mirror((int)(d - BOUNDARY), f, side, record, inner, outer);
    law_side_trace(f, side, record, inner, outer, trace);
}

/* What slot `slot`, the batch's element e, and its faces need at all nodes, into shared memory. */
INLINE void element_sides(GLOBAL const real *RESTRICT record, word4 neighbours, int64 slot, int e, NEAR real *records, NEAR real *sides)
{
    real own[LAW_RECORD], other[LAW_RECORD], side[LAW_SIDE];
    UNROLL for (int i = 0; i < LAW_RECORD; i++) records[e * LAW_RECORD + i] = own[i] = record[slot * LAW_RECORD + i];
    UNROLL for (int f = 0; f < 4; f++) {
        const unsigned d = OF(neighbours, f);
        UNROLL for (int i = 0; i < LAW_RECORD; i++) other[i] = own[i];
        if (d < BOUNDARY && (d & 4)) {
            UNROLL for (int i = 0; i < LAW_RECORD; i++) other[i] = record[(int64)(d >> 3) * LAW_RECORD + i];
        }
#ifdef CONDITION_VALUES
        if (d >= BOUNDARY) law_behind((int)(d - BOUNDARY), other);
#endif
        law_side(f, own, other, side);
        UNROLL for (int i = 0; i < LAW_SIDE; i++) sides[SIDE(f, e) + i] = side[i];
    }
}
