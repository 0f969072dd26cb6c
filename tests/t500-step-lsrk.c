// Time stepping is of fourth order in dt, and schedules hit output times and the end exactly.
#include <complex.h>
#include <string.h>
#include "problem/keys.h"
#include "rig.h"
#include "step/dt.h"

static void cavity(struct rig *rig)
{
    const int Np = rig->ref.elem.Np;
    double *x = nd_alloc(3 * (size_t)Np, sizeof *x);
    for (nd_idx k = 0; k < rig->mesh.K; k++) {
        nd_geometry_nodes(&rig->mesh, &rig->ref.elem, k, x, x + Np, x + 2 * Np);
        for (int n = 0; n < Np; n++) {
            for (int f = 0; f < 6; f++) rig->q[f][k * Np + n] = 0;
            rig->q[1][k * Np + n] = sin(M_PI * x[n]) * sin(M_PI * x[2 * Np + n]);
        }
    }
    for (int f = 0; f < 6; f++) CHECK_OK(nd_rhs_set(&rig->rhs, f, rig->q[f]));
    free(x);
}

static void take_steps(struct rig *rig, const struct nd_integrator *integrator, int steps, double dt,
                       double *got[6])
{
    for (int i = 0; i < steps; i++) CHECK_OK(nd_integrator_step(integrator, &rig->rhs, dt));
    for (int f = 0; f < 6; f++) CHECK_OK(nd_rhs_get(&rig->rhs, 0, f, got[f]));
}

/* A step does not depend on the previous content of the residual. */
static void check_forgotten(struct rig *rig, const struct nd_integrator *integrator, double *first[6],
                            double *again[6])
{
    cavity(rig);
    take_steps(rig, integrator, 1, 0.01, first);
    take_steps(rig, integrator, 3, 0.02, again);
    CHECK(rig_difference(again, first, rig->n) > 0.01);
    cavity(rig);
    take_steps(rig, integrator, 1, 0.01, again);
    CHECK(rig_difference(again, first, rig->n) < 1e-15);
}

/* The same mesh and fields with ever smaller steps: what remains is the error in time. */
static void check_order(void)
{
    enum { RUNS = 3, FINE = 400, FIRST = 20 };
    struct rig rig;
    double *fine[6], *got[6], error[RUNS];
    const double end = 0.4;
    CHECK_OK(rig_init(
        &rig, &(struct rig_case){.cubes = {.n = {2, 2, 2}, .seed = 3}, .N = 2, .upwind = 1, .pec = 1}));
    for (int f = 0; f < 6; f++) {
        fine[f] = nd_alloc(rig.n, sizeof(double));
        got[f] = nd_alloc(rig.n, sizeof(double));
    }
    cavity(&rig);
    take_steps(&rig, &nd_lsrk14, FINE, end / FINE, fine);
    for (enum nd_scheme scheme = ND_LSRK4; scheme <= ND_LSRK14; scheme++) {
        const struct nd_integrator *integrator = nd_integrator_get(scheme);
        for (int run = 0; run < RUNS; run++) {
            cavity(&rig);
            take_steps(&rig, integrator, FIRST << run, end / (FIRST << run), got);
            error[run] = rig_difference(got, fine, rig.n);
        }
        /* Measured 4.04 and 4.02; 4.02 and 4.01. */
        for (int run = 1; run < RUNS; run++) CHECK_NEAR(log2(error[run - 1] / error[run]), 4, 0.1);
        CHECK(error[RUNS - 1] < 1e-6 && error[RUNS - 1] > 1e-12);
    }
    for (enum nd_scheme scheme = ND_LSRK4; scheme <= ND_LSRK14; scheme++)
        check_forgotten(&rig, nd_integrator_get(scheme), fine, got);
    /* One step of the device is one step of the reference. */
    cavity(&rig);
    take_steps(&rig, &nd_lsrk4, 1, 0.01, got);
    CHECK_OK(nd_ref_step(&rig.ref, rig.q, 0.01));
    CHECK(rig_difference(got, rig.q, rig.n) < 1e-14);
    for (int f = 0; f < 6; f++) free(fine[f]), free(got[f]);
    rig_clear(&rig);
}

enum { STAGES_MOST = 14 };

/* Butcher's form: stage i sees q + dt sum_j A[i][j] rate_j, and A[stages] are the weights of the step. */
static void make_butcher(const struct nd_integrator *integrator, double A[STAGES_MOST + 1][STAGES_MOST])
{
    double res[STAGES_MOST] = {0};
    for (int j = 0; j < integrator->stages; j++) A[0][j] = 0;
    for (int i = 0; i < integrator->stages; i++)
        for (int j = 0; j < integrator->stages; j++) {
            res[j] = integrator->a[i] * res[j] + (i == j);
            A[i + 1][j] = A[i][j] + integrator->b[i] * res[j];
        }
}

