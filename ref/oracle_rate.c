/* Rate and energy of the oracle: loops over its matrices. */
#include "ref/oracle.h"

/* out: the derivatives of u along x, y, z at node i of an element with metric G. */
static void gradient(const struct nd_elem *elem, const double G[9], const double *u, int i, double out[3])
{
    double d[3] = {0};
    for (int j = 0; j < elem->Np; j++) {
        d[0] += elem->Dr[i * elem->Np + j] * u[j];
        d[1] += elem->Ds[i * elem->Np + j] * u[j];
        d[2] += elem->Dt[i * elem->Np + j] * u[j];
    }
    for (int c = 0; c < 3; c++) out[c] = G[c] * d[0] + G[3 + c] * d[1] + G[6 + c] * d[2];
}

/* flux[field][4 Nfp]: the fluxes of element k times Fscale. */
static void element_flux(const struct nd_oracle *o, double *const *q, nd_idx k, const double G[9],
                         double *flux)
{
    const struct nd_ref *ref = o->ref;
    const int n = o->n, Nfp = ref->elem.Nfp;
    double normal[4][3], Fscale[4];
    nd_geometry_faces(G, normal, Fscale);
    for (int f = 0; f < 4; f++) {
        const size_t face = 4 * (size_t)k + (size_t)f;
        const double *inner = o->inner + face * (size_t)(n * n), *outer = o->outer + face * (size_t)(n * n);
        const int inside = o->EToB[face] < 0;
        for (int i = 0; i < Nfp; i++) {
            const size_t at = face * (size_t)Nfp + (size_t)i;
            for (int a = 0; a < n; a++) {
                double sum = 0;
                for (int b = 0; b < n; b++) {
                    sum += inner[a * n + b] * q[b][ref->vmapM[at]];
                    if (inside) sum += outer[a * n + b] * q[b][ref->vmapP[at]];
                }
                flux[(a * 4 + f) * Nfp + i] = Fscale[f] * sum;
            }
        }
    }
}

/* The volume terms of the rate of all fields at node i of element k. */
static void node_rate(const struct nd_oracle *o, double *const *q, nd_idx k, const double G[9], int i,
                      double rate[ND_FIELDS_MOST])
{
    const int n = o->n, Np = o->ref->elem.Np;
    const size_t m = (size_t)o->material[o->region[k]];
    const double *A = o->A + m * (size_t)(3 * n * n), *B = o->B + m * (size_t)(n * n);
    for (int a = 0; a < n; a++) rate[a] = 0;
    for (int b = 0; b < n; b++) {
        const double *u = q[b] + (size_t)k * (size_t)Np;
        double d[3];
        gradient(&o->ref->elem, G, u, i, d);
        for (int a = 0; a < n; a++) {
            rate[a] += B[a * n + b] * u[i];
            for (int c = 0; c < 3; c++) rate[a] -= A[(c * n + a) * n + b] * d[c];
        }
    }
}

int nd_oracle_rate(const struct nd_oracle *o, double *const *q, double *const *rate)
{
    int status = 0;
    const struct nd_elem *elem = &o->ref->elem;
    const int Np = elem->Np, columns = 4 * elem->Nfp;
    double *flux = NULL, here[ND_FIELDS_MOST];
    ALLOC(flux, o->n * columns);
    for (nd_idx k = 0; k < o->ref->mesh->K; k++) {
        double G[9], J;
        nd_geometry_metric(o->ref->mesh, k, G, &J);
        element_flux(o, q, k, G, flux);
        for (int i = 0; i < Np; i++) {
            node_rate(o, q, k, G, i, here);
            for (int a = 0; a < o->n; a++) {
                for (int j = 0; j < columns; j++)
                    here[a] += elem->LIFT[i * columns + j] * flux[a * columns + j];
                rate[a][k * Np + i] = here[a];
            }
        }
    }
done:
    free(flux);
    return status;
}

double nd_oracle_power(const struct nd_oracle *o, double *const *q, double *const *rate)
{
    const int n = o->n, Np = o->ref->elem.Np;
    double power = 0;
    for (nd_idx k = 0; k < o->ref->mesh->K; k++) {
        double G[9], J;
        const double *H = o->H + (size_t)o->material[o->region[k]] * (size_t)(n * n);
        const size_t first = (size_t)k * (size_t)Np;
        nd_geometry_metric(o->ref->mesh, k, G, &J);
        for (int a = 0; a < n; a++)
            for (int b = 0; b < n; b++) {
                if (H[a * n + b] == 0) continue;
                for (int i = 0; i < Np; i++)
                    for (int j = 0; j < Np; j++)
                        power += J * H[a * n + b] * q[a][first + (size_t)i] * o->ref->elem.M[i * Np + j] *
                                 rate[b][first + (size_t)j];
            }
    }
    return power;
}

double nd_oracle_energy(const struct nd_oracle *o, double *const *q)
{
    return nd_oracle_power(o, q, q) / 2;
}
