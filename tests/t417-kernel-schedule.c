// The schedule of rows over the thread groups of a block: every coefficient is computed once, no
// group has much more work than the others, rows are cut into segments where most groups would
// wait, and swizzled rows that run in step use different banks. "few": fewer orders and counts.
// PLAIN:
// SANITIZED: few
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "kernel/bernstein/lattice.h"
#include "kernel/bernstein/schedule.h"
#include "test.h"

#define LENGTH(row) ((int)((row)[7] & 255))
#define BEGIN(row)  ((int)((row)[7] >> 24))

static uint32_t *make_schedule(int N, const struct nd_thread_groups *groups, int *rounds)
{
    *rounds = nd_schedule(N, groups, NULL);
    uint32_t *rows = nd_alloc((size_t)(8 * *rounds * groups->count), sizeof *rows);
    CHECK(*rounds > 0 && nd_schedule(N, groups, rows) == *rounds);
    return rows;
}

/* The whole row that a segment was cut from. The segment's addresses are those of the row plus its
 * first coefficient. */
static const uint32_t *whole_of(int N, const uint32_t *rows, const uint32_t *segment)
{
    for (int p = 0; p < nd_elem_Nfp(N); p++)
        if ((rows[8 * p + 7] >> 8 & 65535) == (segment[7] >> 8 & 65535)) return rows + 8 * p;
    return NULL;
}

static void check_segment(int N, const uint32_t *rows, const uint32_t *segment, int longest, int *seen)
{
    const uint32_t *whole = whole_of(N, rows, segment);
    CHECK(whole && LENGTH(segment) <= longest);
    if (!whole) return;
    CHECK(BEGIN(segment) + LENGTH(segment) <= LENGTH(whole));
    for (int i = 0; i < 7; i++) CHECK(segment[i] == whole[i] + (uint32_t)BEGIN(segment));
    for (int i = 0; i < LENGTH(segment) && segment[0] + (unsigned)i < ND_COEFFICIENTS_MOST; i++)
        seen[segment[0] + (unsigned)i]++;
}

static void check_schedule(int N, const struct nd_thread_groups *groups)
{
    int rounds, most = 0, seen[ND_COEFFICIENTS_MOST] = {0};
    const int longest = nd_schedule_longest(N, groups), Np = nd_elem_Np(N);
    uint32_t *segments = make_schedule(N, groups, &rounds),
             *rows = nd_alloc((size_t)(8 * nd_elem_Nfp(N)), sizeof *rows);
    nd_lattice_rows(N, groups->swizzled, rows);
    CHECK(longest > 1 && longest <= N + 1 && (!groups->in_step || longest == N + 1));
    for (int g = 0; g < groups->count; g++) {
        int nodes = 0;
        for (int r = 0; r < rounds; r++) {
            const uint32_t *segment = segments + 8 * (r * groups->count + g),
                           *first = segments + 8 * (r * groups->count + g / groups->warp * groups->warp);
            if (!LENGTH(segment)) continue;
            check_segment(N, rows, segment, longest, seen);
            CHECK(groups->bank_rows > 1 || LENGTH(first) <= LENGTH(segment) + (groups->warp > 8   ? 5
                                                                               : groups->warp > 4 ? 3
                                                                                                  : 2));
            nodes += LENGTH(segment);
        }
        most = nodes > most ? nodes : most;
    }
    for (int i = 0; i < Np; i++) CHECK(seen[i] == 1);
    CHECK(most <= Np / groups->count + (groups->bank_rows > 1 ? 2 : 1) * longest);
    free(segments);
    free(rows);
}

/* As many thread groups as rows, about as in elastodynamics: the longest row is cut by a third at
 * least. */
static void check_cut(void)
{
    for (int N = 5; N <= ND_ORDER_MOST; N++) {
        const struct nd_thread_groups alone = {nd_elem_Nfp(N), 1, 1, 0, 7, 0, 0},
                                      in_step = {nd_elem_Nfp(N), 1, 1, 0, 7, 1, 0},
                                      few = {3, 1, 1, 0, 7, 0, 0};
        CHECK(3 * nd_schedule_longest(N, &alone) <= 2 * (N + 1));
        CHECK(nd_schedule_longest(N, &in_step) == N + 1);
        CHECK(nd_schedule_longest(N, &few) == N + 1);
    }
}

/* Rows of sub-simplices are not cut, each belongs to one thread group, and no group has more than one
 * row above the mean. */
