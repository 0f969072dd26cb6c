/* The machine's LAPACK, opened at its first use. */
#ifndef ND_LAPACK_H
#define ND_LAPACK_H

struct nd_lapack {
    /* Fortran's DGELSS: least squares by singular values. */
    void (*dgelss)(const int *m, const int *n, const int *nrhs, double *A, const int *lda, double *B,
                   const int *ldb, double *S, const double *rcond, int *rank, double *work, const int *lwork,
                   int *info);
};

/* lapack may be null. Returns NUDGE_EDEVICE if there is none. */
int nd_lapack_open(const struct nd_lapack **lapack);

#endif
