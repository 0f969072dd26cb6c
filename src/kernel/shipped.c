#include "kernel/shipped.h"

#include <string.h>
#include "base/texts.h"
#include "kernel/plan_line.h"

#define DEVICES "# devices: "
#define BACKEND "# backend: "

/* Does one of the names after DEVICES begin the device's? */
static int is_for(const char *text, const char *device)
{
    const char *names = strstr(text, DEVICES);
    const char *end = names ? names + strcspn(names, "\n") : NULL;
    if (!names) return 0;
    for (const char *at = names + strlen(DEVICES); at < end; at += strspn(at, ", ")) {
        const size_t n = strcspn(at, ",\n");
        if (n && !strncmp(at, device, n)) return 1;
        at += n;
    }
    return 0;
}

/* Is the file for this backend? */
static int is_by(const char *text, const char *backend)
{
    const char *name = strstr(text, BACKEND);
    const size_t n = strlen(backend);
    return name && !strncmp(name + strlen(BACKEND), backend, n) && name[strlen(BACKEND) + n] == '\n';
}

/* The plan to look for, by struct nd_plan_line's members of the same names. */
struct wanted {
    const char *law;
    int N, single, linear;
    const struct nd_plan *named; /* variant and option */
};

static int matches(const struct nd_plan_line *line, const struct wanted *wanted)
{
    return line->N == wanted->N && line->linear == wanted->linear && line->single == wanted->single &&
           !strcmp(line->law, wanted->law) && line->plan.variant == wanted->named->variant &&
           !strcmp(nd_plan_name(&line->plan), nd_plan_name(wanted->named));
}

static int find_line(const char *text, const struct wanted *wanted, struct nd_plan *plan)
{
    char copy[ND_PLAN_LINE_MOST + 1];
    struct nd_plan_line line;
    for (const char *next; *text; text = next) {
        const size_t n = strcspn(text, "\n");
        next = text + n + (text[n] == '\n');
        if (!n || *text == '#' || n > ND_PLAN_LINE_MOST) continue;
        memcpy(copy, text, n);
        copy[n] = 0;
        if (nd_plan_line_read(&line, copy, ND_LINE_SHIPPED) || !matches(&line, wanted)) continue;
        *plan = line.plan;
        plan->update = wanted->named->update;
        return 1;
    }
    return 0;
}

static int find(const struct nd_case *c, const struct wanted *wanted, struct nd_plan *plan)
{
    for (const struct nd_text_file *t = nd_texts; t->name; t++) {
        const char *ending = strrchr(t->name, '.');
        if (!ending || strcmp(ending, ".wisdom") || !is_for(t->text, c->device->info.name) ||
            !is_by(t->text, c->device->backend->name))
            continue;
        if (find_line(t->text, wanted, plan)) return 1;
    }
    return 0;
}

int nd_shipped_find(const struct nd_case *c, const char *law, const struct nd_plan *named,
                    struct nd_plan *plan)
{
    struct wanted wanted = {law, c->N, !!c->single, !!c->linear, named};
    if (find(c, &wanted, plan)) return 1;
    wanted.linear = 0;
    return c->linear && find(c, &wanted, plan);
}
