#include "base/time.h"

#include <time.h>
#include "base/format.h"

double nd_seconds_now(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

const char *nd_time_utc(char text[ND_TIME_TEXT])
{
    struct tm t = {0};
    const time_t now = time(NULL);
    gmtime_r(&now, &t);
    nd_format(text, ND_TIME_TEXT, "%04d-%02d-%02dT%02d:%02d:%02dZ", t.tm_year + 1900, t.tm_mon + 1, t.tm_mday,
              t.tm_hour, t.tm_min, t.tm_sec);
    return text;
}
