// Steps on several ranks: every rank computes its share of the mesh, and the fields are the same bits as on one rank. Rank 0
// takes the same steps on the whole mesh. Arguments: variants, orders, law, precision, device. t509-step-ranks-mpi.sh starts it.
// RUN: simd 1 maxwell double
#include "comm/comm.h"
#include "rig.h"
#include "step/halo.h"
#include "step/integrator.h"

enum { STEPS = 3 };

/* A number in [-1/2, 1/2) by its place in the whole mesh. */
static void random_values(const void *context, nd_idx k, int field, double *values)
{
    const struct nd_setup *setup = context;
    for (int n = 0; n < setup->elem->Np; n++) {
        uint64_t h = ((uint64_t)k * 64 + (uint64_t)field) * 1000 + (uint64_t)n + 1;
        h *= 0x9e3779b97f4a7c15u;
        h = (h ^ h >> 30) * 0xbf58476d1ce4e5b9u;
        values[n] = (double)(int64_t)(h >> 40) * 0x1p-24 - 0.5;
    }
}

/* A sum over elements of a hash of their fields' bits, which does not depend on the order of elements. */
static int64_t checksum(struct nd_rhs *rhs, const struct nd_mesh *mesh, int Np)
{
    uint64_t sum = 0;
    double *values = nd_alloc((size_t)mesh->K * (size_t)Np, sizeof *values);
    for (int f = 0; f < rhs->layout.fields; f++) {
        CHECK_OK(nd_rhs_get_own(rhs, 0, f, values));
        const double *at = values;
        for (nd_idx k = 0; k < mesh->K; k++) {
            if (!nd_share_has(rhs->share, k)) continue;
            uint64_t hash = (uint64_t)k * 64 + (uint64_t)f, bits;
            for (int n = 0; n < Np; n++) {
                memcpy(&bits, at++, sizeof bits);
                hash = (hash ^ bits) * 0x9e3779b97f4a7c15u;
                hash ^= hash >> 29;
            }
            sum += hash >> 24; /* so that the sum over all ranks fits */
        }
    }
    free(values);
    return (int64_t)sum;
}

/* Scalars that must not depend on the number of ranks either. */
struct result {
    double energy, largest;
};

/* Messages have the numbers of the faces between ranks and nothing else: their bytes are the least ones within 5 %. */
static void check_bytes(const struct nd_halo *halo, const struct nd_setup *setup)
{
    const struct nd_share *share = setup->share;
    size_t faces = 0;
    for (nd_idx k = 0; k < setup->mesh->K; k++)
        for (int f = 0; f < 4 && share->owner[k] == share->rank; f++)
            faces += share->owner[setup->connect->EToE[4 * k + f]] != share->rank;
    const double least = (double)faces * setup->elem->Nfp * setup->law->fields.n * (setup->single ? 4 : 8),
                 sent = (double)nd_halo_bytes(halo);
    CHECK(least > 0 && sent >= least && sent <= 1.05 * least);
}

static int64_t take_steps(const struct nd_setup *setup, const struct nd_integrator *integrator, int halo,
                          struct result *result)
{
    struct nd_rhs rhs;
    struct nd_halo exchange = {0};
    CHECK_OK(nd_rhs_init(&rhs, setup));
    if (halo) CHECK_OK(nd_halo_init(&exchange, &rhs, setup->connect, setup->elem));
    if (halo) check_bytes(&exchange, setup);
    CHECK_OK(nd_rhs_make(&rhs, random_values, (void *)setup));
    for (int i = 0; i < STEPS; i++) CHECK_OK(nd_integrator_step(integrator, &rhs, 0.01));
    const int64_t sum = checksum(&rhs, setup->mesh, setup->elem->Np);
    CHECK_OK(nd_rhs_energy(&rhs, &result->energy, NULL));
    result->largest = rhs.largest;
    nd_halo_clear(&exchange);
    nd_rhs_clear(&rhs);
    return sum;
}

static void make_mesh(struct nd_mesh *mesh, struct nd_connect *connect)
{
    const struct nd_box box = {
        .given = true, .size = {1, 1, 1}, .divisions = {6, 5, 4}, .periodic = {0, 1, 0}, .jitter = 0.2};
    nd_idx second;
    CHECK_OK(nd_mesh_box(mesh, &box));
    CHECK_OK(nd_mesh_region(mesh, "second", &second));
    for (nd_idx k = 0; k < mesh->K; k += 3) mesh->region[k] = second;
    CHECK_OK(nd_connect_init(connect, mesh));
}

