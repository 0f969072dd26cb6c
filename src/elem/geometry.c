#include "elem/geometry.h"

#include <math.h>
#include "mesh/curved.h"

static void cross(const double a[3], const double b[3], double out[3])
{
    out[0] = a[1] * b[2] - a[2] * b[1];
    out[1] = a[2] * b[0] - a[0] * b[2];
    out[2] = a[0] * b[1] - a[1] * b[0];
}

void nd_geometry_metric(const struct nd_mesh *mesh, nd_idx k, double G[9], double *J)
{
    const nd_idx *vertex = mesh->EToV + 4 * (size_t)k;
    const double *origin = mesh->V + 3 * (size_t)vertex[0];
    double along[3][3]; /* derivatives of (x, y, z) along r, s, t */
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++)
            along[i][j] = (mesh->V[3 * (size_t)vertex[i + 1] + (size_t)j] - origin[j]) / 2;
    for (int i = 0; i < 3; i++) cross(along[(i + 1) % 3], along[(i + 2) % 3], G + 3 * i);
    *J = along[0][0] * G[0] + along[0][1] * G[1] + along[0][2] * G[2];
    for (int i = 0; i < 9; i++) G[i] /= *J;
}

void nd_geometry_faces(const double G[9], double n[4][3], double Fscale[4])
{
    for (int i = 0; i < 3; i++) {
        n[0][i] = -G[6 + i];
        n[1][i] = -G[3 + i];
        n[2][i] = G[i] + G[3 + i] + G[6 + i];
        n[3][i] = -G[i];
    }
    for (int f = 0; f < 4; f++) {
        Fscale[f] = sqrt(n[f][0] * n[f][0] + n[f][1] * n[f][1] + n[f][2] * n[f][2]);
        for (int i = 0; i < 3; i++) n[f][i] /= Fscale[f];
    }
}

void nd_geometry_nodes(const struct nd_mesh *mesh, const struct nd_elem *elem, nd_idx k, double *x, double *y,
                       double *z)
{
    const nd_idx *vertex = mesh->EToV + 4 * (size_t)k;
    const double *shape = nd_curved_shape(mesh, k);
    double *const out[3] = {x, y, z};
    for (int n = 0; n < elem->Np; n++) {
        double r = elem->r[n], s = elem->s[n], t = elem->t[n], at[3];
        double L[4] = {-(1 + r + s + t) / 2, (1 + r) / 2, (1 + s) / 2, (1 + t) / 2};
        if (shape) nd_curved_map(mesh->curved_order, shape, L, at, NULL);
        for (int i = 0; i < 3; i++) {
            double sum = 0;
            for (int v = 0; v < 4; v++) sum += L[v] * mesh->V[3 * (size_t)vertex[v] + (size_t)i];
            out[i][n] = shape ? at[i] : sum;
        }
    }
}

void nd_geometry_centroid(const struct nd_mesh *mesh, nd_idx k, double c[3])
{
    const nd_idx *vertex = mesh->EToV + 4 * (size_t)k;
    for (int i = 0; i < 3; i++) {
        c[i] = 0;
        for (int v = 0; v < 4; v++) c[i] += mesh->V[3 * (size_t)vertex[v] + (size_t)i] / 4;
    }
}
