/* What the operator needs on the device before the first stage: element order, geometry, faces, matrices. */
#include <math.h>
#include <string.h>
#include "base/work.h"
#include "layout/pairs.h"
#include "mesh/geometry.h"
#include "part/blocks.h"
#include "step/rhs.h"

int nd_rhs_upload(struct nd_rhs *rhs, enum nd_rhs_buffer which, const void *bytes, size_t n)
{
    int status = 0;
    TRY(nd_device_alloc(rhs->device, &rhs->buffer[which], n));
    TRY(rhs->device->backend->write(rhs->device, &rhs->buffer[which], 0, bytes, n));
done:
    return status;
}

/* Elements in device order: patches of one block each, so that most neighbours share the block or the next ones. The
 * paper's gather wants blocks of M_B micro-blocks with room for their descriptors. */
int nd_rhs_place(struct nd_rhs *rhs, const struct nd_setup *setup)
{
    int status = 0;
    const struct nd_plan *plan = &rhs->plan;
    const int paper = plan->variant->family == ND_LAYOUT_PAPER;
    const struct nd_blocks_limits limits = {
        .elements = nd_plan_block(plan),
        .descriptors = paper ? nd_plan_descriptors(plan) : 0,
        .how = plan->blocks,
    };
    int64_t blocks = 0;
    ALLOC(rhs->slot, rhs->K);
    TRY(nd_blocks_place(setup->connect, setup->mesh, &limits, rhs->slot, &blocks));
    nd_plan_layout(plan, &rhs->layout, rhs->K, blocks * limits.elements, setup->elem->Np,
                   setup->law->fields.n);
    if (paper && blocks * plan->M_B > INT32_MAX / setup->law->fields.n)
        FAIL(NUDGE_EVALUE,
             "%d elements: more micro-blocks of all fields than the kernels count; use another variant",
             rhs->K);
done:
    return status;
}

/* More than one face in 64 lies between two materials: if they lie at random, more than a third of all batches of eight elements has one. It is a
 * guess: none and 44 % were measured (doc/reports/2026-11-16-stage-h200.md). */
int nd_rhs_is_mixed(const struct nd_setup *setup)
{
    enum { ONE_IN = 64 };
    const struct nd_connect *connect = setup->connect;
    const nd_idx *region = setup->mesh->region, K = setup->mesh->K;
    int64_t between = 0;
    if (setup->nmaterials < 2) return 0;
#pragma omp parallel for schedule(static) reduction(+ : between)
    for (nd_idx k = 0; k < K; k++)
        for (size_t f = 4 * (size_t)k; f < 4 * (size_t)k + 4; f++)
            between += connect->EToB[f] < 0 &&
                       setup->material[region[k]] != setup->material[region[connect->EToE[f]]];
    return between * ONE_IN > 4 * (int64_t)K;
}

/* Kernels compute with areas, volumes and their inverses, which leave the range of single precision at lengths of 1e-9 and 1e12. They see
 * lengths in a unit in the middle of the mesh's edges, and the time step divided by it; so rates are per unit too. Nothing else in them
 * has to do with lengths. The unit is a power of two, by which no number is rounded. */
double nd_rhs_find_unit(const struct nd_mesh *mesh)
{
    double least = INFINITY, most = 0;
#pragma omp parallel for schedule(static) reduction(min : least) reduction(max : most)
    for (nd_idx k = 0; k < mesh->K; k++) {
        const nd_idx *v = mesh->EToV + 4 * (size_t)k;
        double edge2 = 0;
        for (int i = 1; i < 4; i++)
            edge2 = fmax(edge2, nd_distance2(nd_mesh_vertex(mesh, v[0]), nd_mesh_vertex(mesh, v[i])));
        least = fmin(least, edge2);
        most = fmax(most, edge2);
    }
    const double middle = sqrt(sqrt(least) * sqrt(most));
    return middle > 0 && isfinite(middle) ? exp2(round(log2(middle))) : 1;
}

/* Metric terms, [block][9][lane], material numbers and inverse Jacobians; slots without an element get the reference
 * element's. */
