#include "step/matrices.h"

#include <math.h>
#include <string.h>

#define SAME                                                                                                 \
    1e-4 /* speeds that differ by less than this part of the fastest are equal: reals may be floats */

static int read_reals(struct nd_rhs *rhs, const struct nd_buffer *buffer, size_t first, size_t n, double *to)
{
    int status = 0;
    char *bytes = NULL;
    ALLOC(bytes, n * rhs->real);
    TRY(rhs->device->backend->read(rhs->device, bytes, buffer, first * rhs->real, n * rhs->real));
    for (size_t i = 0; i < n; i++)
        to[i] = rhs->real == 4 ? (double)((float *)bytes)[i] : ((double *)bytes)[i];
done:
    free(bytes);
    return status;
}

int nd_rhs_media(struct nd_rhs *rhs, int n, double **medium)
{
    int status = 0;
    const size_t all = (size_t)(n * rhs->recipe.law->medium.n);
    ALLOC(*medium, all);
    TRY(read_reals(rhs, &rhs->buffer[ND_MEDIUM], 0, all, *medium));
done:
    return status;
}

int nd_matrices_init(struct nd_matrices *m, struct nd_rhs *rhs, int material)
{
    int status = 0, which = material;
    const size_t n = (size_t)rhs->layout.fields, media = (size_t)rhs->recipe.law->medium.n;
    struct nd_buffer A = {0}, H = {0};
    struct nd_kernel *kernel;
    memset(m, 0, sizeof *m);
    m->n = (int)n;
    TRY(rhs->device->backend->kernel(rhs->device, rhs->medium_module, "matrices", &kernel));
    TRY(nd_device_alloc(rhs->device, &A, 3 * n * n * rhs->real));
    TRY(nd_device_alloc(rhs->device, &H, n * n * rhs->real));
    const struct nd_arg args[] = {ND_ARG_BUFFER(rhs->buffer[ND_MEDIUM]), ND_ARG_BUFFER(A), ND_ARG_BUFFER(H),
                                  ND_ARG_SCALAR(which)};
    TRY(rhs->device->backend->launch(rhs->device, kernel, (struct nd_grid){.blocks = 1, .threads = 64}, args,
                                     4));
    for (size_t k = 0; k < 3; k++) TRY(read_reals(rhs, &A, k * n * n, n * n, m->A[k]));
    TRY(read_reals(rhs, &H, 0, n * n, m->H));
    TRY(read_reals(rhs, &rhs->buffer[ND_MEDIUM], (size_t)material * media, media, m->medium));
    m->speed = rhs->speed[material];
    m->losses = rhs->losses[material];
    nd_matrices_complete(m);
done:
    nd_device_free(rhs->device, &A);
    nd_device_free(rhs->device, &H);
    return status;
}

/* L: the Cholesky factor of H. Returns 0 if H is not positive definite. */
static int factorise(const double *H, int n, double *L)
{
    for (int i = 0; i < n; i++)
        for (int j = 0; j <= i; j++) {
            double sum = (H[i * n + j] + H[j * n + i]) / 2;
            for (int k = 0; k < j; k++) sum -= L[i * n + k] * L[j * n + k];
            if (i != j)
                L[i * n + j] = sum / L[j * n + j];
            else if (sum > 1e-6 * H[i * n + i] && isfinite(sum))
                L[i * n + i] = sqrt(sum);
            else
                return 0;
        }
    return 1;
}

void nd_matrices_complete(struct nd_matrices *m)
{
    const int n = m->n;
    for (int k = 0; k < 3; k++)
        for (int i = 0; i < n; i++)
            for (int j = 0; j < n; j++) {
                double sum = 0;
                for (int l = 0; l < n; l++)
                    sum += m->H[i * n + l] * m->A[k][l * n + j] + m->H[j * n + l] * m->A[k][l * n + i];
                m->F[k][i * n + j] = sum / 2;
            }
    m->definite = factorise(m->H, n, m->L);
}

/* S = L^-1 F_d L^-T, which has the eigenvalues of A_d = H^-1 F_d. */
static void reduce(const struct nd_matrices *m, const double d[3], double *S)
{
    const int n = m->n;
    for (int i = 0; i < n * n; i++) S[i] = d[0] * m->F[0][i] + d[1] * m->F[1][i] + d[2] * m->F[2][i];
    for (int side = 0; side < 2; side++) /* rows, then columns: S is symmetric */
        for (int c = 0; c < n; c++)
            for (int i = 0; i < n; i++) {
                double *at = side ? S + c * n : S + c;
                const int step = side ? 1 : n;
                for (int k = 0; k < i; k++) at[i * step] -= m->L[i * n + k] * at[k * step];
                at[i * step] /= m->L[i * n + i];
            }
}

/* Whether waves along d conserve the energy; only then A_d = H^-1 F_d. */
static int keeps_energy(const struct nd_matrices *m, const double d[3])
{
    const int n = m->n;
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {
            double HA = 0, F = 0;
            for (int k = 0; k < 3; k++) {
                F += d[k] * m->F[k][i * n + j];
                for (int l = 0; l < n; l++) HA += m->H[i * n + l] * d[k] * m->A[k][l * n + j];
            }
            const double size = m->speed * sqrt(m->H[i * n + i] * m->H[j * n + j]);
            if (!(fabs(HA - F) <= SAME * size)) return 0;
        }
    return 1;
}

