#define _GNU_SOURCE
#include "base/format.h"

#include <locale.h>
#include <stdio.h>
#include <stdlib.h>

/* glibc's C locale is static: newlocale takes no memory, cannot fail, and needs no freelocale. */
static locale_t c_locale(void)
{
    return newlocale(LC_ALL_MASK, "C", (locale_t)0);
}

int nd_vformat(char *out, size_t n, const char *format, va_list args)
{
    const locale_t callers = uselocale(c_locale()); /* of this thread only */
    const int length = vsnprintf(out, n, format, args);
    uselocale(callers);
    return length;
}

int nd_format(char *out, size_t n, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    const int length = nd_vformat(out, n, format, args);
    va_end(args);
    return length;
}

double nd_number(const char *text, char **end)
{
    return strtod_l(text, end, c_locale());
}
