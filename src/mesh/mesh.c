#include "mesh/mesh.h"

#include <math.h>
#include <stdio.h>
#include <string.h>
#include "base/file.h"
#include "base/work.h"
#include "base/format.h"
#include "mesh/scan.h"
#include "problem/problem.h"

void nd_mesh_clear(struct nd_mesh *mesh)
{
    for (nd_idx i = 0; i < mesh->nregions; i++) free(mesh->region_name[i]);
    for (nd_idx i = 0; i < mesh->nboundaries; i++) free(mesh->boundary_name[i]);
    free(mesh->region_name);
    free(mesh->boundary_name);
    free(mesh->name);
    free(mesh->V);
    free(mesh->EToV);
    free(mesh->region);
    free(mesh->label);
    free(mesh->BToV);
    free(mesh->boundary);
    free(mesh->periodic);
    free(mesh->wall);
    free(mesh->curved);
    free(mesh->shape);
    memset(mesh, 0, sizeof *mesh);
}

static int find_or_add(char ***names, nd_idx *n, const char *name, nd_idx *index)
{
    int status = 0;
    for (*index = 0; *index < *n; (*index)++)
        if (!strcmp((*names)[*index], name)) return 0;
    /* Lists grow by powers of two, so that the capacity follows from the length. */
    if ((*n & (*n - 1)) == 0) {
        char **grown = realloc(*names, (*n ? 2 * (size_t)*n : 1) * sizeof *grown);
        if (!grown) FAIL(NUDGE_ENOMEM, "out of memory");
        *names = grown;
    }
    STRDUP((*names)[*n], name);
    (*n)++;
done:
    return status;
}

int nd_mesh_region(struct nd_mesh *mesh, const char *name, nd_idx *index)
{
    return find_or_add(&mesh->region_name, &mesh->nregions, name, index);
}

int nd_mesh_boundary(struct nd_mesh *mesh, const char *name, nd_idx *index)
{
    int status = 0;
    TRY(find_or_add(&mesh->boundary_name, &mesh->nboundaries, name, index));
    if (mesh->nboundaries > ND_BOUNDARIES_MOST)
        FAIL(NUDGE_EFORMAT, "%s: more than %d boundaries; give several the same name",
             mesh->name ? mesh->name : "the mesh", ND_BOUNDARIES_MOST);
done:
    return status;
}

int nd_mesh_set_walls(struct nd_mesh *mesh, const struct nd_pairs *boundaries)
{
    int status = 0;
    nd_idx *wall = NULL, n = 0;
    ALLOC(wall, boundaries->n + 1);
    for (int i = 0; i < boundaries->n; i++) {
        if (!strcmp(boundaries->at[i].name, "default")) continue;
        for (nd_idx b = 0; b < mesh->nboundaries; b++)
            if (!strcmp(mesh->boundary_name[b], boundaries->at[i].name)) wall[n++] = b;
    }
    free(mesh->wall);
    mesh->wall = wall;
    mesh->nwalls = n;
done:
    return status;
}

int nd_mesh_is_wall(const struct nd_mesh *mesh, nd_idx boundary)
{
    for (nd_idx i = 0; i < mesh->nwalls; i++)
        if (mesh->wall[i] == boundary) return 1;
    return 0;
}

static int ends_with(const char *path, const char *ending)
{
    size_t n = strlen(path), m = strlen(ending);
    return n >= m && !strcmp(path + n - m, ending);
}

static int file_exists(const char *stem, const char *ending, int *exists)
{
    int status = 0;
    char *path = NULL;
    ALLOC(path, strlen(stem) + strlen(ending) + 1);
    nd_format(path, strlen(stem) + strlen(ending) + 1, "%s%s", stem, ending);
    *exists = nd_file_exists(path);
done:
    free(path);
    return status;
}

typedef int reader(struct nd_mesh *, const char *);

/* The first bytes decide, because names can mislead; then the ending. */
static int choose(const char *path, reader **read)
{
    int status = 0, stem = 0;
    char head[2048];
    FILE *file = NULL;
    *read = NULL;
    if (ends_with(path, ".node") || ends_with(path, ".ele") || ends_with(path, ".face")) {
        *read = nd_mesh_read_tetgen;
        return 0;
    }
    TRY(file_exists(path, ".ele", &stem));
    /* The stem of TetGen's files need not itself be a file. */
    if (!stem) TRY(nd_scan_regular(path));
    status = nd_file_open(path, &file);
    if (!stem) TRY(status);
    status = 0;
    size_t n = file ? fread(head, 1, sizeof head - 1, file) : 0;
    for (size_t i = 0; i < n; i++)
        if (!head[i]) head[i] = ' ';
    head[n] = 0;
    if (strstr(head, "$MeshFormat") || ends_with(path, ".msh"))
        *read = nd_mesh_read_gmsh;
    else if (strstr(head, "CONTROL INFO") || ends_with(path, ".neu"))
        *read = nd_mesh_read_gambit;
    else if (stem)
        *read = nd_mesh_read_tetgen;
    else
        FAIL(NUDGE_EFORMAT,
             "%s: not a mesh format known here; .msh (Gmsh 2.2 and 4.1), .node/.ele/.face (TetGen) and .neu "
             "(Gambit) are read, and gmsh can turn many others into .msh",
             path);
done:
    if (file) fclose(file);
    return status;
}

/* If the mesh is missing but its geometry is there, the message gives the command that makes it. */
static int check_made(const char *path)
{
    int status = 0;
    const size_t n = strlen(path);
    char *geometry = NULL;
    if (n < 4 || strcmp(path + n - 4, ".msh") || nd_file_exists(path)) goto done;
    STRDUP(geometry, path);
    memcpy(geometry + n - 4, ".geo", 4);
    if (nd_file_exists(geometry))
        FAIL(NUDGE_EIO, "%s: does not exist yet; make it from its geometry: gmsh -3 -format msh41 -bin %s",
             path, geometry);
done:
    free(geometry);
    return status;
}

int nd_mesh_read(struct nd_mesh *mesh, const char *path)
{
    int status = 0;
    reader *read;
    memset(mesh, 0, sizeof *mesh);
    TRY(check_made(path));
    TRY(choose(path, &read));
    TRY(read(mesh, path));
    TRY(nd_work("checking the mesh", NAN));
    TRY(nd_mesh_check(mesh));
done:
    if (status) nd_mesh_clear(mesh);
    return status;
}
