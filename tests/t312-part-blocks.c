// Blocks: every element has a slot of its own, limits hold, no slot is empty without need; blocks
// are compact, and consecutive ones near each other. Greedy, along the curve, and by METIS if it is
// built in.
#include <omp.h>
#include "cubes.h"
#include "part/blocks.h"
#include "part/curve.h"

static const enum nd_blocks_how ways[] = {
    ND_BLOCKS_GREEDY,
    ND_BLOCKS_CURVE,
#ifdef ND_METIS
    ND_BLOCKS_METIS,
#endif
};
enum { WAYS = sizeof ways / sizeof *ways };

struct place {
    struct nd_mesh mesh;
    struct nd_connect connect;
    nd_idx *slot;
    int64_t blocks;
};

static void place_clear(struct place *at)
{
    free(at->slot);
    nd_connect_clear(&at->connect);
    nd_mesh_clear(&at->mesh);
}

/* Only elements of every step-th cell, and of those only the first `tets`. */
static void place_init(struct place *at, const struct cubes *cubes, int step, int tets)
{
    nd_idx kept = 0;
    cubes_init(&at->mesh, cubes);
    for (nd_idx k = 0; k < at->mesh.K; k++)
        if (k / 6 % step == 0 && k % 6 < tets)
            memmove(at->mesh.EToV + 4 * kept++, at->mesh.EToV + 4 * k, 4 * sizeof *at->mesh.EToV);
    at->mesh.K = kept;
    CHECK_OK(nd_connect_init(&at->connect, &at->mesh));
    at->slot = nd_alloc((size_t)kept, sizeof *at->slot);
}

/* Descriptors of each block, by their definition: one for every face, less one for every pair inside. */
static int *count_descriptors(const struct place *at, nd_idx size)
{
    int *twice = nd_alloc((size_t)at->blocks, sizeof *twice);
    for (nd_idx face = 0; face < 4 * at->mesh.K; face++) {
        const nd_idx block = at->slot[face / 4] / size;
        const int inside = at->connect.EToB[face] < 0 && at->slot[at->connect.EToE[face]] / size == block;
        twice[block] += inside ? 1 : 2;
    }
    for (int64_t b = 0; b < at->blocks; b++) twice[b] /= 2;
    return twice;
}

/* Do the n elements of a block hang together? */
static int is_connected(const struct place *at, const nd_idx *element, nd_idx size, nd_idx n)
{
    nd_idx reached = 1, queue[64] = {element[0]};
    char seen[64] = {1};
    for (nd_idx i = 0; i < reached; i++)
        for (int f = 0; f < 4; f++) {
            const nd_idx other = at->connect.EToE[4 * queue[i] + f], where = at->slot[other];
            if (where / size != at->slot[queue[i]] / size || seen[where % size]++) continue;
            queue[reached++] = other;
        }
    return reached == n;
}

/* Checks the properties of all blocks. Returns the number of empty slots, except in the last block. */
static nd_idx check_blocks(struct place *at, const struct nd_blocks_limits *limits)
{
    const nd_idx size = limits->elements, K = at->mesh.K;
    CHECK_OK(nd_blocks_place(&at->connect, &at->mesh, limits, at->slot, &at->blocks));
    const int64_t slots = at->blocks * size;
    nd_idx *element = nd_alloc((size_t)slots, sizeof *element), empty = 0, wrong = 0, gaps = 0, loose = 0;
    for (int64_t s = 0; s < slots; s++) element[s] = -1;
    for (nd_idx k = 0; k < K; k++) {
        if (at->slot[k] < 0 || at->slot[k] >= slots || element[at->slot[k]] >= 0)
            wrong++;
        else
            element[at->slot[k]] = k;
    }
    int *descriptors = wrong ? NULL : count_descriptors(at, size), over = 0;
    for (int64_t b = 0; b < at->blocks && !wrong; b++) {
        nd_idx n = 0;
        for (nd_idx i = 0; i < size; i++) {
            gaps += element[b * size + i] >= 0 && n < i;
            n += element[b * size + i] >= 0;
        }
        gaps += n == 0;
        if (b + 1 < at->blocks) empty += size - n;
        over += limits->descriptors && descriptors[b] > limits->descriptors;
        if (n && size <= 64 && is_connected(at, element + b * size, size, n))
            loose += descriptors[b] > 3 * n + 1;
    }
    if (wrong || gaps || over || loose) {
        printf("blocks of %d, %d descriptors, way %d: %d elements misplaced, %d gaps, %d blocks over the "
               "limit, %d connected ones with more than 3 l + 1\n",
               size, limits->descriptors, limits->how, wrong, gaps, over, loose);
        test_failures++;
    }
    free(element);
    free(descriptors);
    return empty;
}