static void make_share(struct nd_share *share, const struct nd_plan *plan, const struct nd_mesh *mesh,
                       const struct nd_connect *connect)
{
    struct nd_blocks_limits limits = plan->variant->placed(plan);
    struct nd_blocks blocks = {.elements = limits.elements,
                               .slot = nd_alloc((size_t)mesh->K, sizeof(nd_idx))};
    int64_t count;
    limits.how = (enum nd_blocks_how)plan->blocks;
    CHECK_OK(nd_blocks_place(connect, mesh, &limits, blocks.slot, &count));
    blocks.count = (nd_idx)count;
    *share = (struct nd_share){.rank = nd_comm_rank(), .ranks = nd_comm_size()};
    CHECK_OK(nd_share_init(share, connect, &blocks, mesh->K, NULL));
    free(blocks.slot);
}

static void check(const char *on, const char *variant, int N, const char *law_name, int single, int linear)
{
    struct nd_device *device = NULL;
    struct nd_law law;
    struct nd_elem elem;
    struct nd_plan plan;
    struct nd_integrator integrator;
    struct nd_mesh mesh;
    struct nd_connect connect;
    struct nd_share share;
    const int rank = nd_comm_rank(), material[] = {0, 1};
    int condition[16] = {0};
    double constants[64];
    CHECK_OK(nd_device_open(&device, on));
    CHECK_OK(nd_law_init(&law, law_name, ""));
    CHECK_OK(nd_elem_init(&elem, N));
    for (int m = 0; m < 2; m++)
        for (int c = 0; c < law.material.n; c++)
            constants[m * law.material.n + c] = (1 + m * (c + 1)) * law.standard[c];
    const struct nd_case c = {device, &law, N, single, 1, linear};
    CHECK_OK(nd_plan_choose(&plan, &c, variant));
    plan.mixed = 1;
    nd_plan_derive(&plan, &c);
    CHECK_OK(nd_integrator_init(&integrator, linear ? ND_LINEAR : ND_LSRK4, 6, law_name, N, 1));
    make_mesh(&mesh, &connect);
    make_share(&share, &plan, &mesh, &connect);
    struct nd_setup setup = {.device = device,
                             .law = &law,
                             .mesh = &mesh,
                             .connect = &connect,
                             .elem = &elem,
                             .single = single,
                             .upwind = 1,
                             .condition = condition,
                             .material = material,
                             .constants = constants,
                             .nmaterials = 2,
                             .plan = &plan,
                             .share = nd_comm_size() > 1 ? &share : NULL};
    struct result result, alone_result;
    int64_t sum = take_steps(&setup, &integrator, nd_comm_size() > 1, &result);
    CHECK_OK(nd_comm_add(&sum, 1));
    if (!rank) {
        setup.share = NULL;
        const int64_t alone = take_steps(&setup, &integrator, 0, &alone_result);
        if (sum != alone)
            printf("%s N = %d %s %s %s: %llx on %d ranks, %llx on one\n", variant, N, law_name,
                   single ? "single" : "double", integrator.name, (long long)sum, nd_comm_size(),
                   (long long)alone);
        CHECK(sum == alone);
        CHECK(result.energy == alone_result.energy && result.energy > 0 &&
              result.largest == alone_result.largest);
    }
    nd_share_clear(&share);
    nd_connect_clear(&connect);
    nd_mesh_clear(&mesh);
    nd_elem_clear(&elem);
    nd_law_clear(&law);
    nd_device_close(device);
}

int main(int argc, char **argv)
{
    const char *variants = argc > 1 ? argv[1] : "simd,plain,fused,bernstein",
               *law = argc > 3 ? argv[3] : "maxwell", *device = argc > 5 ? argv[5] : "cpu";
    const int single = argc > 4 && !strcmp(argv[4], "single");
    char list[128], *rest = NULL;
    CHECK_OK(nd_comm_open());
    snprintf(list, sizeof list, "%s", variants);
    for (char *v = strtok_r(list, ",", &rest); v; v = strtok_r(NULL, ",", &rest))
        for (const char *N = argc > 2 ? argv[2] : "1,3"; *N; N++)
            if (*N != ',')
                for (int linear = 0; linear < 2; linear++) check(device, v, *N - '0', law, single, linear);
    const int failed = test_failures;
    int64_t all = failed;
    CHECK_OK(nd_comm_add(&all, 1));
    nd_comm_close();
    return all != 0;
}