static int fill_geometry(struct nd_rhs *rhs, const struct nd_setup *setup, int32_t *material)
{
    int status = 0;
    const int64_t slots = rhs->layout.slots;
    const int block = rhs->layout.block;
    const double unit = rhs->unit;
    double *metric = NULL, *inv_J = NULL;
    ALLOC(metric, slots * 9);
    ALLOC(inv_J, slots);
    ALLOC(rhs->J, rhs->K);
    if (rhs->plan.state) {
#pragma omp parallel for schedule(static)
        for (nd_idx k = 0; k < rhs->K; k++) {
            double G[9];
            nd_geometry_metric(setup->mesh, k, G, &rhs->J[k]);
            material[rhs->slot[k]] = setup->material[setup->mesh->region[k]];
        }
        TRY(nd_rhs_upload(rhs, ND_MATERIAL, material, (size_t)slots * sizeof *material));
        goto done;
    }
#pragma omp parallel for schedule(static)
    for (int64_t s = 0; s < slots; s++)
        for (int i = 0; i < 9; i += 4) metric[(s / block * 9 + i) * block + s % block] = 1;
#pragma omp parallel for schedule(static)
    for (nd_idx k = 0; k < rhs->K; k++) {
        double G[9];
        const int64_t s = rhs->slot[k];
        nd_geometry_metric(setup->mesh, k, G, &rhs->J[k]);
        for (int i = 0; i < 9; i++) metric[(s / block * 9 + i) * block + s % block] = G[i] * unit;
        material[s] = setup->material[setup->mesh->region[k]];
        inv_J[s] = unit * unit * unit / rhs->J[k];
    }
    TRY(nd_transfer_reals(rhs->device, rhs->real, &rhs->buffer[ND_METRIC], metric, (size_t)slots * 9));
    TRY(nd_rhs_upload(rhs, ND_MATERIAL, material, (size_t)slots * sizeof *material));
    if (rhs->plan.variant->family == ND_LAYOUT_PAPER)
        TRY(nd_transfer_reals(rhs->device, rhs->real, &rhs->buffer[ND_INV_J], inv_J, (size_t)slots));
done:
    free(metric);
    free(inv_J);
    return status;
}

/* Marks blocks that lie, with all their neighbours, in one material. */
static int fill_uniform(struct nd_rhs *rhs, const struct nd_faces *faces, const int32_t *material)
{
    int status = 0;
    const int block = rhs->layout.block;
    const int64_t blocks = rhs->layout.slots / block;
    unsigned char *uniform = NULL;
    ALLOC(uniform, blocks);
#pragma omp parallel for schedule(static)
    for (int64_t b = 0; b < blocks; b++) {
        const int32_t one = material[b * block];
        uniform[b] = 1;
        for (int64_t s = b * block; s < (b + 1) * block; s++) {
            if (material[s] != one) uniform[b] = 0;
            for (int f = 0; f < 4; f++)
                if (material[faces->EToE[4 * s + f]] != one) uniform[b] = 0;
        }
    }
    TRY(nd_rhs_upload(rhs, ND_UNIFORM, uniform, (size_t)blocks));
done:
    free(uniform);
    return status;
}

static int fill_pairs(struct nd_rhs *rhs, const struct nd_setup *setup, const struct nd_faces *faces,
                      const int32_t *material)
{
    int status = 0;
    struct nd_face_pairs pairs = {0};
    TRY(nd_face_pairs_init(&pairs, faces, setup->mesh, setup->elem, &rhs->layout, rhs->slot, material,
                           rhs->plan.M_B, rhs->plan.N_fM));
    if (pairs.most > nd_plan_descriptors(&rhs->plan))
        FAIL(NUDGE_EINTERNAL, "a block has %d face pairs, room is for %d", pairs.most,
             nd_plan_descriptors(&rhs->plan));
    /* The last real of each is an area. */
    for (int64_t i = 0; i < pairs.n; i++)
        pairs.reals[ND_PAIR_REALS * i + ND_PAIR_REALS - 1] /= rhs->unit * rhs->unit;
    for (int64_t b = 0; b < pairs.blocks; b++)
        for (int c = 0; c < 3; c++) rhs->pairs[c] += pairs.header[4 * b + 1 + c];
    TRY(nd_rhs_upload(rhs, ND_HEADER, pairs.header, (size_t)pairs.blocks * 4 * sizeof *pairs.header));
    TRY(nd_rhs_upload(rhs, ND_DESCRIPTOR_INTS, pairs.ints,
                      (size_t)pairs.n * ND_PAIR_INTS * sizeof *pairs.ints));
    TRY(nd_transfer_reals(rhs->device, rhs->real, &rhs->buffer[ND_DESCRIPTOR_REALS], pairs.reals,
                          (size_t)pairs.n * ND_PAIR_REALS));
    TRY(nd_rhs_upload(rhs, ND_STORE, pairs.store, 6 * (size_t)setup->elem->Nfp * sizeof *pairs.store));
done:
    nd_face_pairs_clear(&pairs);
    return status;
}

