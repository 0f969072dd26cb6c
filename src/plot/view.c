#include "plot/view.h"

#include <math.h>
#include <string.h>

static double dot(const double a[3], const double b[3])
{
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

static void cross(const double a[3], const double b[3], double out[3])
{
    for (int i = 0; i < 3; i++) out[i] = a[(i + 1) % 3] * b[(i + 2) % 3] - a[(i + 2) % 3] * b[(i + 1) % 3];
}

/* Works for vectors of any finite length: dividing by the largest component first keeps squares in range. */
static void normalise(double a[3])
{
    const double most = fmax(fabs(a[0]), fmax(fabs(a[1]), fabs(a[2])));
    for (int i = 0; i < 3; i++) a[i] /= most;
    const double length = sqrt(dot(a, a));
    for (int i = 0; i < 3; i++) a[i] /= length;
}

void nd_view_init(struct nd_view *view, const double from[3], const double centre[3], double distance)
{
    *view = (struct nd_view){.distance = distance, .scale = 1};
    memcpy(view->toward, from, sizeof view->toward);
    memcpy(view->centre, centre, sizeof view->centre);
    normalise(view->toward);
    const int steep = fabs(view->toward[2]) > 0.999;
    cross((const double[3]){0, steep, !steep}, view->toward, view->right);
    normalise(view->right);
    cross(view->toward, view->right, view->up);
}

void nd_view_place(const struct nd_view *view, const double point[3], double paper[3])
{
    const double d[3] = {point[0] - view->centre[0], point[1] - view->centre[1], point[2] - view->centre[2]};
    const double depth = dot(d, view->toward), near = view->scale / (1 - depth / view->distance);
    paper[0] = view->x + near * dot(d, view->right);
    paper[1] = view->y - near * dot(d, view->up);
    paper[2] = near * depth;
}

void nd_view_fit(struct nd_view *view, const double low[2], const double high[2], double width, double height)
{
    const double scale =
        fmin(width / fmax(high[0] - low[0], 1e-300), height / fmax(high[1] - low[1], 1e-300));
    view->x = width / 2 + scale * (view->x - (low[0] + high[0]) / 2);
    view->y = height / 2 + scale * (view->y - (low[1] + high[1]) / 2);
    view->scale *= scale;
}

double nd_view_shade(const struct nd_view *view, const double normal[3])
{
    double light = 0;
    for (int i = 0; i < 3; i++)
        light += normal[i] * (-0.42 * view->right[i] + 0.56 * view->up[i] + 0.71 * view->toward[i]);
    /* Soft light: it reaches somewhat beyond the terminator of a point light. */
    light = fmax(0, (light + 0.35) / 1.35);
    return 0.7 + 0.3 * light;
}
