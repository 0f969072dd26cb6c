// Running Fourier sums and probes on the device against the same computed from fields read after every step.
// Arguments: variant, orders, precisions.
// PLAIN: simd 1,4 single
// PLAIN: paper:3 3 double
// PLAIN: fused 2 double
// PLAIN: bernstein 2,5 single,double
// SANITIZED: simd 1 single
// SANITIZED: bernstein 1 double
// LONG: bernstein 1,3,4,6,7,8,9 single,double
#include "meshes-odd.h"

#include <complex.h>
#include "monitor/fourier.h"
#include "monitor/probe.h"

enum { STEPS = 12, LISTED = 7, FREQUENCIES = 11, POINTS = 3 };
static const double dt = 2e-3;

struct want {
    struct rig *rig;
    int Np;
    nd_idx element[LISTED];
    double frequency[FREQUENCIES];
    double complex *sum; /* [FREQUENCIES][LISTED][6][Np] */
    double L[POINTS][4];
    double probe[STEPS][POINTS][6], weights[POINTS][220];
};

static void want_init(struct want *w, struct rig *rig)
{
    unsigned seed = 5;
    const struct nd_elem *elem = &rig->ref.elem;
    *w = (struct want){.rig = rig, .Np = elem->Np};
    for (int i = 0; i < LISTED; i++) w->element[i] = (nd_idx)(i * 31 + 2) % rig->mesh.K;
    for (int k = 0; k < FREQUENCIES; k++) w->frequency[k] = 0.5 + 9.5 * k;
    w->sum = nd_alloc((size_t)(FREQUENCIES * LISTED * 6 * elem->Np), sizeof *w->sum);
    for (int i = 0; i < POINTS; i++) {
        double total = 0;
        for (int v = 0; v < 4; v++) total += w->L[i][v] = i == 0 ? v == 2 : 0.1 + test_random(&seed);
        for (int v = 0; v < 4; v++) w->L[i][v] /= total;
        const double r = 2 * w->L[i][1] - 1, s = 2 * w->L[i][2] - 1, t = 2 * w->L[i][3] - 1;
        CHECK_OK(nd_interpolation(elem, 1, &r, &s, &t, w->weights[i]));
    }
}

static void want_add(struct want *w, int step, double time, double weight)
{
    double *q = nd_alloc(w->rig->n, sizeof *q);
    for (int f = 0; f < 6; f++) {
        CHECK_OK(nd_rhs_get(&w->rig->rhs, 0, f, q));
        for (int i = 0; i < LISTED; i++)
            for (int n = 0; n < w->Np; n++) {
                const double value = q[(size_t)w->element[i] * (size_t)w->Np + (size_t)n];
                for (int k = 0; k < FREQUENCIES; k++)
                    w->sum[((k * LISTED + i) * 6 + f) * w->Np + n] +=
                        weight * value * cexp(-2 * M_PI * I * w->frequency[k] * time);
                if (i < POINTS) w->probe[step][i][f] += w->weights[i][n] * value;
            }
    }
    free(q);
}

/* The largest difference over the largest number. */
static void compare_sums(struct want *w, struct nd_fourier *fourier, double tolerance)
{
    const int count = LISTED * 6 * w->Np;
    double *re = nd_alloc((size_t)count, sizeof *re), *im = nd_alloc((size_t)count, sizeof *im);
    for (int k = 0; k < FREQUENCIES; k++) {
        double off = 0, size = 0;
        CHECK_OK(nd_fourier_get(fourier, k, re, im));
        for (int i = 0; i < count; i++) {
            off = test_worse(off, cabs(re[i] + I * im[i] - w->sum[k * count + i]));
            size = fmax(size, cabs(w->sum[k * count + i]));
        }
        if (getenv("TEST_SHOW")) printf("sum at %g: %.3g\n", w->frequency[k], off / size);
        CHECK(off <= tolerance * size);
    }
    free(re);
    free(im);
}

static void compare_rows(const struct want *w, const double *got, int first, int rows, double tolerance)
{
    double off = 0, size = 0;
    const double *want = &w->probe[first][0][0];
    for (int i = 0; i < rows * POINTS * 6; i++) {
        off = test_worse(off, fabs(got[i] - want[i]));
        size = fmax(size, fabs(want[i]));
    }
    if (getenv("TEST_SHOW")) printf("probes: %.3g\n", off / size);
    CHECK(rows && off <= tolerance * size);
}

