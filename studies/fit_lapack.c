/* LAPACK, opened at run time. */
#include <pthread.h>
#include <stddef.h>
#include "fit.h"

struct lapack {
    void (*dgelsy)(const int *m, const int *n, const int *nrhs, double *a, const int *lda, double *b,
                   const int *ldb, int *jpvt, const double *rcond, int *rank, double *work, const int *lwork,
                   int *info);
    void (*dgeev)(const char *jobvl, const char *jobvr, const int *n, double *a, const int *lda, double *wr,
                  double *wi, double *vl, const int *ldvl, double *vr, const int *ldvr, double *work,
                  const int *lwork, int *info);
};

static struct {
    struct lapack table;
    void *library;
    char missing[256];
} found;

static void open_once(void)
{
    static const char *const names[] = {"libopenblas.so.0", "liblapack.so.3", "libopenblas.so", NULL};
    static const struct nd_symbol symbols[] = {
        {"dgelsy_", offsetof(struct lapack, dgelsy)}, {"dgeev_", offsetof(struct lapack, dgeev)}, {NULL, 0}};
    for (int i = 0; names[i] && !found.library; i++) /* a BLAS may come without LAPACK's functions */
        found.library =
            nd_symbols_load((const char *const[]){names[i], NULL}, symbols, &found.table, found.missing);
}

static int open_lapack(void)
{
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    int status = 0;
    pthread_once(&once, open_once);
    if (!found.library)
        FAIL(NUDGE_EDEVICE,
             "nudge fit needs LAPACK: %s; install it (Debian's package is liblapack3 or libopenblas0), or "
             "put its folder into "
             "LD_LIBRARY_PATH",
             found.missing);
done:
    return status;
}

int fit_solve(int rows, int columns, double *a, double *b, double *x)
{
    int status = 0, one = 1, rank, info, size = 4 * columns + 2 * rows + 64 * (columns + 1), *pivot = NULL;
    const double least = 1e-13;
    double *work = NULL, *both = NULL;
    int longer = rows > columns ? rows : columns; /* of the right-hand side and the result */
    TRY(open_lapack());
    ALLOC(pivot, columns);
    ALLOC(work, size);
    ALLOC(both, longer);
    for (int i = 0; i < rows; i++) both[i] = b[i];
    found.table.dgelsy(&rows, &columns, &one, a, &rows, both, &longer, pivot, &least, &rank, work, &size,
                       &info);
    if (info) FAIL(NUDGE_EINTERNAL, "dgelsy: %d", info);
    for (int i = 0; i < columns; i++) x[i] = both[i];
done:
    free(both);
    free(pivot);
    free(work);
    return status;
}

int fit_eigenvalues(int n, double *a, double complex *values)
{
    int status = 0, one = 1, info, size = 8 * n;
    double *re = NULL, *im = NULL, *work = NULL, none;
    TRY(open_lapack());
    ALLOC(re, n);
    ALLOC(im, n);
    ALLOC(work, size);
    found.table.dgeev("N", "N", &n, a, &n, re, im, &none, &one, &none, &one, work, &size, &info);
    if (info) FAIL(NUDGE_EINTERNAL, "dgeev: %d", info);
    for (int i = 0; i < n; i++) values[i] = re[i] + I * im[i];
done:
    free(re);
    free(im);
    free(work);
    return status;
}
