/* The time of work on a device. */
#ifndef ND_TIMER_H
#define ND_TIMER_H

#include "device/device.h"

struct nd_pace {
    double batch; /* seconds that a batch of calls takes at least */
    int batches;  /* the median of so many; 9 at the most */
    double
        rest; /* seconds for each second of work, between batches, on a GPU: one that draws more power than it may for most of a second
                     lowers its clock, which would make a time depend on what ran before (doc/reports/2026-11-16-stage-h200.md) */
};
extern const struct nd_pace nd_pace_careful, nd_pace_quick;

/* Median seconds of one call of `work`, by device events: a warm-up, then batches that are long enough for the
 * clock. */
int nd_timer(struct nd_device *device, const struct nd_pace *pace, int (*work)(void *context), void *context,
             double *seconds);
/* Mean seconds of a call while it is done again and again for so long, without rest: of the second half of that time. What a long run gets. */
int nd_timer_hold(struct nd_device *device, double length, int (*work)(void *context), void *context,
                  double *seconds);

#endif
