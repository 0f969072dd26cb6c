/* The opencl backend; see opencl.c. */
#ifndef ND_OPENCL_H
#define ND_OPENCL_H

#include "device/device.h"

extern const struct nd_backend nd_backend_opencl;

#endif
