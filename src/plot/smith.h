/* Smith charts as SVG: reflections in the unit disc, over circles of equal resistance and reactance. */
#ifndef ND_SMITH_H
#define ND_SMITH_H

#include "plot/chart.h"

/* Adds one <svg> element. x and y of a series are the real and imaginary parts of reflections; a dot marks its first
 * point. */
int nd_smith_svg(const char *title, const struct nd_series *series, int n, struct nd_text *out);

#endif
