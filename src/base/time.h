/* The clock. */
#ifndef ND_TIME_H
#define ND_TIME_H

/* Seconds since some moment in the past; the clock never goes back. */
double nd_seconds_now(void);

#endif
