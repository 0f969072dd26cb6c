/* The ceilings that times are held against, and the models. */
#ifndef ND_MEASURE_H
#define ND_MEASURE_H

#include "kernel/kernel.h"

struct nd_ceilings {
    double bytes_per_second; /* device copy, read + write, of arrays far beyond the caches */
    double flops_per_second; /* multiply-adds in registers, two flops each */
};
int nd_ceilings_measure(struct nd_device *device, int single, struct nd_ceilings *ceilings);
/* The first of them in a second or so, from fewer and smaller copies. */
int nd_copy_measure(struct nd_device *device, double *bytes_per_second);

/* Seconds of one launch of a kernel that does nothing, among many. */
int nd_launch_measure(struct nd_device *device, double *seconds);

/* The flop model of one element and stage, MIDG's for Maxwell's six fields and for others in
 * proportion, whatever a kernel really does; and the least bytes that a stage must move: fields,
 * residual and new fields once each, plus geometry and face records. */
double nd_model_flops(int N, int fields);
double nd_model_bytes(int N, int fields, int single);

#endif
