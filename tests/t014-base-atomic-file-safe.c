/* Temporary files have unpredictable names, are never opened through a link, reach the disk before
 * they are renamed, and are removed after a failure. The test replaces fsync, rename and getrandom
 * of the C library, to see the calls and to make them fail. */
#define _GNU_SOURCE
#include "test.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>
#include "base/atomic_file.h"
#include "base/file.h"

static char calls[16];       /* F: fsync of a file, D: of a folder, R: rename */
static char renamed[2][300]; /* the temporary names of the last two */
static int sync_error, rename_error, foretold;

static void note(char what)
{
    const size_t n = strlen(calls);
    if (n + 1 < sizeof calls) calls[n] = what;
}

int fsync(int handle)
{
    struct stat info;
    note(!fstat(handle, &info) && S_ISDIR(info.st_mode) ? 'D' : 'F');
    if (sync_error) {
        errno = sync_error;
        return -1;
    }
    return (int)syscall(SYS_fsync, handle);
}

int rename(const char *from, const char *to)
{
    note('R');
    memcpy(renamed[0], renamed[1], sizeof *renamed);
    snprintf(renamed[1], sizeof *renamed, "%s", from);
    if (rename_error) {
        errno = rename_error;
        return -1;
    }
    return (int)syscall(SYS_renameat2, AT_FDCWD, from, AT_FDCWD, to, 0);
}

ssize_t getrandom(void *to, size_t n, unsigned flags)
{
    if (!foretold) return (ssize_t)syscall(SYS_getrandom, to, n, flags);
    memset(to, foretold++, n);
    return (ssize_t)n;
}

static int holds(const char *path, const char *text)
{
    char *bytes = NULL;
    size_t n = 0;
    CHECK_OK(nd_file_read(path, 1 << 20, &bytes, &n));
    const int same = bytes && !strcmp(bytes, text);
    if (!same) printf("%s holds '%s', not '%s'\n", path, bytes ? bytes : "", text);
    free(bytes);
    return same;
}

static unsigned permissions(const char *path)
{
    struct stat info;
    return stat(path, &info) ? 0 : info.st_mode & 07777;
}

static void check_order(void)
{
    CHECK_OK(nd_file_write("a", "one", 3));
    CHECK(!strcmp(calls, "FRD"));
    CHECK_OK(nd_file_write("a", "two", 3));
    CHECK(holds("a", "two") && strcmp(renamed[0], renamed[1]));
    CHECK(nd_atomic_file_name_target(renamed[1]) == 1 && nd_atomic_file_name_target(renamed[0]) == 1);
    CHECK(!nd_atomic_file_name_target("a.part") && !nd_atomic_file_name_target("a.0123456789abcdeg.part"));
    CHECK(!nd_atomic_file_name_target(".0123456789abcdef.part") &&
          !nd_atomic_file_name_target("a-0123456789abcdef.part"));
    CHECK(nd_atomic_file_name_target("b.c.0123456789abcdef.part") == 3);
}

/* An I/O error leaves the old file and nothing else. File systems that cannot sync are no error. */
static void check_errors(void)
{
    sync_error = EIO;
    CHECK_FAILS(nd_file_write("a", "three", 5), NUDGE_EIO, "a: cannot write: Input/output error");
    sync_error = EINVAL;
    CHECK_OK(nd_file_write("b", "four", 4));
    sync_error = 0;
    rename_error = EACCES;
    CHECK_FAILS(nd_file_write("a", "five", 4), NUDGE_EIO, "a: cannot write: Permission denied");
    rename_error = 0;
    CHECK(holds("a", "two") && holds("b", "four"));
}

/* Links under the names that were foreseeable, and under one that is guessed right. */
static void check_planted(void)
{
    char name[64];
    CHECK_OK(nd_file_write("victim", "mine", 4));
    snprintf(name, sizeof name, "a.%ld.part", (long)gettid());
    CHECK(symlink("victim", name) == 0 && symlink("victim", "a.0101010101010101.part") == 0);
    foretold = 1;
    CHECK_OK(nd_file_write("a", "six", 3));
    CHECK(!strcmp(renamed[1], "a.0202020202020202.part"));
    foretold = 0;
    CHECK(holds("victim", "mine") && holds("a", "six"));
    CHECK(unlink(name) == 0 && unlink("a.0101010101010101.part") == 0);
}

/* Files that grow in place, as tables do. */
static void check_growing(void)
{
    int handle = -1;
    CHECK(link("victim", "grow") == 0);
    CHECK_OK(nd_atomic_file_open_growing("grow", &handle));
    CHECK(write(handle, "table", 5) == 5 && close(handle) == 0);
    CHECK(holds("grow", "table") && holds("victim", "mine"));
    CHECK(symlink("grow", "to-grow") == 0);
    CHECK_OK(nd_atomic_file_open_growing("to-grow", &handle));
    CHECK(write(handle, "new", 3) == 3 && close(handle) == 0);
    CHECK(holds("grow", "new"));
    CHECK_FAILS(nd_atomic_file_open_growing("no/file", &handle), NUDGE_EIO,
                "no/file: cannot create: No such");
    CHECK_FAILS(nd_atomic_file_open_growing(".", &handle), NUDGE_EIO, ".: cannot create: Is a directory");
    CHECK(handle == -1);
}

static void check_modes(void)
{
    const mode_t old = umask(027);
    CHECK_OK(nd_file_write("plain", "x", 1));
    CHECK_OK(nd_file_write_mode("private", "x", 1, ND_MODE_PRIVATE));
    umask(old);
    CHECK(permissions("plain") == 0640 && permissions("private") == 0600);
}

static void check_long_name(void)
{
    char name[256];
    memset(name, 'n', 255);
    name[255] = 0;
    CHECK_OK(nd_file_write(name, "long", 4));
    CHECK(holds(name, "long"));
}

/* Only root can make another user's link. */
static void check_foreign_link(void)
{
    CHECK(mkdir("shared", 0777) == 0 && symlink("../victim", "shared/link") == 0);
    CHECK(chmod("shared", 01777) == 0);
    CHECK_OK(nd_file_write("shared/link", "own", 3));
    CHECK(holds("victim", "own"));
    if (geteuid() != 0) return;
    CHECK(lchown("shared/link", 65534, 65534) == 0);
    CHECK_FAILS(nd_file_write("shared/link", "x", 1), NUDGE_EIO, "shared/link: is a link of another user");
    CHECK(symlink("shared/link", "chain") == 0);
    CHECK_FAILS(nd_file_write("chain", "x", 1), NUDGE_EIO, "shared/link: is a link of another user");
    int handle = -1;
    CHECK_FAILS(nd_atomic_file_open_growing("shared/link", &handle), NUDGE_EIO, "is a link of another user");
    CHECK(holds("victim", "own"));
    CHECK(chmod("shared", 0755) == 0); /* nobody else can have put it there */
    CHECK_OK(nd_file_write("shared/link", "safe", 4));
    CHECK(holds("victim", "safe"));
}

int main(void)
{
    char folder[256], command[300];
    const char *tmp = getenv("TMPDIR");
    snprintf(folder, sizeof folder, "%s/nudge-atomic-file-XXXXXX", tmp && *tmp ? tmp : "/tmp");
    CHECK(mkdtemp(folder) != NULL && chdir(folder) == 0);
    check_order();
    check_errors();
    check_planted();
    check_growing();
    check_modes();
    check_long_name();
    check_foreign_link();
    CHECK(system("! ls -a . shared | grep part") == 0);
    snprintf(command, sizeof command, "rm -rf '%s'", folder);
    CHECK(system(command) == 0);
    TEST_END;
}
