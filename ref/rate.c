/* The book's MaxwellRHS3D, for materials that differ between elements and a weight between central and upwind
 * flux. With the jump [u] = u+ - u-, the outward normal n, Z = sqrt(mu / epsilon) and Y = 1 / Z:
 *   epsilon dE/dt =  curl H - sigma E + LIFT Fscale n x ( Z+ [H] - alpha n x [E]) / (Z- + Z+)
 *   mu      dH/dt = -curl E - sigma_m H + LIFT Fscale n x (-Y+ [E] - alpha n x [H]) / (Y- + Y+) */
#include "ref/ref.h"

#include <math.h>

static void cross(const double a[3], const double b[3], double out[3])
{
    out[0] = a[1] * b[2] - a[2] * b[1];
    out[1] = a[2] * b[0] - a[0] * b[2];
    out[2] = a[0] * b[1] - a[1] * b[0];
}

/* out: the derivatives of u along x, y, z at node n of an element with metric G. */
static void gradient(const struct nd_elem *elem, const double G[9], const double *u, int n, double out[3])
{
    double ur = 0, us = 0, ut = 0;
    for (int j = 0; j < elem->Np; j++) {
        ur += elem->Dr[n * elem->Np + j] * u[j];
        us += elem->Ds[n * elem->Np + j] * u[j];
        ut += elem->Dt[n * elem->Np + j] * u[j];
    }
    for (int i = 0; i < 3; i++) out[i] = G[i] * ur + G[3 + i] * us + G[6 + i] * ut;
}

/* out[0..2] = curl H, out[3..5] = -curl E at node n. */
static void curls(const struct nd_elem *elem, const double G[9], const double *const u[6], int n,
                  double out[6])
{
    double d[6][3];
    for (int i = 0; i < 6; i++) gradient(elem, G, u[i], n, d[i]);
    for (int i = 0; i < 3; i++) {
        int j = (i + 1) % 3, k = (i + 2) % 3;
        out[i] = d[3 + k][j] - d[3 + j][k];
        out[3 + i] = -(d[k][j] - d[j][k]);
    }
}

/* The reflection coefficient of E at a boundary face. */
static double find_reflection(const struct nd_ref *ref, size_t face)
{
    const double Z = sqrt(ref->mu[face / 4] / ref->epsilon[face / 4]), Zs = ref->wall[face];
    switch (ref->condition[face]) {
    case ND_REF_PEC: return -1;
    case ND_REF_PMC: return 1;
    case ND_REF_IMPEDANCE: return (Zs - Z) / (Zs + Z);
    default: return 0;
    }
}

/* The six jumps at the n-th node of face `face` (= 4k + f). At a boundary u+ is the ghost state of its
 * condition. */
static void find_jump(const struct nd_ref *ref, double *const q[6], size_t face, int n, double jump[6])
{
    size_t at = face * (size_t)ref->elem.Nfp + (size_t)n;
    for (int i = 0; i < 6; i++) {
        double minus = q[i][ref->vmapM[at]], plus = q[i][ref->vmapP[at]];
        if (ref->connect.EToB[face] >= 0) plus = (i < 3 ? 1 : -1) * find_reflection(ref, face) * minus;
        jump[i] = plus - minus;
    }
}

/* Fscale times the flux terms of all fields at one face node. */
static void find_flux(const struct nd_ref *ref, size_t face, const double normal[3], double Fscale,
                      const double jump[6], double flux[6])
{
    size_t k = face / 4, m = (size_t)ref->connect.EToE[face];
    double Z_minus = sqrt(ref->mu[k] / ref->epsilon[k]), Z_plus = sqrt(ref->mu[m] / ref->epsilon[m]);
    double Y_minus = 1 / Z_minus, Y_plus = 1 / Z_plus;
    /* Energy leaves only with the full upwind weight. */
    int absorbing = ref->connect.EToB[face] >= 0 && ref->condition[face] >= ND_REF_ABSORBING;
    double alpha = absorbing ? 1 : ref->upwind;
    double n_jump_E[3], n_jump_H[3], inner_E[3], inner_H[3];
    cross(normal, jump, n_jump_E);
    cross(normal, jump + 3, n_jump_H);
    for (int i = 0; i < 3; i++) {
        inner_E[i] = Fscale * (Z_plus * jump[3 + i] - alpha * n_jump_E[i]) / (Z_minus + Z_plus);
        inner_H[i] = Fscale * (-Y_plus * jump[i] - alpha * n_jump_H[i]) / (Y_minus + Y_plus);
    }
    cross(normal, inner_E, flux);
    cross(normal, inner_H, flux + 3);
}

