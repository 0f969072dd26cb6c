/* Pencils dealt out to the workers of a group: every coefficient once, by rows that lead to it,
 * nobody with much more to do than the others; cut where most would wait, and spread ones side by
 * side in banks of their own. */
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "kernel/bernstein/lattice.h"
#include "kernel/bernstein/schedule.h"
#include "test.h"

#define LENGTH(row) ((int)((row)[7] & 255))
#define BEGIN(row)  ((int)((row)[7] >> 24))

static uint32_t *dealt_rows(int N, const struct nd_thread_groups *groups, int *rounds)
{
    *rounds = nd_schedule(N, groups, NULL);
    uint32_t *rows = nd_alloc((size_t)(8 * *rounds * groups->count), sizeof *rows);
    CHECK(*rounds > 0 && nd_schedule(N, groups, rows) == *rounds);
    return rows;
}

/* The pencil's own row, from which a piece's must be as far as it begins later. */
static const uint32_t *whole_of(int N, const uint32_t *pencils, const uint32_t *row)
{
    for (int p = 0; p < nd_elem_Nfp(N); p++)
        if ((pencils[8 * p + 7] >> 8 & 65535) == (row[7] >> 8 & 65535)) return pencils + 8 * p;
    return NULL;
}

static void check_row(int N, const uint32_t *pencils, const uint32_t *row, int longest, int *seen)
{
    const uint32_t *whole = whole_of(N, pencils, row);
    CHECK(whole && LENGTH(row) <= longest);
    if (!whole) return;
    CHECK(BEGIN(row) + LENGTH(row) <= LENGTH(whole));
    for (int i = 0; i < 7; i++) CHECK(row[i] == whole[i] + (uint32_t)BEGIN(row));
    for (int i = 0; i < LENGTH(row) && row[0] + (unsigned)i < ND_COEFFICIENTS_MOST; i++)
        seen[row[0] + (unsigned)i]++;
}

static void check_deal(int N, const struct nd_thread_groups *groups)
{
    int rounds, most = 0, seen[ND_COEFFICIENTS_MOST] = {0};
    const int longest = nd_schedule_longest(N, groups), Np = nd_elem_Np(N);
    uint32_t *rows = dealt_rows(N, groups, &rounds),
             *pencils = nd_alloc((size_t)(8 * nd_elem_Nfp(N)), sizeof *pencils);
    nd_lattice_rows(N, groups->swizzled, pencils);
    CHECK(longest > 1 && longest <= N + 1 && (!groups->in_step || longest == N + 1));
    for (int w = 0; w < groups->count; w++) {
        int nodes = 0;
        for (int r = 0; r < rounds; r++) {
            const uint32_t *row = rows + 8 * (r * groups->count + w),
                           *beside = rows + 8 * (r * groups->count + w / groups->warp * groups->warp);
            if (!LENGTH(row)) continue;
            check_row(N, pencils, row, longest, seen);
            CHECK(groups->bank_rows > 1 || LENGTH(beside) <= LENGTH(row) + (groups->warp > 8   ? 5
                                                                            : groups->warp > 4 ? 3
                                                                                               : 2));
            nodes += LENGTH(row);
        }
        most = nodes > most ? nodes : most;
    }
    for (int i = 0; i < Np; i++) CHECK(seen[i] == 1);
    CHECK(most <= Np / groups->count + (groups->bank_rows > 1 ? 2 : 1) * longest);
    free(rows);
    free(pencils);
}

/* As many workers as pencils, about as solids have: the longest is cut by a third at least. */
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

/* Rows of cells come as they are, each to one worker, and nobody has more coefficients than a row
 * more than his share. */
