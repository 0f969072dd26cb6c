/* kept.h - the faces of elements whose fields are kept in their frame (the law says how), for stages that take a batch of BATCH
 * elements in shared memory; after the law in the texts that ask for it.
 *
 * An element's fields are STATE reals: those of a part, component by component, Np reals each; the next part PART_STRIDE further.
 * behind: neighbour's slot * 8 + 4 (another material is there) + its face; or BOUNDARY + condition. */
#if FIELDS % LOCAL_PARTS
#error "the parts of the fields are equal in size"
#endif
#define PART         (FIELDS / LOCAL_PARTS)
#define COMPONENT(c) ((c) / PART * PART_STRIDE + (c) % PART * Np)
#define BOUNDARY     0xfffffe00u
#define OF(four, f)  ((f) == 0 ? (four).x : (f) == 1 ? (four).y : (f) == 2 ? (four).z : (four).w)
#define SIDE(f, e)   (((f) * BATCH + (e)) * LOCAL_SGEO) /* face by face: items side by side, an element each, meet few banks twice */

/* What is taken from an element at a face node, for the law to make of it what both sides see alike: all fields; or where the law says
 * LOCAL_FACE_FIELD, some numbers and on face 2 LOCAL_EXTRA more, zero elsewhere. place[f * Nfp + n] says where to find it: the node; or
 * the node's offsets in components LOCAL_FACE_FIELD(f, 0) ..., 32 / LOCAL_BASES bits each. Of these there are two, and numbers are two of each part,
 * those of the next part PART_STRIDE further; or the law says LOCAL_BASES, 3, all among its first 3 fields, and number j is
 * LOCAL_OFFSET(j) fields behind base LOCAL_BASE_OF(j). NUMBER_OF: the same where f is known when this is compiled. */
#ifdef LOCAL_FACE_FIELD
#ifdef LOCAL_BASES
#define NUMBERS           LOCAL_READ
#define NUMBER(g, place, j) (BASE(place, LOCAL_BASE_OF(j)) + LOCAL_OFFSET(j) * Np)
#define NUMBER_OF(f, place, j) (NODE_OF(f, place) + COMPONENT(LOCAL_FACE_FIELD(f, LOCAL_BASE_OF(j)) + LOCAL_OFFSET(j)))
#else
#define LOCAL_BASES         2
#define NUMBERS           (2 * LOCAL_PARTS)
#define NUMBER(g, place, j) (BASE(place, (j) % 2) + (j) / 2 * PART_STRIDE)
#define NUMBER_OF         NUMBER
#endif
#define BITS              (32 / LOCAL_BASES)
#if LOCAL_BASES > 3 || (LOCAL_BASES == 3 && 3 * Np > 1 << BITS)
#error "a word does not hold the offsets of a face node"
#endif
#define BASE(place, b)    (int)((place) >> (b) * BITS & ((1u << BITS) - 1))
#define PLACE_OF(f, n, b) ((b) < LOCAL_BASES ? (unsigned)(COMPONENT(LOCAL_FACE_FIELD(f, b)) + (n)) << (b) % LOCAL_BASES * BITS : 0)
#define PLACE(f, n)       (PLACE_OF(f, n, 0) | PLACE_OF(f, n, 1) | PLACE_OF(f, n, 2))
#define NODE_OF(f, place) (BASE(place, 0) - COMPONENT(LOCAL_FACE_FIELD(f, 0)))
#define TAKEN             (NUMBERS + LOCAL_EXTRA)
#define TAKE(NUMBER, w, g, place, from)                                                                      \
    UNROLL for (int j = 0; j < NUMBERS; j++) (w)[j] = (from)[NUMBER(g, place, j)];                           \
    if (LOCAL_HAS_EXTRA(g)) {                                                                                  \
        UNROLL for (int j = 0; j < LOCAL_EXTRA; j++)                                                           \
            (w)[NUMBERS + j] = (from)[NODE_OF(2, place) + COMPONENT(LOCAL_EXTRA_FIELD(j))];                       \
    }
#else
#define NUMBERS           FIELDS
#define TAKEN             FIELDS
#define PLACE(f, node)    ((unsigned)(node))
#define NODE_OF(f, place) ((int)(place))
#define TAKE(NUMBER, w, g, place, from) UNROLL for (int j = 0; j < FIELDS; j++) (w)[j] = (from)[COMPONENT(j) + (place)];
#endif

