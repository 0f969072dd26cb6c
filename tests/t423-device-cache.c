// The disk cache of compiled kernels: hits, recompilation of damaged files, use by several
// processes, size limit. "child" only loads one kernel, "warns" loads it twice.
#include <sys/wait.h>
#include <unistd.h>
#include "own.h"

static int warnings;
static void count_warnings(void *context, int level, const char *message)
{
    warnings += level == NUDGE_LOG_WARNING && strstr(message, context);
}

static void find_cached(char path[512])
{
    char command[400];
    snprintf(command, sizeof command, "ls '%s'/cpu-*.bin", in_folder("cache"));
    FILE *list = popen(command, "r");
    path[0] = 0;
    CHECK(list && fgets(path, 512, list));
    path[strcspn(path, "\n")] = 0;
    pclose(list);
}

/* Cuts the cached kernel to a share of its length, or changes a byte of it. */
static void damage(double share, int flip)
{
    char path[512], *bytes = NULL;
    size_t n = 0;
    find_cached(path);
    CHECK_OK(nd_file_read(path, 1 << 28, &bytes, &n));
    if (flip) bytes[(size_t)(share * (double)n)] ^= 64;
    CHECK_OK(nd_file_write(path, bytes, flip ? n : (size_t)(share * (double)n)));
    free(bytes);
}

static void remove_cache(void)
{
    char command[400];
    snprintf(command, sizeof command, "rm -rf '%s'", in_folder("cache"));
    CHECK(system(command) == 0);
}

static void check_cache(void)
{
    remove_cache();
    compiles();
    CHECK_OK(open_and_load());
    CHECK(compiles() == 2); /* whether it compiles at all, and the kernel */
    CHECK_OK(open_and_load());
    CHECK(compiles() == 0);
    static const double share[] = {0, 0.001, 0.5, 0.9, 0.999};
    for (unsigned i = 0; i < sizeof share / sizeof *share; i++)
        for (int flip = 0; flip < 2; flip++) {
            damage(share[i], flip);
            CHECK_OK(open_and_load());
            CHECK(compiles() == 1);
            CHECK_OK(open_and_load());
            CHECK(compiles() == 0);
        }
    setenv("NUDGE_CFLAGS", "-DNUDGE_TEST=1", 1); /* other flags, other kernel */
    CHECK_OK(open_and_load());
    CHECK(compiles() == 2);
    char words[400] = "";
    for (int i = 0; i < 90; i++) strcat(words, "-g ");
    setenv("NUDGE_CFLAGS", words, 1);
    CHECK_FAILS(open_and_load(), NUDGE_EVALUE, "NUDGE_CFLAGS has too many words");
    unsetenv("NUDGE_CFLAGS");
    nudge_log_set(count_warnings, "not kept");
    setenv("NUDGE_CACHE", "/proc/nowhere", 1); /* nothing can be kept there, which stops nobody */
    for (int i = 0; i < 3; i++) {
        CHECK_OK(open_and_load());
        CHECK(compiles() == 2);
    }
    CHECK(warnings == 1);
    nudge_log_set(NULL, NULL);
    setenv("NUDGE_CACHE", in_folder("cache"), 1);
}

/* Without a place for temporary files: what is kept needs none, and a compile falls back to /tmp. */
static void check_temporaries(void)
{
    const char *tmp = getenv("TMPDIR");
    char *before = tmp ? nd_strdup(tmp) : NULL;
    CHECK_OK(open_and_load());
    compiles();
    setenv("TMPDIR", "/nowhere/at/all", 1);
    CHECK_OK(open_and_load());
    CHECK(compiles() == 0);
    if (!access("/tmp", W_OK)) {
        remove_cache();
        CHECK_OK(open_and_load());
        CHECK(compiles() == 2);
    }
    if (before)
        setenv("TMPDIR", before, 1);
    else
        unsetenv("TMPDIR");
    free(before);
}

