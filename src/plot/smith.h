/* Smith charts: reflections in the unit disc, over circles of equal resistance and reactance. */
#ifndef ND_SMITH_H
#define ND_SMITH_H

#include "plot/chart.h"

/* x and y of a series are the real and imaginary parts of reflections; a dot marks its first point. The ending of
 * the path decides on the format. */
int nd_smith_write(const char *title, const struct nd_series *series, int n, const char *path);

#endif