/* The eight conditions of fourth order, by which also rates that depend on time are integrated to it. */
static void check_conditions(const struct nd_integrator *integrator)
{
    double A[STAGES_MOST + 1][STAGES_MOST], sum[8] = {0};
    static const double right[8] = {1, 1. / 2, 1. / 3, 1. / 6, 1. / 4, 1. / 8, 1. / 12, 1. / 24};
    const int stages = integrator->stages;
    double c[STAGES_MOST] = {0}, Ac[STAGES_MOST] = {0}, Acc[STAGES_MOST] = {0}, AAc[STAGES_MOST] = {0};
    make_butcher(integrator, A);
    for (int i = 0; i < stages; i++)
        for (int j = 0; j < i; j++) {
            c[i] += A[i][j];
            Ac[i] += A[i][j] * c[j];
            Acc[i] += A[i][j] * c[j] * c[j];
            AAc[i] += A[i][j] * Ac[j];
        }
    for (int i = 0; i < stages; i++) {
        const double b = A[stages][i];
        const double term[8] = {1,      c[i],  c[i] * c[i], Ac[i], c[i] * c[i] * c[i], c[i] * Ac[i],
                                Acc[i], AAc[i]};
        for (int k = 0; k < 8; k++) sum[k] += b * term[k];
    }
    for (int k = 0; k < 8; k++) CHECK_NEAR(sum[k], right[k], 1e-13);
}

/* nd_integrator_error against a step taken, at angles small enough that the terms it leaves out do
 * not show. */
static void check_error(const struct nd_integrator *integrator, double most)
{
    for (double z = 0.1; z < most; z *= 1.5) {
        double complex q = 1, res = 0;
        for (int i = 0; i < integrator->stages; i++) {
            res = integrator->a[i] * res + I * z * q;
            q += integrator->b[i] * res;
        }
        CHECK_NEAR(nd_integrator_error(integrator, z) / cabs(q - cexp(I * z)), 1, 0.1);
    }
}

static void check_schemes(void)
{
    const struct nd_key *key = nd_keys;
    while (strcmp(key->path, "time.integrator")) key++;
    for (enum nd_scheme scheme = ND_LSRK4; scheme <= ND_LSRK14; scheme++) {
        const struct nd_integrator *integrator = nd_integrator_get(scheme);
        CHECK(nd_choice_find(key->choices, integrator->name) == (int)scheme);
        check_conditions(integrator);
    }
    check_error(&nd_lsrk4, 0.5);
    check_error(&nd_lsrk14, 4);
    /* Carpenter & Kennedy's polynomial ends in z^5 / 200. */
    CHECK_NEAR(nd_integrator_error(&nd_lsrk4, 1e-3) / 1e-15, 1. / 120 - 1. / 200, 1e-12);
}

static nudge_problem timing(double end, double dt, long steps, double cfl)
{
    return (nudge_problem){.path = "", .time_end = end, .dt = dt, .steps = steps, .cfl = cfl};
}

/* Times increase to the end in steps no longer than `most`. Each interval is covered exactly, in
 * steps of at most two lengths. */
static void check_rising(const struct nd_schedule *s, double most)
{
    int wrong = 0, lengths = 0;
    double last = nd_schedule_time(s, 0), dt = 0;
    CHECK(last == 0);
    for (int64_t i = 1; i <= s->steps; i++) {
        const double time = nd_schedule_time(s, i), before = dt;
        dt = nd_schedule_dt(s, i - 1);
        lengths += dt != before;
        wrong += !(time > last) || time - last > most * (1 + 1e-9);
        wrong += !(fabs(time - last - dt) < 1e-9 * dt);
        last = time;
    }
    if (wrong || last != s->end || lengths > 2) {
        printf("end %.17g, dt %.17g, %lld steps: ends at %.17g, %d steps too long or backwards, %d lengths\n",
               s->end, s->dt, (long long)s->steps, last, wrong, lengths);
        test_failures++;
    }
}