/* A compiler that a signal ends: the text is not at fault and is not kept as such. */
static void check_interrupted(void)
{
    char rest[400];
    remove_cache();
    CHECK_OK(open_and_load()); /* the compiler is known to work from here on */
    write_text("own.knl", "/* another text */\nint another;\n");
    setenv("NUDGE_TEST_SIGNAL", "INT", 1);
    CHECK_FAILS(open_and_load(), NUDGE_ESTOPPED, "stopped by signal 2");
    setenv("NUDGE_TEST_SIGNAL", "KILL", 1);
    CHECK_FAILS(open_and_load(), NUDGE_EDEVICE, "stopped by signal 9");
    unsetenv("NUDGE_TEST_SIGNAL");
    snprintf(rest, sizeof rest, "ls '%s' | grep -q failed", in_folder("cache"));
    CHECK(system(rest) != 0);
    write_text("own.knl", rotate);
    compiles();
}

/* Several processes that begin with an empty cache: each gets its kernel, and later ones compile nothing. */
static void check_sharing(void)
{
    enum { PROCESSES = 4 };
    pid_t child[PROCESSES];
    char rest[400];
    remove_cache();
    for (int i = 0; i < PROCESSES; i++) {
        child[i] = fork();
        if (child[i] == 0) {
            execl("/proc/self/exe", "t423", "child", (char *)NULL);
            _exit(127);
        }
    }
    for (int i = 0; i < PROCESSES; i++) {
        int status = 1;
        CHECK(child[i] > 0 && waitpid(child[i], &status, 0) == child[i] && status == 0);
    }
    const int n = compiles();
    CHECK(n >= 2 && n <= 2 * PROCESSES);
    CHECK_OK(open_and_load());
    CHECK(compiles() == 0);
    snprintf(rest, sizeof rest, "ls '%s' | grep -q part", in_folder("cache"));
    CHECK(system(rest) != 0); /* no half-written file is left */
}

/* Room for two kernels: a third takes the place of the one that was used longest ago. */
static void check_ceiling(void)
{
    char text[3][1200], limit[32], path[512];
    struct stat info;
    for (int i = 0; i < 3; i++) snprintf(text[i], sizeof text[i], "/* text %d */\n%s", i, rotate);
    remove_cache();
    write_text("own.knl", text[0]);
    CHECK_OK(open_and_load());
    find_cached(path);
    CHECK(!stat(path, &info));
    snprintf(limit, sizeof limit, "%.6f", 2.5 * (double)info.st_size / 1048576);
    setenv("NUDGE_CACHE_MB", limit, 1);
    static const int order[] = {1, 0, 2, 0, 1}; /* 0 is used again before 2 comes, so 1 must go */
    static const int compiled[] = {1, 0, 1, 0, 1};
    compiles();
    for (int i = 0; i < 5; i++) {
        write_text("own.knl", text[order[i]]);
        usleep(20000); /* so that the files' times differ */
        CHECK_OK(open_and_load());
        CHECK(compiles() == compiled[i]);
    }
    setenv("NUDGE_CACHE_MB", "much", 1); /* not a number: the default */
    CHECK_OK(open_and_load());
    CHECK(compiles() == 0);
    unsetenv("NUDGE_CACHE_MB");
    write_text("own.knl", rotate);
}

/* The warning that the cache is not used comes once per process, and other checks have caused it:
 * this runs in a process of its own. */
static int warn_once(void)
{
    nudge_log_set(count_warnings, "cache: may be written by others (mode 777)");
    return open_and_load() || open_and_load() || warnings != 1;
}

static unsigned mode_of(const char *path)
{
    struct stat info;
    return lstat(path, &info) ? 0 : info.st_mode & 0777;
}

/* The kernel is loaded with so many runs of the compiler, and so many warnings that say this. */
static void expect_load(int wanted, int warned, const char *says)
{
    warnings = 0;
    compiles();
    nudge_log_set(count_warnings, (void *)says);
    CHECK_OK(open_and_load());
    nudge_log_set(NULL, NULL);
    const int n = compiles();
    if (n != wanted || warnings != warned)
        printf("%d runs of the compiler, not %d; %d warnings of '%s', not %d\n", n, wanted, warnings, says,
               warned);
    CHECK(n == wanted && warnings == warned);
}

/* A compiled kernel is code: a file that somebody else can have written is not loaded but compiled again and
 * replaced. */
