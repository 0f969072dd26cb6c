#include "base/sum.h"

#include <math.h>
#include <string.h>

enum { WORD_BITS = 32, MANTISSA_BITS = 53, LOWEST_EXPONENT = -1074 };
#define ADDS_MOST ((int64_t)1 << 29)
#define LOW_BITS  0xffffffff

static void add_special(struct nd_sum *sum, double x)
{
    if (isnan(x))
        sum->nan++;
    else if (x > 0)
        sum->plus_infinity++;
    else
        sum->minus_infinity++;
}

void nd_sum_add(struct nd_sum *sum, double x)
{
    uint64_t bits;
    memcpy(&bits, &x, sizeof bits);
    const int exponent = (int)(bits >> 52 & 0x7ff);
    if (exponent == 0x7ff) {
        add_special(sum, x);
        return;
    }
    if (sum->adds >= ADDS_MOST) nd_sum_carry(sum);
    /* |x| = mantissa * 2^(shift - 1074). */
    const uint64_t fraction = bits & (((uint64_t)1 << 52) - 1);
    const uint64_t mantissa = exponent ? fraction | (uint64_t)1 << 52 : fraction;
    const int shift = exponent ? exponent - 1 : 0;
    const uint64_t low = (mantissa & LOW_BITS) << shift % WORD_BITS;
    const uint64_t high = (mantissa >> WORD_BITS) << shift % WORD_BITS;
    const int64_t sign = -(int64_t)(bits >> 63); /* (d ^ sign) - sign: d or -d */
    int64_t *words = sum->words + shift / WORD_BITS;
    words[0] += ((int64_t)(low & LOW_BITS) ^ sign) - sign;
    words[1] += ((int64_t)((low >> WORD_BITS) + (high & LOW_BITS)) ^ sign) - sign;
    words[2] += ((int64_t)(high >> WORD_BITS) ^ sign) - sign;
    sum->adds++;
}

void nd_sum_carry(struct nd_sum *sum)
{
    for (int k = 0; k + 1 < ND_SUM_WORDS; k++) {
        const int64_t low = sum->words[k] & LOW_BITS;
        sum->words[k + 1] += (sum->words[k] - low) / ((int64_t)1 << WORD_BITS);
        sum->words[k] = low;
    }
    sum->adds = 1;
}

void nd_sum_merge(struct nd_sum *sum, const struct nd_sum *other)
{
    struct nd_sum carried;
    if (sum->adds + other->adds > ADDS_MOST) {
        carried = *other;
        nd_sum_carry(&carried);
        nd_sum_carry(sum);
        other = &carried;
    }
    for (int k = 0; k < ND_SUM_WORDS; k++) sum->words[k] += other->words[k];
    sum->nan += other->nan;
    sum->plus_infinity += other->plus_infinity;
    sum->minus_infinity += other->minus_infinity;
    sum->adds += other->adds;
}

/* Bits [at, at + n) of a carried sum that is not negative; n <= 64. */
static uint64_t bits_at(const struct nd_sum *sum, int at, int n)
{
    uint64_t bits = 0;
    for (int i = n - 1; i >= 0; i--)
        bits = bits << 1 | (sum->words[(at + i) / WORD_BITS] >> (at + i) % WORD_BITS & 1);
    return bits;
}

static int any_below(const struct nd_sum *sum, int at)
{
    for (int k = 0; k < at / WORD_BITS; k++)
        if (sum->words[k]) return 1;
    return bits_at(sum, at / WORD_BITS * WORD_BITS, at % WORD_BITS) != 0;
}

/* The value of a carried sum that is not negative. */
static double round_even(const struct nd_sum *sum)
{
    int top = ND_SUM_WORDS * WORD_BITS - 1; /* the highest bit that is set */
    while (top >= 0 && !bits_at(sum, top, 1)) top -= sum->words[top / WORD_BITS] ? 1 : WORD_BITS;
    if (top < MANTISSA_BITS) return ldexp((double)bits_at(sum, 0, MANTISSA_BITS), LOWEST_EXPONENT);
    const int lowest = top - MANTISSA_BITS + 1;
    uint64_t mantissa = bits_at(sum, lowest, MANTISSA_BITS);
    if (bits_at(sum, lowest - 1, 1) && (mantissa & 1 || any_below(sum, lowest - 1))) mantissa++;
    return ldexp((double)mantissa, lowest + LOWEST_EXPONENT);
}

double nd_sum_value(const struct nd_sum *sum)
{
    struct nd_sum carried = *sum;
    if (sum->nan || (sum->plus_infinity && sum->minus_infinity)) return NAN;
    if (sum->plus_infinity) return INFINITY;
    if (sum->minus_infinity) return -INFINITY;
    nd_sum_carry(&carried);
    if (carried.words[ND_SUM_WORDS - 1] >= 0) return round_even(&carried);
    for (int k = 0; k < ND_SUM_WORDS; k++) carried.words[k] = -carried.words[k];
    nd_sum_carry(&carried);
    return -round_even(&carried);
}
