// Elastodynamics: forces and moments at a point against Stokes's solution, near field, P and S;
// plane P and S waves by total and scattered fields, and at free and fixed walls. Arguments:
// variant (default: the chosen one, and bernstein at a wall), order of the former (4).
// PLAIN:
// LONG: simd 6
// LONG: plain
// LONG: bernstein
#include "points.h"

#define RHO   1.5
#define VP    1.0
#define VS    0.65
#define SOLID "rho: 1.5, lambda: 0.2325, mu: 0.63375" /* rho (vp^2 - 2 vs^2), rho vs^2 */

static const double point[3] = {0.52, 0.38, -0.31}, force[3] = {0.6, 0, 0.8};

/* Displacement of a force f(t) at the origin's place moved by `by`: w, or (rate) its derivative. */
static void stokes(const double x[3], const double by[3], const double F[3], double t, int rate, double *u)
{
    enum { PIECES = 400 };
    double (*const f)(double) = rate ? points_dw : points_w;
    double gamma[3], along = 0, near = 0;
    const double from[3] = {x[0] - by[0], x[1] - by[1], x[2] - by[2]}, r = points_away(from, gamma),
                 first = r / VP, h = (r / VS - first) / PIECES;
    for (int i = 0; i <= PIECES; i++) /* Simpson's rule */
        near += (i == 0 || i == PIECES ? 1 : i % 2 ? 4 : 2) * (first + i * h) * f(t - first - i * h) * h / 3;
    for (int c = 0; c < 3; c++) along += gamma[c] * F[c];
    for (int c = 0; c < 3; c++)
        u[c] = ((3 * gamma[c] * along - F[c]) * near / (r * r * r) +
                gamma[c] * along * f(t - r / VP) / (VP * VP * r) +
                (F[c] - gamma[c] * along) * f(t - r / VS) / (VS * VS * r)) /
               (4 * M_PI * RHO);
}

static void pushed(const double x[3], double t, double *u)
{
    stokes(x, (double[3]){0}, force, t, 1, u);
}

static double tensor[3][3];

/* The moment M_jk is a pair of forces along j that are apart along k; its rate is the waveform. */
static void sheared(const double x[3], double t, double *u)
{
    const double h = 1e-4;
    for (int j = 0; j < 3; j++)
        for (int k = 0; k < 3; k++)
            for (int side = -1; side < 2; side += 2) {
                double by[3] = {0}, F[3] = {0}, v[3];
                by[k] = side * h;
                F[j] = tensor[j][k];
                stokes(x, by, F, t, 0, v);
                for (int c = 0; c < 3; c++) u[c] += side * v[c] / (2 * h);
            }
}

