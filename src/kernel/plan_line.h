/* A plan as one line of text: of wisdom, which the tuner writes, and of the files that are shipped
 * for devices. */
#ifndef ND_PLAN_LINE_H
#define ND_PLAN_LINE_H

#include "kernel/plan.h"

#define ND_PLAN_LINE_MOST 1024 /* bytes */

struct nd_plan_line {
    char law[32];
    int N;
    int single;
    int linear;          /* for linear steps; 0: for Runge-Kutta stages */
    char variant[32];    /* a plan's name; "": the best of all */
    char device[64];     /* its fingerprint */
    double seconds;      /* per element and stage or evaluation; written with four digits */
    char text[33];       /* hash of the kernel texts */
    struct nd_plan plan; /* its variant is null where only another version of nudge knows it */
};

/* Strict: every field once, none unknown, numbers within sane bounds. A # begins a comment. Lines
 * of shipped files have no seconds= and text=. */
enum nd_plan_line_kind { ND_LINE_WISDOM, ND_LINE_SHIPPED };
int nd_plan_line_read(struct nd_plan_line *line, const char *text, enum nd_plan_line_kind kind);
/* about: what the comment at its end says. */
void nd_plan_line_write(const struct nd_plan_line *line, const char *about, struct nd_text *text);

#endif
