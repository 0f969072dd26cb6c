/* Quantities of the problem file: numbers that may carry a unit, as "2.4 GHz". Units stand for their size in
 * SI units, so they need `units: si`. */
#ifndef ND_UNITS_H
#define ND_UNITS_H

#include "base/text.h"
#include "problem/yaml.h"

/* The dimension of a key's value; ND_DIM_NONE: a plain number. Frequencies are in cycles per time, rates are not: their
 * units are other ones, so that a factor of 2 pi is never in doubt. */
enum nd_dim {
    ND_DIM_NONE,
    ND_DIM_LENGTH,
    ND_DIM_TIME,
    ND_DIM_FREQUENCY,
    ND_DIM_RATE,
    ND_DIM_RESISTANCE,
    ND_DIM_CAPACITANCE,
    ND_DIM_INDUCTANCE,
    ND_DIM_CONDUCTIVITY,
    ND_DIMS
};

struct nd_unit {
    const char *name;
    enum nd_dim dim;
    double times,
        over; /* its size in SI units, see nd_dim_si: times / over, so that 35 um and 35e-6 are the same number */
};

/* A scalar as number and unit. */
struct nd_quantity {
    double number;
    const char *word;           /* the unit as written, in the node's text; "": none */
    const struct nd_unit *unit; /* null: none or unknown */
};
/* Returns whether the text is a number, or a number and a word behind it, which need not be a unit. */
bool nd_quantity_read(const struct nd_node *node, struct nd_quantity *quantity);
/* The value in SI units if the scalar fits the dimension. */
bool nd_quantity_value(const struct nd_node *node, enum nd_dim dim, double *value);
/* Whether a scalar, or an item of a list, is a number with a word behind it. */
bool nd_quantity_has_unit(const struct nd_node *node);

/* "a length", "lengths"; of ND_DIM_NONE "a number", "numbers". */
const char *nd_dim_one(enum nd_dim dim);
const char *nd_dim_many(enum nd_dim dim);
/* "m", "s", "Hz", "1/s", "ohm", "F", "H", "S/m" or "": the SI unit. */
const char *nd_dim_si(enum nd_dim dim);
/* Adds the names of the dimension's units, with `between` between them. */
void nd_dim_units(enum nd_dim dim, const char *between, struct nd_text *text);

/* The unit, with a prefix, in which the value has one to three digits before the point, as GHz, and its size. si false: 1
 * and "". */
double nd_quantity_unit(double value, enum nd_dim dim, bool si, char name[16]);
/* Writes a number with its SI unit and a prefix, "2.4 GHz"; without a unit if si is false. Returns out. */
const char *nd_quantity_text(double value, enum nd_dim dim, bool si, char out[32]);

/* Adds why a value that does not fit its key is wrong, if a unit is the reason: ", which is a frequency; ...".
 * si: whether units are si. */
void nd_quantity_why(const struct nd_node *node, enum nd_dim dim, bool si, struct nd_text *text);

#endif
