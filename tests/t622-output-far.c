/* From fields on a surface to power and far fields, without a solver: the exact near fields of a
 * dipole and of a sphere in a plane wave at the nodes of the elements on both sides of a jagged
 * surface, against the exact powers, patterns and cross-sections. Errors are those of interpolation
 * and fall with the order. */
#include "cubes.h"

#include "monitor/farfield.h"
#include "exact/dipole.h"
#include "exact/mie.h"

static int show;

/* The law in vacuum, without a device. */
static struct nd_matrices vacuum;
static struct nd_outside outside;
static double flux[3 * 36];

static void vacuum_init(void)
{
    static const int E[3] = {0, 1, 2};
    vacuum = (struct nd_matrices){.n = 6, .speed = 1};
    for (int i = 0; i < 6; i++) vacuum.H[7 * i] = 1;
    for (int d = 0; d < 3; d++) /* dE/dt = curl H, dH/dt = -curl E */
        for (int c = 0; c < 3; c++) {
            const int other = 3 - c - d, sign = (c + 1) % 3 == d ? 1 : -1;
            if (c == d) continue;
            vacuum.A[d][c * 6 + 3 + other] = -sign;
            vacuum.A[d][(3 + c) * 6 + other] = sign;
        }
    nd_matrices_complete(&vacuum);
    for (int d = 0; d < 3; d++) memcpy(flux + 36 * d, vacuum.F[d], 36 * sizeof *flux);
    CHECK_NEAR(nd_outside_init(&outside, &vacuum, E, 3), 1, 1e-12);
    CHECK_NEAR(outside.intensity, 0.5, 1e-12);
}

struct bench {
    struct nd_mesh mesh;
    struct nd_connect connect;
    struct nd_elem elem;
    struct nd_surface surface;
    struct nd_trace trace;
    double *re, *im;
};

/* Three wide about the origin; the inner elements' centroids are less than 1 away from it along each axis. */
static void bench_init(struct bench *b, int N, int outer)
{
    char inside[2] = {0, 1};
    const struct cubes cubes = {.n = {6, 6, 6}, .jitter = 0.1, .seed = 4};
    double low = INFINITY, high = -INFINITY;
    *b = (struct bench){0};
    cubes_init(&b->mesh, &cubes);
    for (nd_idx i = 0; i < 3 * b->mesh.Nv; i++) {
        low = fmin(low, b->mesh.V[i]);
        high = fmax(high, b->mesh.V[i]);
    }
    for (nd_idx i = 0; i < 3 * b->mesh.Nv; i++) b->mesh.V[i] = 3 * (b->mesh.V[i] - low) / (high - low) - 1.5;
    for (nd_idx k = 0; k < b->mesh.K; k++) {
        double c[3];
        nd_geometry_centroid(&b->mesh, k, c);
        b->mesh.region[k] = fabs(c[0]) < 1 && fabs(c[1]) < 1 && fabs(c[2]) < 1;
    }
    CHECK_OK(nd_connect_init(&b->connect, &b->mesh));
    CHECK_OK(nd_elem_init(&b->elem, N));
    CHECK_OK(nd_surface_around(&b->surface, &b->mesh, &b->connect, inside, NULL, outer));
    CHECK_OK(nd_trace_init(&b->trace, &(struct nd_trace_setup){&b->surface, &b->mesh, &b->elem, 6, NULL}));
    const size_t count = (size_t)b->surface.nelements * 6 * (size_t)b->elem.Np;
    b->re = nd_alloc(count, sizeof *b->re);
    b->im = nd_alloc(count, sizeof *b->im);
}

static void bench_clear(struct bench *b)
{
    nd_trace_clear(&b->trace);
    nd_surface_clear(&b->surface);
    nd_elem_clear(&b->elem);
    nd_connect_clear(&b->connect);
    nd_mesh_clear(&b->mesh);
    free(b->re);
    free(b->im);
}

typedef void exact_field(const double x[3], double complex u[6]);

