// Fields that a stage stores in the local basis of each element as Bernstein coefficients, against
// the plain variant: fields set and read at any moment, energy, residual, and the fields some steps
// later. Arguments: variant, orders, precisions.
// PLAIN: bernstein 1,6 double
// PLAIN: bernstein 2,4 single
// SANITIZED: bernstein 1 double
// LONG: bernstein 1,2,3,4,5,6,7,8,9 single,double
#include "meshes-odd.h"

/* One case by both variants, and room for an answer of each. */
struct two {
    struct rig local, plain;
    double *got[6], *want[6];
    double tolerance; /* relative */
};

/* Rounding grows with the condition of the basis; in double precision sums are rounded as well. */
static double tolerance(const struct rig_case *c)
{
    return (c->single ? 1e-7 : 1e-15) * (10 + (c->N > 4 ? (1 << c->N) / 8 : 0));
}

static int two_init(struct two *two, const struct rig_case *c)
{
    int status = 0;
    struct rig_case plain = *c;
    *two = (struct two){.tolerance = tolerance(c)};
    plain.variant = "plain";
    CHECK_OK(status = rig_init(&two->local, c));
    if (!status) CHECK_OK(status = rig_init(&two->plain, &plain));
    for (int f = 0; f < 6 && !status; f++) {
        two->got[f] = nd_alloc(two->local.n, sizeof(double));
        two->want[f] = nd_alloc(two->local.n, sizeof(double));
    }
    return status;
}

static void two_clear(struct two *two)
{
    rig_clear(&two->local);
    rig_clear(&two->plain);
    for (int f = 0; f < 6; f++) free(two->got[f]), free(two->want[f]);
}

static void get(struct rig *rig, int residual, double *values[6])
{
    for (int f = 0; f < 6; f++) CHECK_OK(nd_rhs_get(&rig->rhs, residual, f, values[f]));
}

static void compare(const struct two *two, const char *what, double factor)
{
    const double difference = rig_difference(two->got, two->want, two->local.n);
    if (getenv("TEST_SHOW")) printf("%s: %.3g of %.3g\n", what, difference, factor * two->tolerance);
    if (!(difference <= factor * two->tolerance)) {
        printf("%s: differ by %.3g\n", what, difference);
        test_failures++;
    }
}

static void compare_got(struct two *two, int residual, const char *what, double factor)
{
    get(&two->local, residual, two->got);
    get(&two->plain, residual, two->want);
    compare(two, what, factor);
}

static void compare_energy(struct two *two, const char *what, double factor)
{
    double local = NAN, plain = NAN;
    CHECK_OK(nd_rhs_energy(&two->local.rhs, &local, NULL));
    CHECK_OK(nd_rhs_energy(&two->plain.rhs, &plain, NULL));
    if (!(fabs(local / plain - 1) <= factor * two->tolerance)) {
        printf("%s: energy %.17g, plain %.17g\n", what, local, plain);
        test_failures++;
    }
}

/* A field of both is set to another's values, and the mirror in the rig with it. */
static void set(struct two *two, int field, const double *values)
{
    memmove(two->local.q[field], values, two->local.n * sizeof *values);
    CHECK_OK(nd_rhs_set(&two->local.rhs, field, values));
    CHECK_OK(nd_rhs_set(&two->plain.rhs, field, values));
}

static void take_rate(struct two *two)
{
    CHECK_OK(nd_rhs_rate(&two->local.rhs));
    CHECK_OK(nd_rhs_rate(&two->plain.rhs));
}

/* Fields come back as they were set: at once exactly, to rounding when a rate has been taken from
 * them in between, and those that were not set with them as before. */
static void check_round_trip(struct two *two)
{
    const size_t bytes = two->local.n * sizeof(double);
    get(&two->local, 0, two->got);
    for (int f = 0; f < 6; f++) CHECK(!memcmp(two->got[f], two->local.q[f], bytes));
    compare_energy(two, "at first", 1);
    for (int f = 0; f < 6; f++) {
        take_rate(two);
        set(two, f, two->local.q[(f + 2) % 6]);
        CHECK_OK(nd_rhs_get(&two->local.rhs, 0, f, two->got[f]));
        CHECK(!memcmp(two->got[f], two->local.q[f], bytes));
        compare_got(two, 0, "one field set", 8);
    }
    take_rate(two);
    for (int f = 0; f < 6; f++) memcpy(two->want[f], two->local.q[f], bytes);
    get(&two->local, 0, two->got);
    compare(two, "fields through the basis", 8);
    compare_energy(two, "fields through the basis", 8);
}