/* Share of interior faces whose two elements are in one block. */
static double inside(const struct place *at, nd_idx size)
{
    nd_idx faces = 0, within = 0;
    for (nd_idx face = 0; face < 4 * at->mesh.K; face++) {
        if (at->connect.EToB[face] >= 0) continue;
        faces++;
        within += at->slot[face / 4] / size == at->slot[at->connect.EToE[face]] / size;
    }
    return (double)within / faces;
}

/* Mean distance between the slots of neighbours. */
static double distance(const struct place *at)
{
    double sum = 0;
    for (nd_idx face = 0; face < 4 * at->mesh.K; face++)
        sum += abs(at->slot[face / 4] - at->slot[at->connect.EToE[face]]);
    return sum / (4 * at->mesh.K);
}

static void check_quality(void)
{
    struct place at;
    static const nd_idx size[] = {1, 2, 4, 7, 8, 16, 32, 64, 1000000};
    /* Measured here: 0 0.247 0.405 0.496 0.520 0.605 0.679 0.740 1, by METIS from the fifth on
     * 0.536 0.632 0.717 0.778 1, along the curve 0 0.139 0.267 0.362 0.383 0.486 0.585 0.665 1;
     * distances 208 to 316. A random order has 0.007 at most, and a distance of 2579. */
    static const double least[][9] = {
        [ND_BLOCKS_GREEDY] = {0, 0.24, 0.39, 0.48, 0.50, 0.59, 0.66, 0.72, 1},
        [ND_BLOCKS_METIS] = {0, 0.24, 0.39, 0.48, 0.52, 0.61, 0.69, 0.76, 1},
        [ND_BLOCKS_CURVE] = {0, 0.13, 0.25, 0.35, 0.37, 0.47, 0.56, 0.64, 1},
    };
    place_init(&at, &(struct cubes){.n = {12, 11, 10}, .jitter = 0.2, .seed = 8, .periodic = {1, 0, 0}}, 1,
               6);
    for (int w = 0; w < WAYS; w++)
        for (int i = 0; i < 9; i++) {
            const enum nd_blocks_how how = ways[w];
            const struct nd_blocks_limits free_ones = {size[i], 0, how},
                                          room = {size[i], 3 * size[i] + 1, how},
                                          tight = {size[i], 5 * size[i] / 2 + 2, how};
            CHECK(check_blocks(&at, &free_ones) <= (how == ND_BLOCKS_METIS ? size[i] - 1 : 0));
            CHECK(at.blocks == (at.mesh.K + size[i] - 1) / size[i]);
            CHECK(inside(&at, size[i]) >= least[how][i]);
            CHECK_NEAR(nd_blocks_inside(&at.connect, at.mesh.K, size[i], at.slot), inside(&at, size[i]),
                       1e-12);
            CHECK(distance(&at) < 400);
            if (size[i] > 64) continue;
            /* Elements along the curve need not hang together. */
            CHECK(check_blocks(&at, &room) <= at.mesh.K / (how == ND_BLOCKS_CURVE ? 4 : 40));
            check_blocks(&at, &tight);
            CHECK(how == ND_BLOCKS_METIS || inside(&at, size[i]) >= least[how][i] - 0.03);
        }
    /* An element for each block is all that four descriptors allow, and three allow none. */
    CHECK(check_blocks(&at, &(struct nd_blocks_limits){.elements = 5, .descriptors = 4}) ==
          4 * (at.mesh.K - 1));
    CHECK(at.blocks == at.mesh.K);
    const struct nd_blocks_limits bad[] = {{0, 0, 0}, {8, 3, 0}, {8, -1, 0}, {1000000, 4, 0}};
    static const char *const why[] = {"blocks of 0", "one element needs 4", "room for -1", "smaller blocks"};
    for (int i = 0; i < 4; i++)
        CHECK_FAILS(nd_blocks_place(&at.connect, &at.mesh, &bad[i], at.slot, &at.blocks), NUDGE_EVALUE,
                    why[i]);
#ifndef ND_METIS
    const struct nd_blocks_limits absent = {16, 0, ND_BLOCKS_METIS};
    CHECK_FAILS(nd_blocks_place(&at.connect, &at.mesh, &absent, at.slot, &at.blocks), NUDGE_EVALUE,
                "no METIS: use greedy blocks");
#endif
    place_clear(&at);
}

