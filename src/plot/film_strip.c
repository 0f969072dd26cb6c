#include "plot/film_strip.h"

#include <math.h>
#include <string.h>
#include "base/error.h"
#include "base/format.h"
#include "plot/axis.h"

/* In points. */
enum {
    MARGIN = 20,
    HEAD = 66,       /* from the top edge to the captions of the first row */
    GAP = 12,        /* between panels */
    CAPTION = 20,    /* above a panel */
    BELOW = 42,      /* the ticks and the label of the axis to the right */
    GRID = 938,      /* width of all panels, at most */
    SIDE = 222,      /* side of a square panel; other shapes have about the same area */
    NARROWEST = 110, /* width of a caption */
    THINNEST = 24,   /* least side of a panel */
    WIDEST = 460,
    HIGHEST = 480,
    BAR = 320, /* height of the bar, at most */
};
static const double faint = 0.01; /* a panel whose values are below this part of the scale looks blank */

static double clamp(double x, double low, double high)
{
    return fmin(fmax(x, low), high);
}

/* Panels have about the same area whatever their shape. As many as fit stand side by side, in rows of equal
 * length if possible; then they are enlarged if there is room. */
void nd_film_strip_arrange(struct nd_film_strip *s, int panels, double across, double up)
{
    const double shape = clamp(across / up, 1e-3, 1e3);
    double width = clamp(SIDE * sqrt(shape), THINNEST, WIDEST);
    if (width / shape > HIGHEST) width = HIGHEST * shape;
    const int most = (GRID + GAP) / ((int)fmax(width, NARROWEST) + GAP);
    const int rows = (panels + most - 1) / most;
    s->columns = (panels + rows - 1) / rows;
    width = fmin((double)(GRID + GAP) / s->columns - GAP, 1.6 * width);
    if (width / shape > HIGHEST) width = HIGHEST * shape;
    s->across = rint(fmax(width, THINNEST));
    s->up = rint(clamp(width / shape, THINNEST, HIGHEST));
    s->width = ND_CANVAS_DENSITY * (int)s->across;
    s->height = ND_CANVAS_DENSITY * (int)s->up;
    s->slot = fmax(s->across, NARROWEST) + GAP;
}

static size_t panel_size(const struct nd_film_strip *s)
{
    return (size_t)s->width * (size_t)s->height;
}

int nd_film_strip_measure(struct nd_film_strip *s, int panel)
{
    return nd_limit_find(&s->limit[panel], s->values + (size_t)panel * panel_size(s), panel_size(s),
                         ND_LIMIT_SHARE);
}

struct nd_limit nd_film_strip_limit(const struct nd_film_strip *s)
{
    struct nd_limit limit = {.scale = 1};
    for (int i = 0; i < s->panels; i++) nd_limit_join(&limit, &s->limit[i]);
    return limit;
}

/* A drawing, with what all panels share. */
struct drawing {
    const struct nd_film_strip *strip;
    struct nd_canvas *canvas;
    struct nd_palette palette;
    struct nd_limit limit;
    struct nd_axis right, up; /* in the unit of lengths */
    const char *unit;
    double left; /* where panels begin */
};

/* Coordinates are written in the unit in which the larger side has one to three digits before the point. */
static void set_axes(struct drawing *d)
{
    static const char *const names[] = {"nm", "µm", "mm", "m", "km"};
    const struct nd_plane *p = &d->strip->plane;
    const double size =
        fmax(fmax(fabs(p->low[0]), fabs(p->high[0])), fmax(fabs(p->low[1]), fabs(p->high[1])));
    int unit = 3;
    double metres = 1;
    while (d->strip->si && unit < 4 && size >= 2000 * metres) unit++, metres *= 1000;
    while (d->strip->si && unit > 0 && size < metres) unit--, metres /= 1000;
    d->unit = d->strip->si ? names[unit] : "";
    nd_axis_fit(&d->right, p->low[0] / metres, p->high[0] / metres, 1e-9);
    nd_axis_fit(&d->up, p->low[1] / metres, p->high[1] / metres, 1e-9);
}

static void tick_label(const struct nd_axis *axis, int tick, char out[32])
{
    struct nd_text text = {0};
    nd_axis_label(axis, tick, &text);
    nd_format(out, 32, "%.31s", text.s ? text.s : "");
    nd_text_clear(&text);
}

static const struct nd_type number = {.size = 10, .colour = {32, 42, 51}};

/* The widest label. */
static double label_width(const struct nd_axis *axis)
{
    double most = 0;
    char label[32];
    for (int i = 0; i < axis->nticks; i++) {
        tick_label(axis, i, label);
        most = fmax(most, nd_type_width(&number, label));
    }
    return most;
}

