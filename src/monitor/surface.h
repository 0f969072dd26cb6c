/* Surfaces made of faces of elements, and what flows through them. Fields at a frequency are
 * complex amplitudes of exp(+2 pi i f t). */
#ifndef ND_SURFACE_H
#define ND_SURFACE_H

#include <complex.h>
#include "elem/geometry.h"
#include "part/connect.h"
#include "step/matrices.h"

/* Each face with the element whose fields are taken there. */
struct nd_surface {
    nd_idx nfaces, nelements;
    nd_idx *element;     /* [nelements] mesh element numbers, each once, rising */
    nd_idx *owner;       /* [nfaces] index into element */
    unsigned char *face; /* [nfaces] of the owner */
    nd_idx *behind;      /* [nfaces] mesh element on the other side; -1: none, the mesh ends there */
    int sign;            /* 1: the owners are inside, so that their normals point outwards; -1: outside */
};

/* The surface around the elements of some regions, seen from inside, or from outside with `outer`
 * (where the mesh ends, there is no outside, and the face is left out). open[b]: whether boundary b
 * is part of it where the regions reach it; a boundary that is not is taken for the skin of a body,
 * which counts as inside. */
int nd_surface_around(struct nd_surface *surface, const struct nd_mesh *mesh,
                      const struct nd_connect *connect, const char *inside, const char *open, int outer);
/* An edge that belongs to one of the faces, or to an odd number of them: where the surface ends.
 * edge[0] < 0: it is closed. */
int nd_surface_rim(const struct nd_surface *surface, const struct nd_mesh *mesh, nd_idx edge[2]);
/* All faces of a boundary. */
int nd_surface_boundary(struct nd_surface *surface, const struct nd_mesh *mesh,
                        const struct nd_connect *connect, nd_idx boundary);
void nd_surface_clear(struct nd_surface *surface);

/* Points of an integration rule on all faces, exact for products of two fields. */
struct nd_trace {
    const struct nd_surface *surface;
    int Np, points;    /* nodes of an element; points of a face */
    double *to_points; /* [4][points][Np] */
    size_t n;          /* nfaces * points */
    double *x;         /* [n][3] */
    double *dS;        /* [n][3] outward normal times weight */
    int fields;        /* of the law */
    double complex *u; /* [n][fields] */
};
/* The surface must outlive it. */
int nd_trace_init(struct nd_trace *trace, const struct nd_surface *surface, const struct nd_mesh *mesh,
                  const struct nd_elem *elem, int fields);
void nd_trace_clear(struct nd_trace *trace);
/* re, im: nodal values [nelements][fields][Np]. */
void nd_trace_evaluate(struct nd_trace *trace, const double *re, const double *im);
/* The mean power of a sine, outwards: half of the energy flux q.F q / 2 of the amplitudes q.
 * flux[media][3][fields][fields] holds F; medium[nfaces]: which of them (null: the first). For
 * Maxwell it is half the real part of the integral of E x conj(H). */
double nd_trace_power(const struct nd_trace *trace, const double *flux, const int *medium);

#endif
