/* face_fields_two.h - from an element the law reads two fields of each part at a face node, NUMBERS
 * numbers; and on some faces LOCAL_EXTRA more, which are zero elsewhere. A face word,
 * face_words[f * Nfp + n], has the node's offsets in fields LOCAL_FACE_FIELD(f, 0) and (f, 1), 16
 * bits each; fields of the next part are PART_STRIDE further. NUMBER_OF: the same if f is known at
 * compile time. */
#define NUMBERS            (2 * LOCAL_PARTS)
#define TAKEN              (NUMBERS + LOCAL_EXTRA)
#define OFFSET(f, n, b)    (unsigned)(FIELD_AT(LOCAL_FACE_FIELD(f, b)) + (n))
#define FACE_WORD(f, n)    (OFFSET(f, n, 0) | OFFSET(f, n, 1) << 16)
#define BASE(word, b)      (int)((word) >> (b) * 16 & 0xffff)
#define NODE_OF(f, word)   (BASE(word, 0) - FIELD_AT(LOCAL_FACE_FIELD(f, 0)))
#define NUMBER(g, word, j) (BASE(word, (j) % 2) + (j) / 2 * PART_STRIDE)
#define NUMBER_OF          NUMBER
#define TAKE(NUMBER, w, g, word, from)                                                                       \
    UNROLL for (int j = 0; j < NUMBERS; j++) (w)[j] = (from)[NUMBER(g, word, j)];                            \
    if (LOCAL_HAS_EXTRA(g)) {                                                                                \
        UNROLL for (int j = 0; j < LOCAL_EXTRA; j++)                                                         \
            (w)[NUMBERS + j] = (from)[NODE_OF(2, word) + FIELD_AT(LOCAL_EXTRA_FIELD(j))];                    \
    }
