/* Whole linear steps in one launch, for meshes so small that launches take longer than computing: the variant's
 * ND_PASS_STEP. Fields, and what follows from them, have the same bits as those of one launch per evaluation. */
#ifndef ND_WHOLE_STEP_H
#define ND_WHOLE_STEP_H

#include "step/integrator.h"

/* Decides whether the steps of rhs->graph are taken so: where the variant and the device can, all blocks run at
 * the same time, and nothing else acts between evaluations (pml, sources, curved elements, other ranks).
 * NUDGE_STEPS=stages: never. Loads the kernel at the first time. */
int nd_whole_step_choose(struct nd_rhs *rhs, const struct nd_integrator *integrator);
/* A step of length dt with all that belongs to its end, if nd_whole_step_choose set rhs->whole.on. */
int nd_whole_step_launch(struct nd_rhs *rhs, const struct nd_integrator *integrator, double dt);
void nd_whole_step_clear(struct nd_rhs *rhs);

#endif