/* v = (w(t - r / vp) / r^2 + w' / (vp r)) / (4 pi rho vp^2), outwards. */
static void exploded(const double x[3], double t, double *u)
{
    double gamma[3];
    const double r = points_away(x, gamma), tau = t - r / VP;
    for (int c = 0; c < 3; c++)
        u[c] = gamma[c] * (points_w(tau) / (r * r) + points_dw(tau) / (VP * r)) / (4 * M_PI * RHO * VP * VP);
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

static double speed, along[3];
static const double d[3] = {2. / 3, 1. / 3, 2. / 3};

/* s = -(lambda d.v 1 + mu (d v + v d)) / c. */
static void wave_of(const double n[3], double v, double *u)
{
    static const int row[6] = {0, 1, 2, 1, 0, 0}, column[6] = {0, 1, 2, 2, 2, 1};
    const double lambda = 0.2325, mu = 0.63375;
    double dv = 0;
    for (int c = 0; c < 3; c++) u[c] = v * along[c], dv += n[c] * u[c];
    for (int i = 0; i < 6; i++)
        u[3 + i] =
            -((i < 3) * lambda * dv + mu * (n[row[i]] * u[column[i]] + n[column[i]] * u[row[i]])) / speed;
}

static void oblique(const nudge_solver *s, const char *region, const double x[3], double t, double *u)
{
    const double late = (d[0] * x[0] + d[1] * x[1] + d[2] * x[2]) / speed;
    wave_of(d, strcmp(region, "inner") ? 0 : pulse(s, t - late), u);
}

static void check_empty(const char *polarization, const char *variant)
{
    struct made m;
    char text[1024];
    snprintf(text, sizeof text,
             "law: elastic\nmesh: {box: {divisions: [4, 4, 4]}}\norder: 3\nmaterials: {m: {" SOLID "}}\n"
             "boundaries: {default: absorbing}\n"
             "sources: {wave: {plane_wave: {direction: [2, 1, 2], polarization: %s, total: [inner]}, "
             "waveform: {pulse: {frequency: %g, bandwidth: %g}}}}\ntime: {end: %g}\n",
             polarization, 0.8 * speed, 1.6 * speed, 3.5 / speed);
    CHECK_OK(made_init(&m, text, middle, variant));
    if (m.solver) {
        made_run(&m);
        const double inner = made_error(&m, "inner", oblique), outer = made_error(&m, "outer", oblique);
        if (getenv("TEST_SHOW"))
            printf("empty box, %s: %.3g inside, %.3g outside\n", polarization, inner, outer);
        CHECK_NEAR(m.solver->sources.at[0].plane.c, speed, 1e-9);
        CHECK(inner < 0.02 && outer < 0.004);
    }
    made_clear(&m);
}

static double wall_sign; /* of the reflected velocity */

/* The reflection from a wall at z = 2. */
static void reflected(const nudge_solver *s, const char *region, const double x[3], double t, double *u)
{
    (void)region;
    wave_of((double[3]){0, 0, -1}, wall_sign * pulse(s, t - (4 - x[2]) / speed), u);
}

static void check_wall(const char *condition, int sign, const char *polarization, const char *variant)
{
    struct made m;
    char text[1024];
    snprintf(text, sizeof text,
             "law: elastic\nmesh: {box: {size: [0.2, 0.2, 2], divisions: [1, 1, 10], periodic: [x, y]}}\n"
             "order: 3\nmaterials: {m: {" SOLID "}}\nboundaries: {zmin: absorbing, zmax: %s}\n"
             "sources: {wave: {plane_wave: {direction: [0, 0, 1], polarization: %s}, waveform: {ricker: "
             "{frequency: %g}}}}\ntime: {end: %g}\n",
             condition, polarization, 0.6 * speed, 5.7 / speed);
    CHECK_OK(made_init(&m, text, points_everywhere, variant));
    if (m.solver) {
        made_run(&m);
        wall_sign = sign;
        const double error = made_error(&m, NULL, reflected);
        wall_sign = 0;
        const double size = made_error(&m, NULL, reflected);
        if (getenv("TEST_SHOW")) printf("%s, %s: %.3g of %.3g\n", condition, polarization, error, size);
        CHECK(size > 0.1);
        CHECK(error < 5e-3 * size);
    }
    made_clear(&m);
}

static void choose(double c, double x, double y, double z)
{
    speed = c;
    along[0] = x, along[1] = y, along[2] = z;
}

static void check_waves(const char *variant)
{
    choose(VP, d[0], d[1], d[2]);
    check_empty("[2, 1, 2]", variant);
    choose(VS, 1 / M_SQRT2, 0, -1 / M_SQRT2);
    check_empty("[1, 0, -1]", variant);
    choose(VP, 0, 0, 1);
    check_wall("free", 1, "[0, 0, 1]", variant);
    choose(VS, 0, 1, 0);
    check_wall("fixed", -1, "[0, 1, 0]", variant ? variant : "bernstein");
}

static void refuse(const char *polarization, const char *says)
{
    struct made m;
    char text[512];
    snprintf(text, sizeof text,
             "law: elastic\nmesh: {box: {divisions: [1, 1, 4]}}\norder: 1\nmaterials: {m: {" SOLID "}}\n"
             "boundaries: {default: free}\nsources: {wave: {plane_wave: {direction: [0, 0, 1]%s}, waveform: "
             "{ricker: {frequency: 1}}}}\ntime: {end: 4}\n",
             polarization);
    CHECK_FAILS(made_init(&m, text, points_everywhere, "plain"), NUDGE_EVALUE, says);
    made_clear(&m);
}

/* N = 4, by the pulse's width, is few for S waves and the derivatives of a delta function. */
static void check_points(const char *variant, int N)
{
    const double most = N > 5 ? 0.015 : 0.08;
    const char *const at = "at: [0.05, -0.03, 0.02]";
    char source[128];
    snprintf(source, sizeof source, "force: {%s, vector: [0.6, 0, 0.8]}", at);
    CHECK(points_error("elastic", SOLID, source, N, 6, 1.75, variant, point, 3, pushed) < most);
    snprintf(source, sizeof source, "moment: {%s, tensor: [1, 1, 1, 0, 0, 0]}", at);
    CHECK(points_error("elastic", SOLID, source, N, 6, 1.65, variant, point, 3, exploded) < most);
    tensor[0][1] = tensor[1][0] = 1;
    tensor[2][2] = 0.5;
    snprintf(source, sizeof source, "moment: {%s, tensor: [0, 0, 0.5, 0, 0, 1]}", at);
    CHECK(points_error("elastic", SOLID, source, N, 6, 1.75, variant, point, 3, sheared) < most);
}

int main(int argc, char **argv)
{
    const char *variant = argc > 1 ? argv[1] : NULL;
    check_points(variant, argc > 2 ? atoi(argv[2]) : 4);
    check_waves(variant);
    refuse(", polarization: [1, 0, 1]", "there are waves of 2 speeds, and it belongs to no single one");
    refuse("", "plane_wave.polarization is missing or zero; it is the direction of vx, vy, vz");
    TEST_END;
}
