/* The problem file of a command line, changed as its options say. */
#include "options.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "paths.h"

int path_absolute(const char *path, char **absolute)
{
    int status = 0;
    char *here = getcwd(NULL, 0);
    *absolute = NULL;
    if (!here) CLI_FAIL(NUDGE_EIO, "cannot find the current folder: %s", strerror(errno));
    const size_t n = strlen(here) + strlen(path) + 2;
    *absolute = malloc(n);
    if (!*absolute) CLI_FAIL(NUDGE_ENOMEM, "out of memory");
    while (!strncmp(path, "./", 2) && path[2] && path[2] != '/') path += 2; /* messages read better */
    snprintf(*absolute, n, "%s%s%s", *path == '/' ? "" : here, *path == '/' ? "" : "/", path);
done:
    free(here);
    return status;
}

int problem_set_path(nudge_problem *problem, const char *key, const char *path)
{
    int status = 0;
    char *absolute = NULL;
    TRY(path_absolute(path, &absolute));
    TRY(nudge_problem_set_text(problem, key, absolute));
done:
    free(absolute);
    return status;
}

static int set_pair(nudge_problem *problem, const char *pair)
{
    int status = 0;
    char *key = strdup(pair);
    if (!key) CLI_FAIL(NUDGE_ENOMEM, "out of memory");
    *strchr(key, '=') = 0;
    TRY(nudge_problem_set(problem, key, strchr(pair, '=') + 1));
done:
    free(key);
    return status;
}

static int ends_with(const char *s, const char *ending)
{
    size_t n = strlen(s), m = strlen(ending);
    return n >= m && !strcmp(s + n - m, ending);
}

/* The library does not know the short options: in its message the option replaces the key. */
static int name_option(int status, const char *key, const char *option)
{
    char message[4096];
    const size_t n = strlen(key);
    snprintf(message, sizeof message, "%s", nudge_error());
    if (!status || strncmp(message, "--set ", 6) || strncmp(message + 6, key, n)) return status;
    return cli_fail(status, "%s%s", option, message + 6 + n);
}

static int set_law(nudge_problem *problem, const char *law)
{
    return ends_with(law, ".law") ? problem_set_path(problem, "law", law)
                                  : nudge_problem_set_text(problem, "law", law);
}

int args_trust(const struct args *args, nudge_problem *problem)
{
    const char *always = getenv("NUDGE_TRUST");
    const int all = args->value[OPT_TRUST] || (always && !strcmp(always, "1"));
    if (always && *always && strcmp(always, "0") && strcmp(always, "1"))
        cli_warn("NUDGE_TRUST is '%s' and counts for nothing: set it to 1, or to 0", always);
    return nudge_problem_trust(problem, all                              ? NUDGE_TRUST_LAW | NUDGE_TRUST_PATHS
                                        : args->value[OPT_ALLOW_OUTSIDE] ? NUDGE_TRUST_PATHS
                                                                         : 0);
}

int args_problem(const struct args *args, nudge_problem **problem)
{
    int status = 0;
    const char *law = args->value[OPT_LAW], *order = args->value[OPT_ORDER],
               *precision = args->value[OPT_PRECISION];
    TRY(nudge_problem_read(problem, args->operand[0]));
    TRY(args_trust(args, *problem));
    if (law) TRY(name_option(set_law(*problem, law), "law", "--law"));
    for (int i = 0; i < args->nset; i++) TRY(set_pair(*problem, args->set[i]));
    if (order) TRY(name_option(nudge_problem_set(*problem, "order", order), "order", "--order"));
    if (precision)
        TRY(name_option(nudge_problem_set_text(*problem, "precision", precision), "precision",
                        "--precision"));
done:
    return status;
}

int args_problem_to_run(const struct args *args, nudge_problem **problem)
{
    int status = 0;
    const char *folder = args->value[OPT_OUTPUT];
    TRY(args_problem(args, problem));
    if (folder) TRY(problem_set_path(*problem, "output.folder", folder));
done:
    return status;
}
