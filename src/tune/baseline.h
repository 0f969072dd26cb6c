/* The paper's yardstick: the same method for Maxwell on one CPU core, by loops of our own or with a
 * tuned BLAS.
 *
 * Elements go in groups of as many as a vector register has lanes. Chunk by chunk, while all stays
 * in the cache, a stage
 *   1. fills the columns of W, one a field and element: the fields times the metric terms of their
 *      curl, for Dr, Ds and Dt in turn, then the fluxes through the four faces (the paper's gather,
 *      and its "F commuted with differentiation");
 *   2. multiplies: rate = [Dr Ds Dt LIFT] W, by the loops or by one call of the BLAS;
 *   3. updates residual and fields. New fields go to a second array, for neighbours still read the
 *      old ones. The element-local products are those of the paper, 18 with Np x Np and 6 with Np x
 *      4 Nfp an element; what the law's algebra can save is left to the engine's own kernels. */
#ifndef ND_BASELINE_H
#define ND_BASELINE_H

#include "step/rhs.h"
#include "tune/blas.h"

enum nd_baseline_product { ND_PRODUCT_LOOPS, ND_PRODUCT_BLAS };

struct nd_baseline {
    nd_idx K, groups;
    int Np, Nfp;
    const struct nd_blas *blas;            /* that does the products; null: the loops do */
    int chunk;                             /* groups handled at a time */
    const struct nd_baseline_loops *loops; /* for this precision and vector width */
    int now;                               /* which q holds the fields */
    /* Arrays of the precision chosen. */
    void *q[2], *res; /* [groups][6][Np][lanes], fields Ex Ey Ez Hx Hy Hz */
    void *metric;     /* [groups][11][lanes]: rx ry rz sx ... tz, 1 / epsilon, 1 / mu */
    void *face;       /* [groups][4][9][lanes]: see baseline_loops.inc */
    void *operators;  /* [Np][3 Np + 4 Nfp]: Dr Ds Dt LIFT side by side */
    void *W;          /* [3 Np + 4 Nfp][chunk][6][lanes] */
    void *rate;       /* [Np][chunk][6][lanes] */
    int *Fmask;       /* [4][Nfp] */
    nd_idx *vmapP;    /* [groups][4][Nfp][lanes]: where in q the outer value of Ex is */
};

/* Ignores setup->device, ->plan and ->law: the law is Maxwell's, its conditions are numbered as in
 * maxwell.law (pec, pmc, absorbing) and a material is (epsilon, mu). vector_bytes: 0 for the widest
 * registers of this processor, else 16, 32 or
 * 64. Fails if a BLAS is requested and there is none. The mesh and its data need not outlive the
 *     call. */
int nd_baseline_init(struct nd_baseline *baseline, const struct nd_setup *setup,
                     enum nd_baseline_product product, int vector_bytes);
void nd_baseline_clear(struct nd_baseline *baseline);

/* res = a res + dt rate(q); q = q + b res. */
void nd_baseline_stage(struct nd_baseline *baseline, double a, double b, double dt);
/* The rate of the present fields into the residual; q stays. */
void nd_baseline_rate(struct nd_baseline *baseline);
/* Nodal values [K * Np] of one field, of the fields (which = 0) or the residual (which = 1). */
void nd_baseline_get(const struct nd_baseline *baseline, int which, int field, double *values);
void nd_baseline_set(struct nd_baseline *baseline, int field, const double *values);
/* "OpenBLAS for SkylakeX, 64 elements at a time; ...", "loops, ...": how the products are done, for
 * people. */
void nd_baseline_describe(const struct nd_baseline *baseline, char text[128]);
/* Null, or what holds the BLAS back on this processor and what to do about it. */
const char *nd_baseline_advice(void);

struct nd_baseline_speed {
    double element_seconds; /* of one stage */
    double dofs_per_second; /* six fields counted */
    nd_idx K;
    int blas;
    char how[128]; /* nd_baseline_describe */
};
/* The speed on a jittered box of about two million DOFs, in vacuum, PEC, upwind; about a second. */
int nd_baseline_measure(int N, int single, enum nd_baseline_product product, struct nd_baseline_speed *speed);

/* -- between the files of the baseline -- */

/* Groups in W at the most: it is to stay in a second-level cache. */
int nd_baseline_chunk_most(const struct nd_baseline *baseline);
/* Sets blas, and the chunk that is fastest with it. */
int nd_baseline_choose(struct nd_baseline *baseline, enum nd_baseline_product product);

/* The loops, compiled once a precision and vector width (baseline_loops.c). */
struct nd_baseline_loops {
    const char *name;
    size_t real; /* bytes */
    int lanes;
    /* Fills W with the columns of groups [first, first + count). */
    void (*prepare)(const struct nd_baseline *baseline, nd_idx first, nd_idx count);
    /* rate = operators W for the first `count` groups of the chunk. */
    void (*multiply)(const struct nd_baseline *baseline, nd_idx count);
    void (*update)(const struct nd_baseline *baseline, nd_idx first, nd_idx count, double a, double b,
                   double dt);
};
/* Null when this processor has no such registers; vector_bytes as above. */
const struct nd_baseline_loops *nd_baseline_find_loops(int single, int vector_bytes);

#endif
