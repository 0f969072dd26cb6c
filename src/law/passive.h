/* Poles and loss tangents of a problem's materials: whether the law has them, and whether they are passive. */
#ifndef ND_PASSIVE_H
#define ND_PASSIVE_H

#include "law/law.h"

/* Whether a law has permittivities and permeabilities that may have poles: LAW_ELECTRIC and LAW_MAGNETIC name three
 * fields each, one after the other, and LAW_MATERIAL has epsilon, mu and sigma. */
int nd_law_has_poles(const struct nd_law *law);

/* Checks the poles of a material and adds its loss tangent to sigma. value[law->material.n]: its constants, relative
 * to vacuum. Fails, naming a frequency, if fields would gain energy anywhere. */
int nd_passive_check(const nudge_problem *problem, const struct nd_law *law,
                     const struct nd_material *material, double *value);

#endif
