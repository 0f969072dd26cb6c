/* face_fields_three.h - from an element the law reads LOCAL_READ numbers at a face node, number j of
 * them LOCAL_OFFSET(j) fields behind base LOCAL_BASE_OF(j), which is among the first three fields;
 * and on some faces LOCAL_EXTRA more, which are zero elsewhere. A face word, face_words[f * Nfp + n],
 * has the node's offsets in the bases LOCAL_FACE_FIELD(f, 0) ... (f, 2), 10 bits each: Np is at most
 * 220. NUMBER_OF: the same if f is known at compile time. */
#define NUMBERS            LOCAL_READ
#define TAKEN              (NUMBERS + LOCAL_EXTRA)
#define OFFSET(f, n, b)    (unsigned)(FIELD_AT(LOCAL_FACE_FIELD(f, b)) + (n))
#define FACE_WORD(f, n)    (OFFSET(f, n, 0) | OFFSET(f, n, 1) << 10 | OFFSET(f, n, 2) << 20)
#define BASE(word, b)      (int)((word) >> (b) * 10 & 0x3ff)
#define NODE_OF(f, word)   (BASE(word, 0) - FIELD_AT(LOCAL_FACE_FIELD(f, 0)))
#define NUMBER(g, word, j) (BASE(word, LOCAL_BASE_OF(j)) + LOCAL_OFFSET(j) * Np)
#define NUMBER_OF(f, word, j) (NODE_OF(f, word) + FIELD_AT(LOCAL_FACE_FIELD(f, LOCAL_BASE_OF(j)) + LOCAL_OFFSET(j)))
#define TAKE(NUMBER, w, g, word, from)                                                                       \
    UNROLL for (int j = 0; j < NUMBERS; j++) (w)[j] = (from)[NUMBER(g, word, j)];                            \
    if (LOCAL_HAS_EXTRA(g)) {                                                                                \
        UNROLL for (int j = 0; j < LOCAL_EXTRA; j++)                                                         \
            (w)[NUMBERS + j] = (from)[NODE_OF(2, word) + FIELD_AT(LOCAL_EXTRA_FIELD(j))];                    \
    }
