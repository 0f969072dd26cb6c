// Sources at points and in regions, of each law: from zero fields the rate, tested with
// polynomials, is the source's. Points inside an element, on a face, an edge or a corner, on a wall
// and on a periodic side: the whole source acts, divided by the solid angles of the elements.
// Arguments: variant, precision.
// PLAIN: plain double
// PLAIN: simd single
// PLAIN: bernstein double
// SANITIZED: plain double
// LONG: simd double
// LONG: fused single
#include "sources.h"

static const char *variant;
static int single;

static const char *halves(const double c[3])
{
    return c[2] < 0.5 ? "low" : "high";
}

static int make(struct made *m, const char *law, const char *materials, const char *sides, const char *source)
{
    char text[2048];
    snprintf(text, sizeof text,
             "law: %s\nmesh: {box: {divisions: [2, 2, 2]%s}}\norder: 2\nprecision: %s\nmaterials: {%s}\n"
             "regions: {low: a, high: b}\nboundaries: {default: %s}\n"
             "sources: {one: {%s, waveform: {expression: 3*t}}}\ntime: {end: 1}\n",
             law, sides, single ? "single" : "double", materials,
             !strcmp(law, "elastic")     ? "free"
             : !strcmp(law, "acoustic")  ? "rigid"
             : !strcmp(law, "advection") ? "open"
                                         : "pec",
             source);
    return made_init(m, text, halves, variant);
}

/* The integral over the mesh, or the elements of a region, of a field's rate times 1, x, y, z, at t
 * = 1 / 3, when the waveform is 1. */
static void test_rate(struct made *m, const char *region, int field, double sum[4])
{
    nudge_solver *s = m->solver;
    const int Np = s->elem.Np;
    const size_t n = (size_t)s->mesh.K * (size_t)Np;
    double *rate = nd_alloc(n, sizeof *rate), *x = nd_alloc(3 * (size_t)Np, sizeof *x), G[9], J;
    memset(sum, 0, 4 * sizeof *sum);
    CHECK_OK(nd_rhs_sim_time_start(&s->rhs, 1. / 3, 0));
    CHECK_OK(nd_rhs_rate(&s->rhs));
    CHECK_OK(nd_rhs_get(&s->rhs, 1, field, rate));
    for (nd_idx k = 0; k < s->mesh.K; k++) {
        if (region && strcmp(s->mesh.region_name[s->mesh.region[k]], region)) continue;
        nd_geometry_metric(&s->mesh, k, G, &J);
        nd_geometry_nodes(&s->mesh, &s->elem, k, x, x + Np, x + 2 * Np);
        for (int a = 0; a < Np; a++)
            for (int b = 0; b < Np; b++) {
                double mass = 0; /* inverse of V V^T */
                for (int c = 0; c < Np; c++) mass += s->elem.invV[c * Np + a] * s->elem.invV[c * Np + b];
                const double part = J * mass * rate[(size_t)k * (size_t)Np + (size_t)a];
                sum[0] += part;
                for (int c = 0; c < 3; c++) sum[1 + c] += part * x[c * Np + b];
            }
    }
    free(rate);
    free(x);
}

struct expected {
    int field;
    double gain;
};

/* A point source: gains are integrals over the whole mesh. */
static void check_point(const char *law, const char *materials, const char *sides, const char *what,
                        const double at[3], const char *value, const struct expected *want, int n)
{
    struct made m;
    char text[512];
    const double off = single ? 2e-5 : 1e-11;
    snprintf(text, sizeof text, "%s: {at: [%g, %g, %g], %s}", what, at[0], at[1], at[2], value);
    CHECK_OK(make(&m, law, materials, sides, text));
    for (int f = 0; m.solver && f < m.solver->law.fields.n; f++) {
        double sum[4], gain = 0;
        for (int i = 0; i < n; i++)
            if (want[i].field == f) gain = want[i].gain;
        test_rate(&m, NULL, f, sum);
        CHECK_NEAR(sum[0], gain, off * 10);
        for (int c = 0; c < 3 && !*sides; c++) CHECK_NEAR(sum[1 + c], gain * at[c], off * 10);
    }
    made_clear(&m);
}

#define FLUID "a: {rho: 2, c: 3}, b: {rho: 2, c: 3}"
#define SOLID "a: {rho: 2, lambda: 3, mu: 1}, b: {rho: 2, lambda: 3, mu: 1}"

static void check_points(void)
{
    /* In an element, on a face, on an edge, at a corner of elements; on a wall's face, on its edge. */
    static const double at[6][3] = {{0.31, 0.17, 0.12}, {0.5, 0.31, 0.12}, {0.5, 0.5, 0.3},
                                    {0.5, 0.5, 0.5},    {0.4, 0.2, 1},     {0.5, 0, 1}};
    for (int i = 0; i < 6; i++)
        check_point("acoustic", FLUID, "", "monopole", at[i], "strength: 2", &(struct expected){0, 2 * 2 * 9},
                    1);
    check_point("acoustic", FLUID, "", "force", at[2], "vector: [1, -2, 4]",
                (struct expected[]){{1, 0.5}, {2, -1}, {3, 2}}, 3);
    check_point("elastic", SOLID, "", "force", at[4], "vector: [0, 1, 4]",
                (struct expected[]){{1, 0.5}, {2, 2}}, 2);
    check_point("elastic", SOLID, "", "moment", at[3], "tensor: [1, 2, 3, 4, 5, 6]",
                (struct expected[]){{3, -1}, {4, -2}, {5, -3}, {6, -4}, {7, -5}, {8, -6}}, 6);
    check_point("advection", "a: {}, b: {}", "", "point", at[1], "fields: {u: 2*x + y}",
                &(struct expected){0, 1.31}, 1);
    /* On a periodic side: one half acts on each side. */
    check_point("acoustic", FLUID, ", periodic: [x]", "monopole", (double[]){0, 0.5, 0.5}, "strength: 2",
                &(struct expected){0, 36}, 1);
}

