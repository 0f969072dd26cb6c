#define _GNU_SOURCE
#include "base/cores.h"

#include <math.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "base/format.h"

int nd_cores_allowed(void)
{
    /* The kernel refuses a mask that is shorter than its own. */
    for (int most = 1024; most <= 1 << 16; most *= 4) {
        cpu_set_t *set = CPU_ALLOC(most);
        const size_t bytes = CPU_ALLOC_SIZE(most);
        if (!set) break;
        const int n = sched_getaffinity(0, bytes, set) ? 0 : CPU_COUNT_S(bytes, set);
        CPU_FREE(set);
        if (n > 0) return n;
    }
    const long online = sysconf(_SC_NPROCESSORS_ONLN);
    return online > 0 ? (int)online : 1;
}

/* Reads the first line of a file; "" if there is none. */
static void first_line(const char *path, char *line, int n)
{
    FILE *file = fopen(path, "re");
    line[0] = 0;
    if (file && !fgets(line, n, file)) line[0] = 0;
    if (file) fclose(file);
}

/* "50000 100000" is half a processor, "max 100000" no limit. */
static double read_max(const char *folder)
{
    char path[1100], line[128], *end;
    nd_format(path, sizeof path, "%s/cpu.max", folder);
    first_line(path, line, sizeof line);
    const double quota = nd_number(line, &end), period = nd_number(end, NULL);
    return quota > 0 && period > 0 ? quota / period : INFINITY;
}

static double read_quota(const char *folder)
{
    char path[1100], quota[64], period[64];
    nd_format(path, sizeof path, "%s/cpu.cfs_quota_us", folder);
    first_line(path, quota, sizeof quota);
    nd_format(path, sizeof path, "%s/cpu.cfs_period_us", folder);
    first_line(path, period, sizeof period);
    const double most = nd_number(quota, NULL), by = nd_number(period, NULL);
    return most > 0 && by > 0 ? most / by : INFINITY; /* -1: no limit */
}

/* The tightest limit of a group and its parents. */
static double walk(const char *mount, const char *group, double (*read)(const char *folder))
{
    char folder[1024];
    double least = INFINITY;
    const int root = (int)strlen(mount);
    nd_format(folder, sizeof folder, "%s%s", mount, group);
    for (;;) {
        least = fmin(least, read(folder));
        char *slash = strrchr(folder, '/');
        if (!slash || slash - folder < root) return least;
        *slash = 0;
    }
}

/* Whether "cpu" is in a comma-separated list of names. */
static int names_cpu(const char *names)
{
    for (const char *p = names;; p++) {
        const size_t n = strcspn(p, ",");
        if (n == 3 && !strncmp(p, "cpu", 3)) return 1;
        p += n;
        if (!*p) return 0;
    }
}

double nd_cores_quota(const char *root, const char *self)
{
    double least = INFINITY;
    char line[1024], mount[512];
    FILE *file = fopen(self, "re");
    while (file && fgets(line, sizeof line, file)) { /* "0::/group" or "4:cpu,cpuacct:/group" */
        char *names = strchr(line, ':'), *group = names ? strchr(names + 1, ':') : NULL;
        if (!group) continue;
        *group++ = 0;
        group[strcspn(group, "\n")] = 0;
        if (!names[1]) least = fmin(least, walk(root, group, read_max));
        if (!names_cpu(names + 1)) continue;
        nd_format(mount, sizeof mount, "%.400s/%.100s", root, names + 1);
        least = fmin(least, walk(mount, group, read_quota));
        nd_format(mount, sizeof mount, "%.400s/cpu", root);
        least = fmin(least, walk(mount, group, read_quota));
    }
    if (file) fclose(file);
    return least;
}
