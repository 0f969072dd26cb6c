/* Whether OpenCL may find a GPU, without loading it. */
#ifndef ND_OPENCL_LIKELY_H
#define ND_OPENCL_LIKELY_H

/* There is a GPU's device node or a driver besides PoCL, and the address space is not limited to less than drivers need. */
int nd_opencl_likely(void);
/* With the nodes in the folder `devices`, and drivers' .icd files in the folder `vendors`, or `vendors` itself one. */
int nd_opencl_likely_in(const char *devices, const char *vendors);

#endif
