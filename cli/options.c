#include "json.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const struct option_row rows[OPTIONS] = {
    [OPT_DEVICE] = {"--device", "D", "cpu, cuda, opencl or auto (the default)"},
    [OPT_ORDER] = {"--order", "N", "polynomial order, 1 to 9"},
    [OPT_PRECISION] = {"--precision", "P", "single or double"},
    [OPT_LAW] = {"--law", "L", "a built-in law, or the path of a .law file"},
    [OPT_SET] = {"--set", "KEY=VALUE", "change any key of the problem, as time.end=0.5; may be repeated"},
    [OPT_TRUST] =
        {"--trust", NULL,
         "trust the problem file: run the .law or .geo file it names as code, and write where it says"},
    [OPT_ALLOW_OUTSIDE] =
        {"--allow-outside", NULL,
         "let the problem file choose any output folder, and outputs outside it and hidden ones"},
    [OPT_ORDERS] = {"--orders", "LIST", "orders, as 1-9 or 1,3,5"},
    [OPT_MESHES] = {"--meshes", "LIST", "mesh files, as coarse.msh,fine.msh"},
    [OPT_DIVISIONS] = {"--divisions", "LIST",
                       "instead of --meshes: cells along each edge of the problem's box, as 2,4,8"},
    [OPT_H] = {"--h", "LIST", "mesh sizes, one per mesh; (volume/elements)^(1/3) if not given"},
    [OPT_CSV] = {"--csv", "FILE", "also write the numbers to FILE, as comma-separated values"},
    [OPT_OUTPUT] = {"--output", "PATH",
                    "where to write: the output folder of a run, or the file; --out is the same"},
    [OPT_VARIANT] =
        {"--variant", "V",
         "kernel variant (see nudge show); paper:4 and paper:5: the paper's kernels in four and five passes"},
    [OPT_DOFS] = {"--dofs", "X", "degrees of freedom of each measurement, as 2e6"},
    [OPT_JSON] = {"--json", "FILE",
                  "also write the results to FILE, as JSON; - is standard output, without other text"},
    [OPT_PICTURE] = {"--picture", "FILE", "also draw the results, into a .png, .svg or .pdf file"},
    [OPT_COMPONENTS] = {"--components", NULL, "each pass of a stage: flops, bytes, share of time"},
    [OPT_ABLATE] = {"--ablate", NULL, "a stage with some of the paper's ideas left out"},
    [OPT_SCAN] = {"--scan", "KERNEL", "all work distributions (w_p, w_i, w_s) of diff, lift or gather"},
    [OPT_COMPARE] = {"--compare", NULL, "every variant that the device can run, side by side"},
    [OPT_SCALING] = {"--scaling", NULL,
                     "whole time steps on meshes of 10000 degrees of freedom up to --dofs"},
    [OPT_INTEGRATOR] = {"--integrator", "NAME", "steps to tune for: linear (the default) or lsrk4"},
    [OPT_INTEGRATORS] =
        {"--integrators", "LIST",
         "seconds per simulated time at the largest stable step, of all integrators or of those "
         "named, as lsrk4,linear6"},
    [OPT_FILL] = {"--fill", "X",
                  "a problem that takes X of the device's memory, as 0.85 of it or 120e9 bytes"},
    [OPT_RANKS] = {"--ranks", NULL,
                   "evaluations on the ranks that mpirun started, and the share of the exchange"},
    [OPT_PATIENCE] = {"--patience", "P", "estimate, measure (the default) or exhaustive"},
    [OPT_BLOCKS] =
        {"--blocks", "HOW",
         "how elements are gathered into blocks: greedy, metis or curve; prints the share of faces "
         "inside blocks"},
    [OPT_MIXED] = {"--mixed", NULL,
                   "two materials, element by element, and every boundary condition without a value"},
    [OPT_HOLD] = {"--hold", "SECONDS",
                  "also repeat each stage for so long without rest: the speed of a long run"},
    [OPT_LIMIT] = {"--limit", "SECONDS",
                   "time limit in seconds (may be slightly exceeded); for tune, of each order"},
    [OPT_PART] = {"--part", "NAME", "measure only that part"},
    [OPT_PROBLEM] = {"--problem", "FILE", "the problem whose errors are measured"},
    [OPT_POLES] = {"--poles", "N",
                   "number of places of poles, 1 to 12; if not given, the fewest that fit within 1 %"},
    [OPT_QUICK] = {"--quick", NULL, "smaller cases: minutes on two cores"},
    [OPT_LIST] = {"--list", NULL, "list the cases that would run, with their problem files"},
    [OPT_EXAMPLES] = {"--examples", "FOLDER", "where the examples are; ./examples when not given"},
    [OPT_SCHEMA] = {"--schema", NULL, "print a JSON schema, for editors"},
    [OPT_CHECKSUM] = {"--checksum", NULL,
                      "print a checksum of the final fields, the same for any number of ranks"},
    [OPT_CHECKPOINT_EVERY] =
        {"--checkpoint-every", "TIME",
         "write a checkpoint at this interval of wall-clock time, as 30min, 90s or 1.5h"},
    [OPT_WALLTIME] = {"--walltime", "H:MM:SS",
                      "write a checkpoint and end before this time is over (exit status 4)"},
    [OPT_RESUME] = {"--resume", "[auto]",
                    "continue from the last checkpoint; auto: start at t = 0 if there is none"},
    [OPT_WAVELENGTH] = {"--wavelength", "L",
                        "the shortest wavelength outside materials, in the geometry's unit"},
    [OPT_PER] = {"--per", "X", "points per wavelength, order x wavelength / edge; 8 when not given"},
    [OPT_EDGES] = {"--edges", "F", "factor, at most 1, on the size of elements along edges of the geometry"},
    [OPT_CURVATURE] = {"--curvature", "N", "least number of elements around a full circle of a curved surface"},
    [OPT_CURVE] = {"--curve", "N",
                   "order of the elements' shape, 1 to 4; above 1 they follow curved surfaces"},
    [OPT_INDEX] = {"--index", "LIST", "refractive indices of regions, as glass=1.5,core=3"},
    [OPT_THREADS] = {"--threads", "N",
                     "threads of the cpu; OMP_NUM_THREADS, or one per core allowed, when not given"},
    [OPT_VERBOSE] = {"--verbose", NULL, "print more, on standard error"},
    [OPT_QUIET] = {"--quiet", NULL, "print no text, only warnings and errors"},
};

