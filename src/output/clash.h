/* Outputs that would overwrite what the run reads, or each other. */
#ifndef ND_CLASH_H
#define ND_CLASH_H

#include "problem/problem.h"

/* The files of a problem's output, then four of each monitor; null: not requested. */
enum {
    ND_OUTPUT_FIELDS,
    ND_OUTPUT_ENERGY,
    ND_OUTPUT_PICTURE,
    ND_OUTPUT_SCENE,
    ND_OUTPUT_REPORT,
    ND_OUTPUT_FILES
};
enum { ND_MONITOR_TABLE, ND_MONITOR_ARRAYS, ND_MONITOR_TOTALS, ND_MONITOR_CHART, ND_MONITOR_FILES };
struct nd_output_paths {
    char **at;        /* [n] */
    char (*key)[128]; /* [n] the key of the problem file that requests it, for messages */
    int n;
};
/* The index of a monitor's first file in `paths`. */
static inline int nd_output_monitor(int monitor)
{
    return ND_OUTPUT_FILES + ND_MONITOR_FILES * monitor;
}
int nd_output_paths_init(struct nd_output_paths *paths, const nudge_problem *problem);
void nd_output_paths_clear(struct nd_output_paths *paths);

/* Files are compared by their identity on disk, not by name; folders should exist already. */
int nd_clash_check(const struct nd_output_paths *paths, const nudge_problem *problem);

#endif