static void check_cells(int N, int workers, int spread)
{
    const struct nd_thread_groups groups = {.count = workers,
                                            .warp = 1,
                                            .bank_rows = 1 + spread,
                                            .swizzled = spread,
                                            .start = 7,
                                            .subsimplices = 1};
    uint32_t cells[8 * ND_SUBSIMPLICES_MOST];
    const int count = nd_lattice_subsimplices(N, spread, cells);
    int rounds, most = 0, seen[ND_SUBSIMPLICES_MOST] = {0};
    uint32_t *rows = dealt_rows(N, &groups, &rounds);
    for (int w = 0; w < workers; w++) {
        int coefficients = 0;
        for (int r = 0; r < rounds; r++) {
            const uint32_t *row = rows + 8 * (r * workers + w);
            for (int c = 0; c < count; c++) seen[c] += !memcmp(row, cells + 8 * c, 8 * sizeof *row);
            coefficients += LENGTH(row);
        }
        most = coefficients > most ? coefficients : most;
    }
    for (int c = 0; c < count; c++) CHECK(seen[c] == 1);
    CHECK(most <= nd_elem_Np(N) / workers + N);
    free(rows);
}

/* Passes through shared memory of pieces that `share` workers in a row walk in step: at each step,
 * in each of seven rows, as many as there are reals in one bank. The first row counts six times. */
static int passes(const uint32_t *rows, int share)
{
    int sum = 0;
    for (int step = 0; step <= ND_ORDER_MOST; step++)
        for (int i = 0; i < 7; i++) {
            int most = 0, count[ND_BANK_ROWS_MOST] = {0};
            for (int t = 0; t < share; t++)
                if (step < LENGTH(rows + 8 * t) && ++count[rows[8 * t + i] % (unsigned)share] > most)
                    most = count[rows[8 * t + i] % (unsigned)share];
            sum += i ? most : 6 * most;
        }
    return sum;
}

static int all_passes(const uint32_t *rows, int count, int share)
{
    int sum = 0;
    for (int w = 0; w < count; w += share) sum += passes(rows + 8 * w, share);
    return sum;
}

/* Swizzled rows are scheduled so that they meet in fewer banks than in the order of their lengths,
 * and in far fewer than without swizzling. Whole rows only, because segments differ in these
 * orders. */
static void check_banks(int N, int share)
{
    const int Nfp = nd_elem_Nfp(N), workers = (Nfp + share - 1) / share * share;
    const struct nd_thread_groups groups = {workers, share, share, 1, 12, 1, 0};
    int rounds;
    uint32_t *rows = dealt_rows(N, &groups, &rounds),
             *spread = nd_alloc((size_t)(8 * workers), sizeof *spread),
             *plain = nd_alloc((size_t)(8 * workers), sizeof *plain);
    nd_lattice_rows(N, 1, spread);
    nd_lattice_rows(N, 0, plain);
    CHECK(rounds == 1);
    const int dealt = all_passes(rows, workers, share), undealt = all_passes(spread, workers, share),
              close = all_passes(plain, workers, share);
    if (getenv("TEST_SHOW"))
        printf("N %d share %d: %d passes, %d as they come, %d not spread\n", N, share, dealt, undealt, close);
    CHECK(dealt <= undealt);
    CHECK(N < 5 || 100 * dealt < (share > 2 ? 80 : 95) * close);
    free(rows);
    free(spread);
    free(plain);
}

int main(void)
{
    for (int N = 1; N <= ND_ORDER_MOST; N++) {
        for (int share = 2; share <= ND_BANK_ROWS_MOST; share *= 2) check_banks(N, share);
        for (int workers = 1; workers <= 96; workers = workers < 24 ? workers + 1 : workers + 8)
            for (int side = 1; side <= 16; side *= 2)
                for (int share = 1; share <= side && share <= ND_BANK_ROWS_MOST && workers % side == 0;
                     share *= 2)
                    for (int in_step = 0; in_step < 2; in_step++)
                        check_deal(N, &(struct nd_thread_groups){workers, side, share, share > 1,
                                                                 in_step ? 12 : 7, in_step, 0});
    }
    check_deal(ND_ORDER_MOST,
               &(struct nd_thread_groups){ND_THREAD_GROUPS_MOST, 32, ND_BANK_ROWS_MOST, 1, 7, 0, 0});
    for (int i = 0; i < 12 * ND_SUBSIMPLICES_ORDER; i++) check_cells(1 + i / 12, 1 + i % 12, i % 2);
    check_cut();
    TEST_END;
}
