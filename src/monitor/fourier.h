/* Discrete Fourier transforms during the run: sums over time of weight * exp(-2 pi i f t) times the fields of
 * some elements, on the device. Order of calls: nd_fourier_init, nd_fourier_add for each sample,
 * nd_fourier_get for each frequency, nd_fourier_clear. The operator must outlive the sums. */
#ifndef ND_FOURIER_H
#define ND_FOURIER_H

#include "step/rhs_term.h"

struct nd_fourier {
    struct nd_subset list;
    int monitor;       /* its index, by which ranks know it */
    int n;             /* frequencies */
    double *frequency; /* [n] */
    struct nd_buffer sum;
    struct nd_module *module;
    struct nd_kernel *kernel;
};

/* element[count]: mesh element numbers. */
int nd_fourier_init(struct nd_fourier *fourier, struct nd_rhs *rhs, const nd_idx *element, nd_idx count,
                    const double *frequency, int n);
/* Bytes on the device for `count` elements and n frequencies. */
size_t nd_fourier_bytes(const struct nd_rhs *rhs, nd_idx count, int n);
void nd_fourier_clear(struct nd_fourier *fourier);
/* Adds the current fields as the sample at `time`. Launches kernels and does not wait. */
int nd_fourier_add(struct nd_fourier *fourier, double time, double weight);
/* Reads the sums at frequency k so far: nodal values [count][fields][Np]. Waits for the device. */
int nd_fourier_get(struct nd_fourier *fourier, int k, double *re, double *im);

#endif
