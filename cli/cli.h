/* The sub-commands. Each gets its own name as argv[0] and returns the exit status. */
#ifndef CLI_H
#define CLI_H

#include "nudge.h"

enum {
    CLI_FINE = 0,
    CLI_ERROR = 1,    /* whatever the library says went wrong */
    CLI_USAGE = 2,    /* a command line that makes no sense */
    CLI_STOPPED = 3,  /* Ctrl-C or a polite kill; outputs are closed */
    CLI_WALLTIME = 4, /* the wall time of --walltime was nearly over; --resume continues */
};

int cmd_init(int argc, char **argv);
int cmd_run(int argc, char **argv);
int cmd_sparameters(int argc, char **argv);
int cmd_modes(int argc, char **argv);
int cmd_check(int argc, char **argv);
int cmd_converge(int argc, char **argv);
int cmd_rhs(int argc, char **argv);
int cmd_bench(int argc, char **argv);
int cmd_tune(int argc, char **argv);
int cmd_paper(int argc, char **argv);
int cmd_verify(int argc, char **argv);
int cmd_fit(int argc, char **argv);
int cmd_report(int argc, char **argv);
int cmd_mesh(int argc, char **argv);
int cmd_devices(int argc, char **argv);
int cmd_show(int argc, char **argv);
int cmd_keys(int argc, char **argv);
int cmd_completion(int argc, char **argv);
int cmd_man(int argc, char **argv);

struct command {
    const char *name;
    int (*run)(int argc, char **argv);
    uint64_t options; /* bit by enum option */
    int least, most;  /* operands */
    const char *operands, *about;
    const char *more; /* paragraphs, one per line; a line with a tab is a term and its explanation. Null: none */
    const char *example;
};
extern const struct command commands[]; /* ends with a null name */
const struct command *command_find(const char *name);

/* status = call, and to `done` if it failed. */
#define TRY(call)                                                                                            \
    do {                                                                                                     \
        status = (call);                                                                                     \
        if (status) goto done;                                                                               \
    } while (0)
/* The same for a failure of the program itself; cli_failed prints its message instead of nudge_error(). */
#define CLI_FAIL(code, ...)                                                                                  \
    do {                                                                                                     \
        status = cli_fail(code, __VA_ARGS__);                                                                \
        goto done;                                                                                           \
    } while (0)
int cli_fail(int code, const char *format, ...) __attribute__((format(printf, 2, 3), cold));
/* "nudge: warning: message" on stderr; "nudge: message" if the user wants to know more (--verbose). */
void cli_warn(const char *format, ...) __attribute__((format(printf, 1, 2), cold));
void cli_info(const char *format, ...) __attribute__((format(printf, 1, 2), cold));
/* Seconds on a clock that only goes forward. */
double cli_seconds(void);

/* "nudge: message" on stderr; returns CLI_USAGE. */
int cli_usage_error(const char *format, ...) __attribute__((format(printf, 1, 2), cold));
/* Prints the message of a failure, or "stopped" if the user stopped it; returns the exit status. */
int cli_failed(int status);

#endif
