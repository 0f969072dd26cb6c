/* A surface in colours, with arrows around it, its colour bar and texts: plain arrays made into pixels. */
#ifndef ND_PLOT3D_H
#define ND_PLOT3D_H

#include "plot/canvas.h"
#include "plot/view.h"

struct nd_plot3d {
    const char *title, *subtitle, *caption;
    const char *name;       /* over the colour bar */
    const char *arrow_name; /* what arrows show; null: there are none */
    double from[3];         /* direction towards the viewer, not zero */
    int positive;           /* values are sizes: the bar begins at 0 */
    /* The surface: only the side from which triangles go round counterclockwise is seen. */
    int points, triangles;
    const double *point;  /* [points][3] */
    const double *normal; /* [points][3] about unit length, for the light */
    const double *value;  /* [points] */
    const int *triangle;  /* [triangles][3] */
    int arrows;
    const double *base;  /* [arrows][3] where their middles are */
    const double *arrow; /* [arrows][3] */
    double spacing;      /* of those; the longest is somewhat longer */
    double rise[3]; /* bases are drawn half of the longest arrow away along this, a unit vector or zero */
};

/* The value of the strongest colour or the longest arrow: the largest value, or less if a few
 * values are far above all others and may exceed it. Sorts sizes. */
double nd_plot3d_scale(double *sizes, size_t n);
/* Makes the canvas too. */
int nd_plot3d_draw(const struct nd_plot3d *tableau, struct nd_canvas *canvas);

#endif
