// Plans: guesses that a device can run whatever the law, the plain kernels where none is; numbers
// that do not go together are refused; sizes near the limit of element counts do not overflow.
// Argument: every how many numbers of fields are tried.
// PLAIN: 1
// SANITIZED: 5
#include "kernel/bernstein/bernstein.h"
#include "device/cuda.h"
#include "elem/elem.h"
#include "kernel/paper/paper.h"
#include "test.h"
#include "tune/fixture.h"

static int warnings, every = 1;
static void count_warnings(void *context, int level, const char *message)
{
    warnings += level == NUDGE_LOG_WARNING && strstr(message, context);
}

/* A GPU with so much shared memory; only the plan looks at it. */
static struct nd_device make_gpu(size_t shared, int threads)
{
    return (struct nd_device){.backend = &nd_backend_cuda,
                              .info = {.name = "GPU",
                                       .shared_bytes = shared,
                                       .shared_static = shared,
                                       .threads_most = threads,
                                       .gpu = 1}};
}

/* A law of n fields; what its functions would do is not asked here. */
static void make_law(struct nd_law *law, int n)
{
    struct nd_text text = {0};
    nd_text_add(&text, "#define LAW_NAME many\n#define LAW_FIELDS");
    for (int i = 0; i < n; i++) nd_text_add(&text, " f%d", i);
    nd_text_add(&text, "\n#define LAW_MATERIAL a\n#define LAW_MEDIUM m\n#define LAW_BOUNDARIES wall\n");
    CHECK_OK(nd_law_parse(law, "many.law", text.s));
    nd_text_clear(&text);
}

/* Every number of fields has a default plan: the fused or the paper's variant if it fits, else the
 * plain one. */
static void check_choices(void)
{
    const struct nd_device large = make_gpu(227 << 10, 1024), small = make_gpu(48 << 10, 1024),
                           tiny = make_gpu(16 << 10, 128);
    struct nd_law law;
    struct nd_plan plan;
    nudge_log_set(count_warnings, "plain kernels are used");
    for (int n = 1; n <= ND_FIELDS_MOST; n += every) {
        make_law(&law, n);
        for (int N = 1; N <= ND_ORDER_MOST; N++)
            for (int single = 0; single < 2; single++) {
                const char *standard = single ? "fused" : "paper:3";
                CHECK_OK(nd_plan_choose(&plan, ND_CASE(&large, &law, N, single, 0.5), NULL));
                CHECK(!strcmp(nd_plan_name(&plan), standard));
                CHECK_OK(nd_plan_choose(&plan, ND_CASE(&small, &law, N, single, 0.5), NULL));
                CHECK_OK(nd_plan_check(&plan, ND_CASE(&small, &law, N, single, 1)));
                CHECK(n > 8 || !strcmp(nd_plan_name(&plan), standard));
            }
        const int before = warnings;
        CHECK_OK(nd_plan_choose(&plan, ND_CASE(&tiny, &law, 9, 0, 0.5), NULL));
        CHECK(!strcmp(plan.variant->name, "plain") && warnings == before + 1);
        CHECK_FAILS(nd_plan_choose(&plan, ND_CASE(&tiny, &law, 9, 0, 1), "paper:3"), NUDGE_EVALUE, "GPU");
        nd_law_clear(&law);
    }
    nudge_log_set(NULL, NULL);
}

/* At full upwind, laws of any number of fields: bernstein where a GPU has room for two elements and
 * the tables of a block, in batches that move by words of 16 bytes; what else there is where it has
 * not. */
static void check_local_fields(void)
{
    const struct nd_device large = make_gpu(227 << 10, 1024), small = make_gpu(48 << 10, 256);
    struct nd_law law;
    struct nd_plan plan;
    for (int n = 1; n <= ND_FIELDS_MOST; n += every) {
        make_law(&law, n);
        for (int N = 1; N <= ND_ORDER_MOST; N++)
            for (int single = 0; single < 2; single++) {
                const struct nd_device *gpu = (n + N) % 2 ? &large : &small;
                const int elements = 2 * (5 * n * (nd_elem_Np(N) + 1) + 100) * (single ? 4 : 8),
                          tables = 8 << 10, fits = elements + tables < (int)gpu->info.shared_bytes;
                CHECK_OK(nd_plan_choose(&plan, ND_CASE(gpu, &law, N, single, 1), NULL));
                CHECK(!fits || !strcmp(plan.variant->name, "bernstein"));
                CHECK_OK(nd_plan_check(&plan, ND_CASE(gpu, &law, N, single, 1)));
                if (strcmp(plan.variant->name, "bernstein")) continue;
                CHECK(plan.number[ND_BATCH] >= 2 &&
                      plan.number[ND_BATCH] * plan.number[ND_STATE] * (single ? 4 : 8) % 16 == 0);
                CHECK(plan.number[ND_STATE] >= n * nd_elem_Np(N) &&
                      plan.number[ND_VGEO_REALS] == 9 + law.medium.n);
            }
        nd_law_clear(&law);
    }
}

