#include "tune/wisdom.h"

#include <math.h>
#include <errno.h>
#include <fcntl.h>
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>
#include <sys/file.h>
#include <time.h>
#include <unistd.h>
#include "base/file.h"
#include "base/format.h"
#include "base/hash.h"
#include "base/log.h"
#include "base/own.h"
#include "base/time.h"
#include "elem/elem.h"
#include "kernel/plan_line.h"

#define BYTES_MOST ((size_t)1 << 20)
#define WAIT       5 /* seconds, for other processes that keep something */

static const char header[] = "# nudge wisdom 1";

struct entry {
    const char *text; /* the line as it stands in the file */
    struct nd_plan_line line;
    int comment; /* only that */
};

struct wisdom {
    char *bytes;
    struct entry *entry;
    size_t n, capacity;
};

int nd_wisdom_path(char **path)
{
    int status = 0;
    char *folder = NULL;
    const char *own = getenv("NUDGE_WISDOM");
    *path = NULL;
    if (own && !strcmp(own, "none")) goto done;
    if (own && *own)
        *path = nd_strdup(own);
    else {
        TRY(nd_cache_folder(&folder));
        *path = nd_path_join(folder, "wisdom.txt");
    }
    if (!*path) FAIL(NUDGE_ENOMEM, "out of memory");
done:
    free(folder);
    return status;
}

/* -- the file
 * ------------------------------------------------------------------------------------------------------ */

static void wisdom_clear(struct wisdom *wisdom)
{
    free(wisdom->bytes);
    free(wisdom->entry);
    *wisdom = (struct wisdom){0};
}

static int add_line(struct wisdom *wisdom, const char *text)
{
    int status = 0;
    const size_t blank = strspn(text, " ");
    struct entry entry = {.text = text, .comment = text[blank] == '#'};
    if (!text[blank]) goto done;
    if (strlen(text) > ND_PLAN_LINE_MOST)
        FAIL(NUDGE_EFORMAT, "the line is longer than %d bytes", ND_PLAN_LINE_MOST);
    for (const char *p = text; *p; p++)
        if ((unsigned char)*p < ' ') FAIL(NUDGE_EFORMAT, "there is a control character (%d)", *p);
    if (!entry.comment) TRY(nd_plan_line_read(&entry.line, text, ND_LINE_WISDOM));
    TRY(nd_grow(&wisdom->entry, &wisdom->capacity, wisdom->n + 1, sizeof *wisdom->entry));
    wisdom->entry[wisdom->n++] = entry;
done:
    return status;
}

/* Nothing where there is no file. */
static int wisdom_read(struct wisdom *wisdom, const char *path)
{
    int status = 0, number = 0;
    size_t n = 0;
    if (nd_file_exists(path)) TRY(nd_own_read(path, BYTES_MOST, 1, &wisdom->bytes, &n));
    if (!n) goto done;
    if (memchr(wisdom->bytes, 0, n)) FAIL(NUDGE_EFORMAT, "%s: not a text file: it has zero bytes", path);
    if (wisdom->bytes[n - 1] != '\n') FAIL(NUDGE_EFORMAT, "%s: ends within a line", path);
    for (char *p = wisdom->bytes, *end; *p; p = end + 1) {
        end = strchr(p, '\n');
        *end = 0;
        if (!number++) {
            if (strcmp(p, header)) FAIL(NUDGE_EFORMAT, "%s: the first line is not \"%s\"", path, header);
            continue;
        }
        status = add_line(wisdom, p);
        if (status) {
            nd_fail_prefix(status, "%s:%d", path, number);
            goto done;
        }
    }
done:
    if (status) wisdom_clear(wisdom);
    return status;
}

/* Comments first, as they came; then the plans by law, order and what follows in a line. */
static int compare(const void *a, const void *b)
{
    const struct entry *x = a, *y = b;
    if (x->comment != y->comment) return y->comment - x->comment;
    return x->comment ? (x->text > y->text) - (x->text < y->text) : strcmp(x->text, y->text);
}

static int wisdom_write(struct wisdom *wisdom, const char *path)
{
    int status = 0;
    struct nd_text text = {0};
    if (wisdom->n) qsort(wisdom->entry, wisdom->n, sizeof *wisdom->entry, compare);
    nd_text_add(&text, "%s\n", header);
    for (size_t i = 0; i < wisdom->n; i++) nd_text_add(&text, "%s\n", wisdom->entry[i].text);
    TRY(nd_text_check(&text));
    if (text.n > BYTES_MOST)
        FAIL(NUDGE_EVALUE, "%s: full, at %zu bytes; delete lines of other devices, or all of it", path,
             BYTES_MOST);
    TRY(nd_file_write_mode(path, text.s, text.n, nd_own_mode(path)));
done:
    nd_text_clear(&text);
    return status;
}

/* An advisory lock on a file beside it, which stays: who removed it would take it from under
 * another's feet. */
