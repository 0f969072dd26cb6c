/* A plane through the mesh as pixels. Which element a pixel's centre lies in, and where, is found once;
 * sampling then evaluates the element's own polynomial there. */
#ifndef ND_SLICE_H
#define ND_SLICE_H

#include "elem/geometry.h"

/* The plane where coordinate `axis` (0, 1, 2: x, y, z) is `at`. Its picture has coordinate `right` growing to
 * the right and `up` growing upwards. */
struct nd_plane {
    int axis, right, up;
    double at;
    double low[2], high[2]; /* the box around the cross-section, along right and up */
};
/* The box is found from the mesh; when the plane misses the mesh or only touches it at a point or an edge, it
 * is empty:
 * !(low < high) in one direction. */
void nd_plane_init(struct nd_plane *plane, const struct nd_mesh *mesh, int axis, double at);
/* Smallest and largest coordinate of the mesh along an axis. */
void nd_plane_range(const struct nd_mesh *mesh, int axis, double *low, double *high);

struct nd_slice {
    int width, height; /* pixels of the plane's box */
    int Np, N;
    int pixels;       /* how many lie in the mesh */
    int elements;     /* how many own a pixel */
    nd_idx *element;  /* [elements] */
    int *first;       /* [elements + 1] where their pixels begin in pixel and L */
    int *pixel;       /* [pixels] row * width + column; row 0 is the uppermost */
    double *L;        /* [pixels][4] barycentric coordinates of the pixel's centre */
    double *products; /* [Np][Np] takes nodal values to coefficients of the products of powers of the L */
};

/* A plane that lies in faces of elements shows the side of smaller coordinates, where there is one.
 * mesh and elem may go afterwards. */
int nd_slice_init(struct nd_slice *slice, const struct nd_mesh *mesh, const struct nd_elem *elem,
                  const struct nd_plane *plane, int width, int height);
/* out: [height][width], NaN outside of the mesh. values: nodal, [K][Np]. */
void nd_slice_sample(const struct nd_slice *slice, const double *values, double *out);
void nd_slice_clear(struct nd_slice *slice);

#endif
