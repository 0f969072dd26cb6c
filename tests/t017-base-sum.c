// Exact sums of doubles: cancellation, huge and tiny numbers, rounding, NaN and infinity; against Shewchuk's
// exact summation, as math.fsum of Python has it; the same bits in any order and however they are merged.
#include <float.h>
#include <stdint.h>
#include "base/sum.h"
#include "test.h"

static uint64_t state = 1;

static uint64_t random_bits(void)
{
    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
    return state * 0x2545f4914f6cdd1dULL;
}

/* A number with random sign, mantissa and exponent of 2 within [low, high]. */
static double random_number(int low, int high)
{
    const uint64_t bits = random_bits();
    const double mantissa = 1 + ldexp((double)(bits >> 12), -52);
    return ldexp(bits & 1 ? -mantissa : mantissa, low + (int)(random_bits() >> 33) % (high - low + 1));
}

static double sum_of(const double *x, int n)
{
    struct nd_sum sum = {0};
    for (int i = 0; i < n; i++) nd_sum_add(&sum, x[i]);
    return nd_sum_value(&sum);
}

static int same(double a, double b)
{
    return (isnan(a) && isnan(b)) || !memcmp(&a, &b, sizeof a);
}

#define CHECK_SUM(expected, ...)                                                                             \
    do {                                                                                                     \
        const double x_[] = {__VA_ARGS__}, got_ = sum_of(x_, (int)(sizeof x_ / sizeof *x_));                 \
        if (!same(got_, expected)) {                                                                         \
            printf("%s:%d: sum of %s: %a, not %a\n", __FILE__, __LINE__, #__VA_ARGS__, got_,                 \
                   (double)(expected));                                                                      \
            test_failures++;                                                                                 \
        }                                                                                                    \
    } while (0)

/* The expected values are those of math.fsum, where it has one. */
static void test_cases(void)
{
    const double tiny = 0x1p-1074;
    CHECK_SUM(0.0, 0);
    CHECK_SUM(0.0, -0.0, -0.0);
    CHECK_SUM(1.0, 1e100, 1, -1e100);
    CHECK_SUM(2.0, 1, 1e100, 1, -1e100);
    CHECK_SUM(1e-300, 1e300, 1e-300, -1e300);
    CHECK_SUM(-3e-320, -DBL_MAX, -3e-320, DBL_MAX);
    CHECK_SUM(1.0, 0.1, 0.1, 0.1, 0.1, 0.1, 0.1, 0.1, 0.1, 0.1, 0.1);
    CHECK_SUM(tiny, tiny);
    CHECK_SUM(-3 * tiny, -tiny, -tiny, -tiny);
    CHECK_SUM(0x1p-1022, 0x1p-1022 - tiny, tiny);
    CHECK_SUM(0x1p-1021, 0x1p-1022, 0x1p-1022 - tiny, tiny);
    /* Ties go to even; the smallest number beyond decides otherwise, on both sides. */
    CHECK_SUM(0x1p53, 0x1p53, 1);
    CHECK_SUM(0x1p53 + 2, 0x1p53, 1, tiny);
    CHECK_SUM(0x1p53 + 4, 0x1p53 + 2, 1);
    CHECK_SUM(0x1p53 + 2, 0x1p53 + 2, 1, -tiny);
    CHECK_SUM(-0x1p53, -0x1p53, -1);
    CHECK_SUM(-0x1p53 - 2, -0x1p53, -1, -tiny);
    CHECK_SUM(0x1p54, 0x1p54 - 2, 1, 1);
    CHECK_SUM(0x1p54, 0x1p54 - 2, 1); /* the mantissa becomes 2^53 */
    /* Overflow only of the result. */
    CHECK_SUM(DBL_MAX, DBL_MAX, DBL_MAX, -DBL_MAX);
    CHECK_SUM(DBL_MAX, DBL_MAX, 0x1p969);
    CHECK_SUM(INFINITY, DBL_MAX, 0x1p970);
    CHECK_SUM(-INFINITY, -DBL_MAX, -DBL_MAX, -DBL_MAX);
    CHECK_SUM(INFINITY, INFINITY, -DBL_MAX, INFINITY);
    CHECK_SUM(-INFINITY, -INFINITY, 1);
    CHECK_SUM(NAN, INFINITY, -INFINITY);
    CHECK_SUM(NAN, 1, NAN, INFINITY);
}

