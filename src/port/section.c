/* Modes of any cross-section, by finite elements on the triangles of the port's plane: continuous polynomials of one
 * order more than the run's, so that their gradients have the run's order.
 *
 *     TE   -div grad psi = kc^2 psi, natural at electric walls, 0 at magnetic ones; E is grad psi turned
 *     TM   the same, 0 at electric walls, natural at magnetic ones; E is grad psi
 *     TEM  div epsilon grad phi = 0, one conductor at 1 volt; E is -grad phi
 *
 * hybrid.c has the modes of fillings that are not uniform.
 *
 * Conductors are the parts into which edges on electric walls fall. If the filling is not uniform, TEM is quasi-TEM:
 * H comes from the potential of the empty cross-section. */
#include <math.h>
#include <string.h>
#include "mesh/geometry.h"
#include "monitor/surface.h"
#include "port/lapack.h"
#include "port/section.h"

/* The matrices of the unknowns, M if it is not null; and right-hand sides [conductors - 1][unknowns] of the
 * potentials that are 1 on one conductor, if not null. ground: the conductor without one. */
static void assemble(struct nd_section *s, int filled, double *K, double *M, double *right, int ground)
{
    const size_t n = (size_t)s->unknowns;
    for (nd_idx f = 0; f < s->mode->plane->n; f++) {
        const int *node = s->node + (size_t)f * (size_t)s->Nf;
        const double eps = filled ? s->epsilon[f] : 1;
        nd_section_face(s, f);
        for (int i = 0; i < s->Nf; i++) {
            const int row = s->free[node[i]], from = s->on[node[i]];
            for (int j = 0; j < s->Nf && row < 0 && right; j++)
                s->capacity[from * ND_CONDUCTORS_MOST + s->on[node[j]]] +=
                    s->free[node[j]] < 0 ? eps * s->K[i * s->Nf + j] : 0;
            for (int j = 0; j < s->Nf && row >= 0; j++) {
                const int column = s->free[node[j]], on = s->on[node[j]];
                if (column >= 0) K[(size_t)column * n + (size_t)row] += eps * s->K[i * s->Nf + j];
                if (column >= 0 && M) M[(size_t)column * n + (size_t)row] += s->M[i * s->Nf + j];
                if (column < 0 && right && on != ground)
                    right[(size_t)(on - 1 - (on > ground)) * n + (size_t)row] -= eps * s->K[i * s->Nf + j];
            }
        }
    }
}

/* Stores the modal coefficients of a potential. psi: [unknowns]; fixed: [conductors + 1] values on conductors. */
static void keep(struct nd_section *s, int which, const double *psi, const double *fixed)
{
    const struct nd_elem *elem = &s->mode->elem;
    for (nd_idx f = 0; f < s->mode->plane->n; f++) {
        double *to =
            s->mode->potential + ((size_t)which * (size_t)s->mode->plane->n + (size_t)f) * (size_t)elem->Np;
        for (int j = 0; j < s->Nf; j++) {
            const int node = s->node[(size_t)f * (size_t)s->Nf + (size_t)j];
            const double value = s->free[node] >= 0 ? psi[s->free[node]] : fixed ? fixed[s->on[node]] : 0;
            for (int m = 0; m < elem->Np; m++) to[m] += value * elem->invV[m * elem->Np + elem->Fmask[j]];
        }
    }
}

static int field(const struct nd_mode *mode, nd_idx face, const double l[3], int which, double e[3])
{
    int status = 0;
    const int Np = mode->elem.Np;
    const double *c = mode->potential + ((size_t)which * (size_t)mode->plane->n + (size_t)face) * (size_t)Np;
    const double r = 2 * l[1] - 1, s = 2 * l[2] - 1, t = -1;
    double slope[3][220], grad[2][3], g[2] = {0};
    TRY(nd_basis_gradient(mode->elem.N, 1, &r, &s, &t, (double *const[3]){slope[0], slope[1], slope[2]}));
    for (int i = 0; i < 2; i++)
        for (int m = 0; m < Np; m++) g[i] += 2 * c[m] * slope[i][m];
    nd_section_metric(mode, face, l, grad);
    for (int k = 0; k < 3; k++) e[k] = g[0] * grad[0][k] + g[1] * grad[1][k];
    if (mode->kind == ND_MODE_TE) nd_port_cross(e, mode->plane->up, e);
    for (int k = 0; k < 3 && mode->kind == ND_MODE_TEM; k++) e[k] = -e[k];
done:
    return status;
}

