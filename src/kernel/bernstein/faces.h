/* faces.h - what the faces of elements need and give, for stages that hold a batch of BATCH
 * elements in shared memory.
 *
 * neighbours: [4] words of an element, one per face: the neighbour's slot * 8 + 4 (if its material
 * differs) + its face; or BOUNDARY + condition. */
#define IS_INNER(d) ((d) < (unsigned)BOUNDARY)
/* A field of an element in its STATE reals: those of a part one after the other, Np reals each. */
#define FIELD_AT(c)   ((c) / PART * PART_STRIDE + (c) % PART * Np)
/* The factors of face f of element e: face by face, so that threads side by side, one element each,
 * meet few banks twice. */
#define SGEO_AT(f, e) (((f) * BATCH + (e)) * LOCAL_SGEO)

#define OF(four, f) ((f) == 0 ? (four).x : (f) == 1 ? (four).y : (f) == 2 ? (four).z : (four).w)

/* The numbers read from an element at a face node, from which the law computes what both sides see
 * alike: all fields; or, if the law defines LOCAL_FACE_FIELD, some numbers and on face 2
 * LOCAL_EXTRA more, zero elsewhere. face_words[f * Nfp + n] says where they are: the node; or the
 * node's offsets in components LOCAL_FACE_FIELD(f, 0) ..., 32 / LOCAL_BASES bits each. There are
 * two of these, and numbers are two of each part, those of the next part PART_STRIDE further; or
 * the law defines LOCAL_BASES as 3, all among its first 3 fields, and number j is LOCAL_OFFSET(j)
 * fields behind base LOCAL_BASE_OF(j). NUMBER_OF: the same if f is known at compile time. */
#ifdef LOCAL_FACE_FIELD
#ifdef LOCAL_BASES
#define NUMBERS           LOCAL_READ
#define NUMBER(g, word, j) (BASE(word, LOCAL_BASE_OF(j)) + LOCAL_OFFSET(j) * Np)
#define NUMBER_OF(f, word, j) (NODE_OF(f, word) + FIELD_AT(LOCAL_FACE_FIELD(f, LOCAL_BASE_OF(j)) + LOCAL_OFFSET(j)))
#else
#define LOCAL_BASES         2
#define NUMBERS           (2 * LOCAL_PARTS)
#define NUMBER(g, word, j) (BASE(word, (j) % 2) + (j) / 2 * PART_STRIDE)
#define NUMBER_OF         NUMBER
#endif
#define BITS              (32 / LOCAL_BASES)
#if LOCAL_BASES > 3 || (LOCAL_BASES == 3 && 3 * Np > 1 << BITS)
#error "a word does not hold the offsets of a face node"
#endif
#define BASE(word, b)     (int)((word) >> (b) * BITS & ((1u << BITS) - 1))
#define BASE_OF(f, n, b)  ((b) < LOCAL_BASES ? (unsigned)(FIELD_AT(LOCAL_FACE_FIELD(f, b)) + (n)) << (b) % LOCAL_BASES * BITS : 0)
#define FACE_WORD(f, n)   (BASE_OF(f, n, 0) | BASE_OF(f, n, 1) | BASE_OF(f, n, 2))
#define NODE_OF(f, word)  (BASE(word, 0) - FIELD_AT(LOCAL_FACE_FIELD(f, 0)))
#define TAKEN             (NUMBERS + LOCAL_EXTRA)
#define TAKE(NUMBER, w, g, word, from)                                                                       \
    UNROLL for (int j = 0; j < NUMBERS; j++) (w)[j] = (from)[NUMBER(g, word, j)];                            \
    if (LOCAL_HAS_EXTRA(g)) {                                                                                  \
        UNROLL for (int j = 0; j < LOCAL_EXTRA; j++)                                                           \
            (w)[NUMBERS + j] = (from)[NODE_OF(2, word) + FIELD_AT(LOCAL_EXTRA_FIELD(j))];                         \
    }
#else
#define NUMBERS           FIELDS
#define TAKEN             FIELDS
#define FACE_WORD(f, node) ((unsigned)(node))
#define NODE_OF(f, word)  ((int)(word))
#define TAKE(NUMBER, w, g, word, from) UNROLL for (int j = 0; j < FIELDS; j++) (w)[j] = (from)[FIELD_AT(j) + (word)];
#endif

/* The state of a boundary whose condition has a value, as the geometric factors of a neighbour. */
#ifdef CONDITION_VALUES
#define BOUNDARY_VGEO(condition, vgeo) local_wall(condition, vgeo);
#else
#define BOUNDARY_VGEO(condition, vgeo)
#endif

/* Whether local_sgeo needs the neighbour's factors even if its material is the same. Then it does
 * more work, and a thread takes one face. */

/* Computes the geometric factors of face f, behind which is d; own: the element's factors. */
INLINE void face_sgeo(GLOBAL const real *RESTRICT vgeo, const real *own, unsigned d, int f, real *sgeo)
{
    real other[LOCAL_VGEO];
    UNROLL for (int i = 0; i < LOCAL_VGEO; i++) other[i] = own[i];
    if (IS_INNER(d) && ((d | 4 * LOCAL_NEIGHBOUR) & 4)) {
        UNROLL for (int i = 0; i < LOCAL_VGEO; i++) other[i] = vgeo[(int64)(d >> 3) * LOCAL_VGEO + i];
    }
    if (!IS_INNER(d)) { BOUNDARY_VGEO((int)(d - (unsigned)BOUNDARY), other) }
    local_sgeo(f, own, IS_INNER(d) ? (int)(d & 3) : f, other, sgeo);
}
