/* The time of work on a device. */
#ifndef ND_TIMER_H
#define ND_TIMER_H

#include "device/device.h"

struct nd_pace {
    double batch; /* seconds that a batch of calls takes at least */
    int batches;  /* the median of so many; 9 at the most */
    /* Seconds of pause per second of work, between batches, on a GPU: a GPU that draws more than
     * its power limit for most of a second lowers its clock, and a time would then depend on what
     * ran before (doc/reports/2026-11-16-stage-h200.md). */
    double rest;
};
extern const struct nd_pace nd_pace_careful, nd_pace_quick;

/* Median seconds of one call of `work`, by device events: a warm-up, then batches that are long
 * enough for the clock. */
int nd_timer(struct nd_device *device, const struct nd_pace *pace, int (*work)(void *context), void *context,
             double *seconds);
/* Mean seconds per call over the second half of so many seconds of calls without pause: the speed of a long
 * run. */
int nd_timer_hold(struct nd_device *device, double length, int (*work)(void *context), void *context,
                  double *seconds);

#endif
