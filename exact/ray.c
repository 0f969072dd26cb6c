#include "exact/ray.h"

#include <math.h>

/* The times of both legs are convex functions of x, the point where the ray enters the layer, so that the
 * least time is where the slope changes sign. */
double nd_ray_time(double thickness, double above, double below, double depth, double offset)
{
    const double deep = depth - thickness;
    double low = 0, high = offset;
    if (deep <= 0) return hypot(depth, offset) / above;
    for (int i = 0; i < 200; i++) {
        const double x = (low + high) / 2;
        const double slope = x / hypot(x, deep) / below - (offset - x) / hypot(offset - x, thickness) / above;
        if (slope < 0)
            low = x;
        else
            high = x;
    }
    return hypot(low, deep) / below + hypot(offset - low, thickness) / above;
}
