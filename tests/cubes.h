/* A box of n[0] x n[1] x n[2] cubes, six tetrahedra each, for tests below the mesh stage: of unit
 * size, with optionally displaced inner vertices and shuffled local vertices (positive orientation
 * kept); sides are named x- ... z+ unless periodic. */
#ifndef CUBES_H
#define CUBES_H

#include "test.h"
#include "mesh/mesh.h"

struct cubes {
    int n[3];
    double jitter;
    int periodic[3];
    int untagged; /* no boundary triangles */
    unsigned seed;
};

/* Several to try: jittered, periodic, thin, without names. */
enum { CUBES_ODD = 5 };
static const struct cubes cubes_odd[CUBES_ODD] __attribute__((unused)) = {
    {.n = {3, 2, 3}, .jitter = 0.2, .seed = 11},
    {.n = {2, 3, 2}, .jitter = 0.2, .seed = 2, .periodic = {1, 1, 1}},
    {.n = {1, 1, 1}, .seed = 3, .periodic = {1, 1, 1}},
    {.n = {1, 4, 2}, .seed = 3, .periodic = {1, 0, 1}},
    {.n = {1, 1, 1}, .untagged = 1},
};

/* In [0, 1). */
static inline double test_random(unsigned *seed)
{
    *seed = *seed * 1664525u + 1013904223u;
    return (*seed >> 8) / 16777216.0;
}

static inline nd_idx cubes_vertex(const struct cubes *c, const int at[3])
{
    return at[0] + (c->n[0] + 1) * (at[1] + (c->n[1] + 1) * at[2]);
}

static inline void cubes_shuffle(nd_idx v[4], unsigned *seed)
{
    for (int times = 0; times < 4; times++) { /* cycles of three keep the orientation */
        int out = (int)(4 * test_random(seed)), i = (out + 1) % 4, j = (out + 2) % 4, k = (out + 3) % 4;
        nd_idx first = v[i];
        v[i] = v[j];
        v[j] = v[k];
        v[k] = first;
    }
}

/* The two triangles of each boundary square, cut along the diagonal away from its lowest corner as the tets
 * do. */
static inline void cubes_sides(struct nd_mesh *mesh, const struct cubes *c)
{
    static const char *const name[6] = {"x-", "x+", "y-", "y+", "z-", "z+"};
    for (int axis = 0; axis < 3; axis++) {
        int b = (axis + 1) % 3, d = (axis + 2) % 3;
        for (int square = 0; square < c->n[b] * c->n[d]; square++) {
            nd_idx corner[2][4];
            for (int side = 0; side < 2; side++) {
                for (int i = 0; i < 4; i++) {
                    int at[3];
                    at[axis] = side * c->n[axis];
                    at[b] = square % c->n[b] + (i & 1);
                    at[d] = square / c->n[b] + (i >> 1);
                    corner[side][i] = cubes_vertex(c, at);
                }
            }
            for (int half = 1; half < 3; half++) {
                for (int side = 0; side < 2; side++) {
                    nd_idx *to = c->periodic[axis] ? mesh->periodic + 6 * mesh->Nperiodic + 3 * side
                                                   : mesh->BToV + 3 * mesh->Nb;
                    to[0] = corner[side][0], to[1] = corner[side][half], to[2] = corner[side][3];
                    if (c->periodic[axis] || c->untagged) continue;
                    CHECK_OK(nd_mesh_boundary(mesh, name[2 * axis + side], &mesh->boundary[mesh->Nb]));
                    mesh->Nb++;
                }
                if (c->periodic[axis]) mesh->Nperiodic++;
            }
        }
    }
}

static inline void cubes_tets(struct nd_mesh *mesh, const struct cubes *c, unsigned *seed)
{
    static const int axes[6][3] = {{0, 1, 2}, {1, 2, 0}, {2, 0, 1}, {0, 2, 1}, {1, 0, 2}, {2, 1, 0}};
    for (int cell = 0; cell < c->n[0] * c->n[1] * c->n[2]; cell++) {
        for (int p = 0; p < 6; p++, mesh->K++) {
            int at[3] = {cell % c->n[0], cell / c->n[0] % c->n[1], cell / c->n[0] / c->n[1]};
            nd_idx *v = mesh->EToV + 4 * mesh->K;
            v[0] = cubes_vertex(c, at);
            for (int i = 0; i < 3; i++) {
                at[axes[p][i]]++;
                v[i + 1] = cubes_vertex(c, at);
            }
            if (p > 2) { /* an odd walk gives a negative tet */
                nd_idx last = v[3];
                v[3] = v[2];
                v[2] = last;
            }
            if (c->seed) cubes_shuffle(v, seed);
            mesh->label[mesh->K] = mesh->K + 1;
        }
    }
}

static inline void cubes_init(struct nd_mesh *mesh, const struct cubes *c)
{
    unsigned seed = c->seed;
    size_t cells = (size_t)c->n[0] * (size_t)c->n[1] * (size_t)c->n[2];
    size_t squares = (size_t)(c->n[0] * c->n[1] + c->n[1] * c->n[2] + c->n[2] * c->n[0]);
    *mesh = (struct nd_mesh){.name = nd_strdup("cubes"), .Nv = (c->n[0] + 1) * (c->n[1] + 1) * (c->n[2] + 1)};
    mesh->V = nd_alloc((size_t)mesh->Nv, 3 * sizeof *mesh->V);
    mesh->EToV = nd_alloc(6 * cells, 4 * sizeof *mesh->EToV);
    mesh->region = nd_alloc(6 * cells, sizeof *mesh->region);
    mesh->label = nd_alloc(6 * cells, sizeof *mesh->label);
    mesh->BToV = nd_alloc(4 * squares, 3 * sizeof *mesh->BToV);
    mesh->boundary = nd_alloc(4 * squares, sizeof *mesh->boundary);
    mesh->periodic = nd_alloc(2 * squares, 6 * sizeof *mesh->periodic);
    for (nd_idx v = 0; v < mesh->Nv; v++) {
        int at[3] = {v % (c->n[0] + 1), v / (c->n[0] + 1) % (c->n[1] + 1), v / (c->n[0] + 1) / (c->n[1] + 1)};
        for (int i = 0; i < 3; i++) {
            double move = c->jitter * (2 * test_random(&seed) - 1);
            int inside =
                at[0] > 0 && at[0] < c->n[0] && at[1] > 0 && at[1] < c->n[1] && at[2] > 0 && at[2] < c->n[2];
            mesh->V[3 * v + i] = (at[i] + (inside ? move : 0)) / c->n[i];
        }
    }
    cubes_tets(mesh, c, &seed);
    cubes_sides(mesh, c);
}

#endif
