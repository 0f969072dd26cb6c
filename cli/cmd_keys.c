/* nudge keys: prints the keys of a problem file. */
#include <stdio.h>
#include "options.h"

int cmd_keys(int argc, char **argv)
{
    int status = 0;
    struct args args;
    char *text = NULL;
    const int wrong = args_read(&args, argc, argv);
    if (!wrong) {
        TRY(nudge_keys_write(args.value[OPT_SCHEMA] ? NUDGE_KEYS_SCHEMA : NUDGE_KEYS_MARKDOWN, &text));
        fputs(text, stdout);
    }
done:
    nudge_free(text);
    args_clear(&args);
    return wrong ? wrong : cli_failed(status);
}
