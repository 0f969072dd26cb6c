#define _GNU_SOURCE /* dladdr */
#include "plot/cairo.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include "base/file.h"
#include "base/format.h"
#include "device/symbols.h"

#define ROW(result, member, arguments) {"cairo_" #member, offsetof(struct nd_cairo, member)},
static const struct nd_symbol symbols[] = {ND_CAIRO_FUNCTIONS(ROW){0}};

static struct nd_cairo table;
static void *library;
static char missing[256];

/* Cairo finds fonts through fontconfig. */
struct fontconfig {
    void *(*create)(void);
    int (*add_file)(void *config, const unsigned char *file);
    int (*set_current)(void *config);
};
static const struct nd_symbol font_symbols[] = {
    {"FcConfigCreate", offsetof(struct fontconfig, create)},
    {"FcConfigAppFontAddFile", offsetof(struct fontconfig, add_file)},
    {"FcConfigSetCurrent", offsetof(struct fontconfig, set_current)},
    {0}};

/* A folder that was unpacked somewhere has its own fonts, and then no others are looked for. */
static void load_fonts(void)
{
    static const char *const names[] = {"libfontconfig.so.1", NULL},
                             *const places[] = {"fonts", "../share/nudge/fonts"},
                             *const files[] = {"DejaVuSans.ttf", "DejaVuSans-Bold.ttf"};
    struct fontconfig fc;
    Dl_info own;
    char file[4096], why[256];
    void *config = NULL;
    if (!dladdr(&table, &own) || !own.dli_fname) return;
    const int stem = (int)(nd_path_name(own.dli_fname) - own.dli_fname);
    for (int i = 0; i < 4; i++) {
        nd_format(file, sizeof file, "%.*s%s/%s", stem, own.dli_fname, places[i / 2], files[i % 2]);
        if (!nd_file_exists(file)) continue;
        if (!config && nd_symbols_load(names, font_symbols, &fc, why)) config = fc.create();
        if (config) fc.add_file(config, (const unsigned char *)file);
    }
    if (config) fc.set_current(config);
}

/* The libraries that lie beside a carried Cairo need each other, and the loader does not look for them there. The file
 * "order" names them so that each comes after those that it needs; what the process has already is taken instead. */
static void load_needed(const char *cairo)
{
    enum { MOST = 4096 };
    const int stem = (int)(nd_path_name(cairo) - cairo);
    char path[4096], *text = NULL, *rest = NULL;
    size_t n;
    nd_format(path, sizeof path, "%.*sorder", stem, cairo);
    if (!stem || !nd_file_exists(path) || nd_file_read(path, MOST, &text, &n)) return;
    for (char *name = strtok_r(text, "\n", &rest); name; name = strtok_r(NULL, "\n", &rest)) {
        nd_format(path, sizeof path, "%.*s%s", stem, cairo, name);
        if (!dlopen(name, RTLD_NOW | RTLD_LOCAL | RTLD_NOLOAD)) dlopen(path, RTLD_NOW | RTLD_LOCAL);
    }
    free(text);
}

/* A bundle and a wheel carry a Cairo, for machines that have none. */
static void load_carried(void)
{
    Dl_info own;
    char path[4096];
    const char *const names[] = {path, NULL};
    if (!dladdr(&table, &own) || !own.dli_fname) return;
    nd_format(path, sizeof path, "%.*scairo/libcairo.so.2",
              (int)(nd_path_name(own.dli_fname) - own.dli_fname), own.dli_fname);
    if (!nd_file_exists(path)) return;
    load_needed(path);
    library = nd_symbols_load(names, symbols, &table, missing);
}

/* NUDGE_CAIRO names another file; a name without a file behind it makes the program one without Cairo. */
static void load(void)
{
    const char *wanted = getenv("NUDGE_CAIRO");
    const int given = wanted && *wanted;
    const char *const names[] = {given ? wanted : "libcairo.so.2", NULL};
    if (given) load_needed(wanted);
    library = nd_symbols_load(names, symbols, &table, missing);
    if (!library && !given) load_carried();
    if (library) load_fonts();
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
