/* The time of work on a device. */
#ifndef ND_CLOCK_H
#define ND_CLOCK_H

#include "device/device.h"

struct nd_pace {
    double batch; /* seconds that a batch of calls takes at least */
    int batches;  /* the median of so many; 9 at the most */
};
extern const struct nd_pace nd_pace_careful, nd_pace_quick;

/* Median seconds of one call of `work`, by device events: a warm-up, then batches that are long enough for the
 * clock. */
int nd_clock(struct nd_device *device, const struct nd_pace *pace, int (*work)(void *context), void *context,
             double *seconds);

#endif
