/* Removes the outputs of an earlier run. */
#include <dirent.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include "base/atomic_file.h"
#include "base/file.h"
#include "base/format.h"
#include "base/memory.h"
#include "output/checkpoint_name.h"
#include "output/folders.h"
#include "output/vtu.h"

enum { SERIES_MOST = 1 << 28 }; /* bytes of a .pvd, enough for a million files */

/* removed: 1 if there was such a file. */
static int remove_file(const char *path, int *removed)
{
    int status = 0;
    struct stat info;
    *removed = 0;
    if (lstat(path, &info) || !S_ISREG(info.st_mode) || !nd_atomic_file_is_file(path)) goto done;
    if (unlink(path) && errno != ENOENT)
        FAIL(NUDGE_EIO, "%s: cannot remove the output of an earlier run: %s", path, strerror(errno));
    *removed = 1;
done:
    return status;
}

/* The number of files that the .pvd on disk lists; 0 if it cannot be read. */
static long count_series(const char *path)
{
    static const char entry[] = "<DataSet ";
    struct stat info;
    char *text = NULL;
    size_t bytes;
    long n = 0;
    if (stat(path, &info) || !S_ISREG(info.st_mode) || nd_file_read(path, SERIES_MOST, &text, &bytes))
        return 0;
    for (const char *at = text; (at = strstr(at, entry)); at += sizeof entry - 1) n++;
    free(text);
    return n;
}

static int remove_series(const char *pvd)
{
    int status = 0, removed = 1;
    const long listed = count_series(pvd);
    char *path = NULL;
    ALLOC(path, strlen(pvd) + ND_VTU_FILE_MORE);
    for (long i = 0; i < listed || removed; i++) {
        nd_pvd_file(pvd, i, path);
        TRY(remove_file(path, &removed));
    }
done:
    free(path);
    return status;
}

/* Whether the first n characters of a temporary name are the name of an output, or of a file of the field
 * series. */
static int is_output(const struct nd_output_paths *paths, const char *name, size_t n)
{
    const char *pvd = paths->at[ND_OUTPUT_FIELDS];
    const size_t stem = pvd ? strlen(nd_path_name(pvd)) - strlen(".pvd") : 0;
    for (int i = 0; i < paths->n; i++) {
        const char *own = paths->at[i] ? nd_path_name(paths->at[i]) : "";
        if (strlen(own) == n && !strncmp(own, name, n)) return 1;
    }
    for (int i = 0; i < 2; i++)
        if (strlen(nd_checkpoint_names[i]) == n && !strncmp(nd_checkpoint_names[i], name, n)) return 1;
    if (nd_checkpoint_part_id(name, n)) return 1;
    if (!pvd || n < stem + 9 || strncmp(name, nd_path_name(pvd), stem) || name[stem] != '_') return 0;
    for (size_t i = stem + 1; i < n - 4; i++)
        if (!nd_is_digit(name[i])) return 0;
    return !strncmp(name + n - 4, ".vtu", 4);
}

static int remove_temporary(const char *folder, const struct nd_output_paths *paths)
{
    int status = 0, removed;
    char *path = NULL;
    DIR *open = opendir(*folder ? folder : ".");
    for (struct dirent *entry; open && (entry = readdir(open));) {
        const size_t n = nd_atomic_file_name_target(entry->d_name);
        if (!n || !is_output(paths, entry->d_name, n)) continue;
        free(path);
        path = nd_path_join(folder, entry->d_name);
        if (!path) FAIL(NUDGE_ENOMEM, "out of memory");
        TRY(remove_file(path, &removed));
    }
done:
    if (open) closedir(open);
    free(path);
    return status;
}

int nd_folders_clear(const struct nd_folders *folders, const struct nd_output_paths *paths, int resumed)
{
    int status = 0, removed;
    if (paths->at[ND_OUTPUT_FIELDS] && !resumed) TRY(remove_series(paths->at[ND_OUTPUT_FIELDS]));
    for (int i = 0; i < paths->n; i++)
        if (paths->at[i] && i != ND_OUTPUT_REPORT) TRY(remove_file(paths->at[i], &removed));
    for (int i = 0; i < folders->n; i++) TRY(remove_temporary(folders->at[i], paths));
done:
    return status;
}