/* Maxwell: bernstein on any GPU that has room for it, where the flux is full upwind; another device
 * keeps to what it had. */
static void check_local_basis(void)
{
    const struct nd_device large = make_gpu(227 << 10, 1024), tiny = make_gpu(256, 128);
    struct nd_device processor = large;
    struct nd_law law;
    struct nd_plan plan;
    CHECK_OK(nd_law_init(&law, "maxwell", ""));
    processor.info.gpu = 0;
    for (int N = 1; N <= ND_ORDER_MOST; N++)
        for (int single = 0; single < 2; single++) {
            const char *other = single ? "fused" : "paper:3";
            CHECK_OK(nd_plan_choose(&plan, ND_CASE(&large, &law, N, single, 1), NULL));
            CHECK(!strcmp(plan.variant->name, "bernstein"));
            CHECK_OK(nd_plan_choose(&plan, ND_CASE(&large, &law, N, single, 0.5), NULL));
            CHECK(!strcmp(nd_plan_name(&plan), other));
            CHECK_OK(nd_plan_choose(&plan, ND_CASE(&processor, &law, N, single, 1), NULL));
            CHECK(!strcmp(nd_plan_name(&plan), other));
            CHECK_OK(nd_plan_choose(&plan, ND_CASE(&tiny, &law, N, single, 1), NULL));
            CHECK(strcmp(plan.variant->name, "bernstein"));
        }
    CHECK_OK(nd_plan_choose(&plan, ND_CASE(&large, &law, 3, 1, 1), "bernstein"));
    CHECK_FAILS(nd_plan_choose(&plan, ND_CASE(&large, &law, 3, 1, 0.5), "bernstein"), NUDGE_EVALUE,
                "flux.upwind 0.5: it computes the full upwind flux only");
    CHECK_OK(nd_plan_choose(&plan, ND_CASE(&large, &law, 3, 1, 0.5), "fused"));
    nd_law_clear(&law);
}

static void check_local_parameters(void)
{
    const struct nd_device gpu = make_gpu(227 << 10, 2048);
    struct nd_law law;
    struct nd_plan plan, other;
    CHECK_OK(nd_law_init(&law, "maxwell", ""));
    CHECK_OK(nd_plan_choose(&plan, ND_CASE(&gpu, &law, 4, 1, 1), "bernstein"));
    CHECK_OK(nd_plan_check(&plan, ND_CASE(&gpu, &law, 4, 1, 1)));
    other = plan;
    other.number[ND_THREADS] = other.number[ND_BATCH] - 1;
    CHECK_FAILS(nd_plan_check(&other, ND_CASE(&gpu, &law, 4, 1, 1)), NUDGE_EVALUE, "take at least as many");
    other.number[ND_THREADS] = 2048;
    CHECK_FAILS(nd_plan_check(&other, ND_CASE(&gpu, &law, 4, 1, 1)), NUDGE_EVALUE, "take 1024 at most");
    other = plan;
    other.number[ND_BATCH] = 6;
    CHECK_FAILS(nd_plan_check(&other, ND_CASE(&gpu, &law, 4, 1, 1)), NUDGE_EVALUE, "a power of 2");
    other = plan;
    other.number[ND_THREADS] = 100;
    CHECK_FAILS(nd_plan_check(&other, ND_CASE(&gpu, &law, 4, 1, 1)), NUDGE_EVALUE, "whole warps of 32");
    other = plan;
    other.number[ND_MIN_BLOCKS] = 0;
    CHECK_FAILS(nd_plan_check(&other, ND_CASE(&gpu, &law, 4, 1, 1)), NUDGE_EVALUE, "min_blocks 0");
    other.number[ND_MIN_BLOCKS] = 2048 / plan.number[ND_THREADS];
    CHECK_OK(nd_plan_check(&other, ND_CASE(&gpu, &law, 4, 1, 1)));
    other.number[ND_MIN_BLOCKS]++;
    CHECK_FAILS(nd_plan_check(&other, ND_CASE(&gpu, &law, 4, 1, 1)), NUDGE_EVALUE, "no multiprocessor holds");
    other = plan;
    other.number[ND_BATCH] = 512, other.number[ND_THREADS] = 512;
    CHECK_FAILS(nd_plan_check(&other, ND_CASE(&gpu, &law, 4, 1, 1)), NUDGE_EVALUE, "bytes of shared memory");
    nd_law_clear(&law);
}

