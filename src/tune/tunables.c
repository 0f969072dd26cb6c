#include "tune/tunables.h"

#include "base/format.h"

static void add_text(struct nd_tunables *t, const char *name, const char *value)
{
    nd_format(t->text[t->n], sizeof t->text[0], "%s", value);
    t->name[t->n] = name;
    t->value[t->n] = t->text[t->n];
    t->n++;
}

static void add(struct nd_tunables *t, const char *name, int value)
{
    char text[16];
    nd_format(text, sizeof text, "%d", value);
    add_text(t, name, text);
}

static void get_bernstein(struct nd_tunables *t, const struct nd_plan *p)
{
    add(t, "batch", p->batch);
    add(t, "threads", p->batch_threads);
    add(t, "together", p->batch_together);
    add(t, "early", p->batch_early);
    add(t, "ahead", p->batch_ahead);
    add(t, "resident", p->batch_resident);
}

static void get_fused(struct nd_tunables *t, const struct nd_plan *p)
{
    add(t, "batch", p->batch);
    add(t, "in_item", p->batch_i);
    add(t, "threads", p->batch_threads);
}

static void get_paper(struct nd_tunables *t, const struct nd_plan *p)
{
    add(t, "K_M", p->K_M);
    add_text(t, "diff_shared", p->diff_shared == ND_SHARED_MATRIX ? "matrix" : "field");
    add(t, "diff_wp", p->diff_p);
    add(t, "diff_wi", p->diff_i);
    add(t, "diff_ws", p->diff_s);
    add(t, "gather_MB", p->M_B);
    add(t, "gather_wp", p->gather_p);
    add_text(t, "lift_shared", "field");
    add(t, "lift_wp", p->lift_p);
    add(t, "lift_wi", p->lift_i);
    add(t, "lift_ws", 1);
}

void nd_tunables_get(struct nd_tunables *t, const struct nd_plan *plan)
{
    t->n = 0;
    switch (plan->variant->family) {
    case ND_LAYOUT_KEPT: get_bernstein(t, plan); break;
    case ND_LAYOUT_FUSED: get_fused(t, plan); break;
    case ND_LAYOUT_PAPER: get_paper(t, plan); break;
    default: break;
    }
}