static void check_trust(void)
{
    char path[512], copy[520], cache[300];
    const mode_t old = umask(0);
    remove_cache();
    CHECK_OK(open_and_load());
    umask(old);
    find_cached(path);
    snprintf(cache, sizeof cache, "%s", in_folder("cache"));
    CHECK(mode_of(cache) == 0700 && mode_of(path) == 0600); /* whatever the umask */
    static const mode_t open_modes[] = {0620, 0602};
    for (int i = 0; i < 2; i++) {
        CHECK(chmod(path, open_modes[i]) == 0);
        expect_load(1, 1, "may be written by others");
        CHECK(mode_of(path) == 0600);
    }
    CHECK(chmod(path, 0644) == 0);
    expect_load(0, 0, "");
    snprintf(copy, sizeof copy, "%s.copy", path);
    CHECK(rename(path, copy) == 0 && symlink(copy, path) == 0);
    expect_load(1, 1, "is a symbolic link; the kernel is compiled again");
    CHECK(remove(path) == 0 && mkfifo(path, 0600) == 0);
    alarm(60);
    expect_load(1, 1, "not a regular file");
    alarm(0);
    if (geteuid() == 0) {
        CHECK(chown(path, 65534, 65534) == 0);
        expect_load(1, 1, "belongs to user 65534 and not to user 0");
        expect_load(0, 0, "");
    }
}

/* A folder that others can write to is not used at all: nothing is loaded from it, nothing is put
 * into it, reported once. */
static void check_trusted_folder(void)
{
    char path[512], cache[300];
    find_cached(path);
    snprintf(cache, sizeof cache, "%s", in_folder("cache"));
    CHECK(remove(path) == 0 && chmod(cache, 0777) == 0);
    expect_load(2, 0, "");
    CHECK(access(path, F_OK) != 0);
    const pid_t child = fork();
    int status = 1;
    if (child == 0) {
        execl("/proc/self/exe", "t423", "warns", (char *)NULL);
        _exit(127);
    }
    CHECK(child > 0 && waitpid(child, &status, 0) == child && status == 0);
    CHECK(chmod(cache, 0770) == 0);
    expect_load(2, 0, "may be written");
    CHECK(chmod(cache, 0755) == 0);
    expect_load(1, 0, "");
    expect_load(0, 0, "");
    if (geteuid() == 0) {
        CHECK(chown(cache, 65534, 65534) == 0);
        expect_load(2, 0, "belongs");
        CHECK(chown(cache, 0, 0) == 0);
        expect_load(0, 0, "");
        /* sudo with a user's HOME leaves nothing there. */
        CHECK(mkdir(in_folder("home"), 0755) == 0 && chown(in_folder("home"), 65534, 65534) == 0);
        setenv("NUDGE_CACHE", in_folder("home/.cache/nudge"), 1);
        expect_load(2, 0, "");
        CHECK(access(in_folder("home/.cache"), F_OK) != 0);
        setenv("NUDGE_CACHE", cache, 1);
    }
}

static void check_dump(void)
{
    char *text = NULL;
    size_t n;
    setenv("NUDGE_DUMP", in_folder("dump"), 1);
    CHECK_OK(open_and_load());
    CHECK_OK(nd_file_read(in_folder("dump/maxwell-N1-double-own.c"), 1 << 20, &text, &n));
    CHECK(text && strstr(text, "options: -O3") && strstr(text, "KERNEL(turn)") &&
          strstr(text, "enum { Ex, Ey, Ez, Hx, Hy, Hz };") && strstr(text, "#line 1 \"maxwell.law\""));
    CHECK(text && !strstr(text, "law_flux")); /* functions that the kernel does not use are left out */
    free(text);
    unsetenv("NUDGE_DUMP");
}

int main(int argc, char **argv)
{
    if (argc == 2 && !strcmp(argv[1], "child")) return open_and_load() ? 1 : 0;
    if (argc == 2 && !strcmp(argv[1], "warns")) return warn_once();
    own_init();
    check_cache();
    check_sharing();
    check_ceiling();
    check_temporaries();
    check_interrupted();
    check_trust();
    check_trusted_folder();
    check_dump();
    test_folder_remove(own_folder);
    TEST_END;
}
