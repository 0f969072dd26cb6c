/* How a computation is going: one line redrawn on a terminal, a few plain lines elsewhere. And the wish to
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
    double start, last; /* seconds on the clock: of the beginning, of the last line */
    double share;       /* of the work, at the last plain line */
};

/* After this Ctrl-C, a polite kill and a closed terminal are a wish; the second Ctrl-C or kill ends the
 * program at once. A closed pipe ends nothing. */
void stop_catch(void);
int stop_wanted(void);
/* Between these calls outputs are open: what is to be stopped is waited for. At other times it has a second
 * and a half to end by itself. */
void stop_gently(int on);

void progress_begin(struct progress *progress, FILE *to, const char *label, int plain);
/* A nudge_progress_hook. */
int progress_show(void *progress, const nudge_status *status);
/* Another kind of line, on a terminal only. */
void progress_say(struct progress *progress, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* Takes the live line away. Messages call progress_hide so as not to be written into it. */
void progress_end(struct progress *progress);
void progress_hide(void);

/* "1.23 GB", "45.6 MDOF/s": with a prefix from k to T. Returns out. */
const char *with_prefix(double value, const char *unit, char out[32]);
/* "45 s", "3:07", "1:02:59" */
const char *as_duration(double seconds, char out[32]);

#endif
