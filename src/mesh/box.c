/* A box of cells, each cut into six tetrahedra: one for every order of the axes, along the path from the
 * cell's lowest corner to its highest (Kuhn's subdivision). All cells are cut in the same way, so that
 * neighbours match, and opposite sides of the box too. */
#include "mesh/mesh.h"

#include <math.h>
#include <stdio.h>
#include <string.h>
#include "base/work.h"
#include "mesh/geometry.h"
#include "problem/problem.h"

struct grid {
    const struct nd_box *box;
    nd_idx n[3];     /* cells along each axis */
    size_t point[3]; /* distance in V of neighbours along each axis */
};

static const int step_order[6][3] = {{0, 1, 2}, {1, 2, 0}, {2, 0, 1}, {0, 2, 1}, {1, 0, 2}, {2, 1, 0}};

static nd_idx vertex_at(const struct grid *grid, nd_idx i, nd_idx j, nd_idx k)
{
    return (nd_idx)((size_t)i * grid->point[0] + (size_t)j * grid->point[1] + (size_t)k * grid->point[2]);
}

static int check_numbers(const struct nd_box *box)
{
    int status = 0;
    int given = 0;
    for (int i = 0; i < 3; i++) {
        if (!isfinite(box->size[i]) || box->size[i] <= 0)
            FAIL(NUDGE_EVALUE, "box: the size must be three positive numbers, not [%g, %g, %g]", box->size[0],
                 box->size[1], box->size[2]);
        if (!isfinite(box->origin[i] + box->size[i]))
            FAIL(NUDGE_EVALUE, "box: the origin must be three finite numbers, and the far corner too");
        if (box->divisions[i] < 0)
            FAIL(NUDGE_EVALUE, "box: divisions must be positive, not %d", box->divisions[i]);
        given += box->divisions[i] > 0;
    }
    if (given != 0 && given != 3) FAIL(NUDGE_EVALUE, "box: divisions must be three positive whole numbers");
    if (!isfinite(box->h) || box->h < 0)
        FAIL(NUDGE_EVALUE, "box: h must be a positive number, not %g", box->h);
    if (!given && box->h == 0) FAIL(NUDGE_EVALUE, "box: give divisions or h");
    if (given && box->h > 0) FAIL(NUDGE_EVALUE, "box: give divisions or h, not both");
    if (!(box->jitter >= 0 && box->jitter <= 0.3))
        FAIL(NUDGE_EVALUE, "box: jitter must lie between 0 and 0.3, not at %g", box->jitter);
done:
    return status;
}

static int set_grid(struct grid *grid, const struct nd_box *box)
{
    int status = 0;
    double n[3];
    TRY(check_numbers(box));
    const double tets = nd_box_count(box, n);
    if (!(tets <= ND_BOX_TETS_MOST))
        FAIL(NUDGE_EVALUE, "box: %.3g tetrahedra are too many, at most %d can be counted; take %s", tets,
             ND_BOX_TETS_MOST, box->h > 0 ? "a larger h" : "fewer divisions");
    grid->box = box;
    for (int i = 0; i < 3; i++) grid->n[i] = (nd_idx)n[i];
    grid->point[0] = 1;
    grid->point[1] = (size_t)grid->n[0] + 1;
    grid->point[2] = grid->point[1] * ((size_t)grid->n[1] + 1);
done:
    return status;
}

static void set_vertices(const struct grid *grid, double *V)
{
    const struct nd_box *box = grid->box;
#pragma omp parallel for collapse(2) schedule(static)
    for (nd_idx k = 0; k <= grid->n[2]; k++)
        for (nd_idx j = 0; j <= grid->n[1]; j++)
            for (nd_idx i = 0; i <= grid->n[0]; i++) {
                double *x = V + 3 * (size_t)vertex_at(grid, i, j, k);
                const nd_idx at[3] = {i, j, k};
                for (int a = 0; a < 3; a++) x[a] = box->origin[a] + box->size[a] * at[a] / grid->n[a];
            }
}

