#include "output/fill.h"

#include <string.h>
#include "mesh/curved.h"

enum {
    VTK_LAGRANGE_TETRAHEDRON = 71,
    MOST_NP = (ND_ORDER_MOST + 1) * (ND_ORDER_MOST + 2) * (ND_ORDER_MOST + 3) / 6
};

void nd_fill_points(const void *context, nd_idx k0, nd_idx k1, void *bytes)
{
    const struct nd_fill_source *source = context;
    const int nodes = source->nodes;
    const double *r = source->r, *s = r + nodes, *t = s + nodes;
    double *out = bytes;
    for (nd_idx k = k0; k < k1; k++) {
        const nd_idx *v = source->mesh->EToV + 4 * (size_t)k;
        const double *V[4];
        for (int i = 0; i < 4; i++) V[i] = source->mesh->V + 3 * (size_t)v[i];
        const double *shape = nd_curved_shape(source->mesh, k);
        for (int n = 0; n < nodes && shape; n++, out += 3) {
            const double L[4] = {-(1 + r[n] + s[n] + t[n]) / 2, (1 + r[n]) / 2, (1 + s[n]) / 2,
                                 (1 + t[n]) / 2};
            nd_curved_map(source->mesh->curved_order, shape, L, out, NULL);
        }
        for (int n = 0; n < nodes && !shape; n++)
            for (int c = 0; c < 3; c++)
                *out++ = 0.5 * (-(1 + r[n] + s[n] + t[n]) * V[0][c] + (1 + r[n]) * V[1][c] +
                                (1 + s[n]) * V[2][c] + (1 + t[n]) * V[3][c]);
    }
}

void nd_fill_connectivity(const void *context, nd_idx k0, nd_idx k1, void *bytes)
{
    const struct nd_fill_source *source = context;
    nd_gid *out = bytes;
    for (nd_gid i = (nd_gid)k0 * source->nodes; i < (nd_gid)k1 * source->nodes; i++) *out++ = i;
}

void nd_fill_offsets(const void *context, nd_idx k0, nd_idx k1, void *bytes)
{
    const struct nd_fill_source *source = context;
    nd_gid *out = bytes;
    for (nd_gid k = k0; k < k1; k++) *out++ = (k + 1) * source->nodes;
}

void nd_fill_types(const void *context, nd_idx k0, nd_idx k1, void *bytes)
{
    (void)context;
    memset(bytes, VTK_LAGRANGE_TETRAHEDRON, (size_t)(k1 - k0));
}

void nd_fill_region(const void *context, nd_idx k0, nd_idx k1, void *bytes)
{
    const struct nd_fill_source *source = context;
    memcpy(bytes, source->mesh->region + k0, (size_t)(k1 - k0) * sizeof *source->mesh->region);
}

void nd_fill_element(const void *context, nd_idx k0, nd_idx k1, void *bytes)
{
    const struct nd_fill_source *source = context;
    memcpy(bytes, source->mesh->label + k0, (size_t)(k1 - k0) * sizeof *source->mesh->label);
}

void nd_fill_field(const void *context, nd_idx k0, nd_idx k1, void *bytes)
{
    static const int tensor[] = {0, 1, 2, 5, 3, 4};
    const struct nd_fill_source *source = context;
    const size_t Np = (size_t)source->elem->Np, nodes = (size_t)source->nodes;
    float *out = bytes;
    double sum[MOST_NP];
    for (nd_idx k = k0; k < k1; k++, out += nodes * (size_t)source->components)
        for (int c = 0; c < source->components; c++) {
            const int own = source->components == 6 ? tensor[c] : c;
            const size_t at = (size_t)own * (size_t)source->elements + (size_t)(k - source->first);
            const double *u = source->values + at * Np;
            memset(sum, 0, sizeof sum);
            for (size_t j = 0; j < Np; j++) {
                const double *column = source->interpolation_T + j * nodes, uj = u[j];
#pragma omp simd
                for (size_t i = 0; i < nodes; i++) sum[i] += column[i] * uj;
            }
            for (size_t i = 0; i < nodes; i++) out[i * (size_t)source->components + (size_t)c] = (float)sum[i];
        }
}
