// The strength of the PML: the rates of its profile against the formula of src/pml/pml.h,
// integrated here by a sum, with and without layers; the grading chosen by the number of layers;
// and the amplitude of a wave that crosses it twice, which is pml.reflection by definition.
// PLAIN:
// SANITIZED: rates
#include "pml-box.h"
#include "pml/pml.h"

/* The profile itself. */
static double rate(double depth, double thickness, double reflection, int grading, double speed)
{
    return -(grading + 1) * log(reflection) * speed / (2 * thickness) * pow(depth / thickness, grading);
}

/* Its mean between two depths, by the rule of the middle. */
static double mean_rate(const double depth[2], double thickness, double reflection, int grading, double speed)
{
    const int n = 2000;
    double sum = 0;
    for (int i = 0; i < n; i++)
        sum += rate(depth[0] + (i + 0.5) * (depth[1] - depth[0]) / n, thickness, reflection, grading, speed);
    return sum / n;
}

/* A bar along x from 0 to 3 with `layers` cells of a PML behind it, in all `thickness` long. */
static int begin(struct pml_box *s, int layers, double thickness, const char *pml, const char *integrator)
{
    char text[400];
    const double inner[3][2] = {{-1, 3}, {-9, 9}, {-9, 9}};
    struct nd_mesh mesh = {0};
    int status = 0;
    *s = (struct pml_box){0};
    snprintf(text, sizeof text,
             "mesh: {box: {size: [%d, 1, 1], divisions: [%d, 1, 1]}}\norder: 1\nboundaries: {default: pec}\n"
             "pml: %s\ntime: {end: 1, integrator: %s}\n",
             3 + layers, 3 + layers, pml, integrator);
    TRY(nudge_problem_parse(&s->problem, text, ""));
    TRY(nd_mesh_box(&mesh, &s->problem->box));
    TRY(pml_box_name(&mesh, inner));
    for (nd_idx v = 0; v < mesh.Nv; v++)
        if (mesh.V[3 * v] > 3) mesh.V[3 * v] = 3 + (mesh.V[3 * v] - 3) * thickness / layers;
    TRY(nd_solver_create(&s->solver, s->problem, "cpu", &mesh, "plain"));
done:
    nd_mesh_clear(&mesh);
    return status;
}

static void check_rates(int layers, double thickness, double reflection, int grading, int linear)
{
    struct pml_box s;
    char keys[80];
    snprintf(keys, sizeof keys, "{reflection: %g, grading: %d}", reflection, grading);
    CHECK_OK(begin(&s, layers, thickness, keys, linear ? "linear" : "lsrk4"));
    const struct nd_pml *pml = s.solver ? &s.solver->pml : NULL;
    double fastest = 0, across = 0; /* across: the integral of the rate along x, at one place of y and z */
    for (nd_idx k = 0; pml && k < s.solver->mesh.K; k++) {
        const struct nd_mesh *mesh = &s.solver->mesh;
        double depth[3][4], from = INFINITY, to = -INFINITY;
        const int axes = nd_pml_depth(pml, mesh, k, 2.5, depth);
        for (int v = 0; v < 4; v++) {
            from = fmin(from, mesh->V[3 * mesh->EToV[4 * k + v]] - 3);
            to = fmax(to, mesh->V[3 * mesh->EToV[4 * k + v]] - 3);
        }
        CHECK(axes == (from > -1e-9));
        if (!axes) CHECK(s.solver->pointwise.damping[k] == 0);
        if (!axes) continue;
        const double want = mean_rate((double[2]){from, to}, thickness, reflection, grading, 2.5);
        for (int v = 0; v < 4; v++) {
            CHECK_NEAR(pow(depth[0][v], grading) / want, 1, 1e-5);
            CHECK(depth[1][v] == 0 && depth[2][v] == 0);
        }
        across += want * (to - from) / 6; /* six elements in a cell */
        /* The time step heeds them at the speed of the vacuum, 1. */
        const double heeded = linear ? want / 2.5 : want / 2.5 * nd_lsrk4.damping / nd_lsrk4.apart;
        CHECK_NEAR(s.solver->pointwise.damping[k] / heeded, 1, 1e-5);
        fastest = fmax(fastest, want / 2.5);
    }
    if (pml) CHECK_NEAR(s.solver->pointwise.fastest / fastest, 1, 1e-5);
    CHECK_NEAR(exp(-2 * across / 2.5) / reflection, 1, 1e-4);
    pml_box_end(&s);
}

