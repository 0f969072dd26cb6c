/* What stands on a command line. An option means the same in every command that takes it. */
#ifndef OPTIONS_H
#define OPTIONS_H

#include "cli.h"

enum option {
    OPT_DEVICE,
    OPT_ORDER,
    OPT_PRECISION,
    OPT_LAW,
    OPT_SET,
    OPT_ORDERS,
    OPT_MESHES,
    OPT_DIVISIONS,
    OPT_H,
    OPT_CSV,
    OPT_OUT,
    OPT_VARIANT,
    OPT_DOFS,
    OPT_JSON,
    OPT_SCHEMA,
    OPT_VERBOSE,
    OPTIONS
};
#define TAKES(option) (1u << (option))

enum { OPERANDS_MOST = 4 };

struct args {
    const struct command *command;
    const char *value[OPTIONS]; /* null: not given; "" for one without a value */
    const char **set;           /* every --set, in order; points into argv */
    int nset;
    const char *operand[OPERANDS_MOST];
    int noperands;
};

/* Reads the command line of the command argv[0]; 0 or CLI_USAGE, told. Clear it either way. */
int args_read(struct args *args, int argc, char **argv);
void args_clear(struct args *args);
/* The options of a command, for its help. */
void options_print(unsigned options);

/* The problem file that is the first operand, changed as the options say. */
int args_problem(const struct args *args, nudge_problem **problem);

/* "1-9", "1,3,5", "1-3,7" into out; how many, or -1 when it is none of these, above most, or not within low
 * ... high. */
int list_integers(const char *text, int low, int high, int *out, int most);
/* "0.3,0.255": finite and above 0. */
int list_numbers(const char *text, double *out, int most);
/* Cuts a copy of text at its commas, pieces[i] pointing into *copy (free it); how many, or -1 for an empty
 * piece or more than most. */
int list_texts(const char *text, char **copy, const char **pieces, int most);

#endif
