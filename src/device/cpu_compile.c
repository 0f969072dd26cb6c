/* Runs the system's C compiler, without a shell. */
#define _GNU_SOURCE
#include "base/format.h"
#include "device/cpu.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>
#include "base/file.h"
#include "base/memory.h"

extern char **environ;

/* Extra flags of the build (the sanitizers', when the library has them). */
#ifndef ND_KERNEL_CFLAGS
#define ND_KERNEL_CFLAGS ""
#endif

/* What a program said, and how it ended. */
struct ending {
    int code;   /* exit status; 127 when it could not be started */
    int signal; /* that ended it, or 0 */
};

/* Starts argv with stdout and stderr going into the pipe's end `out`; 0 when it could not be started. */
static pid_t start(char *const *argv, int out)
{
    pid_t pid = 0;
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_adddup2(&actions, out, 1);
    posix_spawn_file_actions_adddup2(&actions, out, 2);
    posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0);
    if (posix_spawnp(&pid, argv[0], &actions, NULL, argv, environ)) pid = 0;
    posix_spawn_file_actions_destroy(&actions);
    return pid;
}

/* All that comes through the pipe until its other end is closed; the first megabyte is kept. */
static void drain(int in, struct nd_text *said)
{
    char piece[4096];
    for (;;) {
        const ssize_t n = read(in, piece, sizeof piece);
        if (n < 0 && errno == EINTR) continue;
        if (n <= 0) return;
        if (said->n < 1 << 20) nd_text_add_bytes(said, piece, (size_t)n);
    }
}

static int run(char *const *argv, struct nd_text *said, struct ending *ending)
{
    int status = 0, wait_status = 0, ends[2];
    *ending = (struct ending){127, 0};
    if (pipe2(ends, O_CLOEXEC))
        FAIL(NUDGE_EDEVICE, "%s: no pipe to read it by: %s", argv[0], strerror(errno));
    const pid_t pid = start(argv, ends[1]);
    close(ends[1]);
    drain(ends[0], said);
    close(ends[0]);
    if (!pid) goto done;
    while (waitpid(pid, &wait_status, 0) < 0)
        if (errno != EINTR) FAIL(NUDGE_EINTERNAL, "waitpid: %s", strerror(errno));
    ending->code = WIFEXITED(wait_status) ? WEXITSTATUS(wait_status) : 128;
    ending->signal = WIFSIGNALED(wait_status) ? WTERMSIG(wait_status) : 0;
done:
    return status;
}

int nd_cpu_folder(char folder[256])
{
    int status = 0;
    const char *tmp = getenv("TMPDIR");
    if (tmp && *tmp && nd_format(folder, 256, "%s/nudge-XXXXXX", tmp) < 256 && mkdtemp(folder)) return 0;
    nd_format(folder, 256, "/tmp/nudge-XXXXXX");
    if (!mkdtemp(folder)) {
        folder[0] = 0;
        FAIL(NUDGE_EIO,
             "no folder for compiling can be made in %s%s/tmp: %s; set TMPDIR to one that is there",
             tmp ? tmp : "", tmp ? " nor in " : "", strerror(errno));
    }
done:
    return status;
}

int nd_cpu_compiler(char command[256], char version[128])
{
    int status = 0;
    struct nd_text said = {0};
    struct ending ending = {127, 0};
    const char *own = getenv("NUDGE_CC");
    const char *const candidates[] = {own && *own ? own : "cc", own && *own ? NULL : "gcc",
                                      own && *own ? NULL : "clang"};
    command[0] = version[0] = 0;
    if (own && !strcmp(own, "none")) return 0;
    for (int i = 0; i < 3 && ending.code; i++) {
        if (!candidates[i]) continue;
        char *argv[] = {(char *)candidates[i], "--version", NULL};
        nd_text_clear(&said);
        TRY(run(argv, &said, &ending));
        if (!ending.code) nd_format(command, 256, "%s", candidates[i]);
    }
    TRY(nd_text_check(&said));
    if (!ending.code && said.s) nd_format(version, 128, "%.*s", (int)strcspn(said.s, "\n"), said.s);
done:
    nd_text_clear(&said);
    return status;
}

int nd_cpu_flags(struct nd_text *flags)
{
    const char *more = getenv("NUDGE_CFLAGS");
    nd_text_add(flags, "%s %s", ND_KERNEL_CFLAGS, more ? more : "");
    return nd_text_check(flags);
}

/* argv of a compile; the words of `flags` become its parts. */
static int set_words(char **argv, int most, const char *command, char *flags, char *source, char *result)
{
    int status = 0, argc = 0;
    char *rest = NULL;
    /* What a compiler only warns of, though the kernel would crash, or could not be opened, is a mistake in its text. */
    char *const fixed[] = {"-std=gnu17",
                           "-fPIC",
                           "-shared",
                           "-Werror=implicit-function-declaration",
                           "-Werror=return-type",
                           "-Werror=incompatible-pointer-types",
                           "-o",
                           result,
                           source,
                           "-lm",
                           NULL};
    const int more = (int)(sizeof fixed / sizeof *fixed);
    argv[argc++] = (char *)command;
    for (char *word = strtok_r(flags, " ", &rest); word; word = strtok_r(NULL, " ", &rest)) {
        if (argc + more >= most)
            FAIL(NUDGE_EVALUE, "NUDGE_CFLAGS has too many words: %d flags in all are the most",
                 most - more - 1);
        argv[argc++] = word;
    }
    memcpy(argv + argc, fixed, sizeof fixed);
done:
    return status;
}

int nd_cpu_compile(const char *command, const char *text, const char *options, struct nd_blob *blob,
                   struct nd_text *log)
{
    int status = 0;
    char folder[256] = "", source[300] = "", result[300] = "", *argv[64];
    struct nd_text words = {0};
    struct ending ending;
    nd_text_add(&words, "%s ", options);
    TRY(nd_cpu_flags(&words));
    TRY(nd_cpu_folder(folder));
    nd_format(source, sizeof source, "%s/kernel.c", folder);
    nd_format(result, sizeof result, "%s/kernel.so", folder);
    TRY(set_words(argv, 64, command, words.s, source, result));
    TRY(nd_file_write(source, text, strlen(text)));
    TRY(run(argv, log, &ending));
    TRY(nd_text_check(log));
    /* Who interrupts us interrupts the compiler too; the text is not at fault. */
    if (ending.signal)
        FAIL(ending.signal == SIGINT || ending.signal == SIGTERM ? NUDGE_ESTOPPED : NUDGE_EDEVICE,
             "%s was stopped by signal %d (%s)", command, ending.signal, strsignal(ending.signal));
    if (ending.code) FAIL(NUDGE_ECOMPILE, "%s ended with status %d", command, ending.code);
    TRY(nd_file_read(result, (size_t)1 << 30, (char **)&blob->bytes, &blob->n));
done:
    if (folder[0]) {
        remove(source);
        remove(result);
        rmdir(folder);
    }
    nd_text_clear(&words);
    return status;
}