/* TE and TM: the m-th eigenvalue above zero. */
static int solve_waves(struct nd_section *s, const char *where)
{
    int status = 0;
    const size_t n = (size_t)s->unknowns;
    double *K = NULL, *M = NULL, lambda[2], *x = NULL;
    int constant = s->mode->kind == ND_MODE_TE;
    for (int i = 0; i < s->n; i++) constant &= !s->magnetic[i] || s->mode->kind != ND_MODE_TE;
    const int last = s->mode->m - 1 + constant;
    if (last >= s->unknowns)
        FAIL(NUDGE_EVALUE, "%s: the triangles of its surface are too few for this mode", where);
    ALLOC(K, n * n);
    ALLOC(M, n * n);
    ALLOC(x, 2 * n);
    assemble(s, 0, K, M, NULL, 0);
    TRY(nd_lapack_eigen(s->unknowns, K, M, last, lambda, x));
    s->mode->kc = sqrt(fmax(lambda[0], 0));
    s->mode->next = sqrt(fmax(lambda[1], 0));
    keep(s, 0, x, NULL);
done:
    free(K);
    free(M);
    free(x);
    return status;
}

/* The conductor with the largest extent. */
static int find_ground(const struct nd_section *s)
{
    double low[ND_CONDUCTORS_MOST + 1][3], high[ND_CONDUCTORS_MOST + 1][3], most = -1;
    int ground = 1;
    for (int i = 0; i <= ND_CONDUCTORS_MOST; i++)
        for (int c = 0; c < 3; c++) low[i][c] = INFINITY, high[i][c] = -INFINITY;
    for (nd_idx f = 0; f < s->mode->plane->n; f++)
        for (int j = 0; j < s->Nf; j++) {
            double l[3], x[3];
            const int on = s->on[s->node[(size_t)f * (size_t)s->Nf + (size_t)j]];
            nd_section_node(&s->mode->elem, j, l);
            nd_mode_point(s->mode, f, l, x);
            for (int c = 0; c < 3; c++)
                low[on][c] = fmin(low[on][c], x[c]), high[on][c] = fmax(high[on][c], x[c]);
        }
    for (int i = 1; i <= s->conductors; i++) {
        const double size = nd_distance2(low[i], high[i]);
        if (size > most) most = size, ground = i;
    }
    return ground;
}

/* Voltages of several conductors at which the mode m travels: an eigenvector of the matrix of capacities, the energy
 * of two potentials that are 1 on one conductor each. */
static void mix_conductors(struct nd_section *s, const double *phi, const double *right, int ground,
                           double *weight)
{
    const int c = s->conductors - 1;
    double C[ND_CONDUCTORS_MOST * ND_CONDUCTORS_MOST], V[ND_CONDUCTORS_MOST * ND_CONDUCTORS_MOST];
    for (int i = 0; i < c; i++)
        for (int j = 0; j < c; j++) {
            C[i * c + j] =
                s->capacity[(i + 1 + (i + 1 >= ground)) * ND_CONDUCTORS_MOST + j + 1 + (j + 1 >= ground)];
            for (int k = 0; k < s->unknowns; k++)
                C[i * c + j] -= right[(size_t)i * (size_t)s->unknowns + (size_t)k] *
                                phi[(size_t)j * (size_t)s->unknowns + (size_t)k];
        }
    nd_eigen(c, C, V);
    int order[ND_CONDUCTORS_MOST];
    for (int i = 0; i < c; i++) order[i] = i;
    for (int i = 1; i < c; i++)
        for (int j = i; j > 0 && C[order[j] * c + order[j]] < C[order[j - 1] * c + order[j - 1]]; j--) {
            const int t = order[j];
            order[j] = order[j - 1], order[j - 1] = t;
        }
    for (int i = 0; i < c; i++) weight[i] = V[i * c + order[s->mode->m - 1]];
}

/* The potential of the empty (filled: 0) or filled cross-section. weight: of the conductors; 0 in weight[0] when
 * they are to be found. */
static int solve_potential(struct nd_section *s, int filled, int ground, double *weight, int *known)
{
    int status = 0;
    const size_t n = (size_t)s->unknowns;
    const int c = s->conductors - 1;
    double *K = NULL, *phi = NULL, *right = NULL, *sum = NULL, fixed[ND_CONDUCTORS_MOST + 2] = {0};
    ALLOC(K, n * n);
    ALLOC(phi, n * (size_t)c);
    ALLOC(right, n * (size_t)c);
    ALLOC(sum, n);
    assemble(s, filled, K, NULL, right, ground);
    memcpy(phi, right, n * (size_t)c * sizeof *phi);
    TRY(nd_lapack_solve(s->unknowns, K, c, phi));
    if (!*known && c > 1) mix_conductors(s, phi, right, ground, weight);
    if (!*known && c == 1) weight[0] = 1;
    *known = 1;
    for (int i = 0; i < c; i++) {
        for (size_t k = 0; k < n; k++) sum[k] += weight[i] * phi[(size_t)i * n + k];
        fixed[i + 1 + (i + 1 >= ground)] = weight[i];
    }
    keep(s, !filled && s->mode->split, sum, fixed);
done:
    free(K);
    free(phi);
    free(right);
    free(sum);
    return status;
}

