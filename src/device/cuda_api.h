/* The functions of the CUDA driver API and of NVRTC that we use, one per row, with the types of the ABI. */
#ifndef ND_CUDA_API_H
#define ND_CUDA_API_H

#include <stddef.h>

typedef unsigned long long cu_pointer;
typedef struct CUctx_st *cu_context;
typedef struct CUmod_st *cu_module;
typedef struct CUfunc_st *cu_function;
typedef struct CUstream_st *cu_stream;
typedef struct CUevent_st *cu_event;
typedef struct CUgraph_st *cu_graph;
typedef struct CUgraphExec_st *cu_graph_exec;
typedef struct _nvrtcProgram *nvrtc_program;

/* X(member, symbol, arguments); all return int, 0 for success. */
#define ND_CUDA_FUNCTIONS(X)                                                                                 \
    X(init, cuInit, (unsigned flags))                                                                        \
    X(driver_version, cuDriverGetVersion, (int *version))                                                    \
    X(error_string, cuGetErrorString, (int error, const char **text))                                        \
    X(device_count, cuDeviceGetCount, (int *count))                                                          \
    X(device_get, cuDeviceGet, (int *device, int ordinal))                                                   \
    X(device_name, cuDeviceGetName, (char *name, int length, int device))                                    \
    X(device_memory, cuDeviceTotalMem_v2, (size_t * bytes, int device))                                      \
    X(device_attribute, cuDeviceGetAttribute, (int *value, int attribute, int device))                       \
    X(context_retain, cuDevicePrimaryCtxRetain, (cu_context * context, int device))                          \
    X(context_release, cuDevicePrimaryCtxRelease_v2, (int device))                                           \
    X(context_set, cuCtxSetCurrent, (cu_context context))                                                    \
    X(stream_create, cuStreamCreate, (cu_stream * stream, unsigned flags))                                   \
    X(stream_destroy, cuStreamDestroy_v2, (cu_stream stream))                                                \
    X(stream_wait, cuStreamSynchronize, (cu_stream stream))                                                  \
    X(stream_follow, cuStreamWaitEvent, (cu_stream stream, cu_event event, unsigned flags))                  \
    X(alloc, cuMemAlloc_v2, (cu_pointer * pointer, size_t bytes))                                            \
    X(free, cuMemFree_v2, (cu_pointer pointer))                                                              \
    X(host_alloc, cuMemHostAlloc, (void **memory, size_t bytes, unsigned flags))                             \
    X(host_free, cuMemFreeHost, (void *memory))                                                              \
    X(memset8, cuMemsetD8Async, (cu_pointer to, unsigned char value, size_t n, cu_stream stream))            \
    X(write, cuMemcpyHtoDAsync_v2, (cu_pointer to, const void *from, size_t n, cu_stream stream))            \
    X(read, cuMemcpyDtoHAsync_v2, (void *to, cu_pointer from, size_t n, cu_stream stream))                   \
    X(copy, cuMemcpyDtoDAsync_v2, (cu_pointer to, cu_pointer from, size_t n, cu_stream stream))              \
    X(module_load, cuModuleLoadData, (cu_module * module, const void *image))                                \
    X(module_unload, cuModuleUnload, (cu_module module))                                                     \
    X(module_function, cuModuleGetFunction, (cu_function * function, cu_module module, const char *name))    \
    X(function_attribute, cuFuncGetAttribute, (int *value, int attribute, cu_function function))             \
    X(function_set_attribute, cuFuncSetAttribute, (cu_function function, int attribute, int value))          \
    X(launch, cuLaunchKernel,                                                                                \
      (cu_function function, unsigned gx, unsigned gy, unsigned gz, unsigned bx, unsigned by, unsigned bz,   \
       unsigned shared, cu_stream stream, void **args, void **extra))                                        \
    X(occupancy, cuOccupancyMaxActiveBlocksPerMultiprocessor,                                                \
      (int *blocks, cu_function function, int threads, size_t shared))                                       \
    X(event_create, cuEventCreate, (cu_event * event, unsigned flags))                                       \
    X(event_destroy, cuEventDestroy_v2, (cu_event event))                                                    \
    X(event_record, cuEventRecord, (cu_event event, cu_stream stream))                                       \
    X(event_wait, cuEventSynchronize, (cu_event event))                                                      \
    X(event_milliseconds, cuEventElapsedTime, (float *milliseconds, cu_event from, cu_event to))

/* Drivers before 11.4 lack some of these: */
#define ND_CUDA_GRAPH_FUNCTIONS(X)                                                                           \
    X(capture_begin, cuStreamBeginCapture_v2, (cu_stream stream, int mode))                                  \
    X(capture_end, cuStreamEndCapture, (cu_stream stream, cu_graph * graph))                                 \
    X(graph_instantiate, cuGraphInstantiateWithFlags,                                                        \
      (cu_graph_exec * exec, cu_graph graph, unsigned long long flags))                                      \
    X(graph_launch, cuGraphLaunch, (cu_graph_exec exec, cu_stream stream))                                   \
    X(graph_exec_destroy, cuGraphExecDestroy, (cu_graph_exec exec))                                          \
    X(graph_destroy, cuGraphDestroy, (cu_graph graph))

/* Drivers before 11.8 lack it: */
#define ND_CUDA_OVERLAP_FUNCTIONS(X)                                                                         \
    X(launch, cuLaunchKernelEx,                                                                              \
      (const struct cu_launch *launch, cu_function function, void **args, void **extra))

