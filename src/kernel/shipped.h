/* Parameters that were measured on a device and are shipped with the library: one file per kind of
 * device in src/tune/devices, embedded by the build. Its second line names the devices it is for,
 * "# devices: NAME, NAME": those whose name begins so. The other lines are plans (plan_line.h), for
 * built-in laws at full upwind; those with steps=linear are for linear steps, the others for Runge-Kutta
 * stages, and for linear steps where there is no such line. */
#ifndef ND_SHIPPED_H
#define ND_SHIPPED_H

#include "kernel/plan.h"

/* The plan with the variant and option of `named` for a built-in law, at the case's order and precision.
 * Returns 0 where none is shipped. */
int nd_shipped_find(const struct nd_case *c, const char *law, const struct nd_plan *named,
                    struct nd_plan *plan);

#endif
