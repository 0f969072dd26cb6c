/* How many processors this process may use. */
#ifndef ND_CORES_H
#define ND_CORES_H

/* Processors that the affinity mask allows, at least 1. */
int nd_cores_allowed(void);
/* CPU time that the control groups of this process allow (container limits), in processors; INFINITY
 * without a limit. Both versions are read: cpu.max (2) and cpu.cfs_quota_us (1). The tightest limit
 * between the process's group and the root counts.
 * root: mount point of the control groups, usually /sys/fs/cgroup.
 * self: the file that lists this process's groups, usually /proc/self/cgroup. */
double nd_cores_quota(const char *root, const char *self);

#endif
