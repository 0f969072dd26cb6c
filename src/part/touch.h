/* The position of two boundary faces of different elements relative to each other. */
#ifndef ND_TOUCH_H
#define ND_TOUCH_H

#include "part/hull.h"

/* Distances, as fractions of the longest edge of the smaller face, below which points are the same, or may be
 * meant to be. */
#define ND_TOUCH_SAME 1e-6
#define ND_TOUCH_NEAR 1e-3

enum nd_touch_kind {
    ND_APART,   /* they do not touch, or share a vertex or an edge as neighbours do */
    ND_WHOLE,   /* back to back, vertex upon vertex */
    ND_PART,    /* back to back, but they coincide only in part */
    ND_OVERLAP, /* the elements behind them overlap */
};

struct nd_touch {
    enum nd_touch_kind kind;
    double apart;     /* ND_WHOLE: the largest distance of vertices */
    double low, high; /* range of their distance where they coincide; negative: inside the other's element */
    double edge;      /* the longest edge of the smaller face, the unit of apart, low and high */
    double at[3];     /* a point in the middle of their common part */
};

/* Compares faces i and j of the hull. Faces that share all three vertices are ND_APART: they are
 * the two sides of a surface inside the mesh. */
void nd_touch_find(const struct nd_hull *hull, nd_idx i, nd_idx j, struct nd_touch *touch);

/* How far two tetrahedra would have to move in order not to overlap. May stop early and return any
 * value up to `enough` as soon as the depth is known not to exceed it. */
double nd_tets_depth(const double *const p[4], const double *const q[4], double enough);

#endif
