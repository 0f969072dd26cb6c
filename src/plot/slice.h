/* A plane through the mesh as pixels. nd_slice_init finds, once, the element of each pixel's centre and the
 * position in it; nd_slice_sample then evaluates the element's polynomial there. */
#ifndef ND_SLICE_H
#define ND_SLICE_H

#include "elem/geometry.h"

/* The plane where coordinate `axis` (0, 1, 2: x, y, z) is `at`. In its picture coordinate `right` grows to
 * the right, and `up` upwards. */
struct nd_plane {
    int axis, right, up;
    double at;
    double low[2], high[2]; /* bounding box of the cross-section, along right and up */
};
/* Finds the box from the mesh. If the plane misses the mesh, or only touches it at a point or an edge, the
 * box is empty: !(low < high) in one direction. */
void nd_plane_init(struct nd_plane *plane, const struct nd_mesh *mesh, int axis, double at);
/* Smallest and largest coordinate of the mesh along an axis. */
void nd_plane_range(const struct nd_mesh *mesh, int axis, double *low, double *high);

struct nd_slice {
    int width, height; /* of the plane's box, in pixels */
    int Np, N;
    int pixels;       /* number of pixels in the mesh */
    int elements;     /* number of elements that have a pixel */
    nd_idx *element;  /* [elements] */
    int *first;       /* [elements + 1] where the pixels of each begin in pixel and L */
    int *pixel;       /* [pixels] row * width + column; row 0 is the uppermost */
    double *L;        /* [pixels][4] barycentric coordinates of the pixel's centre */
    double *products; /* [Np][Np] from nodal values to coefficients of the products of powers of L */
};

/* A plane that lies in faces of elements shows the side of smaller coordinates, if there is one. mesh and
 * elem need not outlive the slice. */
int nd_slice_init(struct nd_slice *slice, const struct nd_mesh *mesh, const struct nd_elem *elem,
                  const struct nd_plane *plane, int width, int height);
/* out: [height][width], NaN outside the mesh. values: nodal, [K][Np]. */
void nd_slice_sample(const struct nd_slice *slice, const double *values, double *out);
void nd_slice_clear(struct nd_slice *slice);

#endif
