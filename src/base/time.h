/* The clock. */
#ifndef ND_TIME_H
#define ND_TIME_H

/* Seconds on a monotonic clock with an arbitrary origin. */
double nd_seconds_now(void);

/* The date and time in UTC, by ISO 8601: "2026-11-17T02:05:04Z". Returns `text`. */
#define ND_TIME_TEXT 32
const char *nd_time_utc(char text[ND_TIME_TEXT]);

#endif
