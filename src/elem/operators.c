/* Reference operators: mass, differentiation, LIFT, and the face-node tables. */
#include "elem/elem.h"

#include <math.h>
#include <string.h>
#include "part/connect.h"

/* c[rows][columns] = a[rows][inner] * b[inner][columns]. */
static void multiply(int rows, int inner, int columns, const double *a, const double *b, double *c)
{
    size_t n = (size_t)columns;
    memset(c, 0, (size_t)rows * n * sizeof *c);
    for (int i = 0; i < rows; i++) {
        double *row = c + (size_t)i * n;
        for (int k = 0; k < inner; k++) {
            double factor = a[(size_t)i * (size_t)inner + (size_t)k];
            for (size_t j = 0; j < n; j++) row[j] += factor * b[(size_t)k * n + j];
        }
    }
}

/* out = inv(V V^T) = inv(V)^T inv(V) for the n x n Vandermonde matrix whose inverse is given. */
static void mass(int n, const double *invV, double *out)
{
    size_t m = (size_t)n;
    memset(out, 0, m * m * sizeof *out);
    for (size_t k = 0; k < m; k++)
        for (size_t i = 0; i < m; i++)
            for (size_t j = 0; j < m; j++) out[i * m + j] += invV[k * m + i] * invV[k * m + j];
}

static void find_face_nodes(struct nd_elem *elem)
{
    int n = 0, count[4] = {0};
    for (int k = 0; k <= elem->N; k++) {
        for (int j = 0; j <= elem->N - k; j++) {
            for (int i = 0; i <= elem->N - k - j; i++, n++) {
                int on[4] = {k == 0, j == 0, i + j + k == elem->N, i == 0};
                for (int f = 0; f < 4; f++)
                    if (on[f]) elem->Fmask[f * elem->Nfp + count[f]++] = n;
            }
        }
    }
}

/* Barycentric coordinates of a face's n-th node with respect to the face's vertices in nd_face_vertex order.
 */
static void face_coordinates(const struct nd_elem *elem, int face, int n, double L[3])
{
    int node = elem->Fmask[face * elem->Nfp + n];
    double r = elem->r[node], s = elem->s[node], t = elem->t[node];
    double volume[4] = {-(1 + r + s + t) / 2, (1 + r) / 2, (1 + s) / 2, (1 + t) / 2};
    for (int i = 0; i < 3; i++) L[i] = volume[nd_face_vertex[face][i]];
}

/* The node of `face` at the given coordinates, or -1. */
static int face_node_at(const struct nd_elem *elem, int face, const double L[3])
{
    for (int n = 0; n < elem->Nfp; n++) {
        double at[3], distance = 0;
        face_coordinates(elem, face, n, at);
        for (int i = 0; i < 3; i++) distance = fmax(distance, fabs(at[i] - L[i]));
        if (distance < 1e-10) return n;
    }
    return -1;
}

/* One table serves all pairs of faces, for the book's numbering orders the nodes of every face alike; that is
 * checked. */
static int find_permuted(struct nd_elem *elem)
{
    int status = 0;
    for (int p = 0; p < 6; p++) {
        for (int n = 0; n < elem->Nfp; n++) {
            double L[3], turned[3];
            face_coordinates(elem, 0, n, L);
            for (int i = 0; i < 3; i++) turned[nd_permutation[p][i]] = L[i];
            int found = face_node_at(elem, 0, turned);
            for (int f = 1; f < 4; f++)
                if (found < 0 || face_node_at(elem, f, turned) != found || face_node_at(elem, f, L) != n)
                    FAIL(NUDGE_EINTERNAL, "order %d: node %d of face %d has no image under permutation %d",
                         elem->N, n, f, p);
            elem->permuted[p * elem->Nfp + n] = found;
        }
    }
done:
    return status;
}

/* The orthonormal basis of the triangle (Simplex2DP) at the nodes of face 0, whose coordinates are r and s.
 * All faces have this one, since all order their nodes alike. */
static void face_vandermonde(const struct nd_elem *elem, double *V)
{
    for (int n = 0; n < elem->Nfp; n++) {
        double r = elem->r[elem->Fmask[n]], s = elem->s[elem->Fmask[n]];
        double a = fabs(1 - s) > 1e-14 ? 2 * (1 + r) / (1 - s) - 1 : -1;
        for (int i = 0; i <= elem->N; i++)
            for (int j = 0; j <= elem->N - i; j++)
                *V++ = sqrt(2) * nd_jacobi(a, 0, 0, i) * nd_jacobi(s, 2 * i + 1, 0, j) * pow(1 - s, i);
    }
}