/* Meshes of several pieces, meshes smaller than a block, neighbours that meet twice, elements that
 * meet themselves. */
static void check_odd(void)
{
    static const struct {
        struct cubes cubes;
        int step, tets;
    } odd[] = {
        {{.n = {1, 1, 1}, .periodic = {1, 1, 1}}, 1, 6},
        {{.n = {1, 1, 1}, .untagged = 1}, 1, 1},
        {{.n = {2, 1, 1}, .periodic = {1, 0, 1}, .seed = 3}, 1, 6},
        {{.n = {5, 5, 5}, .untagged = 1, .seed = 2}, 1, 1}, /* none has neighbours */
        {{.n = {6, 5, 5}, .untagged = 1, .seed = 2}, 2, 6}, /* cells meet along edges at most */
        {{.n = {7, 7, 7}, .untagged = 1, .seed = 2}, 1, 5},
        {{.n = {3, 3, 3}, .untagged = 1, .seed = 2}, 1, 6},
    };
    static const nd_idx size[] = {1, 4, 8, 9, 13, 16, 32, 161, 162};
    for (size_t i = 0; i < sizeof odd / sizeof *odd; i++) {
        struct place at;
        place_init(&at, &odd[i].cubes, odd[i].step, odd[i].tets);
        for (int w = 0; w < WAYS; w++)
            for (int j = 0; j < 9; j++) {
                const nd_idx missing = check_blocks(&at, &(struct nd_blocks_limits){size[j], 0, ways[w]});
                CHECK(ways[w] == ND_BLOCKS_METIS || missing == 0);
                check_blocks(&at, &(struct nd_blocks_limits){size[j], 3 * size[j] + 1, ways[w]});
            }
        place_clear(&at);
    }
}

/* An element two of whose faces meet each other takes three descriptors. */
static void check_own(void)
{
    struct place at;
    place_init(&at, &(struct cubes){.n = {1, 1, 1}, .untagged = 1}, 1, 1);
    at.connect.EToB[1] = at.connect.EToB[3] = -1;
    at.connect.EToF[1] = 3;
    at.connect.EToF[3] = 1;
    check_blocks(&at, &(struct nd_blocks_limits){.elements = 2, .descriptors = 3});
    place_clear(&at);
}

/* Several of the stretches that METIS is given. */
static void check_large(void)
{
    struct place at;
    place_init(&at, &(struct cubes){.n = {17, 18, 19}, .jitter = 0.2, .seed = 4}, 1, 6);
    for (int w = 0; w < WAYS; w++) {
        static const double least[] = {
            [ND_BLOCKS_GREEDY] = 0.58, [ND_BLOCKS_METIS] = 0.6, [ND_BLOCKS_CURVE] = 0.4};
        const nd_idx empty = check_blocks(&at, &(struct nd_blocks_limits){16, 0, ways[w]});
        CHECK(empty <= (ways[w] == ND_BLOCKS_METIS ? 15 : 0));
        CHECK(at.blocks == (at.mesh.K + 15) / 16);
        CHECK(inside(&at, 16) > least[ways[w]]);
    }
    place_clear(&at);
}

/* Descriptors that the element would add to the block before its own. */
static int descriptors_before(const struct place *at, nd_idx size, nd_idx k)
{
    int more = 4;
    for (nd_idx face = 4 * k; face < 4 * k + 4; face++)
        more -=
            at->connect.EToB[face] < 0 && at->slot[at->connect.EToE[face]] / size == at->slot[k] / size - 1;
    return more;
}

/* Along the curve: elements in its order, and a block ends where it is full or the next element
 * does not fit. */
