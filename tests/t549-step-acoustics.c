// Acoustics: a monopole and a force against the closed forms; plane waves by total and scattered
// fields, in an empty box and at rigid and soft walls. Argument: variant; default: the chosen one,
// and bernstein at a wall.
// PLAIN:
// LONG: plain
// LONG: bernstein
#include "points.h"

#define RHO 1.5
#define C   1.2

static const double point[3] = {0.61, 0.47, -0.38}, force[3] = {0.6, 0, -0.8};

/* p = rho Q'(t - r / c) / (4 pi r); rho dv/dt = -grad p: v = gamma (Q' / (c r) + Q / r^2) / (4 pi). */
static void monopole(const double x[3], double t, double *u)
{
    double gamma[3];
    const double r = points_away(x, gamma), tau = t - r / C;
    u[0] = RHO * points_dw(tau) / (4 * M_PI * r);
    for (int c = 0; c < 3; c++)
        u[1 + c] = gamma[c] * (points_dw(tau) / (C * r) + points_w(tau) / (r * r)) / (4 * M_PI);
}

/* p = -div (F(t - r / c) / (4 pi r)). */
static void dipole(const double x[3], double t, double *u)
{
    double gamma[3], along = 0;
    const double r = points_away(x, gamma), tau = t - r / C;
    for (int c = 0; c < 3; c++) along += gamma[c] * force[c];
    u[0] = along * (points_dw(tau) / (C * r) + points_w(tau) / (r * r)) / (4 * M_PI);
}

static double pulse(const nudge_solver *s, double t)
{
    double value = NAN;
    CHECK_OK(nd_waveform_at((struct nd_wave *)&s->sources.at[0].wave, t, &value));
    return value;
}

static const char *middle(const double c[3])
{
    return fabs(c[0] - 0.5) < 0.25 && fabs(c[1] - 0.5) < 0.25 && fabs(c[2] - 0.5) < 0.25 ? "inner" : "outer";
}

static void oblique(const nudge_solver *s, const char *region, const double x[3], double t, double *u)
{
    static const double d[3] = {2. / 3, 1. / 3, 2. / 3};
    const double late = (d[0] * x[0] + d[1] * x[1] + d[2] * x[2]) / C;
    u[0] = strcmp(region, "inner") ? 0 : -2 * pulse(s, t - late);
    for (int c = 0; c < 3; c++) u[1 + c] = u[0] * d[c] / (RHO * C);
}

/* Errors inside and outside. */
static void empty_box(int cells, int N, const char *variant, double error[2])
{
    struct made m;
    char text[1024];
    error[0] = error[1] = NAN;
    snprintf(text, sizeof text,
             "law: acoustic\nmesh: {box: {divisions: [%d, %d, %d]}}\norder: %d\nmaterials: {m: {rho: %g, c: "
             "%g}}\nboundaries: {default: absorbing}\n"
             "sources: {wave: {plane_wave: {direction: [2, 1, 2], amplitude: -2, total: [inner]}, "
             "waveform: {pulse: {frequency: 0.9, bandwidth: 1.8}}}}\ntime: {end: 3.1}\n",
             cells, cells, cells, N, RHO, C);
    CHECK_OK(made_init(&m, text, middle, variant));
    if (m.solver) {
        made_run(&m);
        error[0] = made_error(&m, "inner", oblique);
        error[1] = made_error(&m, "outer", oblique);
        if (getenv("TEST_SHOW"))
            printf("empty box, %d cells, N = %d: %.3g inside, %.3g outside\n", cells, N, error[0], error[1]);
    }
    made_clear(&m);
}

static void check_empty(const char *variant)
{
    double coarse[2], fine[2];
    empty_box(4, 2, variant, coarse);
    empty_box(4, 4, variant, fine);
    for (int i = 0; i < 2; i++) {
        CHECK(fine[i] < 0.06 * coarse[i]);
        CHECK(fine[i] < 4e-3);
    }
}

static int wall_sign; /* of the reflected pressure */

/* The reflection from a wall at z = 2. */
static void reflected(const nudge_solver *s, const char *region, const double x[3], double t, double *u)
{
    const double w = wall_sign * pulse(s, t - (4 - x[2]) / C);
    (void)region;
    u[0] = w;
    u[1] = u[2] = 0;
    u[3] = -w / (RHO * C);
}

static void check_wall(const char *condition, int sign, const char *variant)
{
    struct made m;
    char text[1024];
    snprintf(text, sizeof text,
             "law: acoustic\nmesh: {box: {size: [0.2, 0.2, 2], divisions: [1, 1, 10], periodic: [x, y]}}\n"
             "order: 4\nmaterials: {m: {rho: %g, c: %g}}\nboundaries: {zmin: absorbing, zmax: %s}\n"
             "sources: {wave: {plane_wave: {direction: [0, 0, 1]}, waveform: {pulse: "
             "{frequency: 0.96, bandwidth: 1.92}}}}\ntime: {end: 4.6}\n",
             RHO, C, condition);
    CHECK_OK(made_init(&m, text, points_everywhere, variant));
    if (m.solver) {
        made_run(&m);
        wall_sign = sign;
        const double error = made_error(&m, NULL, reflected);
        wall_sign = 0;
        const double size = made_error(&m, NULL, reflected);
        if (getenv("TEST_SHOW")) printf("%s: %.3g of %.3g\n", condition, error, size);
        CHECK(size > 0.1);
        CHECK(error < 1e-3 * size);
    }
    made_clear(&m);
}

static void refuse(const char *wave, const char *says)
{
    struct made m;
    char text[512];
    snprintf(text, sizeof text,
             "law: acoustic\nmesh: {box: {divisions: [1, 1, 4]}}\norder: 1\nmaterials: {m: {}}\n"
             "boundaries: {default: rigid}\nsources: {wave: {plane_wave: {%s}, waveform: {ricker: "
             "{frequency: 1}}}}\ntime: {end: 4}\n",
             wave);
    CHECK_FAILS(made_init(&m, text, points_everywhere, NULL), NUDGE_EVALUE, says);
    made_clear(&m);
}

int main(int argc, char **argv)
{
    const char *variant = argc > 1 ? argv[1] : NULL;
    CHECK(points_error("acoustic", "rho: 1.5, c: 1.2", "monopole: {at: [0.05, -0.03, 0.02], strength: 1}", 4,
                       5, 1.7, variant, point, 4, monopole) < 0.02);
    CHECK(points_error("acoustic", "rho: 1.5, c: 1.2",
                       "force: {at: [0.05, -0.03, 0.02], vector: [0.6, 0, -0.8]}", 4, 5, 1.7, variant, point,
                       1, dipole) < 0.02);
    check_empty(variant);
    check_wall("rigid", 1, variant);
    check_wall("soft", -1, variant ? variant : "bernstein");
    refuse("direction: [0, 0, 1], polarization: [1, 0, 0]", "waves of law acoustic have no polarization");
    TEST_END;
}
