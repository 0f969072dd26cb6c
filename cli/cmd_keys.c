/* nudge keys: what may stand in a problem file. */
#include <stdio.h>
#include <stdlib.h>
#include "options.h"
#include "problem/problem.h"

int cmd_keys(int argc, char **argv)
{
    int status = 0;
    struct args args;
    char *text = NULL;
    const int wrong = args_read(&args, argc, argv);
    if (!wrong) {
        TRY(args.value[OPT_SCHEMA] ? nd_problem_keys_schema(&text) : nd_problem_keys_markdown(&text));
        fputs(text, stdout);
    }
done:
    free(text);
    args_clear(&args);
    return wrong ? wrong : cli_failed(status);
}
