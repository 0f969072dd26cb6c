// Steps that are polynomials of the operator: the table's polynomials have their order, sources enter with
// it, and the two evaluations of a quadratic are those of the reference, in every variant that has them.
// Arguments: variants, orders, laws, precision (else both); "host": only what needs no device.
// RUN: host
// PLAIN: simd,plain,fused 1 maxwell,acoustic,elastic single
// PLAIN: simd,plain,fused 3 maxwell,acoustic,elastic double
// PLAIN: simd 2 maxwell single
// PLAIN: simd 6 maxwell double
// PLAIN: bernstein 1,4 maxwell double
// PLAIN: bernstein 2 maxwell single
// PLAIN: bernstein 3 acoustic single
// PLAIN: bernstein 3 elastic double
// SANITIZED: simd,plain,fused,bernstein 2 maxwell single
// LONG: simd,plain,fused 1,3 maxwell,acoustic,elastic
// LONG: simd 2,6 maxwell
// LONG: bernstein 1,2,4 maxwell
// LONG: bernstein 3 acoustic,elastic
#include <complex.h>
#include <string.h>
#include "rig.h"

/* The coefficients of the product of all quadratics. */
static void expand(const struct nd_polynomial *p, double P[ND_EVALUATIONS_MOST + 1])
{
    memset(P, 0, (ND_EVALUATIONS_MOST + 1) * sizeof *P);
    P[0] = 1;
    for (int f = 0; f < p->factors; f++)
        for (int k = 2 * f + 2; k > 0; k--)
            P[k] += p->factor[f].b * P[k - 1] + (k > 1 ? p->factor[f].c * P[k - 2] : 0);
}

static void check_table(void)
{
    static const char *const laws[] = {"maxwell", "acoustic", "elastic", "advection", "a_law_of_a_user"};
    for (int l = 0; l < 5; l++)
        for (int N = 1; N <= 9; N++)
            for (int order = 4; order <= 8; order += 2)
                for (int upwind = 0; upwind < 2; upwind++) {
                    struct nd_polynomial p;
                    double P[ND_EVALUATIONS_MOST + 1], exact = 1;
                    int common;
                    CHECK_OK(nd_polynomial_find(&p, laws[l], N, upwind, order, &common));
                    CHECK(l < 4 || common);
                    expand(&p, P);
                    for (int k = 1; k <= order; k++) CHECK_NEAR(P[k] / (exact /= k), 1, 1e-12);
                    CHECK(p.order == order && p.limit > 0 && p.damping > 0);
                    CHECK(2 * p.factors >= order && nd_polynomial_error(&p, 0.1) < 1e-5);
                }
    struct nd_polynomial p;
    int common;
    CHECK_FAILS(nd_polynomial_find(&p, "maxwell", 3, 1, 5, &common), NUDGE_EVALUE,
                "no linear step of order 5");
}

/* Shorter steps, with fewer evaluations: of the same order, and of fewer evaluations per unit of time than longer
 * steps that are cut short. */
static void check_shorter(const char *law, int N, double upwind, int order)
{
    struct nd_polynomial p, before;
    int common, sets = 1;
    CHECK_OK(nd_polynomial_find(&p, law, N, upwind, order, &common));
    for (before = p; nd_polynomial_fewer(&p, law, N, upwind); before = p, sets++) {
        double P[ND_EVALUATIONS_MOST + 1], exact = 1;
        expand(&p, P);
        for (int k = 1; k <= order; k++) CHECK_NEAR(P[k] / (exact /= k), 1, 1e-12);
        CHECK(p.order == order && p.factors < before.factors && p.limit < before.limit);
        CHECK(p.damping > 0 && p.limit / p.factors > 0.5 * before.limit / before.factors);
    }
    CHECK(!memcmp(&p, &before, sizeof p)); /* the last one stays */
    CHECK(sets == (order == 6 ? 5 : 1));
}

static void check_all_shorter(void)
{
    static const char *const laws[] = {"maxwell", "acoustic", "elastic", "advection", "a_law_of_a_user"};
    for (int l = 0; l < 5; l++)
        for (int N = 1; N <= 9; N++)
            for (int order = 4; order <= 8; order += 2)
                for (int upwind = 0; upwind < 2; upwind++) check_shorter(laws[l], N, upwind, order);
}

/* q' = z q + f(t), f = exp(i w t), by steps of length h from 0 to 1: the error at the end. */
static double forced_error(const struct nd_polynomial *p, int steps)
{
    const double complex z = -0.7 + 3 * I, w = 2.2 * I;
    const double h = 1.0 / steps;
    const int n = p->order + 1;
    double times[ND_NODES_MOST], weight[ND_EVALUATIONS_MOST * ND_NODES_MOST];
    double complex q = 0;
    nd_polynomial_forcing(p, times, weight);
    for (int s = 0; s < steps; s++)
        for (int f = 0; f < p->factors; f++) {
            double complex first = 0, second = 0;
            for (int j = 0; j < n; j++) {
                const double complex value = cexp(w * (s + times[j]) * h);
                first += weight[2 * f * n + j] * value;
                second += weight[(2 * f + 1) * n + j] * value;
            }
            const double complex x = h * (z * q + first);
            q += p->factor[f].b * x + p->factor[f].c * h * (z * x + second);
        }
    return cabs(q - (cexp(w) - cexp(z)) / (w - z));
}