const char *option_name(enum option option)
{
    return rows[option].name;
}

const struct option_row *option_row(enum option option)
{
    return &rows[option];
}

static int unknown_option(const struct args *args, const char *word)
{
    const char *names[OPTIONS + 1], *command = args->command->name;
    char name[64];
    int n = 0;
    snprintf(name, sizeof name, "%.*s", (int)strcspn(word, "="), word);
    for (int i = 0; i < OPTIONS; i++)
        if (args->command->options & TAKES(i)) names[n++] = rows[i].name;
    names[n++] = "--help";
    const char *near = nudge_nearest(name, names, n);
    for (int i = 0; i < OPTIONS; i++)
        if (!strcmp(name, rows[i].name))
            return cli_usage_error("%s does not take %s; see nudge help %s", command, name, command);
    if (near) return cli_usage_error("%s: unknown option %s, did you mean %s?", command, name, near);
    return cli_usage_error("%s: unknown option %s; see nudge help %s", command, name, command);
}

/* The option that word names; *value: what follows its '=', or null. -1: none that the command takes. */
static int find_option(const struct args *args, const char *word, const char **value)
{
    size_t n = strcspn(word, "=");
    *value = word[n] ? word + n + 1 : NULL;
    if (n == 5 && !strncmp(word, "--out", n)) { /* short for --output */
        word = "--output";
        n = strlen(word);
    }
    for (int i = 0; i < OPTIONS; i++) {
        if (!(args->command->options & TAKES(i)) || strlen(rows[i].name) != n ||
            strncmp(rows[i].name, word, n))
            continue;
        return i;
    }
    return -1;
}

static int keep_option(struct args *args, int option, const char *value)
{
    const char *command = args->command->name, *name = rows[option].name;
    if (option == OPT_SET) {
        const char *sign = strchr(value, '=');
        if (!sign || sign == value)
            return cli_usage_error("%s: --set %s: write it as key=value, as --set time.end=0.5", command,
                                   value);
        args->set[args->nset++] = value;
        return 0;
    }
    if (args->value[option] && rows[option].value)
        return cli_usage_error("%s: %s is given twice", command, name);
    args->value[option] = value;
    return 0;
}