/* The reference's amplitudes are of exp(-i omega t). */
static void bench_fill(struct bench *b, exact_field *exact)
{
    const int Np = b->elem.Np;
    double *x = nd_alloc(3 * (size_t)Np, sizeof *x);
    for (nd_idx e = 0; e < b->surface.nelements; e++) {
        nd_geometry_nodes(&b->mesh, &b->elem, b->surface.element[e], x, x + Np, x + 2 * Np);
        for (int n = 0; n < Np; n++) {
            double complex u[6];
            exact((double[3]){x[n], x[Np + n], x[2 * Np + n]}, u);
            for (int f = 0; f < 6; f++) {
                b->re[(e * 6 + f) * Np + n] = creal(u[f]);
                b->im[(e * 6 + f) * Np + n] = -cimag(u[f]);
            }
        }
    }
    free(x);
    nd_trace_evaluate(&b->trace, b->re, b->im);
}

static const double k = 2.5, moment = 0.7;
static const struct nd_dipole dipole = {ND_DIPOLE_ELECTRIC, {0.1, -0.05, 0.15}, {0.6, 0, 0.8}};

static void dipole_near(const double x[3], double complex u[6])
{
    nd_dipole_harmonic(&dipole, k, moment, x, u);
}

/* Compares, and returns the larger of the error and `worst`. */
static double compare(const char *what, double complex got, double complex want, double worst)
{
    const double off = cabs(got / want - 1);
    if (show) printf("  %s: %.4g %.4g, off by %.2g\n", what, cabs(got), cabs(want), off);
    return isnan(off) || off > worst ? off : worst;
}

static double dipole_error(struct bench *b)
{
    const double exact = nd_dipole_power(k, moment), r = 1e6;
    double worst = 0, power;
    bench_fill(b, dipole_near);
    worst = compare("power", nd_trace_power(&b->trace, flux, NULL), exact, worst);
    CHECK_OK(nd_far_power(&b->trace, &outside, &(const struct nd_far_part){"", 0, 1}, &power));
    worst = compare("power over all directions", power, exact, worst);
    for (int i = 0; i < 5; i++) {
        const struct nd_direction d = nd_direction_at(0.3 + 0.6 * i, 1.1 * i);
        double complex F[2], u[6], want[2] = {0};
        nd_far_field(&b->trace, &outside, &d, F);
        dipole_near((double[3]){r * d.r[0], r * d.r[1], r * d.r[2]}, u);
        for (int c = 0; c < 3; c++) {
            want[0] += conj(u[c]) * d.theta[c] * r * cexp(I * fmod(k * r, 2 * M_PI));
            want[1] += conj(u[c]) * d.phi[c] * r * cexp(I * fmod(k * r, 2 * M_PI));
        }
        const double size = hypot(cabs(want[0]), cabs(want[1]));
        worst = test_worse(worst, hypot(cabs(F[0] - want[0]), cabs(F[1] - want[1])) / size);
        const double c = dipole.direction[0] * d.r[0] + dipole.direction[2] * d.r[2];
        worst = compare("directivity", 4 * M_PI * nd_far_intensity(&outside, F) / power,
                        nd_dipole_directivity(acos(c)), worst);
    }
    return worst;
}

static struct nd_mie mie;
static const double a = 0.4;

static void mie_near(const double x[3], double complex u[6])
{
    nd_mie_field(&mie, (double[3]){x[0] / a, x[1] / a, x[2] / a}, u);
}

static double mie_error(struct bench *b)
{
    const double area = M_PI * a * a;
    double worst = 0;
    double complex F[2];
    bench_fill(b, mie_near);
    worst =
        compare("scattering", nd_trace_power(&b->trace, flux, NULL) / 0.5, nd_mie_Q_sca(&mie) * area, worst);
    for (int i = 0; i < 10; i++) {
        const double theta = M_PI * (i % 5 + 0.3) / 5, phi = i / 5 * M_PI / 2;
        const struct nd_direction d = nd_direction_at(theta, phi);
        nd_far_field(&b->trace, &outside, &d, F);
        worst = compare("bistatic", 4 * M_PI * 2 * nd_far_intensity(&outside, F),
                        nd_mie_rcs(&mie, theta, phi) * area, worst);
    }
    const struct nd_direction forward = nd_direction_at(0, 0);
    nd_far_field(&b->trace, &outside, &forward, F);
    return compare("extinction", -4 * M_PI / k * cimag(F[0]), nd_mie_Q_ext(&mie) * area, worst);
}

