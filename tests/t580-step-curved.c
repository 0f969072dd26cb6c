// The stage of curved elements. Where the curved map is a straight one it agrees with the reference: rates, the two
// evaluations of a quadratic, and stages of lsrk4, in every variant, law and precision, with materials and boundary
// conditions at random and with half of the elements in the list. On bent meshes constant fields stay constant,
// central fluxes keep the energy and upwind ones let it fall, in steps as long as the program's, too.
// Arguments: "straight", variants, orders, laws, precision; or "bent", orders, degrees of the map.
// PLAIN: straight simd 3 maxwell single
// PLAIN: straight bernstein 2,3 maxwell double
// SANITIZED: straight simd 2 maxwell double
// PLAIN: bent 2 2
// SANITIZED: bent 1 2
// LONG: straight simd,plain,fused,bernstein 1,2,3,4,5 maxwell,acoustic,elastic,advection single
// LONG: straight simd,plain,fused,bernstein 1,2,3,4,5 maxwell,acoustic,elastic,advection double
// LONG: bent 1,2,3,4,5,6 2,3,4
#include <string.h>
#include "mesh/curved.h"
#include "rig.h"
#include "step/curved.h"
#include "step/dt.h"

static void make_linear(struct nd_plan *plan, int N)
{
    (void)N;
    plan->update = ND_UPDATE_RATE;
}

/* A smooth displacement, periodic in the unit cube and zero on its surface. */
static void displace(double bend, const double x[3], double out[3])
{
    const double pi = 3.14159265358979;
    const double s = sin(pi * x[0]) * sin(pi * x[1]) * sin(pi * x[2]) * bend;
    for (int c = 0; c < 3; c++) out[c] = x[c] + s * cos(2 * pi * x[(c + 1) % 3] + c);
}

/* Lists every element (or every second one) as curved, with shape points bent by `bend`. */
static void curve(struct nd_mesh *mesh, int order, double bend, int every)
{
    int lattice[ND_CURVED_POINTS_MOST][4];
    const int points = nd_curved_points(order);
    nd_curved_lattice(order, lattice);
    mesh->curved_order = order;
    mesh->curved = nd_alloc((size_t)mesh->K, sizeof *mesh->curved);
    mesh->shape = nd_alloc((size_t)mesh->K * (size_t)points, 3 * sizeof *mesh->shape);
    for (nd_idx k = 0; k < mesh->K; k += every) {
        double *shape = mesh->shape + 3 * points * mesh->Ncurved;
        mesh->curved[mesh->Ncurved++] = k;
        for (int n = 0; n < points; n++) {
            double x[3] = {0};
            for (int v = 0; v < 4; v++)
                for (int c = 0; c < 3; c++)
                    x[c] += mesh->V[3 * mesh->EToV[4 * k + v] + c] * lattice[n][v] / order;
            displace(bend, x, shape + 3 * n);
        }
    }
    for (nd_idx v = 0; v < mesh->Nv && bend > 0; v++) {
        double x[3];
        displace(bend, mesh->V + 3 * v, x);
        memcpy(mesh->V + 3 * v, x, sizeof x);
    }
}

static struct nd_setup setup_of(struct rig *rig, const struct rig_case *c)
{
    static const int condition[] = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9}, material[] = {0, 1, 2, 3, 4, 5, 6, 7};
    return (struct nd_setup){.device = rig->device,
                             .law = &rig->law,
                             .mesh = &rig->mesh,
                             .connect = &rig->ref.connect,
                             .elem = &rig->ref.elem,
                             .single = c->single,
                             .upwind = c->upwind,
                             .condition = condition,
                             .material = material,
                             .constants = rig->constants,
                             .nmaterials = rig->nmaterials,
                             .values = rig_impedances,
                             .nvalues = c->impedance ? 2 : 0};
}

static void get(struct rig *rig, int which, double *to[])
{
    for (int f = 0; f < rig->law.fields.n; f++) CHECK_OK(nd_rhs_get(&rig->rhs, which, f, to[f]));
}

