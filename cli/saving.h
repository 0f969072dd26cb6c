/* Options about checkpoints, of nudge run and nudge sparameters. */
#ifndef SAVING_H
#define SAVING_H

#include "options.h"

struct saving {
    double every, walltime; /* seconds; 0: not given */
    double start;           /* of the program, on the clock of cli_seconds */
    int resume;             /* NUDGE_RESUME_... */
};

/* Returns 0, or CLI_USAGE after a message. */
int saving_read(const struct args *args, struct saving *saving);
/* The wall time that is left; 0: no limit. */
double saving_left(const struct saving *saving);

#endif