/* Shewchuk's: partial sums that do not overlap, rounded once at the end. */
static double shewchuk(const double *x, int n)
{
    double partials[200], hi = 0, lo = 0;
    int used = 0;
    for (int i = 0; i < n; i++) {
        double a = x[i];
        int left = 0;
        for (int j = 0; j < used; j++) {
            double b = partials[j];
            if (fabs(a) < fabs(b)) {
                const double swap = a;
                a = b;
                b = swap;
            }
            hi = a + b;
            lo = b - (hi - a);
            if (lo != 0) partials[left++] = lo;
            a = hi;
        }
        partials[left++] = a;
        used = left;
    }
    hi = used ? partials[--used] : 0;
    lo = 0;
    while (used > 0 && lo == 0) {
        const double a = hi, b = partials[--used];
        hi = a + b;
        lo = b - (hi - a);
    }
    if (used > 0 && lo != 0 && (lo > 0) == (partials[used - 1] > 0) && hi + 2 * lo - hi == 2 * lo)
        hi += 2 * lo;
    return hi;
}

static void test_random(void)
{
    double x[64];
    static const struct {
        int low, high;
    } ranges[] = {{-1022, 1000}, {-3, 3}, {-1022, -900}, {-60, 60}, {900, 1000}};
    for (int trial = 0; trial < 4000; trial++) {
        const int n = 1 + (int)(random_bits() % 64), range = trial % 5;
        for (int i = 0; i < n; i++) {
            x[i] = random_number(ranges[range].low, ranges[range].high);
            if (i && random_bits() % 3 == 0) x[i] = -x[random_bits() % (uint64_t)i]; /* cancels */
            if (range == 2 && i % 2) x[i] = ldexp(x[i], -100);                       /* denormal */
        }
        const double got = sum_of(x, n), expected = shewchuk(x, n);
        if (got != expected) {
            printf("trial %d, %d numbers: %a, not %a\n", trial, n, got, expected);
            test_failures++;
            return;
        }
    }
}

static void shuffle(double *x, int n)
{
    for (int i = n - 1; i > 0; i--) {
        const int j = (int)(random_bits() % (uint64_t)(i + 1));
        const double swap = x[i];
        x[i] = x[j];
        x[j] = swap;
    }
}

/* A million numbers in several orders, in 1 to 8 parts that are merged. */
static void test_orders(int n)
{
    double *x = malloc((size_t)n * sizeof *x);
    if (!x) abort();
    for (int i = 0; i < n; i++) x[i] = random_number(-200, 200);
    const double first = sum_of(x, n);
    for (int parts = 1; parts <= 8; parts++) {
        struct nd_sum sums[8] = {0}, all = {0};
        shuffle(x, n);
        for (int i = 0; i < n; i++) nd_sum_add(&sums[random_bits() % (uint64_t)parts], x[i]);
        for (int p = 0; p < parts; p++) nd_sum_merge(&all, &sums[p]);
        CHECK(same(nd_sum_value(&all), first));
    }
    free(x);
}

/* Carries come before a word can overflow: `adds` is set as if that many numbers had been added. */
static void test_carries(void)
{
    struct nd_sum sum = {0}, many = {0};
    const int64_t most = (int64_t)1 << 29;
    for (int k = 0; k < ND_SUM_WORDS - 3; k++) many.words[k] = -(most << 33);
    many.adds = most;
    sum = many;
    const double before = nd_sum_value(&many);
    nd_sum_add(&sum, -1.5);
    CHECK(sum.adds == 2 && nd_sum_value(&sum) == before);
    nd_sum_merge(&sum, &many);
    CHECK(sum.adds <= most && nd_sum_value(&sum) == 2 * before && many.adds == most);
    sum = many;
    nd_sum_merge(&sum, &sum);
    CHECK(nd_sum_value(&sum) == 2 * before);
    for (int k = 0; k < ND_SUM_WORDS; k++) many.words[k] *= -1;
    nd_sum_merge(&sum, &many);
    nd_sum_merge(&sum, &many);
    nd_sum_add(&sum, 0.25);
    CHECK(nd_sum_value(&sum) == 0.25);
}

int main(void)
{
    test_cases();
    test_random();
    test_orders(1000000);
    test_carries();
    TEST_END;
}
