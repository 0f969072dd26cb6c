/* The absorbing shell: which regions it is, how deep in it a point lies, and how strongly it absorbs there. Along each axis
 * the rate is strength (depth / thickness)^grading, with depth from the box around all that is not shell. */
#ifndef ND_SHELL_H
#define ND_SHELL_H

#include "law/law.h"
#include "mesh/mesh.h"
#include "problem/problem.h"

struct nd_shell {
    unsigned char *region; /* [nregions] whether it is shell */
    nd_idx n;              /* elements in such a region; 0: there is no shell */
    double inner[3][2];    /* the box around all other elements, from and to along each axis */
    double thickness[3][2];
    double reflection;
    int grading;
};

/* Refuses regions that are not there, a law that knows no shell, and a shell that surrounds nothing. */
int nd_shell_init(struct nd_shell *shell, const nudge_problem *problem, const struct nd_law *law,
                  const struct nd_mesh *mesh);
void nd_shell_clear(struct nd_shell *shell);

/* The rate of element k's vertex v along an axis is depth[axis][v]^grading, and 0 where that is negative; speed: of the shell's
 * fastest waves. Depth is linear in the element. Returns which axes absorb: 1, 2, 4 for x, y, z, added up. */
int nd_shell_depth(const struct nd_shell *shell, const struct nd_mesh *mesh, nd_idx k, double speed,
                   double depth[3][4]);

#endif