static void set_tets(const struct grid *grid, struct nd_mesh *mesh)
{
#pragma omp parallel for collapse(2) schedule(static)
    for (nd_idx k = 0; k < grid->n[2]; k++)
        for (nd_idx j = 0; j < grid->n[1]; j++)
            for (nd_idx i = 0; i < grid->n[0]; i++)
                for (int walk = 0; walk < 6; walk++) {
                    const nd_idx e = ((k * grid->n[1] + j) * grid->n[0] + i) * 6 + walk;
                    nd_idx *v = mesh->EToV + 4 * (size_t)e;
                    mesh->label[e] = e + 1;
                    v[0] = vertex_at(grid, i, j, k);
                    for (int s = 0; s < 3; s++) v[s + 1] = v[s] + (nd_idx)grid->point[step_order[walk][s]];
                    /* The last three orders of the axes are left-handed. */
                    if (walk < 3) continue;
                    nd_idx swap = v[1];
                    v[1] = v[2];
                    v[2] = swap;
                }
}

/* Tags the sides and pairs the periodic ones. A side's rectangle is cut along its diagonal from low
 * to high. */
static int set_sides(const struct grid *grid, struct nd_mesh *mesh)
{
    int status = 0;
    static const char *const usual[6] = {"xmin", "xmax", "ymin", "ymax", "zmin", "zmax"};
    nd_idx *v = mesh->BToV, *boundary = mesh->boundary, *pair = mesh->periodic;
    for (int a = 0; a < 3; a++) {
        int b = (a + 1) % 3, c = (a + 2) % 3;
        nd_idx side[2];
        for (int s = 0; s < 2; s++) {
            const char *name = grid->box->side[2 * a + s];
            TRY(nd_mesh_boundary(mesh, name ? name : usual[2 * a + s], &side[s]));
        }
        nd_idx across = (nd_idx)((size_t)grid->n[a] * grid->point[a]);
        nd_idx db = (nd_idx)grid->point[b], dc = (nd_idx)grid->point[c];
        for (nd_idx j = 0; j < grid->n[b]; j++)
            for (nd_idx k = 0; k < grid->n[c]; k++)
                for (int half = 0; half < 2; half++) {
                    nd_idx low = j * db + k * dc;
                    const nd_idx corner[3] = {low, low + (half ? dc : db), low + db + dc};
                    for (int s = 0; s < 2; s++) {
                        for (int i = 0; i < 3; i++) *v++ = corner[i] + s * across;
                        *boundary++ = side[s];
                    }
                    if (!grid->box->periodic[a]) continue;
                    memcpy(pair, v - 6, 6 * sizeof *pair);
                    pair += 6;
                    mesh->Nperiodic++;
                }
    }
done:
    return status;
}

/* A pseudo-random number in [-1, 1], a function of vertex and axis alone. */
static double noise(uint64_t vertex, int axis)
{
    uint64_t h = 3 * vertex + (uint64_t)axis + 0x9e3779b97f4a7c15u;
    h = (h ^ h >> 30) * 0xbf58476d1ce4e5b9u;
    h = (h ^ h >> 27) * 0x94d049bb133111ebu;
    h ^= h >> 31;
    return (double)(h >> 11) * 0x1p-52 - 1;
}

static void move_vertices(const struct grid *grid, const float *scale, double *V)
{
    set_vertices(grid, V);
#pragma omp parallel for collapse(2) schedule(static)
    for (nd_idx k = 1; k < grid->n[2]; k++)
        for (nd_idx j = 1; j < grid->n[1]; j++)
            for (nd_idx i = 1; i < grid->n[0]; i++) {
                nd_idx v = vertex_at(grid, i, j, k);
                for (int a = 0; a < 3; a++)
                    V[3 * (size_t)v + (size_t)a] += grid->box->jitter * (double)scale[v] *
                                                    noise((uint64_t)v, a) * grid->box->size[a] / grid->n[a];
            }
}

