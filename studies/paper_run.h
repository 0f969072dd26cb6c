/* The measurements of `nudge paper`, row by row: what is in a table already is not measured again. */
#ifndef PAPER_RUN_H
#define PAPER_RUN_H

#include "bench.h"
#include "options.h"
#include "paper_page.h"

/* Names of the plans that are measured: the paper's own passes, and the fewest. */
#define PAPER_FIVE  "paper:5"
#define PAPER_THREE "paper:3"

struct paper {
    struct bench bench; /* single precision throughout */
    const struct args *args;
    const char *folder, *device, *problem;
    int orders[ORDERS_MOST], norders;
    double dofs, limit;
    double copy; /* bytes per second */
    int done;    /* rows measured by this run */
    int left;    /* rows that are missing still */
    int part;    /* that is being measured */
};

/* Whether a row is to be measured now: it is not there, and the time is not up. The first is measured
 * however little time there is, so that every run brings something. */
int paper_wants(struct paper *paper, int there);
/* Adds one row, formatted as for paper_table_add, and prints it. */
int paper_keep(struct paper *paper, struct paper_table *table, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
/* Wisdom's plan; says so when there is none. */
int paper_plan(struct paper *paper, int N, const char *variant, struct nd_plan *plan);

typedef int paper_measure(struct paper *paper, struct paper_table *table);
paper_measure paper_measure_machine, paper_measure_convergence, paper_measure_parameters, paper_measure_speed,
    paper_measure_components, paper_measure_scan, paper_measure_ablation, paper_measure_scaling;

#endif
