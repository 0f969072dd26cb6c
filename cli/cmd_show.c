/* nudge show: prints kernels as the compiler gets them. */
#include <stdio.h>
#include <string.h>
#include "options.h"

static void print_list(void)
{
    const nudge_variant *v;
    const char *name;
    printf("kernels\n");
    for (int i = 0; (name = nudge_kernel_name(i)); i++) printf("  %s\n", name);
    printf("variants\n");
    for (int i = 0; (v = nudge_variant_get(i)); i++) printf("  %-9s %s: %s\n", v->name, v->about, v->passes);
    printf("laws\n");
    for (int i = 0; (name = nudge_law_name(i)); i++) printf("  %s\n", name);
}

static int show(const struct args *args, int N, int precision)
{
    int status = 0;
    const char *law = args->value[OPT_LAW] ? args->value[OPT_LAW] : "maxwell";
    nudge_device *device = NULL;
    char *text = NULL;
    if (!strcmp(args->operand[0], "law")) {
        TRY(nudge_law_text(law, &text));
    } else {
        TRY(nudge_device_open(&device, args->value[OPT_DEVICE]));
        const nudge_case c = {.size = sizeof c,
                              .device = device,
                              .law = law,
                              .order = N,
                              .precision = precision,
                              .variant = args->value[OPT_VARIANT]};
        TRY(nudge_kernel_text(&c, args->operand[0], &text));
    }
    fputs(text, stdout);
done:
    nudge_free(text);
    nudge_device_close(device);
    return status;
}

static int read_request(const struct args *args, int *N, int *precision)
{
    const char *order = args->value[OPT_ORDER];
    int wanted[2], wrong = args_variant(args);
    if (!wrong) wrong = args_precisions(args, wanted);
    if (!wrong && order && list_integers(order, 1, NUDGE_ORDER_MOST, N, 1) != 1)
        wrong = cli_usage_error("show: --order must be a whole number from 1 to %d, not '%s'",
                                NUDGE_ORDER_MOST, order);
    *precision = !wrong && !wanted[0] ? NUDGE_SINGLE : NUDGE_DOUBLE;
    return wrong;
}

int cmd_show(int argc, char **argv)
{
    int N = 4, precision = NUDGE_DOUBLE;
    struct args args;
    int result = args_read(&args, argc, argv);
    if (!result) result = read_request(&args, &N, &precision);
    if (!result && !args.noperands)
        print_list();
    else if (!result)
        result = cli_failed(show(&args, N, precision));
    args_clear(&args);
    return result;
}
