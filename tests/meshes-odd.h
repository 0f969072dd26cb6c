/* Small meshes that expose errors: odd counts, one cell that is its own neighbour, boxes; materials
 * by region and boundary conditions of all kinds. */
#ifndef MESHES_ODD_H
#define MESHES_ODD_H

#include "rig.h"

static const struct rig_case odd_meshes[] = {
    {.cubes = {.n = {1, 1, 1}, .untagged = 1, .seed = 4}, .keep = 1, .regions = 2},
    {.cubes = {.n = {1, 1, 1}, .untagged = 1, .seed = 5}, .keep = 5, .regions = 3},
    {.cubes = {.n = {2, 1, 1}, .untagged = 1, .seed = 6}, .keep = 7, .regions = 2},
    {.cubes = {.n = {1, 1, 1}, .seed = 7, .periodic = {1, 1, 1}}, .regions = 2},
    {.cubes = {.n = {2, 1, 3}, .seed = 8, .periodic = {0, 1, 0}}, .regions = 5},
    {.cubes = {.n = {3, 3, 3}, .seed = 9, .jitter = 0.2, .untagged = 1}, .keep = 131, .regions = 8},
    {.cubes = {.n = {2, 2, 2}, .seed = 10, .jitter = 0.2}, .regions = 1, .pec = 1},
};
enum { ODD_MESHES = sizeof odd_meshes / sizeof *odd_meshes };

/* Mesh i with everything else as c says. */
static inline struct rig_case odd_case(const struct rig_case *c, unsigned i)
{
    struct rig_case one = odd_meshes[i];
    one.N = c->N, one.single = c->single, one.upwind = c->upwind, one.variant = c->variant, one.seed = i + 1;
    one.change = c->change, one.law = c->law, one.lossy = c->lossy, one.impedance = c->impedance;
    return one;
}

#endif