static int lock(const char *path, int *handle)
{
    int status = 0;
    const struct timespec moment = {.tv_nsec = 5000000};
    const double begin = nd_seconds_now();
    char *side = NULL;
    *handle = -1;
    ALLOC(side, strlen(path) + 8);
    nd_format(side, strlen(path) + 8, "%s.lock", path);
    *handle = open(side, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK, 0600);
    if (*handle < 0)
        FAIL(NUDGE_EIO, "%s: cannot be created, so no wisdom is kept: %s; NUDGE_WISDOM names another file",
             side, strerror(errno));
    while (flock(*handle, LOCK_EX | LOCK_NB)) {
        if (errno != EWOULDBLOCK && errno != EINTR)
            FAIL(NUDGE_EIO, "%s: cannot be locked, so no wisdom is kept: %s; NUDGE_WISDOM names another file",
                 side, strerror(errno));
        if (nd_seconds_now() - begin > WAIT)
            FAIL(NUDGE_EIO,
                 "%s: another process has held it for %d s, so no wisdom is kept; end that one, or try again",
                 side, WAIT);
        nanosleep(&moment, NULL);
    }
done:
    free(side);
    return status;
}

/* -- plans
 * --------------------------------------------------------------------------------------------------------- */

/* Known by its name, so that its texts are the same from whatever folder. */
static int law_init(struct nd_law *law, const char *name)
{
    int status = 0;
    TRY(nd_law_init(law, name, ""));
    free(law->path);
    law->path = NULL;
    STRDUP(law->path, law->name);
done:
    return status;
}

/* Hashes the texts of all passes and updates, with all that nd_plan_derive sets. The weight of the flux changes
 * no choice, so that of most runs is used. */
static int hash_texts(const struct nd_plan *plan, const struct nd_case *c, char digits[33])
{
    int status = 0;
    struct nd_text text = {0};
    struct nd_layout layout;
    struct nd_recipe recipe;
    struct nd_hash hash;
    nd_hash_init(&hash);
    nd_plan_layout(plan, &layout, 1, 0, nd_elem_Np(c->N), c->law->fields.n);
    for (enum nd_update u = nd_plan_updates_begin(plan); u < nd_plan_updates_end(plan); u++) {
        struct nd_plan own = *plan;
        own.update = u;
        for (const enum nd_pass *pass = plan->variant->passes(plan); *pass; pass++) {
            nd_text_clear(&text);
            nd_recipe_init(&recipe, c, &layout);
            recipe.upwind = 1;
            recipe.dialect = c->device->backend->dialect;
            nd_plan_recipe(&own, *pass, &recipe);
            TRY(nd_kernel_text(&recipe, nd_plan_file(&own, *pass), &text));
            nd_hash_add(&hash, text.s, text.n);
        }
    }
    nd_hash_get(&hash, digits);
done:
    nd_text_clear(&text);
    return status;
}

static int matches(const struct nd_plan_line *a, const struct nd_plan_line *b)
{
    return a->N == b->N && a->single == b->single && a->linear == b->linear && !strcmp(a->law, b->law) &&
           !strcmp(a->variant, b->variant) && !strcmp(a->device, b->device);
}

/* All of a line that its key says. */
static void line_init(struct nd_plan_line *line, const struct nd_wisdom_key *key, const struct nd_law *law)
{
    *line = (struct nd_plan_line){.N = key->N, .single = !!key->single, .linear = !!key->linear};
    nd_format(line->law, sizeof line->law, "%s", law->name);
    if (key->variant && *key->variant) {
        const struct nd_plan named = nd_plan_named(key->variant);
        nd_format(line->variant, sizeof line->variant, "%s",
                  named.variant ? nd_plan_name(&named) : key->variant);
    }
    nd_format(line->device, sizeof line->device, "%s", key->device->info.fingerprint);
}

/* Not stale: the texts are those of today, and the device can run them. */
static int fits(const struct nd_plan_line *line, const struct nd_wisdom_key *key, const struct nd_law *law,
                struct nd_plan *plan)
{
    char digits[33];
    if (!line->plan.variant) return 0;
    const struct nd_case c = {key->device, law, line->N, line->single, 1, line->linear}; /* as it was tuned */
    *plan = line->plan;
    plan->update = line->linear ? ND_UPDATE_RATE : ND_UPDATE_RK;
    plan->source = ND_PLAN_MEASURED;
    nd_plan_derive(plan, &c);
    return !nd_plan_check(plan, &c) && !hash_texts(plan, &c, digits) && !strcmp(line->text, digits);
}

static void warn_ignored(void)
{
    static atomic_flag told = ATOMIC_FLAG_INIT;
    if (!atomic_flag_test_and_set(&told))
        nd_warn("wisdom is ignored: %s; mend the file or delete it", nudge_error());
}

