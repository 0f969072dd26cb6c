// The rate by the simd, bernstein, fused and plain variants against the reference. Arguments: variants, orders, precisions,
// upwind weights.
// RUN: simd 1,2,3,4,6,9 double 1
// RUN: simd 1,3,8 single 1
// RUN: simd 2,3 double 0,0.5
// RUN: plain 1,2,3,4,6,9 double 1,0
// RUN: bernstein 1,2,4,6 double 1
// RUN: bernstein 3,7 single 1
// RUN: fused 1,2,4 double 1,0
// RUN: fused 3,7 single 1
// RUN: plain 1,4,7 single 1,0.5
// LONG: bernstein 1,2,3,4,5,6,7,8,9 single,double 1
// LONG: simd,fused,plain 1,2,3,4,5,6,7,8,9 single,double 1,0.5,0
#include "meshes-odd.h"

/* Relative L2 distance from the reference. Measured over the long run: double below 1.2e-15, single below 4.2e-7;
 * derivatives at N = 9 multiply rounding the most. Coefficients of fields that are not smooth are large: the bernstein
 * variant is within 4.7e-14 and 4.6e-6. */
static double tolerance(const struct rig_case *c)
{
    const int large = !strcmp(c->variant, "bernstein");
    return c->single ? (large ? 1e-5 : 4e-6) : large ? 2e-13 : 1e-13;
}

static void check(const struct rig_case *c)
{
    struct rig rig;
    const int code = rig_init(&rig, c);
    CHECK_OK(code);
    const double difference = code ? NAN : rig_compare_rate(&rig);
    if (getenv("TEST_SHOW")) rig_describe(c, rig.mesh.K), printf("%.3g\n", difference);
    if (!(difference <= tolerance(c))) {
        rig_describe(c, rig.mesh.K);
        printf("differs by %.3g from the reference\n", difference);
        test_failures++;
    }
    rig_clear(&rig);
}

static void check_meshes(struct rig_case c)
{
    for (unsigned i = 0; i < ODD_MESHES; i++) {
        const struct rig_case one = odd_case(&c, i);
        check(&one);
    }
}

int main(int argc, char **argv)
{
    if (argc != 5) {
        printf("usage: VARIANTS ORDERS PRECISIONS WEIGHTS\n");
        return 1;
    }
    static const char *const variant[] = {"simd", "bernstein", "fused", "plain"};
    int runs = 0;
    for (int v = 0; v < 4; v++) {
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
