// Metric terms, normals and node positions of shuffled and displaced tetrahedra.
#include "cubes.h"
#include "elem/geometry.h"
#include "part/connect.h"

static const double *vertex(const struct nd_mesh *mesh, nd_idx k, int i)
{
    return mesh->V + 3 * mesh->EToV[4 * k + i];
}

/* Normals are perpendicular to two edges of their face, point away from the opposite vertex and, weighted by
 * the face areas, sum to zero; Fscale = sJ / J where sJ = area / 2. */
static void check_faces(const struct nd_mesh *mesh, nd_idx k, const double G[9], double J)
{
    double n[4][3], Fscale[4], sum[3] = {0};
    nd_geometry_faces(G, n, Fscale);
    for (int f = 0; f < 4; f++) {
        const double *a = vertex(mesh, k, nd_face_vertex[f][0]), *b = vertex(mesh, k, nd_face_vertex[f][1]);
        const double *c = vertex(mesh, k, nd_face_vertex[f][2]);
        const double *opposite =
            vertex(mesh, k, 6 - nd_face_vertex[f][0] - nd_face_vertex[f][1] - nd_face_vertex[f][2]);
        double dot_b = 0, dot_c = 0, outward = 0, length = 0, bb = 0, cc = 0, bc = 0;
        for (int i = 0; i < 3; i++) {
            dot_b += n[f][i] * (b[i] - a[i]), dot_c += n[f][i] * (c[i] - a[i]);
            outward += n[f][i] * (a[i] - opposite[i]), length += n[f][i] * n[f][i];
            bb += (b[i] - a[i]) * (b[i] - a[i]), cc += (c[i] - a[i]) * (c[i] - a[i]),
                bc += (b[i] - a[i]) * (c[i] - a[i]);
        }
        double area = sqrt(bb * cc - bc * bc) / 2;
        for (int i = 0; i < 3; i++) sum[i] += area * n[f][i];
        CHECK_NEAR(dot_b, 0, 1e-14);
        CHECK_NEAR(dot_c, 0, 1e-14);
        CHECK(outward > 0);
        CHECK_NEAR(length, 1, 1e-14);
        CHECK_NEAR(Fscale[f], area / 2 / J, 1e-12 * Fscale[f]);
    }
    for (int i = 0; i < 3; i++) CHECK_NEAR(sum[i], 0, 1e-15);
}

/* The metric differentiates linear functions of x, y, z exactly, given D on the element's own node positions.
 */
static void check_nodes(const struct nd_mesh *mesh, const struct nd_elem *elem, nd_idx k, const double G[9])
{
    double x[20], y[20], z[20], c[3];
    const double *at[3] = {x, y, z}, *D[3] = {elem->Dr, elem->Ds, elem->Dt};
    nd_geometry_nodes(mesh, elem, k, x, y, z);
    nd_geometry_centroid(mesh, k, c);
    for (int i = 0; i < 3; i++) {
        double mean = 0;
        for (int n = 0; n < elem->Np; n++) mean += at[i][n] / elem->Np;
        CHECK_NEAR(mean, c[i], 1e-14); /* by the nodes' symmetry */
        CHECK_NEAR(at[i][0], vertex(mesh, k, 0)[i], 1e-15);
        CHECK_NEAR(at[i][elem->N], vertex(mesh, k, 1)[i], 1e-15);
        CHECK_NEAR(at[i][elem->Nfp - 1], vertex(mesh, k, 2)[i], 1e-15);
        CHECK_NEAR(at[i][elem->Np - 1], vertex(mesh, k, 3)[i], 1e-15);
        for (int j = 0; j < 3; j++) { /* d at[i] / d coordinate j */
            double sum = 0;
            for (int d = 0; d < 3; d++)
                for (int n = 0; n < elem->Np; n++) sum += G[3 * d + j] * D[d][5 * elem->Np + n] * at[i][n];
            CHECK_NEAR(sum, i == j, 1e-12);
        }
    }
}

int main(void)
{
    struct nd_mesh mesh;
    struct nd_elem elem;
    double volume = 0;
    cubes_init(&mesh, &(struct cubes){.n = {4, 3, 3}, .jitter = 0.2, .seed = 5});
    CHECK_OK(nd_elem_init(&elem, 3));
    for (nd_idx k = 0; k < mesh.K; k++) {
        double G[9], J;
        nd_geometry_metric(&mesh, k, G, &J);
        CHECK(J > 0);
        volume += J * 4 / 3;
        check_faces(&mesh, k, G, J);
        check_nodes(&mesh, &elem, k, G);
    }
    CHECK_NEAR(volume, 1, 1e-13);
    nd_elem_clear(&elem);
    nd_mesh_clear(&mesh);
    TEST_END;
}
