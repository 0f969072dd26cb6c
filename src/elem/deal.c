#include "elem/deal.h"

#include <string.h>

#include "elem/bernstein.h"

/* Pieces of two coefficients at the least, but for pencils of one. */
enum { PIECES_MOST = ND_COEFFICIENTS_MOST };

struct pieces {
    uint32_t row[PIECES_MOST][8]; /* as dealt, from long ones to short ones */
    int count;
};

static int length_of(const uint32_t *row)
{
    return (int)(row[7] & 255);
}

/* The pieces of a pencil that have a length and begin where it does (later 0) or later. */
static void cut_pencil(const uint32_t *pencil, int longest, int length, int later, struct pieces *pieces)
{
    const int whole = length_of(pencil), parts = (whole + longest - 1) / longest;
    for (int i = 0, begin = 0; i < parts; i++) {
        const int mine = whole / parts + (i < whole % parts);
        if (mine == length && (begin > 0) == later) {
            uint32_t *row = pieces->row[pieces->count++];
            for (int k = 0; k < 7; k++) row[k] = pencil[k] + (uint32_t)begin;
            row[7] = pencil[7] - (uint32_t)whole + (uint32_t)mine + ((uint32_t)begin << 24);
        }
        begin += mine;
    }
}

/* Pencils cut into as few pieces as none is longer than `longest`, of about one length. */
static void cut(int N, int spread, int longest, struct pieces *pieces)
{
    uint32_t pencils[8 * PIECES_MOST];
    pieces->count = 0;
    nd_bernstein_pencils(N, spread, pencils);
    for (int length = longest; length > 0; length--)
        for (int later = 0; later < 2; later++)
            for (int p = 0; p < nd_elem_Nfp(N); p++)
                cut_pencil(pencils + 8 * p, longest, length, later, pieces);
}

/* -- side by side -------------------------------------------------------------------------------------------------- */

/* Passes through shared memory that pieces side by side take at a step, -1: none. In each of their rows those whose reals are a multiple of
 * `share` apart wait for one another, unless they have ended. The first row is in use six times as often as the others, for traces and rates. */
static int step_cost(const struct pieces *pieces, int share, const int *team, int step)
{
    int passes = 0;
    for (int i = 0; i < 7; i++) {
        int most = 0, count[ND_SHARE_MOST] = {0};
        for (int t = 0; t < share; t++)
            if (team[t] >= 0 && step < length_of(pieces->row[team[t]])) {
                int *same = &count[pieces->row[team[t]][i] % (uint32_t)share];
                if (++*same > most) most = *same;
            }
        passes += i ? most : 6 * most;
    }
    return passes;
}

