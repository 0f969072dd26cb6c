/* Layout and drawing of a film strip: panels of one field at several times. */
#ifndef ND_FILM_STRIP_H
#define ND_FILM_STRIP_H

#include "plot/canvas.h"

struct nd_film_strip {
    /* The content: */
    const char *title, *subtitle, *name; /* name: of the field, over the colour bar */
    const char *symbol;                  /* of what the panels differ in; null: t, the time */
    double *time;                        /* [panels] */
    double *values;                      /* [panels][height][width]; NaN: nothing there */
    int panels;                          /* so far */
    struct nd_palette palette;
    /* The layout, set by nd_film_strip_arrange: */
    int columns, slot; /* panels side by side, and pixels from one to the next */
    int width, height; /* pixels of a panel */
};

/* Lays out so many panels, each of an object of this size; also sets up the colours. */
void nd_film_strip_arrange(struct nd_film_strip *strip, int panels, double across, double up);
/* The value of the strongest colour: the largest value, rounded to two digits; 1 if all are 0. */
double nd_film_strip_scale(const struct nd_film_strip *strip);
/* Makes the canvas too. */
int nd_film_strip_draw(const struct nd_film_strip *strip, struct nd_canvas *canvas);

#endif
