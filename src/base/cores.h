/* How many processors this process may use. */
#ifndef ND_CORES_H
#define ND_CORES_H

/* Processors that the affinity mask allows, at least 1. */
int nd_cores_allowed(void);
/* Processors' worth of time that the control groups of this process allow, as containers limit it; INFINITY: no limit. root: where
 * control groups are mounted, usually /sys/fs/cgroup; self: the list of this process's groups, usually /proc/self/cgroup. The
 * tightest limit on the way from the process's group to the root counts, of version 2 (cpu.max) and 1 (cpu.cfs_quota_us). */
double nd_cores_quota(const char *root, const char *self);

#endif
