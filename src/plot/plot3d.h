/* A three-dimensional plot: a surface in colours, arrows around it, legends and texts, drawn from plain
 * arrays. Fill a struct nd_plot3d, which owns nothing, and call nd_plot3d_draw. */
#ifndef ND_PLOT3D_H
#define ND_PLOT3D_H

#include "plot/canvas.h"
#include "plot/view.h"

struct nd_plot3d {
    const char *title, *subtitle, *caption;
    const char *name;       /* above the colour bar */
    const char *unit;       /* of the field in colour; "": none */
    const char *arrow_name; /* the vector that arrows show; null: none */
    double from[3];         /* direction from the scene to the eye, not zero */
    int positive;           /* values are magnitudes: the bar begins at 0 */
    /* The surface; triangles are visible from the side from which they go round counterclockwise. */
    int points, triangles;
    const double *point;  /* [points][3] */
    const double *normal; /* [points][3] of about unit length, for shading */
    const double *value;  /* [points] */
    const int *triangle;  /* [triangles][3] */
    int arrows;
    const double *base;  /* [arrows][3] their centres */
    const double *arrow; /* [arrows][3] */
    double spacing;      /* distance between bases; the longest arrow is somewhat longer */
    double rise[3];      /* unit vector along which arrows are moved by half the longest arrow, or zero */
};

/* Draws into a new canvas, which the caller must clear. */
int nd_plot3d_draw(const struct nd_plot3d *plot, struct nd_canvas *canvas);
/* The same, to a file. */
int nd_plot3d_write(const struct nd_plot3d *plot, const char *path);

#endif