static void check_curve(void)
{
    struct place at;
    const nd_idx size = 12;
    place_init(&at, &(struct cubes){.n = {9, 8, 10}, .jitter = 0.2, .seed = 5}, 1, 6);
    nd_idx *order = nd_alloc((size_t)at.mesh.K, sizeof *order), wrong = 0, early = 0;
    CHECK_OK(nd_curve_order(&at.mesh, order));
    check_blocks(&at, &(struct nd_blocks_limits){size, 0, ND_BLOCKS_CURVE});
    for (nd_idx i = 0; i < at.mesh.K; i++) wrong += at.slot[order[i]] != i;
    CHECK(wrong == 0);
    for (int limit = 31; limit <= 37; limit += 3) {
        check_blocks(&at, &(struct nd_blocks_limits){size, limit, ND_BLOCKS_CURVE});
        int *descriptors = count_descriptors(&at, size);
        CHECK(at.slot[order[0]] == 0);
        for (nd_idx i = 1; i < at.mesh.K; i++) {
            const nd_idx before = at.slot[order[i - 1]], now = at.slot[order[i]];
            if (now == before + 1) continue;
            early++;
            wrong += now != (before / size + 1) * size ||
                     descriptors[before / size] + descriptors_before(&at, size, order[i]) <= limit;
        }
        free(descriptors);
    }
    CHECK(wrong == 0 && early > 100);
    free(order);
    place_clear(&at);
}

/* So large that threads share the work: no slot more is empty, and the result is that of one thread. */
static void check_threads(void)
{
    struct place at;
    place_init(&at, &(struct cubes){.n = {30, 30, 32}, .seed = 4}, 1, 6);
    nd_idx *alone = nd_alloc((size_t)at.mesh.K, sizeof *alone);
    for (int room = 0; room < 2; room++) {
        const struct nd_blocks_limits limits = {7, room ? 22 : 0, ND_BLOCKS_GREEDY};
        omp_set_num_threads(1);
        CHECK_OK(nd_blocks_place(&at.connect, &at.mesh, &limits, alone, &at.blocks));
        omp_set_num_threads(3);
        const nd_idx empty = check_blocks(&at, &limits);
        CHECK(room ? empty < at.mesh.K / 40 : empty == 0);
        CHECK(!memcmp(alone, at.slot, (size_t)at.mesh.K * sizeof *alone));
        CHECK(inside(&at, 7) > 0.48);
    }
    free(alone);
    place_clear(&at);
}

/* Marked elements in blocks of their own at the end, all others before them, blocks without marked ones as they were. */
static void check_aside(int every)
{
    struct nd_mesh mesh;
    struct nd_connect connect;
    enum { SIZE = 8 };
    int64_t blocks = 0, idle = -1;
    cubes_init(&mesh, &(struct cubes){.n = {4, 3, 3}});
    CHECK_OK(nd_connect_init(&connect, &mesh));
    nd_idx *slot = nd_alloc((size_t)mesh.K, sizeof *slot), marked = 0, wrong = 0;
    unsigned char *aside = nd_alloc((size_t)mesh.K, 1), *taken = nd_alloc(2 * (size_t)mesh.K, 1);
    CHECK_OK(nd_blocks_place(&connect, &mesh, &(struct nd_blocks_limits){.elements = SIZE}, slot, &blocks));
    for (nd_idx k = 0; k < mesh.K; k++) marked += aside[k] = every && k % every == 0 && k < mesh.K / 2;
    nd_idx *before = nd_alloc((size_t)mesh.K, sizeof *before);
    unsigned char *loses = nd_alloc((size_t)blocks, 1);
    memcpy(before, slot, (size_t)mesh.K * sizeof *slot);
    for (nd_idx k = 0; k < mesh.K; k++) loses[slot[k] / SIZE] |= aside[k];
    CHECK_OK(nd_blocks_set_aside(mesh.K, SIZE, aside, slot, &blocks, &idle));
    CHECK(idle == (marked + SIZE - 1) / SIZE);
    CHECK(blocks == (mesh.K - marked + SIZE - 1) / SIZE + idle);
    for (nd_idx k = 0; k < mesh.K; k++) {
        const nd_idx friend = k ? k - 1 : 0;
        wrong += slot[k] < 0 || slot[k] >= blocks * SIZE || taken[slot[k]]++;
        wrong += (slot[k] / SIZE >= blocks - idle) != aside[k];
        if (!loses[before[k] / SIZE] && before[friend] / SIZE == before[k] / SIZE)
            wrong += slot[friend] / SIZE != slot[k] / SIZE;
    }
    CHECK(wrong == 0);
    free(slot), free(aside), free(taken), free(before), free(loses);
    nd_connect_clear(&connect);
    nd_mesh_clear(&mesh);
}

int main(void)
{
    check_aside(0);
    check_aside(1);
    check_aside(5);
    check_quality();
    check_odd();
    check_own();
    check_large();
    check_curve();
    check_threads();
    TEST_END;
}