/* One quadratic, or two stages of a Runge-Kutta scheme. */
static void advance(struct rig *rig, int linear)
{
    const double dt = 1e-2;
    const struct nd_stage one = linear ? (struct nd_stage){.update = ND_UPDATE_RATE, .b = 1, .dt = dt, .stages = 2}
                                       : (struct nd_stage){.a = 0, .b = 0.3, .dt = dt, .stages = 2};
    const struct nd_stage two =
        linear ? (struct nd_stage){.update = ND_UPDATE_ADD, .a = -0.8, .b = 0.4, .dt = dt, .index = 1, .stages = 2}
               : (struct nd_stage){.a = -0.5, .b = 0.7, .dt = dt, .index = 1, .stages = 2};
    CHECK_OK(nd_rhs_stage(&rig->rhs, &one));
    CHECK_OK(nd_rhs_stage(&rig->rhs, &two));
}

static void check_straight(struct rig_case *c, int linear)
{
    struct rig rig;
    struct nd_curved curved;
    const double tolerance = c->single ? 1e-5 : 1e-12;
    double *want[2][ND_FIELDS_MOST], *got[ND_FIELDS_MOST], energy[2];
    c->change = linear ? make_linear : NULL;
    CHECK_OK(rig_init(&rig, c));
    const int fields = rig.law.fields.n;
    for (int f = 0; f < fields; f++) {
        for (int i = 0; i < 2; i++) want[i][f] = nd_alloc(rig.n, sizeof(double));
        got[f] = nd_alloc(rig.n, sizeof(double));
    }
    CHECK_OK(nd_rhs_energy(&rig.rhs, &energy[0], NULL));
    CHECK_OK(nd_rhs_rate(&rig.rhs));
    get(&rig, 1, want[0]);
    advance(&rig, linear);
    get(&rig, 0, want[1]);
    curve(&rig.mesh, 2, 0, 2);
    const struct nd_setup setup = setup_of(&rig, c);
    CHECK_OK(nd_curved_init(&curved, &rig.rhs, &setup));
    for (int f = 0; f < fields; f++) CHECK_OK(nd_rhs_set(&rig.rhs, f, rig.q[f]));
    CHECK_OK(nd_rhs_energy(&rig.rhs, &energy[1], NULL));
    CHECK_NEAR(energy[1] / energy[0], 1, c->single ? 1e-5 : 1e-12);
    for (nd_idx k = 0; k < rig.mesh.K; k++) CHECK_NEAR(curved.rate[k], 1, 1e-9);
    CHECK_OK(nd_rhs_rate(&rig.rhs));
    get(&rig, 1, got);
    const double rate = rig_differ(got, want[0], fields, rig.n);
    advance(&rig, linear);
    get(&rig, 0, got);
    const double step = rig_differ(got, want[1], fields, rig.n);
    if (!(rate < tolerance && step < tolerance))
        printf("%s N = %d %s %s linear %d: rate %g, step %g\n", c->variant, c->N, c->law ? c->law : "maxwell",
               c->single ? "single" : "double", linear, rate, step);
    CHECK(rate < tolerance && step < tolerance);
    for (int f = 0; f < fields; f++) free(want[0][f]), free(want[1][f]), free(got[f]);
    nd_curved_clear(&curved);
    rig_clear(&rig);
}

/* The energy that the rates change, relative to what they could. */
static double change_of_energy(struct rig *rig)
{
    double energy[3], own = 0;
    double *rate[ND_FIELDS_MOST];
    const int fields = rig->law.fields.n;
    for (int f = 0; f < fields; f++) rate[f] = nd_alloc(rig->n, sizeof(double));
    CHECK_OK(nd_rhs_rate(&rig->rhs));
    get(rig, 1, rate);
    CHECK_OK(nd_rhs_energy(&rig->rhs, &own, NULL));
    for (int i = 0; i < 3; i++) {
        for (int f = 0; f < fields; f++) {
            for (size_t n = 0; n < rig->n; n++)
                rig->rate[f][n] = (i < 2 ? rig->q[f][n] : 0) + (i == 1 ? -1 : 1) * rate[f][n];
            CHECK_OK(nd_rhs_set(&rig->rhs, f, rig->rate[f]));
        }
        CHECK_OK(nd_rhs_energy(&rig->rhs, &energy[i], NULL));
    }
    for (int f = 0; f < fields; f++) free(rate[f]);
    return (energy[0] - energy[1]) / (4 * sqrt(own * energy[2]));
}

