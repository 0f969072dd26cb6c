/* Laws, variants and cases of nudge.h; timing of one stage. */
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "api/api.h"
#include "base/file.h"
#include "base/format.h"
#include "base/memory.h"
#include "base/texts.h"
#include "base/threads.h"
#include "law/builtin.h"
#include "tune/fixture.h"
#include "tune/measure.h"
#include "tune/tunables.h"
#include "tune/wisdom.h"

enum { NAMES_MOST = 64 };

const char *nudge_law_name(int i)
{
    const char *names[NAMES_MOST];
    const int n = nd_law_builtin_names(names, NAMES_MOST);
    return i >= 0 && i < n ? names[i] : NULL;
}

const char *nudge_kernel_name(int i)
{
    for (const struct nd_text_file *t = nd_texts; t->name && i >= 0; t++) {
        const size_t n = strlen(t->name);
        if (n > 4 && !strcmp(t->name + n - 4, ".knl") && i-- == 0) return t->name;
    }
    return NULL;
}

/* Paths of laws are relative to the current folder here; in a problem file they are relative to that file. */
static int read_law(struct nd_law *law, const char *name)
{
    int status = 0;
    char *here = getcwd(NULL, 0);
    if (!here) FAIL(NUDGE_EIO, "cannot find the current folder: %s", strerror(errno));
    TRY(nd_law_init(law, name ? name : "maxwell", here));
done:
    free(here);
    return status;
}

int nudge_law_text(const char *name, char **text)
{
    GIVEN(name, "law");
    GIVEN(text, "text");
    int status = 0;
    struct nd_law law = {0};
    *text = NULL;
    TRY(read_law(&law, name));
    STRDUP(*text, law.text);
done:
    nd_law_clear(&law);
    return status;
}

const nudge_variant *nudge_variant_get(int i)
{
    static _Thread_local nudge_variant out;
    static _Thread_local char passes[128];
    int n = 0;
    while (n < i && nd_variants[n]) n++;
    if (i < 0 || !nd_variants[n]) return NULL;
    const struct nd_variant *v = nd_variants[n];
    *passes = 0;
    const struct nd_plan plan = nd_plan_named(v->name);
    for (const enum nd_pass *pass = v->passes(&plan); *pass; pass++) {
        const size_t used = strlen(passes);
        nd_format(passes + used, sizeof passes - used, "%s%s", used ? " " : "", nd_pass_names[*pass]);
    }
    struct nd_tunables tunables;
    nd_tunables_get(&tunables, &plan);
    out = (nudge_variant){.name = v->name, .about = v->about, .passes = passes, .tunable = tunables.n > 0};
    return &out;
}

int nudge_variant_check(const char *name)
{
    GIVEN(name, "name");
    return nd_plan_name_check(name);
}

int nd_request_init(struct nd_request *r, const nudge_case *c)
{
    int status = 0;
    *r = (struct nd_request){0};
    if (!c) FAIL(NUDGE_EVALUE, "the case is null");
    TRY(nd_options_copy(&r->c, sizeof r->c, c, "nudge_case"));
    if (!r->c.device) FAIL(NUDGE_EVALUE, "nudge_case.device is null; open one by nudge_device_open");
    if (r->c.order < 1 || r->c.order > NUDGE_ORDER_MOST)
        FAIL(NUDGE_EVALUE, "nudge_case.order is %d; orders are 1 to %d", r->c.order, NUDGE_ORDER_MOST);
    if (r->c.precision != NUDGE_SINGLE && r->c.precision != NUDGE_DOUBLE)
        FAIL(NUDGE_EVALUE, "nudge_case.precision is %d; set NUDGE_SINGLE or NUDGE_DOUBLE", r->c.precision);
    r->device = r->c.device->device;
    r->N = r->c.order;
    r->single = r->c.precision == NUDGE_SINGLE;
    TRY(read_law(&r->law, r->c.law));
done:
    return status;
}

void nd_request_clear(struct nd_request *r)
{
    nd_law_clear(&r->law);
}

int nd_request_plan(const struct nd_request *r, const char *variant, struct nd_plan *plan)
{
    const struct nd_wisdom_key key = {r->law.path, r->N, r->single, variant ? variant : r->c.variant,
                                      r->device,   0};
    return nd_wisdom_choose(&key, &r->law, 1, plan);
}

static void fill_timing(nudge_timing *t, const struct nd_request *r, const struct nd_fixture *bed,
                        double seconds, double copy)
{
    const double K = bed->mesh.K;
    const int fields = r->law.fields.n;
    t->elements = bed->mesh.K;
    t->stage_seconds = seconds;
    t->dofs_per_second = K * nd_elem_Np(r->N) * fields / seconds;
    t->flops_per_second = K * nd_model_flops(r->N, fields) / seconds;
    t->bytes_per_second = K * nd_model_bytes(r->N, fields, r->single) / seconds;
    t->roofline = t->bytes_per_second / copy;
}

int nudge_case_time(const nudge_case *c, double dofs, nudge_timing *timing)
{
    GIVEN(timing, "timing");
    int status = 0;
    struct nd_request r = {0};
    struct nd_fixture bed = {0};
    struct nd_plan plan;
    nudge_timing t;
    double seconds, copy;
    const int before = nd_threads_enter();
    TRY(nd_options_copy(&t, sizeof t, timing, "nudge_timing"));
    TRY(nd_request_init(&r, c));
    nd_law_announce(&r.law);
    if (!(dofs > 0)) dofs = r.device->info.gpu ? 6.4e7 : 2e6;
    TRY(nd_request_plan(&r, NULL, &plan));
    TRY(nd_copy_measure(r.device, &copy));
    TRY(nd_fixture_init(&bed, r.device, &r.law, r.N, r.single, (struct nd_fixture_size){dofs, 0}));
    TRY(nd_fixture_plan(&bed, &plan));
    TRY(nd_fixture_measure(&bed, -1, 0, &seconds));
    fill_timing(&t, &r, &bed, seconds, copy);
    t.variant = nd_plan_name(&plan);
    memcpy(timing, &t, t.size < sizeof t ? t.size : sizeof t);
done:
    nd_fixture_clear(&bed);
    nd_request_clear(&r);
    nd_threads_leave(before);
    return status;
}
