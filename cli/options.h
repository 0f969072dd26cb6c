/* The command line. An option means the same in every command that takes it. */
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
    OPT_OUTPUT,
    OPT_VARIANT,
    OPT_DOFS,
    OPT_JSON,
    OPT_PICTURE,
    OPT_COMPONENTS,
    OPT_ABLATE,
    OPT_SCAN,
    OPT_SCALING,
    OPT_INTEGRATOR,
    OPT_INTEGRATORS,
    OPT_FILL,
    OPT_RANKS,
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
    OPT_LIST,
    OPT_POLES,
    OPT_EXAMPLES,
    OPT_CHECKSUM,
    OPT_CHECKPOINT_EVERY,
    OPT_WALLTIME,
    OPT_RESUME,
    OPT_WAVELENGTH,
    OPT_PER,
    OPT_EDGES,
    OPT_CURVATURE,
    OPT_CURVE,
    OPT_INDEX,
    OPT_THREADS,
    OPT_VERBOSE,
    OPT_QUIET,
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

/* Reads the command line of the command argv[0]. Returns 0 or, after a message, CLI_USAGE. Clear it either
 * way. */
int args_read(struct args *args, int argc, char **argv);
void args_clear(struct args *args);
const char *option_name(enum option option);
struct option_row {
    const char *name, *value, *help; /* value: null if it takes none */
};
const struct option_row *option_row(enum option option);

/* help.c: help on the program and on one command, in lines of at most 80 characters. Both return CLI_FINE. */
int help_print(void);
int help_print_command(const struct command *command);
/* A term of n characters, and from column `indent` on its explanation: `text` up to the end of its first line. */
void help_print_row(const char *term, int n, const char *text, int indent);

/* Allows a problem's text what --trust, --allow-outside and NUDGE_TRUST allow. */
int args_trust(const struct args *args, nudge_problem *problem);
/* The problem file that is the first operand, changed as the options say. */
int args_problem(const struct args *args, nudge_problem **problem);
/* The same for a problem that is run: --output is the folder of its outputs. */
int args_problem_to_run(const struct args *args, nudge_problem **problem);

/* cmd_run.c: sets a problem up, prints the preamble and runs it to its end. Destroy *solver, also on failure. */
int args_run(const struct args *args, nudge_problem *problem, nudge_solver **solver);

/* The value of an option, or `otherwise` if it is not given. Returns 0 or, after a message, CLI_USAGE. */
int args_number(const struct args *args, enum option option, double low, double high, double otherwise,
                double *value);
/* The index of a word among names[0 ... n); -1 if it is not given. */
int args_word(const struct args *args, enum option option, const char *const *names, int n, int *which);
enum { ORDERS_MOST = 64 };
int args_orders(const struct args *args, const char *otherwise, int orders[ORDERS_MOST], int *n);
/* Whether double and single precision are wanted; both if the option is not given. */
int args_precisions(const struct args *args, int wanted[2]);
/* A duration in seconds, as "30min", "90s", "1.5h" or "3:50:00"; 0 if it is not given. */
int args_duration(const struct args *args, enum option option, double *seconds);
/* Checks that --variant names one. */
int args_variant(const struct args *args);
/* Applies --threads, or shares the cores among the ranks; args_read calls it. */
int args_threads(const struct args *args);

/* Reads "1-9", "1,3,5" or "1-3,7" into out. Returns how many, or -1 for other text, more than most, or
 * numbers outside low ... high. */
int list_integers(const char *text, int low, int high, int *out, int most);
/* "0.3,0.255": finite and above 0. */
int list_numbers(const char *text, double *out, int most);
/* Cuts a copy of text at its commas; pieces[i] point into *copy, which the caller frees. Returns how many,
 * or -1 for an empty piece or more than most. */
int list_texts(const char *text, char **copy, const char **pieces, int most);

#endif
