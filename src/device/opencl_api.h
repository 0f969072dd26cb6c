/* The functions of OpenCL 1.2 that we use, one per row, with the types of the ABI. */
#ifndef ND_OPENCL_API_H
#define ND_OPENCL_API_H

#include <stddef.h>
#include <stdint.h>

typedef struct cl_platform *cl_platform;
typedef struct cl_device *cl_device;
typedef struct cl_context *cl_context;
typedef struct cl_queue *cl_queue;
typedef struct cl_buffer *cl_buffer;
typedef struct cl_program *cl_program;
typedef struct cl_kernel *cl_kernel;
typedef struct cl_event *cl_event;

/* X(returned, member, symbol, arguments) */
#define ND_OPENCL_FUNCTIONS(X)                                                                               \
    X(int32_t, platforms, clGetPlatformIDs, (uint32_t most, cl_platform * list, uint32_t * count))           \
    X(int32_t, devices, clGetDeviceIDs,                                                                      \
      (cl_platform platform, uint64_t kind, uint32_t most, cl_device * list, uint32_t * count))              \
    X(int32_t, platform_info, clGetPlatformInfo,                                                             \
      (cl_platform platform, uint32_t what, size_t n, void *value, size_t *got))                             \
    X(int32_t, device_info, clGetDeviceInfo,                                                                 \
      (cl_device device, uint32_t what, size_t n, void *value, size_t *got))                                 \
    X(cl_context, context_create, clCreateContext,                                                           \
      (const intptr_t *properties, uint32_t n, const cl_device *devices, void *hook, void *context,          \
       int32_t *error))                                                                                      \
    X(int32_t, context_release, clReleaseContext, (cl_context context))                                      \
    X(cl_queue, queue_create, clCreateCommandQueue,                                                          \
      (cl_context context, cl_device device, uint64_t properties, int32_t * error))                          \
    X(int32_t, queue_release, clReleaseCommandQueue, (cl_queue queue))                                       \
    X(int32_t, finish, clFinish, (cl_queue queue))                                                           \
    X(cl_buffer, buffer_create, clCreateBuffer,                                                              \
      (cl_context context, uint64_t flags, size_t n, void *host, int32_t *error))                            \
    X(int32_t, buffer_release, clReleaseMemObject, (cl_buffer buffer))                                       \
    X(int32_t, write, clEnqueueWriteBuffer,                                                                  \
      (cl_queue queue, cl_buffer to, uint32_t blocking, size_t offset, size_t n, const void *from,           \
       uint32_t nwait, const cl_event *wait, cl_event *event))                                               \
    X(int32_t, read, clEnqueueReadBuffer,                                                                    \
      (cl_queue queue, cl_buffer from, uint32_t blocking, size_t offset, size_t n, void *to, uint32_t nwait, \
       const cl_event *wait, cl_event *event))                                                               \
    X(int32_t, copy, clEnqueueCopyBuffer,                                                                    \
      (cl_queue queue, cl_buffer from, cl_buffer to, size_t from_offset, size_t to_offset, size_t n,         \
       uint32_t nwait, const cl_event *wait, cl_event *event))                                               \
    X(int32_t, fill, clEnqueueFillBuffer,                                                                    \
      (cl_queue queue, cl_buffer to, const void *pattern, size_t pattern_size, size_t offset, size_t n,      \
       uint32_t nwait, const cl_event *wait, cl_event *event))                                               \
    X(cl_program, program_source, clCreateProgramWithSource,                                                 \
      (cl_context context, uint32_t n, const char **texts, const size_t *lengths, int32_t *error))           \
    X(cl_program, program_binary, clCreateProgramWithBinary,                                                 \
      (cl_context context, uint32_t n, const cl_device *devices, const size_t *lengths,                      \
       const unsigned char **binaries, int32_t *status, int32_t *error))                                     \
    X(int32_t, program_build, clBuildProgram,                                                                \
      (cl_program program, uint32_t n, const cl_device *devices, const char *options, void *hook,            \
       void *context))                                                                                       \
    X(int32_t, program_info, clGetProgramInfo,                                                               \
      (cl_program program, uint32_t what, size_t n, void *value, size_t *got))                               \
    X(int32_t, program_build_info, clGetProgramBuildInfo,                                                    \
      (cl_program program, cl_device device, uint32_t what, size_t n, void *value, size_t *got))             \
    X(int32_t, program_release, clReleaseProgram, (cl_program program))                                      \
    X(cl_kernel, kernel_create, clCreateKernel, (cl_program program, const char *name, int32_t *error))      \
    X(int32_t, kernel_release, clReleaseKernel, (cl_kernel kernel))                                          \
    X(int32_t, kernel_arg, clSetKernelArg, (cl_kernel kernel, uint32_t index, size_t n, const void *value))  \
    X(int32_t, launch, clEnqueueNDRangeKernel,                                                               \
      (cl_queue queue, cl_kernel kernel, uint32_t dimensions, const size_t *offset, const size_t *global,    \
       const size_t *local, uint32_t nwait, const cl_event *wait, cl_event *event))                          \
    X(int32_t, marker, clEnqueueMarkerWithWaitList,                                                          \
      (cl_queue queue, uint32_t nwait, const cl_event *wait, cl_event *event))                               \
    X(int32_t, barrier, clEnqueueBarrierWithWaitList,                                                        \
      (cl_queue queue, uint32_t nwait, const cl_event *wait, cl_event *event))                               \
    X(int32_t, flush, clFlush, (cl_queue queue))                                                             \
    X(int32_t, wait, clWaitForEvents, (uint32_t n, const cl_event *events))                                  \
    X(int32_t, event_profile, clGetEventProfilingInfo,                                                       \
      (cl_event event, uint32_t what, size_t n, void *value, size_t *got))                                   \
    X(int32_t, event_release, clReleaseEvent, (cl_event event))

#define ND_POINTER(returned, member, symbol, arguments) returned(*member) arguments;
struct nd_opencl_api {
    ND_OPENCL_FUNCTIONS(ND_POINTER)
};
#undef ND_POINTER

enum { /* the constants that we use */
       CL_PROFILING = 2,
       CL_READ_WRITE = 1,
       CL_DEVICE_TYPE = 0x1000,
       CL_TYPE_GPU = 4,
       CL_DEVICE_UNITS = 0x1002,
       CL_DEVICE_GROUP_MOST = 0x1004,
       CL_DEVICE_ALLOC_MOST = 0x1010,
       CL_DEVICE_MEMORY = 0x101F,
       CL_DEVICE_LOCAL_MEMORY = 0x1023,
       CL_DEVICE_NAME = 0x102B,
       CL_DEVICE_VERSION = 0x102F,
       CL_DRIVER_VERSION = 0x102D,
       CL_DEVICE_GROUP_MULTIPLE = 0x1067, /* OpenCL 3.0 */
       CL_DEVICE_WARP_NVIDIA = 0x4003,
       CL_DEVICE_WAVEFRONT_AMD = 0x4043,
       CL_PROGRAM_BINARY_SIZES = 0x1165,
       CL_PROGRAM_BINARIES = 0x1166,
       CL_BUILD_LOG = 0x1183,
       CL_PROFILE_END = 0x1283,
       CL_NO_MEMORY = -4,
       CL_NO_RESOURCES = -5,
       CL_NO_HOST_MEMORY = -6,
       CL_BUFFER_SIZE = -61,
};

#endif
