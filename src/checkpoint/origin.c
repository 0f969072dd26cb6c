/* What the bits of a run depend on beside its problem: the device, its precision, the plan and the texts of kernels. */
#include <string.h>
#include "base/hash.h"
#include "base/log.h"
#include "base/text.h"
#include "base/texts.h"
#include "checkpoint/state.h"

enum { DEVICE, PRECISION, VARIANT, PARAMETERS, KERNELS, ROWS };
static const struct {
    const char *set, *what;
} row[ROWS] = {{"origin/device", "device"},
               {"origin/precision", "precision"},
               {"origin/variant", "variant"},
               {"origin/parameters", "parameters"},
               {"origin/kernels", "kernels"}};

static void add_parameters(struct nd_text *text, const struct nd_plan *plan)
{
    const struct nd_parameter *p = plan->variant->parameters;
    for (int i = 0; p && p[i].name; i++) {
        int value;
        memcpy(&value, (const char *)plan + p[i].at, sizeof value);
        nd_text_add(text, "%s%s=%d", i ? " " : "", p[i].name, value);
    }
    if (!p || !p->name) nd_text_add(text, "none");
}

/* All texts that the build has put into the library but parameters for devices, which are in the plan. */
static void add_kernels(struct nd_text *text)
{
    struct nd_hash hash;
    char digits[33];
    nd_hash_init(&hash);
    for (const struct nd_text_file *t = nd_texts; t->name; t++) {
        const size_t n = strlen(t->name), ending = strlen(".wisdom");
        if (n > ending && !strcmp(t->name + n - ending, ".wisdom")) continue;
        nd_hash_add_string(&hash, t->name);
        nd_hash_add_string(&hash, t->text);
    }
    nd_hash_get(&hash, digits);
    nd_text_add(text, "%s", digits);
}

static int describe(const nudge_solver *s, struct nd_text own[ROWS])
{
    int status = 0;
    const struct nd_device *device = s->device;
    nd_text_add(&own[DEVICE], "%s: %s, %s", device->backend->name, device->info.name, device->info.compiler);
    nd_text_add(&own[PRECISION], "%s", s->problem->precision == ND_SINGLE ? "single" : "double");
    nd_text_add(&own[VARIANT], "%s", nd_plan_name(&s->rhs.plan));
    add_parameters(&own[PARAMETERS], &s->rhs.plan);
    add_kernels(&own[KERNELS]);
    for (int i = 0; i < ROWS; i++) TRY(nd_text_check(&own[i]));
done:
    return status;
}

static void clear(struct nd_text own[ROWS])
{
    for (int i = 0; i < ROWS; i++) nd_text_clear(&own[i]);
}

int nd_origin_save(struct nd_archive *to, const nudge_solver *s)
{
    int status = 0;
    struct nd_text own[ROWS] = {0};
    TRY(describe(s, own));
    for (int i = 0; i < ROWS; i++) TRY(nd_archive_put_text(to, row[i].set, own[i].s, own[i].n));
done:
    clear(own);
    return status;
}

int nd_origin_compare(struct nd_archive_reader *from, const nudge_solver *s)
{
    int status = 0, other[ROWS] = {0};
    struct nd_text own[ROWS] = {0}, said = {0};
    char *text = NULL;
    size_t n;
    TRY(describe(s, own));
    for (int i = 0; i < ROWS; i++) {
        if (!nd_archive_has(from, row[i].set)) continue;
        free(text), text = NULL;
        TRY(nd_archive_get_text(from, row[i].set, &text, &n));
        other[i] = strcmp(text, own[i].s) != 0;
        if (!other[i] || (i == PARAMETERS && other[VARIANT])) continue;
        nd_text_add(&said, "%s%s", said.n ? ", " : "", row[i].what);
        if (i != KERNELS) nd_text_add(&said, " '%.200s' (now '%s')", text, own[i].s);
    }
    TRY(nd_text_check(&said));
    if (said.n)
        nd_warn(
            "%s: another %s: results agree within the precision, but are not the same bits as without the "
            "interruption",
            nd_archive_path(from), said.s);
done:
    clear(own);
    nd_text_clear(&said);
    free(text);
    return status;
}
