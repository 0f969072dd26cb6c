/* The second copy of a mesh for complex fields. */
#include <string.h>
#include "base/format.h"
#include "mesh/curved.h"
#include "mesh/mesh.h"

#define ENDING ".imag"

/* "slab" becomes "slab.imag", and "slab.pml" "slab.imag.pml": regions of a PML end in ".pml". */
static int name_copy(const char *name, char **copy)
{
    int status = 0;
    const size_t n = strlen(name), pml = n >= 4 && !strcmp(name + n - 4, ".pml") ? 4 : 0,
                 size = n + sizeof ENDING;
    ALLOC(*copy, size);
    nd_format(*copy, size, "%.*s%s%s", (int)(n - pml), name, ENDING, name + n - pml);
done:
    return status;
}

int nd_mesh_is_copy(const char *region, const char *of)
{
    const size_t n = strlen(of);
    return !strncmp(region, of, n) && !strcmp(region + n, ENDING);
}

/* Doubles an array of n items of `size` bytes. */
static int twice(void *array, size_t n, size_t size)
{
    int status = 0;
    char *old, *both = NULL;
    memcpy(&old, array, sizeof old);
    ALLOC(both, 2 * n * size + 1);
    if (n) {
        memcpy(both, old, n * size);
        memcpy(both + n * size, old, n * size);
    }
    free(old);
    memcpy(array, &both, sizeof both);
done:
    return status;
}

static void raise_all(nd_idx *index, size_t n, nd_idx by)
{
    for (size_t i = 0; i < n; i++) index[i] += by;
}

/* Gives the elements of the copy regions of their own. */
static int name_regions(struct nd_mesh *mesh, nd_idx K)
{
    int status = 0;
    const nd_idx n = mesh->nregions;
    nd_idx *to = NULL;
    char *name = NULL;
    ALLOC(to, n);
    for (nd_idx r = 0; r < n; r++) {
        TRY(name_copy(mesh->region_name[r], &name));
        TRY(nd_mesh_region(mesh, name, &to[r]));
        free(name), name = NULL;
        if (to[r] < n)
            FAIL(NUDGE_EVALUE,
                 "the mesh has a region '%s', the name of the imaginary part of another: rename it",
                 mesh->region_name[to[r]]);
    }
    for (nd_idx k = K; k < 2 * K; k++) mesh->region[k] = to[mesh->region[k]];
done:
    free(to);
    free(name);
    return status;
}

/* Curved elements of the copy. */
static int copy_shapes(struct nd_mesh *mesh, const double by[3])
{
    int status = 0;
    const size_t n = (size_t)mesh->Ncurved, one = 3 * (size_t)nd_curved_points(mesh->curved_order);
    if (!n) return 0;
    TRY(twice(&mesh->curved, n, sizeof *mesh->curved));
    TRY(twice(&mesh->shape, n, one * sizeof *mesh->shape));
    raise_all(mesh->curved + n, n, mesh->K);
    for (size_t i = 0; i < n * one; i++) mesh->shape[n * one + i] += by[i % 3];
    mesh->Ncurved *= 2;
done:
    return status;
}

int nd_mesh_add_imaginary(struct nd_mesh *mesh, const double by[3])
{
    int status = 0;
    const size_t K = (size_t)mesh->K, Nv = (size_t)mesh->Nv, Nb = (size_t)mesh->Nb,
                 Np = (size_t)mesh->Nperiodic;
    if (mesh->K > INT32_MAX / 8)
        FAIL(NUDGE_EVALUE, "%d elements are too many to have real and imaginary parts", (int)mesh->K);
    TRY(twice(&mesh->V, Nv, 3 * sizeof *mesh->V));
    TRY(twice(&mesh->EToV, K, 4 * sizeof *mesh->EToV));
    TRY(twice(&mesh->region, K, sizeof *mesh->region));
    TRY(twice(&mesh->label, K, sizeof *mesh->label));
    TRY(twice(&mesh->BToV, Nb, 3 * sizeof *mesh->BToV));
    TRY(twice(&mesh->boundary, Nb, sizeof *mesh->boundary));
    TRY(twice(&mesh->periodic, Np, 6 * sizeof *mesh->periodic));
    raise_all(mesh->EToV + 4 * K, 4 * K, mesh->Nv);
    raise_all(mesh->BToV + 3 * Nb, 3 * Nb, mesh->Nv);
    raise_all(mesh->periodic + 6 * Np, 6 * Np, mesh->Nv);
    for (size_t i = 0; i < 3 * Nv; i++) mesh->V[3 * Nv + i] += by[i % 3];
    TRY(copy_shapes(mesh, by));
    mesh->real = mesh->K;
    memcpy(mesh->apart, by, sizeof mesh->apart);
    mesh->K *= 2, mesh->Nv *= 2, mesh->Nb *= 2, mesh->Nperiodic *= 2;
    TRY(name_regions(mesh, mesh->real));
done:
    return status;
}