/* Elements that are no layers have the profile at their vertices, and nothing before it. */
static void check_unlayered(void)
{
    struct pml_box s;
    CHECK_OK(begin(&s, 2, 2, "{reflection: 1e-3, grading: 2}", "linear"));
    struct nd_mesh *mesh = s.solver ? &s.solver->mesh : NULL;
    struct nd_pml pml = {0};
    for (nd_idx v = 0; mesh && v < mesh->Nv; v++)
        if (mesh->V[3 * v] == 4 && mesh->V[3 * v + 1] == 0) mesh->V[3 * v] += 0.25;
    CHECK_OK(nd_pml_init(&pml, s.problem, &s.solver->law, mesh));
    CHECK(pml.layered[0][1] == 0 && pml.thickness[0][1] == 2 && pml.grading == 2);
    for (nd_idx k = 0; k < mesh->K; k++) {
        double depth[3][4];
        if (!nd_pml_depth(&pml, mesh, k, 1, depth)) continue;
        for (int v = 0; v < 4; v++) {
            const double d = mesh->V[3 * mesh->EToV[4 * k + v]] - 3;
            CHECK_NEAR(depth[0][v] * depth[0][v], rate(d, 2, 1e-3, 2, 1), 1e-12);
        }
    }
    nd_pml_clear(&pml);
    pml_box_end(&s);
}

static void check_grading(void)
{
    static const int want[] = {0, 1, 1, 2, 3, 3, 3};
    for (int layers = 1; layers <= 6; layers++) {
        struct pml_box s;
        CHECK_OK(begin(&s, layers, layers, "{}", "linear"));
        CHECK(s.solver && s.solver->pml.layered[0][1] == layers);
        CHECK(s.solver && s.solver->pml.grading == want[layers]);
        CHECK(s.solver && s.solver->pml.reflection == 1e-6);
        pml_box_end(&s);
    }
}

/* A pulse that crosses the PML, is reflected by the wall behind it and comes back. */
static void check_left(const char *law, const char *initial, const char *field, double reflection)
{
    static const double inner[3][2] = {{-1, 6}, {-9, 9}, {-9, 9}};
    char text[600];
    struct pml_box s;
    double most = 0;
    snprintf(text, sizeof text,
             "law: %s\nmesh: {box: {size: [10, 1, 1], divisions: [10, 1, 1], periodic: [y, z]}}\norder: 4\n"
             "boundaries: {default: %s}\ninitial: {%s}\npml: {reflection: %g}\ntime: {end: 11}\n",
             law, strcmp(law, "maxwell") ? "rigid" : "pec", initial, reflection);
    CHECK_OK(pml_box_begin(&s, text, inner, NULL, NULL));
    if (!s.solver) return;
    double *u = nd_alloc(s.n, sizeof *u);
    CHECK_OK(nudge_solver_step(s.solver, s.solver->schedule.steps));
    CHECK_OK(nudge_solver_get(s.solver, field, u));
    for (size_t i = 0; i < s.n; i++)
        if (!s.solver->mesh.region[i / (size_t)s.solver->elem.Np]) most = fmax(most, fabs(u[i]));
    if (getenv("TEST_SHOW")) printf("%s: %g left of %g\n", law, most, reflection);
    CHECK_NEAR(most / reflection, 1, 0.02);
    free(u);
    pml_box_end(&s);
}

int main(int argc, char **argv)
{
    for (int linear = 0; linear < 2; linear++) {
        check_rates(4, 2, 1e-6, 3, linear);
        check_rates(3, 1.2, 1e-3, 2, linear);
        check_rates(2, 5, 0.3, 1, linear);
        check_rates(1, 1, 1e-4, 6, linear);
    }
    check_unlayered();
    check_grading();
    if (argc > 1 && !strcmp(argv[1], "rates")) TEST_END;
    check_left("maxwell", "Ey: exp(-((x-3)/0.8)^2), Hz: exp(-((x-3)/0.8)^2)", "Ey", 0.1);
    check_left("acoustic", "p: exp(-((x-3)/0.8)^2), vx: exp(-((x-3)/0.8)^2)", "p", 0.3);
    TEST_END;
}