/* Memory of other processes. Drivers before 11.7 lack some: */
#define ND_CUDA_PEER_FUNCTIONS(X)                                                                            \
    X(key, cuIpcGetMemHandle, (struct cu_key * key, cu_pointer pointer))                                     \
    X(open, cuIpcOpenMemHandle_v2, (cu_pointer * pointer, struct cu_key key, unsigned flags))                \
    X(close, cuIpcCloseMemHandle, (cu_pointer pointer))                                                      \
    X(range, cuMemGetAddressRange_v2, (cu_pointer * base, size_t *bytes, cu_pointer pointer))                \
    X(flags, cuStreamBatchMemOp_v2,                                                                          \
      (cu_stream stream, unsigned n, struct cu_flag * flags, unsigned unused))                               \
    X(fill, cuMemsetD32Async, (cu_pointer to, unsigned value, size_t n, cu_stream stream))                   \
    X(query, cuStreamQuery, (cu_stream stream))                                                              \
    X(uuid, cuDeviceGetUuid_v2, (unsigned char *uuid, int device))

#define ND_NVRTC_FUNCTIONS(X)                                                                                \
    X(version, nvrtcVersion, (int *major, int *minor))                                                       \
    X(create, nvrtcCreateProgram,                                                                            \
      (nvrtc_program * program, const char *text, const char *name, int nheaders,                            \
       const char *const *headers, const char *const *names))                                                \
    X(destroy, nvrtcDestroyProgram, (nvrtc_program * program))                                               \
    X(compile, nvrtcCompileProgram, (nvrtc_program program, int noptions, const char *const *options))       \
    X(log_size, nvrtcGetProgramLogSize, (nvrtc_program program, size_t * size))                              \
    X(log, nvrtcGetProgramLog, (nvrtc_program program, char *log))                                           \
    X(cubin_size, nvrtcGetCUBINSize, (nvrtc_program program, size_t * size))                                 \
    X(cubin, nvrtcGetCUBIN, (nvrtc_program program, char *cubin))

struct cu_flag { /* CUstreamBatchMemOpParams, of 32 bits */
    int operation, unused;
    cu_pointer address;
    unsigned long long value;
    unsigned long long flags, room[2];
};
struct cu_key { /* CUipcMemHandle */
    unsigned char bytes[64];
};
struct cu_launch { /* CUlaunchConfig */
    unsigned blocks[3], threads[3], shared;
    cu_stream stream;
    const struct cu_launch_attribute *attributes;
    unsigned nattributes;
};
struct cu_launch_attribute { /* CUlaunchAttribute */
    int which, unused;
    union {
        char room[64];
        int on;
    } value;
};

#define ND_POINTER(member, symbol, arguments) int(*member) arguments;
struct nd_cuda_api {
    ND_CUDA_FUNCTIONS(ND_POINTER)
};
struct nd_cuda_graph_api {
    ND_CUDA_GRAPH_FUNCTIONS(ND_POINTER)
};
struct nd_cuda_overlap_api {
    ND_CUDA_OVERLAP_FUNCTIONS(ND_POINTER)
};
struct nd_cuda_peer_api {
    ND_CUDA_PEER_FUNCTIONS(ND_POINTER)
};
struct nd_nvrtc_api {
    ND_NVRTC_FUNCTIONS(ND_POINTER)
};
#undef ND_POINTER

enum { /* of CUdevice_attribute, CUfunction_attribute, CUlaunchAttributeID, CUstreamCaptureMode, CUresult */
       CU_MAX_THREADS = 1,
       CU_WARP = 10,
       CU_MULTIPROCESSORS = 16,
       CU_MAJOR = 75,
       CU_MINOR = 76,
       CU_SHARED_MULTIPROCESSOR = 81,
       CU_SHARED_OPTIN = 97,
       CU_COOPERATIVE = 95, /* CU_DEVICE_ATTRIBUTE_COOPERATIVE_LAUNCH */
       CU_MPS = 133, /* CU_DEVICE_ATTRIBUTE_MPS_ENABLED */
       CU_FUNCTION_SHARED = 1,
       CU_FUNCTION_LOCAL = 3,
       CU_FUNCTION_REGISTERS = 4,
       CU_FUNCTION_MAX_DYNAMIC_SHARED = 8,
       CU_FUNCTION_CARVEOUT = 9,
       CU_CARVEOUT_DEFAULT = -1,
       CU_LAUNCH_COOPERATIVE = 2,
       CU_LAUNCH_OVERLAPS = 6, /* ..._PROGRAMMATIC_STREAM_SERIALIZATION */
       CU_CAPTURE_THREAD_LOCAL = 1,
       CU_EVENT_WITHOUT_TIME = 2,
       CU_STREAM_APART = 1, /* does not wait for the default stream */
       CU_HOST_PORTABLE = 1,
       CU_IPC_PEER_ACCESS = 1, /* CU_IPC_MEM_LAZY_ENABLE_PEER_ACCESS */
       CU_FLAG_WAIT = 1,       /* CU_STREAM_MEM_OP_WAIT_VALUE_32, until it is at least that (GEQ, 0) */
       CU_FLAG_WRITE = 2,
       CU_OUT_OF_MEMORY = 2,
       CU_NO_DEVICE = 100,
       CU_NOT_READY = 600,
};

#endif
