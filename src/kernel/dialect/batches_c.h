/* batches_c.h - in C a block that takes one batch after the other is a loop, as any other is. */
#define BODY_AHEAD
#define BATCHES(g, n, next) for (long g = first_; g < last_; g++) {
#define FIRST_BATCH        first_
#define NEXT_BATCH(next, counter, n) next = (int)g + 1;
#define END_BODY
