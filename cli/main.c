/* nudge, the program: finds the sub-command and turns what the library says into words and an exit status. */
#include <errno.h>
#include <poll.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <time.h>
#include <unistd.h>
#include "guard.h"
#include "options.h"
#include "progress.h"

#define COMPUTES                                                                                             \
    (TAKES(OPT_DEVICE) | TAKES(OPT_PRECISION) | TAKES(OPT_LAW) | TAKES(OPT_THREADS) | TAKES(OPT_VERBOSE))
#define PROBLEM (COMPUTES | TAKES(OPT_ORDER) | TAKES(OPT_SET) | TAKES(OPT_TRUST))

/* clang-format off */
const struct command commands[] = {
    {"run", cmd_run, PROBLEM | TAKES(OPT_VARIANT) | TAKES(OPT_ALLOW_OUTSIDE), 1, 1, "problem.yaml",
     "run a problem to its end time and write its outputs",
     "Paths in the problem file are relative to it; nudge keys tells what may stand in one.\n"
     "A .law file that the problem file names is code: it is run with --trust, with --law FILE, or where the environment has\n"
     "NUDGE_TRUST=1. The output folder is inside the problem's, and outputs are in it, unless\n"
     "--allow-outside, --trust or --set says otherwise. See doc/reference/trust.md.\n"
     "Ctrl-C ends set-up, the run or far fields after it within two seconds, outputs closed (exit status 3); a second one at once.\n"
     "The report (run.json) says \"running\" from the beginning, with the process and the start time, and at the end how the run\n"
     "ended. Outputs of an earlier run under the same names are removed before the first step. A folder that another run writes\n"
     "to is refused; --set output.folder=NAME gives another one.",
     "nudge run examples/cavity/cavity.yaml --order 5 --set time.end=0.5"},
    {"check", cmd_check, PROBLEM | TAKES(OPT_VARIANT) | TAKES(OPT_ALLOW_OUTSIDE), 1, 1, "problem.yaml",
     "do all but the time steps: what would be run, in how much memory and time, and how well",
     "Tells, by region, the nodes a wavelength has at the highest frequency of the sources; the ten elements that set the time\n"
     "step; what every boundary is; how deep the absorbing shell is; sources and monitors. Warns of settings that will not do,\n"
     "and exits with 1 where the mesh cannot hold the waves at all. nudge run tells the same before its first step.", "nudge check examples/cavity/cavity.yaml"},
    {"converge", cmd_converge, COMPUTES | TAKES(OPT_SET) | TAKES(OPT_TRUST) | TAKES(OPT_ORDERS) | TAKES(OPT_MESHES) | TAKES(OPT_DIVISIONS) | TAKES(OPT_H) | TAKES(OPT_CSV), 1, 1, "problem.yaml",
     "errors against the exact solution over orders and meshes, with the order of convergence",
     "The problem needs `exact`; its outputs are not written. EOC is the least-squares slope of log error over log h.\n"
     "Steps are shortened where time stepping would make more than a tenth of the error, unless time.dt, time.steps or a\n"
     "time.cfl other than 1 is given.",
     "nudge converge examples/cavity/cavity.yaml --orders 1-4 --divisions 2,4,8 --csv errors.csv"},
    {"rhs", cmd_rhs, PROBLEM | TAKES(OPT_OUT), 1, 1, "problem.yaml",
     "evaluate the semi-discrete operator once, at the initial state, into an HDF5 file",
     "Datasets x, y, z, one a field and one a rate (rate_Ex ...), each (elements, nodes), elements as in the mesh file.",
     "nudge rhs examples/cavity/cavity.yaml --out rhs.h5"},
    {"bench", cmd_bench, COMPUTES | TAKES(OPT_ORDERS) | TAKES(OPT_DOFS) | TAKES(OPT_JSON) | TAKES(OPT_PICTURE) | TAKES(OPT_VARIANT) | TAKES(OPT_COMPONENTS) | TAKES(OPT_ABLATE) | TAKES(OPT_SCAN) | TAKES(OPT_SCALING) | TAKES(OPT_FILL) | TAKES(OPT_COMPARE) | TAKES(OPT_CSV) | TAKES(OPT_BLOCKS) | TAKES(OPT_MIXED) | TAKES(OPT_LIMIT) | TAKES(OPT_HOLD), 0, 0, "",
     "measure this machine, and one Runge-Kutta stage at each order against it",
     "First the copy bandwidth and the multiply-add rate, then volume, surface and update together on a jittered box, in the\n"
     "element order that runs use, by the plan that nudge tune found or else by a guess. GFlop/s counts 36 Np^2 + 66 Np + 244 Nfp\n"
     "+ Np (48 Nfp + 6) + 24 Np an element, of laws that have not six fields in proportion, whatever the kernel really does; \"of floor\" is the time to move fields, residual and\n"
     "geometry once over the time taken, \"of peak\" GFlop/s over the multiply-add rate, \"bytes/DOF\" all that is kept on the device,\n"
     "of which three arrays of fields take 24 or, in single precision, 12. --dofs is 6.4e7 on a GPU, which leaves its\n"
     "caches, and 2e6 elsewhere, which may not. A GPU rests between repeats, for as long as they took: one that draws more power than\n"
     "it may for most of a second lowers its clock. --hold lets it go on for so many seconds, and tells \"of floor\" for the second half\n"
     "of them: what a long run gets. --mixed has a second material in every third element and walls of every kind. --compare does so for every variant, and says of those that cannot run here why; a CUDA device tells registers, shared memory of a\n"
     "group and slow memory of an item too, of the launch that takes most registers.\n"
     "--picture FILE.svg draws degrees of freedom per second over the order, a chart for each precision and a line for each variant,\n"
     "under what the copy bandwidth and the multiply-add rate allow for the bytes and flops that are counted here.\n"
     "One of five switches tells more, in single precision unless --precision says otherwise: --components, --ablate and --scan\n"
     "for the paper's kernels (--variant paper unless it says paper4 or split), --scaling and --fill for any. --fill tells the bytes of a\n"
     "degree of freedom also as a multiple of three arrays of fields, and the time from nothing to the first stage. Of a pass, flops are counted as it\n"
     "does them, \"fetched\" is what its items ask memory for, \"moved\" what must cross to memory and back at the least, and \"of\n"
     "copy bandwidth\" tells how near the pass is to its own limit. --csv FILE goes with --scan: N,kernel,shared,w_p,w_i,w_s,seconds.\n"
     "--scaling takes whole time steps of five stages, as runs do; \"of largest\" is the throughput over that of the largest mesh,\n"
     "\"times the least\" the time over the larger of two: five stages' bytes at the copy bandwidth, five launches of an empty kernel.",
     "nudge bench --components --orders 3-5"},
    {"tune", cmd_tune, COMPUTES | TAKES(OPT_ORDERS) | TAKES(OPT_VARIANT) | TAKES(OPT_DOFS) | TAKES(OPT_PATIENCE) | TAKES(OPT_LIMIT) | TAKES(OPT_CSV), 0, 0, "",
     "find the fastest numbers of the kernels on this device, and keep them for later runs",
     "Each order is tuned by itself and kept at once: a tuning that is stopped loses no more than the order at hand. Every candidate\n"
     "is compared with the plain kernels before its time counts. --patience estimate only shows the guess, measure changes one\n"
     "number at a time (--limit 40 seconds an order), exhaustive tries all combinations (--limit 1800). What is found is kept in\n"
     "wisdom.txt of the cache folder, or in the file that NUDGE_WISDOM names; none keeps nothing. The table of the\n"
     "paper's kernels has its shape: w_p units of work side by side, w_i in one item, w_s one after the other. doc/explanation/tuner.md explains\n"
     "the numbers. --csv FILE has them too.",
     "nudge tune --orders 3-5 --precision single"},
    {"paper", cmd_paper, TAKES(OPT_DEVICE) | TAKES(OPT_THREADS) | TAKES(OPT_VERBOSE) | TAKES(OPT_OUT) | TAKES(OPT_PART) | TAKES(OPT_ORDERS) | TAKES(OPT_DOFS) | TAKES(OPT_LIMIT) | TAKES(OPT_PROBLEM) | TAKES(OPT_TRUST), 0, 0, "",
     "measure the paper's tables and figures again: CSV files, plots and a page, into a folder",
     "Parts: machine, convergence, parameters, speed, components, scan, ablation, scaling, in this order; parameters tunes, and\n"
     "those after it use its plans. What is in the folder is not measured again: a run that was stopped, or that --limit ended,\n"
     "goes on with the same command. Single precision, convergence also in double. --dofs is 6.4e7 on a GPU and 2e5 elsewhere;\n"
     "--problem is examples/paper-cavity/paper.yaml, whose meshes are in the folder of its mesh.",
     "nudge paper --out paper --limit 500"},
    {"verify", cmd_verify, TAKES(OPT_DEVICE) | TAKES(OPT_THREADS) | TAKES(OPT_PRECISION) | TAKES(OPT_LAW) | TAKES(OPT_VARIANT) | TAKES(OPT_QUICK) | TAKES(OPT_EXAMPLES) | TAKES(OPT_CSV) | TAKES(OPT_PICTURE) | TAKES(OPT_VERBOSE), 0, OPERANDS_MOST, "[CASE]...",
     "run the cases with known answers again, and compare",
     "A row for each answer: what is known, what was computed, by how much they differ and how much is allowed; then elements, order, time and\n"
     "device of the run. CASE: only those with this in their name. The exit status is 1 when an answer is not within what is allowed.\n"
     "--picture draws what the case of a layer, LOH.1, computes over what is known.\n"
     "--law asks instead whether a law holds together: whether its waves keep its energy and none is faster than its speed, what its fluxes do\n"
     "between materials that differ tenfold and at walls, and the order of its plane waves (in double precision unless --precision says single).",
     "nudge verify --quick"},
    {"mesh", cmd_mesh, TAKES(OPT_THREADS) | TAKES(OPT_VERBOSE), 2, 2, "info FILE",
     "tell what is in a mesh file: counts, regions, boundaries, quality, smallest elements",
     "FILE is of Gmsh (.msh 2.2 or 4.1), TetGen (.node, .ele, .face) or Gambit (.neu). Warns of faces that coincide without common nodes and of\n"
     "holes without a name; elements that overlap and hanging nodes are an error.",
     "nudge mesh info cavity.msh"},
    {"devices", cmd_devices, TAKES(OPT_THREADS) | TAKES(OPT_VERBOSE), 0, 0, "",
     "list what can compute here", NULL, "nudge devices"},
    {"show", cmd_show, COMPUTES | TAKES(OPT_ORDER) | TAKES(OPT_VARIANT), 0, 1, "[KERNEL]",
     "print a kernel as it is handed to the compiler; without KERNEL, list kernels, variants and laws",
     "KERNEL is a file of the list, with or without its ending, a step of the variant (volume, surface, update), or law.",
     "nudge show volume --order 4 --precision single --variant plain"},
    {"keys", cmd_keys, TAKES(OPT_SCHEMA), 0, 0, "",
     "print every key of a problem file, as a Markdown table", NULL, "nudge keys --schema > nudge.schema.json"},
    {0},
};
/* clang-format on */