static int read_option(struct args *args, int argc, char **argv, int *i)
{
    const char *word = argv[*i], *value = NULL;
    const int option = find_option(args, word, &value);
    if (option < 0) return unknown_option(args, word);
    if (!rows[option].value) {
        if (value) return cli_usage_error("%s: %s takes no value", args->command->name, rows[option].name);
        return keep_option(args, option, "");
    }
    if (option == OPT_RESUME && !value) /* its value is optional */
        return keep_option(args, option, *i + 1 < argc && !strcmp(argv[*i + 1], "auto") ? argv[++*i] : "");
    if (!value && *i + 1 < argc) value = argv[++*i];
    if (!value || !*value)
        return cli_usage_error("%s: %s needs a value: %s %s, %s", args->command->name, rows[option].name,
                               rows[option].name, rows[option].value, rows[option].help);
    return keep_option(args, option, value);
}

int args_read(struct args *args, int argc, char **argv)
{
    int status = 0, operands_only = 0;
    memset(args, 0, sizeof *args);
    const struct command *command = args->command = command_find(argv[0]);
    args->set = calloc((size_t)argc + 1, sizeof *args->set);
    if (!args->set) return cli_failed(cli_fail(NUDGE_ENOMEM, "out of memory"));
    for (int i = 1; i < argc && !status; i++) {
        if (!operands_only && !strcmp(argv[i], "--"))
            operands_only = 1;
        else if (!operands_only && argv[i][0] == '-' && argv[i][1])
            status = read_option(args, argc, argv, &i);
        else if (args->noperands >= command->most && args->nset && args->set[args->nset - 1] == argv[i - 1])
            status = cli_usage_error("%s: what is %s for? If it belongs to the value before it, quote both: --set '%s %s'",
                                     command->name, argv[i], argv[i - 1], argv[i]);
        else if (args->noperands >= command->most)
            status =
                cli_usage_error("%s: what is %s for? usage: nudge %s %s%s[option]...", command->name, argv[i],
                                command->name, command->operands, *command->operands ? " " : "");
        else
            args->operand[args->noperands++] = argv[i];
    }
    if (!status && args->noperands < command->least)
        status = cli_usage_error("usage: nudge %s %s [option]..., see nudge help %s", command->name,
                                 command->operands, command->name);
    if (!status && json_begin(args)) status = cli_failed(NUDGE_EIO);
    return status ? status : args_threads(args);
}

void args_clear(struct args *args)
{
    free(args->set);
}

int list_integers(const char *text, int low, int high, int *out, int most)
{
    int n = 0;
    for (const char *p = text;; p++) {
        long range[2];
        for (int i = 0; i < 2; i++) {
            char *end;
            if (*p < '0' || *p > '9') return -1;
            range[i] = strtol(p, &end, 10);
            p = end;
            if (i == 0 && *p == '-')
                p++;
            else if (i == 0) {
                range[1] = range[0];
                break;
            }
        }
        if (range[0] < low || range[1] > high || range[0] > range[1]) return -1;
        for (long v = range[0]; v <= range[1]; v++) {
            if (n == most) return -1;
            out[n++] = (int)v;
        }
        if (!*p) return n;
        if (*p != ',') return -1;
    }
}

int list_numbers(const char *text, double *out, int most)
{
    int n = 0;
    for (const char *p = text;; p++) {
        char *end;
        if (n == most || strchr(" \t\n\v\f\r", *p)) return -1;
        out[n] = strtod(p, &end);
        if (end == p || !isfinite(out[n]) || out[n] <= 0) return -1;
        n++;
        p = end;
        if (!*p) return n;
        if (*p != ',') return -1;
    }
}

int list_texts(const char *text, char **copy, const char **pieces, int most)
{
    int n = 0;
    *copy = strdup(text);
    if (!*copy) return -1;
    for (char *p = *copy;;) {
        char *comma = p + strcspn(p, ",");
        const int last = !*comma;
        if (comma == p || n == most) return -1;
        *comma = 0;
        pieces[n++] = p;
        if (last) return n;
        p = comma + 1;
    }
}
