#include "tune/fixture.h"

#include <math.h>
#include <string.h>
#include "problem/problem.h"
#include "step/integrator.h"
#include "tune/timer.h"

enum { MIXED = 2 }; /* materials of a mixed fixture */

/* A number below n that depends on nothing but i. */
static nd_idx scatter(uint64_t i, nd_idx n)
{
    i ^= i >> 31, i *= 0x9e3779b97f4a7c15u, i ^= i >> 29, i *= 0xbf58476d1ce4e5b9u, i ^= i >> 32;
    return (nd_idx)(i % (uint64_t)n);
}

static void swap(nd_idx *a, nd_idx *b)
{
    const nd_idx keep = *a;
    *a = *b, *b = keep;
}

/* Vertices and elements in no order at all, as a mesh from a file may have them: that a box comes
 * in rows must not help. */
static int shuffle(struct nd_mesh *mesh)
{
    int status = 0;
    nd_idx *now = NULL;
    double *V = NULL;
    ALLOC(now, mesh->Nv);
    ALLOC(V, 3 * (size_t)mesh->Nv);
    for (nd_idx v = 0; v < mesh->Nv; v++) now[v] = v;
    for (nd_idx v = mesh->Nv - 1; v > 0; v--) swap(&now[v], &now[scatter((uint64_t)v, v + 1)]);
#pragma omp parallel for schedule(static)
    for (nd_idx v = 0; v < mesh->Nv; v++)
        memcpy(V + 3 * (size_t)now[v], mesh->V + 3 * (size_t)v, 3 * sizeof *V);
    for (size_t i = 0; i < 4 * (size_t)mesh->K; i++) mesh->EToV[i] = now[mesh->EToV[i]];
    for (size_t i = 0; i < 3 * (size_t)mesh->Nb; i++) mesh->BToV[i] = now[mesh->BToV[i]];
    for (nd_idx k = mesh->K - 1; k > 0; k--) {
        const nd_idx other = scatter(~(uint64_t)k, k + 1);
        for (size_t i = 0; i < 4; i++)
            swap(&mesh->EToV[4 * (size_t)k + i], &mesh->EToV[4 * (size_t)other + i]);
    }
    free(mesh->V);
    mesh->V = V, V = NULL;
done:
    free(now);
    free(V);
    return status;
}

static int make_box(struct nd_fixture *fixture, double dofs)
{
    int status = 0;
    const double cells = cbrt(dofs / (6.0 * fixture->elem.Np * fixture->law->fields.n));
    const int n = cells < 1 ? 1 : (int)lround(cells);
    const struct nd_box box = {.given = true, .size = {1, 1, 1}, .divisions = {n, n, n}, .jitter = 0.2};
    TRY(nd_mesh_box(&fixture->mesh, &box));
    TRY(shuffle(&fixture->mesh));
done:
    return status;
}

/* One element in three has another material, whose constants are not all the same multiple of the
 * first's: in Maxwell's law that would leave the impedance as it is. */
static int set_materials(struct nd_fixture *fixture, int mixed)
{
    int status = 0;
    const int each = fixture->law->material.n;
    fixture->materials = mixed ? MIXED : 1;
    ALLOC(fixture->condition, fixture->mesh.nboundaries);
    ALLOC(fixture->constants, fixture->materials * each + 1);
    for (int m = 0; m < fixture->materials; m++)
        for (int c = 0; c < each; c++)
            fixture->constants[m * each + c] = (1 + m * (c + 1)) * fixture->law->standard[c];
    for (nd_idx b = 0; b < fixture->mesh.nboundaries && mixed; b++)
        fixture->condition[b] =
            b % (fixture->law->valued > 0 ? fixture->law->valued : fixture->law->boundaries.n);
    for (nd_idx k = 0; k < fixture->mesh.K && mixed; k++) fixture->mesh.region[k] = k % 3 == 0;
done:
    return status;
}

int nd_fixture_init(struct nd_fixture *fixture, struct nd_device *device, const struct nd_law *law, int N,
                    int single, struct nd_fixture_size size)
{
    int status = 0;
    memset(fixture, 0, sizeof *fixture);
    fixture->device = device;
    fixture->law = law;
    fixture->single = single;
    TRY(nd_elem_init(&fixture->elem, N));
    TRY(make_box(fixture, size.dofs));
    TRY(nd_connect_init(&fixture->connect, &fixture->mesh));
    TRY(set_materials(fixture, size.mixed));
done:
    if (status) nd_fixture_clear(fixture);
    return status;
}

void nd_fixture_clear(struct nd_fixture *fixture)
{
    nd_rhs_clear(&fixture->rhs);
    nd_connect_clear(&fixture->connect);
    nd_mesh_clear(&fixture->mesh);
    nd_elem_clear(&fixture->elem);
    free(fixture->condition);
    free(fixture->constants);
    memset(fixture, 0, sizeof *fixture);
}

/* A number in [-1/2, 1/2) that depends on its place alone, so that threads can share the work. */
static void random_values(const void *context, nd_idx k, int field, double *values)
{
    const struct nd_fixture *fixture = context;
    const uint64_t Np = (uint64_t)fixture->elem.Np, K = (uint64_t)fixture->mesh.K;
    for (uint64_t n = 0; n < Np; n++) {
        uint64_t h = (((uint64_t)field * K + (uint64_t)k) * Np + n + 1) * 0x9e3779b97f4a7c15u;
        h = (h ^ h >> 30) * 0xbf58476d1ce4e5b9u;
        h = (h ^ h >> 27) * 0x94d049bb133111ebu;
        values[n] = (double)(int64_t)(h >> 40) * 0x1p-24 - 0.5; /* 24 bits: single precision holds it too */
    }
}

