/* The cpu backend: kernels are compiled with the system's C compiler and loaded with dlopen. */
#ifndef ND_CPU_H
#define ND_CPU_H

#include "device/device.h"

extern const struct nd_backend nd_backend_cpu;

/* -- cpu_compile.c -- */

/* command: $NUDGE_CC, else the first of cc, gcc, clang that exists; "" if there is none or NUDGE_CC=none.
 * version: the first line of its --version. */
int nd_cpu_compiler(char command[256], char version[128]);
/* Flags that the build and $NUDGE_CFLAGS add to every compilation, separated by blanks; they are part of the
 * fingerprint. */
int nd_cpu_flags(struct nd_text *flags);
int nd_cpu_compile(const char *command, const char *text, const char *options, struct nd_blob *blob,
                   struct nd_text *log);
/* Creates a folder under $TMPDIR or /tmp. */
int nd_cpu_folder(char folder[256]);

/* -- cpu_load.c: opens compiled blobs as libraries -- */

struct nd_library {
    void *handle; /* dlopen's */
    int file;     /* the memory file that holds it, or -1 */
};
int nd_library_open(struct nd_library *library, const struct nd_blob *blob);
void nd_library_close(struct nd_library *library);

/* cpu_peers.c */
extern const struct nd_peers nd_cpu_peers;

#endif
