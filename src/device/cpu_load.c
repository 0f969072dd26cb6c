/* Opens a blob as a library: by a file in memory, or by a temporary file if /proc is not mounted. */
#define _GNU_SOURCE
#include "base/format.h"
#include "device/cpu.h"

#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>
#include "base/file.h"

static int write_all(int file, const struct nd_blob *blob)
{
    for (size_t done = 0; done < blob->n;) {
        const ssize_t n = write(file, (const char *)blob->bytes + done, blob->n - done);
        if (n < 0 && errno == EINTR) continue;
        if (n <= 0) return 0;
        done += (size_t)n;
    }
    return 1;
}

/* The file stays open as long as the library, because dlopen identifies libraries by name, too. */
static int open_memory(struct nd_library *library, const struct nd_blob *blob)
{
    char path[64];
    library->file = memfd_create("nudge-kernel", MFD_CLOEXEC);
    if (library->file < 0) return 0;
    /* Not /proc/self: a debugger resolves the name in its own process. */
    nd_format(path, sizeof path, "/proc/%d/fd/%d", (int)getpid(), library->file);
    if (write_all(library->file, blob)) library->handle = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    if (library->handle) return 1;
    close(library->file);
    library->file = -1;
    return 0;
}

static int open_file(struct nd_library *library, const struct nd_blob *blob)
{
    int status = 0;
    char folder[256] = "", path[300] = "";
    TRY(nd_cpu_folder(folder));
    nd_format(path, sizeof path, "%s/kernel.so", folder);
    TRY(nd_file_write(path, blob->bytes, blob->n));
    library->handle = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    if (!library->handle) FAIL(NUDGE_EDEVICE, "a compiled kernel cannot be opened: %s", dlerror());
done:
    if (folder[0]) {
        remove(path); /* an open library stays usable */
        rmdir(folder);
    }
    return status;
}

int nd_library_open(struct nd_library *library, const struct nd_blob *blob)
{
    *library = (struct nd_library){NULL, -1};
    return open_memory(library, blob) ? 0 : open_file(library, blob);
}

void nd_library_close(struct nd_library *library)
{
    if (library->handle) dlclose(library->handle);
    if (library->file >= 0) close(library->file);
    *library = (struct nd_library){NULL, -1};
}