int nd_wisdom_find(const struct nd_wisdom_key *key, struct nd_plan *plan, double *seconds)
{
    int found = 0;
    double best = 0;
    char *path = NULL;
    struct wisdom wisdom = {0};
    struct nd_plan_line wanted;
    struct nd_law law = {0};
    if (nd_wisdom_path(&path) || !path) goto done;
    if (wisdom_read(&wisdom, path)) {
        warn_ignored();
        goto done;
    }
    if (!wisdom.n || law_init(&law, key->law)) goto done;
    line_init(&wanted, key, &law);
    /* Files that were joined may have several: the fastest is taken. */
    for (size_t i = 0; i < wisdom.n; i++) {
        const struct nd_plan_line *line = &wisdom.entry[i].line;
        struct nd_plan candidate;
        if (!matches(line, &wanted) || (found && line->seconds >= best) || !fits(line, key, &law, &candidate))
            continue;
        *plan = candidate;
        best = line->seconds;
        found = 1;
    }
    if (found && seconds) *seconds = best;
done:
    nd_law_clear(&law);
    wisdom_clear(&wisdom);
    free(path);
    return found;
}

int nd_wisdom_choose(const struct nd_wisdom_key *key, const struct nd_law *law, double upwind,
                     struct nd_plan *plan)
{
    int status = 0;
    const char *name = key->variant && *key->variant ? key->variant : NULL;
    struct nd_wisdom_key standard = *key;
    const struct nd_case c = {key->device, law, key->N, key->single, upwind, key->linear};
    if (nd_wisdom_find(key, plan, NULL) && !plan->variant->applicable(plan->variant, &c)) return 0;
    TRY(nd_plan_choose(plan, &c, name));
    if (name) goto done;
    standard.variant = nd_plan_name(plan);
    nd_wisdom_find(&standard, plan, NULL);
done:
    return status;
}

/* The new line: what can be read back from it must be all of the plan. */
static int compose(const struct nd_wisdom_key *key, const struct nd_plan *plan, double seconds,
                   struct nd_plan_line *line, struct nd_text *text)
{
    int status = 0;
    struct nd_law law = {0};
    struct nd_plan_line back;
    TRY(law_init(&law, key->law));
    line_init(line, key, &law);
    if (!(seconds >= 1e-18 && seconds <= 1e6) || key->N < 1 || key->N > ND_ORDER_MOST)
        FAIL(NUDGE_EVALUE, "wisdom: %g s at N = %d cannot be kept", seconds, key->N);
    if (*line->variant && strcmp(line->variant, nd_plan_name(plan)))
        FAIL(NUDGE_EVALUE, "wisdom: a plan of %s is to be kept as one of %s", nd_plan_name(plan),
             line->variant);
    line->plan = *plan;
    line->plan.update = line->linear ? ND_UPDATE_RATE : ND_UPDATE_RK;
    line->seconds = seconds;
    const struct nd_case c = {key->device, &law, key->N, line->single, 1, line->linear};
    nd_plan_derive(&line->plan, &c);
    TRY(nd_plan_check(&line->plan, &c));
    TRY(hash_texts(&line->plan, &c, line->text));
    nd_plan_line_write(line, key->device->info.name, text);
    TRY(nd_text_check(text));
    status = nd_plan_line_read(&back, text->s, ND_LINE_WISDOM);
    if (status || !matches(&back, line) || !nd_plan_same(plan, &back.plan))
        FAIL(NUDGE_EINTERNAL, "a line of wisdom is not the plan it was made from: %s", text->s);
done:
    nd_law_clear(&law);
    return status;
}

int nd_wisdom_keep(const struct nd_wisdom_key *key, const struct nd_plan *plan, double seconds)
{
    int status = 0, handle = -1;
    char *path = NULL;
    struct wisdom wisdom = {0};
    struct entry entry = {0};
    struct nd_text text = {0};
    size_t n = 0;
    TRY(nd_wisdom_path(&path));
    if (!path) goto done;
    TRY(compose(key, plan, seconds, &entry.line, &text));
    entry.text = text.s;
    TRY(lock(path, &handle));
    TRY(wisdom_read(&wisdom, path));
    for (size_t i = 0; i < wisdom.n; i++) {
        const struct entry *old = &wisdom.entry[i];
        if (old->comment || !matches(&old->line, &entry.line)) wisdom.entry[n++] = *old;
    }
    wisdom.n = n;
    TRY(nd_grow(&wisdom.entry, &wisdom.capacity, n + 1, sizeof entry));
    wisdom.entry[wisdom.n++] = entry;
    TRY(wisdom_write(&wisdom, path));
done:
    if (handle >= 0) close(handle);
    wisdom_clear(&wisdom);
    nd_text_clear(&text);
    free(path);
    return status;
}

int nd_wisdom_keep_best(const struct nd_case *c, const struct nd_plan *plan, double seconds)
{
    int status = 0;
    struct nd_wisdom_key key = {c->law->path, c->N, c->single, nd_plan_name(plan), c->device, c->linear};
    struct nd_plan best;
    double fastest;
    if (!isfinite(seconds)) return 0;
    TRY(nd_wisdom_keep(&key, plan, seconds));
    key.variant = NULL;
    const int known = nd_wisdom_find(&key, &best, &fastest);
    if (!known) TRY(nd_plan_choose(&best, c, NULL));
    if (!strcmp(nd_plan_name(&best), nd_plan_name(plan)) || (known && seconds < fastest))
        TRY(nd_wisdom_keep(&key, plan, seconds));
done:
    return status;
}
