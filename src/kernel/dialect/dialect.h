/* dialect.h - one kernel text for C, OpenCL C and CUDA C. dialect_c.h, dialect_opencl.h or
 * dialect_cuda.h, which stands before this file, has the words of one language;
 * doc/reference/kernel-dialect.md explains all of them.
 *
 * Nothing but FOR_THREADS and THREAD may depend on the thread, so that on the CPU each phase is a plain
 * loop. A kernel whose blocks have a fixed number of threads gets it as THREADS. */
#define FOR_BLOCKS(g) FOR_BLOCKS_AHEAD(g) EARLIER_DONE
#define END       }

/* Address of (element slot e, field f, node n): a block size and four strides; see layout/layout.h. */
#define ADDRESS(e, f, n)                                                                                     \
    ((int64)((e) / BLOCK) * STRIDE_B + (int64)(f) * stride_f + (int64)(n) * STRIDE_N + (int64)((e) % BLOCK) * STRIDE_L)