/* Integrals of n and of x . n / 3 over a surface: zero, and the volume inside, where it is closed. */
static void check_closed(const struct nd_trace *t, double volume)
{
    double sum[4] = {0};
    for (size_t i = 0; i < 3 * t->n; i++) {
        sum[i % 3] += t->dS[i];
        sum[3] += t->x[i] * t->dS[i] / 3;
    }
    for (int c = 0; c < 3; c++) CHECK_NEAR(sum[c], 0, 1e-12);
    CHECK_NEAR(sum[3], volume, 1e-12 * volume);
}

static void check_surfaces(void)
{
    struct bench b;
    struct nd_surface surface;
    struct nd_trace trace;
    char inside[2] = {1, 0}, open[6] = {1, 1, 1, 1, 1, 1};
    double inner = 0, J, G[9];
    nd_idx faces = 0;
    bench_init(&b, 2, 0);
    for (nd_idx k1 = 0; k1 < b.mesh.K; k1++) {
        nd_geometry_metric(&b.mesh, k1, G, &J);
        inner += b.mesh.region[k1] ? J * 4 / 3 : 0;
    }
    check_closed(&b.trace, inner);
    CHECK(b.surface.neighbour[0] >= 0 && b.mesh.region[b.surface.neighbour[0]] == 0);
    /* Around the outer region: with the sides, and with the sides as a body's skin. */
    CHECK_OK(nd_surface_around(&surface, &b.mesh, &b.connect, inside, open, 0));
    CHECK_OK(nd_trace_init(&trace, &(struct nd_trace_setup){&surface, &b.mesh, &b.elem, 6, NULL}));
    check_closed(&trace, 27 - inner);
    CHECK(surface.nfaces == b.surface.nfaces + 6 * 72);
    nd_trace_clear(&trace);
    nd_surface_clear(&surface);
    memset(open, 0, sizeof open);
    CHECK_OK(nd_surface_around(&surface, &b.mesh, &b.connect, inside, open, 0));
    CHECK(surface.nfaces == b.surface.nfaces);
    nd_surface_clear(&surface);
    for (nd_idx side = 0; side < 6; side++) {
        CHECK_OK(nd_surface_boundary(&surface, &b.mesh, &b.connect, side));
        CHECK(surface.nfaces == 72 && surface.neighbour[0] == -1);
        faces += surface.nelements;
        nd_surface_clear(&surface);
    }
    CHECK(faces > 72 * 5);
    bench_clear(&b);
}

int main(void)
{
    vacuum_init();
    outside.k = k;
    check_surfaces();
    show = getenv("TEST_SHOW") != NULL;
    /* By order: what may be wrong at most, about twice what was found. */
    static const int order[] = {2, 4};
    static const double most[2][2] = {{4e-3, 6e-5}, {1e-2, 6e-5}};
    for (int outer = 0; outer < 2; outer++) {
        for (int i = 0; i < 2; i++) {
            struct bench b;
            bench_init(&b, order[i], outer);
            const double first = dipole_error(&b);
            CHECK(first <= most[0][i]);
            CHECK_OK(nd_mie_init(&mie, k * a, 4, 1));
            const double second = mie_error(&b);
            CHECK(second <= most[1][i]);
            CHECK_OK(nd_mie_init_pec(&mie, k * a));
            const double third = mie_error(&b);
            CHECK(third <= most[1][i]);
            if (show)
                printf("N = %d, %s: %.3g %.3g %.3g\n", order[i], outer ? "outer" : "inner", first, second,
                       third);
            bench_clear(&b);
        }
    }
    TEST_END;
}
