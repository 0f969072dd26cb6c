/* The threads that run kernels on the cpu. They are not OpenMP's because those spin for milliseconds while they wait, which on a machine
 * whose cores are busy takes the time of the very threads that they wait for. These spin for a short while and then sleep, whatever
 * the environment says, also inside a program that has read it before the library was there. And they have stacks of their own size.
 *
 * A team belongs to one device and is used by one thread at a time: create, run as often as needed, destroy. */
#ifndef ND_TEAM_H
#define ND_TEAM_H

/* Member i of n does its share. */
typedef void (*nd_team_work)(void *context, int i, int n);

struct nd_team;

/* threads: members, the caller among them. Fewer where the system does not let so many be created; a warning tells. */
int nd_team_create(struct nd_team **team, int threads);
void nd_team_destroy(struct nd_team *team);
int nd_team_size(const struct nd_team *team);
/* Calls work for i = 0 ... n - 1, n at most the size, and returns when all are done. */
void nd_team_run(struct nd_team *team, int n, nd_team_work work, void *context);

#endif
