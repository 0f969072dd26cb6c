/* Runs the system's C compiler, without a shell. */
#define _GNU_SOURCE
#include "base/format.h"
#include "device/cpu.h"

#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>
#include "base/file.h"
#include "base/memory.h"
#include "base/time.h"
#include "base/work.h"

extern char **environ;

/* Additional flags of the build (the sanitizers', if the library is built with them). */
#ifndef ND_KERNEL_CFLAGS
#define ND_KERNEL_CFLAGS ""
#endif

/* How a program ended. */
struct ending {
    int code;   /* exit status; 127: it could not be started */
    int signal; /* the signal that ended it, or 0 */
};

/* The time limit of a compilation in seconds: $NUDGE_CC_LIMIT, else five minutes. */
static double time_limit(void)
{
    const char *own = getenv("NUDGE_CC_LIMIT");
    const double seconds = own ? nd_number(own, NULL) : 0;
    return seconds > 0 ? seconds : 300;
}

/* Starts argv with stdout and stderr redirected to `out`; returns 0 if it could not be started. The
 * program gets its own process group, so that it can be killed with all its children, and default
 * signal handling. */
static pid_t start(char *const *argv, int out)
{
    pid_t pid = 0;
    sigset_t usual, none;
    posix_spawnattr_t attributes;
    posix_spawn_file_actions_t actions;
    sigemptyset(&none);
    sigemptyset(&usual);
    sigaddset(&usual, SIGPIPE);
    sigaddset(&usual, SIGXFSZ);
    sigaddset(&usual, SIGINT);
    sigaddset(&usual, SIGTERM);
    posix_spawnattr_init(&attributes);
    posix_spawnattr_setflags(&attributes,
                             POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK);
    posix_spawnattr_setpgroup(&attributes, 0);
    posix_spawnattr_setsigdefault(&attributes, &usual);
    posix_spawnattr_setsigmask(&attributes, &none);
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_adddup2(&actions, out, 1);
    posix_spawn_file_actions_adddup2(&actions, out, 2);
    posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0);
    if (posix_spawnp(&pid, argv[0], &actions, &attributes, argv, environ)) pid = 0;
    posix_spawn_file_actions_destroy(&actions);
    posix_spawnattr_destroy(&attributes);
    return pid;
}

static int fail_late(char *const *argv)
{
    return nd_fail(NUDGE_EDEVICE, __FILE__, __LINE__,
                   "the C compiler, %s %s ..., did not end within %g s (NUDGE_CC_LIMIT) and was killed; name "
                   "another by NUDGE_CC, or use kernels built ahead of time by NUDGE_CC=none",
                   argv[0], argv[1], time_limit());
}

/* Reads from the pipe until its other end is closed, and keeps the first megabyte. Fails if the
 * caller wants to stop, or when the clock reaches `end`. */
static int drain(char *const *argv, int in, double end, struct nd_text *said)
{
    int status = 0;
    char piece[4096];
    for (;;) {
        struct pollfd ready = {in, POLLIN, 0};
        TRY(nd_work("compiling kernels", NAN));
        if (nd_seconds_now() > end) TRY(fail_late(argv));
        if (poll(&ready, 1, 20) <= 0) continue;
        const ssize_t n = read(in, piece, sizeof piece);
        if (n < 0 && errno == EINTR) continue;
        if (n <= 0) break;
        if (said->n < 1 << 20) nd_text_add_bytes(said, piece, (size_t)n);
    }
done:
    return status;
}

/* A program that has closed the pipe is about to end. If it does not end, or if `failed` is set, it is killed
 * with all its children. Returns `failed` or the error. */
static int await(char *const *argv, pid_t pid, double end, int failed, struct ending *ending)
{
    int status = failed, how = 0;
    double pause = 1e-4;
    for (;;) {
        if (!status) status = nd_work("compiling kernels", NAN);
        if (!status && nd_seconds_now() > end) status = fail_late(argv);
        if (status) kill(-pid, SIGKILL);
        const pid_t got = waitpid(pid, &how, status ? 0 : WNOHANG);
        if (got == pid) break;
        if (got < 0 && errno != EINTR) FAIL(NUDGE_EINTERNAL, "waitpid: %s", strerror(errno));
        nanosleep(&(struct timespec){0, (long)(1e9 * pause)}, NULL);
        if (pause < 0.02) pause *= 2;
    }
    ending->code = WIFEXITED(how) ? WEXITSTATUS(how) : 128;
    ending->signal = WIFSIGNALED(how) ? WTERMSIG(how) : 0;
done:
    return status;
}

static int run(char *const *argv, struct nd_text *said, struct ending *ending)
{
    int status = 0, ends[2];
    const double end = nd_seconds_now() + time_limit();
    *ending = (struct ending){127, 0};
    if (pipe2(ends, O_CLOEXEC))
        FAIL(NUDGE_EDEVICE, "%s: no pipe to read it by: %s", argv[0], strerror(errno));
    const pid_t pid = start(argv, ends[1]);
    close(ends[1]);
    if (pid) status = drain(argv, ends[0], end, said);
    close(ends[0]);
    if (pid) status = await(argv, pid, end, status, ending);
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

/* Fills argv of a compilation; the words of `flags` become arguments. */
static int set_words(char **argv, int most, const char *command, char *flags, char *source, char *result)
{
    int status = 0, argc = 0;
    char *rest = NULL;
    /* Mere warnings after which the kernel would crash or not load are errors in its text. */
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

static int write_source(const char *path, const char *text)
{
    char why[1024];
    const int status = nd_file_write(path, text, strlen(text));
    nd_format(why, sizeof why, "%s", nudge_error());
    if (!status) return 0;
    return nd_fail(
        status, __FILE__, __LINE__,
        "%s; kernels are compiled there: raise a limit of file sizes (ulimit -f), free space, or set "
        "TMPDIR to another folder",
        why);
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
    TRY(write_source(source, text));
    TRY(run(argv, log, &ending));
    TRY(nd_text_check(log));
    /* A signal that interrupts us may reach the compiler too; the text is not at fault. */
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