static void check_schedule(void)
{
    struct nd_schedule s;
    nudge_problem p = timing(1, 0, 0, 1);
    CHECK_OK(nd_schedule_init(&s, &p, 0.07, 0));
    CHECK(s.steps == 15 && !s.fixed && fabs(s.dt - 1. / 15) < 1e-15);
    check_rising(&s, 0.07);
    p = timing(1, 0, 0, 0.5);
    CHECK_OK(nd_schedule_init(&s, &p, 0.07, 0));
    CHECK(s.steps == 29);
    p = timing(1, 0.3, 0, 1);
    CHECK_OK(nd_schedule_init(&s, &p, 0.07, 0.1));
    CHECK(s.steps == 4 && s.fixed && s.dt == 0.3 && nd_schedule_time(&s, 3) == 3 * 0.3);
    CHECK(nd_schedule_dt(&s, 2) == 0.3 && nd_schedule_dt(&s, 3) == 1 - 3 * 0.3);
    check_rising(&s, 0.3);
    p = timing(1, 0.1, 0, 1);
    CHECK_OK(nd_schedule_init(&s, &p, 5, 0));
    CHECK(s.steps == 10); /* rounding adds none */
    for (int i = 0; i < 10; i++) CHECK(nd_schedule_dt(&s, i) == 0.1);
    p = timing(1, 1e-7, 0, 1);
    CHECK_OK(nd_schedule_init(&s, &p, 5, 0));
    CHECK(nd_schedule_dt(&s, s.steps - 1) == 1e-7 && nd_schedule_dt(&s, s.steps - 2) == 1e-7);
    p = timing(1, 0, 0, 1);
    CHECK_OK(nd_schedule_init(&s, &p, 0.01, 0.3333333333)); /* the end is a little beyond the last output */
    const double beyond = s.end - nd_schedule_time(&s, s.steps - 1);
    CHECK(beyond > s.dt * (1 + 5e-9) && nd_schedule_dt(&s, s.steps - 1) == beyond);
    p = timing(1, 0, 7, 1);
    CHECK_OK(nd_schedule_init(&s, &p, 0.07, 0));
    CHECK(s.steps == 7 && s.fixed && fabs(s.dt - 1. / 7) < 1e-15);
    p = timing(NAN, 0.25, 10, 1);
    CHECK_OK(nd_schedule_init(&s, &p, 0.07, 0));
    CHECK(s.steps == 10 && s.end == 2.5);
    p = timing(1e-12, 0, 0, 1);
    CHECK_OK(nd_schedule_init(&s, &p, 0.07, 0)); /* shorter than one step */
    CHECK(s.steps == 1 && s.dt == 1e-12);
    p = timing(1, 3, 0, 1);
    CHECK_OK(nd_schedule_init(&s, &p, 2, 0)); /* a step of the user's that is longer than all of it */
    CHECK(s.steps == 1 && s.dt == 1 && s.end == 1);
}

/* Outputs at multiples of `every` fall on steps. */
static void check_outputs(void)
{
    unsigned seed = 8;
    for (int i = 0; i < 300; i++) {
        struct nd_schedule s;
        const double end = 0.1 + test_random(&seed), stable = end * (0.002 + 0.3 * test_random(&seed));
        const double every = end * (0.01 + test_random(&seed));
        nudge_problem p = timing(end, 0, 0, 1);
        CHECK_OK(nd_schedule_init(&s, &p, stable, every));
        check_rising(&s, stable);
        if (every < stable) continue; /* then each step is an output */
        int64_t step = 0;
        for (int j = 1; j * every < end; j++) {
            while (step < s.steps && nd_schedule_time(&s, step) < j * every * (1 - 1e-12)) step++;
            const double off = nd_schedule_time(&s, step) - j * every;
            if (fabs(off) > 1e-12) {
                printf("end %g, stable %g, every %g: output %d is missed by %g\n", end, stable, every, j,
                       off);
                test_failures++;
            }
        }
    }
}

static void check_absurd(void)
{
    struct nd_schedule s;
    nudge_problem p = timing(1, 0, 0, 1);
    CHECK_FAILS(nd_schedule_init(&s, &p, 1e-20, 0), NUDGE_EVALUE, "too many");
    CHECK_FAILS(nd_schedule_init(&s, &p, 0, 0), NUDGE_EVALUE, "no time step");
    CHECK_FAILS(nd_schedule_init(&s, &p, NAN, 0), NUDGE_EVALUE, "no time step");
    p = timing(NAN, 0, 0, 1);
    CHECK_FAILS(nd_schedule_init(&s, &p, 0.1, 0), NUDGE_EVALUE, "no time step");
    p = timing(INFINITY, 0, 0, 1);
    CHECK_FAILS(nd_schedule_init(&s, &p, 0.1, 0), NUDGE_EVALUE, "no time step");
    p = timing(-1, 0, 0, 1);
    CHECK_FAILS(nd_schedule_init(&s, &p, 0.1, 0), NUDGE_EVALUE, "no time step");
    p = timing(1e300, 1e-300, 0, 1);
    CHECK_FAILS(nd_schedule_init(&s, &p, 0.1, 0), NUDGE_EVALUE, "too many");
}

int main(void)
{
    check_schemes();
    check_order();
    check_schedule();
    check_outputs();
    check_absurd();
    TEST_END;
}
