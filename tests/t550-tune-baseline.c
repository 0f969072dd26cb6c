// The CPU baseline against the reference, by loops and by the BLAS, with vector registers of every
// width that this processor has. Arguments: orders, precisions.
// PLAIN: 1,8 double,single
// SANITIZED: 2 double,single
// LONG: 1,2,3,4,5,6,7,8,9 double,single
#include "rig.h"
#include "tune/baseline.h"

/* Relative L2 distance from the reference. */
static double tolerance(int single)
{
    return single ? 1e-5 : 1e-12;
}

static const int condition[] = {0, 1, 2}, material[RIG_REGIONS_MOST] = {0, 1, 2, 3, 4, 5, 6, 7};

static int begin(struct nd_baseline *b, const struct rig *rig, const struct rig_case *c,
                 enum nd_baseline_product product, int vector_bytes)
{
    const struct nd_setup setup = {.mesh = &rig->mesh,
                                   .connect = &rig->ref.connect,
                                   .elem = &rig->ref.elem,
                                   .single = c->single,
                                   .upwind = c->upwind,
                                   .condition = condition,
                                   .material = material,
                                   .constants = rig->constants,
                                   .nmaterials = rig->nmaterials};
    const int code = nd_baseline_init(b, &setup, product, vector_bytes);
    CHECK_OK(code);
    for (int f = 0; f < 6 && !code; f++) nd_baseline_set(b, f, rig->q[f]);
    return code;
}

static void compare(const struct rig *rig, const struct rig_case *c, const struct nd_baseline *b, int which,
                    double *const wanted[6])
{
    double *got[6];
    char how[128];
    for (int f = 0; f < 6; f++) {
        got[f] = nd_alloc(rig->n, sizeof(double));
        nd_baseline_get(b, which, f, got[f]);
    }
    const double difference = rig_difference(got, wanted, rig->n);
    nd_baseline_describe(b, how);
    if (getenv("TEST_SHOW")) rig_describe(c, rig->mesh.K), printf("%s: %.3g\n", how, difference);
    if (!(difference <= tolerance(c->single))) {
        rig_describe(c, rig->mesh.K);
        printf("%s: %s differ by %.3g from the reference\n", how, which ? "rates" : "fields", difference);
        test_failures++;
    }
    for (int f = 0; f < 6; f++) free(got[f]);
}

/* The rate leaves the fields alone; a whole step has as its result the reference's. */
static void check_product(struct rig *rig, const struct rig_case *c, double *const stepped[6], double dt,
                          enum nd_baseline_product product, int vector_bytes)
{
    struct nd_baseline b;
    if (begin(&b, rig, c, product, vector_bytes)) return;
    CHECK((b.blas != NULL) == (product == ND_PRODUCT_BLAS));
    nd_baseline_rate(&b);
    compare(rig, c, &b, 1, rig->rate);
    compare(rig, c, &b, 0, rig->q);
    for (int s = 0; s < nd_lsrk4.stages; s++) nd_baseline_stage(&b, nd_lsrk4.a[s], nd_lsrk4.b[s], dt);
    compare(rig, c, &b, 0, stepped);
    nd_baseline_clear(&b);
}

static void check_case(const struct rig_case *c)
{
    struct rig rig;
    double *stepped[6];
    const double dt = 1e-3;
    rig_begin(&rig, c);
    for (int f = 0; f < 6; f++) {
        stepped[f] = nd_alloc(rig.n, sizeof(double));
        memcpy(stepped[f], rig.q[f], rig.n * sizeof(double));
    }
    CHECK_OK(nd_ref_rate(&rig.ref, rig.q, rig.rate));
    CHECK_OK(nd_ref_step(&rig.ref, stepped, dt));
    for (int bytes = 16; bytes <= 64; bytes *= 2) {
        if (!nd_baseline_find_loops(c->single, bytes)) continue;
        check_product(&rig, c, stepped, dt, ND_PRODUCT_LOOPS, bytes);
        check_product(&rig, c, stepped, dt, ND_PRODUCT_BLAS, bytes);
    }
    check_product(&rig, c, stepped, dt, ND_PRODUCT_BLAS, 0);
    for (int f = 0; f < 6; f++) free(stepped[f]);
    rig_clear(&rig);
}

