/* Meshes that were made before, by a hash of what they are made from. */
#include <string.h>
#include "base/file.h"
#include "base/format.h"
#include "base/hash.h"
#include "base/memory.h"
#include "mesh/make.h"

/* Files that a geometry includes are not part of it. */
static int hash_make(const struct nd_mesh_make *make, char digits[33])
{
    int status = 0;
    struct nd_hash hash;
    char *text = NULL;
    size_t n = 0;
    TRY(nd_file_read(make->geometry, (size_t)1 << 31, &text, &n));
    nd_hash_init(&hash);
    nd_hash_add_string(&hash, "mesh 1");
    nd_hash_add(&hash, text, n);
    nd_hash_add(&hash, &make->size, sizeof make->size);
    nd_hash_add(&hash, &make->edges, sizeof make->edges);
    nd_hash_add(&hash, &make->curvature, sizeof make->curvature);
    nd_hash_add(&hash, &make->curve, sizeof make->curve);
    for (int i = 0; i < make->nindices; i++) {
        nd_hash_add_string(&hash, make->index[i].region);
        nd_hash_add(&hash, &make->index[i].index, sizeof make->index[i].index);
    }
    nd_hash_get(&hash, digits);
done:
    free(text);
    return status;
}

int nd_mesh_make_cached(const struct nd_mesh_make *make, const char *folder, char **path, bool *made)
{
    int status = 0;
    char digits[33], *file = NULL;
    const char *name = nd_path_name(make->geometry), *dot = strrchr(name, '.');
    const int stem = dot ? (int)(dot - name) : (int)strlen(name);
    *path = NULL;
    *made = false;
    TRY(hash_make(make, digits));
    ALLOC(file, stem + 40);
    nd_format(file, (size_t)stem + 40, "%.*s-%.16s.msh", stem, name, digits);
    *path = nd_path_join(folder, file);
    if (!*path) FAIL(NUDGE_ENOMEM, "out of memory");
    if (nd_file_exists(*path)) goto done;
    TRY(nd_folder_create(folder));
    TRY(nd_mesh_make(make, *path));
    *made = true;
done:
    if (status) {
        free(*path);
        *path = NULL;
    }
    free(file);
    return status;
}
