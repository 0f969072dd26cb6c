#include "plot/plot3d.h"

#include <math.h>
#include <stdio.h>
#include "plot/arrows.h"
#include "plot/bar.h"
#include "plot/legend.h"
#include "plot/raster.h"

/* In pixels. */
enum {
    MARGIN = 26,
    HEAD = 92,   /* from the top edge to the scene */
    FOOT = 46,   /* below the scene, with the caption */
    WIDTH = 900, /* of the scene */
    LOWEST = 400,
    HIGHEST = 560,
    BAR = 360, /* height, at most */
};

static const double longest = 1.55; /* length of the longest arrow, in spacings */

/* Working data while a plot is drawn. */
struct plot {
    const struct nd_plot3d *t;
    struct nd_palette colours, greens;
    struct nd_view view;
    struct nd_raster raster;
    int width, height; /* pixels of the scene */
    double scale, arrow_scale;
};

static int by_size(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

double nd_plot3d_scale(double *sizes, size_t n)
{
    if (!n) return 1;
    qsort(sizes, n, sizeof *sizes, by_size);
    const double most = sizes[n - 1], usual = sizes[(size_t)(0.98 * (double)(n - 1))];
    return nd_bar_scale(most > 1.5 * usual ? fmax(usual, 0.5 * most) : most);
}

static double length(const double a[3])
{
    return sqrt(a[0] * a[0] + a[1] * a[1] + a[2] * a[2]);
}

static int set_scales(struct plot *e)
{
    int status = 0;
    const struct nd_plot3d *t = e->t;
    double *sizes = NULL;
    ALLOC(sizes, (size_t)t->points + (size_t)t->arrows);
    for (int i = 0; i < t->points; i++) sizes[i] = isfinite(t->value[i]) ? fabs(t->value[i]) : 0;
    e->scale = nd_plot3d_scale(sizes, (size_t)t->points);
    for (int i = 0; i < t->arrows; i++) {
        const double size = length(t->arrow + 3 * (size_t)i);
        sizes[i] = isfinite(size) ? size : 0;
    }
    e->arrow_scale = nd_plot3d_scale(sizes, (size_t)t->arrows);
done:
    free(sizes);
    return status;
}

/* Extends the box to hold n points. */
static void widen(const double *point, int n, double low[3], double high[3])
{
    for (int i = 0; i < 3 * n; i++) {
        low[i % 3] = fmin(low[i % 3], point[i]);
        high[i % 3] = fmax(high[i % 3], point[i]);
    }
}

/* The same for the projections of the points. */
static void widen_paper(const struct nd_view *view, const double *point, int n, double low[3], double high[3])
{
    double paper[3];
    for (int i = 0; i < n; i++) {
        nd_view_place(view, point + 3 * (size_t)i, paper);
        widen(paper, 1, low, high);
    }
}

/* The distance of the eye is a few times the size of the scene, which fills the picture. */
static void set_view(struct plot *e)
{
    const struct nd_plot3d *t = e->t;
    double low[3] = {INFINITY, INFINITY, INFINITY}, high[3] = {-INFINITY, -INFINITY, -INFINITY}, centre[3],
           size[3];
    widen(t->point, t->points, low, high);
    widen(t->base, t->arrows, low, high);
    for (int i = 0; i < 3; i++) {
        centre[i] = (low[i] + high[i]) / 2;
        size[i] = high[i] - low[i];
        low[i] = INFINITY;
        high[i] = -INFINITY;
    }
    nd_view_init(&e->view, t->from, centre, 2.4 * length(size));
    widen_paper(&e->view, t->point, t->points, low, high);
    widen_paper(&e->view, t->base, t->arrows, low, high);
    for (int i = 0; i < 2; i++) {
        const double room = fmax(0.02 * (high[i] - low[i]), t->arrows ? 0.8 * t->spacing : 0);
        low[i] -= room;
        high[i] += room;
    }
    e->width = WIDTH;
    const double shape = (high[1] - low[1]) / fmax(high[0] - low[0], 1e-300);
    e->height = (int)fmin(fmax(e->width * fmin(shape, 10), LOWEST), HIGHEST);
    nd_view_fit(&e->view, low, high, e->width * ND_RASTER_SAMPLES, e->height * ND_RASTER_SAMPLES);
}

static void draw_surface(struct plot *e)
{
    const struct nd_plot3d *t = e->t;
    for (int i = 0; i < t->triangles; i++) {
        struct nd_corner corner[3];
        for (int c = 0; c < 3; c++) {
            const size_t p = (size_t)t->triangle[3 * (size_t)i + (size_t)c];
            nd_view_place(&e->view, t->point + 3 * p, corner[c].at);
            corner[c].value = t->value[p] / e->scale;
            corner[c].shade = nd_view_shade(&e->view, t->normal + 3 * p);
        }
        nd_raster_triangle(&e->raster, &e->colours, corner);
    }
}

static void draw_arrows(struct plot *e)
{
    const struct nd_plot3d *t = e->t;
    for (int i = 0; i < t->arrows; i++) {
        const double *v = t->arrow + 3 * (size_t)i, *base = t->base + 3 * (size_t)i;
        const double size = length(v), share = fmin(size / e->arrow_scale, 1);
        const double reach = longest * t->spacing * share / size;
        if (!(share > 0.04) || !isfinite(size)) continue; /* too small to show a direction */
        double at[3];
        for (int c = 0; c < 3; c++) at[c] = base[c] + 0.5 * longest * t->spacing * t->rise[c];
        const struct nd_arrow arrow = {{at[0], at[1], at[2]},
                                       {reach * v[0], reach * v[1], reach * v[2]},
                                       share,
                                       0.17 * longest * t->spacing * share};
        nd_arrow_draw(&arrow, &e->view, &e->greens, &e->raster);
    }
}

static int draw_scene(struct plot *e, struct nd_canvas *canvas)
{
    int status = 0;
    TRY(nd_raster_init(&e->raster, e->width, e->height, nd_paper));
    draw_surface(e);
    draw_arrows(e);
    /* Depth is in samples: edges in front of the rest by a few pixels get an outline. */
    nd_raster_outline(&e->raster, 2, 12 * ND_RASTER_SAMPLES, nd_ink, 0.55);
    nd_raster_resolve(&e->raster, canvas, MARGIN, HEAD);
done:
    nd_raster_clear(&e->raster);
    return status;
}

/* Draws, to the right of the scene from the top: the colour bar, the scale of arrows, the directions. */
static int draw_legends(const struct plot *e, struct nd_canvas *canvas)
{
    const struct nd_plot3d *t = e->t;
    const int x = MARGIN + e->width + 20, y = HEAD + 24, end = HEAD + e->height;
    const int below = ND_TRIAD_SIZE + (t->arrow_name ? ND_ARROW_LEGEND : 0) + 30;
    const int high = e->height - 24 - below;
    nd_bar_draw(&(struct nd_bar){&e->colours, t->name, e->scale, t->positive}, canvas, x, y,
                high < BAR ? high : BAR);
    int status = 0;
    if (t->arrow_name)
        TRY(nd_legend_arrow(&e->greens, t->arrow_name, e->arrow_scale, canvas, x,
                            end - ND_TRIAD_SIZE - ND_ARROW_LEGEND));
    TRY(nd_legend_triad(t->from, canvas, x - 10, end - ND_TRIAD_SIZE));
done:
    return status;
}

int nd_plot3d_draw(const struct nd_plot3d *t, struct nd_canvas *canvas)
{
    int status = 0;
    const struct nd_pen big = {2.6, 1.15, nd_ink}, small = {1.8, 0.85, nd_ink_pale},
                        plain = {2, 0.95, nd_ink};
    struct plot e = {.t = t};
    nd_palette_init(&e.colours);
    nd_palette_init_arrows(&e.greens);
    TRY(set_scales(&e));
    set_view(&e);
    const double text = fmax(nd_canvas_text_width(&big, t->title), nd_canvas_text_width(&small, t->subtitle));
    const int width = (int)fmax(MARGIN + e.width + 20 + ND_BAR_SPACE, text + 2 * MARGIN);
    TRY(nd_canvas_init(canvas, width, HEAD + e.height + FOOT, nd_paper));
    TRY(draw_scene(&e, canvas));
    TRY(draw_legends(&e, canvas));
    nd_canvas_text(canvas, &big, MARGIN, 28, t->title);
    nd_canvas_text(canvas, &small, MARGIN, 58, t->subtitle);
    nd_canvas_text(canvas, &plain, MARGIN + (e.width - nd_canvas_text_width(&plain, t->caption)) / 2,
                   HEAD + e.height + 20, t->caption);
done:
    return status;
}
