/* From where one looks at a scene, and where its points land on the paper. */
#ifndef ND_VIEW_H
#define ND_VIEW_H

struct nd_view {
    double right[3], up[3], toward[3]; /* unit vectors; toward: to the eye */
    double centre[3];                  /* what one looks at */
    double distance;                   /* of the eye from there; INFINITY: nothing looks smaller from afar */
    double scale, x, y;                /* paper: this many a unit of length, the centre at (x, y) */
};

/* from: the direction in which the eye lies, not zero. z is upwards, or y when one looks along z. */
void nd_view_init(struct nd_view *view, const double from[3], const double centre[3], double distance);
/* paper: to the right, downwards, and depth, larger is nearer. Straight lines stay straight in all three. */
void nd_view_place(const struct nd_view *view, const double point[3], double paper[3]);
/* Fills width x height of the paper, whose corner is (0, 0), with the box on the paper low ... high. */
void nd_view_fit(struct nd_view *view, const double low[2], const double high[2], double width,
                 double height);
/* How much light a surface with this normal gets, from 0 to 1: the light comes over the left shoulder of who
 * looks, and a little from everywhere. */
double nd_view_shade(const struct nd_view *view, const double normal[3]);

#endif
