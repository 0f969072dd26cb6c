// Blocks: a permutation of the elements, compact, and near each other along the sequence.
#include "cubes.h"
#include "part/blocks.h"

static int is_permutation(const nd_idx *order, nd_idx K)
{
    char *seen = nd_alloc((size_t)K, 1);
    int fine = 1;
    for (nd_idx i = 0; i < K; i++) {
        fine = fine && order[i] >= 0 && order[i] < K && !seen[order[i]];
        if (fine) seen[order[i]] = 1;
    }
    free(seen);
    return fine;
}

/* Share of interior faces whose two elements are in one block. */
static double inside(const struct nd_connect *connect, nd_idx K, nd_idx size, const nd_idx *order)
{
    nd_idx *block = nd_alloc((size_t)K, sizeof *block), faces = 0, within = 0;
    for (nd_idx i = 0; i < K; i++) block[order[i]] = i / size;
    for (nd_idx face = 0; face < 4 * K; face++) {
        if (connect->EToB[face] >= 0) continue;
        faces++;
        within += block[face / 4] == block[connect->EToE[face]];
    }
    free(block);
    return (double)within / faces;
}

/* Mean distance in the sequence between neighbours. */
static double distance(const struct nd_connect *connect, nd_idx K, const nd_idx *order)
{
    nd_idx *place = nd_alloc((size_t)K, sizeof *place);
    double sum = 0;
    for (nd_idx i = 0; i < K; i++) place[order[i]] = i;
    for (nd_idx face = 0; face < 4 * K; face++) sum += abs(place[face / 4] - place[connect->EToE[face]]);
    free(place);
    return sum / (4 * K);
}

static nd_idx *random_order(nd_idx K)
{
    nd_idx *order = nd_alloc((size_t)K, sizeof *order);
    unsigned seed = 1;
    for (nd_idx i = 0; i < K; i++) {
        nd_idx j = (nd_idx)((i + 1) * test_random(&seed));
        order[i] = order[j];
        order[j] = i;
    }
    return order;
}

int main(void)
{
    struct nd_mesh mesh;
    struct nd_connect connect;
    static const nd_idx size[] = {1, 2, 4, 7, 16, 64, 1000000};
    /* Measured here: 0 0.234 0.387 0.492 0.600 0.743 1, against 0.007 at most for a random order; distances
     * 219 283 304 321 330 326 208 against 2579. */
    static const double inside_least[] = {0, 0.22, 0.37, 0.47, 0.58, 0.72, 1};
    cubes_init(&mesh, &(struct cubes){.n = {12, 11, 10}, .jitter = 0.2, .seed = 8, .periodic = {1, 0, 0}});
    CHECK_OK(nd_connect_init(&connect, &mesh));
    nd_idx *order = nd_alloc((size_t)mesh.K, sizeof *order), *random = random_order(mesh.K);
    double random_distance = distance(&connect, mesh.K, random);
    for (int i = 0; i < 7; i++) {
        CHECK_OK(nd_blocks_order(&connect, &mesh, size[i], order));
        CHECK(is_permutation(order, mesh.K));
        CHECK(inside(&connect, mesh.K, size[i], order) >= inside_least[i]);
        CHECK(distance(&connect, mesh.K, order) < 0.15 * random_distance);
    }
    CHECK_FAILS(nd_blocks_order(&connect, &mesh, 0, order), NUDGE_EVALUE, "blocks of 0");
    free(order);
    free(random);
    nd_connect_clear(&connect);
    nd_mesh_clear(&mesh);

    /* One cell, periodic: neighbours met twice, a size that does not divide K. */
    cubes_init(&mesh, &(struct cubes){.n = {1, 1, 1}, .periodic = {1, 1, 1}});
    CHECK_OK(nd_connect_init(&connect, &mesh));
    nd_idx six[6];
    CHECK_OK(nd_blocks_order(&connect, &mesh, 4, six));
    CHECK(is_permutation(six, 6));
    nd_connect_clear(&connect);
    nd_mesh_clear(&mesh);
    TEST_END;
}
