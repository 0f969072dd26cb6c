/* Pages that nudge run and nudge check print before the first step. */
#ifndef PREAMBLE_H
#define PREAMBLE_H

#include "nudge.h"

/* Says that the law of the problem is a file, before it is compiled and run. */
void preamble_announce(const nudge_problem *problem);
/* Prints what is about to be run: problem, mesh, order, device, memory, time step, expected time,
 * resolution. */
void preamble_print(const nudge_problem *problem, const nudge_preflight *preflight);
/* Prints the rest: regions, smallest elements, boundaries, PML, sources, monitors. */
void preflight_print(const nudge_problem *problem, nudge_solver *solver, const nudge_preflight *preflight);
/* Prints the warnings, then refuses what cannot be run. */
int preflight_judge(const nudge_preflight *preflight, int and_run);

#endif
