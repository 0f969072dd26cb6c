/* nudge show: kernels as the compiler gets them. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "base/texts.h"
#include "law/builtin.h"
#include "options.h"
#include "paths.h"
#include "tune/plan.h"

enum { NAMES_MOST = 64 };

static int is_kernel(const char *file)
{
    const size_t n = strlen(file);
    return n > 4 && !strcmp(file + n - 4, ".knl");
}

static void print_list(void)
{
    const char *laws[16];
    printf("kernels\n");
    for (const struct nd_text_file *t = nd_texts; t->name; t++)
        if (is_kernel(t->name)) printf("  %s\n", t->name);
    printf("variants\n");
    for (const struct nd_variant *v = nd_variants; v->name; v++) {
        printf("  %-8s %s:", v->name, v->about);
        for (int i = 0; i < 4 && v->files[i]; i++) printf(" %s", v->files[i]);
        printf("\n");
    }
    printf("laws\n");
    const int n = nd_law_builtin_names(laws, 16);
    for (int i = 0; i < n; i++) printf("  %s\n", laws[i]);
}

/* Is `file` called `name`: with its ending, without, or by what comes before the '_' when `step` says so? */
static int is_called(const char *file, const char *name, int step)
{
    const size_t n = strlen(name);
    if (step) return strcspn(file, "_.") == n && !strncmp(file, name, n);
    return !strcmp(file, name) || (strlen(file) == n + 4 && !strncmp(file, name, n));
}

/* A step of a variant: the file that does it, or the one that does all of them. */
static const char *find_step(const struct nd_variant *variant, const char *name)
{
    const char *step = !strcmp(name, "volume") ? "rate" : !strcmp(name, "surface") ? "flux" : name;
    const int known = !strcmp(step, "rate") || !strcmp(step, "flux") || !strcmp(step, "update");
    for (int i = 0; i < 4 && variant->files[i]; i++)
        if (is_called(variant->files[i], step, 1) || (known && is_called(variant->files[i], "stage", 1)))
            return variant->files[i];
    return NULL;
}

static int unknown_kernel(const char *name)
{
    int status = 0, n = 4;
    char stems[NAMES_MOST][64];
    const char *names[NAMES_MOST] = {"law", "volume", "surface", "update"};
    for (const struct nd_text_file *t = nd_texts; t->name && n < NAMES_MOST; t++) {
        if (!is_kernel(t->name)) continue;
        snprintf(stems[n], sizeof stems[n], "%.*s", (int)strcspn(t->name, "."), t->name);
        names[n] = stems[n];
        n++;
    }
    const char *near = nd_text_nearest(name, names, n);
    if (near) FAIL(NUDGE_EVALUE, "there is no kernel %s, did you mean %s?", name, near);
    FAIL(NUDGE_EVALUE, "there is no kernel %s; nudge show lists them", name);
done:
    return status;
}

static int find_file(const struct nd_variant *variant, const char *name, const char **file)
{
    for (const struct nd_text_file *t = nd_texts; t->name; t++)
        if (is_kernel(t->name) && is_called(t->name, name, 0)) {
            *file = t->name;
            return 0;
        }
    *file = find_step(variant, name);
    for (const struct nd_text_file *t = nd_texts; t->name && !*file; t++)
        if (is_kernel(t->name) && is_called(t->name, name, 1)) *file = t->name;
    return *file ? 0 : unknown_kernel(name);
}

/* The variant that a file belongs to; null for those that all of them use. */
static const char *owner(const char *file)
{
    for (const struct nd_variant *v = nd_variants; v->name; v++)
        for (int i = 0; i < 4 && v->files[i]; i++)
            if (!strcmp(v->files[i], file)) return v->name;
    return NULL;
}

static int print_kernel(const struct args *args, const struct nd_law *law, int N, int single)
{
    int status = 0;
    struct nd_device *device = NULL;
    struct nd_plan plan;
    struct nd_layout layout;
    struct nd_recipe recipe;
    struct nd_text text = {0};
    const char *file;
    TRY(nd_device_open(&device, args->value[OPT_DEVICE]));
    TRY(nd_plan_choose(&plan, device, law, N, single, args->value[OPT_VARIANT]));
    TRY(find_file(plan.variant, args->operand[0], &file));
    if (owner(file)) TRY(nd_plan_choose(&plan, device, law, N, single, owner(file)));
    nd_plan_layout(&plan, &layout, 1, (N + 1) * (N + 2) * (N + 3) / 6, law->fields.n);
    nd_recipe_init(&recipe, law, &layout, N, single, 1, plan.lanes, plan.rows);
    TRY(nd_kernel_text(&recipe, file, &text));
    fputs(text.s, stdout);
done:
    nd_text_clear(&text);
    nd_device_close(device);
    return status;
}

static int read_law(struct nd_law *law, const char *name)
{
    int status = 0;
    char *here = NULL;
    TRY(path_absolute("", &here));
    TRY(nd_law_init(law, name ? name : "maxwell", here));
done:
    free(here);
    return status;
}

static int show(const struct args *args)
{
    int status = 0, N = 4;
    const char *order = args->value[OPT_ORDER], *precision = args->value[OPT_PRECISION];
    struct nd_law law = {0};
    if (order && list_integers(order, 1, 9, &N, 1) != 1)
        FAIL(NUDGE_EVALUE, "--order wants a whole number from 1 to 9, found '%s'", order);
    if (precision && strcmp(precision, "single") && strcmp(precision, "double"))
        FAIL(NUDGE_EVALUE, "--precision wants single or double, found '%s'", precision);
    TRY(read_law(&law, args->value[OPT_LAW]));
    if (!strcmp(args->operand[0], "law"))
        fputs(law.text, stdout);
    else
        TRY(print_kernel(args, &law, N, precision && !strcmp(precision, "single")));
done:
    nd_law_clear(&law);
    return status;
}

int cmd_show(int argc, char **argv)
{
    struct args args;
    int result = args_read(&args, argc, argv);
    if (!result && !args.noperands)
        print_list();
    else if (!result)
        result = cli_failed(show(&args));
    args_clear(&args);
    return result;
}
