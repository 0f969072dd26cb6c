/* Which devices there are, and the disk cache of compiled kernels. */
#include "device/device.h"

#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "base/file.h"
#include "base/hash.h"
#include "base/log.h"
#include "base/memory.h"
#include "device/cpu.h"
#include "device/cuda.h"
#include "device/opencl.h"

/* `auto` takes the first that is there. OpenCL comes last: what it finds, the others mostly find too. Sanitizer builds do
 * without it, for its drivers keep memory of their own. */
const struct nd_backend *const nd_backends[] = {
    &nd_backend_cuda,
    &nd_backend_cpu,
#ifndef ND_SANITIZED
    &nd_backend_opencl,
#endif
    NULL,
};

static int open_backend(struct nd_device **out, const struct nd_backend *backend, int ordinal)
{
    int status = 0;
    struct nd_device *device = NULL;
    ALLOC(device, 1);
    device->backend = backend;
    device->ordinal = ordinal;
    TRY(backend->open(device, ordinal));
    *out = device;
    device = NULL;
done:
    free(device);
    return status;
}

int nd_device_open(struct nd_device **device, const char *name)
{
    int status = 0;
    if (!name) name = "auto";
    int automatic = !strcmp(name, "auto"), count = 0;
    const char *colon = strchr(name, ':');
    char *rest = "";
    const long ordinal = colon ? strtol(colon + 1, &rest, 10) : 0;
    if (*rest || (colon && !colon[1]))
        FAIL(NUDGE_EVALUE, "device %s: a number is wanted after the colon, as in cpu:0", name);
    size_t length = colon ? (size_t)(colon - name) : strlen(name);
    for (const struct nd_backend *const *b = nd_backends; *b; b++) {
        if (!automatic && (strlen((*b)->name) != length || strncmp((*b)->name, name, length))) continue;
        TRY((*b)->probe(&count));
        if (ordinal >= 0 && ordinal < count) {
            TRY(open_backend(device, *b, (int)ordinal));
            return 0;
        }
        if (!automatic)
            FAIL(NUDGE_EDEVICE,
                 "device %s: this machine has %d of that kind; nudge devices lists what there is", name,
                 count);
    }
    if ((length == 4 && !strncmp(name, "cuda", 4)) || (length == 6 && !strncmp(name, "opencl", 6)))
        FAIL(NUDGE_EDEVICE, "device %s: this build of nudge has no such backend; use --device cpu or auto",
             name);
    FAIL(NUDGE_EVALUE, "device %s: not a device; use cpu, cuda, opencl or auto", name);
done:
    return status;
}

void nd_device_close(struct nd_device *device)
{
    if (!device) return;
    device->backend->close(device);
    free(device);
}

int nd_device_alloc(struct nd_device *device, struct nd_buffer *buffer, size_t bytes)
{
    int status = 0;
    buffer->handle = NULL;
    buffer->bytes = 0;
    TRY(device->backend->alloc(device, buffer, bytes ? bytes : 1));
    buffer->bytes = bytes;
    device->allocated += bytes;
    if (device->allocated > device->allocated_most) device->allocated_most = device->allocated;
done:
    return status;
}

void nd_device_free(struct nd_device *device, struct nd_buffer *buffer)
{
    if (!buffer->handle) return;
    device->backend->free(device, buffer);
    device->allocated -= buffer->bytes;
    buffer->handle = NULL;
    buffer->bytes = 0;
}

/* $NUDGE_DUMP/title.c: every text with its options and the compiler's log, for people who want to see. */
static void dump(const char *title, const char *text, const char *options, const char *log)
{
    const char *folder = getenv("NUDGE_DUMP");
    struct nd_text all = {0};
    char *path = NULL, name[256];
    if (!folder || !*folder || nd_folder_create(folder)) return;
    snprintf(name, sizeof name, "%s.c", title);
    path = nd_path_join(folder, name);
    nd_text_add(&all, "/* options: %s\n%s*/\n%s", options, log ? log : "", text);
    if (path && !all.failed && nd_file_write(path, all.s, all.n)) nd_warn("NUDGE_DUMP: %s", nudge_error());
    free(path);
    nd_text_clear(&all);
}

/* Once a process, however many kernels it compiles. */
static void warn_not_kept(void)
{
    static atomic_flag told = ATOMIC_FLAG_INIT;
    if (!atomic_flag_test_and_set(&told))
        nd_warn("compiled kernels are not kept: %s; NUDGE_CACHE names another folder", nudge_error());
}

/* Compiled blobs on disk: the bytes, then their hash, so that a damaged file is never opened. */
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
    if (nd_text_check(&file) || nd_file_write(path, file.s, file.n)) warn_not_kept();
    nd_text_clear(&file);
}

/* 1 when the blob was found whole. */
static int find_kept(const char *path, struct nd_blob *blob)
{
    struct nd_hash hash;
    char digits[33], *bytes = NULL;
    size_t n = 0;
    if (!nd_file_exists(path) || nd_file_read(path, (size_t)1 << 30, &bytes, &n)) return 0;
    if (n > 32) {
        nd_hash_init(&hash);
        nd_hash_add(&hash, bytes, n - 32);
        nd_hash_get(&hash, digits);
        if (!memcmp(digits, bytes + n - 32, 32)) {
            *blob = (struct nd_blob){bytes, n - 32};
            return 1;
        }
    }
    free(bytes);
    nd_warn("%s: damaged, so the kernel is compiled anew", path);
    return 0;
}

/* path: null when there is no folder to keep things in. */
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
        if (kept) sprintf(kept, "%s.failed.c", path);
        int written = kept && !nd_file_write(kept, text, strlen(text));
        FAIL(NUDGE_ECOMPILE, "kernel %s did not compile with %s %s:\n%.2500s%s%s", title,
             device->info.compiler, options, log.s ? log.s : "", written ? "\nthe text is in " : "",
             written ? kept : "");
    }
    TRY(status);
    if (blob->n && path) keep(path, blob);
done:
    free(kept);
    nd_text_clear(&log);
    return status;
}

int nd_device_module(struct nd_device *device, const char *title, const char *text, const char *options,
                     struct nd_module **module)
{
    int status = 0;
    struct nd_blob blob = {0};
    struct nd_hash hash;
    char key[33], *folder = NULL, *path = NULL, name[64];
    nd_hash_init(&hash);
    nd_hash_add_string(&hash, device->backend->name);
    nd_hash_add_string(&hash, device->info.fingerprint);
    nd_hash_add_string(&hash, options);
    nd_hash_add_string(&hash, text);
    nd_hash_get(&hash, key);
    snprintf(name, sizeof name, "%s-%s.bin", device->backend->name, key);
    if (nd_cache_folder(&folder))
        warn_not_kept();
    else if (!(path = nd_path_join(folder, name)))
        FAIL(NUDGE_ENOMEM, "out of memory");
    if (path && !getenv("NUDGE_DUMP") && find_kept(path, &blob)) {
        if (!device->backend->load(device, &blob, module)) goto done;
        nd_warn("%s: cannot be loaded and is compiled anew: %s", path, nudge_error());
        free(blob.bytes);
        blob = (struct nd_blob){0};
    }
    TRY(compile(device, title, text, options, path, &blob));
    TRY(device->backend->load(device, &blob, module));
done:
    free(blob.bytes);
    free(folder);
    free(path);
    return status;
}
