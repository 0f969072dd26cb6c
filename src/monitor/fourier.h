/* Running sums over time of weight exp(-2 pi i f t) times the fields of some elements, on the device. */
#ifndef ND_FOURIER_H
#define ND_FOURIER_H

#include "step/extra.h"

struct nd_fourier {
    struct nd_subset list;
    int n;             /* frequencies */
    double *frequency; /* [n] */
    struct nd_buffer sum;
    struct nd_module *module;
    struct nd_kernel *kernel;
};

/* element[count]: mesh element numbers. */
int nd_fourier_init(struct nd_fourier *fourier, struct nd_rhs *rhs, const nd_idx *element, nd_idx count,
                    const double *frequency, int n);
/* Bytes on the device for so many elements and frequencies. */
size_t nd_fourier_bytes(const struct nd_rhs *rhs, nd_idx count, int n);
void nd_fourier_clear(struct nd_fourier *fourier);
/* Adds the present fields as those of this time. Only launches. */
int nd_fourier_add(struct nd_fourier *fourier, double time, double weight);
/* Sums at frequency k so far: nodal values [count][fields][Np]. */
int nd_fourier_get(struct nd_fourier *fourier, int k, double *re, double *im);

#endif
