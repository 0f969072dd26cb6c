/* One line of wisdom. */
#ifndef ND_WISDOM_LINE_H
#define ND_WISDOM_LINE_H

#include "kernel/plan.h"

#define ND_WISDOM_LINE_MOST 1024 /* bytes */

struct nd_wisdom_line {
    char law[32];
    int N;
    int single;
    char variant[32];    /* "": the best of all */
    char device[64];     /* its fingerprint */
    double seconds;      /* per element and stage; written with four digits */
    char text[33];       /* hash of the kernel texts */
    struct nd_plan plan; /* its variant is null where only another version of nudge knows it */
};

/* Strict: every field once, none unknown, numbers within sane bounds. What follows a # is not read. */
int nd_wisdom_line_read(struct nd_wisdom_line *line, const char *text);
/* about: what the comment at its end says. */
void nd_wisdom_line_write(const struct nd_wisdom_line *line, const char *about, struct nd_text *text);

#endif
