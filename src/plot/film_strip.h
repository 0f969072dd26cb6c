/* A film strip: panels that show one field at several times or frequencies, with axes and one colour bar. Call
 * nd_film_strip_arrange, which sets the size of panels; then allocate and fill time, values and limit, and draw. */
#ifndef ND_FILM_STRIP_H
#define ND_FILM_STRIP_H

#include "plot/bar.h"
#include "plot/outline.h"
#include "problem/units.h"

struct nd_film_strip {
    /* Set by the caller. */
    const char *title, *subtitle;
    const char *name, *unit; /* of the field, above the colour bar; unit "": none */
    const char *symbol;      /* of the parameter in which panels differ; null: t, the time */
    enum nd_dim dim;         /* of the parameter, for its unit; ND_DIM_NONE: none */
    bool si;                 /* whether to write units */
    int positive;            /* values are magnitudes */
    struct nd_plane plane;
    struct nd_outline outline; /* of bodies; owned by the caller */
    double *time;              /* [panels] */
    double *values;            /* [panels][height][width]; NaN: nothing there */
    struct nd_limit *limit;    /* [panels] */
    int panels;                /* so far */
    /* Set by nd_film_strip_arrange. */
    int columns;
    double slot;       /* points from one panel to the next */
    double across, up; /* points of a panel */
    int width, height; /* its pixels */
};

/* Lays out so many panels, which show a rectangle of size across x up. */
void nd_film_strip_arrange(struct nd_film_strip *strip, int panels, double across, double up);
/* Sets limit[panel] from its values. */
int nd_film_strip_measure(struct nd_film_strip *strip, int panel);
/* The limit of all panels. */
struct nd_limit nd_film_strip_limit(const struct nd_film_strip *strip);
/* Draws into a new canvas, which the caller must clear. */
int nd_film_strip_draw(const struct nd_film_strip *strip, struct nd_canvas *canvas);
/* The same, to a file. */
int nd_film_strip_write(const struct nd_film_strip *strip, const char *path);

#endif