/* LIFT = inv(M) E = V (V^T E), where E holds each face's mass matrix in the rows of that face's nodes. */
static int find_lift(struct nd_elem *elem)
{
    int status = 0, Np = elem->Np, Nfp = elem->Nfp, columns = 4 * Nfp;
    double *V = NULL, *invV = NULL, *M = NULL, *E = NULL, *VT = NULL, *VTE = NULL;
    ALLOC(V, Nfp * Nfp);
    ALLOC(invV, Nfp * Nfp);
    ALLOC(M, Nfp * Nfp);
    ALLOC(E, Np * columns);
    ALLOC(VT, Np * Np);
    ALLOC(VTE, Np * columns);
    face_vandermonde(elem, V);
    TRY(nd_inverse(Nfp, V, invV));
    mass(Nfp, invV, M);
    for (int f = 0; f < 4; f++)
        for (int i = 0; i < Nfp; i++)
            for (int j = 0; j < Nfp; j++)
                E[elem->Fmask[f * Nfp + i] * columns + f * Nfp + j] = M[i * Nfp + j];
    for (int i = 0; i < Np; i++)
        for (int j = 0; j < Np; j++) VT[j * Np + i] = elem->V[i * Np + j];
    multiply(Np, Np, columns, VT, E, VTE);
    multiply(Np, Np, columns, elem->V, VTE, elem->LIFT);
done:
    free(V);
    free(invV);
    free(M);
    free(E);
    free(VT);
    free(VTE);
    return status;
}

static int find_derivatives(struct nd_elem *elem)
{
    int status = 0, Np = elem->Np;
    double *Vr = NULL, *Vs = NULL, *Vt = NULL;
    ALLOC(Vr, Np * Np);
    ALLOC(Vs, Np * Np);
    ALLOC(Vt, Np * Np);
    TRY(nd_basis_gradient(elem->N, Np, elem->r, elem->s, elem->t, (double *const[]){Vr, Vs, Vt}));
    multiply(Np, Np, Np, Vr, elem->invV, elem->Dr);
    multiply(Np, Np, Np, Vs, elem->invV, elem->Ds);
    multiply(Np, Np, Np, Vt, elem->invV, elem->Dt);
done:
    free(Vr);
    free(Vs);
    free(Vt);
    return status;
}

static int allocate(struct nd_elem *elem)
{
    int status = 0, Np = elem->Np, Nfp = elem->Nfp;
    ALLOC(elem->r, Np);
    ALLOC(elem->s, Np);
    ALLOC(elem->t, Np);
    ALLOC(elem->Fmask, 4 * Nfp);
    ALLOC(elem->permuted, 6 * Nfp);
    ALLOC(elem->V, Np * Np);
    ALLOC(elem->invV, Np * Np);
    ALLOC(elem->M, Np * Np);
    ALLOC(elem->Dr, Np * Np);
    ALLOC(elem->Ds, Np * Np);
    ALLOC(elem->Dt, Np * Np);
    ALLOC(elem->LIFT, Np * 4 * Nfp);
done:
    return status;
}

int nd_elem_init(struct nd_elem *elem, int N)
{
    int status = 0;
    *elem = (struct nd_elem){.N = N};
    if (N < 1 || N > 15) FAIL(NUDGE_EVALUE, "order %d: elements exist for orders 1 to 15", N);
    elem->Np = nd_elem_Np(N);
    elem->Nfp = nd_elem_Nfp(N);
    TRY(allocate(elem));
    TRY(nd_nodes(N, elem->r, elem->s, elem->t));
    TRY(nd_basis(N, elem->Np, elem->r, elem->s, elem->t, elem->V));
    TRY(nd_inverse(elem->Np, elem->V, elem->invV));
    mass(elem->Np, elem->invV, elem->M);
    find_face_nodes(elem);
    TRY(find_permuted(elem));
    TRY(find_derivatives(elem));
    TRY(find_lift(elem));
done:
    if (status) nd_elem_clear(elem);
    return status;
}

void nd_elem_clear(struct nd_elem *elem)
{
    free(elem->r);
    free(elem->s);
    free(elem->t);
    free(elem->Fmask);
    free(elem->permuted);
    free(elem->V);
    free(elem->invV);
    free(elem->M);
    free(elem->Dr);
    free(elem->Ds);
    free(elem->Dt);
    free(elem->LIFT);
    *elem = (struct nd_elem){0};
}

int nd_interpolation(const struct nd_elem *elem, int points, const double *r, const double *s,
                     const double *t, double *out)
{
    int status = 0;
    double *V = NULL;
    ALLOC(V, (size_t)points * (size_t)elem->Np);
    TRY(nd_basis(elem->N, points, r, s, t, V));
    multiply(points, elem->Np, elem->Np, V, elem->invV, out);
done:
    free(V);
    return status;
}
