/* Exact sums of doubles. A struct nd_sum holds the sum of all numbers that were added to it without
 * rounding: as a fixed-point number that covers the whole range of doubles (Kulisch's accumulator). So
 * the result does not depend on the order of the additions, or on how they are distributed over threads
 * and ranks. Start with `struct nd_sum sum = {0}`. */
#ifndef ND_SUM_H
#define ND_SUM_H

#include <stdint.h>

/* 32 bits per word: 2098 bits for the doubles from 2^-1074 to 2^1024, 63 for the carries of 2^63
 * additions, and the sign. */
#define ND_SUM_WORDS 68

/* Invariants, which hold between calls:
 * 1. The finite numbers add up to the sum over k of words[k] * 2^(32 k - 1074).
 * 2. |words[k]| <= adds * 2^33, and adds <= 2^29. So a word never overflows, and carries can wait.
 * All members are int64_t: the member-wise sum of two structs is their sum as long as 2 holds. */
struct nd_sum {
    int64_t words[ND_SUM_WORDS];
    int64_t nan, plus_infinity, minus_infinity; /* how many of each were added */
    int64_t adds;                               /* additions since the last carry */
};

void nd_sum_add(struct nd_sum *sum, double x);
/* Adds to `sum` what was added to `other`, which does not change. */
void nd_sum_merge(struct nd_sum *sum, const struct nd_sum *other);
/* The sum, rounded once, to nearest with ties to even; +0 if it is zero. NaN after a NaN or infinities
 * of both signs. */
double nd_sum_value(const struct nd_sum *sum);
/* Carries: afterwards adds = 1, and words[k] is in [0, 2^32) except for the last, which has the sign. The
 * sum does not change. */
void nd_sum_carry(struct nd_sum *sum);

#endif
