#include "law/builtin.h"

#include <stdio.h>
#include <string.h>
#include "base/format.h"
#include "base/texts.h"

const char *nd_law_builtin(const char *name)
{
    char file[64];
    if ((size_t)nd_format(file, sizeof file, "%s.law", name) >= sizeof file) return NULL;
    for (const struct nd_text_file *t = nd_texts; t->name; t++)
        if (!strcmp(t->name, file)) return t->text;
    return NULL;
}

int nd_law_builtin_names(const char **names, int most)
{
    static char storage[16][32];
    int n = 0;
    for (const struct nd_text_file *t = nd_texts; t->name && n < most && n < 16; t++) {
        size_t length = strlen(t->name);
        if (length < 5 || length > 31 || strcmp(t->name + length - 4, ".law")) continue;
        memcpy(storage[n], t->name, length - 4); /* the same bytes at every call */
        names[n] = storage[n];
        n++;
    }
    return n;
}
