/* The parts of reading a table of nudge fit: fit_read.c has its text, fit_axis.c the columns that give frequencies. */
#ifndef FIT_TABLE_H
#define FIT_TABLE_H

#include "internal.h"

enum { FIT_COLUMNS_MOST = 64 };

/* A line of names and the rows below it. All texts point into fit_text.all. */
struct fit_block {
    int line; /* of the names, from 1 */
    int columns, rows;
    char **name;   /* [columns] */
    char **cell;   /* [rows][columns] */
    int *row_line; /* [rows] */
    size_t cells, lines;
};
struct fit_text {
    const char *path; /* for messages */
    char *all;
    char separator; /* of the first line of names: comma, semicolon or tab */
    struct fit_block *block;
    int blocks;
    size_t capacity;
};
/* Returns NUDGE_EFORMAT if there are no names, or a row has fewer or more cells than names. */
int fit_text_read(struct fit_text *text, const char *path);
void fit_text_clear(struct fit_text *text);
/* Whether the cell is a number. A comma in it is a decimal one, unless commas separate the cells. */
int fit_text_number(const struct fit_text *text, char *cell, double *value);

/* Hz = factor times the value of a cell, or over it. */
struct fit_axis {
    double factor;
    int inverse;
    const char *assumed; /* the unit, if the name does not state it, and what else is usual; else null */
    const char *usual;
    double low, high,
        top; /* unlikely in the assumed unit: the largest value below low or above top, the smallest above high */
};
/* Whether the name of a column is that of wavelengths, frequencies or energies of photons: a quantity with or without its unit, as
 * "wavelength_nm", "Wavelength (um)" and "wl", or the unit alone. */
int fit_axis_of(const char *name, struct fit_axis *axis);

#endif
