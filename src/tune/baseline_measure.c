#include <float.h>
#include <math.h>
#include "base/time.h"
#include "problem/problem.h"
#include "tune/baseline.h"

enum { RUNS = 11 };
/* Far below any limit of stability, so that the numbers stay ordinary ones. */
#define DT 1e-6

/* Every number in (-1, 1), the same ones each time. */
static int set_random(struct nd_baseline *b)
{
    int status = 0;
    const size_t n = (size_t)b->K * (size_t)b->Np;
    uint64_t state = 1;
    double *values = NULL;
    ALLOC(values, n);
    for (int f = 0; f < 6; f++) {
        for (size_t i = 0; i < n; i++) {
            state = state * 6364136223846793005u + 1442695040888963407u;
            values[i] = (double)(int64_t)state * 0x1p-63;
        }
        nd_baseline_set(b, f, values);
    }
done:
    free(values);
    return status;
}

static double time_calls(struct nd_baseline *b, int calls)
{
    const double start = nd_seconds_now();
    for (int i = 0; i < calls; i++) nd_baseline_stage(b, -0.5, 0.5, DT);
    return nd_seconds_now() - start;
}

/* Seconds of a stage, the best of several runs: other work on the machine can only slow down this
 * core, and that must not favour what is compared with it. */
static double time_stages(struct nd_baseline *b)
{
    double best = DBL_MAX;
    int calls = 1;
    while (time_calls(b, calls) < 0.05) calls *= 2;
    for (int run = 0; run < RUNS; run++) {
        const double seconds = time_calls(b, calls) / calls;
        if (seconds < best) best = seconds;
    }
    return best;
}

int nd_baseline_measure(int N, int single, enum nd_baseline_product product, struct nd_baseline_speed *speed)
{
    int status = 0;
    static const int condition[8] = {0}, region[8] = {0};
    static const double vacuum[4] = {1, 1};
    struct nd_mesh mesh = {0};
    struct nd_connect connect = {0};
    struct nd_elem elem = {0};
    struct nd_baseline baseline = {0};
    const int n = (int)lround(cbrt(2e6 / (36.0 * nd_elem_Np(N)))); /* six elements a cube */
    const struct nd_box box = {.size = {1, 1, 1}, .divisions = {n, n, n}, .jitter = 0.2};
    TRY(nd_mesh_box(&mesh, &box));
    TRY(nd_connect_init(&connect, &mesh));
    TRY(nd_elem_init(&elem, N));
    const struct nd_setup setup = {.mesh = &mesh,
                                   .connect = &connect,
                                   .elem = &elem,
                                   .single = single,
                                   .upwind = 1,
                                   .condition = condition,
                                   .material = region,
                                   .constants = vacuum,
                                   .nmaterials = 1};
    TRY(nd_baseline_init(&baseline, &setup, product, 0));
    TRY(set_random(&baseline));
    *speed = (struct nd_baseline_speed){.K = mesh.K, .blas = baseline.blas != NULL};
    speed->element_seconds = time_stages(&baseline) / mesh.K;
    speed->dofs_per_second = 6 * elem.Np / speed->element_seconds;
    nd_baseline_describe(&baseline, speed->how);
done:
    nd_baseline_clear(&baseline);
    nd_elem_clear(&elem);
    nd_connect_clear(&connect);
    nd_mesh_clear(&mesh);
    return status;
}
