/* The order of convergence of a law's plane waves. */
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "problem/problem.h"
#include "ref/suite.h"
#include "step/dt.h"
#include "step/integrator.h"
#include "step/matrices.h"

struct run {
    struct nd_mesh mesh;
    struct nd_connect connect;
    struct nd_elem elem;
    struct nd_rhs rhs;
    struct nd_modes modes;
    double weight[ND_FIELDS_MOST], phase[ND_FIELDS_MOST];
    int waves; /* wavelengths in the box */
};

static int run_init(struct run *run, const struct nd_suite_order *wanted)
{
    static const int none[1] = {0};
    int status = 0;
    const int cells = wanted->cells;
    const struct nd_box box = {.given = true,
                               .size = {1, 1, 1},
                               .divisions = {cells, cells, cells},
                               .jitter = 0.1,
                               .periodic = {true, true, true}};
    TRY(nd_mesh_box(&run->mesh, &box));
    TRY(nd_connect_init(&run->connect, &run->mesh));
    TRY(nd_elem_init(&run->elem, wanted->N));
    TRY(nd_rhs_init(&run->rhs, &(struct nd_setup){.device = wanted->device,
                                                  .law = wanted->law,
                                                  .mesh = &run->mesh,
                                                  .connect = &run->connect,
                                                  .elem = &run->elem,
                                                  .single = wanted->single,
                                                  .upwind = 1,
                                                  .condition = none,
                                                  .material = none,
                                                  .constants = wanted->constants,
                                                  .nmaterials = 1}));
done:
    return status;
}

static void run_clear(struct run *run)
{
    nd_rhs_clear(&run->rhs);
    nd_elem_clear(&run->elem);
    nd_connect_clear(&run->connect);
    nd_mesh_clear(&run->mesh);
}

static int make_waves(struct run *run, const struct nd_law *law)
{
    static const double x[3] = {1, 0, 0};
    int status = 0;
    struct nd_matrices *matrices = NULL;
    ALLOC(matrices, 1);
    TRY(nd_matrices_init(matrices, &run->rhs, 0));
    if (!nd_matrices_modes(matrices, x, &run->modes))
        FAIL(NUDGE_EVALUE, "%s: no plane waves could be found: law_energy is not that of law_volume's waves",
             law->path);
    for (int e = 0; e < run->modes.n; e++) run->weight[e] = 0.5 + fmod(0.37 * e, 1), run->phase[e] = 2.3 * e;
done:
    free(matrices);
    return status;
}

/* q: the waves at a time minus q. */
static void subtract(const struct run *run, double time, int field, double *q)
{
    const int Np = run->elem.Np;
    enum { NODES_MOST = (ND_ORDER_MOST + 1) * (ND_ORDER_MOST + 2) * (ND_ORDER_MOST + 3) / 6 };
    double x[3 * NODES_MOST];
    for (nd_idx k = 0; k < run->mesh.K; k++) {
        nd_geometry_nodes(&run->mesh, &run->elem, k, x, x + Np, x + 2 * Np);
        for (int i = 0; i < Np; i++) {
            double value = 0;
            for (int e = 0; e < run->modes.n; e++)
                value += run->weight[e] * run->modes.q[e][field] *
                         sin(2 * M_PI * run->waves * (x[i] - run->modes.c[e] * time) + run->phase[e]);
            q[k * Np + i] = value - q[k * Np + i];
        }
    }
}

/* Replaces every field by the waves, or unless `begin` by the waves minus the field; energy: that of the
 * result. */
static int compare(struct run *run, double time, int begin, double *energy)
{
    int status = 0;
    const size_t n = (size_t)run->mesh.K * (size_t)run->elem.Np;
    double *q = NULL;
    ALLOC(q, n);
    for (int f = 0; f < run->rhs.layout.fields; f++) {
        if (begin)
            memset(q, 0, n * sizeof *q);
        else
            TRY(nd_rhs_get(&run->rhs, 0, f, q));
        subtract(run, time, f, q);
        TRY(nd_rhs_set(&run->rhs, f, q));
    }
    TRY(nd_rhs_energy(&run->rhs, energy, NULL));
done:
    free(q);
    return status;
}

static int find_error(struct run *run, const struct nd_suite_order *wanted, double *relative)
{
    int status = 0;
    const int N = wanted->N;
    double error, all, stable;
    nd_idx worst;
    TRY(compare(run, 0, 1, &all));
    /* The error of time stepping must be negligible: it falls as the fourth power of the step, whatever N
     * is. */
    const struct nd_dt_limit limit = nd_dt_limit(&nd_lsrk4, N, 1);
    TRY(nd_dt_stable(&(struct nd_dt_case){&run->mesh, &run->connect, limit, 1, run->rhs.speed, NULL, NULL, 0, NULL, 0, NULL}, &stable,
                     &worst));
    const double end = 0.2 / run->waves / run->rhs.speed[0];
    const int steps = (int)ceil(end / (stable * (N < 6 ? 0.5 : 0.2)));
    for (int i = 0; i < steps; i++) TRY(nd_integrator_step(&nd_lsrk4, &run->rhs, end / steps));
    TRY(compare(run, end, 0, &error));
    *relative = sqrt(error / all);
done:
    return status;
}

int nd_suite_order(const struct nd_suite_order *wanted, double error[2])
{
    int status = 0;
    struct run *run = NULL;
    ALLOC(run, 1);
    TRY(run_init(run, wanted));
    TRY(make_waves(run, wanted->law));
    for (run->waves = 2; run->waves > 0; run->waves--) TRY(find_error(run, wanted, &error[2 - run->waves]));
done:
    if (run) run_clear(run);
    free(run);
    return status;
}
