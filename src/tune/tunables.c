#include "tune/tunables.h"

#include "base/format.h"

void nd_tunables_get(struct nd_tunables *t, const struct nd_plan *plan)
{
    int tunable = 0;
    t->n = 0;
    for (const struct nd_parameter *p = plan->variant->parameters; p && p->name; p++) {
        const int value = nd_plan_get(plan, p);
        tunable |= p->n > 0;
        if (p->options || t->n == ND_TUNABLES_MOST) continue;
        if (p->words)
            nd_format(t->text[t->n], sizeof t->text[0], "%s", p->words[value]);
        else
            nd_format(t->text[t->n], sizeof t->text[0], "%d", value);
        t->name[t->n] = p->name;
        t->value[t->n] = t->text[t->n];
        t->n++;
    }
    if (!tunable) t->n = 0;
}
