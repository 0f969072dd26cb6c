/* The paths of all outputs of a problem, and a check that they overwrite neither inputs nor each other. Call
 * nd_output_paths_init, nd_clash_check, nd_output_paths_clear; the struct owns its strings. */
#ifndef ND_CLASH_H
#define ND_CLASH_H

#include "problem/problem.h"

/* Indices: the files of `output`, four for each monitor, then the pictures. A path is null if the file is not wanted. */
enum {
    ND_OUTPUT_FIELDS,
    ND_OUTPUT_ENERGY,
    ND_OUTPUT_SCENE,
    ND_OUTPUT_REPORT,
    ND_OUTPUT_PORTS,
    ND_OUTPUT_FILES
};
enum { ND_MONITOR_TABLE, ND_MONITOR_ARRAYS, ND_MONITOR_TOTALS, ND_MONITOR_CHART, ND_MONITOR_FILES };
struct nd_output_paths {
    char **at;        /* [n] */
    char (*key)[128]; /* [n] the key in the problem file, for messages */
    int n;
};
/* The index of the first of a monitor's files. */
static inline int nd_output_monitor(int monitor)
{
    return ND_OUTPUT_FILES + ND_MONITOR_FILES * monitor;
}
/* The index of a picture. */
static inline int nd_output_picture(const nudge_problem *problem, int picture)
{
    return nd_output_monitor(problem->monitors.n) + picture;
}
int nd_output_paths_init(struct nd_output_paths *paths, const nudge_problem *problem);
void nd_output_paths_clear(struct nd_output_paths *paths);

/* Compares files on disk, not names; folders should exist. Returns NUDGE_EVALUE if two are the same. */
int nd_clash_check(const struct nd_output_paths *paths, const nudge_problem *problem);

#endif