const struct command *command_find(const char *name)
{
    for (const struct command *c = commands; c->name; c++)
        if (!strcmp(c->name, name)) return c;
    return NULL;
}

int cli_usage_error(const char *format, ...)
{
    va_list args;
    char raw[2048], message[2048];
    va_start(args, format);
    vsnprintf(raw, sizeof raw, format, args);
    va_end(args);
    nudge_printable(message, sizeof message, raw);
    fprintf(stderr, "nudge: %s\n", message);
    return CLI_USAGE;
}

static char failure[4096]; /* of the program itself; "": the library's message counts */

int cli_fail(int code, const char *format, ...)
{
    va_list args;
    char raw[sizeof failure];
    va_start(args, format);
    vsnprintf(raw, sizeof raw, format, args);
    va_end(args);
    nudge_printable(failure, sizeof failure, raw);
    return code;
}

double cli_seconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

int cli_failed(int status)
{
    const char *message = *failure ? failure : nudge_error();
    progress_hide();
    if (status == 0) return CLI_FINE;
    fflush(stdout);
    if (status == NUDGE_ESTOPPED || stop_wanted()) {
        fprintf(stderr, "nudge: %s\n", status == NUDGE_ESTOPPED ? message : "stopped");
        return CLI_STOPPED;
    }
    fprintf(stderr, "nudge: %s\n", message);
    return CLI_ERROR;
}

