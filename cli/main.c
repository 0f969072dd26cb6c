/* nudge, the program: finds the sub-command, and prints messages of the library. */
#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <time.h>
#include <unistd.h>
#include "guard.h"
#include "options.h"
#include "progress.h"

#define LEAVE_SECONDS 10 /* for the other ranks to leave after a failure */

#define COMMON   (TAKES(OPT_THREADS) | TAKES(OPT_VERBOSE) | TAKES(OPT_QUIET))
#define COMPUTES (TAKES(OPT_DEVICE) | TAKES(OPT_PRECISION) | TAKES(OPT_LAW) | COMMON)
#define PROBLEM  (COMPUTES | TAKES(OPT_ORDER) | TAKES(OPT_SET) | TAKES(OPT_TRUST))

/* clang-format off */
const struct command commands[] = {
    {"init", cmd_init, 0, 0, 2, "[TEMPLATE [FOLDER|FILE]]",
     "write a commented problem file from a template",
     "Without TEMPLATE, lists the templates. The files go into FOLDER, which is created. FILE, ending in .yaml, is the name of the problem file; "
     "other files go beside it. When neither is given, the folder has the template's name; `.` is the "
     "current one. A geometry (.geo) or a law (.law) is written where the problem needs it. "
     "Never overwrites files.",
     "nudge init antenna"},
    {"run", cmd_run, PROBLEM | TAKES(OPT_OUTPUT) | TAKES(OPT_VARIANT) | TAKES(OPT_ALLOW_OUTSIDE) |
     TAKES(OPT_CHECKPOINT_EVERY) | TAKES(OPT_WALLTIME) | TAKES(OPT_RESUME) | TAKES(OPT_CHECKSUM) |
     TAKES(OPT_JSON), 1, 1, "problem.yaml",
     "run a problem to its end time and write its outputs",
     "Paths in the problem file are relative to it; nudge keys lists its keys. A .law file that it names "
     "is code: it is run only with --trust, with --law FILE, or if the environment has NUDGE_TRUST=1. "
     "Outputs are written inside the folder of the problem, unless --allow-outside, --trust or --set "
     "permits another place; see doc/reference/trust.md.\n"
     "Ctrl-C stops within two seconds, at any stage, and closes the outputs (exit status 3); a second "
     "Ctrl-C ends at once. The report (run.json) says \"running\" from the beginning, with process and "
     "start time, and finally how the run ended. Outputs of an earlier run under the same names are "
     "removed before the first step. A folder that another run writes to is refused; --output FOLDER "
     "chooses another one.\n"
     "With --checkpoint-every, --walltime or --resume the state is saved in nudge-checkpoint.h5 of the output "
     "folder before a stop; --resume continues from there, with identical results on the same device.",
     "nudge run examples/cavity/cavity.yaml --order 5 --set time.end=0.5"},
    {"check", cmd_check, PROBLEM | TAKES(OPT_JSON) | TAKES(OPT_VARIANT) | TAKES(OPT_ALLOW_OUTSIDE), 1, 1,
     "problem.yaml",
     "set up without running: memory, time, resolution, likely mistakes",
     "Prints, per region, the points per wavelength at the highest frequency of the sources; the ten "
     "elements with the shortest steps, which limit the time step; the condition of every boundary; the "
     "thickness of the PML; sources and monitors. Warns of settings that are likely mistakes, and exits "
     "with 1 if the mesh cannot resolve the waves at all. nudge run prints the same before its first step.",
     "nudge check examples/cavity/cavity.yaml"},
    {"sparameters", cmd_sparameters, PROBLEM | TAKES(OPT_OUTPUT) | TAKES(OPT_JSON) | TAKES(OPT_VARIANT) |
     TAKES(OPT_ALLOW_OUTSIDE) | TAKES(OPT_CHECKPOINT_EVERY) | TAKES(OPT_WALLTIME) | TAKES(OPT_RESUME), 1, 1,
     "problem.yaml",
     "excite the ports in turn, and compute S, Z and Y over frequency",
     "The problem needs ports and sparameters. Each run writes its outputs into a folder with the name of "
     "its port, below the output folder, with V, I and power over time in ports.csv. The "
     "matrices are in the output folder: sparameters.csv, -z.csv, -y.csv, .h5, .sNp (Touchstone) and "
     "pictures, .svg and -smith.svg (output.charts: png or pdf changes that). sparameters-ports.csv has "
     "impedance and phase constant of the ports; sparameters-line.csv, for two ports, those of the line "
     "between them.\n"
     "After --checkpoint-every or --walltime, --resume continues the run that was interrupted; ports whose "
     "runs had ended are not run again.",
     "nudge sparameters examples/ports/slab.yaml"},
    {"modes", cmd_modes, PROBLEM | TAKES(OPT_OUTPUT) | TAKES(OPT_JSON) | TAKES(OPT_VARIANT) |
     TAKES(OPT_ALLOW_OUTSIDE), 1, 1, "problem.yaml",
     "find resonances by one run, and the mode fields by a second",
     "The problem needs a monitor of resonances. After its run, the same problem runs again with fourier "
     "monitors at the frequencies found, on the three planes through the monitor's point, which write "
     "NAME-x.h5 and NAME-x.png, and the same for y and z. Summation starts when the sources have ended, or at `after` of the monitor. "
     "Modes closer in frequency than 1/T, T being the rest of the run, cannot be separated.",
     "nudge modes examples/resonances/filled-cavity.yaml"},
    {"converge", cmd_converge,
     COMPUTES | TAKES(OPT_SET) | TAKES(OPT_TRUST) | TAKES(OPT_ORDERS) | TAKES(OPT_MESHES) |
     TAKES(OPT_DIVISIONS) | TAKES(OPT_H) | TAKES(OPT_CSV) | TAKES(OPT_JSON), 1, 1, "problem.yaml",
     "errors and orders of convergence, against the exact solution",
     "The problem needs `exact`; its outputs are not written. EOC is the least-squares slope of log "
     "error over log h. Time steps are shortened where time stepping would cause more than a tenth of "
     "the error, unless time.dt, time.steps or a time.cfl other than 1 is given.",
     "nudge converge examples/cavity/cavity.yaml --orders 1-4 --divisions 2,4"},
    {"rhs", cmd_rhs, PROBLEM | TAKES(OPT_OUTPUT), 1, 1, "problem.yaml",
     "evaluate the semi-discrete operator once, and write the result to an HDF5 file",
     "Evaluates it at the initial state. Datasets x, y, z, one per field and one per rate (rate_Ex ...), "
     "each (elements, nodes), with the elements in the order of the mesh file.",
     "nudge rhs examples/cavity/cavity.yaml --output rhs.h5"},
    {"bench", cmd_bench,
     COMPUTES | TAKES(OPT_ORDERS) | TAKES(OPT_DOFS) | TAKES(OPT_JSON) | TAKES(OPT_PICTURE) |
     TAKES(OPT_VARIANT) | TAKES(OPT_COMPONENTS) | TAKES(OPT_ABLATE) | TAKES(OPT_SCAN) |
     TAKES(OPT_SCALING) | TAKES(OPT_INTEGRATORS) | TAKES(OPT_FILL) | TAKES(OPT_RANKS) | TAKES(OPT_COMPARE) |
     TAKES(OPT_CSV) | TAKES(OPT_BLOCKS) | TAKES(OPT_MIXED) | TAKES(OPT_LIMIT) | TAKES(OPT_HOLD), 0, 0, "",
     "measure this machine, and one Runge-Kutta stage at each order",
     "Measures the copy bandwidth and the multiply-add rate, then volume, surface and update together on "
     "a jittered box, in the element order of runs, with the parameters that nudge tune found or else a "
     "guess. --dofs is 6.4e7 on a GPU, which exceeds its caches, and 2e6 elsewhere, which may not. "
     "Columns:\n"
     "GFlop/s\tby a model, whatever the kernel does: 36 Np^2 + 66 Np + 244 Nfp + Np (48 Nfp + 6) "
     "+ 24 Np per element for six fields, in proportion for others\n"
     "roofline\tshare of the memory roofline: time to move fields, residual and geometry once at "
     "the copy bandwidth, over the time taken\n"
     "of peak\tGFlop/s over the multiply-add rate\n"
     "ms per h/c\tcomputing time in which waves travel one mean edge, by the integrator that runs take\n"
     "bytes/DOF\teverything stored on the device; three arrays of fields take 24, or 12 in single "
     "precision\n"
     "A CUDA device adds registers, shared memory per block and spilled bytes per thread, for the launch "
     "with most registers. A GPU rests between repeats as long as they took, because one that exceeds "
     "its power limit for most of a second lowers its clock. --hold measures without rest for that many "
     "seconds and adds the roofline share of the second half: the rate of a long run. --mixed has a "
     "second material in every third element and boundaries of every kind. --compare measures every "
     "variant, and says why others cannot run here. --picture FILE draws DOF/s over the order, one "
     "chart per precision, under the limits of bandwidth and multiply-add rate.\n"
     "One of seven switches measures something else, in single precision unless --precision says "
     "otherwise: --components, --ablate and --scan for the paper's kernels (--variant paper:5 by default), "
     "--scaling, --integrators, --fill and --ranks for any. Each pass has its own flops; \"fetched\" is "
     "what its threads request, \"moved\" the least traffic to memory, and \"of copy bandwidth\" the share "
     "of its own limit.\n"
     "--scan writes N,kernel,shared,w_p,w_i,w_s,seconds into --csv FILE.\n"
     "--scaling takes whole time steps, as runs do; \"of largest\" is the throughput over that of the largest "
     "mesh, \"times the least\" the time over the larger of two: the least bytes of all evaluations of a "
     "step at the copy bandwidth, and as many empty launches.\n"
     "--fill steps by the default integrator, and prints bytes per DOF as a multiple of the "
     "arrays of fields that it keeps, and the time to the first stage.\n"
     "--ranks is for mpirun: one mesh of --dofs for all ranks (strong scaling), and one of --dofs per rank "
     "(weak scaling). For the slowest rank it prints the time of an evaluation, of one without the exchange "
     "of faces, and of the exchange alone; then how much of the exchange is hidden behind computing, and "
     "the share of time in which ranks do not compute.",
     "nudge bench --components --orders 3-5"},
    {"tune", cmd_tune,
     COMPUTES | TAKES(OPT_ORDERS) | TAKES(OPT_VARIANT) | TAKES(OPT_DOFS) | TAKES(OPT_PATIENCE) |
     TAKES(OPT_INTEGRATOR) | TAKES(OPT_LIMIT) | TAKES(OPT_CSV), 0, 0, "",
     "find and keep the fastest kernel parameters on this device",
     "Each order is tuned separately and saved at once, so that a stop loses only the order at hand. "
     "Every candidate is compared with the plain kernels before its time counts. --patience estimate "
     "only shows the guess, measure changes one parameter at a time (--limit 40 seconds per order), "
     "exhaustive tries all combinations (--limit 1800). Parameters are tuned for the steps that runs "
     "take by default, linear ones where the variant has them, or for those of --integrator. Results "
     "are kept in wisdom.txt of the cache folder, or in the file that NUDGE_WISDOM names; "
     "NUDGE_WISDOM=none keeps nothing. --csv FILE also has them. The paper's kernels have the paper's "
     "table: w_p units of work side by side, w_i in one thread, w_s one after the other. "
     "doc/explanation/tuner.md explains the parameters.",
     "nudge tune --orders 3-5 --precision single"},
    {"paper", cmd_paper,
     TAKES(OPT_DEVICE) | COMMON | TAKES(OPT_OUTPUT) | TAKES(OPT_PART) |
     TAKES(OPT_ORDERS) | TAKES(OPT_DOFS) | TAKES(OPT_LIMIT) | TAKES(OPT_PROBLEM) | TAKES(OPT_TRUST), 0, 0, "",
     "repeat the measurements of Kloeckner et al. (2009), DG on GPUs",
     "The paper is Kloeckner, Warburton, Bridge and Hesthaven, Nodal discontinuous Galerkin methods on "
     "graphics processors, Journal of Computational Physics 228 (2009). Its tables and figures become CSV "
     "files, plots and a page in the folder of --output.\n"
     "Parts: machine, convergence, parameters, speed, components, scan, ablation, scaling, in this "
     "order; parameters tunes, and later parts use the result. Whatever the folder already has is not "
     "measured again: the same command continues a run that was stopped, or that --limit ended. Single "
     "precision, convergence also in double. --dofs is 6.4e7 on a GPU and 2e5 elsewhere; --problem is "
     "examples/paper-cavity/paper.yaml, whose meshes are in the folder of its mesh.",
     "nudge paper --output paper --limit 500"},
    {"fit", cmd_fit, TAKES(OPT_POLES) | TAKES(OPT_PICTURE), 1, 1, "TABLE.csv",
     "find the poles of a material from its refractive indices, as YAML",
     "The first line of the table names its columns: wavelength (in micrometres), wavelength (nm), frequency "
     "(in Hz), frequency (THz) or energy (eV); n; and k, positive where waves decay, 0 if there is none. "
     "n and k may be two tables in one file. Commas, semicolons or tabs separate the columns. Poles "
     "are placed by vector fitting; each pole is passive on its own. Lines that begin with # state the "
     "relative error of epsilon for each number of places that was tried; a place has one pole, or two if "
     "it is on the real axis. --picture FILE draws table and fit. doc/howto/materials.md explains more.",
     "nudge fit examples/metal-sphere/gold.csv --picture gold.svg"},
    {"verify", cmd_verify, TAKES(OPT_DEVICE) | COMMON | TAKES(OPT_PRECISION) | TAKES(OPT_LAW) |
     TAKES(OPT_VARIANT) | TAKES(OPT_QUICK) | TAKES(OPT_LIST) | TAKES(OPT_EXAMPLES) | TAKES(OPT_CSV) |
     TAKES(OPT_PICTURE) | TAKES(OPT_JSON), 0, OPERANDS_MOST, "[CASE]...",
     "compare computed results with known answers",
     "One row per answer: the known value, the computed one, their difference and its limit; then "
     "elements, order, time and device of the run. CASE selects cases by a part of their name. The exit "
     "status is 1 if an answer misses its limit. --picture draws the computed motion of the layer case, "
     "LOH.1, over the known one.\n"
     "--law checks a law instead: whether its waves conserve its energy and none is faster than its "
     "speed, its fluxes between materials that differ tenfold and at boundaries, and the order of its "
     "plane waves (in double precision unless --precision says single).",
     "nudge verify --quick"},
    {"report", cmd_report, TAKES(OPT_OUTPUT) | COMMON, 1, 1, "OUT",
     "write one HTML page about a run, from its output folder",
     "OUT is the folder with run.json, or that of nudge sparameters. The page, OUT/report.html or the file "
     "of --output, has the set-up, what nudge check says, energy, mesh, boundaries in space with the fields "
     "of the last .vtu file, S-parameters, pictures and tables of monitors. It needs no other file and no "
     "network, and has at most 10 MB; its end says what is missing, broken or left out. The mesh is read "
     "again from the problem file that run.json names, or from the one of this name above OUT.",
     "nudge report examples/cavity/out --output cavity.html"},
    {"mesh", cmd_mesh, COMMON | TAKES(OPT_JSON) | TAKES(OPT_WAVELENGTH) | TAKES(OPT_PER) | TAKES(OPT_ORDER) |
     TAKES(OPT_EDGES) | TAKES(OPT_CURVATURE) | TAKES(OPT_CURVE) | TAKES(OPT_INDEX) | TAKES(OPT_OUTPUT), 2, 2,
     "info|make FILE",
     "describe a mesh file, or mesh a geometry by gmsh's library",
     "make: FILE is a geometry, .geo, which is run as code, or .step, .stp, .brep, .iges. Edges have at "
     "most the length order x wavelength / per (order 1 when not given), divided by the index in the "
     "regions of --index; without --wavelength, the sizes of the geometry count. Physical groups are kept; "
     "shapes have volume1 ... and surface1 ... . The mesh is FILE with .msh, or --output. libgmsh must be "
     "installed.\n"
     "info: counts, regions, boundaries, quality, smallest elements. FILE is of Gmsh (.msh 2.2 or 4.1), "
     "TetGen (.node, .ele, .face) or Gambit (.neu). Warns of faces that coincide without common nodes and "
     "of holes without a name; overlapping elements and hanging nodes are an error.",
     "nudge mesh make part.step --wavelength 30 --per 8 --order 3"},
    {"devices", cmd_devices, COMMON | TAKES(OPT_JSON), 0, 0, "",
     "list the devices that can compute", NULL, "nudge devices"},
    {"show", cmd_show, (COMPUTES & ~TAKES(OPT_QUIET)) | TAKES(OPT_ORDER) | TAKES(OPT_VARIANT), 0, 1, "[KERNEL]",
     "print a kernel, or list kernels, variants and laws",
     "Prints the kernel as the compiler gets it. KERNEL is a file of the list, with or without its ending, "
     "a step of the variant (volume, surface, update), or law.",
     "nudge show volume --order 4 --precision single --variant plain"},
    {"keys", cmd_keys, TAKES(OPT_SCHEMA), 0, 0, "",
     "print every key of a problem file, as a Markdown table", NULL,
     "nudge keys --schema > nudge.schema.json"},
    {"completion", cmd_completion, 0, 1, 1, "SHELL",
     "print completions for bash, zsh or fish", "make install installs them.",
     "source <(nudge completion bash)"},
    {"man", cmd_man, 0, 0, 1, "[COMMAND]",
     "print a manual page, as troff source", "make install installs them all.",
     "nudge man run | man -l -"},
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
    if (!nudge_rank()) fprintf(stderr, "nudge: %s\n", message);
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

static int last_code; /* of the library, at the last failure */

int cli_failed(int status)
{
    last_code = status;
    const char *message = *failure ? failure : nudge_error();
    progress_hide();
    if (status == 0) return CLI_FINE;
    fflush(stdout);
    if (status == NUDGE_EWALLTIME) {
        fprintf(stderr, "nudge: %s\n", message);
        return CLI_WALLTIME;
    }
    /* A checkpoint that could not be written must not look like a usual stop. */
    if (status == NUDGE_ESTOPPED || (stop_wanted() && status != NUDGE_EIO)) {
        if (nudge_rank()) return CLI_STOPPED; /* rank 0 says so */
        fprintf(stderr, "nudge: %s\n", status == NUDGE_ESTOPPED ? message : "stopped");
        return CLI_STOPPED;
    }
    if (nudge_rank())
        fprintf(stderr, "nudge: rank %d: %s\n", nudge_rank(), message);
    else
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

/* On ranks other than 0, which compute and say nothing. The command line is rank 0's affair but for the threads: if it is
 * wrong, rank 0 says so and has the others leave. */
static int serve_rank(int argc, char **argv)
{
    struct args args;
    (void)args_read(&args, argc, argv);
    args_clear(&args);
    stop_catch();
    stop_gently(1); /* rank 0 decides about a stop */
    return cli_failed(nudge_ranks_serve());
}

/* Commands that measure this process. */
static int is_alone(const struct command *command, int argc, char **argv)
{
    for (int i = 1; i < argc; i++)
        if (!strcmp(argv[i], "--ranks")) return 0;
    return command->run == cmd_bench || command->run == cmd_tune || command->run == cmd_paper;
}

/* Whether the other ranks wait for a task after a command of rank 0 that ended with this exit status. They do if rank 0
 * found the failure between two tasks, or all ranks did; after others they may wait for rank 0 within one. */
static int others_wait(int result)
{
    return result != CLI_ERROR ||
           (last_code != NUDGE_ENOMEM && last_code != NUDGE_EDEVICE && last_code != NUDGE_EINTERNAL);
}

static volatile sig_atomic_t status_of_late; /* exit status of rank 0 if the others do not leave in time */

static void on_late(int number)
{
    (void)number;
    _exit(status_of_late); /* the launcher ends the others */
}

/* Ends all ranks, with this exit status on rank 0. MPI_Abort, about which the launcher prints a page, is for ranks that
 * may wait for each other for ever. */
static void end_ranks(int result)
{
    const struct sigaction late = {.sa_handler = on_late};
    fflush(stdout);
    if (nudge_rank() && result == CLI_STOPPED) _exit(result); /* the other ranks are gone, or going */
    if (nudge_rank() || !others_wait(result)) nudge_ranks_abort(result);
    status_of_late = result;
    sigaction(SIGALRM, &late, NULL);
    alarm(LEAVE_SECONDS);
    nudge_ranks_leave();
    alarm(0);
}

/* A command, of which mpirun may have started several processes. Rank 0 runs it; only it speaks. */
static int run_ranks(const struct command *command, int argc, char **argv)
{
    int result;
    if (nudge_ranks_join()) return cli_failed(NUDGE_EDEVICE);
    if (nudge_rank()) nudge_log_set(NULL, NULL);
    if (nudge_ranks() > 1 && is_alone(command, argc, argv))
        result = nudge_rank() ? serve_rank(argc, argv)
                              : cli_usage_error("nudge %s measures one process, but mpirun or the like started %d%s",
                                                command->name, nudge_ranks(),
                                                command->run == cmd_bench ? "; --ranks measures them together" : "");
    else
        result = nudge_rank() ? serve_rank(argc, argv) : command->run(argc, argv);
    if (result && nudge_ranks() > 1)
        end_ranks(result);
    else
        nudge_ranks_leave();
    return result;
}

static int dispatch(int argc, char **argv)
{
    if (argc < 2) return cli_usage_error("usage: nudge COMMAND ..., see nudge --help");
    const char *name = argv[1];
    if (!strcmp(name, "--version")) return printf("nudge %s\n", nudge_version()) < 0;
    const int help = !strcmp(name, "help");
    if (is_help(name) || (help && argc == 2)) return help_print();
    if (help) name = argv[2];
    const struct command *command = command_find(name);
    if (!command) return unknown_command(name);
    if (help) return help_print_command(command);
    for (int i = 2; i < argc && strcmp(argv[i], "--"); i++) {
        if (is_help(argv[i])) return help_print_command(command);
        verbose |= !strcmp(argv[i], "--verbose");
    }
    nudge_log_set(log_message, NULL);
    return run_ranks(command, argc - 1, argv + 1);
}

/* Whether the reader of the output has closed it, as in nudge check x.yaml | head -1: not an error. */
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
