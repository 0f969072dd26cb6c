/* Progress of a computation: one line redrawn on a terminal, a few plain lines elsewhere; and requests to
 * stop it. */
#ifndef PROGRESS_H
#define PROGRESS_H

#include <stdio.h>
#include "nudge.h"

struct progress {
    FILE *to;
    const char *label;  /* goes before the line; "" for none */
    int live;           /* a terminal */
    int plain;          /* elsewhere: plain lines, or nothing at all */
    double start, last; /* seconds on the clock: at the beginning, at the last line */
    int resumed;        /* it was said that the run is resumed */
    double share;       /* of the work, at the last plain line */
    int64_t energy;     /* step of the energy in that line; an older one is not printed again */
};

/* After this call, Ctrl-C, SIGTERM and a closed terminal are requests to stop; the second Ctrl-C or SIGTERM
 * ends the program at once. A closed pipe ends nothing. */
void stop_catch(void);
int stop_wanted(void);
/* stop_gently(1): outputs are open, so a stop waits until they are closed. At other times the program ends
 * 1.5 seconds after a request. */
void stop_gently(int on);

void progress_begin(struct progress *progress, FILE *to, const char *label, int plain);
/* A nudge_progress_hook. */
int progress_show(void *progress, const nudge_status *status);
/* Shows one line, on a terminal only. */
void progress_say(struct progress *progress, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* Removes the live line. Messages call progress_hide before they print. */
void progress_end(struct progress *progress);
void progress_hide(void);

/* "1.23 GB", "45.6 MDOF/s": with a prefix from k to T. Returns out. */
const char *with_prefix(double value, const char *unit, char out[32]);
/* "2.4 GHz", "35 um": four digits and any prefix; without a unit if it is null. */
const char *with_unit(double value, const char *unit, char out[32]);
/* "45 s", "3:07", "1:02:59" */
const char *as_duration(double seconds, char out[32]);

#endif
