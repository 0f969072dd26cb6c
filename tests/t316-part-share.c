// Shares of a mesh for several ranks: every element has one owner, ghosts are the neighbours behind faces, blocks stay
// together, and one rank sends the faces that the other takes.
#include "cubes.h"
#include "part/blocks.h"
#include "part/share.h"

enum { RANKS_MOST = 7 };

/* Elements of a block of the whole mesh stay together, in their places. Blocks with ghosts as neighbours come first.
 * All neighbours of own elements have slots, and no other elements. */
static void check_slots(const struct nd_share *share, const struct nd_connect *connect,
                        const struct nd_blocks *blocks)
{
    const nd_idx K = share->K, B = blocks->elements, own = share->blocks * B;
    int wrong = 0;
    nd_idx *block = nd_alloc((size_t)share->blocks, sizeof *block); /* of the whole mesh, + 1 */
    unsigned char *near = nd_alloc((size_t)K, 1);
    for (nd_idx k = 0; k < K; k++) {
        const nd_idx s = share->slot[k], there = blocks->slot[k];
        if (share->owner[k] != share->rank) continue;
        wrong += s < 0 || s >= own || s % B != there % B;
        if (!block[s / B]) block[s / B] = there / B + 1;
        wrong += block[s / B] != there / B + 1;
        for (int f = 0; f < 4; f++) {
            const nd_idx m = connect->EToE[4 * k + f];
            near[m] |= share->owner[m] != share->rank;
            wrong += near[m] && s / B >= share->outer;
        }
    }
    nd_idx ghosts = 0;
    for (nd_idx k = 0; k < K; k++) {
        if (share->owner[k] == share->rank) continue;
        wrong += near[k] ? share->slot[k] != own + ghosts++ : share->slot[k] != -1;
    }
    for (nd_idx b = 1; b < share->blocks; b++)
        if (b != share->outer) wrong += block[b] <= block[b - 1];
    CHECK(wrong == 0 && ghosts == share->ghosts);
    free(block);
    free(near);
}

/* Rank b takes from rank a the faces that a sends to b. */
static void check_borders(struct nd_border *border[], const int n[], int ranks)
{
    for (int a = 0; a < ranks; a++)
        for (int i = 0; i < n[a]; i++) {
            const struct nd_border *to = &border[a][i], *from = NULL;
            for (int j = 0; j < n[to->rank]; j++)
                if (border[to->rank][j].rank == a) from = &border[to->rank][j];
            CHECK(from && from->n == to->n && to->n > 0);
            for (nd_idx f = 0; from && f < to->n; f++)
                CHECK(to->send[f].face == from->take[f].face && to->send[f].element == from->take[f].element);
        }
}

static void check(const struct cubes *cubes, nd_idx elements, int ranks, const float *weight)
{
    struct nd_mesh mesh;
    struct nd_connect connect;
    struct nd_border *border[RANKS_MOST] = {0};
    int n[RANKS_MOST];
    int64_t count;
    cubes_init(&mesh, cubes);
    CHECK_OK(nd_connect_init(&connect, &mesh));
    struct nd_blocks blocks = {.elements = elements, .slot = nd_alloc((size_t)mesh.K, sizeof(nd_idx))};
    const struct nd_blocks_limits limits = {elements, 0, ND_BLOCKS_GREEDY};
    CHECK_OK(nd_blocks_place(&connect, &mesh, &limits, blocks.slot, &count));
    blocks.count = (nd_idx)count;
    double most = 0, all = 0;
    for (int r = 0; r < ranks; r++) {
        struct nd_share share = {.rank = r, .ranks = ranks};
        double sum = 0;
        CHECK_OK(nd_share_init(&share, &connect, &blocks, mesh.K, weight));
        for (nd_idx k = 0; k < mesh.K; k++) sum += share.owner[k] == r ? (weight ? (double)weight[k] : 1) : 0;
        check_slots(&share, &connect, &blocks);
        CHECK_OK(nd_borders_find(&share, &connect, &border[r], &n[r]));
        CHECK(ranks == 1 ? !n[r] && !share.ghosts && !share.outer : n[r] > 0);
        most = fmax(most, sum), all += sum;
        nd_share_clear(&share);
    }
    CHECK(most <= 1.35 * all / ranks);
    check_borders(border, n, ranks);
    for (int r = 0; r < ranks; r++) nd_borders_clear(border[r], n[r]);
    free(blocks.slot);
    nd_connect_clear(&connect);
    nd_mesh_clear(&mesh);
}

static void check_too_many(void)
{
    struct nd_mesh mesh;
    struct nd_connect connect;
    const struct cubes cubes = {.n = {1, 1, 1}};
    struct nd_share share = {.ranks = 2};
    cubes_init(&mesh, &cubes);
    CHECK_OK(nd_connect_init(&connect, &mesh));
    struct nd_blocks blocks = {.elements = 8, .count = 1, .slot = nd_alloc((size_t)mesh.K, sizeof(nd_idx))};
    CHECK_FAILS(nd_share_init(&share, &connect, &blocks, mesh.K, NULL), NUDGE_EVALUE,
                "2 ranks for 6 elements, which are computed in 1 block: start at most 1 rank, or");
    free(blocks.slot);
    nd_connect_clear(&connect);
    nd_mesh_clear(&mesh);
}

int main(void)
{
    const struct cubes plain = {.n = {6, 5, 4}}, periodic = {.n = {4, 3, 6}, .periodic = {1, 0, 1}};
    float weight[6 * 6 * 5 * 4];
    for (int k = 0; k < 6 * 6 * 5 * 4; k++) weight[k] = k < 100 ? 5 : 1;
    for (int ranks = 1; ranks <= RANKS_MOST; ranks += 2) {
        check(&plain, 8, ranks, NULL);
        check(&plain, 1, ranks, weight);
        check(&periodic, 4, ranks, NULL);
    }
    check_too_many();
    TEST_END;
}
