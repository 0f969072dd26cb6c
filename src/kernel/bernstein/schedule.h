/* The schedule of the node phase: which thread group takes which coefficients of an element, and in
 * which order. Rows of the lattice (lattice.h), whole or cut into segments, are assigned to groups
 * of threads; or a few sub-simplices and what is made of them. README.md draws it. */
#ifndef ND_SCHEDULE_H
#define ND_SCHEDULE_H

#include <stdint.h>

enum { ND_THREAD_GROUPS_MOST = 1024, ND_BANK_ROWS_MOST = 8 };

/* A thread group has one thread per element and part of a batch. */
struct nd_thread_groups {
    int count;
    int warp; /* so many consecutive groups run in one warp and get segments of about one length; divides count */
    int bank_rows; /* a power of 2: segments of so many consecutive groups meet in the same banks if their beginnings
                      are a multiple of it apart, which is avoided */
    int swizzled; /* are coefficients? */
    int start;    /* the cost of beginning a segment, in tenths of a node */
    int in_step; /* do all groups walk as many rounds as the one that has most, because they wait for one another? */
    int subsimplices; /* are there sub-simplices instead of rows? */
};

/* Assigns segments, the longest first, each to the group that has least to do. entries[(round *
 * count + group) * 8 + i] is as in an entry of nd_lattice_rows, moved to where the segment begins;
 * last its length, 0 if there is none, a2, a3 and how many coefficients of the row come before it,
 * one byte each; or an entry of nd_lattice_subsimplices as it is. A group that has a segment in a
 * later round may have none in an earlier one. Returns the rounds; entries may be null. */
int nd_schedule(int N, const struct nd_thread_groups *groups, uint32_t *entries);

/* The length of the longest segment. Where there are about as many groups as rows most would wait
 * for the one that has the longest, so that rows are cut; N + 1, the longest row, where little
 * would be gained, or groups are in step. */
int nd_schedule_longest(int N, const struct nd_thread_groups *groups);

#endif