static void check_bent(int N, int order, double upwind, const char *law)
{
    struct rig rig;
    struct nd_curved curved;
    struct rig_case c = {.cubes = {.n = {2, 2, 2}, .seed = 5, .periodic = {1, 0, 1}},
                         .N = N,
                         .upwind = upwind,
                         .law = law,
                         .variant = "simd",
                         .regions = law ? 1 : 3,
                         .pec = 1};
    CHECK_OK(rig_init(&rig, &c));
    curve(&rig.mesh, order, 0.08, 1);
    CHECK_OK(nd_curved_check(&rig.mesh));
    const struct nd_setup setup = setup_of(&rig, &c);
    CHECK_OK(nd_curved_init(&curved, &rig.rhs, &setup));
    const double change = change_of_energy(&rig);
    if (upwind > 0)
        CHECK(change < -1e-3 && change > -1);
    else
        CHECK_NEAR(change, 0, 1e-13);
    double volume = 0;
    for (nd_idx k = 0; k < rig.mesh.K; k++) volume += nd_curved_volume(&rig.mesh, k);
    CHECK_NEAR(volume, 1, 1e-12);
    for (nd_idx k = 0; k < rig.mesh.K; k++) CHECK(curved.rate[k] >= 1 && curved.rate[k] < 4);
    nd_curved_clear(&curved);
    rig_clear(&rig);
}

/* Constant fields between periodic sides. */
static void check_constant(int N, int order)
{
    struct rig rig;
    struct nd_curved curved;
    const struct rig_case c = {.cubes = {.n = {2, 2, 2}, .seed = 5, .periodic = {1, 1, 1}},
                               .N = N,
                               .upwind = 1,
                               .variant = "simd"};
    double most = 0, size;
    CHECK_OK(rig_init(&rig, &c));
    curve(&rig.mesh, order, 0.08, 1);
    const struct nd_setup setup = setup_of(&rig, &c);
    CHECK_OK(nd_curved_init(&curved, &rig.rhs, &setup));
    CHECK_OK(nd_rhs_rate(&rig.rhs));
    get(&rig, 1, rig.rate);
    size = fabs(rig.rate[0][0]);
    for (int f = 0; f < rig.law.fields.n; f++) {
        for (size_t i = 0; i < rig.n; i++) rig.q[f][i] = f + 1;
        CHECK_OK(nd_rhs_set(&rig.rhs, f, rig.q[f]));
    }
    CHECK_OK(nd_rhs_rate(&rig.rhs));
    get(&rig, 1, rig.rate);
    for (int f = 0; f < rig.law.fields.n; f++)
        for (size_t i = 0; i < rig.n; i++) most = fmax(most, fabs(rig.rate[f][i]));
    CHECK(size > 0.1);
    CHECK_NEAR(most, 0, 1e-9);
    nd_curved_clear(&curved);
    rig_clear(&rig);
}

