#include "port/network.h"

#include <math.h>
#include <string.h>
#include "base/format.h"
#include "elem/elem.h"

int nd_network_init(struct nd_network *w, const nudge_problem *problem)
{
    int status = 0;
    const struct nd_sparameters_spec *s = &problem->sparameters;
    *w = (struct nd_network){.n = problem->ports.n, .points = s->points, .tem = 1};
    const size_t all = (size_t)w->points * (size_t)w->n;
    ALLOC(w->frequency, w->points);
    ALLOC(w->name, w->n);
    double complex **const matrix[] = {&w->A, &w->B, &w->S, &w->Z, &w->Y};
    for (int i = 0; i < 5; i++) ALLOC(*matrix[i], all * (size_t)w->n);
    ALLOC(w->Z0, all);
    ALLOC(w->gamma, all);
    for (int i = 0; i < w->n; i++)
        nd_format(w->name[i], sizeof w->name[i], "%.60s", nd_problem_port(problem, i)->named.name);
    for (int k = 0; k < w->points; k++)
        w->frequency[k] = s->band.at[0] + (s->band.at[1] - s->band.at[0]) *
                                              (w->points > 1 ? (double)k / (w->points - 1) : 0.5);
done:
    if (status) nd_network_clear(w);
    return status;
}

void nd_network_clear(struct nd_network *w)
{
    void *all[] = {w->frequency, w->name, w->A, w->B, w->S, w->Z, w->Y, w->Z0, w->gamma};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) free(all[i]);
    *w = (struct nd_network){0};
}

/* The largest magnitude in the last part of a series over that of all. */
static double rest_of(const double *value, size_t n)
{
    double most = 0, last = 0;
    for (size_t i = 0; i < n; i++) {
        most = fmax(most, fabs(value[i]));
        if (i >= n - n / 20) last = fmax(last, fabs(value[i]));
    }
    return most > 0 ? last / most : 0;
}

int nd_network_add(struct nd_network *w, const struct nd_ports *ports, int excited)
{
    int status = 0;
    if (ports->n != w->n) FAIL(NUDGE_EINTERNAL, "a run has %d ports instead of %d", ports->n, w->n);
    w->rest = fmax(w->rest, rest_of(ports->at[excited].voltage, ports->steps));
    for (int k = 0; k < w->points; k++)
        for (int i = 0; i < w->n; i++) {
            const size_t at = nd_network_index(w, k, i, excited);
            const struct nd_mode *mode = &ports->at[i].mode;
            nd_port_waves(ports, i, w->frequency[k], &w->A[at], &w->B[at]);
            w->Z0[k * w->n + i] = nd_mode_impedance(mode, w->frequency[k]);
            w->gamma[k * w->n + i] = nd_mode_gamma(mode, w->frequency[k]);
            w->tem &= mode->kind == ND_MODE_TEM;
        }
done:
    return status;
}

/* X = R L^-1 for matrices [n][n]: Gauss elimination of the columns of L, which is destroyed, with pivots. Returns 0 if
 * L is singular. */
static int divide(int n, const double complex *R, double complex *L, double complex *X)
{
    memcpy(X, R, (size_t)(n * n) * sizeof *X);
    for (int c = 0; c < n; c++) {
        int pivot = c;
        for (int j = c + 1; j < n; j++)
            if (cabs(L[c * n + j]) > cabs(L[c * n + pivot])) pivot = j;
        if (!(cabs(L[c * n + pivot]) > 0)) return 0;
        for (int i = 0; i < n; i++) {
            double complex t = L[i * n + c];
            L[i * n + c] = L[i * n + pivot], L[i * n + pivot] = t;
            t = X[i * n + c], X[i * n + c] = X[i * n + pivot], X[i * n + pivot] = t;
        }
        const double complex inverse = 1 / L[c * n + c];
        for (int i = 0; i < n; i++) L[i * n + c] *= inverse, X[i * n + c] *= inverse;
        for (int j = 0; j < n; j++) {
            const double complex factor = L[c * n + j];
            for (int i = 0; i < n && j != c; i++)
                L[i * n + j] -= factor * L[i * n + c], X[i * n + j] -= factor * X[i * n + c];
        }
    }
    return 1;
}

