/* A solver on several ranks: every rank sets up the same problem, and computes its share of the elements. Rank 0 leads
 * (comm/task.h); the others serve. */
#ifndef ND_RANKS_H
#define ND_RANKS_H

#include "solver/solver.h"

/* The share of this rank; does nothing with one rank. Needs the operator's plan. */
int nd_ranks_share(nudge_solver *solver, const struct nd_setup *setup);
/* ranks_weight.c: weight[K] of each element, 1 for one that only has fields. Needs mesh, PML and integrator. */
int nd_ranks_weigh(const nudge_solver *solver, float *weight);
/* The device of this rank: with several GPUs on a node each rank takes one. out: room for the name. */
const char *nd_ranks_device(const char *device, char out[32]);
/* Waits for tasks and does them, until rank 0 has destroyed its solver. Tasks about checkpoints are the other
 * function's. */
struct nd_task;
typedef int (*nd_ranks_task)(void *context, const struct nd_task *task);
int nd_ranks_serve(nudge_solver *solver, nd_ranks_task other, void *context);

/* The energy of the rates outside the PML: omega^2 times the energy for waves, zero for static fields. */
int nd_ranks_change(nudge_solver *solver, double *change);
/* A checksum of the bits of all fields at the nodes, the same for any number of ranks. */
int nd_ranks_checksum(nudge_solver *solver, uint64_t *sum);

#endif
