/* The machine's BLAS, for comparison only (baseline.h): loaded at its first use. The library itself
 * needs none, and linking a BLAS would cost every run: OpenBLAS starts threads and maps buffers
 * when it is loaded. */
#ifndef ND_BLAS_H
#define ND_BLAS_H

/* The enumerations of cblas.h, which are part of every BLAS's interface. */
enum { ND_BLAS_ROW_MAJOR = 101, ND_BLAS_NO_TRANS = 111 };

struct nd_blas {
    void (*sgemm)(int order, int transA, int transB, int m, int n, int k, float alpha, const float *A,
                  int lda, const float *B, int ldb, float beta, float *C, int ldc);
    void (*dgemm)(int order, int transA, int transB, int m, int n, int k, double alpha, const double *A,
                  int lda, const double *B, int ldb, double beta, double *C, int ldc);
    /* OpenBLAS's own; null in any other. */
    void (*set_threads)(int threads);
    int (*get_threads)(void);
    char *(*core)(void);
};

/* Fails where there is none. *blas is good to the end of the program. */
int nd_blas_open(const struct nd_blas **blas);

#endif
