/* A film strip: panels that show one field at several times or frequencies, with one colour bar. Call
 * nd_film_strip_arrange, which sets the size of panels; then allocate and fill time and values, and draw. */
#ifndef ND_FILM_STRIP_H
#define ND_FILM_STRIP_H

#include "plot/canvas.h"
#include "problem/units.h"

struct nd_film_strip {
    /* Set by the caller. */
    const char *title, *subtitle, *name; /* name: of the field, above the colour bar */
    const char *symbol;                  /* of the parameter in which panels differ; null: t, the time */
    enum nd_dim dim;                     /* of the parameter, for its unit; ND_DIM_NONE: none */
    bool si;                             /* whether to write units */
    double *time;                        /* [panels] */
    double *values;                      /* [panels][height][width]; NaN: nothing there */
    int panels;                          /* so far */
    struct nd_palette palette;
    /* Set by nd_film_strip_arrange. */
    int columns, slot; /* panels per row, and pixels from one to the next */
    int width, height; /* pixels of a panel */
};

/* Lays out so many panels, which show a rectangle of size across x up, and sets the palette. */
void nd_film_strip_arrange(struct nd_film_strip *strip, int panels, double across, double up);
/* The value of the strongest colour: the largest magnitude, rounded to two digits; 1 if all values are 0. */
double nd_film_strip_scale(const struct nd_film_strip *strip);
/* Draws into a new canvas, which the caller must clear. */
int nd_film_strip_draw(const struct nd_film_strip *strip, struct nd_canvas *canvas);

#endif
