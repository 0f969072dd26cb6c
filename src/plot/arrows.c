#include "plot/arrows.h"

#include <math.h>

enum { SIDES = 14 };

/* A ring about the arrow's axis, with the slope of the surface there, which sets the light. */
struct ring {
    double at, radius; /* at: position on the axis, from -1/2 at the tail to 1/2 at the tip */
    double lean;       /* the normal's component along the axis: 0 radial, 1 along it, -1 against it */
};

struct frame {
    const struct nd_arrow *arrow;
    const struct nd_view *view;
    double side[2][3], axis[3]; /* unit vectors; side[0] x side[1] = axis */
};

static void unit(double a[3])
{
    const double length = sqrt(a[0] * a[0] + a[1] * a[1] + a[2] * a[2]);
    for (int i = 0; i < 3; i++) a[i] /= length;
}

static void frame_init(struct frame *f, const struct nd_arrow *arrow, const struct nd_view *view)
{
    int least = 0;
    *f = (struct frame){
        .arrow = arrow, .view = view, .axis = {arrow->along[0], arrow->along[1], arrow->along[2]}};
    unit(f->axis);
    for (int i = 1; i < 3; i++)
        if (fabs(f->axis[i]) < fabs(f->axis[least])) least = i;
    for (int i = 0; i < 3; i++) f->side[0][i] = (i == least) - f->axis[least] * f->axis[i];
    unit(f->side[0]);
    for (int i = 0; i < 3; i++) {
        const int j = (i + 1) % 3, k = (i + 2) % 3;
        f->side[1][i] = f->axis[j] * f->side[0][k] - f->axis[k] * f->side[0][j];
    }
}

static struct nd_corner corner(const struct frame *f, const struct ring *ring, double turn)
{
    const struct nd_arrow *arrow = f->arrow;
    const double angle = 2 * 3.14159265358979323846 * turn / SIDES, flat = sqrt(1 - ring->lean * ring->lean);
    struct nd_corner out = {.value = arrow->strength};
    double point[3], normal[3];
    for (int i = 0; i < 3; i++) {
        const double outwards = cos(angle) * f->side[0][i] + sin(angle) * f->side[1][i];
        point[i] = arrow->middle[i] + ring->at * arrow->along[i] + ring->radius * arrow->thickness * outwards;
        normal[i] = flat * outwards + ring->lean * f->axis[i];
    }
    nd_view_place(f->view, point, out.at);
    out.shade = nd_view_shade(f->view, normal);
    return out;
}

/* Draws the surface between two rings; `from` is nearer the tail. */
static void draw_band(const struct frame *f, const struct ring *from, const struct ring *to,
                      const struct nd_palette *palette, struct nd_raster *raster)
{
    for (int i = 0; i < SIDES; i++) {
        const struct nd_corner a = corner(f, from, i), b = corner(f, from, i + 1), c = corner(f, to, i + 1),
                               d = corner(f, to, i);
        nd_raster_triangle(raster, palette, (const struct nd_corner[3]){a, b, c});
        nd_raster_triangle(raster, palette, (const struct nd_corner[3]){a, c, d});
    }
}

void nd_arrow_draw(const struct nd_arrow *arrow, const struct nd_view *view, const struct nd_palette *palette,
                   struct nd_raster *raster)
{
    const double neck = 0.08, shaft = 0.3, head = 1, lean = 0.4;
    /* Tail cap, shaft, underside of the head, head. */
    const struct ring ring[4][2] = {{{-0.5, 0, -1}, {-0.5, shaft, -1}},
                                    {{-0.5, shaft, 0}, {neck, shaft, 0}},
                                    {{neck, shaft, -1}, {neck, head, -1}},
                                    {{neck, head, lean}, {0.5, 0, lean}}};
    struct frame frame;
    frame_init(&frame, arrow, view);
    if (!isfinite(frame.axis[0] + frame.axis[1] + frame.axis[2])) return; /* zero length: no direction */
    for (int i = 0; i < 4; i++) draw_band(&frame, &ring[i][0], &ring[i][1], palette, raster);
}
