/* Error handling. Functions return 0 or a negative NUDGE_E code; the first function that notices an
 * error records its message.
 *
 * A function that can fail declares `int status = 0`, uses TRY and FAIL, and has one `done:` label
 * where it frees its memory and returns status. */
#ifndef ND_ERROR_H
#define ND_ERROR_H

#include "nudge.h"

/* Records code and message for this thread and returns code. */
int nd_fail(int code, const char *file, int line, const char *format, ...)
    __attribute__((format(printf, 4, 5), cold));
/* Puts "prefix: " before the recorded message, to name the context. Returns code. */
int nd_fail_prefix(int code, const char *format, ...) __attribute__((format(printf, 2, 3), cold));

#define FAIL(code, ...)                                                                                      \
    do {                                                                                                     \
        status = nd_fail(code, __FILE__, __LINE__, __VA_ARGS__);                                             \
        goto done;                                                                                           \
    } while (0)

/* For the first lines of a public function: a required argument must not be null. */
#define GIVEN(pointer, name)                                                                                 \
    do {                                                                                                     \
        if (!(pointer)) return nd_fail(NUDGE_EVALUE, __FILE__, __LINE__, "%s: %s is null", __func__, name);  \
    } while (0)

#define TRY(call)                                                                                            \
    do {                                                                                                     \
        status = (call);                                                                                     \
        if (status) goto done;                                                                               \
    } while (0)

#endif