/* Every how many ticks there is room for a label, if each needs so many points of the length: 1, 2, 5, 10 ... */
static int label_stride(const struct nd_axis *axis, double length, double each)
{
    static const int strides[] = {1, 2, 5, 10, 20};
    int i = 0;
    while (i < 4 && each * axis->nticks / strides[i] > length) i++;
    return strides[i];
}

/* Labels stand at round numbers: multiples of the stride times the distance of ticks. */
static int is_labelled(const struct nd_axis *axis, int tick, int stride)
{
    const double step = axis->nticks > 1 ? axis->tick[1] - axis->tick[0] : 1;
    return (long)rint(axis->tick[tick] / step) % stride == 0;
}

/* Where the last label along the axis ends. */
static double label_end(const struct nd_axis *axis, int stride)
{
    char label[32];
    double end = -HUGE_VAL;
    for (int i = 0; i < axis->nticks; i++) {
        if (!is_labelled(axis, i, stride)) continue;
        tick_label(axis, i, label);
        end = nd_axis_place(axis, axis->tick[i]) + 0.5 * nd_type_width(&number, label);
    }
    return end;
}

/* The ticks along one side of the panel at (x, y). vertical: its left side, else the lower one. beside: the panel to
 * the left has labels, too; one that would touch its last one is left out. */
static void draw_ticks(struct drawing *d, double x, double y, int vertical, int beside)
{
    const struct nd_film_strip *s = d->strip;
    struct nd_axis axis = vertical ? d->up : d->right;
    struct nd_type type = number;
    char label[32];
    axis.start = vertical ? y + s->up : x;
    axis.end = vertical ? y : x + s->across;
    type.align = vertical ? 1 : 0.5;
    const int stride =
        label_stride(&axis, vertical ? s->up : s->across, vertical ? 16 : label_width(&axis) + 12);
    const double taken = beside ? label_end(&axis, stride) - s->slot + 4 : -HUGE_VAL;
    for (int i = 0; i < axis.nticks; i++) {
        const double at = nd_axis_place(&axis, axis.tick[i]);
        if (!is_labelled(&axis, i, stride)) continue;
        nd_canvas_move(d->canvas, vertical ? x : at, vertical ? at : y + s->up);
        nd_canvas_line(d->canvas, vertical ? x - 4 : at, vertical ? at : y + s->up + 4);
        nd_canvas_stroke(d->canvas, &(struct nd_stroke){nd_ink_line, 0.7, NULL, 0});
        tick_label(&axis, i, label);
        if (at - 0.5 * nd_type_width(&type, label) < taken) continue;
        nd_canvas_text(d->canvas, &type, vertical ? x - 7 : at, vertical ? at : y + s->up + 12, label);
    }
}

static void axis_name(const struct drawing *d, int axis, char out[16])
{
    nd_format(out, 16, *d->unit ? "%c [%s]" : "%c", "xyz"[axis], d -> unit);
}

/* Axes stand at the first panel of a row, and at the last of a column. */
static void draw_axes(struct drawing *d, int panel, double x, double y)
{
    const struct nd_film_strip *s = d->strip;
    char name[16];
    struct nd_type type = {.size = 11, .colour = nd_ink, .align = 0.5};
    if (panel + s->columns >= s->panels) {
        draw_ticks(d, x, y, 0, panel % s->columns > 0 && panel - 1 + s->columns >= s->panels);
        axis_name(d, s->plane.right, name);
        nd_canvas_text(d->canvas, &type, x + 0.5 * s->across, y + s->up + 28, name);
    }
    if (panel % s->columns == 0) {
        draw_ticks(d, x, y, 1, 0);
        axis_name(d, s->plane.up, name);
        type.upwards = 1;
        nd_canvas_text(d->canvas, &type, x - 16 - label_width(&d->up), y + 0.5 * s->up, name);
    }
}

static void draw_caption(struct drawing *d, int panel, double x, double y)
{
    const struct nd_film_strip *s = d->strip;
    const struct nd_type type = {.size = 11, .colour = nd_ink, .align = 0.5, .most = s->slot - GAP};
    char caption[96], value[32];
    nd_quantity_text(s->time[panel], s->dim, s->si, value);
    if (!s->si) nd_format(value, sizeof value, "%.3g", s->time[panel]);
    const int n = nd_format(caption, sizeof caption, "%.8s = %s", s->symbol ? s->symbol : "t", value);
    if (s->limit[panel].most < faint * d->limit.scale)
        nd_format(caption + n, sizeof caption - (size_t)n, " (at most %.2g)", s->limit[panel].most);
    nd_canvas_text(d->canvas, &type, x + 0.5 * s->across, y - 0.5 * CAPTION, caption);
}

