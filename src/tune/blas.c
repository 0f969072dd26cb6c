#include "tune/blas.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stddef.h>
#include "base/error.h"
#include "device/symbols.h"

static struct {
    struct nd_blas blas;
    void *library;
    char missing[256];
} found;

static void find_own(const char *name, void *function_address)
{
    *(void **)function_address = dlsym(found.library, name);
}

static void open_once(void)
{
    static const char *const names[] = {"libopenblas.so.0", "libopenblas.so", "libblas.so.3", NULL};
    static const struct nd_symbol symbols[] = {{"cblas_sgemm", offsetof(struct nd_blas, sgemm)},
                                               {"cblas_dgemm", offsetof(struct nd_blas, dgemm)},
                                               {NULL, 0}};
    found.library = nd_symbols_load(names, symbols, &found.blas, found.missing);
    if (!found.library) return;
    find_own("openblas_set_num_threads", &found.blas.set_threads);
    find_own("openblas_get_num_threads", &found.blas.get_threads);
    find_own("openblas_get_corename", &found.blas.core);
}

int nd_blas_open(const struct nd_blas **blas)
{
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    int status = 0;
    pthread_once(&once, open_once);
    if (!found.library)
        FAIL(NUDGE_EDEVICE,
             "no BLAS to compare with: %s; install OpenBLAS (Debian's package is libopenblas0), or put its "
             "folder into LD_LIBRARY_PATH",
             found.missing);
    *blas = &found.blas;
done:
    return status;
}
