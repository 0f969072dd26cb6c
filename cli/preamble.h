#ifndef PREAMBLE_H
#define PREAMBLE_H

#include "solver.h"

/* Tells what is about to be run: problem, mesh, order, device, memory, time step. */
void preamble_print(const nudge_solver *solver);

#endif
