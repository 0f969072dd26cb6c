/* The cuda backend; see cuda.c. */
#ifndef ND_CUDA_H
#define ND_CUDA_H

#include "device/device.h"

extern const struct nd_backend nd_backend_cuda;

/* -- cuda_compile.c: NVRTC, which needs neither a driver nor a GPU -- */

int nd_cuda_compiler_found(void);
/* Why it was not found, and what to do about it. */
const char *nd_cuda_compiler_missing(void);
/* 0, 0 when it was not found. */
void nd_cuda_compiler_version(int *major, int *minor);
/* Compiles for the target ("sm_90"). The log receives the compiler's messages and the resources of each
 * kernel. options: at most 30, separated by blanks. */
int nd_cuda_compile(const char *text, const char *options, const char *target, struct nd_blob *cubin,
                    struct nd_text *log);
/* Whether the kernel's text declares the name, as OVERLAPS and COOPERATIVE do (kernel/dialect/dialect_cuda.h). */
int nd_cuda_declares(const struct nd_blob *cubin, const char *name);
/* Reads the kernels' resources from a log, at most `most`; returns the number of kernels. spill_bytes is the
 * size of the stack frame. */
int nd_cuda_read_log(const char *log, struct nd_resources *list, int most);

/* -- cuda_error.c -- */

/* Advice to the user about an error code of the driver; "" if the driver's own text suffices. */
const char *nd_cuda_advice(int code);

#endif