/* The integrals of epsilon e.e, relative to the first face's epsilon, and of sigma e.e. */
static int filled_energy(const struct nd_section *s, double energy[2])
{
    int status = 0;
    enum { N = 8 };
    double l[N * N][3], weight[N * N], e[3], grad[2][3];
    energy[0] = energy[1] = 0;
    TRY(nd_triangle_rule(N, l, weight));
    for (nd_idx f = 0; f < s->mode->plane->n; f++)
        for (int q = 0; q < N * N; q++) {
            TRY(field(s->mode, f, l[q], 0, e));
            const double w = nd_section_metric(s->mode, f, l[q], grad) * weight[q] * nd_port_dot(e, e);
            energy[0] += w * s->epsilon[f], energy[1] += w * s->sigma[f];
        }
done:
    return status;
}

static int solve_lines(struct nd_section *s, const char *where)
{
    int status = 0, known = 0;
    double weight[ND_CONDUCTORS_MOST] = {0}, filled[2], empty;
    if (s->conductors < 2 || s->conductors >= ND_CONDUCTORS_MOST || s->mode->m >= s->conductors)
        FAIL(NUDGE_EVALUE,
             "%s: its cross-section has %d separate conductor%s (edges on walls that are pec or one of conductors), "
             "and there is one fewer TEM mode than conductors; use TE1 or TM1 for a hollow guide",
             where, s->conductors, s->conductors == 1 ? "" : "s");
    const int ground = find_ground(s);
    TRY(solve_potential(s, 1, ground, weight, &known));
    if (!s->mode->mixed) goto done;
    if (s->mode->split) TRY(solve_potential(s, 0, ground, weight, &known));
    TRY(filled_energy(s, filled));
    TRY(nd_mode_product(s->mode, s->mode->split, s->mode->split, &empty));
    s->mode->epsilon *= filled[0] / empty;
    s->mode->sigma = filled[1] / empty;
done:
    return status;
}

/* Of the two signs of a mode that is not TEM, takes the one whose mean field has a positive largest component; if there is
 * no mean field, whose first moment has. */
static int choose_sign(struct nd_mode *mode)
{
    int status = 0;
    enum { N = 4 };
    double l[N * N][3], weight[N * N], e[3], x[3], mean[3] = {0}, moment = 0, size = 0, first[3];
    TRY(nd_triangle_rule(N, l, weight));
    nd_mode_point(mode, 0, (const double[3]){1, 0, 0}, first);
    for (nd_idx f = 0; f < mode->plane->n; f++)
        for (int q = 0; q < N * N; q++) {
            double grad[2][3];
            const double w = nd_section_metric(mode, f, l[q], grad) * weight[q];
            TRY(mode->field(mode, f, l[q], 0, e));
            nd_mode_point(mode, f, l[q], x);
            for (int c = 0; c < 3; c++) mean[c] += w * e[c];
            size += w * sqrt(nd_port_dot(e, e));
            moment += w * nd_place(e) * (nd_place(x) - nd_place(first));
        }
    double sign[3] = {mean[0], mean[1], mean[2]};
    nd_port_orient(sign);
    const int none = sqrt(nd_port_dot(mean, mean)) < 1e-3 * size,
              wrong = none ? moment < 0 : nd_port_dot(sign, mean) < 0;
    for (size_t i = 0; i < (size_t)mode->plane->n * (size_t)mode->elem.Np && wrong; i++)
        mode->potential[i] *= -1;
    for (size_t i = 0; i < 6 * (size_t)mode->plane->n * (size_t)mode->flat.Nfp && wrong && mode->vector; i++)
        mode->vector[i] *= -1;
done:
    return status;
}

int nd_mode_section(struct nd_mode *mode, const struct nd_port_setup *setup, const char *where)
{
    int status = 0;
    struct nd_section s = {.mode = mode};
    const int N = setup->elem->N < ND_ORDER_MOST ? setup->elem->N + 1 : ND_ORDER_MOST;
    TRY(nd_elem_init(&mode->elem, N));
    ALLOC(mode->potential, 2 * (size_t)mode->plane->n * (size_t)mode->elem.Np);
    TRY(nd_section_init(&s, mode, setup, where));
    mode->field = field;
    if (mode->hybrid && s.conductors < 2) mode->kind = ND_MODE_HYBRID;
    if (mode->kind != ND_MODE_HYBRID) TRY(mode->kind == ND_MODE_TEM ? solve_lines(&s, where) : solve_waves(&s, where));
    if (mode->kind == ND_MODE_HYBRID || (mode->hybrid && mode->split))
        TRY(nd_mode_hybrid(mode, &s, setup->problem->sparameters.band.at, where));
    if (mode->kind != ND_MODE_TEM) TRY(choose_sign(mode));
done:
    nd_section_clear(&s);
    return status;
}