static int verbose; /* --verbose */

static void log_message(void *context, int level, const char *message)
{
    (void)context;
    if (level != NUDGE_LOG_WARNING && !verbose) return;
    progress_hide();
    fflush(stdout);
    fprintf(stderr, "nudge: %s%s\n", level == NUDGE_LOG_WARNING ? "warning: " : "", message);
}

static void log_formatted(int level, const char *format, va_list args)
{
    char raw[4096], message[4096];
    vsnprintf(raw, sizeof raw, format, args);
    nudge_printable(message, sizeof message, raw);
    log_message(NULL, level, message);
}

void cli_warn(const char *format, ...)
{
    va_list args;
    va_start(args, format);
    log_formatted(NUDGE_LOG_WARNING, format, args);
    va_end(args);
}

void cli_info(const char *format, ...)
{
    va_list args;
    va_start(args, format);
    log_formatted(NUDGE_LOG_INFO, format, args);
    va_end(args);
}

static int print_help(void)
{
    printf("nudge %s, the Nodal Unstructured Discontinuous Galerkin Engine\n\n", nudge_version());
    printf("usage: nudge COMMAND [operand] [option]...\n\n");
    for (const struct command *c = commands; c->name; c++) printf("  %-9s %s\n", c->name, c->about);
    printf("\nnudge help COMMAND tells more of each; nudge --version tells which nudge this is.\n"
           "Exit status: 0 fine, 1 an error, 2 a wrong command line, 3 stopped on request.\n"
           "\nexample: nudge run examples/cavity/cavity.yaml\n");
    return CLI_FINE;
}