/* Steps as long as the program's: the energy of random fields does not grow. */
static void check_steps(int N, int order, double upwind, int linear)
{
    struct rig rig;
    struct nd_curved curved;
    struct nd_integrator integrator;
    const struct rig_case c = {.cubes = {.n = {2, 2, 2}, .seed = 5, .jitter = 0.1},
                               .N = N,
                               .upwind = upwind,
                               .variant = "simd",
                               .pec = 1,
                               .change = linear ? make_linear : NULL};
    const double speed = 1;
    double dt = NAN, before, energy;
    nd_idx worst;
    CHECK_OK(rig_init(&rig, &c));
    curve(&rig.mesh, order, 0.08, 1);
    CHECK_OK(nd_curved_check(&rig.mesh));
    const struct nd_setup setup = setup_of(&rig, &c);
    CHECK_OK(nd_curved_init(&curved, &rig.rhs, &setup));
    CHECK_OK(nd_integrator_init(&integrator, linear ? ND_LINEAR : ND_LSRK4, 6, "maxwell", N, upwind));
    const struct nd_dt_case of = {.mesh = &rig.mesh,
                                  .connect = &rig.ref.connect,
                                  .limit = nd_dt_limit(&integrator, N, upwind),
                                  .regions = 1,
                                  .speed = &speed,
                                  .bent = curved.rate};
    CHECK_OK(nd_dt_stable(&of, &dt, &worst));
    CHECK_OK(nd_rhs_energy(&rig.rhs, &before, NULL));
    for (int i = 0; i < (linear ? 20 : 100); i++) {
        CHECK_OK(nd_integrator_step(&integrator, &rig.rhs, dt));
        if (i % 5) continue;
        CHECK_OK(nd_rhs_energy(&rig.rhs, &energy, NULL));
        if (!(energy <= before * (1 + 1e-12)))
            printf("N = %d, order %d, upwind %g, linear %d: energy grew by %g at step %d\n", N, order, upwind,
                   linear, energy / before - 1, i);
        CHECK(energy <= before * (1 + 1e-12));
        before = energy;
    }
    nd_curved_clear(&curved);
    rig_clear(&rig);
}

static void all_straight(char *variants, const char *orders, const char *laws, int single)
{
    char *v, *n, *l, *at[3];
    for (v = strtok_r(variants, ",", &at[0]); v; v = strtok_r(NULL, ",", &at[0])) {
        char o[64];
        snprintf(o, sizeof o, "%s", orders);
        for (n = strtok_r(o, ",", &at[1]); n; n = strtok_r(NULL, ",", &at[1])) {
            char some[64];
            snprintf(some, sizeof some, "%s", laws);
            for (l = strtok_r(some, ",", &at[2]); l; l = strtok_r(NULL, ",", &at[2]))
                for (int linear = 0; linear < 2; linear++)
                    check_straight(&(struct rig_case){.cubes = {.n = {2, 2, 2},
                                                                .seed = 5,
                                                                .jitter = 0.1,
                                                                .periodic = {1, 0, 0}},
                                                      .N = atoi(n),
                                                      .single = single,
                                                      .upwind = 1,
                                                      .law = strcmp(l, "maxwell") ? l : NULL,
                                                      .variant = v,
                                                      .regions = 3,
                                                      .lossy = !strcmp(l, "maxwell"),
                                                      .impedance = !strcmp(l, "maxwell")},
                                   linear);
        }
    }
}

int main(int argc, char **argv)
{
    if (argc > 5 && !strcmp(argv[1], "straight")) {
        all_straight(argv[2], argv[3], argv[4], !strcmp(argv[5], "single"));
        TEST_END;
    }
    CHECK(argc > 3 && !strcmp(argv[1], "bent"));
    char *n, *p, *at[2];
    for (n = strtok_r(argv[2], ",", &at[0]); n; n = strtok_r(NULL, ",", &at[0])) {
        char o[64];
        snprintf(o, sizeof o, "%s", argv[3]);
        for (p = strtok_r(o, ",", &at[1]); p; p = strtok_r(NULL, ",", &at[1])) {
            check_constant(atoi(n), atoi(p));
            check_bent(atoi(n), atoi(p), 0, NULL);
            check_bent(atoi(n), atoi(p), 1, NULL);
            check_bent(atoi(n), atoi(p), 1, "acoustic");
            for (int linear = 0; linear < 2; linear++) check_steps(atoi(n), atoi(p), 1, linear);
            check_steps(atoi(n), atoi(p), 0, 1);
        }
    }
    TEST_END;
}
