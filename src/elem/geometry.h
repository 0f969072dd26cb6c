/* The maps of the elements. Metric and faces are those of the straight element with the same vertices; nodes are on
 * the curved one. */
#ifndef ND_GEOMETRY_H
#define ND_GEOMETRY_H

#include "elem/elem.h"
#include "mesh/mesh.h"

/* G = {rx, ry, rz, sx, sy, sz, tx, ty, tz}; *J = the Jacobian, volume / (4/3). */
void nd_geometry_metric(const struct nd_mesh *mesh, nd_idx k, double G[9], double *J);
/* Outward unit normals and Fscale = sJ / J of the four faces. */
void nd_geometry_faces(const double G[9], double n[4][3], double Fscale[4]);
/* Coordinates of the element's nodes. */
void nd_geometry_nodes(const struct nd_mesh *mesh, const struct nd_elem *elem, nd_idx k, double *x, double *y,
                       double *z);
void nd_geometry_centroid(const struct nd_mesh *mesh, nd_idx k, double c[3]);

#endif