/* Of all steps, each of which takes some time besides. */
static int team_cost(const struct pieces *pieces, int share, const int *team)
{
    enum { BESIDES = 12 };
    int sum = 0, passes = 1;
    for (int step = 0; passes > 0; step++) {
        passes = step_cost(pieces, share, team, step);
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

/* Exchanges pieces between teams of `share` as long as that makes them cheaper; each time the sum falls, so that it ends. */
static void team_up(const struct pieces *pieces, int share, int count, int *order)
{
    for (int better = 1; better;) {
        better = 0;
        for (int i = 0; i < count; i++)
            for (int j = 0; j < i / share * share; j++) {
                int *a = order + i / share * share, *b = order + j / share * share;
                const int before = team_cost(pieces, share, a) + team_cost(pieces, share, b);
                swap(&order[i], &order[j]);
                if (team_cost(pieces, share, a) + team_cost(pieces, share, b) < before)
                    better = 1;
                else
                    swap(&order[i], &order[j]);
            }
    }
}

/* The number of a piece is the smaller the longer it is; one that is not there comes last. */
static int longer(int a, int b)
{
    return a >= 0 && (b < 0 || a < b);
}

/* The longest of a team first, and teams by their longest. There are few. */
static void sort_teams(int share, int count, int *order)
{
    for (int i = 0; i < count; i++)
        for (int j = i; j % share && longer(order[j], order[j - 1]); j--) swap(&order[j], &order[j - 1]);
    for (int i = 0; i < count; i += share)
        for (int j = i; j > 0 && longer(order[j], order[j - share]); j -= share)
            for (int t = 0; t < share; t++) swap(&order[j + t], &order[j - share + t]);
}

/* -- dealing ------------------------------------------------------------------------------------------------------- */

struct hands {
    int load[ND_WORKERS_MOST], rounds[ND_WORKERS_MOST]; /* of each `side` workers */
    int most, most_rounds;
};

/* What `side` workers take for pieces, in tenths of a node, to begin them included; 0: there are none. */
static int cost(const struct pieces *pieces, const int *order, const struct nd_crew *crew)
{
    enum { RESUME = 5 }; /* for what was there before a piece's first node */
    int length = 0, resumed = 0;
    for (int i = 0; i < crew->side; i++)
        if (order[i] >= 0) {
            const uint32_t *row = pieces->row[order[i]];
            if (length_of(row) > length) length = length_of(row);
            resumed |= row[7] >> 24 > 0;
        }
    return length ? 10 * length + crew->begin + (resumed ? RESUME : 0) : 0;
}

/* In this order, of a multiple of `side` numbers. */
static void deal(const struct pieces *pieces, const int *order, int count, const struct nd_crew *crew,
                 uint32_t *dealt, struct hands *h)
{
    const int teams = crew->workers / crew->side;
    memset(h, 0, sizeof *h);
    for (int p = 0; p < count; p += crew->side) {
        const int more = cost(pieces, order + p, crew);
        int least = 0;
        if (!more) continue;
        for (int t = 1; t < teams; t++)
            if (h->load[t] < h->load[least]) least = t;
        for (int i = 0; i < crew->side && dealt; i++)
            if (order[p + i] >= 0)
                memcpy(dealt + 8 * (h->rounds[least] * crew->workers + least * crew->side + i),
                       pieces->row[order[p + i]], sizeof pieces->row[0]);
        if ((h->load[least] += more) > h->most) h->most = h->load[least];
        if (++h->rounds[least] > h->most_rounds) h->most_rounds = h->rounds[least];
    }
}

/* Pieces as they come, and room for as many as whole teams have. Returns how many these are. */
static int as_they_come(const struct pieces *pieces, const struct nd_crew *crew, int *order)
{
    const int whole = crew->side > crew->share ? crew->side : crew->share,
              count = (pieces->count + whole - 1) / whole * whole;
    for (int i = 0; i < count; i++) order[i] = i < pieces->count ? i : -1;
    return count;
}

int nd_deal_longest(int N, const struct nd_crew *crew)
{
    int best = N + 1, limit = 0, order[PIECES_MOST + 32];
    struct pieces pieces;
    struct hands hands;
    for (int longest = N + 1; longest > 1 && !crew->in_step; longest--) {
        cut(N, crew->spread, longest, &pieces);
        deal(&pieces, order, as_they_come(&pieces, crew, order), crew, NULL, &hands);
        if (longest == N + 1) limit = hands.most * 15 / 16; /* what makes a cut worth it */
        if (hands.most <= limit) best = longest, limit = hands.most;
    }
    return best;
}

static void collect(int N, const struct nd_crew *crew, struct pieces *pieces)
{
    if (crew->by_cells)
        pieces->count = nd_bernstein_cells(N, crew->spread, pieces->row[0]);
    else
        cut(N, crew->spread, nd_deal_longest(N, crew), pieces);
}

int nd_deal(int N, const struct nd_crew *crew, uint32_t *dealt)
{
    int order[PIECES_MOST + 32];
    struct pieces pieces;
    struct hands hands;
    collect(N, crew, &pieces);
    const int count = as_they_come(&pieces, crew, order);
    if (crew->spread && !crew->by_cells) {
        team_up(&pieces, crew->share, count, order);
        sort_teams(crew->share, count, order);
    }
    deal(&pieces, order, count, crew, NULL, &hands);
    if (dealt) {
        memset(dealt, 0, 8 * sizeof *dealt * (size_t)(hands.most_rounds * crew->workers));
        deal(&pieces, order, count, crew, dealt, &hands);
    }
    return hands.most_rounds;
}