static void check_subsimplices(int N, int ngroups, int swizzled)
{
    const struct nd_thread_groups groups = {.count = ngroups,
                                            .warp = 1,
                                            .bank_rows = 1 + swizzled,
                                            .swizzled = swizzled,
                                            .start = 7,
                                            .subsimplices = 1};
    uint32_t subsimplices[8 * ND_SUBSIMPLICES_MOST];
    const int nrows = nd_lattice_subsimplices(N, swizzled, subsimplices);
    int rounds, most = 0, seen[ND_SUBSIMPLICES_MOST] = {0};
    uint32_t *rows = make_schedule(N, &groups, &rounds);
    for (int g = 0; g < ngroups; g++) {
        int coefficients = 0;
        for (int r = 0; r < rounds; r++) {
            const uint32_t *row = rows + 8 * (r * ngroups + g);
            for (int c = 0; c < nrows; c++) seen[c] += !memcmp(row, subsimplices + 8 * c, 8 * sizeof *row);
            coefficients += LENGTH(row);
        }
        most = coefficients > most ? coefficients : most;
    }
    for (int c = 0; c < nrows; c++) CHECK(seen[c] == 1);
    CHECK(most <= nd_elem_Np(N) / ngroups + N);
    free(rows);
}

/* Passes through shared memory of segments that `banks` consecutive thread groups walk in step: at
 * each step, for each of seven addresses, the largest number of reals in one bank. The first address
 * counts six times. */
static int passes(const uint32_t *rows, int banks)
{
    int sum = 0;
    for (int step = 0; step <= ND_ORDER_MOST; step++)
        for (int i = 0; i < 7; i++) {
            int most = 0, count[ND_BANK_ROWS_MOST] = {0};
            for (int t = 0; t < banks; t++)
                if (step < LENGTH(rows + 8 * t) && ++count[rows[8 * t + i] % (unsigned)banks] > most)
                    most = count[rows[8 * t + i] % (unsigned)banks];
            sum += i ? most : 6 * most;
        }
    return sum;
}

static int all_passes(const uint32_t *rows, int count, int banks)
{
    int sum = 0;
    for (int w = 0; w < count; w += banks) sum += passes(rows + 8 * w, banks);
    return sum;
}

/* Swizzled rows are scheduled so that they meet in fewer banks than in the order of their lengths,
 * and in far fewer than without swizzling. Whole rows only, because segments differ in these
 * orders. */
static void check_banks(int N, int banks)
{
    const int Nfp = nd_elem_Nfp(N), ngroups = (Nfp + banks - 1) / banks * banks;
    const struct nd_thread_groups groups = {ngroups, banks, banks, 1, 12, 1, 0};
    int rounds;
    uint32_t *rows = make_schedule(N, &groups, &rounds),
             *swizzled = nd_alloc((size_t)(8 * ngroups), sizeof *swizzled),
             *plain = nd_alloc((size_t)(8 * ngroups), sizeof *plain);
    nd_lattice_rows(N, 1, swizzled);
    nd_lattice_rows(N, 0, plain);
    CHECK(rounds == 1);
    const int scheduled = all_passes(rows, ngroups, banks), in_order = all_passes(swizzled, ngroups, banks),
              unswizzled = all_passes(plain, ngroups, banks);
    if (getenv("TEST_SHOW"))
        printf("N %d banks %d: %d passes, %d in the order of lengths, %d not swizzled\n", N, banks, scheduled,
               in_order, unswizzled);
    CHECK(scheduled <= in_order);
    CHECK(N < 5 || 100 * scheduled < (banks > 2 ? 80 : 95) * unswizzled);
    free(rows);
    free(swizzled);
    free(plain);
}

int main(int argc, char **argv)
{
    const int few = argc > 1 && !strcmp(argv[1], "few");
    for (int N = 1; N <= ND_ORDER_MOST; N += few ? 4 : 1) {
        for (int banks = 2; banks <= ND_BANK_ROWS_MOST; banks *= 2) check_banks(N, banks);
        for (int ngroups = few ? 8 : 1; ngroups <= 96; ngroups = few            ? 3 * ngroups
                                                                 : ngroups < 24 ? ngroups + 1
                                                                                : ngroups + 8)
            for (int warp = 1; warp <= 16; warp *= 2)
                for (int banks = 1; banks <= warp && banks <= ND_BANK_ROWS_MOST && ngroups % warp == 0;
                     banks *= 2)
                    for (int in_step = 0; in_step < 2; in_step++)
                        check_schedule(N, &(struct nd_thread_groups){ngroups, warp, banks, banks > 1,
                                                                     in_step ? 12 : 7, in_step, 0});
    }
    check_schedule(ND_ORDER_MOST,
                   &(struct nd_thread_groups){ND_THREAD_GROUPS_MOST, 32, ND_BANK_ROWS_MOST, 1, 7, 0, 0});
    for (int i = 0; i < 12 * ND_SUBSIMPLICES_ORDER; i++) check_subsimplices(1 + i / 12, 1 + i % 12, i % 2);
    check_cut();
    TEST_END;
}
