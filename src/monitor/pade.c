/* The power series of a signal in z = exp(-2 pi i f dt) as a ratio of two polynomials P / Q. Q's coefficients predict
 * each sample from those before; its zeros are the modes: of a signal a L^n it is 1 - L z. */
#include <math.h>
#include "base/memory.h"
#include "monitor/lapack.h"
#include "monitor/modes.h"

/* q[M]: with q_0 = 1 before it, sum of q_j c_{k-j} = 0 for k = M ... 2M - 1, as well as possible. Singular values
 * below rcond times the largest are rounding errors. */
static int predict(const double *c, int M, double rcond, double *q)
{
    int status = 0, rank = 0, info = 0;
    const int one = 1, lwork = 34 * M + 64;
    const struct nd_lapack *lapack;
    double *A = NULL, *S = NULL, *work = NULL;
    TRY(nd_lapack_open(&lapack));
    ALLOC(A, (size_t)M * (size_t)M);
    ALLOC(S, M);
    ALLOC(work, lwork);
    for (int i = 0; i < M; i++) {
        q[i] = -c[M + i];
        for (int j = 0; j < M; j++) A[(size_t)j * (size_t)M + (size_t)i] = c[M + i - 1 - j];
    }
    lapack->dgelss(&M, &M, &one, A, &M, q, &M, S, &rcond, &rank, work, &lwork, &info);
    if (info) FAIL(NUDGE_EINTERNAL, "dgelss: the singular values of %d samples do not converge", 2 * M);
done:
    free(A);
    free(S);
    free(work);
    return status;
}

int nd_pade_init(struct nd_pade *pade, const struct nd_signal *signal, double rounding)
{
    int status = 0;
    const int M = (signal->n < ND_PADE_MOST ? signal->n : ND_PADE_MOST) / 2;
    const double *c = signal->value;
    *pade = (struct nd_pade){.M = M, .dt = signal->dt};
    if (M < 1) FAIL(NUDGE_EVALUE, "a spectrum needs at least two samples");
    pade->first = c[0];
    ALLOC(pade->p, M);
    ALLOC(pade->q, M);
    TRY(predict(c, M, 100 * rounding, pade->q));
    for (int k = 0; k < M; k++) {
        pade->p[k] = c[k];
        for (int j = 1; j <= k; j++) pade->p[k] += pade->q[j - 1] * c[k - j];
    }
done:
    if (status) nd_pade_clear(pade);
    return status;
}

void nd_pade_clear(struct nd_pade *pade)
{
    free(pade->p);
    free(pade->q);
    *pade = (struct nd_pade){0};
}

/* P, Q and dQ/dz at z by Horner's rule; Q's first coefficient, 1, is not stored. */
static void evaluate(const struct nd_pade *pade, double complex z, double complex *P, double complex *Q,
                     double complex *slope)
{
    double complex sum = 0;
    *P = *slope = 0;
    for (int k = pade->M - 1; k >= 0; k--) {
        *P = *P * z + pade->p[k];
        *slope = *slope * z + sum;
        sum = sum * z + pade->q[k];
    }
    *slope = *slope * z + sum; /* Q = 1 + z sum */
    *Q = 1 + z * sum;
}

double complex nd_pade_spectrum(const struct nd_pade *pade, double f)
{
    double complex P, Q, slope;
    evaluate(pade, cexp(-2 * M_PI * I * f * pade->dt), &P, &Q, &slope);
    return pade->dt * (P / Q - 0.5 * pade->first);
}

bool nd_pade_pole(const struct nd_pade *pade, double complex *rate, double complex *amplitude)
{
    enum { STEPS_MOST = 40 };
    double complex z = cexp(-*rate * pade->dt), P, Q, slope;
    for (int i = 0; i < STEPS_MOST; i++) {
        evaluate(pade, z, &P, &Q, &slope);
        const double complex step = Q / slope;
        if (!isfinite(creal(step)) || !isfinite(cimag(step)) || cabs(step) > 1) return false;
        z -= step;
        if (cabs(step) < 1e-13) break;
        if (i + 1 == STEPS_MOST) return false;
    }
    evaluate(pade, z, &P, &Q, &slope);
    *rate = -clog(z) / pade->dt;
    *amplitude = -P / (z * slope); /* a / (1 - L z) near its pole z = 1 / L */
    return isfinite(creal(*rate)) && isfinite(cabs(*amplitude));
}

void nd_signal_spectrum(const struct nd_signal *signal, const double *f, int n, double complex *spectrum)
{
#pragma omp parallel for schedule(static)
    for (int i = 0; i < n; i++) {
        double complex sum = 0;
        for (int k = 0; k < signal->n; k++)
            sum += (k == 0 || k == signal->n - 1 ? 0.5 : 1) * signal->value[k] *
                   cexp(-2 * M_PI * I * f[i] * signal->dt * k);
        spectrum[i] = signal->dt * sum;
    }
}
