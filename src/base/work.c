#include "base/work.h"

#include <math.h>
#include <string.h>
#include "base/error.h"
#include "base/format.h"
#include "base/time.h"

#define INTERVAL 0.03 /* seconds between calls of the hook for the same piece of work */

static _Thread_local struct {
    nudge_work_hook hook;
    void *context;
    char what[96]; /* of the last call */
    double at;     /* time of the last call of the hook */
    double end;    /* of the time given by nd_work_hurry; 0: none */
} work;

void nudge_work_set(nudge_work_hook hook, void *context)
{
    work.hook = hook;
    work.context = context;
    work.what[0] = 0;
}

void nd_work_hurry(double seconds)
{
    work.end = seconds > 0 ? nd_seconds_now() + seconds : 0;
}

int nd_work(const char *what, double share)
{
    int status = 0;
    if (!work.hook && !work.end) return 0;
    const double now = nd_seconds_now();
    if (work.end && now > work.end) FAIL(NUDGE_ESTOPPED, "stopped while %s: it takes too long", what);
    if (!work.hook) return 0;
    if (now - work.at < INTERVAL && !strncmp(what, work.what, sizeof work.what - 1)) return 0;
    work.at = now;
    nd_format(work.what, sizeof work.what, "%s", what);
    if (work.hook(work.context, what, share) && !work.end) FAIL(NUDGE_ESTOPPED, "stopped while %s", what);
done:
    return status;
}
