#include "device/symbols.h"

#include <dlfcn.h>
#include <stdio.h>
#include <string.h>
#include "base/format.h"

void *nd_symbols_load(const char *const *names, const struct nd_symbol *symbols, void *table,
                      char missing[256])
{
    void *library = NULL;
    missing[0] = 0;
    for (; *names && !library; names++) {
        library = dlopen(*names, RTLD_NOW | RTLD_LOCAL);
        const char *why = library || missing[0] ? NULL : dlerror();
        if (why && strstr(why, "No such file") && !strncmp(why, *names, strlen(*names)))
            nd_format(missing, 256, "%s was not found", *names);
        else if (why) /* the library exists but cannot be loaded, or lacks a library that it needs */
            nd_format(missing, 256, "%s", why);
    }
    if (library) missing[0] = 0;
    for (const struct nd_symbol *s = symbols; library && s->name; s++) {
        void *function = dlsym(library, s->name);
        memcpy((char *)table + s->offset, &function, sizeof function);
        if (function) continue;
        nd_format(missing, 256, "%s has no %s, so it is too old", names[-1], s->name);
        dlclose(library);
        library = NULL;
    }
    return library;
}
