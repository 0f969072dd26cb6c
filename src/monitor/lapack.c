#include "monitor/lapack.h"

#include <pthread.h>
#include <stddef.h>
#include "base/error.h"
#include "device/symbols.h"

static struct {
    struct nd_lapack lapack;
    void *library;
    char missing[256];
} found;

static void open_once(void)
{
    static const char *const names[] = {"liblapack.so.3", "libopenblas.so.0", "liblapack.so", NULL};
    static const struct nd_symbol symbols[] = {{"dgelss_", offsetof(struct nd_lapack, dgelss)}, {NULL, 0}};
    found.library = nd_symbols_load(names, symbols, &found.lapack, found.missing);
}

int nd_lapack_open(const struct nd_lapack **lapack)
{
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    int status = 0;
    pthread_once(&once, open_once);
    if (!found.library)
        FAIL(NUDGE_EDEVICE,
             "spectra need LAPACK, and %s; install it (Debian's package is liblapack3), or put its folder "
             "into "
             "LD_LIBRARY_PATH",
             found.missing);
    if (lapack) *lapack = &found.lapack;
done:
    return status;
}