/* A point between two media: half of it in each, as its own medium answers; and a mesh that is its
 * own mirror image gives a rate that is. */
static void check_shares(void)
{
    struct made m;
    double low[4], high[4];
    const double off = single ? 2e-5 : 1e-11;
    CHECK_OK(make(&m, "acoustic", "a: {rho: 2, c: 3}, b: {rho: 1, c: 2}", "",
                  "monopole: {at: [0.5, 0.5, 0.5], strength: 1}"));
    if (m.solver) {
        test_rate(&m, "low", 0, low);
        test_rate(&m, "high", 0, high);
        CHECK_NEAR(low[0], 9, 10 * off);
        CHECK_NEAR(high[0], 2, 10 * off);
    }
    made_clear(&m);
    CHECK_OK(make(&m, "acoustic", FLUID, ", periodic: [x, z]", "monopole: {at: [0, 0.5, 0], strength: 1}"));
    if (m.solver) {
        test_rate(&m, "low", 0, low);
        test_rate(&m, "high", 0, high);
        CHECK_NEAR(low[0], 9, 10 * off);
        CHECK_NEAR(high[0], 9, 10 * off);
    }
    made_clear(&m);
}

static void check_density(const char *law, const char *materials, const char *source, int field, double gain,
                          double moment)
{
    struct made m;
    double sum[4], none[4];
    const double off = single ? 2e-5 : 1e-11;
    CHECK_OK(make(&m, law, materials, "", source));
    if (m.solver) {
        test_rate(&m, "low", field, sum);
        test_rate(&m, "high", field, none);
        CHECK_NEAR(sum[0], gain, off * 10);
        CHECK_NEAR(sum[1], moment, off * 10);
        CHECK_NEAR(none[0], 0, off);
    }
    made_clear(&m);
}

static void check_densities(void)
{
    check_density("acoustic", FLUID, "volume_source: {regions: [low], density: x}", 0, 18 * 0.25, 18. / 6);
    check_density("acoustic", FLUID, "body_force: {regions: [low], y: 4}", 2, 1, 0.5);
    check_density("elastic", SOLID, "body_force: {regions: [low], z: 4*x}", 2, 0.5, 1. / 3);
    check_density("elastic", SOLID, "rate: {regions: [low], fields: {syz: 4*x, vx: 7}}", 6, 1, 2. / 3);
    check_density("elastic", SOLID, "rate: {regions: [low], fields: {syz: 4*x, vx: 7}}", 0, 3.5, 1.75);
    check_density("maxwell", "a: {epsilon: 2}, b: {}", "current: {regions: [low], x: 4}", 0, -1, -0.5);
}

static void refuse(const char *law, const char *source, const char *says)
{
    struct made m;
    CHECK_FAILS(make(&m, law, "a: {}, b: {}", "", source), NUDGE_EVALUE, says);
    made_clear(&m);
}

static void check_mistakes(void)
{
    refuse(
        "acoustic", "moment: {at: [0.5, 0.5, 0.5], tensor: [1, 1, 1, 0, 0, 0]}",
        "law acoustic has no source 'moment'; its sources are: monopole, volume_source, force, body_force, "
        "plane_wave, point, rate (the head of a law declares them, this one with LAW_MOMENT: "
        "doc/reference/law.md)");
    refuse("acoustic", "dipole: {at: [0.5, 0.5, 0.5], moment: [1, 0, 0]}", "an acoustic dipole is a force");
    refuse("maxwell", "force: {at: [0.5, 0.5, 0.5], vector: [1, 1, 1]}", "law maxwell has no source 'force'");
    refuse("elastic", "current: {regions: [low], x: 1}", "law elastic has no source 'current'");
    refuse("elastic", "moment: {at: [0.5, 0.5, 0.5], tensor: [1, 1, 1]}", "tensor must be six numbers, as");
    refuse("advection", "point: {at: [0.5, 0.5, 0.5], fields: {w: 1}}",
           "point.fields: 'w' is not a field of law advection");
    refuse("advection", "rate: {regions: [low], fields: {}}", "rate: give at least one of the law's fields");
    refuse("advection", "rate: {regions: [low], fields: {u: 1/(x-x)}}", "source 'one': rate.fields.u");
    refuse("acoustic", "monopole: {at: [0.5, 0.5, 1.5], strength: 1}", "monopole.at [0.5, 0.5, 1.5] lies");
    refuse("acoustic", "body_force: {regions: [low]}", "body_force: give at least one of x, y, z");
}

int main(int argc, char **argv)
{
    variant = argc > 1 ? argv[1] : "simd";
    single = argc > 2 && !strcmp(argv[2], "single");
    check_points();
    check_shares();
    check_densities();
    if (!strcmp(variant, "plain")) check_mistakes();
    TEST_END;
}
