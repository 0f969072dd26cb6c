#include "tune/bed.h"

#include <math.h>
#include <string.h>
#include "problem/problem.h"
#include "step/lsrk.h"
#include "tune/clock.h"

enum { MIXED = 2 }; /* materials of a mixed bed */

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

/* Vertices and elements in no order at all, as a mesh from a file may have them: that a box comes in rows must not help. */
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

static int make_box(struct nd_bed *bed, double dofs)
{
    int status = 0;
    const double cells = cbrt(dofs / (6.0 * bed->elem.Np * bed->law->fields.n));
    const int n = cells < 1 ? 1 : (int)lround(cells);
    const struct nd_box box = {.given = true, .size = {1, 1, 1}, .divisions = {n, n, n}, .jitter = 0.2};
    TRY(nd_mesh_box(&bed->mesh, &box));
    TRY(shuffle(&bed->mesh));
done:
    return status;
}

/* One element in three has another material, whose constants are not all the same multiple of the first's: in Maxwell's
 * law that would leave the impedance as it is. */
static int set_materials(struct nd_bed *bed, int mixed)
{
    int status = 0;
    const int each = bed->law->material.n;
    bed->materials = mixed ? MIXED : 1;
    ALLOC(bed->condition, bed->mesh.nboundaries);
    ALLOC(bed->constants, bed->materials * each + 1);
    for (int m = 0; m < bed->materials; m++)
        for (int c = 0; c < each; c++)
            bed->constants[m * each + c] = (1 + m * (c + 1)) * bed->law->standard[c];
    for (nd_idx b = 0; b < bed->mesh.nboundaries && mixed; b++)
        bed->condition[b] = b % (bed->law->valued > 0 ? bed->law->valued : bed->law->boundaries.n);
    for (nd_idx k = 0; k < bed->mesh.K && mixed; k++) bed->mesh.region[k] = k % 3 == 0;
done:
    return status;
}

int nd_bed_init(struct nd_bed *bed, struct nd_device *device, const struct nd_law *law, int N, int single,
                double dofs, int mixed)
{
    int status = 0;
    memset(bed, 0, sizeof *bed);
    bed->device = device;
    bed->law = law;
    bed->single = single;
    TRY(nd_elem_init(&bed->elem, N));
    TRY(make_box(bed, dofs));
    TRY(nd_connect_init(&bed->connect, &bed->mesh));
    TRY(set_materials(bed, mixed));
done:
    if (status) nd_bed_clear(bed);
    return status;
}

void nd_bed_clear(struct nd_bed *bed)
{
    nd_rhs_clear(&bed->rhs);
    nd_connect_clear(&bed->connect);
    nd_mesh_clear(&bed->mesh);
    nd_elem_clear(&bed->elem);
    free(bed->condition);
    free(bed->constants);
    memset(bed, 0, sizeof *bed);
}

/* A number in [-1/2, 1/2) that depends on its place alone, so that threads can share the work. */
static void random_values(const void *context, nd_idx k, int field, double *values)
{
    const struct nd_bed *bed = context;
    const uint64_t Np = (uint64_t)bed->elem.Np, K = (uint64_t)bed->mesh.K;
    for (uint64_t n = 0; n < Np; n++) {
        uint64_t h = (((uint64_t)field * K + (uint64_t)k) * Np + n + 1) * 0x9e3779b97f4a7c15u;
        h = (h ^ h >> 30) * 0xbf58476d1ce4e5b9u;
        h = (h ^ h >> 27) * 0x94d049bb133111ebu;
        values[n] = (double)(int64_t)(h >> 40) * 0x1p-24 - 0.5; /* 24 bits: single precision holds it too */
    }
}

/* Zeros would hide mistakes and run faster than real data. */
static int fill_fields(struct nd_bed *bed)
{
    return nd_rhs_make(&bed->rhs, random_values, bed);
}

int nd_bed_plan(struct nd_bed *bed, const struct nd_plan *plan)
{
    int status = 0;
    static const int material[] = {0, 1};
    const struct nd_setup setup = {
        .device = bed->device,
        .law = bed->law,
        .mesh = &bed->mesh,
        .connect = &bed->connect,
        .elem = &bed->elem,
        .single = bed->single,
        .upwind = 1,
        .condition = bed->condition,
        .material = material,
        .constants = bed->constants,
        .nmaterials = bed->materials,
        .plan = plan,
    };
    if (bed->rhs.device && nd_plan_same_layout(&bed->rhs.plan, plan)) return nd_rhs_replan(&bed->rhs, plan);
    nd_rhs_clear(&bed->rhs);
    TRY(nd_rhs_init(&bed->rhs, &setup));
    TRY(fill_fields(bed));
done:
    return status;
}

struct work {
    struct nd_bed *bed;
    int which;
};
/* A typical stage; dt is so small that fields keep their size over many. */
static int one_stage(void *context)
{
    const struct work *w = context;
    const struct nd_stage stage = nd_stage_alone(nd_lsrk4.a[1], nd_lsrk4.b[1], 1e-9);
    return w->which < 0 ? nd_rhs_stage(&w->bed->rhs, &stage) : nd_rhs_launch(&w->bed->rhs, w->which, &stage);
}

int nd_bed_measure(struct nd_bed *bed, int which, int quick, double *seconds)
{
    struct work work = {bed, which};
    return nd_clock(bed->device, quick ? &nd_pace_quick : &nd_pace_careful, one_stage, &work, seconds);
}

int nd_bed_hold(struct nd_bed *bed, double length, double *seconds)
{
    struct work work = {bed, -1};
    return nd_clock_hold(bed->device, length, one_stage, &work, seconds);
}

static int one_step(void *context)
{
    return nd_integrator_step(&nd_lsrk4, context, 1e-9);
}

int nd_bed_measure_step(struct nd_bed *bed, double *seconds)
{
    return nd_clock(bed->device, &nd_pace_careful, one_step, &bed->rhs, seconds);
}

int nd_bed_compare(struct nd_bed *bed, struct nd_bed *reference, double *difference)
{
    int status = 0;
    const size_t n = (size_t)bed->mesh.K * (size_t)bed->elem.Np;
    double *a = NULL, *b = NULL, off = 0, size = 0;
    ALLOC(a, n);
    ALLOC(b, n);
    TRY(nd_rhs_rate(&bed->rhs));
    TRY(nd_rhs_rate(&reference->rhs));
    for (int f = 0; f < bed->law->fields.n; f++) {
        TRY(nd_rhs_get(&bed->rhs, 1, f, a));
        TRY(nd_rhs_get(&reference->rhs, 1, f, b));
        for (size_t i = 0; i < n; i++) off += (a[i] - b[i]) * (a[i] - b[i]), size += b[i] * b[i];
    }
    *difference = size > 0 ? sqrt(off / size) : INFINITY;
done:
    free(a);
    free(b);
    return status;
}
