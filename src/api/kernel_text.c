/* The text of a kernel as the compiler gets it, by the name of its file or of a step of the variant. */
#include <string.h>
#include "api/api.h"
#include "base/format.h"
#include "base/memory.h"
#include "base/texts.h"
#include "base/threads.h"

enum { NAMES_MOST = 64 };

/* The kernel that the caller named: its file, and the plan and pass that its text is made for. */
struct found {
    struct nd_plan plan;
    enum nd_pass pass;
    const char *file;
};

/* Is `file` called `name`: with its ending or without (whole), or by what comes before its '_'? */
static int is_called(const char *file, const char *name, int whole)
{
    const size_t n = strlen(name);
    if (!whole) return strcspn(file, "_.") == n && !strncmp(file, name, n);
    return !strcmp(file, name) || (strlen(file) == n + 4 && !strncmp(file, name, n));
}

/* The pass for a step of a variant: by the pass's own name, or by volume, surface, update. */
static enum nd_pass find_step(const struct nd_plan *plan, const char *name)
{
    static const struct {
        const char *name;
        enum nd_pass pass[4];
    } steps[] = {{"volume", {ND_PASS_RATE, ND_PASS_DIFF, ND_PASS_STAGE}},
                 {"surface", {ND_PASS_FLUX, ND_PASS_GATHER, ND_PASS_STAGE}},
                 {"update", {ND_PASS_UPDATE, ND_PASS_STAGE}}};
    for (const enum nd_pass *pass = plan->variant->passes(plan); *pass; pass++) {
        if (!strcmp(nd_pass_names[*pass], name)) return *pass;
        for (size_t s = 0; s < sizeof steps / sizeof *steps; s++)
            for (int i = 0; i < 4 && !strcmp(steps[s].name, name); i++)
                if (steps[s].pass[i] == *pass) return *pass;
    }
    /* A variant without an update pass updates in its last pass. */
    if (!strcmp(name, "update"))
        for (const enum nd_pass *pass = plan->variant->passes(plan); *pass; pass++)
            if (!pass[1]) return *pass;
    return ND_PASS_NONE;
}

static int unknown_kernel(const char *name)
{
    int status = 0, n = 4;
    char stems[NAMES_MOST][64];
    const char *names[NAMES_MOST] = {"law", "volume", "surface", "update"}, *file;
    for (int i = 0; (file = nudge_kernel_name(i)) && n < NAMES_MOST; i++, n++) {
        nd_format(stems[n], sizeof stems[n], "%.*s", (int)strcspn(file, "."), file);
        names[n] = stems[n];
    }
    const char *near = nd_text_nearest(name, names, n);
    if (near) FAIL(NUDGE_EVALUE, "there is no kernel %s, did you mean %s?", name, near);
    FAIL(NUDGE_EVALUE, "there is no kernel %s; nudge show lists them", name);
done:
    return status;
}

/* Gives the plan's branching parameter of a pass a value that makes `file` its text. Returns 0 where none
 * does. */
static int choose_file(struct nd_plan *plan, enum nd_pass pass, const char *file)
{
    if (!strcmp(nd_plan_file(plan, pass), file)) return 1;
    for (const struct nd_parameter *p = plan->variant->parameters; p && p->name; p++)
        for (int i = 0; i < p->n && p->pass == pass && p->branch; i++) {
            nd_plan_set(plan, p, p->value[i]);
            if (!strcmp(nd_plan_file(plan, pass), file)) return 1;
        }
    return 0;
}

/* The pass that a file belongs to, and the name of plans that have it; no pass for files that all use. */
static enum nd_pass find_owner(const char *file, const char **name)
{
    struct nd_plan any;
    for (int i = 0; nd_plan_each(i, &any); i++)
        for (const enum nd_pass *pass = any.variant->passes(&any); *pass; pass++) {
            *name = nd_plan_name(&any);
            if (choose_file(&any, *pass, file)) return *pass;
        }
    *name = NULL;
    return ND_PASS_NONE;
}

/* A file by its name, or the first whose name begins with it. */
static const char *find_file(const char *name)
{
    const char *file;
    for (int whole = 1; whole >= 0; whole--)
        for (int i = 0; (file = nudge_kernel_name(i)); i++)
            if (is_called(file, name, whole)) return file;
    return NULL;
}

static int has_pass(const struct nd_plan *plan, enum nd_pass pass)
{
    const enum nd_pass *p = plan->variant->passes(plan);
    while (*p && *p != pass) p++;
    return *p == pass;
}

/* A step of the variant of the case, or a file, which may belong to another variant. */
static int find_kernel(const struct nd_request *r, const char *name, struct found *out)
{
    int status = 0;
    const char *owner = NULL;
    TRY(nd_request_plan(r, NULL, &out->plan));
    out->pass = find_step(&out->plan, name);
    out->file = out->pass ? nd_plan_file(&out->plan, out->pass) : find_file(name);
    if (out->pass) return 0;
    if (!out->file) TRY(unknown_kernel(name));
    out->pass = find_owner(out->file, &owner);
    if (!owner) return 0;
    if (!r->c.variant) TRY(nd_request_plan(r, owner, &out->plan));
    if (!has_pass(&out->plan, out->pass))
        FAIL(NUDGE_EVALUE, "variant %s does not use %s; say --variant %s, or none", nd_plan_name(&out->plan),
             out->file, owner);
    choose_file(&out->plan, out->pass, out->file);
done:
    return status;
}

int nudge_kernel_text(const nudge_case *c, const char *kernel, char **text)
{
    GIVEN(kernel, "kernel");
    GIVEN(text, "text");
    int status = 0;
    struct nd_request r = {0};
    struct found found;
    struct nd_layout layout;
    struct nd_recipe recipe;
    struct nd_text out = {0};
    const int before = nd_threads_enter();
    *text = NULL;
    TRY(nd_request_init(&r, c));
    TRY(find_kernel(&r, kernel, &found));
    nd_plan_layout(&found.plan, &layout, 1, 0, (r.N + 1) * (r.N + 2) * (r.N + 3) / 6, r.law.fields.n);
    nd_recipe_init(&recipe, ND_CASE(r.device, &r.law, r.N, r.single, 1), &layout);
    recipe.dialect = r.device->backend->dialect;
    nd_plan_recipe(&found.plan, found.pass, &recipe);
    TRY(nd_kernel_text(&recipe, found.file, &out));
    STRDUP(*text, out.s);
done:
    nd_text_clear(&out);
    nd_request_clear(&r);
    nd_threads_leave(before);
    return status;
}