/* The residual can be looked at before and after the fields are, and after they are set; it is that
 * of the last rate. */
static void check_residual(struct two *two)
{
    double *before[6];
    const size_t bytes = two->local.n * sizeof(double);
    for (int f = 0; f < 6; f++) before[f] = nd_alloc(two->local.n, sizeof(double));
    take_rate(two);
    compare_got(two, 1, "residual", 20);
    get(&two->local, 1, before);
    compare_got(two, 0, "fields after the residual", 10);
    set(two, 4, two->local.q[1]);
    get(&two->local, 1, two->got);
    for (int f = 0; f < 6; f++) CHECK(!memcmp(two->got[f], before[f], bytes));
    compare_got(two, 0, "fields set before the residual was shown", 10);
    take_rate(two);
    compare_got(two, 1, "residual of fields set", 20);
    for (int f = 0; f < 6; f++) free(before[f]);
}

enum { STEPS = 6 };

static void take_steps(struct rig *rig, int steps)
{
    for (int i = 0; i < steps; i++) CHECK_OK(nd_integrator_step(&nd_lsrk4, &rig->rhs, 2e-3));
}

/* Steps, looked at on the way and not: looking changes no bit. */
static void check_steps(struct two *two)
{
    double *first[6];
    const size_t bytes = two->local.n * sizeof(double);
    for (int f = 0; f < 6; f++) {
        first[f] = nd_alloc(two->local.n, sizeof(double));
        set(two, f, two->local.q[f]);
    }
    take_steps(&two->local, STEPS);
    get(&two->local, 0, first);
    for (int f = 0; f < 6; f++) set(two, f, two->local.q[f]);
    for (int i = 0; i < STEPS; i++) {
        take_steps(&two->local, 1);
        take_steps(&two->plain, 1);
        compare_energy(two, "steps", 20);
        compare_got(two, 1, "residual after a step", 30);
        compare_got(two, 0, "fields after a step", 20);
    }
    for (int f = 0; f < 6; f++) {
        CHECK(!memcmp(two->got[f], first[f], bytes));
        free(first[f]);
    }
    double moved = rig_difference(two->got, two->local.q, two->local.n);
    CHECK(moved > 1e-3);
}

/* Central fluxes are another variant's. */
static void check_refused(const char *variant)
{
    struct rig rig;
    CHECK_FAILS(
        rig_init(&rig,
                 &(struct rig_case){.cubes = {.n = {1, 1, 1}}, .N = 2, .upwind = 0.5, .variant = variant}),
        NUDGE_EVALUE, "flux.upwind 0.5: it computes the full upwind flux only");
    rig_clear(&rig);
}

int main(int argc, char **argv)
{
    static const unsigned meshes[] = {3, 5, 6};
    CHECK(argc == 4);
    if (argc != 4) TEST_END;
    for (const char *N = argv[2]; *N; N += N[1] ? 2 : 1)
        for (int single = 0; single < 2; single++) {
            if (!strstr(argv[3], single ? "single" : "double")) continue;
            for (int i = 0; i < 3; i++) {
                struct two two;
                const struct rig_case any = {.N = *N - '0',
                                             .single = single,
                                             .upwind = 1,
                                             .variant = argv[1]},
                                      c = odd_case(&any, meshes[i]);
                const int failures = test_failures;
                if (!two_init(&two, &c)) {
                    check_round_trip(&two);
                    check_residual(&two);
                    check_steps(&two);
                }
                if (test_failures > failures)
                    rig_describe(&c, two.local.mesh.K), printf("not as the plain variant\n");
                two_clear(&two);
            }
        }
    check_refused(argv[1]);
    TEST_END;
}
