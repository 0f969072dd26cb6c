/* Runs the system's C compiler, without a shell. */
#define _GNU_SOURCE
#include "device/cpu.h"

#include <errno.h>
#include <fcntl.h>
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

/* Runs argv with stdout and stderr going to `log`. *code: its exit status, 127 when it could not be started. */
static int run(char *const *argv, const char *log, int *code)
{
    int status = 0, wait_status = 0;
    pid_t pid;
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0);
    posix_spawn_file_actions_addopen(&actions, 1, log, O_WRONLY | O_CREAT | O_TRUNC, 0600);
    posix_spawn_file_actions_adddup2(&actions, 1, 2);
    *code = 127;
    if (!posix_spawnp(&pid, argv[0], &actions, NULL, argv, environ)) {
        while (waitpid(pid, &wait_status, 0) < 0)
            if (errno != EINTR) FAIL(NUDGE_EINTERNAL, "waitpid: %s", strerror(errno));
        *code = WIFEXITED(wait_status) ? WEXITSTATUS(wait_status) : 128;
    }
done:
    posix_spawn_file_actions_destroy(&actions);
    return status;
}

static int make_folder(char folder[256])
{
    int status = 0;
    const char *tmp = getenv("TMPDIR");
    snprintf(folder, 256, "%s/nudge-XXXXXX", tmp && *tmp ? tmp : "/tmp");
    if (!mkdtemp(folder))
        FAIL(NUDGE_EIO, "%s: cannot create a folder for compiling: %s", folder, strerror(errno));
done:
    return status;
}

static void remove_folder(const char *folder, const char *const *files)
{
    char path[300];
    for (; *files; files++) {
        snprintf(path, sizeof path, "%s/%s", folder, *files);
        remove(path);
    }
    rmdir(folder);
}

static const char *const temporaries[] = {"kernel.c", "kernel.so", "log", NULL};

int nd_cpu_compiler(char command[256], char version[128])
{
    int status = 0, code = 127;
    char folder[256] = "", log[300], *text = NULL;
    size_t n = 0;
    const char *own = getenv("NUDGE_CC");
    const char *const candidates[] = {own && *own ? own : "cc", own && *own ? NULL : "gcc",
                                      own && *own ? NULL : "clang"};
    command[0] = version[0] = 0;
    if (own && !strcmp(own, "none")) return 0;
    TRY(make_folder(folder));
    snprintf(log, sizeof log, "%s/log", folder);
    for (int i = 0; i < 3 && code; i++) {
        if (!candidates[i]) continue;
        char *argv[] = {(char *)candidates[i], "--version", NULL};
        TRY(run(argv, log, &code));
        if (!code) snprintf(command, 256, "%s", candidates[i]);
    }
    if (!code && !nd_file_read(log, 1 << 20, &text, &n))
        snprintf(version, 128, "%.*s", (int)strcspn(text, "\n"), text);
done:
    if (folder[0]) remove_folder(folder, temporaries);
    free(text);
    return status;
}

int nd_cpu_flags(struct nd_text *flags)
{
    const char *more = getenv("NUDGE_CFLAGS");
    nd_text_add(flags, "%s %s", ND_KERNEL_CFLAGS, more ? more : "");
    return nd_text_check(flags);
}

int nd_cpu_compile(const char *command, const char *text, const char *options, struct nd_blob *blob,
                   struct nd_text *log)
{
    int status = 0, code = 0, argc = 0;
    char folder[256] = "", path[3][300], *said = NULL, *argv[64];
    struct nd_text words = {0};
    size_t n = 0;
    TRY(make_folder(folder));
    for (int i = 0; i < 3; i++) snprintf(path[i], sizeof path[i], "%s/%s", folder, temporaries[i]);
    TRY(nd_file_write(path[0], text, strlen(text)));

    nd_text_add(&words, "%s ", options);
    TRY(nd_cpu_flags(&words));
    argv[argc++] = (char *)command;
    for (char *word = strtok(words.s, " "); word && argc < 50; word = strtok(NULL, " ")) argv[argc++] = word;
    char *const fixed[] = {"-std=gnu17", "-fPIC", "-shared", "-w", "-o", path[1], path[0], "-lm", NULL};
    for (int i = 0; i < 9; i++) argv[argc + i] = fixed[i];

    TRY(run(argv, path[2], &code));
    if (!nd_file_read(path[2], 1 << 20, &said, &n)) nd_text_add_bytes(log, said, n);
    if (code) FAIL(NUDGE_ECOMPILE, "%s ended with status %d", command, code);
    TRY(nd_file_read(path[1], (size_t)1 << 30, (char **)&blob->bytes, &blob->n));
done:
    if (folder[0]) remove_folder(folder, temporaries);
    nd_text_clear(&words);
    free(said);
    return status;
}
