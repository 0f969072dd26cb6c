/* Sets up the operator on the device: order of elements, geometry, faces, matrices. */
#include <math.h>
#include <string.h>
#include "base/work.h"
#include "mesh/geometry.h"
#include "part/blocks.h"
#include "step/rhs.h"

int nd_rhs_upload(struct nd_rhs *rhs, enum nd_rhs_buffer which, const void *bytes, size_t n)
{
    const struct nd_operator op = nd_rhs_operator(rhs);
    return nd_operator_upload(&op, (int)which, bytes, n);
}

int nd_rhs_place_blocks(const struct nd_setup *setup, const struct nd_plan *plan, nd_idx *slot,
                        int64_t *blocks, int64_t *idle)
{
    int status = 0;
    const struct nd_mesh *mesh = setup->mesh;
    struct nd_blocks_limits limits = plan->variant->placed(plan);
    unsigned char *aside = NULL;
    limits.how = (enum nd_blocks_how)plan->blocks;
    *idle = 0;
    TRY(nd_blocks_place(setup->connect, mesh, &limits, slot, blocks));
    if (!mesh->Ncurved || !plan->variant->skips) goto done;
    ALLOC(aside, mesh->K);
    for (nd_idx i = 0; i < mesh->Ncurved; i++) aside[mesh->curved[i]] = 1;
    TRY(nd_blocks_set_aside(mesh->K, limits.elements, aside, slot, blocks, idle));
done:
    free(aside);
    return status;
}

/* Elements are sorted into patches of one block each, so that most neighbours are in the same or the next
 * block. */
int nd_rhs_place(struct nd_rhs *rhs, const struct nd_setup *setup)
{
    int status = 0;
    const struct nd_plan *plan = &rhs->plan;
    const nd_idx elements = plan->variant->placed(plan).elements;
    int64_t blocks = 0, idle = 0;
    const struct nd_share *share = rhs->share = setup->share;
    ALLOC(rhs->slot, rhs->K);
    if (share) {
        blocks = share->blocks, idle = share->idle;
        memcpy(rhs->slot, share->slot, (size_t)rhs->K * sizeof *rhs->slot);
    } else
        TRY(nd_rhs_place_blocks(setup, plan, rhs->slot, &blocks, &idle));
    nd_plan_layout(plan, &rhs->layout, rhs->K, blocks * elements + (share ? share->ghosts : 0),
                   setup->elem->Np, setup->law->fields.n);
    rhs->layout.own = blocks * elements;
    rhs->blocks = blocks - idle;
done:
    return status;
}

/* Whether more than one face in 64 lies between two materials: at random, more than a third of all batches of
 * eight elements would then have one. The limit is a guess between the measured cases, none and 44 %
 * (doc/reports/2026-11-16-stage-h200.md). */
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

/* Kernels compute with areas, volumes and their inverses, which leave the range of single precision at
 * lengths of 1e-9 and 1e12. So they see lengths in a unit near the middle of the mesh's edge lengths, and the
 * time step divided by it; rates are per unit, too. Nothing else in them depends on lengths. The unit is a
 * power of two, so that no number is rounded. */
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

/* Sets the Jacobians, and material[slots]. */
static int fill_elements(struct nd_rhs *rhs, const struct nd_setup *setup, int32_t *material)
{
    int status = 0;
    ALLOC(rhs->J, rhs->K);
#pragma omp parallel for schedule(static)
    for (nd_idx k = 0; k < rhs->K; k++) {
        double G[9];
        nd_geometry_metric(setup->mesh, k, G, &rhs->J[k]);
        if (rhs->slot[k] >= 0) material[rhs->slot[k]] = setup->material[setup->mesh->region[k]];
    }
    TRY(nd_rhs_upload(rhs, ND_MATERIAL, material, (size_t)rhs->layout.slots * sizeof *material));
done:
    return status;
}

int nd_rhs_upload_mesh(struct nd_rhs *rhs, const struct nd_setup *setup)
{
    int status = 0;
    const int Np = setup->elem->Np;
    const struct nd_operator op = nd_rhs_operator(rhs);
    int32_t *material = NULL;
    ALLOC(material, rhs->layout.slots);
    TRY(nd_work("computing geometry", NAN));
    TRY(fill_elements(rhs, setup, material));
    TRY(nd_work("listing faces", NAN));
    TRY(rhs->plan.variant->upload(&op, setup, material));
    TRY(nd_operator_upload_reals(&op, ND_INVV, setup->elem->invV, (size_t)(Np * Np)));
done:
    free(material);
    return status;
}
