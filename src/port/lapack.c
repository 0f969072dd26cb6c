#include "port/lapack.h"

#include <math.h>
#include <pthread.h>
#include "base/memory.h"
#include "device/symbols.h"

/* Fortran's interface, with 32-bit integers; lengths of strings, all 1, follow. */
typedef void (*dposv_function)(const char *, const int *, const int *, double *, const int *, double *,
                               const int *, int *, size_t);
typedef void (*dsygvx_function)(const int *, const char *, const char *, const char *, const int *, double *,
                                const int *, double *, const int *, const double *, const double *,
                                const int *, const int *, const double *, int *, double *, double *,
                                const int *, double *, const int *, int *, int *, int *, size_t, size_t,
                                size_t);
typedef void (*dgetrf_function)(const int *, const int *, double *, const int *, int *, int *);
typedef void (*dgetrs_function)(const char *, const int *, const int *, const double *, const int *,
                                const int *, double *, const int *, int *, size_t);
typedef void (*dgeev_function)(const char *, const char *, const int *, double *, const int *, double *, double *,
                               double *, const int *, double *, const int *, double *, const int *, int *,
                               size_t, size_t);
static struct lapack {
    dposv_function dposv;
    dgetrf_function dgetrf;
    dgetrs_function dgetrs;
    dsygvx_function dsygvx;
    dgeev_function dgeev;
} lapack;
static void *library;
static char missing[256];

static void open_once(void)
{
    static const char *const names[] = {"libopenblas.so.0", "libopenblas.so", "liblapack.so.3",
                                        "libmkl_rt.so", NULL};
    static const struct nd_symbol symbols[] = {{"dposv_", offsetof(struct lapack, dposv)},
                                               {"dsygvx_", offsetof(struct lapack, dsygvx)},
                                               {"dgeev_", offsetof(struct lapack, dgeev)},
                                               {"dgetrf_", offsetof(struct lapack, dgetrf)},
                                               {"dgetrs_", offsetof(struct lapack, dgetrs)},
                                               {NULL, 0}};
    for (int i = 0; names[i] && !library; i++)
        library = nd_symbols_load((const char *const[]){names[i], NULL}, symbols, &lapack, missing);
}

static int open_lapack(void)
{
    int status = 0;
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, open_once);
    if (!library)
        FAIL(NUDGE_EDEVICE,
             "the modes of a section need LAPACK, which is not found: %s; install OpenBLAS (Debian's package "
             "is "
             "libopenblas0), or put its folder into LD_LIBRARY_PATH",
             missing);
done:
    return status;
}

int nd_lapack_solve(int n, double *A, int columns, double *B)
{
    int status = 0, info = 0;
    TRY(open_lapack());
    lapack.dposv("L", &n, &columns, A, &n, B, &n, &info, 1);
    if (info)
        FAIL(NUDGE_EINTERNAL, "the potential of a port's cross-section is not defined (dposv: %d)", info);
done:
    return status;
}

int nd_lapack_eigen(int n, double *A, double *B, int which, double lambda[2], double *x)
{
    int status = 0, info = 0, found = 0, type = 1, words = 64 * n;
    const int first = which + 1, last = first < n ? first + 1 : first;
    const double none = 0, tolerance = 0;
    double *work = NULL, *all = NULL;
    int *whole = NULL;
    TRY(open_lapack());
    ALLOC(work, words);
    ALLOC(all, n);
    ALLOC(whole, 6 * (size_t)n);
    lapack.dsygvx(&type, "V", "I", "L", &n, A, &n, B, &n, &none, &none, &first, &last, &tolerance, &found,
                  all, x, &n, work, &words, whole, whole + 5 * (size_t)n, &info, 1, 1, 1);
    if (info || found != last - which)
        FAIL(NUDGE_EINTERNAL, "the modes of a port's cross-section are not found (dsygvx: %d)", info);
    lambda[0] = all[0], lambda[1] = found > 1 ? all[1] : INFINITY;
done:
    free(work);
    free(all);
    free(whole);
    return status;
}

int nd_lapack_eigen_any(int n, double *A, double *re, double *im, double *Y)
{
    int status = 0, info = 0, one = 1, words = 64 * n;
    double *work = NULL, none;
    TRY(open_lapack());
    ALLOC(work, words);
    lapack.dgeev("N", "V", &n, A, &n, re, im, &none, &one, Y, &n, work, &words, &info, 1, 1);
    if (info) FAIL(NUDGE_EINTERNAL, "the modes of a port's cross-section are not found (dgeev: %d)", info);
done:
    free(work);
    return status;
}

int nd_lapack_factor(int n, double *A, int *pivot)
{
    int status = 0, info = 0;
    TRY(open_lapack());
    lapack.dgetrf(&n, &n, A, &n, pivot, &info);
    if (info)
        FAIL(NUDGE_EINTERNAL, "the matrix of a port's cross-section is not factored (dgetrf: %d)", info);
done:
    return status;
}

int nd_lapack_factored(int n, double *A, int *pivot, double *x)
{
    int status = 0, info = 0, one = 1;
    lapack.dgetrs("N", &n, &one, A, &n, pivot, x, &n, &info, 1);
    if (info) FAIL(NUDGE_EINTERNAL, "the modes of a port's cross-section are not found (dgetrs: %d)", info);
done:
    return status;
}