/* Displaces the inner vertices. Where a tetrahedron would lose more than nine tenths of its volume, its
 * vertices move half as far; this ends, because without displacement none does. */
static int jitter(const struct grid *grid, struct nd_mesh *mesh)
{
    int status = 0;
    float *scale = NULL;
    double brick = 1;
    for (int a = 0; a < 3; a++) brick *= grid->box->size[a] / grid->n[a];
    ALLOC(scale, mesh->Nv);
    for (nd_idx v = 0; v < mesh->Nv; v++) scale[v] = 1;
    for (int bad = 1; bad;) {
        bad = 0;
        TRY(nd_work("making the box's mesh", NAN));
        move_vertices(grid, scale, mesh->V);
#pragma omp parallel for reduction(| : bad) schedule(static)
        for (nd_idx k = 0; k < mesh->K; k++) {
            const nd_idx *v = mesh->EToV + 4 * (size_t)k;
            double det = nd_tet_det(nd_mesh_vertex(mesh, v[0]), nd_mesh_vertex(mesh, v[1]),
                                    nd_mesh_vertex(mesh, v[2]), nd_mesh_vertex(mesh, v[3]));
            if (det >= 0.1 * brick) continue;
#pragma omp critical
            for (int i = 0; i < 4; i++)
                bad |= scale[v[i]] > 0, scale[v[i]] = scale[v[i]] > 1e-3f ? scale[v[i]] / 2 : 0;
        }
    }
done:
    free(scale);
    return status;
}

/* Sets the counts of the mesh; returns the number of pairs of periodic faces. */
static nd_idx set_counts(const struct grid *grid, struct nd_mesh *mesh)
{
    nd_idx pairs = 0;
    mesh->K = 6 * grid->n[0] * grid->n[1] * grid->n[2];
    mesh->Nv = (grid->n[0] + 1) * (grid->n[1] + 1) * (grid->n[2] + 1);
    mesh->Nb = 0;
    for (int a = 0; a < 3; a++) {
        const nd_idx faces = 2 * grid->n[(a + 1) % 3] * grid->n[(a + 2) % 3];
        mesh->Nb += 2 * faces;
        pairs += grid->box->periodic[a] ? faces : 0;
    }
    return pairs;
}

int nd_mesh_box_counts(struct nd_mesh *mesh, const struct nd_box *box)
{
    int status = 0;
    struct grid grid;
    memset(mesh, 0, sizeof *mesh);
    TRY(set_grid(&grid, box));
    set_counts(&grid, mesh);
done:
    return status;
}

int nd_mesh_box(struct nd_mesh *mesh, const struct nd_box *box)
{
    int status = 0;
    struct grid grid;
    nd_idx region;
    memset(mesh, 0, sizeof *mesh);
    TRY(set_grid(&grid, box));
    const nd_idx pairs = set_counts(&grid, mesh);
    STRDUP(mesh->name, "box");
    ALLOC(mesh->V, 3 * (size_t)mesh->Nv);
    ALLOC(mesh->EToV, 4 * (size_t)mesh->K);
    ALLOC(mesh->region, mesh->K);
    ALLOC(mesh->label, mesh->K);
    ALLOC(mesh->BToV, 3 * (size_t)mesh->Nb);
    ALLOC(mesh->boundary, mesh->Nb);
    ALLOC(mesh->periodic, 6 * (size_t)pairs);
    TRY(nd_mesh_region(mesh, box->region ? box->region : "box", &region));
    set_vertices(&grid, mesh->V);
    set_tets(&grid, mesh);
    TRY(set_sides(&grid, mesh));
    if (box->jitter > 0) TRY(jitter(&grid, mesh));
    /* The other conditions of nd_mesh_check hold by construction. */
    TRY(nd_mesh_check_shapes(mesh));
done:
    if (status) nd_mesh_clear(mesh);
    return status;
}
