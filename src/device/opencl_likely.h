/* Whether OpenCL may find a GPU; answered without loading it. */
#ifndef ND_OPENCL_LIKELY_H
#define ND_OPENCL_LIKELY_H

/* Whether there is a GPU's device node or a driver other than PoCL, and enough address space for drivers. */
int nd_opencl_likely(void);
/* devices: folder of device nodes. vendors: a folder of .icd files, or one such file. */
int nd_opencl_likely_in(const char *devices, const char *vendors);

#endif
