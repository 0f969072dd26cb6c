/* face_fields_all.h - from an element the law reads all fields at a face node, NUMBERS numbers. A face
 * word, face_words[f * Nfp + n], is the node's number in the element. */
#define NUMBERS            FIELDS
#define TAKEN              NUMBERS
#define FACE_WORD(f, node) ((unsigned)(node))
#define NODE_OF(f, word)   ((int)(word))
#define TAKE(NUMBER, w, g, word, from) UNROLL for (int j = 0; j < FIELDS; j++) (w)[j] = (from)[FIELD_AT(j) + (word)];
