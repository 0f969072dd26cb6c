#include "ref/ref.h"

#include <math.h>

/* The centroid of face f of element k. */
static void face_centre(const struct nd_mesh *mesh, nd_idx k, int f, double centre[3])
{
    for (int j = 0; j < 3; j++) {
        centre[j] = 0;
        for (int i = 0; i < 3; i++)
            centre[j] +=
                mesh->V[3 * (size_t)mesh->EToV[4 * (size_t)k + (size_t)nd_face_vertex[f][i]] + (size_t)j] / 3;
    }
}

/* The volume node of face g of element m at the given point, or -1. */
static nd_idx node_at(const struct nd_ref *ref, double *const x[3], nd_idx m, int g, const double point[3],
                      double tolerance)
{
    for (int n = 0; n < ref->elem.Nfp; n++) {
        nd_idx at = m * ref->elem.Np + ref->elem.Fmask[g * ref->elem.Nfp + n];
        if (fabs(x[0][at] - point[0]) < tolerance && fabs(x[1][at] - point[1]) < tolerance &&
            fabs(x[2][at] - point[2]) < tolerance)
            return at;
    }
    return -1;
}

/* Fills vmapM and vmapP of one face. Periodic neighbours are moved by the translation between the two faces,
 * which is zero for ordinary neighbours. */
static int map_face(struct nd_ref *ref, double *const x[3], nd_idx k, int f)
{
    int status = 0, Nfp = ref->elem.Nfp, Np = ref->elem.Np;
    nd_idx m = ref->connect.EToE[4 * k + f];
    int g = ref->connect.EToF[4 * k + f];
    double here[3], there[3], n[4][3], Fscale[4], G[9], J;
    face_centre(ref->mesh, k, f, here);
    face_centre(ref->mesh, m, g, there);
    nd_geometry_metric(ref->mesh, k, G, &J);
    nd_geometry_faces(G, n, Fscale);
    double tolerance = 1e-7 / Fscale[f]; /* 1 / Fscale is about the element's height */
    for (int i = 0; i < Nfp; i++) {
        nd_idx M = k * Np + ref->elem.Fmask[f * Nfp + i], at = (4 * k + f) * Nfp + i;
        double point[3];
        for (int j = 0; j < 3; j++) point[j] = x[j][M] + there[j] - here[j];
        ref->vmapM[at] = M;
        ref->vmapP[at] = node_at(ref, x, m, g, point, tolerance);
        if (ref->vmapP[at] < 0)
            FAIL(NUDGE_EINTERNAL, "node %d of face %d of element %d has no counterpart in element %d", i, f,
                 k, m);
    }
done:
    return status;
}

static int build_maps(struct nd_ref *ref)
{
    int status = 0;
    double *x[3] = {NULL};
    size_t Np = (size_t)ref->elem.Np, K = (size_t)ref->mesh->K;
    for (int i = 0; i < 3; i++) ALLOC(x[i], K * Np);
    for (nd_idx k = 0; k < ref->mesh->K; k++)
        nd_geometry_nodes(ref->mesh, &ref->elem, k, x[0] + (size_t)k * Np, x[1] + (size_t)k * Np,
                          x[2] + (size_t)k * Np);
    for (nd_idx k = 0; k < ref->mesh->K; k++)
        for (int f = 0; f < 4; f++) TRY(map_face(ref, x, k, f));
done:
    for (int i = 0; i < 3; i++) free(x[i]);
    return status;
}

int nd_ref_init(struct nd_ref *ref, struct nd_mesh *mesh, int N)
{
    int status = 0;
    *ref = (struct nd_ref){.mesh = mesh, .upwind = 1};
    TRY(nd_elem_init(&ref->elem, N));
    TRY(nd_connect_init(&ref->connect, mesh));
    size_t K = (size_t)mesh->K;
    if (4 * K * (size_t)ref->elem.Np > INT32_MAX)
        FAIL(NUDGE_EVALUE, "%s: %d elements are too many for the reference", mesh->name, mesh->K);
    ALLOC(ref->vmapM, K * 4 * (size_t)ref->elem.Nfp);
    ALLOC(ref->vmapP, K * 4 * (size_t)ref->elem.Nfp);
    ALLOC(ref->epsilon, K);
    ALLOC(ref->mu, K);
    ALLOC(ref->sigma, K);
    ALLOC(ref->sigma_m, K);
    ALLOC(ref->condition, K * 4);
    ALLOC(ref->wall, K * 4);
    for (size_t k = 0; k < K; k++) ref->epsilon[k] = ref->mu[k] = 1;
    TRY(build_maps(ref));
done:
    if (status) nd_ref_clear(ref);
    return status;
}

void nd_ref_clear(struct nd_ref *ref)
{
    nd_elem_clear(&ref->elem);
    nd_connect_clear(&ref->connect);
    free(ref->vmapM);
    free(ref->vmapP);
    free(ref->epsilon);
    free(ref->mu);
    free(ref->sigma);
    free(ref->sigma_m);
    free(ref->condition);
    free(ref->wall);
    *ref = (struct nd_ref){0};
}

double nd_ref_energy(const struct nd_ref *ref, double *const q[6])
{
    int Np = ref->elem.Np;
    double energy = 0;
    for (nd_idx k = 0; k < ref->mesh->K; k++) {
        double G[9], J;
        nd_geometry_metric(ref->mesh, k, G, &J);
        for (int field = 0; field < 6; field++) {
            const double *u = q[field] + (size_t)k * (size_t)Np;
            double weight = 0.5 * J * (field < 3 ? ref->epsilon[k] : ref->mu[k]);
            for (int i = 0; i < Np; i++)
                for (int j = 0; j < Np; j++) energy += weight * u[i] * ref->elem.M[i * Np + j] * u[j];
        }
    }
    return energy;
}
