/* Arrows in space: a round shaft and a cone. */
#ifndef ND_ARROWS_H
#define ND_ARROWS_H

#include "plot/raster.h"
#include "plot/view.h"

/* middle: of the arrow; along: its direction and length; strength: its colour. thickness: of one as
 * long as that; a shorter one keeps its shape. */
struct nd_arrow {
    double middle[3], along[3];
    double strength, thickness;
};
void nd_arrow_draw(const struct nd_arrow *arrow, const struct nd_view *view, const struct nd_palette *palette,
                   struct nd_raster *raster);

#endif