/* Whether a segment lies on an edge of the panel, which has a frame. */
static int is_edge(const struct nd_plane *p, const double at[4])
{
    int edge = 0;
    for (int i = 0; i < 2; i++) {
        const double near = 1e-9 * (p->high[i] - p->low[i]);
        edge |= fabs(at[i] - p->low[i]) < near && fabs(at[2 + i] - p->low[i]) < near;
        edge |= fabs(at[i] - p->high[i]) < near && fabs(at[2 + i] - p->high[i]) < near;
    }
    return edge;
}

static void draw_outline(struct drawing *d, double x, double y)
{
    const struct nd_film_strip *s = d->strip;
    const struct nd_plane *p = &s->plane;
    const double scale[2] = {s->across / (p->high[0] - p->low[0]), s->up / (p->high[1] - p->low[1])};
    nd_canvas_shift(d->canvas, 0, 0);
    nd_canvas_box(d->canvas, x, y, s->across, s->up);
    nd_canvas_clip(d->canvas);
    for (int i = 0; i < s->outline.n; i++) {
        const double *at = s->outline.at[i];
        if (is_edge(p, at)) continue;
        nd_canvas_move(d->canvas, x + scale[0] * (at[0] - p->low[0]), y + scale[1] * (p->high[1] - at[1]));
        nd_canvas_line(d->canvas, x + scale[0] * (at[2] - p->low[0]), y + scale[1] * (p->high[1] - at[3]));
    }
    nd_canvas_stroke(d->canvas, &(struct nd_stroke){nd_ink, 0.8, NULL, 0});
    nd_canvas_back(d->canvas);
}

static int draw_panel(struct drawing *d, int panel)
{
    int status = 0;
    const struct nd_film_strip *s = d->strip;
    const double x = d->left + panel % s->columns * s->slot + 0.5 * (s->slot - GAP - s->across),
                 y = HEAD + CAPTION + panel / s->columns * (s->up + CAPTION + GAP);
    const double *value = s->values + (size_t)panel * panel_size(s);
    unsigned char *rgb = NULL;
    ALLOC(rgb, 3 * panel_size(s));
    for (size_t i = 0; i < panel_size(s); i++) {
        const struct nd_colour c =
            isnan(value[i]) ? nd_outside : nd_palette_get(&d->palette, value[i] / d->limit.scale);
        rgb[3 * i] = c.r, rgb[3 * i + 1] = c.g, rgb[3 * i + 2] = c.b;
    }
    nd_canvas_image(d->canvas, &(struct nd_image){s->width, s->height, rgb}, x, y, s->across, s->up);
    draw_outline(d, x, y);
    nd_canvas_box(d->canvas, x, y, s->across, s->up);
    nd_canvas_stroke(d->canvas, &(struct nd_stroke){nd_ink_line, 0.7, NULL, 0});
    draw_caption(d, panel, x, y);
    draw_axes(d, panel, x, y);
done:
    free(rgb);
    return status;
}

int nd_film_strip_draw(const struct nd_film_strip *s, struct nd_canvas *canvas)
{
    int status = 0;
    struct nd_type big = {.size = 16, .bold = 1, .colour = nd_ink},
                   small = {.size = 11, .colour = nd_ink_pale};
    const int rows = s->panels ? (s->panels + s->columns - 1) / s->columns : 1;
    const double high = rows * (s->up + CAPTION + GAP) - GAP - CAPTION; /* of all panels */
    struct drawing d = {.strip = s, .canvas = canvas, .limit = nd_film_strip_limit(s)};
    struct nd_bar bar = {&d.palette, s->name, s->unit, d.limit, s->positive};
    TRY(nd_canvas_init(canvas, 1, 1));
    canvas->title = s->title;
    (s->positive ? nd_palette_init_magnitude : nd_palette_init_signed)(&d.palette);
    set_axes(&d);
    d.left = MARGIN + 24 + label_width(&d.up);
    const double at = d.left + s->columns * s->slot + 8, room = high - (d.limit.cut ? 56 : 8);
    canvas->width = ceil(at + nd_bar_draw(&bar, NULL, 0, 0, 0) + MARGIN);
    canvas->height = HEAD + CAPTION + high + fmax(BELOW, d.limit.cut ? 150 - high : 0);
    big.most = small.most = canvas->width - 2 * MARGIN;
    nd_canvas_text(canvas, &big, MARGIN, 24, s->title);
    nd_canvas_text(canvas, &small, MARGIN, 47, s->subtitle);
    for (int panel = 0; panel < s->panels; panel++) TRY(draw_panel(&d, panel));
    nd_bar_draw(&bar, canvas, at, HEAD + CAPTION + (d.limit.cut ? 8 : 0), clamp(room, 60, BAR));
done:
    return status;
}

int nd_film_strip_write(const struct nd_film_strip *s, const char *path)
{
    int status = 0;
    struct nd_canvas canvas = {0};
    TRY(nd_film_strip_draw(s, &canvas));
    TRY(nd_canvas_write(&canvas, path));
done:
    nd_canvas_clear(&canvas);
    return status;
}
