#include "kernel/kernel.h"

#include <string.h>

const struct nd_variant nd_variants[] = {
    {"simd",
     {"stage_simd.knl"},
     ND_LAYOUT_SIMD,
     1,
     "a whole stage in one pass, elements in the lanes of CPU vectors"},
    {"plain",
     {"flux_plain.knl", "rate_plain.knl", "update_plain.knl"},
     ND_LAYOUT_ANY,
     0,
     "three simple passes, any layout and device"},
    {0},
};

const struct nd_variant *nd_variant_find(const char *name)
{
    for (const struct nd_variant *v = nd_variants; v->name; v++)
        if (!strcmp(v->name, name)) return v;
    return NULL;
}