int nd_matrices_modes(const struct nd_matrices *m, const double d[3], struct nd_modes *modes)
{
    const int n = m->n;
    double S[ND_MATRIX_MOST], V[ND_MATRIX_MOST];
    int order[ND_FIELDS_MOST];
    modes->n = 0;
    if (!m->definite || !keeps_energy(m, d)) return 0;
    reduce(m, d, S);
    nd_eigen(n, S, V);
    for (int i = 0; i < n; i++) {
        int at = i;
        for (; at > 0 && S[order[at - 1] * (n + 1)] > S[i * (n + 1)]; at--) order[at] = order[at - 1];
        order[at] = i;
    }
    for (int w = 0; w < n; w++) {
        double *q = modes->q[w];
        modes->c[w] = S[order[w] * (n + 1)];
        for (int i = n - 1; i >= 0; i--) { /* L^T q = v */
            q[i] = V[i * n + order[w]];
            for (int k = i + 1; k < n; k++) q[i] -= m->L[k * n + i] * q[k];
            q[i] /= m->L[i * n + i];
        }
    }
    modes->n = n;
    return 1;
}

double nd_matrices_flux(const struct nd_matrices *m, const double d[3], const double *q)
{
    double sum = 0;
    for (int k = 0; k < 3; k++)
        for (int i = 0; i < m->n; i++)
            for (int j = 0; j < m->n; j++) sum += d[k] * q[i] * m->F[k][i * m->n + j] * q[j] / 2;
    return sum;
}

double nd_matrices_slowest(const struct nd_matrices *m)
{
    double least = 1;
    struct nd_modes modes;
    for (int i = 0; i < 13; i++) { /* directions from the centre of a cube to its faces, edges and corners */
        double d[3] = {i % 3 - 1, i / 3 % 3 - 1, i / 9 - 1};
        const double size = sqrt(d[0] * d[0] + d[1] * d[1] + d[2] * d[2]);
        for (int c = 0; c < 3; c++) d[c] /= size;
        if (!nd_matrices_modes(m, d, &modes)) return m->speed;
        double fast = 0, slow = INFINITY;
        for (int w = 0; w < modes.n; w++) fast = fmax(fast, fabs(modes.c[w]));
        for (int w = 0; w < modes.n; w++)
            if (fabs(modes.c[w]) > 1e-3 * fast) slow = fmin(slow, fabs(modes.c[w]));
        if (fast > 0) least = fmin(least, slow / fast);
    }
    return least * m->speed;
}

/* q: the combination of waves first ... last - 1 whose fields are nearest to the wanted amplitude; has: its
 * amplitude. */
static void combine(const struct nd_modes *modes, int first, int last, const struct nd_polarization *wanted,
                    double *q, double *has)
{
    const int *field = wanted->field, count = wanted->n;
    const double *amplitude = wanted->amplitude;
    double used[3][3];
    int directions = 0;
    memset(q, 0, (size_t)modes->n * sizeof *q);
    for (int c = 0; c < count; c++) has[c] = 0;
    double basis[ND_FIELDS_MOST][ND_FIELDS_MOST];
    for (int w = first; w < last && directions < count; w++) { /* Gram-Schmidt */
        double v[3], before = 0, after = 0, along = 0;
        memcpy(basis[directions], modes->q[w], sizeof basis[0]);
        for (int c = 0; c < count; c++) v[c] = basis[directions][field[c]], before += v[c] * v[c];
        for (int u = 0; u < directions; u++) {
            double share = 0;
            for (int c = 0; c < count; c++) share += used[u][c] * v[c];
            for (int c = 0; c < count; c++) v[c] -= share * used[u][c];
            for (int i = 0; i < modes->n; i++) basis[directions][i] -= share * basis[u][i];
        }
        for (int c = 0; c < count; c++) after += v[c] * v[c];
        if (!(after > 1e-8 * before)) continue;
        for (int c = 0; c < count; c++) used[directions][c] = v[c] / sqrt(after);
        for (int i = 0; i < modes->n; i++) basis[directions][i] /= sqrt(after);
        for (int c = 0; c < count; c++) along += used[directions][c] * amplitude[c];
        for (int c = 0; c < count; c++) has[c] += along * used[directions][c];
        for (int i = 0; i < modes->n; i++) q[i] += along * basis[directions][i];
        directions++;
    }
}

int nd_matrices_wave(const struct nd_matrices *m, const double d[3], const struct nd_polarization *wanted,
                     double *q, double *c)
{
    const int count = wanted->n;
    const double *amplitude = wanted->amplitude;
    struct nd_modes modes;
    double trial[ND_FIELDS_MOST], has[3], size = 0, best = 0;
    int speeds = 0;
    *c = NAN;
    if (!nd_matrices_modes(m, d, &modes)) return 0;
    for (int i = 0; i < count; i++) size += amplitude[i] * amplitude[i];
    const double fastest = modes.c[modes.n - 1];
    for (int first = 0, last; first < modes.n; first = last) {
        double part = 0;
        for (last = first + 1; last < modes.n && modes.c[last] - modes.c[last - 1] < SAME * fastest;) last++;
        if (!(modes.c[first] > 1e-3 * fastest && fastest > 1e-3 * m->speed)) continue;
        combine(&modes, first, last, wanted, trial, has);
        for (int i = 0; i < count; i++) part += has[i] * amplitude[i];
        speeds++;
        if (!(part > best)) continue;
        best = part;
        *c = (modes.c[first] + modes.c[last - 1]) / 2;
        for (int i = 0; i < modes.n; i++) q[i] = trial[i] * sqrt(size / part);
    }
    /* If there are several speeds, waves of one speed must make up the whole amplitude. */
    if (!(best > (speeds > 1 ? 1 - 1e-6 : 1e-12) * size)) *c = NAN;
    return speeds;
}
