/* Surfaces made of faces of elements, and the power that flows through them. Fields at a frequency are
 * complex amplitudes of exp(+2 pi i f t). nd_surface_around or nd_surface_boundary makes a surface,
 * nd_trace_init the quadrature points on it; nd_trace_evaluate, for each frequency, the fields there. */
#ifndef ND_SURFACE_H
#define ND_SURFACE_H

#include <complex.h>
#include "elem/geometry.h"
#include "monitor/symmetry.h"
#include "part/connect.h"
#include "step/matrices.h"

/* A list of faces, each with the element whose fields are taken there. */
struct nd_surface {
    nd_idx nfaces, nelements;
    nd_idx *element;     /* [nelements] mesh element numbers, each once, rising */
    nd_idx *owner;       /* [nfaces] index into element */
    unsigned char *face; /* [nfaces] of the owner */
    nd_idx *neighbour;   /* [nfaces] mesh element on the other side; -1: the mesh ends there */
    int sign;            /* 1: the owners are inside, so that their normals point outwards; -1: outside */
};

/* The surface around the elements of the regions inside[nregions]. The owners are the elements inside or,
 * with `outer`, those outside; then faces at the end of the mesh are left out. open[b]: whether boundary b is
 * part of the surface where the regions reach it. A boundary that is not is the surface of a body that counts
 * as inside. */
int nd_surface_around(struct nd_surface *surface, const struct nd_mesh *mesh,
                      const struct nd_connect *connect, const char *inside, const char *open, int outer);
/* edge: the vertices of an edge where the surface ends, which an odd number of its faces share; edge[0] < 0:
 * closed. Edges on planes of symmetry do not count: the images go on there. */
int nd_surface_rim(const struct nd_surface *surface, const struct nd_mesh *mesh,
                   const struct nd_symmetry *symmetry, nd_idx edge[2]);
/* The surface of all faces of a boundary. */
int nd_surface_boundary(struct nd_surface *surface, const struct nd_mesh *mesh,
                        const struct nd_connect *connect, nd_idx boundary);
/* The faces between the elements of the regions from[nregions], which own them, and those of to[nregions]. */
int nd_surface_between(struct nd_surface *surface, const struct nd_mesh *mesh,
                       const struct nd_connect *connect, const char *from, const char *to);
void nd_surface_clear(struct nd_surface *surface);

/* A quadrature rule on a triangle, exact to degree 2 n - 1: barycentric coordinates l[n * n][3], and weights
 * whose sum is 1. */
int nd_triangle_rule(int n, double (*l)[3], double *weight);

/* Quadrature points on all faces, exact for products of two fields. */
struct nd_trace {
    const struct nd_surface *surface;
    int Np, points;                     /* nodes per element; points per face */
    double *to_points;                  /* [4][points][Np] */
    const struct nd_symmetry *symmetry; /* null: none */
    size_t own;                         /* nfaces * points */
    size_t n;                           /* with images: own * symmetry->images */
    double *x;                          /* [n][3] */
    double *dS;                         /* [n][3] outward normal times weight */
    int fields;                         /* of the law */
    double complex *u;                  /* [n][fields] */
};
/* The surface and the symmetry, which may be null, must outlive the trace. */
struct nd_trace_setup {
    const struct nd_surface *surface;
    const struct nd_mesh *mesh;
    const struct nd_elem *elem;
    int fields;
    const struct nd_symmetry *symmetry;
};
int nd_trace_init(struct nd_trace *trace, const struct nd_trace_setup *setup);
void nd_trace_clear(struct nd_trace *trace);
/* Sets u from nodal values re, im [nelements][fields][Np]. */
void nd_trace_evaluate(struct nd_trace *trace, const double *re, const double *im);
/* The mean outward power of a sine with amplitudes q: half the energy flux q.F q / 2. For Maxwell's equations
 * it is half the real part of the integral of E x conj(H). flux[media][3][fields][fields]: F; medium[nfaces]:
 * the medium of each face (null: the first). */
double nd_trace_power(const struct nd_trace *trace, const double *flux, const int *medium);

#endif
