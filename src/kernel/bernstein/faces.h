/* faces.h - the faces of elements, for stages that hold a batch of BATCH elements in shared memory.
 * neighbours: [4] words of an element, one per face: the neighbour's slot * 8 + 4 (if its material
 * differs) + its face; or BOUNDARY + condition. */
#define IS_INNER(d) ((d) < (unsigned)BOUNDARY)
#define OF(four, f) ((f) == 0 ? (four).x : (f) == 1 ? (four).y : (f) == 2 ? (four).z : (four).w)
/* A field of an element in its STATE reals: those of a part one after the other, Np reals each. */
#define FIELD_AT(c)   ((c) / PART * PART_STRIDE + (c) % PART * Np)
/* The factors of face f of element e: face by face, so that threads side by side, one element each,
 * meet few banks twice. Four are read at a time where a face has many. */
#define SGEO_AT(f, e)  (((f) * BATCH + (e)) * LOCAL_SGEO)
#define SGEO_BEGIN(at) (SGEO_ALIGNED ? ALIGNED(at) : (at))
