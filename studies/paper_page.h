/* The parts of `nudge paper`, their tables, and the page that is made of them. */
#ifndef PAPER_PAGE_H
#define PAPER_PAGE_H

#include "paper_table.h"

enum paper_part {
    PAPER_MACHINE,
    PAPER_CONVERGENCE,
    PAPER_SPEED,
    PAPER_COMPONENTS,
    PAPER_SCAN,
    PAPER_ABLATION,
    PAPER_SCALING,
    PAPER_PARAMETERS,
    PAPER_PARTS
};

/* NAME.csv with this header holds a part. Lengths are in the problem's unit, times in seconds, rates in
 * 10^9 per second; ratio is GPU over CPU core; share and of_copy are parts of 1; gather_MB counts
 * micro-blocks. Figures and captions go by these values: device "gpu" or "cpu core"; precision "single" or
 * "double"; pass names that begin with gather, lift or diff; shared "matrix" or "field"; case "full" for
 * the one the others are compared with; machine key "copy GB/s". Empty and NaN values are left out. */
struct paper_part_info {
    const char *name, *header;
};
extern const struct paper_part_info paper_parts[PAPER_PARTS];

/* The part of that name, or -1. */
int paper_part_find(const char *name);
int paper_part_open(struct paper_table *table, const char *folder, enum paper_part part);

/* Writes index.html and one .svg for each figure, from the tables that are in the folder. */
int paper_page_write(const char *folder);

/* The faster of the core's two rows of the speed table, GFlop/s; NaN before both are there. */
double paper_core_gflops(const struct paper_table *table, int N);

#endif
