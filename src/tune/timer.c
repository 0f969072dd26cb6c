#include "tune/timer.h"

#include <math.h>
#include <stdlib.h>
#include <time.h>

enum { BATCHES_MOST = 9 };
const struct nd_pace nd_pace_careful = {0.05, BATCHES_MOST, 1}, nd_pace_quick = {0.004, 5, 1};

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

static void rest(const struct nd_device *device, double seconds)
{
    const struct timespec t = {(time_t)seconds, (long)(1e9 * fmod(seconds, 1))};
    if (device->info.gpu && seconds > 0) nanosleep(&t, NULL); /* a signal may end it: nothing is lost */
}

/* So many calls that the clock is good enough for their time. */
static int find_calls(struct nd_device *device, double least, int (*work)(void *context), void *context,
                      int *calls, double *took)
{
    int status = 0;
    TRY(work(context));
    for (*calls = 1;; *calls *= 2) {
        TRY(time_calls(device, work, context, *calls, took));
        if (*took > least || *calls > 1 << 20) break;
    }
done:
    return status;
}

int nd_timer(struct nd_device *device, const struct nd_pace *pace, int (*work)(void *context), void *context,
             double *seconds)
{
    int status = 0, calls;
    double took, times[BATCHES_MOST];
    TRY(find_calls(device, pace->batch, work, context, &calls, &took));
    for (int k = 0; k < pace->batches; k++) {
        rest(device, pace->rest * took);
        TRY(time_calls(device, work, context, calls, &times[k]));
    }
    qsort(times, (size_t)pace->batches, sizeof *times, compare);
    *seconds = times[pace->batches / 2] / calls;
done:
    return status;
}

int nd_timer_hold(struct nd_device *device, double length, int (*work)(void *context), void *context,
                  double *seconds)
{
    int status = 0, calls;
    double took, sum = 0, all = 0, counted = 0;
    TRY(find_calls(device, nd_pace_careful.batch, work, context, &calls, &took));
    do {
        TRY(time_calls(device, work, context, calls, &took));
        all += took;
        if (all > length / 2) sum += took, counted += calls;
    } while (all < length);
    *seconds = sum / counted;
done:
    return status;
}