static int fill_faces(struct nd_rhs *rhs, const struct nd_setup *setup, const int32_t *material)
{
    int status = 0;
    struct nd_faces faces = {0};
    const size_t slots = (size_t)rhs->layout.slots;
    TRY(nd_faces_init(&faces, setup->connect, rhs->K, setup->elem, &rhs->layout, rhs->slot,
                      setup->condition));
    TRY(nd_rhs_upload(rhs, ND_LISTS, faces.lists,
                      ND_FACE_LISTS * (size_t)setup->elem->Nfp * sizeof *faces.lists));
    if (rhs->plan.variant->family == ND_LAYOUT_PAPER)
        TRY(fill_pairs(rhs, setup, &faces, material));
    else {
        TRY(nd_rhs_upload(rhs, ND_ETOE, faces.EToE, slots * 4 * sizeof *faces.EToE));
        TRY(nd_rhs_upload(rhs, ND_ETOL, faces.EToL, slots * 4));
        if (rhs->plan.variant->family == ND_LAYOUT_SIMD) TRY(fill_uniform(rhs, &faces, material));
    }
done:
    nd_faces_clear(&faces);
    return status;
}

/* Where entry (n, k) of D_c and of LIFT goes. plain: D[3][Np][Np], LIFT[Np][4 Nfp]. paper, fused: by columns, D[Np][3][Np],
 * LIFT[4 Nfp][Np]. simd: tiles of rows, see stage_simd.knl. */
static int D_place(const struct nd_plan *plan, int Np, int c, int n, int k)
{
    const int rows = plan->rows;
    switch (plan->variant->family) {
    case ND_LAYOUT_SIMD: return ((n / rows * Np + k) * rows + n % rows) * 3 + c;
    case ND_LAYOUT_PAPER:
    case ND_LAYOUT_FUSED: return (3 * k + c) * Np + n;
    default: return (c * Np + n) * Np + k;
    }
}

static int LIFT_place(const struct nd_plan *plan, int Np, int Nfp, int n, int k)
{
    const int rows = plan->rows;
    switch (plan->variant->family) {
    case ND_LAYOUT_SIMD: return (n / rows * 4 * Nfp + k) * rows + n % rows;
    case ND_LAYOUT_PAPER:
    case ND_LAYOUT_FUSED: return k * Np + n;
    default: return n * 4 * Nfp + k;
    }
}

static int fill_operators(struct nd_rhs *rhs, const struct nd_elem *e)
{
    int status = 0;
    const int Np = e->Np, Nfp = e->Nfp, rows = rhs->plan.rows, padded = (Np + rows - 1) / rows * rows;
    const double *const D[3] = {e->Dr, e->Ds, e->Dt};
    double *d = NULL, *lift = NULL;
    ALLOC(d, 3 * padded * Np);
    ALLOC(lift, 4 * padded * Nfp);
    for (int n = 0; n < Np; n++) {
        for (int c = 0; c < 3; c++)
            for (int k = 0; k < Np; k++) d[D_place(&rhs->plan, Np, c, n, k)] = D[c][n * Np + k];
        for (int k = 0; k < 4 * Nfp; k++)
            lift[LIFT_place(&rhs->plan, Np, Nfp, n, k)] = e->LIFT[n * 4 * Nfp + k];
    }
    TRY(nd_transfer_reals(rhs->device, rhs->real, &rhs->buffer[ND_D], d, (size_t)(3 * padded * Np)));
    TRY(nd_transfer_reals(rhs->device, rhs->real, &rhs->buffer[ND_LIFT], lift, (size_t)(4 * padded * Nfp)));
done:
    free(d);
    free(lift);
    return status;
}

int nd_rhs_fill(struct nd_rhs *rhs, const struct nd_setup *setup)
{
    int status = 0;
    int32_t *material = NULL;
    ALLOC(material, rhs->layout.slots);
    TRY(nd_work("computing geometry", NAN));
    TRY(fill_geometry(rhs, setup, material));
    TRY(nd_work("listing faces", NAN));
    if (rhs->plan.state) {
        TRY(nd_kept_fill(rhs, setup, material));
    } else {
        TRY(fill_faces(rhs, setup, material));
        TRY(fill_operators(rhs, setup->elem));
    }
    TRY(nd_transfer_reals(rhs->device, rhs->real, &rhs->buffer[ND_INVV], setup->elem->invV,
                          (size_t)(setup->elem->Np * setup->elem->Np)));
done:
    free(material);
    return status;
}
