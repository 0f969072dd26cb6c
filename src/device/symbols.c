#include "device/symbols.h"

#include <dlfcn.h>
#include <stdio.h>
#include <string.h>

void *nd_symbols_load(const char *const *names, const struct nd_symbol *symbols, void *table,
                      char missing[128])
{
    void *library = NULL;
    for (int i = 0; names[i] && !library; i++) library = dlopen(names[i], RTLD_NOW | RTLD_LOCAL);
    if (library)
        missing[0] = 0;
    else
        snprintf(missing, 128, "%s", names[0] ? names[0] : "");
    for (const struct nd_symbol *s = symbols; library && s->name; s++) {
        void *function = dlsym(library, s->name);
        memcpy((char *)table + s->offset, &function, sizeof function);
        if (function) continue;
        snprintf(missing, 128, "%s", s->name);
        dlclose(library);
        library = NULL;
    }
    return library;
}
