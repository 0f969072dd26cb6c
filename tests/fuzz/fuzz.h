/* Shared by the harnesses.
 *
 * Each tests/fuzz/NAME.c is one libFuzzer target. LLVMFuzzerTestOneInput passes the bytes to a part
 * of the library that reads files. Every result is right except a crash, a hang, a leak, or a
 * failure that breaks the rules of base/error.h: then the harness aborts, and libFuzzer keeps the
 * input. With NUDGE_FUZZ_STRICT set an input must also be accepted: a seed that is refused at its
 * first line would not reach the rest of a reader. */
#ifndef FUZZ_H
#define FUZZ_H

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "nudge.h"

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t n);

#define FUZZ_CHECK(condition)                                                                                \
    do {                                                                                                     \
        if (!(condition)) {                                                                                  \
            fprintf(stderr, "%s:%d: not true: %s; the last message is \"%s\"\n", __FILE__, __LINE__,         \
                    #condition, nudge_error());                                                              \
            abort();                                                                                         \
        }                                                                                                    \
    } while (0)

/* For every status that the library returned. Returns it. */
static inline int fuzz_status(int status)
{
    FUZZ_CHECK(status <= 0);
    FUZZ_CHECK(!status || *nudge_error());
    FUZZ_CHECK(status != NUDGE_EINTERNAL);
    return status;
}

/* The same for what reads the input itself. */
static inline int fuzz_read(int status)
{
    FUZZ_CHECK(!status || !getenv("NUDGE_FUZZ_STRICT"));
    return fuzz_status(status);
}

/* A copy that ends with NUL and has not one byte more, so that reading past its end is seen. To be freed. */
static inline char *fuzz_text(const uint8_t *bytes, size_t n)
{
    char *text = malloc(n + 1);
    FUZZ_CHECK(text != NULL);
    memcpy(text, bytes, n);
    text[n] = 0;
    return text;
}

/* A folder of this process; tests/t900-fuzz.sh removes what is in $TMPDIR. */
static inline const char *fuzz_folder(void)
{
    static char folder[256];
    const char *tmp = getenv("TMPDIR");
    if (folder[0]) return folder;
    snprintf(folder, sizeof folder, "%s/nudge-fuzz-XXXXXX", tmp && *tmp ? tmp : "/tmp");
    FUZZ_CHECK(mkdtemp(folder) != NULL);
    return folder;
}

/* Writes the bytes to a file of the folder. The path is good until the next call. */
static inline const char *fuzz_file(const char *name, const void *bytes, size_t n)
{
    static char path[320];
    snprintf(path, sizeof path, "%s/%s", fuzz_folder(), name);
    FILE *file = fopen(path, "wb");
    FUZZ_CHECK(file != NULL);
    FUZZ_CHECK(fwrite(bytes, 1, n, file) == n && !fclose(file));
    return path;
}

#endif
