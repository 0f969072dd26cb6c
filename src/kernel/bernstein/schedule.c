#include "kernel/bernstein/schedule.h"

#include <string.h>

#include "kernel/bernstein/lattice.h"

/* Segments have at least two coefficients, except rows of one. */
enum { SEGMENTS_MOST = ND_COEFFICIENTS_MOST };

struct segments {
    uint32_t row[SEGMENTS_MOST][8]; /* as in the schedule, from long ones to short ones */
    int count;
};

static int length_of(const uint32_t *row)
{
    return (int)(row[7] & 255);
}

/* The segments of a row that have a length and begin where it does (later 0) or later. */
static void cut_row(const uint32_t *whole_row, int longest, int length, int later, struct segments *segments)
{
    const int whole = length_of(whole_row), parts = (whole + longest - 1) / longest;
    for (int i = 0, begin = 0; i < parts; i++) {
        const int mine = whole / parts + (i < whole % parts);
        if (mine == length && (begin > 0) == later) {
            uint32_t *row = segments->row[segments->count++];
            for (int k = 0; k < 7; k++) row[k] = whole_row[k] + (uint32_t)begin;
            row[7] = whole_row[7] - (uint32_t)whole + (uint32_t)mine + ((uint32_t)begin << 24);
        }
        begin += mine;
    }
}

/* Cuts rows into as few segments as possible, none longer than `longest`, all of about one length. */
static void cut(int N, int swizzled, int longest, struct segments *segments)
{
    uint32_t rows[8 * SEGMENTS_MOST];
    segments->count = 0;
    nd_lattice_rows(N, swizzled, rows);
    for (int length = longest; length > 0; length--)
        for (int later = 0; later < 2; later++)
            for (int p = 0; p < nd_elem_Nfp(N); p++) cut_row(rows + 8 * p, longest, length, later, segments);
}

/* -- side by side
 * -------------------------------------------------------------------------------------------------- */

/* Passes through shared memory that segments side by side take at a step; -1 stands for no segment.
 * In each of their seven rows those whose reals are a multiple of `bank_rows` apart wait for one
 * another, unless they have ended. The first row is read six times as often as the others, for
 * fluxes and rates. */
static int step_cost(const struct segments *segments, int bank_rows, const int *warp, int step)
{
    int passes = 0;
    for (int i = 0; i < 7; i++) {
        int most = 0, count[ND_BANK_ROWS_MOST] = {0};
        for (int t = 0; t < bank_rows; t++)
            if (warp[t] >= 0 && step < length_of(segments->row[warp[t]])) {
                int *same = &count[segments->row[warp[t]][i] % (uint32_t)bank_rows];
                if (++*same > most) most = *same;
            }
        passes += i ? most : 6 * most;
    }
    return passes;
}

/* The cost of all steps, each with some fixed time. */
static int warp_cost(const struct segments *segments, int bank_rows, const int *warp)
{
    enum { BESIDES = 12 };
    int sum = 0, passes = 1;
    for (int step = 0; passes > 0; step++) {
        passes = step_cost(segments, bank_rows, warp, step);
        sum += passes + BESIDES;
    }
    return sum;
}

static void swap(int *a, int *b)
{
    const int mine = *a;
    *a = *b;
    *b = mine;
}

/* Exchanges segments between warps of `bank_rows` as long as that makes them cheaper; each time the
 * sum falls, so that it ends. */
static void regroup(const struct segments *segments, int bank_rows, int count, int *order)
{
    for (int better = 1; better;) {
        better = 0;
        for (int i = 0; i < count; i++)
            for (int j = 0; j < i / bank_rows * bank_rows; j++) {
                int *a = order + i / bank_rows * bank_rows, *b = order + j / bank_rows * bank_rows;
                const int before = warp_cost(segments, bank_rows, a) + warp_cost(segments, bank_rows, b);
                swap(&order[i], &order[j]);
                if (warp_cost(segments, bank_rows, a) + warp_cost(segments, bank_rows, b) < before)
                    better = 1;
                else
                    swap(&order[i], &order[j]);
            }
    }
}

/* The number of a segment is the smaller the longer it is; one that is not there comes last. */
static int longer(int a, int b)
{
    return a >= 0 && (b < 0 || a < b);
}

