/* A camera: where the eye is, and where points are projected in the picture. Call nd_view_init, then
 * nd_view_fit. */
#ifndef ND_VIEW_H
#define ND_VIEW_H

struct nd_view {
    double right[3], up[3], toward[3]; /* unit vectors; toward: to the eye */
    double centre[3];                  /* the point looked at */
    double distance;                   /* of the eye from the centre; INFINITY: no perspective */
    double scale, x, y;                /* picture units per unit of length; picture position of the centre */
};

/* from: the direction from the centre to the eye, not zero. z points upwards, or y if the view is along z. */
void nd_view_init(struct nd_view *view, const double from[3], const double centre[3], double distance);
/* paper: the projection: right, down, and depth (larger is nearer). Straight lines stay straight in all
 * three. */
void nd_view_place(const struct nd_view *view, const double point[3], double paper[3]);
/* Rescales so that the box low ... high of the projection fills the picture from (0, 0) to (width,
 * height). */
void nd_view_fit(struct nd_view *view, const double low[2], const double high[2], double width,
                 double height);
/* The light on a surface with this normal, from 0 to 1: it comes from behind the left shoulder of the viewer,
 * with some ambient light. */
double nd_view_shade(const struct nd_view *view, const double normal[3]);

#endif
