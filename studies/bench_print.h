/* The tables of nudge bench's switches. */
#ifndef BENCH_PRINT_H
#define BENCH_PRINT_H

#include "internal.h"
#include "bench.h"
#include "options.h"

struct bench_wish {
    const char *variant; /* null: the best */
    int orders[ORDERS_MOST], norders;
    double dofs;
    double fill;             /* bytes of the device's memory to take; up to 1: that share of it */
    int kernel;              /* to scan */
    const char *integrators; /* "all", or names with commas between them */
};
int bench_print_components(struct bench *bench, const struct bench_wish *wish);
int bench_print_cases(struct bench *bench, const struct bench_wish *wish);
int bench_print_scaling(struct bench *bench, const struct bench_wish *wish);     /* bench_scaling.c */
int bench_print_integrators(struct bench *bench, const struct bench_wish *wish); /* bench_integrators.c */
/* Returns the exit code of a usage error if a name of --integrators is unknown, else 0. */
int bench_read_integrators(const char *list);
int bench_print_ranks(struct bench *bench, const struct bench_wish *wish); /* bench_ranks.c */
int bench_print_fill(struct bench *bench, const struct bench_wish *wish);
int bench_print_scan(struct bench *bench, const struct bench_wish *wish, struct nd_text *csv);
/* "faces inside blocks 0.50", where --blocks was given, of the present fixture. */
void bench_print_inside(const struct bench *bench);
/* "the time is up, left out: orders 3 4"; nothing when `next` is past the last. */
void bench_print_left(const struct bench_wish *wish, int next);

#endif
