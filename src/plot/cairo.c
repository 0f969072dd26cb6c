#include "plot/cairo.h"

#include <pthread.h>
#include <stdlib.h>
#include <stddef.h>
#include "device/symbols.h"

#define ROW(result, member, arguments) {"cairo_" #member, offsetof(struct nd_cairo, member)},
static const struct nd_symbol symbols[] = {ND_CAIRO_FUNCTIONS(ROW){0}};

static struct nd_cairo table;
static void *library;
static char missing[256];

/* NUDGE_CAIRO names another file; a name without a file behind it makes the program one without Cairo. */
static void load(void)
{
    const char *const wanted = getenv("NUDGE_CAIRO"), *const own[] = {wanted, NULL},
                      *const usual[] = {"libcairo.so.2", NULL};
    library = nd_symbols_load(wanted && *wanted ? own : usual, symbols, &table, missing);
}

const struct nd_cairo *nd_cairo(void)
{
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, load);
    return library ? &table : NULL;
}

const char *nd_cairo_missing(void)
{
    return nd_cairo() ? "" : missing;
}
