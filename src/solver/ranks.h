/* A solver on several ranks: every rank sets up the problem of rank 0, and computes its share of the elements. Rank 0
 * leads (comm/task.h); the others serve. */
#ifndef ND_RANKS_H
#define ND_RANKS_H

#include "solver/solver.h"

/* What rank 0 sends with ND_TASK_CREATE. Null members stay null. */
struct nd_order {
    const nudge_problem *problem;
    const char *device, *variant;
};
/* On rank 0: has the other ranks create the same solver. Does nothing on other ranks. */
int nd_ranks_lead(const struct nd_order *order);
/* Fails on other ranks, which must not create solvers by themselves. */
int nd_ranks_check_leader(void);
/* On other ranks: receives that order; n: bytes of it. All members of *order belong to the caller. */
int nd_ranks_follow(struct nd_order *order, size_t n);

/* The share of this rank; does nothing with one rank. Needs the operator's plan. */
int nd_ranks_share(nudge_solver *solver, const struct nd_setup *setup);
/* Fails on all ranks if one has other tables of waveforms than rank 0. Collective. */
int nd_ranks_compare_tables(const nudge_solver *solver);
/* ranks_weight.c: weight[K] of each element, 1 for one that only has fields. Needs mesh, PML and integrator. */
int nd_ranks_weigh(const nudge_solver *solver, float *weight);
/* The device of this rank: with several GPUs on a node each rank takes one. out: room for the name. */
const char *nd_ranks_device(const char *device, char out[32]);
/* Waits for tasks and does them, until rank 0 has destroyed its solver. Tasks about checkpoints are the other
 * function's. */
struct nd_task;
typedef int (*nd_ranks_task)(void *context, const struct nd_task *task);
int nd_ranks_serve(nudge_solver *solver, nd_ranks_task other, void *context);

/* ranks_time.c: mean seconds of an evaluation on each rank. */
struct nd_rank_times {
    double whole;    /* with the exchange */
    double alone;    /* without it, from and to wrong ghosts */
    double exchange; /* of faces, without anything else; 0 with one rank */
    double elements;
    double sent; /* bytes of an exchange */
    double neighbours;
};
/* Measures for about so many seconds. all[ranks]: filled on rank 0. Fields keep their values. */
int nd_ranks_time(nudge_solver *solver, double patience, struct nd_rank_times *all);

/* The energy of the rates outside the PML: omega^2 times the energy for waves, zero for static fields. */
int nd_ranks_change(nudge_solver *solver, double *change);
/* The error of the fields against the exact solution at that time; sets error_absolute, too. Collective. */
int nd_ranks_error(nudge_solver *solver, double time, double *error);
/* A checksum of the bits of all fields at the nodes, the same for any number of ranks. */
int nd_ranks_checksum(nudge_solver *solver, uint64_t *sum);

#endif
