#include "base/error.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include "base/format.h"
#include "base/printable.h"

static _Thread_local struct {
    char message[4096];
    char scratch[4096];
} last;

/* Compiler output keeps its line breaks; in any other message a line break comes from a file's text. */
static void make_printable(int code)
{
    memcpy(last.scratch, last.message, sizeof last.scratch);
    nd_printable(last.message, sizeof last.message, last.scratch, code == NUDGE_ECOMPILE);
}

int nd_fail(int code, const char *file, int line, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    nd_vformat(last.message, sizeof last.message, format, args);
    va_end(args);
    /* The place in the library, only for errors that should not happen. */
    if (code == NUDGE_EINTERNAL) {
        size_t n = strlen(last.message);
        nd_format(last.message + n, sizeof last.message - n, " [%s:%d; please report this]", file, line);
    }
    make_printable(code);
    return code;
}

int nd_fail_prefix(int code, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    memcpy(last.scratch, last.message, sizeof last.scratch);
    int n = nd_vformat(last.message, sizeof last.message, format, args);
    va_end(args);
    const int room = (int)sizeof last.message - n - 3; /* less the colon, the blank and the NUL */
    if (n >= 0 && room > 0) nd_format(last.message + n, (size_t)room + 3, ": %.*s", room, last.scratch);
    make_printable(code);
    return code;
}

const char *nudge_error(void)
{
    return last.message;
}

const char *nudge_error_name(int code)
{
    switch (code) {
    case 0: return "success";
#define CASE(name, value, text)                                                                              \
    case value: return "NUDGE_E" #name;
        NUDGE_ERRORS(CASE)
#undef CASE
    default: return "unknown code";
    }
}

const char *nudge_version(void)
{
    return NUDGE_VERSION;
}
