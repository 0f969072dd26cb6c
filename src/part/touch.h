/* How two boundary faces of different elements lie to each other in space. */
#ifndef ND_TOUCH_H
#define ND_TOUCH_H

#include "part/hull.h"

/* Shares of the longest edge of the smaller face: what is nearer is the same, or may have been meant to be. */
#define ND_TOUCH_SAME 1e-6
#define ND_TOUCH_NEAR 1e-3

enum nd_touch_kind {
    ND_APART,   /* they do not touch, or share a vertex or an edge as neighbours do */
    ND_WHOLE,   /* back to back, vertex upon vertex */
    ND_PART,    /* back to back, but only a part of one lies on the other */
    ND_OVERLAP, /* the elements behind them have space in common */
};

struct nd_touch {
    enum nd_touch_kind kind;
    double apart; /* ND_WHOLE: the largest distance of vertices */
    double low,
        high; /* of the distance where they lie on each other; negative where one is inside the other's element */
    double edge;  /* the longest of the smaller face: apart, low and high are shares of it */
    double at[3]; /* a point in the middle of what they have in common */
};

/* Faces i and j of the hull. Faces that share all three vertices are ND_APART: they are two sides of a surface inside the mesh. */
void nd_touch_find(const struct nd_hull *hull, nd_idx i, nd_idx j, struct nd_touch *touch);

/* How far two tetrahedra would have to be moved so that they no longer overlap; `enough` or less as soon as that is certain. */
double nd_tets_depth(const double *const p[4], const double *const q[4], double enough);

#endif
