/* Water over rock in one law: a Scholte wave, which runs along the interface of a fluid and a
 * solid, against its closed form. The observed order between two meshes is at least N + 0.7.
 * Arguments: orders. */
// RUN: 2
// LONG: 1,2,3,4
// NOSANITIZE: arithmetic that t410 checks under the sanitizers
#include "solver/solver.h"
#include "test.h"

enum { SOLID, FLUID };
static const double rho = 2, vp = 2, vs = 1.2, rho_f = 1, c_f = 1.4, k = 2 * M_PI, floor_depth = 3;

/* A wave of speed c: decay in the solid (pressure, shear) and in the fluid, and the other
 * potentials relative to a pressure potential of 1. */
struct scholte {
    double c, q, s, r, b, f, miss; /* miss: the normal stress that is left over at the face */
};

static struct scholte find_wave(double c)
{
    struct scholte w = {.c = c};
    const double mu = rho * vs * vs, lambda = rho * vp * vp - 2 * mu, omega = k * c;
    w.q = k * sqrt(1 - c * c / (vp * vp)), w.s = k * sqrt(1 - c * c / (vs * vs)),
    w.r = k * sqrt(1 - c * c / (c_f * c_f));
    w.b = 2 * k * w.q / (k * k + w.s * w.s);
    w.f = (k * w.b - w.q) / w.r;
    w.miss =
        lambda * (w.q * w.q - k * k) + 2 * mu * (w.q * w.q - k * w.s * w.b) + rho_f * omega * omega * w.f;
    return w;
}

static struct scholte solve(void)
{
    double low = 0.3 * vs, high = 0.999 * vs;
    CHECK(find_wave(low).miss * find_wave(high).miss < 0);
    for (int i = 0; i < 100; i++) {
        const double middle = (low + high) / 2;
        *(find_wave(low).miss * find_wave(middle).miss < 0 ? &high : &low) = middle;
    }
    return find_wave(low);
}

/* "(zc > 3 ? fluid : solid)", z from the face, at the time that `t` stands for. */
static void add_field(struct nd_text *text, const char *name, const struct scholte *w, const double fluid,
                      const double solid[2], const char *wave, const char *t)
{
    nd_text_add(text,
                "%s: '(zc > %.17g ? %.17g*exp(%.17g*(%.17g-z)) : "
                "%.17g*exp(%.17g*(z-%.17g))+%.17g*exp(%.17g*(z-%.17g)))*%s(%.17g*(x-%.17g*%s))', ",
                name, floor_depth, fluid, w->r, floor_depth, solid[0], w->q, floor_depth, solid[1], w->s,
                floor_depth, wave, k, w->c, t);
}

static void add_fields(struct nd_text *text, const struct scholte *w, const char *t)
{
    const double mu = rho * vs * vs, lambda = rho * vp * vp - 2 * mu, omega = k * w->c;
    const double volume = lambda * (w->q * w->q - k * k), p = rho_f * omega * omega * w->f;
    add_field(text, "vx", w, omega * k * w->f, (double[]){omega * k, -omega * w->s * w->b}, "cos", t);
    add_field(text, "vz", w, -omega * w->r * w->f, (double[]){omega * w->q, -omega * k * w->b}, "sin", t);
    add_field(text, "sxx", w, -p, (double[]){volume - 2 * mu * k * k, 2 * mu * k * w->s * w->b}, "cos", t);
    add_field(text, "syy", w, -p, (double[]){volume, 0}, "cos", t);
    add_field(text, "szz", w, -p, (double[]){volume + 2 * mu * w->q * w->q, -2 * mu * k * w->s * w->b}, "cos",
              t);
    add_field(text, "sxz", w, 0, (double[]){-2 * mu * k * w->q, mu * (w->s * w->s + k * k) * w->b}, "sin", t);
}

static double run(const struct scholte *w, int N, int cells)
{
    struct nd_text text = {0};
    nudge_problem *problem = NULL;
    nudge_solver *solver = NULL;
    struct nd_mesh mesh = {0};
    nudge_status now;
    nd_idx water;
    double error = NAN;
    nd_text_add(
        &text,
        "{law: elastic, order: %d, time: {end: 0.15, cfl: 0.5}, boundaries: {default: free},\n"
        "mesh: {box: {size: [1, 0.25, %.17g], divisions: [%d, %d, %d], periodic: [x, y]}},\n"
        "materials: {rock: {rho: %.17g, vp: %.17g, vs: %.17g}, water: {rho: %.17g, vp: %.17g, vs: 0}},\n"
        "regions: {box: rock, water: water},\ninitial: {",
        N, 2 * floor_depth, cells, cells / 4, 6 * cells, rho, vp, vs, rho_f, c_f);
    add_fields(&text, w, "0");
    nd_text_add(&text, "},\nexact: {");
    add_fields(&text, w, "t");
    nd_text_add(&text, "}}\n");
    CHECK_OK(nudge_problem_parse(&problem, text.s, ""));
    if (problem) CHECK_OK(nd_mesh_box(&mesh, &problem->box));
    CHECK_OK(nd_mesh_region(&mesh, "water", &water));
    for (nd_idx e = 0; e < mesh.K; e++) {
        double centre[3];
        nd_geometry_centroid(&mesh, e, centre);
        if (centre[2] > floor_depth) mesh.region[e] = water;
    }
    if (problem) CHECK_OK(nd_solver_create(&solver, problem, "cpu", &mesh, NULL));
    if (solver) {
        now = *nudge_solver_status(solver);
        CHECK_OK(nudge_solver_step(solver, now.steps));
        CHECK_OK(nudge_solver_error(solver, &error));
    }
    nudge_solver_destroy(solver);
    nudge_problem_destroy(problem);
    nd_text_clear(&text);
    return error;
}

int main(int argc, char **argv)
{
    const struct scholte wave = solve();
    for (const char *N = argc > 1 ? argv[1] : "2"; *N; N += N[1] ? 2 : 1) {
        const double first = run(&wave, *N - '0', 4), second = run(&wave, *N - '0', 8),
                     order = log2(first / second);
        printf("speed %.4f, N %c: %.3e, %.3e, order %.2f\n", wave.c, *N, first, second, order);
        CHECK(order >= *N - '0' + 0.7);
    }
    TEST_END;
}