/* The longest of a warp first, and warps by their longest. There are few. */
static void sort_warps(int bank_rows, int count, int *order)
{
    for (int i = 0; i < count; i++)
        for (int j = i; j % bank_rows && longer(order[j], order[j - 1]); j--) swap(&order[j], &order[j - 1]);
    for (int i = 0; i < count; i += bank_rows)
        for (int j = i; j > 0 && longer(order[j], order[j - bank_rows]); j -= bank_rows)
            for (int t = 0; t < bank_rows; t++) swap(&order[j + t], &order[j - bank_rows + t]);
}

/* -- assigning
 * ------------------------------------------------------------------------------------------------------- */

struct load {
    int load[ND_THREAD_GROUPS_MOST], rounds[ND_THREAD_GROUPS_MOST]; /* of each warp of groups */
    int most, most_rounds;
};

/* The cost of a warp's segments, in tenths of a node, including their beginnings; 0 if there are none. */
static int cost(const struct segments *segments, const int *order, const struct nd_thread_groups *groups)
{
    enum { RESUME = 5 }; /* cost of computing what lies before a segment's first node */
    int length = 0, resumed = 0;
    for (int i = 0; i < groups->warp; i++)
        if (order[i] >= 0) {
            const uint32_t *row = segments->row[order[i]];
            if (length_of(row) > length) length = length_of(row);
            resumed |= row[7] >> 24 > 0;
        }
    return length ? 10 * length + groups->start + (resumed ? RESUME : 0) : 0;
}

/* Assigns segments in this order; count is a multiple of a warp's groups. */
static void assign(const struct segments *segments, const int *order, int count,
                   const struct nd_thread_groups *groups, uint32_t *entries, struct load *h)
{
    const int warps = groups->count / groups->warp;
    memset(h, 0, sizeof *h);
    for (int p = 0; p < count; p += groups->warp) {
        const int more = cost(segments, order + p, groups);
        int least = 0;
        if (!more) continue;
        for (int t = 1; t < warps; t++)
            if (h->load[t] < h->load[least]) least = t;
        for (int i = 0; i < groups->warp && entries; i++)
            if (order[p + i] >= 0)
                memcpy(entries + 8 * (h->rounds[least] * groups->count + least * groups->warp + i),
                       segments->row[order[p + i]], sizeof segments->row[0]);
        if ((h->load[least] += more) > h->most) h->most = h->load[least];
        if (++h->rounds[least] > h->most_rounds) h->most_rounds = h->rounds[least];
    }
}

/* The order of segments from long to short, filled up with -1 to whole warps. Returns its length. */
static int by_length(const struct segments *segments, const struct nd_thread_groups *groups, int *order)
{
    const int whole = groups->warp > groups->bank_rows ? groups->warp : groups->bank_rows,
              count = (segments->count + whole - 1) / whole * whole;
    for (int i = 0; i < count; i++) order[i] = i < segments->count ? i : -1;
    return count;
}

int nd_schedule_longest(int N, const struct nd_thread_groups *groups)
{
    int best = N + 1, limit = 0, order[SEGMENTS_MOST + 32];
    struct segments segments;
    struct load load;
    for (int longest = N + 1; longest > 1 && !groups->in_step; longest--) {
        cut(N, groups->swizzled, longest, &segments);
        assign(&segments, order, by_length(&segments, groups, order), groups, NULL, &load);
        if (longest == N + 1) limit = load.most * 15 / 16; /* what makes a cut worth it */
        if (load.most <= limit) best = longest, limit = load.most;
    }
    return best;
}

static void collect(int N, const struct nd_thread_groups *groups, struct segments *segments)
{
    if (groups->subsimplices)
        segments->count = nd_lattice_subsimplices(N, groups->swizzled, segments->row[0]);
    else
        cut(N, groups->swizzled, nd_schedule_longest(N, groups), segments);
}

int nd_schedule(int N, const struct nd_thread_groups *groups, uint32_t *entries)
{
    int order[SEGMENTS_MOST + 32];
    struct segments segments;
    struct load load;
    collect(N, groups, &segments);
    const int count = by_length(&segments, groups, order);
    if (groups->swizzled && !groups->subsimplices) {
        regroup(&segments, groups->bank_rows, count, order);
        sort_warps(groups->bank_rows, count, order);
    }
    assign(&segments, order, count, groups, NULL, &load);
    if (entries) {
        memset(entries, 0, 8 * sizeof *entries * (size_t)(load.most_rounds * groups->count));
        assign(&segments, order, count, groups, entries, &load);
    }
    return load.most_rounds;
}
