#define _GNU_SOURCE
#include "comm/plugin.h"

#include <dlfcn.h>
#include <link.h>
#include <string.h>
#include <unistd.h>
#include "base/error.h"
#include "base/file.h"
#include "base/memory.h"
#include "comm/mpi_table.h"

#define PLUGIN "libnudge-mpi.so"
enum { PATH_MOST = 4096 };

/* The folder of the file that this function was loaded from; "" if unknown. The current folder must not
 * come in: whoever can write there could make nudge load his code. */
static char *own_folder(void)
{
    Dl_info info;
    struct link_map *map = NULL;
    char path[PATH_MOST] = "";
    if (!dladdr1((void *)own_folder, &info, (void **)&map, RTLD_DL_LINKMAP)) map = NULL;
    if (map && map->l_name && strchr(map->l_name, '/')) return nd_path_folder(map->l_name);
    const ssize_t n = readlink("/proc/self/exe", path, sizeof path - 1);
    path[n > 0 ? n : 0] = 0;
    return nd_path_folder(path);
}

/* MPI's own components look for its symbols among the global ones, in old versions of Open MPI. */
static void *open_library(const char *path)
{
    return dlopen(path, RTLD_NOW | RTLD_GLOBAL);
}

/* *library stays null if there is no such file. */
static int open_in(const char *folder, const char *below, void **library, char **path)
{
    int status = 0;
    char *inner = nd_path_join(folder, below);
    *path = inner ? nd_path_join(inner, PLUGIN) : NULL;
    if (!*path) FAIL(NUDGE_ENOMEM, "out of memory");
    if (!*folder || !nd_file_exists(*path)) goto done;
    *library = open_library(*path);
    if (!*library) FAIL(NUDGE_EDEVICE, "MPI cannot be loaded: %s; install the MPI library", dlerror());
done:
    free(inner);
    return status;
}

static int open_by_name(const char *beside, const char *installed, void **library)
{
    int status = 0;
    *library = open_library(PLUGIN);
    if (*library) goto done;
    const char *why = dlerror();
    if (why && strncmp(why, PLUGIN ": ", strlen(PLUGIN ": ")))
        FAIL(NUDGE_EDEVICE, "MPI cannot be loaded: %s; install the MPI library", why);
#ifdef ND_MPI
    FAIL(NUDGE_EDEVICE,
         "the part of nudge that uses MPI is missing: neither %s nor %s exists, and the loader does not find "
         "it elsewhere (LD_LIBRARY_PATH); install it beside nudge, or start one process without mpirun",
         beside, installed);
#else
    (void)beside, (void)installed;
    FAIL(NUDGE_EDEVICE,
         "nudge was built without MPI: install mpicc (package libopenmpi-dev) and build again, or start one "
         "process without mpirun");
#endif
done:
    return status;
}

static int find_table(void *library, const struct nd_mpi_table **table)
{
    int status = 0;
    const struct nd_mpi_table *found = dlsym(library, ND_MPI_TABLE_NAME);
    if (!found) FAIL(NUDGE_EDEVICE, PLUGIN " is not a part of nudge: it has no " ND_MPI_TABLE_NAME);
    if (found->version != ND_MPI_TABLE_VERSION)
        FAIL(NUDGE_EDEVICE,
             PLUGIN " belongs to another version of nudge (its table has version %d, not %d); install "
                    "both from one build",
             found->version, ND_MPI_TABLE_VERSION);
    *table = found;
done:
    return status;
}

int nd_plugin_load(const struct nd_mpi_table **table)
{
    int status = 0;
    void *library = NULL;
    char *beside = NULL, *installed = NULL;
    char *folder = own_folder();
    if (!folder) FAIL(NUDGE_ENOMEM, "out of memory");
    TRY(open_in(folder, "", &library, &beside));
    if (!library) TRY(open_in(folder, "../lib", &library, &installed));
    if (!library) TRY(open_by_name(beside, installed, &library));
    TRY(find_table(library, table));
done:
    free(folder);
    free(beside);
    free(installed);
    return status;
}
