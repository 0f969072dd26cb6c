/* The disk cache of compiled kernels. */
#define _GNU_SOURCE
#include <dirent.h>
#include <fcntl.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include "base/atomic_file.h"
#include "base/file.h"
#include "base/format.h"
#include "base/hash.h"
#include "base/log.h"
#include "base/memory.h"
#include "base/own.h"
#include "device/cache_lock.h"
#include "device/device.h"

/* Writes the text with its options and the compiler's log to $NUDGE_DUMP/title.c, for debugging. */
static void dump(const char *title, const char *text, const char *options, const char *log)
{
    const char *folder = getenv("NUDGE_DUMP");
    struct nd_text all = {0};
    char *path = NULL, name[256];
    if (!folder || !*folder || nd_folder_create(folder)) return;
    nd_format(name, sizeof name, "%s.c", title);
    path = nd_path_join(folder, name);
    nd_text_add(&all, "/* options: %s\n%s*/\n%s", options, log ? log : "", text);
    if (path && !all.failed && nd_file_write(path, all.s, all.n)) nd_warn("NUDGE_DUMP: %s", nudge_error());
    free(path);
    nd_text_clear(&all);
}

/* Warns once per process, however many kernels it compiles. */
static void warn_not_kept(void)
{
    static atomic_flag told = ATOMIC_FLAG_INIT;
    if (!atomic_flag_test_and_set(&told))
        nd_warn("compiled kernels are not kept: %s; NUDGE_CACHE names another folder", nudge_error());
}

/* Stores a compiled blob: the bytes, then their hash, so that a damaged file is never loaded. */
static void keep(const char *path, const struct nd_blob *blob)
{
    struct nd_text file = {0};
    struct nd_hash hash;
    char digits[33];
    nd_hash_init(&hash);
    nd_hash_add(&hash, blob->bytes, blob->n);
    nd_hash_get(&hash, digits);
    nd_text_add_bytes(&file, blob->bytes, blob->n);
    nd_text_add_bytes(&file, digits, 32);
    if (nd_text_check(&file) || nd_file_write_mode(path, file.s, file.n, ND_MODE_PRIVATE)) warn_not_kept();
    nd_text_clear(&file);
}

struct kept {
    char name[256];
    size_t bytes;
    struct timespec used;
};

static int compare_used(const void *a, const void *b)
{
    const struct timespec x = ((const struct kept *)a)->used, y = ((const struct kept *)b)->used;
    return x.tv_sec != y.tv_sec ? (x.tv_sec > y.tv_sec) - (x.tv_sec < y.tv_sec)
                                : (x.tv_nsec > y.tv_nsec) - (x.tv_nsec < y.tv_nsec);
}

/* Whether a file of the folder is one of ours: "cpu-...", a kernel, a text that failed, or a
 * temporary file of a killed process. */
static int is_kept(const char *name)
{
    for (const struct nd_backend *const *b = nd_backends; *b; b++) {
        const size_t n = strlen((*b)->name);
        if (!strncmp(name, (*b)->name, n) && name[n] == '-') return 1;
    }
    return 0;
}

/* The limit of the cache in bytes: $NUDGE_CACHE_MB, else 1024 MB. */
static double most_bytes(void)
{
    const char *text = getenv("NUDGE_CACHE_MB");
    char *end = "";
    const double megabytes = text && *text ? nd_number(text, &end) : 1024;
    return (*end || !(megabytes >= 0) ? 1024 : megabytes) * 1048576;
}

/* Removes the least recently used files from the folder of path until the rest is within the limit. Other
 * processes may do the same: a file that is already gone counts as removed, and one being read stays
 * readable. */
static void trim(const char *path)
{
    struct kept *list = NULL;
    size_t n = 0, capacity = 0;
    double total = 0;
    char *folder = nd_path_folder(path);
    DIR *open = folder ? opendir(*folder ? folder : ".") : NULL;
    for (struct dirent *entry; open && (entry = readdir(open));) {
        struct stat info;
        if (!is_kept(entry->d_name) || fstatat(dirfd(open), entry->d_name, &info, AT_SYMLINK_NOFOLLOW))
            continue;
        if (nd_grow(&list, &capacity, n + 1, sizeof *list)) break;
        nd_format(list[n].name, sizeof list[n].name, "%s", entry->d_name);
        list[n].bytes = (size_t)info.st_size;
        list[n].used = info.st_mtim;
        total += (double)list[n++].bytes;
    }
    if (n) qsort(list, n, sizeof *list, compare_used);
    for (size_t i = 0; i < n && total > most_bytes(); i++) {
        unlinkat(dirfd(open), list[i].name, 0);
        total -= (double)list[i].bytes;
    }
    if (open) closedir(open);
    free(folder);
    free(list);
}