/* Zeros would hide mistakes and run faster than real data. */
static int fill_fields(struct nd_fixture *fixture)
{
    return nd_rhs_make(&fixture->rhs, random_values, fixture);
}

int nd_fixture_plan(struct nd_fixture *fixture, const struct nd_plan *plan)
{
    int status = 0;
    static const int material[] = {0, 1};
    const struct nd_setup setup = {
        .device = fixture->device,
        .law = fixture->law,
        .mesh = &fixture->mesh,
        .connect = &fixture->connect,
        .elem = &fixture->elem,
        .single = fixture->single,
        .upwind = 1,
        .condition = fixture->condition,
        .material = material,
        .constants = fixture->constants,
        .nmaterials = fixture->materials,
        .plan = plan,
    };
    if (fixture->rhs.device && nd_plan_same_layout(&fixture->rhs.plan, plan))
        return nd_rhs_replan(&fixture->rhs, plan);
    nd_rhs_clear(&fixture->rhs);
    TRY(nd_rhs_init(&fixture->rhs, &setup));
    TRY(fill_fields(fixture));
done:
    return status;
}

struct work {
    struct nd_fixture *fixture;
    int which;
};

/* Both evaluations of a quadratic, for a step of length dt. */
static struct nd_stage evaluation(int adds, double dt)
{
    return (struct nd_stage){.update = adds ? ND_UPDATE_ADD : ND_UPDATE_RATE,
                             .a = adds ? 0.25 : 0,
                             .b = adds ? 0.5 : 1,
                             .dt = dt,
                             .stages = 1};
}

/* A typical stage, or both evaluations of linear steps; dt is so small that fields keep their size over
 * many. */
static int one_stage(void *context)
{
    int status = 0;
    const struct work *w = context;
    struct nd_rhs *rhs = &w->fixture->rhs;
    for (int i = 0; i <= nd_rhs_linear(rhs); i++) {
        const struct nd_stage stage =
            nd_rhs_linear(rhs) ? evaluation(i, 1e-9) : nd_stage_alone(nd_lsrk4.a[1], nd_lsrk4.b[1], 1e-9);
        TRY(w->which < 0 ? nd_rhs_stage(rhs, &stage) : nd_rhs_launch(rhs, w->which, &stage));
    }
done:
    return status;
}

int nd_fixture_measure(struct nd_fixture *fixture, int which, int quick, double *seconds)
{
    int status = 0;
    struct work work = {fixture, which};
    TRY(nd_timer(fixture->device, quick ? &nd_pace_quick : &nd_pace_careful, one_stage, &work, seconds));
    if (nd_rhs_linear(&fixture->rhs)) *seconds /= 2;
done:
    return status;
}

int nd_fixture_hold(struct nd_fixture *fixture, double length, double *seconds)
{
    int status = 0;
    struct work work = {fixture, -1};
    TRY(nd_timer_hold(fixture->device, length, one_stage, &work, seconds));
    if (nd_rhs_linear(&fixture->rhs)) *seconds /= 2;
done:
    return status;
}

struct step_work {
    struct nd_rhs *rhs;
    const struct nd_integrator *integrator;
};

/* So short that fields keep their size over many. */
static int one_step(void *context)
{
    const struct step_work *w = context;
    return nd_integrator_step(w->integrator, w->rhs, 1e-9);
}

int nd_fixture_measure_step(struct nd_fixture *fixture, const struct nd_integrator *integrator,
                            double *seconds)
{
    struct step_work work = {&fixture->rhs, integrator};
    return nd_timer(fixture->device, &nd_pace_careful, one_step, &work, seconds);
}

/* Relative L2 difference of the fields (which = 0) or the rates (which = 1). */
static int compare(struct nd_fixture *fixture, struct nd_fixture *reference, int which, double *difference)
{
    int status = 0;
    const size_t n = (size_t)fixture->mesh.K * (size_t)fixture->elem.Np;
    double *a = NULL, *b = NULL, off = 0, size = 0;
    ALLOC(a, n);
    ALLOC(b, n);
    for (int f = 0; f < fixture->law->fields.n; f++) {
        TRY(nd_rhs_get(&fixture->rhs, which, f, a));
        TRY(nd_rhs_get(&reference->rhs, which, f, b));
        for (size_t i = 0; i < n; i++) off += (a[i] - b[i]) * (a[i] - b[i]), size += b[i] * b[i];
    }
    *difference = size > 0 ? sqrt(off / size) : INFINITY;
done:
    free(a);
    free(b);
    return status;
}

/* Both evaluations with dt = 1. The second one dominates the fields then. */
static int evaluate_pair(struct nd_fixture *fixture)
{
    int status = 0;
    for (int i = 0; i < 2; i++) {
        const struct nd_stage stage = evaluation(i, 1);
        TRY(nd_rhs_stage(&fixture->rhs, &stage));
    }
done:
    return status;
}

int nd_fixture_compare(struct nd_fixture *fixture, struct nd_fixture *reference, double *difference)
{
    int status = 0;
    double second = 0;
    TRY(nd_rhs_rate(&fixture->rhs));
    TRY(nd_rhs_rate(&reference->rhs));
    TRY(compare(fixture, reference, 1, difference));
    if (!nd_rhs_linear(&fixture->rhs)) goto done;
    TRY(evaluate_pair(fixture));
    TRY(evaluate_pair(reference));
    TRY(compare(fixture, reference, 0, &second));
    *difference = fmax(*difference, second);
    TRY(fill_fields(fixture));
    TRY(fill_fields(reference));
done:
    return status;
}
