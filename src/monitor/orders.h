/* Waves of a periodic cell by diffraction order: the tangential fields on a plane are split into plane waves that
 * travel forwards and backwards across it. Maxwell's equations only. doc/reference/monitors.md has the formulas. */
#ifndef ND_ORDERS_H
#define ND_ORDERS_H

#include "monitor/monitor.h"

/* Sets monitor->surface to the faces between the two regions. Fails unless they lie in a plane, in a material without losses,
 * and end at sides beyond which the cell goes on. */
int nd_orders_set(const struct nd_monitors_setup *setup, struct nd_monitor *monitor);
/* The frequency above which the order (0, 0) travels. */
double nd_orders_cutoff(const struct nd_monitors *monitors, const struct nd_monitor *monitor);
/* Writes the table. */
int nd_orders_write(struct nd_monitors *monitors, struct nd_monitor *monitor, char *const *paths);

#endif
