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
    OPT_TRUST,
    OPT_ALLOW_OUTSIDE,
    OPT_ORDERS,
    OPT_MESHES,
    OPT_DIVISIONS,
    OPT_H,
    OPT_CSV,
    OPT_OUT,
    OPT_VARIANT,
    OPT_DOFS,
    OPT_JSON,
    OPT_PICTURE,
    OPT_COMPONENTS,
    OPT_ABLATE,
    OPT_SCAN,
    OPT_SCALING,
    OPT_FILL,
    OPT_COMPARE,
    OPT_PATIENCE,
    OPT_LIMIT,
    OPT_HOLD,
    OPT_BLOCKS,
    OPT_MIXED,
    OPT_PART,
    OPT_PROBLEM,
    OPT_SCHEMA,
    OPT_QUICK,
    OPT_EXAMPLES,
    OPT_THREADS,
    OPT_VERBOSE,
    OPTIONS
};
#define TAKES(option) ((uint64_t)1 << (option))

enum { OPERANDS_MOST = 32 }; /* verify's cases */

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
const char *option_name(enum option option);
/* The options of a command, for its help. */
void options_print(uint64_t options);

/* Allows a problem's text what --trust, --allow-outside and NUDGE_TRUST allow. */
int args_trust(const struct args *args, nudge_problem *problem);
/* The problem file that is the first operand, changed as the options say. */
int args_problem(const struct args *args, nudge_problem **problem);

/* What an option says, or `otherwise` when it is not given; 0 or CLI_USAGE, told. */
int args_number(const struct args *args, enum option option, double low, double high, double otherwise,
                double *value);
/* The place of a word among names[0 ... n); -1 when it is not given. */
int args_word(const struct args *args, enum option option, const char *const *names, int n, int *which);
enum { ORDERS_MOST = 64 };
int args_orders(const struct args *args, const char *otherwise, int orders[ORDERS_MOST], int *n);
/* double, single: which of them are wanted; both when it is not given. */
int args_precisions(const struct args *args, int wanted[2]);
int args_variant(const struct args *args); /* that it is one */
int args_threads(const struct args *args); /* makes --threads hold from here on; args_read calls it */

/* "1-9", "1,3,5", "1-3,7" into out; how many, or -1 when it is none of these, above most, or not within low
 * ... high. */
int list_integers(const char *text, int low, int high, int *out, int most);
/* "0.3,0.255": finite and above 0. */
int list_numbers(const char *text, double *out, int most);
/* Cuts a copy of text at its commas, pieces[i] pointing into *copy (free it); how many, or -1 for an empty
 * piece or more than most. */
int list_texts(const char *text, char **copy, const char **pieces, int most);

#endif
