/* Advice about the errors of NVIDIA's driver that a user can do something about. */
#include "device/cuda.h"

/* After these errors the driver refuses every call of the process. */
#define RESTART "nothing more can be done on the device in this process: start it again"

static const struct {
    int code; /* CUresult */
    const char *advice;
} rows[] = {
    {2, "use a smaller mesh, a lower order or precision: single, or end what else uses the GPU (nvidia-smi "
        "lists it)"},
    {3, "the driver does not work in a child of fork whose parent has used it: start processes by spawn, in "
        "Python by multiprocessing.get_context(\"spawn\")"},
    {46, "another process has the GPU for itself (nvidia-smi lists it): wait for it, or name another, as in "
         "cuda:1"},
    {100, "the driver sees no GPU: check nvidia-smi and CUDA_VISIBLE_DEVICES"},
    {200, "the compiler is newer than the driver, or the GPU is older than what was compiled: update "
          "NVIDIA's driver, or "
          "install a libnvrtc of the driver's version"},
    {209, "the compiled kernel is for another GPU: empty the folder of NUDGE_CACHE"},
    {214, "the GPU's memory has an error that could not be mended; " RESTART
          ", and if it comes again, reset the GPU (nvidia-smi -r)"},
    {218, "the compiler is newer than the driver: update NVIDIA's driver, or install a libnvrtc of the "
          "driver's version"},
    {220,
     "the link between the GPUs failed; " RESTART ", and if it comes again, reset the GPU (nvidia-smi -r)"},
    {222, "the compiler is newer than the driver: update NVIDIA's driver, or install a libnvrtc of the "
          "driver's version"},
    {700, "a kernel left its arrays; " RESTART ", under compute-sanitizer to see where"},
    {701, "the kernel needs more registers or shared memory than a block of so many threads may have: choose "
          "another plan"},
    {702, "a kernel ran longer than the driver allows, as on a GPU that drives a screen; " RESTART
          " with a smaller mesh, or on another GPU"},
    {709, "the device was reset under this process; " RESTART},
    {710, "a kernel stopped itself; " RESTART},
    {714, "a kernel's stack failed; " RESTART ", under compute-sanitizer to see where"},
    {715, "a kernel met an instruction that the GPU lacks; empty the folder of NUDGE_CACHE; " RESTART},
    {716, "a kernel read or wrote at an odd address; " RESTART ", under compute-sanitizer to see where"},
    {717, "a kernel mixed kinds of memory; " RESTART ", under compute-sanitizer to see where"},
    {718, "a kernel jumped out of its code; " RESTART ", under compute-sanitizer to see where"},
    {719, "a kernel failed, or the GPU was lost (see nvidia-smi and the system's log); " RESTART},
    {721, "the kernel failed while others ran beside it; " RESTART},
    {802, "the GPUs are being started (nvidia-fabricmanager): try again in a minute"},
    {803, "the driver's library and its kernel module are of different versions: restart the machine"},
    {804, "this GPU does not allow a CUDA newer than its driver: update NVIDIA's driver"},
    {999, "the GPU may be lost (see nvidia-smi and the system's log); " RESTART},
};

const char *nd_cuda_advice(int code)
{
    for (int i = 0; i < (int)(sizeof rows / sizeof *rows); i++)
        if (rows[i].code == code) return rows[i].advice;
    return "";
}