/* flux[field][4 * Nfp]: the fluxes of element k times Fscale. */
static void element_flux(const struct nd_ref *ref, double *const q[6], nd_idx k, const double G[9],
                         double *flux)
{
    int Nfp = ref->elem.Nfp;
    double normal[4][3], Fscale[4], jump[6], at_node[6];
    nd_geometry_faces(G, normal, Fscale);
    for (int f = 0; f < 4; f++) {
        for (int n = 0; n < Nfp; n++) {
            size_t face = 4 * (size_t)k + (size_t)f;
            find_jump(ref, q, face, n, jump);
            find_flux(ref, face, normal[f], Fscale[f], jump, at_node);
            for (int i = 0; i < 6; i++) flux[(i * 4 + f) * Nfp + n] = at_node[i];
        }
    }
}

int nd_ref_rate(const struct nd_ref *ref, double *const q[6], double *rate[6])
{
    int status = 0, Np = ref->elem.Np, columns = 4 * ref->elem.Nfp;
    double *flux = NULL;
    ALLOC(flux, 6 * columns);
    for (nd_idx k = 0; k < ref->mesh->K; k++) {
        double G[9], J, total[6];
        const double *u[6];
        for (int i = 0; i < 6; i++) u[i] = q[i] + (size_t)k * (size_t)Np;
        nd_geometry_metric(ref->mesh, k, G, &J);
        element_flux(ref, q, k, G, flux);
        for (int n = 0; n < Np; n++) {
            curls(&ref->elem, G, u, n, total);
            for (int i = 0; i < 6; i++) {
                for (int j = 0; j < columns; j++)
                    total[i] += ref->elem.LIFT[n * columns + j] * flux[i * columns + j];
                total[i] -= (i < 3 ? ref->sigma[k] : ref->sigma_m[k]) * u[i][n];
                rate[i][k * Np + n] = total[i] / (i < 3 ? ref->epsilon[k] : ref->mu[k]);
            }
        }
    }
done:
    free(flux);
    return status;
}

/* The low-storage five-stage fourth-order Runge-Kutta scheme of Carpenter and Kennedy. */
static const double rk4a[5] = {0, -567301805773.0 / 1357537059087.0, -2404267990393.0 / 2016746695238.0,
                               -3550918686646.0 / 2091501179385.0, -1275806237668.0 / 842570457699.0};
static const double rk4b[5] = {1432997174477.0 / 9575080441755.0, 5161836677717.0 / 13612068292357.0,
                               1720146321549.0 / 2090206949498.0, 3134564353537.0 / 4481467310338.0,
                               2277821191437.0 / 14882151754819.0};

int nd_ref_step(const struct nd_ref *ref, double *q[6], double dt)
{
    int status = 0;
    size_t n = (size_t)ref->mesh->K * (size_t)ref->elem.Np;
    double *store = NULL, *residual[6], *rate[6];
    ALLOC(store, 12 * n);
    for (size_t i = 0; i < 6; i++) {
        residual[i] = store + i * n;
        rate[i] = store + (6 + i) * n;
    }
    for (int stage = 0; stage < 5; stage++) {
        TRY(nd_ref_rate(ref, q, rate));
        for (int i = 0; i < 6; i++) {
            for (size_t j = 0; j < n; j++) {
                residual[i][j] = rk4a[stage] * residual[i][j] + dt * rate[i][j];
                q[i][j] += rk4b[stage] * residual[i][j];
            }
        }
    }
done:
    free(store);
    return status;
}
