// The energy kernel against the reference, in total and per element, with and without lanes.
// PLAIN: 2,5
// SANITIZED: 1
// LONG: 1,2,3,4,5,6,7,8,9
#include "rig.h"

static void check(const struct rig_case *c)
{
    struct rig rig;
    double total = NAN, again = NAN, off = 0;
    CHECK_OK(rig_init(&rig, c));
    double *element = nd_alloc((size_t)rig.mesh.K, sizeof *element);
    CHECK_OK(nd_rhs_energy(&rig.rhs, &total, element));
    CHECK_OK(nd_rhs_energy(&rig.rhs, &again, NULL));
    const double want = nd_ref_energy(&rig.ref, rig.q), tolerance = c->single ? 1e-6 : 1e-14;
    const nd_idx K = rig.mesh.K;
    const int Np = rig.ref.elem.Np;
    /* The reference on a mesh where all but one element is empty. */
    double *only[6];
    for (int f = 0; f < 6; f++) only[f] = nd_alloc(rig.n, sizeof(double));
    for (nd_idx k = 0; k < K; k++) {
        for (int f = 0; f < 6; f++) {
            memset(only[f], 0, rig.n * sizeof(double));
            memcpy(only[f] + k * Np, rig.q[f] + k * Np, (size_t)Np * sizeof(double));
        }
        off = fmax(off, fabs(element[k] / nd_ref_energy(&rig.ref, only) - 1));
    }
    if (!(fabs(total / want - 1) < 10 * tolerance) || !(off < 100 * tolerance) || again != total) {
        rig_describe(c, K);
        printf("energy %.17g, again %.17g, wanted %.17g; in one element it is off by %.3g\n", total, again,
               want, off);
        test_failures++;
    }
    /* Fields near the ends of single precision's range, whose squares lie beyond it. */
    for (int power = -30; power <= 30; power += 60) {
        for (int f = 0; f < 6; f++) {
            for (size_t i = 0; i < rig.n; i++) only[f][i] = rig.q[f][i] * pow(10, power);
            CHECK_OK(nd_rhs_set(&rig.rhs, f, only[f]));
        }
        CHECK_OK(nd_rhs_energy(&rig.rhs, &total, NULL));
        CHECK_NEAR(total / want * pow(10, -2 * power), 1, c->single ? 1e-5 : 1e-13);
    }
    for (int f = 0; f < 6; f++) free(only[f]);
    free(element);
    rig_clear(&rig);
}

int main(int argc, char **argv)
{
    CHECK(argc == 2);
    for (const char *N = argc == 2 ? argv[1] : ""; *N; N += N[1] ? 2 : 1)
        for (int single = 0; single < 2; single++)
            for (int plain = 0; plain < 2; plain++) {
                struct rig_case c = {.cubes = {.n = {2, 1, 2}, .seed = 5},
                                     .N = *N - '0',
                                     .single = single,
                                     .upwind = 1,
                                     .regions = 4,
                                     .variant = plain ? "plain" : "simd",
                                     .seed = 9};
                check(&c);
                c.cubes.untagged = 1, c.keep = 3;
                check(&c);
            }
    TEST_END;
}
