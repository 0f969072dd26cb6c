/* The cuda backend; see cuda.c. */
#ifndef ND_CUDA_H
#define ND_CUDA_H

#include "device/device.h"

extern const struct nd_backend nd_backend_cuda;

#endif
