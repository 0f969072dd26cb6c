/* nudge show: kernels as the compiler gets them. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "base/texts.h"
#include "law/builtin.h"
#include "options.h"
#include "paths.h"
#include "tune/wisdom.h"

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
    for (const struct nd_variant *const *v = nd_variants; *v; v++) {
        printf("  %-9s %s:", (*v)->name, (*v)->about);
        for (const enum nd_pass *pass = (*v)->pass; *pass; pass++) printf(" %s", nd_pass_names[*pass]);
        printf("\n");
    }
    printf("laws\n");
    const int n = nd_law_builtin_names(laws, 16);
    for (int i = 0; i < n; i++) printf("  %s\n", laws[i]);
}

/* Is `file` called `name`: with its ending or without, or by what comes before its '_'? */
static int is_called(const char *file, const char *name, int whole)
{
    const size_t n = strlen(name);
    if (!whole) return strcspn(file, "_.") == n && !strncmp(file, name, n);
    return !strcmp(file, name) || (strlen(file) == n + 4 && !strncmp(file, name, n));
}

/* The pass of a variant that does a step: by the pass's own name, or by volume, surface, update. */
static enum nd_pass find_step(const struct nd_variant *variant, const char *name)
{
    static const struct {
        const char *name;
        enum nd_pass pass[4];
    } steps[] = {{"volume", {ND_PASS_RATE, ND_PASS_DIFF, ND_PASS_STAGE}},
                 {"surface", {ND_PASS_FLUX, ND_PASS_GATHER, ND_PASS_STAGE}},
                 {"update", {ND_PASS_UPDATE, ND_PASS_STAGE}}};
    for (const enum nd_pass *pass = variant->pass; *pass; pass++) {
        if (!strcmp(nd_pass_names[*pass], name)) return *pass;
        for (size_t s = 0; s < sizeof steps / sizeof *steps; s++)
            for (int i = 0; i < 4 && !strcmp(steps[s].name, name); i++)
                if (steps[s].pass[i] == *pass) return *pass;
    }
    /* The update is part of a variant's last pass where it is none by itself. */
    if (!strcmp(name, "update"))
        for (const enum nd_pass *pass = variant->pass; *pass; pass++)
            if (!pass[1]) return *pass;
    return ND_PASS_NONE;
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

/* The pass and variant that a file belongs to; no pass for those that all variants use. */
static enum nd_pass find_owner(const char *file, struct nd_plan *plan, const struct nd_variant **variant)
{
    for (const struct nd_variant *const *v = nd_variants; *v; v++)
        for (const enum nd_pass *pass = (*v)->pass; *pass; pass++)
            for (int shared = 0; shared < 2; shared++) {
                plan->variant = *v;
                plan->diff_shared = shared ? ND_SHARED_MATRIX : ND_SHARED_FIELD;
                if (!strcmp(nd_plan_file(plan, *pass), file)) {
                    *variant = *v;
                    return *pass;
                }
            }
    return ND_PASS_NONE;
}

/* A file by its name, or the first whose name begins with it. */
static const char *find_file(const char *name)
{
    for (int whole = 1; whole >= 0; whole--)
        for (const struct nd_text_file *t = nd_texts; t->name; t++)
            if (is_kernel(t->name) && is_called(t->name, name, whole)) return t->name;
    return NULL;
}

/* As runs have it: the tuner's, or a guess. */
static int choose_plan(struct nd_plan *plan, const struct nd_device *device, const struct nd_law *law, int N,
                       int single, const char *variant)
{
    const struct nd_wisdom_key key = {law->path, N, single, variant, device};
    return nd_wisdom_choose(&key, law, 1, plan);
}

static int has_pass(const struct nd_variant *variant, enum nd_pass pass)
{
    const enum nd_pass *p = variant->pass;
    while (*p && *p != pass) p++;
    return *p == pass;
}

/* What `name` means: a step of the variant that was asked for, or a file, which may belong to another. */
static int find_kernel(struct nd_plan *plan, const struct args *args, const struct nd_device *device,
                       const struct nd_law *law, int N, int single, enum nd_pass *pass, const char **file)
{
    int status = 0;
    const char *name = args->operand[0];
    const struct nd_variant *owner = NULL;
    struct nd_plan any = {0};
    TRY(choose_plan(plan, device, law, N, single, args->value[OPT_VARIANT]));
    *pass = find_step(plan->variant, name);
    *file = *pass ? nd_plan_file(plan, *pass) : find_file(name);
    if (*pass) return 0;
    if (!*file) TRY(unknown_kernel(name));
    *pass = find_owner(*file, &any, &owner);
    if (!owner) return 0;
    if (!args->value[OPT_VARIANT]) TRY(choose_plan(plan, device, law, N, single, owner->name));
    if (!has_pass(plan->variant, *pass))
        FAIL(NUDGE_EVALUE, "variant %s does not use %s; say --variant %s, or none", plan->variant->name,
             *file, owner->name);
    plan->diff_shared = any.diff_shared;
done:
    return status;
}

static int print_kernel(const struct args *args, const struct nd_law *law, int N, int single)
{
    int status = 0;
    struct nd_device *device = NULL;
    struct nd_plan plan;
    struct nd_layout layout;
    struct nd_recipe recipe;
    struct nd_text text = {0};
    enum nd_pass pass;
    const char *file;
    TRY(nd_device_open(&device, args->value[OPT_DEVICE]));
    TRY(find_kernel(&plan, args, device, law, N, single, &pass, &file));
    nd_plan_layout(&plan, &layout, 1, 0, (N + 1) * (N + 2) * (N + 3) / 6, law->fields.n);
    nd_recipe_init(&recipe, law, &layout, N, single, 1, plan.lanes, plan.rows);
    recipe.dialect = device->backend->dialect;
    nd_plan_recipe(&plan, pass, &recipe);
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

static int show(const struct args *args, int N, int single)
{
    int status = 0;
    struct nd_law law = {0};
    TRY(read_law(&law, args->value[OPT_LAW]));
    if (!strcmp(args->operand[0], "law"))
        fputs(law.text, stdout);
    else
        TRY(print_kernel(args, &law, N, single));
done:
    nd_law_clear(&law);
    return status;
}

static int read_request(const struct args *args, int *N, int *single)
{
    const char *order = args->value[OPT_ORDER];
    int precision[2], wrong = args_variant(args);
    if (!wrong) wrong = args_precisions(args, precision);
    if (!wrong && order && list_integers(order, 1, 9, N, 1) != 1)
        wrong = cli_usage_error("show: --order wants a whole number from 1 to 9, found '%s'", order);
    *single = !wrong && !precision[0];
    return wrong;
}

int cmd_show(int argc, char **argv)
{
    int N = 4, single = 0;
    struct args args;
    int result = args_read(&args, argc, argv);
    if (!result) result = read_request(&args, &N, &single);
    if (!result && !args.noperands)
        print_list();
    else if (!result)
        result = cli_failed(show(&args, N, single));
    args_clear(&args);
    return result;
}