/* The largest singular value of S[n][n]: of the real symmetric form of S^H S. room: [8 n n]. */
static double largest_singular(int n, const double complex *S, double *room)
{
    const int m = 2 * n;
    double *H = room, *V = room + m * m, most = 0;
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {
            double complex sum = 0;
            for (int k = 0; k < n; k++) sum += conj(S[k * n + i]) * S[k * n + j];
            H[i * m + j] = H[(n + i) * m + n + j] = creal(sum);
            H[(n + i) * m + j] = cimag(sum);
            H[i * m + n + j] = -cimag(sum);
        }
    nd_eigen(m, H, V);
    for (int i = 0; i < m; i++) most = fmax(most, H[i * m + i]);
    return sqrt(most);
}

/* Z = D (1 + S) (1 - S)^-1 D and Y = D^-1 (1 - S) (1 + S)^-1 D^-1 with D the roots of the ports' impedances; NaN where
 * there is none. room: [3 n n] */
static void transform(struct nd_network *w, int k, double complex *room)
{
    const int n = w->n;
    const double complex *S = w->S + nd_network_index(w, k, 0, 0);
    for (int which = 0; which < 2; which++) {
        double complex *to = (which ? w->Y : w->Z) + nd_network_index(w, k, 0, 0), *above = room,
                       *below = room + n * n;
        for (int i = 0; i < n * n; i++) {
            const double one = i % (n + 1) == 0;
            above[i] = which ? one - S[i] : one + S[i], below[i] = which ? one + S[i] : one - S[i];
        }
        const int fine = divide(n, above, below, to);
        for (int i = 0; i < n * n; i++) {
            const double complex D = csqrt(w->Z0[k * n + i / n] * w->Z0[k * n + i % n]);
            to[i] = !fine ? NAN : which ? to[i] / D : to[i] * D;
        }
    }
}

static void judge(struct nd_network *w, int k, double *room)
{
    const int n = w->n;
    const double complex *S = w->S + nd_network_index(w, k, 0, 0);
    w->passivity = fmax(w->passivity, largest_singular(n, S, room));
    for (int j = 0; j < n; j++) {
        double sum = 0;
        for (int i = 0; i < n; i++) {
            sum += pow(cabs(S[i * n + j]), 2);
            w->reciprocity = fmax(w->reciprocity, cabs(S[i * n + j] - S[j * n + i]));
        }
        w->least = fmin(w->least, sum), w->most = fmax(w->most, sum);
    }
}

int nd_network_judge(struct nd_network *w)
{
    int status = 0;
    double *room = NULL;
    ALLOC(room, 8 * w->n * w->n);
    w->least = INFINITY, w->most = w->reciprocity = w->passivity = 0;
    for (int k = 0; k < w->points; k++) judge(w, k, room);
done:
    free(room);
    return status;
}

int nd_network_solve(struct nd_network *w)
{
    int status = 0;
    const int n = w->n;
    double complex *room = NULL;
    ALLOC(room, 3 * n * n);
    for (int k = 0; k < w->points; k++) {
        const size_t at = nd_network_index(w, k, 0, 0);
        memcpy(room, w->A + at, (size_t)(n * n) * sizeof *room);
        if (!divide(n, w->B + at, room, w->S + at) || !isfinite(cabs(w->S[at])))
            FAIL(NUDGE_EVALUE,
                 "at the frequency %.6g no wave enters the ports: let the run be longer, or "
                 "sparameters.bandwidth "
                 "larger",
                 w->frequency[k]);
        transform(w, k, room);
    }
    TRY(nd_network_judge(w));
done:
    free(room);
    return status;
}

void nd_network_line(const struct nd_network *w, int k, double complex *length, double complex *Z)
{
    const double complex *z = w->Z + nd_network_index(w, k, 0, 0);
    const double complex a = z[0] / z[2], d = z[3] / z[2], b = (z[0] * z[3] - z[1] * z[2]) / z[2],
                         c = 1 / z[2];
    *length = cacosh((a + d) / 2);
    *Z = csqrt(b / c);
    if (creal(*Z) < 0) *Z = -*Z;
}