static void check_samples(struct rig *rig, double tolerance)
{
    struct want w;
    struct nd_fourier fourier = {0};
    struct nd_probes probes = {0};
    double rows[STEPS * POINTS * 6], time = 0;
    want_init(&w, rig);
    CHECK_OK(nd_fourier_init(&fourier, &rig->rhs, w.element, LISTED, w.frequency, FREQUENCIES));
    CHECK_OK(
        nd_probes_init(&probes, &rig->rhs, &rig->ref.elem, &(struct nd_points){POINTS, w.element, w.L}, 8));
    for (int step = 0; step < STEPS && !test_failures; step++) {
        const double weight = step % 2 ? 0.25 : 0.5;
        /* Before anything looks at the fields: they may have been set, and not be in the stage's
         * basis yet. */
        CHECK_OK(nd_fourier_add(&fourier, time, weight));
        CHECK_OK(nd_probes_sample(&probes));
        want_add(&w, step, time, weight);
        if (probes.row == 8) {
            CHECK_OK(nd_probes_read(&probes, rows));
            compare_rows(&w, rows, step - 7, 8, tolerance);
        }
        CHECK_OK(nd_integrator_step(&nd_lsrk4, &rig->rhs, dt));
        time += dt;
    }
    if (test_failures) return;
    CHECK(probes.row == STEPS % 8);
    CHECK_OK(nd_probes_read(&probes, rows));
    compare_rows(&w, rows, STEPS - STEPS % 8, STEPS % 8, tolerance);
    compare_sums(&w, &fourier, tolerance);
    nd_fourier_clear(&fourier);
    nd_probes_clear(&probes);
    free(w.sum);
}

/* Many moments of fields that stay: a sum that were rounded at every addition would be off by 1e-6
 * and more in single precision. */
static void check_long_sum(struct rig *rig)
{
    enum { MOMENTS = 5000 };
    struct nd_fourier fourier = {0};
    const nd_idx element = 3;
    const double frequency[2] = {0, 1e-5};
    const int count = 6 * rig->ref.elem.Np;
    double complex factor[2] = {0};
    double *re = nd_alloc((size_t)count, sizeof *re), *im = nd_alloc((size_t)count, sizeof *im), off = 0;
    CHECK_OK(nd_fourier_init(&fourier, &rig->rhs, &element, 1, frequency, 2));
    for (int i = 0; i < MOMENTS && !test_failures; i++) {
        CHECK_OK(nd_fourier_add(&fourier, i, 0.3));
        for (int k = 0; k < 2; k++) factor[k] += 0.3 * cexp(-2 * M_PI * I * frequency[k] * i);
    }
    for (int k = 0; k < 2 && !test_failures; k++) {
        CHECK_OK(nd_fourier_get(&fourier, k, re, im));
        for (int i = 0; i < count; i++) {
            const double value =
                rig->q[i / rig->ref.elem.Np][element * rig->ref.elem.Np + i % rig->ref.elem.Np];
            off = test_worse(off, cabs(re[i] + I * im[i] - factor[k] * value) / cabs(factor[k]));
        }
    }
    if (getenv("TEST_SHOW")) printf("long sum: %.3g\n", off);
    CHECK(off <= 2e-7);
    nd_fourier_clear(&fourier);
    free(re);
    free(im);
}

int main(int argc, char **argv)
{
    CHECK(argc == 4);
    if (argc != 4) TEST_END;
    for (const char *N = argv[2]; *N; N += N[1] ? 2 : 1)
        for (int single = 0; single < 2; single++) {
            struct rig rig;
            if (!strstr(argv[3], single ? "single" : "double")) continue;
            const struct rig_case any = {.N = *N - '0', .single = single, .upwind = 1, .variant = argv[1]},
                                  c = odd_case(&any, 5);
            const int failures = test_failures;
            CHECK_OK(rig_init(&rig, &c));
            /* Rounding grows with the condition of the basis. */
            if (test_failures == failures && c.N == 1 && single) check_long_sum(&rig);
            if (test_failures == failures)
                check_samples(&rig, (single ? 1e-6 : 1e-14) * (1 + (c.N > 4 ? (1 << c.N) / 8 : 0)));
            if (test_failures > failures) rig_describe(&c, rig.mesh.K), printf("not as computed here\n");
            rig_clear(&rig);
        }
    TEST_END;
}
