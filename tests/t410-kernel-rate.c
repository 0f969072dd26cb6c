// The rate by the simd and plain variants against the reference. Arguments: variants, orders, precisions,
// upwind weights.
// RUN: simd 1,2,3,4,6,9 double 1
// RUN: simd 1,3,8 single 1
// RUN: simd 2,3 double 0,0.5
// RUN: plain 1,2,3,4,6,9 double 1,0
// RUN: plain 1,4,7 single 1,0.5
// LONG: simd,plain 1,2,3,4,5,6,7,8,9 single,double 1,0.5,0
#include "rig.h"

/* Relative L2 distance from the reference. Measured over the long run: double below 1.2e-15, single below 4.2e-7;
 * derivatives at N = 9 multiply rounding the most. */
static double tolerance(int single)
{
    return single ? 4e-6 : 1e-13;
}

static void check(const struct rig_case *c)
{
    struct rig rig;
    const int code = rig_init(&rig, c);
    CHECK_OK(code);
    const double difference = code ? NAN : rig_compare_rate(&rig);
    if (getenv("TEST_SHOW")) rig_describe(c, rig.mesh.K), printf("%.3g\n", difference);
    if (!(difference <= tolerance(c->single))) {
        rig_describe(c, rig.mesh.K);
        printf("differs by %.3g from the reference\n", difference);
        test_failures++;
    }
    rig_clear(&rig);
}

/* Small meshes, odd counts, one cell that is its own neighbour, boxes; materials and walls of all kinds. */
static void check_meshes(struct rig_case c)
{
    static const struct rig_case mesh[] = {
        {.cubes = {.n = {1, 1, 1}, .untagged = 1, .seed = 4}, .keep = 1, .regions = 2},
        {.cubes = {.n = {1, 1, 1}, .untagged = 1, .seed = 5}, .keep = 5, .regions = 3},
        {.cubes = {.n = {2, 1, 1}, .untagged = 1, .seed = 6}, .keep = 7, .regions = 2},
        {.cubes = {.n = {1, 1, 1}, .seed = 7, .periodic = {1, 1, 1}}, .regions = 2},
        {.cubes = {.n = {2, 1, 3}, .seed = 8, .periodic = {0, 1, 0}}, .regions = 5},
        {.cubes = {.n = {3, 3, 3}, .seed = 9, .jitter = 0.2, .untagged = 1}, .keep = 131, .regions = 8},
        {.cubes = {.n = {2, 2, 2}, .seed = 10, .jitter = 0.2}, .regions = 1, .pec = 1},
    };
    for (unsigned i = 0; i < sizeof mesh / sizeof *mesh; i++) {
        struct rig_case one = mesh[i];
        one.N = c.N, one.single = c.single, one.upwind = c.upwind, one.variant = c.variant, one.seed = i + 1;
        check(&one);
    }
}

int main(int argc, char **argv)
{
    if (argc != 5) {
        printf("usage: VARIANTS ORDERS PRECISIONS WEIGHTS\n");
        return 1;
    }
    static const char *const variant[] = {"simd", "plain"};
    int runs = 0;
    for (int v = 0; v < 2; v++) {
        if (!strstr(argv[1], variant[v])) continue;
        for (const char *N = argv[2]; *N; N += N[1] ? 2 : 1)
            for (int single = 0; single < 2; single++) {
                if (!strstr(argv[3], single ? "single" : "double")) continue;
                for (char *at = argv[4], *end; *at; at = *end ? end + 1 : end) {
                    const double upwind = strtod(at, &end);
                    check_meshes((struct rig_case){
                        .N = *N - '0', .single = single, .upwind = upwind, .variant = variant[v]});
                    runs++;
                }
            }
    }
    CHECK(runs > 0);
    TEST_END;
}