static void check_forcing(void)
{
    for (int order = 4; order <= 8; order += 2) {
        struct nd_polynomial p;
        int common;
        CHECK_OK(nd_polynomial_find(&p, "maxwell", 3, 1, order, &common));
        const double coarse = forced_error(&p, 3), fine = forced_error(&p, 6);
        CHECK(log2(coarse / fine) > order - 0.3);
        CHECK(fine < 1e-3 && fine > 1e-15);
    }
}

static void make_linear(struct nd_plan *plan, int N)
{
    (void)N;
    plan->update = ND_UPDATE_RATE;
}

static void reference_rate(const struct rig *rig, const struct rig_case *c, double *q[], double *rate[])
{
    if (c->law)
        CHECK_OK(nd_oracle_rate(&rig->oracle, q, rate));
    else
        CHECK_OK(nd_ref_rate(&rig->ref, q, rate));
}

/* One quadratic on the device and by the reference. */
static void check_quadratic(struct rig_case *c)
{
    struct rig rig;
    const double b = 0.4, a = -0.8, dt = 1e-2, tolerance = c->single ? 2e-5 : 2e-13;
    double *w[ND_FIELDS_MOST], *got[ND_FIELDS_MOST];
    CHECK_OK(rig_init(&rig, c));
    const int fields = rig.law.fields.n;
    for (int f = 0; f < fields; f++)
        w[f] = nd_alloc(rig.n, sizeof(double)), got[f] = nd_alloc(rig.n, sizeof(double));
    reference_rate(&rig, c, rig.q, w);
    CHECK_OK(nd_rhs_rate(&rig.rhs));
    for (int f = 0; f < fields; f++) CHECK_OK(nd_rhs_get(&rig.rhs, 1, f, got[f]));
    CHECK(rig_differ(got, w, fields, rig.n) < tolerance);
    for (int f = 0; f < fields; f++) CHECK_OK(nd_rhs_get(&rig.rhs, 0, f, got[f]));
    CHECK(rig_differ(got, rig.q, fields, rig.n) < tolerance);
    const struct nd_stage first = {.update = ND_UPDATE_RATE, .b = 1, .dt = dt, .stages = 2},
                          second = {
                              .update = ND_UPDATE_ADD, .a = a, .b = b, .dt = dt, .index = 1, .stages = 2};
    CHECK_OK(nd_rhs_stage(&rig.rhs, &first));
    CHECK_OK(nd_rhs_stage(&rig.rhs, &second));
    for (int f = 0; f < fields; f++)
        for (size_t i = 0; i < rig.n; i++) w[f][i] *= dt;
    reference_rate(&rig, c, w, rig.rate);
    for (int f = 0; f < fields; f++)
        for (size_t i = 0; i < rig.n; i++) rig.q[f][i] += a * w[f][i] + b * dt * rig.rate[f][i];
    for (int f = 0; f < fields; f++) CHECK_OK(nd_rhs_get(&rig.rhs, 0, f, got[f]));
    const double off = rig_differ(got, rig.q, fields, rig.n);
    if (!(off < tolerance))
        printf("%s N = %d %s %s: %g\n", c->variant, c->N, c->law ? c->law : "maxwell",
               c->single ? "single" : "double", off);
    CHECK(off < tolerance);
    for (int f = 0; f < fields; f++) free(w[f]), free(got[f]);
    rig_clear(&rig);
}

int main(int argc, char **argv)
{
    if (argc < 4) {
        check_table();
        check_all_shorter();
        check_forcing();
        TEST_END;
    }
    const char *precision = argc > 4 ? argv[4] : "both";
    CHECK(!strcmp(precision, "both") || !strcmp(precision, "single") || !strcmp(precision, "double"));
    char *variants = argv[1], *orders = argv[2], *laws = argv[3], *v, *n, *l, *at[3];
    for (v = strtok_r(variants, ",", &at[0]); v; v = strtok_r(NULL, ",", &at[0])) {
        char o[64];
        snprintf(o, sizeof o, "%s", orders);
        for (n = strtok_r(o, ",", &at[1]); n; n = strtok_r(NULL, ",", &at[1])) {
            char some[64];
            snprintf(some, sizeof some, "%s", laws);
            for (l = strtok_r(some, ",", &at[2]); l; l = strtok_r(NULL, ",", &at[2]))
                for (int single = strcmp(precision, "single") ? 0 : 1;
                     single <= (strcmp(precision, "double") ? 1 : 0); single++)
                    check_quadratic(&(struct rig_case){.cubes = {.n = {2, 2, 2}, .seed = 5},
                                                       .N = atoi(n),
                                                       .single = single,
                                                       .upwind = 1,
                                                       .law = strcmp(l, "maxwell") ? l : NULL,
                                                       .variant = v,
                                                       .regions = 3,
                                                       .lossy = !strcmp(l, "maxwell"),
                                                       .change = make_linear});
        }
    }
    TEST_END;
}
