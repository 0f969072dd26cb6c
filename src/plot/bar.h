/* Colour bars and their limits. */
#ifndef ND_BAR_H
#define ND_BAR_H

#include "plot/canvas.h"

/* The value of the strongest colour. A few values far above all others, such as those beside a point source, do not
 * set it; the bar then says so. */
struct nd_limit {
    double scale; /* rounded to two digits; 1 if all values are 0 */
    double most;  /* the largest magnitude */
    int alone;    /* 1: nearly all is 0, and the few others set the scale */
    int cut;      /* 1: most is far above scale, below which `share` of the magnitudes are */
};
#define ND_LIMIT_SHARE 0.998 /* of the values of a picture */
/* `most` rounded to two digits; 1 if it is 0. */
double nd_limit_round(double most);
/* Finds the limit of the magnitudes of n values; ignores those that are not finite. Returns NUDGE_ENOMEM or 0. */
int nd_limit_find(struct nd_limit *limit, const double *values, size_t n, double share);
/* The limit of several sets together: of the one with the largest scale, if possible one that is not alone. */
void nd_limit_join(struct nd_limit *limit, const struct nd_limit *other);

struct nd_bar {
    const struct nd_palette *palette;
    const char *name, *unit; /* text above it; unit "": none */
    struct nd_limit limit;
    int positive; /* 1: from 0 to scale, 0: from -scale to scale */
};
enum { ND_BAR_WIDTH = 16, ND_BAR_HEAD = 22 }; /* HEAD: for the name, above y */
/* Returns the width of bar, numbers and texts. canvas null: only that. */
double nd_bar_draw(const struct nd_bar *bar, struct nd_canvas *canvas, double x, double y, double height);

#endif
