/* The cpu backend: kernels compiled with the system's C compiler and opened; see cpu.c. */
#ifndef ND_CPU_H
#define ND_CPU_H

#include "device/device.h"

extern const struct nd_backend nd_backend_cpu;

/* cpu_compile.c: the command found in $NUDGE_CC or as cc, gcc, clang; "" when there is none or NUDGE_CC=none. version:
 * its first line of --version. */
int nd_cpu_compiler(char command[256], char version[128]);
/* Flags that the build and $NUDGE_CFLAGS add to every compile, separated by blanks; they belong to the fingerprint. */
int nd_cpu_flags(struct nd_text *flags);
int nd_cpu_compile(const char *command, const char *text, const char *options, struct nd_blob *blob,
                   struct nd_text *log);

#endif
