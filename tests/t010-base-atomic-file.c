/* Files are written whole or not at all, through links, and in place where they cannot be replaced. */
#include "test.h"

#include <fcntl.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>
#include "base/atomic_file.h"
#include "base/file.h"

static void check_text(const char *path, const char *text)
{
    char *bytes = NULL;
    size_t n = 0;
    CHECK_OK(nd_stream_read(path, 1 << 20, &bytes, &n));
    if (!bytes || strcmp(bytes, text)) printf("%s holds '%s', not '%s'\n", path, bytes ? bytes : "", text);
    CHECK(bytes && !strcmp(bytes, text));
    free(bytes);
}

static mode_t kind(const char *path)
{
    struct stat info;
    return lstat(path, &info) ? 0 : info.st_mode & S_IFMT;
}

static void check_links(void)
{
    CHECK(mkdir("deep", 0777) == 0 && symlink("deep/a", "link") == 0 && symlink("link", "chain") == 0);
    CHECK_OK(nd_file_write("link", "one", 3));
    check_text("deep/a", "one");
    CHECK_OK(nd_file_write("chain", "two", 3));
    check_text("deep/a", "two");
    CHECK(kind("link") == S_IFLNK && kind("chain") == S_IFLNK && kind("deep/a") == S_IFREG);
    CHECK(symlink("nowhere/a", "lost") == 0 && symlink("round", "round") == 0);
    CHECK_FAILS(nd_file_write("lost", "x", 1), NUDGE_EIO, "lost: cannot create: No such file");
    CHECK_FAILS(nd_file_write("round", "x", 1), NUDGE_EIO, "round: cannot create: Too many levels");
}

static void check_pipe(void)
{
    CHECK(mkfifo("pipe", 0666) == 0);
    const pid_t child = fork();
    if (child == 0) {
        alarm(30);
        _exit(nd_file_write("pipe", "through", 7) ? 1 : 0);
    }
    check_text("pipe", "through");
    int code = -1;
    CHECK(waitpid(child, &code, 0) == child && code == 0);
    CHECK(kind("pipe") == S_IFIFO);
}

/* Output written to standard output keeps its order with what is printed before and after. */
static void check_standard_output(void)
{
    const pid_t child = fork();
    if (child == 0) {
        alarm(30);
        if (!freopen("printed", "w", stdout)) _exit(2);
        printf("before ");
        int handle = -1, code = nd_file_write("/dev/stdout", "within ", 7);
        printf("and ");
        code |= nd_atomic_file_open_growing("/dev/stdout", &handle);
        if (write(handle, "growing ", 8) != 8) _exit(3);
        printf("after");
        fflush(stdout);
        _exit(code ? 1 : 0);
    }
    int code = -1;
    CHECK(waitpid(child, &code, 0) == child && code == 0);
    check_text("printed", "before within and growing after");
}

/* An open file goes on where it is, under whatever name; nothing takes its place. */
static void check_descriptor(void)
{
    char path[64];
    const int own = open("open", O_RDWR | O_CREAT, 0666);
    int handle = -1;
    CHECK(write(own, "one ", 4) == 4);
    snprintf(path, sizeof path, "/dev/fd/%d", own);
    CHECK(!nd_atomic_file_is_file(path) && nd_atomic_file_is_file("open"));
    CHECK_OK(nd_file_write(path, "two ", 4));
    CHECK_OK(nd_atomic_file_open_growing(path, &handle));
    CHECK(write(handle, "three ", 6) == 6 && close(handle) == 0);
    CHECK_OK(nd_file_write(path, "four", 4));
    check_text("open", "one two three four");
    close(own);
}

static void check_failure(void)
{
    struct rlimit all, few;
    static char much[40000];
    CHECK_OK(nd_file_write("kept", "old", 3));
    getrlimit(RLIMIT_FSIZE, &all);
    few = (struct rlimit){20000, all.rlim_max};
    setrlimit(RLIMIT_FSIZE, &few);
    const int code = nd_file_write("kept", much, sizeof much);
    setrlimit(RLIMIT_FSIZE, &all);
    CHECK(code == NUDGE_EIO && strstr(nudge_error(), "kept: cannot write: File too large"));
    check_text("kept", "old");
    CHECK_FAILS(nd_file_write("deep", "x", 1), NUDGE_EIO, "deep: cannot create: Is a directory");
    CHECK_FAILS(nd_file_write("kept/x", "x", 1), NUDGE_EIO, "kept/x: cannot create");
}

int main(void)
{
    char folder[256], command[300];
    const char *tmp = getenv("TMPDIR");
    signal(SIGXFSZ, SIG_IGN);
    snprintf(folder, sizeof folder, "%s/nudge-atomic-file-XXXXXX", tmp && *tmp ? tmp : "/tmp");
    CHECK(mkdtemp(folder) != NULL && chdir(folder) == 0);
    check_links();
    check_pipe();
    check_standard_output();
    check_descriptor();
    check_failure();
    CHECK(system("! ls . deep | grep part") == 0);
    snprintf(command, sizeof command, "rm -rf '%s'", folder);
    CHECK(system(command) == 0);
    TEST_END;
}
