/* High-order VTU: VTK_LAGRANGE_TETRAHEDRON cells, appended raw binary, zlib, and a PVD that lists
 * them in time. */
#ifndef ND_VTU_H
#define ND_VTU_H

#include "elem/geometry.h"

struct nd_pvd; /* an open time series */

/* path: "cavity.pvd"; pieces go to "cavity_0000.vtu" ... beside it. fields: names; consecutive
 * names with a common stem and endings x y z (Ex Ey Ez) are written as one 3-component array named
 * by the stem (E). regions are written as cell data "region" with the element's region index, and
 * "element" with its label. */
int nd_pvd_create(struct nd_pvd **pvd, const char *path, const struct nd_mesh *mesh,
                  const struct nd_elem *elem, const char *const *fields, int nfields);
/* values[f]: nodal values [K * Np] at the solver's nodes. The PVD on disk is complete after every call. */
int nd_pvd_write(struct nd_pvd *pvd, double time, const double *const *values);
/* The name of piece i of the series at `path`, which ends in .pvd. piece: strlen(path) +
 * ND_VTU_FILE_MORE characters. */
#define ND_VTU_FILE_MORE 24
void nd_pvd_piece(const char *path, long i, char *piece);
void nd_pvd_destroy(struct nd_pvd *pvd);

/* VTK's own node positions of the order-N Lagrange tetrahedron, in VTK's order, on our reference
 * tetrahedron. */
int nd_vtk_nodes(int N, double *r, double *s, double *t);

#endif