static int print_command_help(const struct command *c)
{
    printf("usage: nudge %s %s%s[option]...\n\n%s\n", c->name, c->operands, *c->operands ? " " : "",
           c->about);
    if (c->more) printf("%s\n", c->more);
    printf("\n");
    options_print(c->options);
    printf("\nexample: %s\n", c->example);
    return CLI_FINE;
}

static int unknown_command(const char *name)
{
    const char *names[32];
    int n = 0;
    for (const struct command *c = commands; c->name && n < 31; c++) names[n++] = c->name;
    names[n++] = "help";
    const char *near = nudge_nearest(name, names, n);
    if (near) return cli_usage_error("there is no command %s, did you mean %s?", name, near);
    return cli_usage_error("there is no command %s; nudge --help lists them", name);
}

static int is_help(const char *word)
{
    return !strcmp(word, "--help") || !strcmp(word, "-h");
}

static int dispatch(int argc, char **argv)
{
    if (argc < 2) return cli_usage_error("usage: nudge COMMAND ..., see nudge --help");
    const char *name = argv[1];
    if (!strcmp(name, "--version")) return printf("nudge %s\n", nudge_version()) < 0;
    const int help = !strcmp(name, "help");
    if (is_help(name) || (help && argc == 2)) return print_help();
    if (help) name = argv[2];
    const struct command *command = command_find(name);
    if (!command) return unknown_command(name);
    if (help) return print_command_help(command);
    for (int i = 2; i < argc && strcmp(argv[i], "--"); i++) {
        if (is_help(argv[i])) return print_command_help(command);
        verbose |= !strcmp(argv[i], "--verbose");
    }
    nudge_log_set(log_message, NULL);
    return command->run(argc - 1, argv + 1);
}

/* Whether who read what is printed has left (nudge check x.yaml | head -1): that is no mistake. */
static int reader_left(void)
{
    struct pollfd out = {.fd = STDOUT_FILENO, .events = POLLOUT};
    return poll(&out, 1, 0) > 0 && (out.revents & (POLLERR | POLLHUP));
}

int main(int argc, char **argv)
{
    guard_descriptors();
    guard_signals();
    int result = guard_stack();
    if (result == CLI_FINE) result = dispatch(argc, argv);
    errno = 0;
    if ((fflush(stdout) || ferror(stdout)) && result == CLI_FINE && !reader_left()) {
        fprintf(stderr, "nudge: standard output: cannot write%s%s\n", errno ? ": " : "",
                errno ? strerror(errno) : "");
        result = CLI_ERROR;
    }
    return result;
}