/* One element, a count that is odd for any register, neighbours of oneself, jumps of material, all
 * three walls. */
static void check_order(int N, int single)
{
    static const struct rig_case mesh[] = {
        {.cubes = {.n = {1, 1, 1}, .untagged = 1, .seed = 4}, .keep = 1, .regions = 2, .upwind = 1},
        {.cubes = {.n = {1, 1, 1}, .seed = 7, .periodic = {1, 1, 1}}, .regions = 2, .upwind = 1},
        {.cubes = {.n = {2, 2, 2}, .seed = 9, .jitter = 0.2, .untagged = 1},
         .keep = 37,
         .regions = 5,
         .upwind = 0.5},
        {.cubes = {.n = {2, 1, 3}, .seed = 8, .periodic = {0, 1, 0}}, .regions = 5, .upwind = 0},
        {.cubes = {.n = {3, 2, 2}, .seed = 10, .jitter = 0.2}, .regions = 8, .upwind = 1},
    };
    for (unsigned i = 0; i < sizeof mesh / sizeof *mesh; i++) {
        struct rig_case c = mesh[i];
        c.N = N, c.single = single, c.seed = i + 1;
        check_case(&c);
    }
}

static void check_refusals(void)
{
    struct rig rig;
    struct nd_baseline b;
    const struct rig_case c = {.cubes = {.n = {1, 1, 1}}, .N = 1, .upwind = 1};
    rig_begin(&rig, &c);
    const struct nd_setup setup = {.mesh = &rig.mesh,
                                   .connect = &rig.ref.connect,
                                   .elem = &rig.ref.elem,
                                   .condition = condition,
                                   .material = material,
                                   .constants = rig.constants};
    CHECK_FAILS(nd_baseline_init(&b, &setup, ND_PRODUCT_LOOPS, 48), NUDGE_EVALUE, "48 bytes");
    struct nd_mesh huge = rig.mesh;
    huge.K = INT32_MAX / 16;
    struct nd_setup too_much = setup;
    too_much.mesh = &huge;
    CHECK_FAILS(nd_baseline_init(&b, &too_much, ND_PRODUCT_LOOPS, 0), NUDGE_EVALUE, "too many");
    rig_clear(&rig);
}

/* The BLAS has as many threads afterwards as before. */
static void check_measure(void)
{
    struct nd_baseline_speed speed;
    const struct nd_blas *blas;
    CHECK_OK(nd_blas_open(&blas));
    if (blas->set_threads) blas->set_threads(2);
    CHECK_OK(nd_baseline_measure(3, 1, ND_PRODUCT_BLAS, &speed));
    CHECK(speed.element_seconds > 0 && speed.element_seconds < 1e-3);
    CHECK_NEAR(speed.dofs_per_second * speed.element_seconds, 120, 1e-9);
    CHECK(speed.K > 10000 && speed.K < 25000);
    CHECK(strstr(speed.how, "elements at a time"));
    if (blas->get_threads) CHECK(blas->get_threads() == 2);
    CHECK(!nd_baseline_advice() || strstr(nd_baseline_advice(), "OPENBLAS_CORETYPE"));
}

int main(int argc, char **argv)
{
    if (argc != 3) {
        printf("usage: ORDERS PRECISIONS\n");
        return 1;
    }
    for (int N = 1; N <= ND_ORDER_MOST; N++) {
        if (!strchr(argv[1], '0' + N)) continue;
        if (strstr(argv[2], "single")) check_order(N, 1);
        if (strstr(argv[2], "double")) check_order(N, 0);
    }
    check_refusals();
    check_measure();
    TEST_END;
}
