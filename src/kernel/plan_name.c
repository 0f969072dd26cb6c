#include <string.h>
#include "base/text.h"
#include "kernel/plan.h"

enum { NAMES_MOST = 32 };

/* Names of earlier versions. */
static const struct {
    const char *name, *now;
} renamed[] = {{"split", "paper:3"}, {"paper4", "paper:4"}};

static const struct nd_parameter *find_option(const struct nd_variant *variant)
{
    const struct nd_parameter *p = variant->parameters;
    while (p && p->name && !p->options) p++;
    return p && p->name ? p : NULL;
}

static struct nd_plan bare(const struct nd_variant *variant, int option)
{
    struct nd_plan plan = {.variant = variant};
    const struct nd_parameter *p = find_option(variant);
    if (p) nd_plan_set(&plan, p, p->least + option);
    return plan;
}

int nd_plan_each(int i, struct nd_plan *plan)
{
    for (const struct nd_variant *const *v = nd_variants; *v; v++) {
        const struct nd_parameter *p = find_option(*v);
        const int n = p ? p->most - p->least + 1 : 1;
        if (i < n) {
            *plan = bare(*v, i);
            return 1;
        }
        i -= n;
    }
    return 0;
}

const char *nd_plan_name(const struct nd_plan *plan)
{
    const struct nd_parameter *p = find_option(plan->variant);
    return p ? p->options[nd_plan_get(plan, p) - p->least] : plan->variant->name;
}

struct nd_plan nd_plan_named(const char *name)
{
    struct nd_plan plan;
    for (const struct nd_variant *const *v = nd_variants; *v; v++)
        if (!strcmp((*v)->name, name)) return bare(*v, 0);
    for (int i = 0; nd_plan_each(i, &plan); i++)
        if (!strcmp(nd_plan_name(&plan), name)) return plan;
    return (struct nd_plan){0};
}

/* Whether the name of a plan is that of a variant, with an option or without: the first n characters. */
static int is_of(const char *plan, const char *variant, size_t n)
{
    return !strncmp(plan, variant, n) && (!plan[n] || plan[n] == ':');
}

/* All names that plans have; those of one variant only, if `name` is that variant's with a wrong option. */
static int list_names(const char *name, const char *names[NAMES_MOST])
{
    struct nd_plan plan;
    const char *colon = strchr(name, ':');
    int n = 0, own = 0;
    for (int i = 0; n < NAMES_MOST && nd_plan_each(i, &plan); i++) names[n++] = nd_plan_name(&plan);
    for (int i = 0; i < n && colon; i++)
        if (is_of(names[i], name, (size_t)(colon - name))) names[own++] = names[i];
    return own ? own : n;
}

int nd_plan_name_check(const char *name)
{
    int status = 0;
    struct nd_text list = {0};
    const char *names[NAMES_MOST];
    if (nd_plan_named(name).variant) goto done;
    for (size_t i = 0; i < sizeof renamed / sizeof *renamed; i++)
        if (!strcmp(renamed[i].name, name)) FAIL(NUDGE_EVALUE, "variant %s is now %s", name, renamed[i].now);
    int n = 0;
    for (; n < NAMES_MOST && nd_variants[n]; n++) names[n] = nd_variants[n]->name;
    const char *near = strchr(name, ':') ? NULL : nd_text_nearest(name, names, n);
    if (near) FAIL(NUDGE_EVALUE, "variant %s: did you mean %s?", name, near);
    n = list_names(name, names);
    for (int i = 0; i < n; i++)
        nd_text_add(&list, "%s%s", i == 0 ? "" : i == n - 1 ? " or " : ", ", names[i]);
    TRY(nd_text_check(&list));
    FAIL(NUDGE_EVALUE, "variant must be %s, not '%s'", list.s, name);
done:
    nd_text_clear(&list);
    return status;
}
