/* The cuda backend; see cuda.c. */
#ifndef ND_CUDA_H
#define ND_CUDA_H

#include "device/device.h"

extern const struct nd_backend nd_backend_cuda;

/* -- cuda_compile.c: NVRTC, which needs neither a driver nor a GPU --------------------------------------------------- */

int nd_cuda_compiler_found(void);
/* Why it was not found, and what to do about it. */
const char *nd_cuda_compiler_missing(void);
/* 0, 0 when it was not found. */
void nd_cuda_compiler_version(int *major, int *minor);
/* Machine code for the target ("sm_90"). The log has the compiler's messages and the resources of each kernel. options
 * are separated by blanks, 30 of them at the most. */
int nd_cuda_compile(const char *text, const char *options, const char *target, struct nd_blob *cubin,
                    struct nd_text *log);
/* Does its text say OVERLAPS (kernel/dialect.h)? */
int nd_cuda_overlaps(const struct nd_blob *cubin);
/* The kernels in a log, at most `most` of them; returns how many there are. local_bytes is the stack's. */
int nd_cuda_read_log(const char *log, struct nd_resources *list, int most);

/* -- cuda_error.c ---------------------------------------------------------------------------------------------------- */

/* What a person should do about a code of the driver; "" for those that say it themselves. */
const char *nd_cuda_advice(int code);

#endif
