/* What nudge run and nudge check print before the first step. */
#ifndef PREAMBLE_H
#define PREAMBLE_H

#include "preflight/preflight.h"

/* Before anything of a law that is a file is run: says so. */
void preamble_announce(const nudge_problem *problem);
/* Tells what is about to be run: problem, mesh, order, device, memory, time step, expected time, resolution. */
void preamble_print(const struct nd_preflight *preflight);
/* The rest of what is known before the first step: regions, smallest elements, boundaries, shell, sources, monitors. */
void preflight_print(const struct nd_preflight *preflight);
/* Warnings, as those of the library; then refuses what cannot be run. */
int preflight_judge(const struct nd_preflight *preflight);

#endif
