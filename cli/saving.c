#include "saving.h"

#include <math.h>
#include <string.h>
#include "progress.h"

int saving_read(const struct args *args, struct saving *saving)
{
    const char *resume = args->value[OPT_RESUME];
    *saving = (struct saving){.start = cli_seconds()};
    if (resume && *resume && strcmp(resume, "auto"))
        return cli_usage_error("%s: --resume takes no value but auto, not '%s'", args->command->name,
                               resume);
    saving->resume = !resume ? NUDGE_RESUME_NONE : *resume ? NUDGE_RESUME_AUTO : NUDGE_RESUME;
    return args_duration(args, OPT_CHECKPOINT_EVERY, &saving->every) ||
                   args_duration(args, OPT_WALLTIME, &saving->walltime)
               ? CLI_USAGE
               : 0;
}

double saving_left(const struct saving *saving)
{
    return saving->walltime > 0 ? fmax(saving->start + saving->walltime - cli_seconds(), 1e-3) : 0;
}
