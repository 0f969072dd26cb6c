/* Arrows in space: a round shaft and a cone. */
#ifndef ND_ARROWS_H
#define ND_ARROWS_H

#include "plot/raster.h"
#include "plot/view.h"

/* middle: its centre; along: its direction and length; strength: its colour, from -1 to 1; thickness: radius
 * of the head. */
struct nd_arrow {
    double middle[3], along[3];
    double strength, thickness;
};
void nd_arrow_draw(const struct nd_arrow *arrow, const struct nd_view *view, const struct nd_palette *palette,
                   struct nd_raster *raster);

#endif
