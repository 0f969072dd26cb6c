/* The values of options that several commands share. */
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "options.h"

int args_number(const struct args *args, enum option option, double low, double high, double otherwise,
                double *value)
{
    const char *text = args->value[option];
    char *end;
    *value = otherwise;
    if (!text) return 0;
    *value = strtod(text, &end);
    if (end == text || *end || !(*value >= low && *value <= high))
        return cli_usage_error("%s: %s must be a number from %g to %g, not '%s'", args->command->name,
                               option_name(option), low, high, text);
    return 0;
}

/* "3:50:00" or "50:00": digits and colons; else -1. */
static double read_clock(const char *text)
{
    double seconds = 0;
    int parts = 0;
    for (const char *p = text;; p++) {
        char *end;
        if (*p < '0' || *p > '9') return -1;
        const double part = strtod(p, &end);
        if (strspn(p, "0123456789") != (size_t)(end - p) || (parts && part >= 60)) return -1;
        seconds = 60 * seconds + part;
        parts++;
        p = end;
        if (!*p) return parts == 2 || parts == 3 ? seconds : -1;
        if (*p != ':') return -1;
    }
}

int args_duration(const struct args *args, enum option option, double *seconds)
{
    static const struct {
        const char *name;
        double seconds;
    } units[] = {{"s", 1}, {"min", 60}, {"h", 3600}};
    const char *text = args->value[option];
    char *end;
    *seconds = 0;
    if (!text) return 0;
    const double number = strtod(text, &end);
    *seconds = read_clock(text);
    for (int i = 0; i < 3; i++)
        if (end > text && !strcmp(end, units[i].name)) *seconds = number * units[i].seconds;
    if (!(*seconds > 0 && *seconds <= 1e9))
        return cli_usage_error("%s: %s must be a time above 0, as 30min, 90s, 1.5h or 3:50:00, not '%s'",
                               args->command->name, option_name(option), text);
    return 0;
}

static void join(char *out, size_t most, const char *const *names, int n)
{
    *out = 0;
    for (int i = 0; i < n; i++) {
        strncat(out, i == 0 ? "" : i == n - 1 ? " or " : ", ", most - strlen(out) - 1);
        strncat(out, names[i], most - strlen(out) - 1);
    }
}

int args_word(const struct args *args, enum option option, const char *const *names, int n, int *which)
{
    const char *text = args->value[option];
    char list[256];
    *which = -1;
    if (!text) return 0;
    for (int i = 0; i < n; i++)
        if (!strcmp(names[i], text)) *which = i;
    if (*which >= 0) return 0;
    const char *near = nudge_nearest(text, names, n);
    if (near)
        return cli_usage_error("%s: %s %s: did you mean %s?", args->command->name, option_name(option), text,
                               near);
    join(list, sizeof list, names, n);
    return cli_usage_error("%s: %s must be %s, not '%s'", args->command->name, option_name(option), list,
                           text);
}

int args_orders(const struct args *args, const char *otherwise, int orders[ORDERS_MOST], int *n)
{
    const char *text = args->value[OPT_ORDERS];
    *n = list_integers(text ? text : otherwise, 1, NUDGE_ORDER_MOST, orders, ORDERS_MOST);
    if (*n < 0)
        return cli_usage_error("%s: --orders must be orders from 1 to %d, as 1-4 or 1,3,5, not '%s'",
                               args->command->name, NUDGE_ORDER_MOST, text);
    return 0;
}

int args_precisions(const struct args *args, int wanted[2])
{
    static const char *const names[] = {"double", "single"};
    int which;
    const int wrong = args_word(args, OPT_PRECISION, names, 2, &which);
    for (int i = 0; i < 2; i++) wanted[i] = which < 0 || which == i;
    return wrong;
}

int args_variant(const struct args *args)
{
    const char *name = args->value[OPT_VARIANT];
    if (!name || !nudge_variant_check(name)) return 0;
    return cli_usage_error("%s: --%s", args->command->name, nudge_error());
}

/* Ranks on one node share its cores, unless each is bound to some of them, or OMP_NUM_THREADS says how many
 * threads. */
static void share_cores(void)
{
    const nudge_threads *threads = nudge_threads_describe();
    const int cores = threads->cores, own = cores / nudge_ranks_local();
    if (nudge_ranks_local() == 1 || threads->decision == NUDGE_THREADS_OPENMP ||
        cores < (int)sysconf(_SC_NPROCESSORS_ONLN))
        return;
    nudge_threads_set(own > 1 ? own : 1, "mpirun");
}

int args_threads(const struct args *args)
{
    double n;
    if (args_number(args, OPT_THREADS, 1, 65535, 0, &n)) return CLI_USAGE;
    if (n != floor(n))
        return cli_usage_error("%s: --threads must be a whole number, not '%s'", args->command->name,
                               args->value[OPT_THREADS]);
    if (nudge_threads_set((int)n, "--threads")) return cli_failed(NUDGE_EVALUE);
    if (n == 0) share_cores();
    return 0;
}