/* Numbers that are lifted at a face node, and sums of derivatives that an item makes. */
#define TRACED LOCAL_FLUXES
#define SUMS   LOCAL_SUMS

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
#if LOCAL_SGEO > 4 && LOCAL_SGEO % 4 == 0
#define SIDE_BEGINS(at) ALIGNED(at)
#else
#define SIDE_BEGINS(at) (at)
#endif
#define FOR_FACE                                                                                             \
    UNROLL for (int i = 0; i < LOCAL_SGEO; i++) side[i] = SIDE_BEGINS(sides + SIDE(f, e))[i];                  \
    UNROLL for (int i = 0; i < LOCAL_VGEO; i++) record[i] = records[e * LOCAL_VGEO + i];

/* The traces at node n of face f of element e; s: the batch's fields, w as fetched. */
INLINE void face_trace(NEAR const real *s, NEAR const real *records, NEAR const real *sides, unsigned d, NEAR const unsigned *places,
                       unsigned first, int e, int f, int n, real *w, real *trace)
{
    const unsigned g = d & 3, at = (d >> 3) - first, mine = places[f * Nfp + n];
    real own[TAKEN] = {0}, inner[LOCAL_TRACE], outer[LOCAL_TRACE], side[LOCAL_SGEO], record[LOCAL_VGEO];
    NEAR const real *from = s + e * STATE;
    TAKE(NUMBER_OF, own, f, mine, from)
    FOR_FACE
    local_trace(f, 0, side, own, own + NUMBERS, inner);
    if (at < BATCH) {
        const unsigned place = places[g * Nfp + n];
        from = s + at * STATE;
        TAKE(NUMBER, w, g, place, from)
    }
    if (d < BOUNDARY)
        local_trace((int)g, 1, side, w, w + NUMBERS, outer);
    else {
        FOR_FACE
        local_boundary((int)(d - BOUNDARY), f, side, record, inner, outer);
    }
    FOR_FACE
    local_flux(f, side, record, inner, outer, trace);
}

/* Does local_sgeo ask for the other element's record even where its material is the same? It does more then, and items take a face each. */
#define SIDE_ITEMS (LOCAL_NEIGHBOUR ? 4 * BATCH : BATCH)

/* What face f needs at all nodes; own: the element's record. */
INLINE void side_of(GLOBAL const real *RESTRICT record, const real *own, unsigned d, int f, real *side)
{
    real other[LOCAL_VGEO];
    UNROLL for (int i = 0; i < LOCAL_VGEO; i++) other[i] = own[i];
    if (d < BOUNDARY && ((d | 4 * LOCAL_NEIGHBOUR) & 4)) {
        UNROLL for (int i = 0; i < LOCAL_VGEO; i++) other[i] = record[(int64)(d >> 3) * LOCAL_VGEO + i];
    }
#ifdef CONDITION_VALUES
    if (d >= BOUNDARY) local_wall((int)(d - BOUNDARY), other);
#endif
    local_sgeo(f, own, d < BOUNDARY ? (int)(d & 3) : f, other, side);
}

/* The same, of an element of the batch into shared memory. */
INLINE void face_side(GLOBAL const real *RESTRICT record, const real *own, unsigned d, int e, int f, NEAR real *sides)
{
    real side[LOCAL_SGEO];
    side_of(record, own, d, f, side);
    UNROLL for (int i = 0; i < LOCAL_SGEO; i++) sides[SIDE(f, e) + i] = side[i];
}

/* What the batch's elements and their faces need at all nodes, into shared memory: item k's of SIDE_ITEMS. first: its first slot. */
INLINE void batch_sides(GLOBAL const real *RESTRICT record, GLOBAL const unsigned *RESTRICT behind, int64 first, int k,
                        NEAR real *records, NEAR real *sides)
{
    real own[LOCAL_VGEO];
    const int e = k % BATCH;
    UNROLL for (int i = 0; i < LOCAL_VGEO; i++) own[i] = record[(first + e) * LOCAL_VGEO + i];
    if (k < BATCH) {
        UNROLL for (int i = 0; i < LOCAL_VGEO; i++) records[e * LOCAL_VGEO + i] = own[i];
    }
#if LOCAL_NEIGHBOUR
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
#ifdef LOCAL_DERIVATIVES
    LOCAL_DERIVATIVES(CELL_FIRST, CELL)
#else
    local_sums(result, e0, e1, e2, e3, cell);
#endif
}