/* Without micro-blocks, the threads of a unit are no multiple of 16, and a guess must know it. */
static void check_numbers(void)
{
    const struct nd_device gpu = make_gpu(227 << 10, 1024);
    struct nd_device little = gpu;
    struct nd_law law;
    struct nd_plan plan, other;
    CHECK_OK(nd_law_init(&law, "maxwell", ""));
    CHECK_OK(nd_plan_choose(&plan, ND_CASE(&gpu, &law, 1, 1, 1), "paper:5"));
    CHECK(plan.number[GROUPING] == 16);
    other = plan;
    nd_paper_microblocks(&other, 1, 1, 1);
    CHECK_FAILS(nd_plan_check(&other, ND_CASE(&gpu, &law, 1, 1, 1)), NUDGE_EVALUE,
                "16 threads do not divide the 4");
    nd_paper_guess(ND_CASE(&gpu, &law, 1, 1, 1), &other);
    CHECK_OK(nd_plan_check(&other, ND_CASE(&gpu, &law, 1, 1, 1)));
    CHECK(other.number[GROUPING] == 0 && other.number[LIFT_P] > 1);
    other = plan;
    other.number[DIFF_SHARED] = ND_SHARED_MATRIX;
    for (other.number[DIFF_ROWS] = 0; other.number[DIFF_ROWS] <= 64; other.number[DIFF_ROWS] += 64)
        CHECK_FAILS(nd_plan_check(&other, ND_CASE(&gpu, &law, 1, 1, 1)), NUDGE_EVALUE,
                    "rows, a micro-block has 32");
    other = plan;
    other.number[GATHER_P] = 1000;
    CHECK_FAILS(nd_plan_check(&other, ND_CASE(&gpu, &law, 1, 1, 1)), NUDGE_EVALUE, "gather: 3000 threads");
    other = plan;
    other.number[LIFT_I] = 1000;
    CHECK_FAILS(nd_plan_check(&other, ND_CASE(&gpu, &law, 1, 1, 1)), NUDGE_EVALUE,
                "lift: 384000 bytes of shared memory");
    little.info.shared_static = 500;
    CHECK_FAILS(nd_plan_check(&plan, ND_CASE(&little, &law, 1, 1, 1)), NUDGE_EVALUE,
                "gather: descriptors of");
    nd_law_clear(&law);
}

static void check_layouts(void)
{
    const struct nd_device gpu = make_gpu(227 << 10, 1024);
    struct nd_law law;
    struct nd_layout layout;
    struct nd_plan plan;
    CHECK_OK(nd_law_init(&law, "maxwell", ""));
    for (int i = 0; nd_plan_each(i, &plan); i++) {
        if (plan.variant == &nd_variant_simd) continue;
        CHECK_OK(nd_plan_choose(&plan, ND_CASE(&gpu, &law, 1, 1, 1), nd_plan_name(&plan)));
        nd_plan_layout(&plan, &layout, INT32_MAX, 0, 4, 6);
        CHECK(layout.slots >= INT32_MAX && layout.slots < (int64_t)INT32_MAX + 1000);
        CHECK(layout.length >= layout.slots * 24);
    }
    nd_law_clear(&law);
}

/* Face data are stored if many faces lie between two materials, and if the law requires it. */
static void check_mixed(const char *name, int stored_anyway)
{
    struct nd_device *device = NULL;
    struct nd_law law;
    struct nd_plan plan;
    static struct nd_fixture fixture;
    CHECK_OK(nd_device_open(&device, "cpu"));
    CHECK_OK(nd_law_init(&law, name, ""));
    CHECK_OK(nd_fixture_init(&fixture, device, &law, 1, 1, (struct nd_fixture_size){4e3, 1}));
    for (int few = 0; few < 2; few++) {
        CHECK_OK(nd_plan_choose(&plan, ND_CASE(device, &law, 1, 1, 1), "bernstein"));
        CHECK_OK(nd_fixture_plan(&fixture, &plan));
        CHECK(fixture.rhs.plan.mixed == !few);
        CHECK((fixture.rhs.plan.number[ND_SGEO_REALS] > 0) == (!few || stored_anyway));
        CHECK_OK(nd_rhs_replan(&fixture.rhs, &plan));
        CHECK(fixture.rhs.plan.mixed == !few);
        const size_t memory = device->info.memory,
                     full = nd_rhs_bytes(&fixture.rhs.plan, fixture.mesh.K, 1, law.fields.n, 1);
        nd_rhs_clear(&fixture.rhs);
        device->info.memory = full + full / 20; /* full by what faces need: that is computed then */
        CHECK_OK(nd_fixture_plan(&fixture, &plan));
        CHECK(fixture.rhs.plan.mixed == (few ? 0 : -1) &&
              (fixture.rhs.plan.number[ND_SGEO_REALS] > 0) == stored_anyway);
        device->info.memory = memory;
        nd_rhs_clear(&fixture.rhs);
        for (nd_idx k = 0; k < fixture.mesh.K; k++) fixture.mesh.region[k] = k == 3;
    }
    nd_fixture_clear(&fixture);
    nd_law_clear(&law);
    nd_device_close(device);
}

int main(int argc, char **argv)
{
    if (argc > 1) every = atoi(argv[1]);
    CHECK(every > 0);
    check_choices();
    check_local_fields();
    check_local_basis();
    check_local_parameters();
    check_numbers();
    check_layouts();
    check_mixed("maxwell", 0);
    check_mixed("elastic", 1);
    TEST_END;
}
