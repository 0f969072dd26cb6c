#include "plot/plot3d.h"

#include <math.h>
#include "base/error.h"
#include "plot/arrows.h"
#include "plot/bar.h"
#include "plot/legend.h"
#include "plot/raster.h"

/* In points. */
enum {
    MARGIN = 26,
    HEAD = 84,   /* from the top edge to the scene */
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
    int width, height; /* points of the scene */
    struct nd_limit limit;
    double arrow_scale;
};

static double length(const double a[3])
{
    return sqrt(a[0] * a[0] + a[1] * a[1] + a[2] * a[2]);
}

static int set_scales(struct plot *e)
{
    int status = 0;
    const struct nd_plot3d *t = e->t;
    struct nd_limit arrows;
    double *sizes = NULL;
    ALLOC(sizes, t->arrows);
    for (int i = 0; i < t->arrows; i++) sizes[i] = length(t->arrow + 3 * (size_t)i);
    TRY(nd_limit_find(&e->limit, t->value, (size_t)t->points, ND_LIMIT_SHARE));
    TRY(nd_limit_find(&arrows, sizes, (size_t)t->arrows, 0.98));
    e->arrow_scale = arrows.scale;
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
    nd_view_fit(&e->view, low, high, e->width * ND_RASTER_SCALE, e->height * ND_RASTER_SCALE);
}

static void draw_surface(struct plot *e)
{
    const struct nd_plot3d *t = e->t;
    for (int i = 0; i < t->triangles; i++) {
        struct nd_corner corner[3];
        for (int c = 0; c < 3; c++) {
            const size_t p = (size_t)t->triangle[3 * (size_t)i + (size_t)c];
            nd_view_place(&e->view, t->point + 3 * p, corner[c].at);
            corner[c].value = t->value[p] / e->limit.scale;
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
    nd_raster_outline(&e->raster, 3, 12 * ND_RASTER_SCALE, nd_ink, 0.55);
    TRY(nd_raster_draw(&e->raster, canvas, MARGIN, HEAD));
done:
    nd_raster_clear(&e->raster);
    return status;
}

/* Draws, to the right of the scene from the top: the colour bar, the scale of arrows, the directions. */
static int draw_legends(const struct plot *e, struct nd_canvas *canvas)
{
    const struct nd_plot3d *t = e->t;
    const double x = MARGIN + e->width + 20, end = HEAD + e->height;
    const double below = ND_TRIAD_SIZE + (t->arrow_name ? ND_ARROW_LEGEND : 0) + (e->limit.cut ? 64 : 20);
    const struct nd_bar bar = {&e->colours, t->name, t->unit, e->limit, t->positive};
    nd_bar_draw(&bar, canvas, x, HEAD + ND_BAR_HEAD, fmin(e->height - ND_BAR_HEAD - below, BAR));
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
    struct nd_type big = {.size = 16, .bold = 1, .colour = nd_ink},
                   small = {.size = 11, .colour = nd_ink_pale},
                   plain = {.size = 12, .colour = nd_ink, .align = 0.5};
    struct plot e = {.t = t};
    TRY(nd_canvas_init(canvas, 1, 1));
    (t->positive ? nd_palette_init_magnitude : nd_palette_init_signed)(&e.colours);
    nd_palette_init_arrows(&e.greens);
    TRY(set_scales(&e));
    set_view(&e);
    const double bar =
        nd_bar_draw(&(struct nd_bar){&e.colours, t->name, t->unit, e.limit, t->positive}, NULL, 0, 0, 0);
    canvas->width = ceil(MARGIN + e.width + 20 + fmax(bar, ND_TRIAD_SIZE) + MARGIN);
    canvas->height = HEAD + e.height + FOOT;
    canvas->title = t->title;
    big.most = small.most = canvas->width - 2 * MARGIN;
    TRY(draw_scene(&e, canvas));
    TRY(draw_legends(&e, canvas));
    nd_canvas_text(canvas, &big, MARGIN, 28, t->title);
    nd_canvas_text(canvas, &small, MARGIN, 54, t->subtitle);
    nd_canvas_text(canvas, &plain, MARGIN + 0.5 * e.width, HEAD + e.height + 20, t->caption);
done:
    return status;
}

int nd_plot3d_write(const struct nd_plot3d *plot, const char *path)
{
    int status = 0;
    struct nd_canvas canvas = {0};
    TRY(nd_plot3d_draw(plot, &canvas));
    TRY(nd_canvas_write(&canvas, path));
done:
    nd_canvas_clear(&canvas);
    return status;
}
