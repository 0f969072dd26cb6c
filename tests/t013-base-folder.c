/* Folders are created with their parents, reused if they exist, and an error names the file in the way. */
#include "test.h"

#include <sys/stat.h>
#include <unistd.h>
#include "base/file.h"

static int is_folder(const char *path)
{
    struct stat info;
    return !stat(path, &info) && S_ISDIR(info.st_mode);
}

int main(void)
{
    char folder[256], command[300], name[400];
    const char *tmp = getenv("TMPDIR");
    snprintf(folder, sizeof folder, "%s/nudge-folder-XXXXXX", tmp && *tmp ? tmp : "/tmp");
    CHECK(mkdtemp(folder) != NULL && chdir(folder) == 0);
    CHECK_OK(nd_folder_create("a/b//c/"));
    CHECK(is_folder("a/b/c"));
    CHECK_OK(nd_folder_create("a/b/c"));
    CHECK_OK(nd_folder_create("/"));
    CHECK_OK(nd_folder_create(""));
    CHECK(symlink("a", "link") == 0);
    CHECK_OK(nd_folder_create("link/d"));
    CHECK(is_folder("a/d"));

    CHECK_OK(nd_file_write("file", "x", 1));
    CHECK_FAILS(nd_folder_create("file"), NUDGE_EIO, "file: cannot create the folder: a file of this name");
    CHECK_FAILS(nd_folder_create("file/d"), NUDGE_EIO, "file: cannot create the folder: a file of this name");
    CHECK(symlink("nowhere", "lost") == 0);
    CHECK_FAILS(nd_folder_create("lost"), NUDGE_EIO, "lost: cannot create the folder: a link of this name");
    CHECK_FAILS(nd_folder_create("/proc/no/d"), NUDGE_EIO, "/proc/no: cannot create the folder: No such");
    memset(name, 'n', 300);
    name[300] = 0;
    CHECK_FAILS(nd_folder_create(name), NUDGE_EIO, "cannot create the folder: File name too long");
    memcpy(name + 300, "/d", 3);
    CHECK_FAILS(nd_folder_create(name), NUDGE_EIO, "cannot create the folder: File name too long");
    snprintf(command, sizeof command, "rm -rf '%s'", folder);
    CHECK(system(command) == 0);
    TEST_END;
}