/* Returns 1 if the blob was found intact, in a file that nobody else can have written, because it will be
 * executed. Sets the file's time to now for trim. */
static int find_kept(const char *path, struct nd_blob *blob)
{
    struct nd_hash hash;
    char digits[33], *bytes = NULL;
    size_t n = 0;
    if (!nd_file_exists(path)) return 0;
    if (nd_own_read(path, (size_t)1 << 30, 0, &bytes, &n)) {
        nd_warn("%s; the kernel is compiled again", nudge_error());
        unlink(path); /* it may be a pipe, which must not be written to */
        return 0;
    }
    if (n > 32) {
        nd_hash_init(&hash);
        nd_hash_add(&hash, bytes, n - 32);
        nd_hash_get(&hash, digits);
        if (!memcmp(digits, bytes + n - 32, 32)) {
            *blob = (struct nd_blob){bytes, n - 32};
            utimensat(AT_FDCWD, path, NULL, AT_SYMLINK_NOFOLLOW);
            return 1;
        }
    }
    free(bytes);
    nd_warn("%s: damaged, so the kernel is compiled again", path);
    return 0;
}

/* path: null if there is no cache folder. */
static int compile(struct nd_device *device, const char *title, const char *text, const char *options,
                   const char *path, struct nd_blob *blob)
{
    int status = 0;
    struct nd_text log = {0};
    char *kept = NULL;
    status = device->backend->compile(device, text, options, blob, &log);
    dump(title, text, options, log.s);
    if (status == NUDGE_ECOMPILE) {
        kept = path ? malloc(strlen(path) + 16) : NULL;
        if (kept) nd_format(kept, strlen(path) + 16, "%s.failed.c", path);
        int written = kept && !nd_file_write_mode(kept, text, strlen(text), ND_MODE_PRIVATE);
        FAIL(NUDGE_ECOMPILE, "kernel %s did not compile with %s %s:\n%.2500s%s%s", title,
             device->info.compiler, options, log.s ? log.s : "", written ? "\nthe text is in " : "",
             written ? kept : "");
    }
    TRY(status);
    if (blob->n && path) {
        keep(path, blob);
        trim(path);
    }
done:
    free(kept);
    nd_text_clear(&log);
    return status;
}

/* The cache file of a compiled text; null if there is no cache folder. */
static int kept_path(const struct nd_device *device, const char *text, const char *options, char **path)
{
    int status = 0;
    struct nd_hash hash;
    char key[33], name[64], *folder = NULL;
    nd_hash_init(&hash);
    nd_hash_add_string(&hash, device->backend->name);
    nd_hash_add_string(&hash, device->info.fingerprint);
    nd_hash_add_string(&hash, options);
    nd_hash_add_string(&hash, text);
    nd_hash_get(&hash, key);
    nd_format(name, sizeof name, "%s-%s.bin", device->backend->name, key);
    if (nd_cache_folder(&folder))
        warn_not_kept();
    else if (!(*path = nd_path_join(folder, name)))
        FAIL(NUDGE_ENOMEM, "out of memory");
done:
    free(folder);
    return status;
}

/* Returns 1 if the module was loaded from its file. */
static int load_kept(struct nd_device *device, const char *path, struct nd_module **module)
{
    struct nd_blob blob = {0};
    if (!path || getenv("NUDGE_DUMP") || !find_kept(path, &blob)) return 0;
    const int failed = device->backend->load(device, &blob, module);
    if (failed) nd_warn("%s: cannot be loaded and is compiled again: %s", path, nudge_error());
    free(blob.bytes);
    return !failed;
}

int nd_device_module(struct nd_device *device, const char *title, const char *text, const char *options,
                     struct nd_module **module)
{
    int status = 0, lock = -1;
    struct nd_blob blob = {0};
    char *path = NULL;
    TRY(kept_path(device, text, options, &path));
    const int there = path && nd_file_exists(path);
    if (load_kept(device, path, module)) goto done;
    if (path) lock = nd_cache_lock(path);
    /* Another process may have compiled it meanwhile. */
    if (lock >= 0 && !there && load_kept(device, path, module)) goto done;
    TRY(compile(device, title, text, options, path, &blob));
    TRY(device->backend->load(device, &blob, module));
done:
    nd_cache_unlock(lock);
    free(blob.bytes);
    free(path);
    return status;
}

int nd_device_prepare(struct nd_device *device, const char *title, const char *text, const char *options)
{
    int status = 0;
    struct nd_blob blob = {0};
    char *path = NULL;
    TRY(kept_path(device, text, options, &path));
    if (path && !nd_file_exists(path)) TRY(compile(device, title, text, options, path, &blob));
done:
    free(blob.bytes);
    free(path);
    return status;
}
