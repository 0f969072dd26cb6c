#include "tune/clock.h"

#include <stdlib.h>

enum { BATCHES_MOST = 9 };
const struct nd_pace nd_pace_careful = {0.05, BATCHES_MOST}, nd_pace_quick = {0.004, 5};

static int compare(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static int time_calls(struct nd_device *device, int (*work)(void *context), void *context, int calls,
                      double *seconds)
{
    int status = 0;
    TRY(device->backend->event_record(device, 0));
    for (int i = 0; i < calls; i++) TRY(work(context));
    TRY(device->backend->event_record(device, 1));
    TRY(device->backend->event_seconds(device, 0, 1, seconds));
done:
    return status;
}

int nd_clock(struct nd_device *device, const struct nd_pace *pace, int (*work)(void *context), void *context,
             double *seconds)
{
    int status = 0, calls = 1;
    double took = 0, times[BATCHES_MOST];
    TRY(work(context));
    for (;; calls *= 2) {
        TRY(time_calls(device, work, context, calls, &took));
        if (took > pace->batch || calls > 1 << 20) break;
    }
    for (int k = 0; k < pace->batches; k++) TRY(time_calls(device, work, context, calls, &times[k]));
    qsort(times, (size_t)pace->batches, sizeof *times, compare);
    *seconds = times[pace->batches / 2] / calls;
done:
    return status;
}
