/* Descriptions of GPUs that need not be present: plans and texts can be made for them, but nothing runs. */
#ifndef GPU_H
#define GPU_H

#include "device/cuda.h"

/* An H200's numbers, for which parameters are shipped; an A100 (sm_80) has less shared memory, which no default choice needs. */
static const struct nd_device gpu = {.backend = &nd_backend_cuda,
                                     .info = {.name = "NVIDIA H200",
                                              .shared_bytes = 227 << 10,
                                              .shared_static = 48 << 10,
                                              .alignment = 32,
                                              .threads_most = 1024,
                                              .units = 132,
                                              .gpu = 1,
                                              .warp_barrier = 1,
                                              .cooperative = 1,
                                              .bulk = 1}};

#endif
