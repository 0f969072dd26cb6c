#include "tune/wisdom_line.h"

#include <math.h>
#include <stdio.h>
#include <string.h>
#include "elem/elem.h"
#include "problem/yaml.h"

#define LETTERS "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
#define DIGITS  "0123456789"

/* What every line has; PLAN only where VARIANT is the best of all. */
enum { LAW, ORDER, PRECISION, VARIANT, PLAN, DEVICE, SECONDS, TEXT, WORDS };
static const char *const word_names[WORDS] = {"law",  "N",      "precision", "variant",
                                              "plan", "device", "seconds",   "text"};

/* The numbers of a plan, by the family that has them. The bounds keep products of two within an int. */
struct number {
    size_t at;
    int least, most; /* most = 0: no more numbers in this field */
};
#define NUMBER(member, least, most)                                                                          \
    {                                                                                                        \
        offsetof(struct nd_plan, member), least, most                                                        \
    }
static const struct field {
    const char *name;
    enum nd_family family;
    struct number number[7]; /* one more than the longest has */
} fields[] = {
    {"lanes", ND_LAYOUT_SIMD, {NUMBER(lanes, 1, 64)}},
    {"rows", ND_LAYOUT_SIMD, {NUMBER(rows, 1, 64)}},
    {"batch",
     ND_LAYOUT_FUSED,
     {NUMBER(batch, 1, 1024), NUMBER(batch_i, 1, 64), NUMBER(batch_threads, 1, 4096)}},
    {"kept",
     ND_LAYOUT_KEPT,
     {NUMBER(batch, 1, 1024), NUMBER(batch_threads, 1, 1024), NUMBER(batch_together, 1, 64),
      NUMBER(batch_early, 1, 64), NUMBER(batch_ahead, 1, 64), NUMBER(batch_resident, 0, 1)}},
    {"K_M", ND_LAYOUT_PAPER, {NUMBER(K_M, 1, 1024)}},
    {"align", ND_LAYOUT_PAPER, {NUMBER(align, 1, 1024)}},
    {"M_B", ND_LAYOUT_PAPER, {NUMBER(M_B, 1, 1024)}},
    {"blocks", ND_LAYOUT_PAPER, {NUMBER(blocks, 0, 2)}},
    {"gather", ND_LAYOUT_PAPER, {NUMBER(gather_p, 1, 4096)}},
    {"lift", ND_LAYOUT_PAPER, {NUMBER(lift_p, 1, 4096), NUMBER(lift_i, 1, 4096)}},
    {"diff",
     ND_LAYOUT_PAPER,
     {NUMBER(diff_p, 1, 4096), NUMBER(diff_i, 1, 4096), NUMBER(diff_s, 1, 4096),
      NUMBER(diff_rows, 0, 65536)}},
    {"grouping", ND_LAYOUT_PAPER, {NUMBER(grouping, 0, 1024)}},
};
enum { FIELDS = sizeof fields / sizeof *fields };
static const char *const shared_names[] = {[ND_SHARED_FIELD] = "field", [ND_SHARED_MATRIX] = "matrix"};

/* The field that has diff_shared too, before its numbers. */
static int has_shared(const struct field *field)
{
    return field->number[0].at == offsetof(struct nd_plan, diff_p);
}

static int find_name(const char *name)
{
    if (!strcmp(name, "metis")) name = "blocks"; /* as it was called while there were but two ways */
    for (int i = 0; i < WORDS; i++)
        if (!strcmp(name, word_names[i])) return i;
    for (int i = 0; i < FIELDS; i++)
        if (!strcmp(name, fields[i].name)) return WORDS + i;
    return -1;
}

/* Cuts "name=value ..." up; value[i] belongs to the i-th word, or after these to a field. */
static int cut(char *text, const char *value[WORDS + FIELDS])
{
    int status = 0;
    char *rest = NULL;
    for (char *token = strtok_r(text, " ", &rest); token; token = strtok_r(NULL, " ", &rest)) {
        char *equals = strchr(token, '=');
        if (equals) *equals = 0;
        const int i = equals ? find_name(token) : -1;
        if (i < 0) FAIL(NUDGE_EFORMAT, "'%.40s' is no field of wisdom", token);
        if (value[i]) FAIL(NUDGE_EFORMAT, "%s stands there twice", token);
        value[i] = equals + 1;
    }
    for (int i = 0; i < WORDS; i++)
        if (!value[i] && i != PLAN) FAIL(NUDGE_EFORMAT, "%s= is missing", word_names[i]);
done:
    return status;
}

static int read_word(const char *const *value, int which, char *out, size_t n)
{
    int status = 0;
    const char *word = value[which];
    const size_t length = strlen(word);
    if (!length || length >= n || strspn(word, LETTERS DIGITS "_.-") != length)
        FAIL(NUDGE_EFORMAT, "%s=%.80s: not a name of up to %zu letters and digits", word_names[which], word,
             n - 1);
    memcpy(out, word, length + 1);
done:
    return status;
}

/* The number at *at, which the character `end` follows; *at goes behind that. -1: it is none, or a huge one. */
static int read_number(const char **at, char end)
{
    const size_t n = strspn(*at, DIGITS);
    if (!n || n > 6 || (*at)[n] != end) return -1;
    const int number = atoi(*at);
    *at += n + (end != 0);
    return number;
}

static int read_field(struct nd_plan *plan, const struct field *field, const char *value)
{
    int status = 0;
    const char *at = value;
    if (has_shared(field)) {
        plan->diff_shared = *value == 'm' ? ND_SHARED_MATRIX : ND_SHARED_FIELD;
        const char *name = shared_names[plan->diff_shared];
        const size_t n = strlen(name);
        if (strncmp(value, name, n) || value[n] != ',')
            FAIL(NUDGE_EFORMAT, "%s=%.80s: begins with neither field nor matrix", field->name, value);
        at += n + 1;
    }
    for (const struct number *number = field->number; number->most; number++) {
        const int v = read_number(&at, number[1].most ? ',' : 0);
        if (v < number->least || v > number->most)
            FAIL(NUDGE_EFORMAT, "%s=%.80s: a whole number from %d to %d is wanted in place %d", field->name,
                 value, number->least, number->most, (int)(number - field->number) + 1 + has_shared(field));
        memcpy((char *)plan + number->at, &v, sizeof v);
    }
done:
    return status;
}

static int read_plan(struct nd_wisdom_line *line, const char *const value[WORDS + FIELDS])
{
    int status = 0;
    char name[sizeof line->variant];
    const int any = !strcmp(value[VARIANT], "*");
    enum nd_family family = ND_LAYOUT_ANY;
    if (any && !value[PLAN]) FAIL(NUDGE_EFORMAT, "variant=*: plan= is missing");
    if (!any && value[PLAN]) FAIL(NUDGE_EFORMAT, "plan= goes with variant=* only");
    TRY(read_word(value, any ? PLAN : VARIANT, name, sizeof name));
    strcpy(line->variant, any ? "" : name);
    line->plan = (struct nd_plan){.variant = nd_variant_find(name), .lanes = 1, .rows = 1};
    for (int i = 0; i < FIELDS; i++)
        if (value[WORDS + i]) family = fields[i].family;
    if (line->plan.variant) family = line->plan.variant->family;
    for (int i = 0; i < FIELDS; i++) {
        const char *v = value[WORDS + i];
        const int own = fields[i].family == family;
        if (v && !own) FAIL(NUDGE_EFORMAT, "%s= has no place in this plan", fields[i].name);
        if (!v && own) FAIL(NUDGE_EFORMAT, "%s= is missing", fields[i].name);
        if (v) TRY(read_field(&line->plan, &fields[i], v));
    }
    if (family == ND_LAYOUT_KEPT && !line->plan.batch_i) line->plan.batch_i = 1;
    if (family == ND_LAYOUT_PAPER)
        nd_plan_microblocks(&line->plan, line->N, line->plan.align, line->plan.K_M);
done:
    return status;
}

static int read_seconds(const char *value, double *seconds)
{
    int status = 0;
    char *end = NULL;
    if (!value[strspn(value, DIGITS ".e+-")]) *seconds = nd_number_parse(value, &end);
    if (!end || end == value || *end || !(*seconds >= 1e-18 && *seconds <= 1e6))
        FAIL(NUDGE_EFORMAT, "seconds=%.80s: a number from 1e-18 to 1e6 is wanted", value);
done:
    return status;
}

int nd_wisdom_line_read(struct nd_wisdom_line *line, const char *text)
{
    int status = 0;
    char copy[ND_WISDOM_LINE_MOST + 1];
    const char *value[WORDS + FIELDS] = {0}, *order;
    const size_t n = strcspn(text, "#");
    *line = (struct nd_wisdom_line){0};
    if (strlen(text) > ND_WISDOM_LINE_MOST)
        FAIL(NUDGE_EFORMAT, "the line is longer than %d bytes", ND_WISDOM_LINE_MOST);
    memcpy(copy, text, n);
    copy[n] = 0;
    TRY(cut(copy, value));
    TRY(read_word(value, LAW, line->law, sizeof line->law));
    TRY(read_word(value, DEVICE, line->device, sizeof line->device));
    TRY(read_word(value, TEXT, line->text, sizeof line->text));
    if (strspn(line->text, DIGITS "abcdef") != 32)
        FAIL(NUDGE_EFORMAT, "text=%s: 32 hexadecimal digits are wanted", line->text);
    order = value[ORDER];
    line->N = read_number(&order, 0);
    if (line->N < 1 || line->N > ND_ORDER_MOST)
        FAIL(NUDGE_EFORMAT, "N=%.80s: an order from 1 to %d is wanted", value[ORDER], ND_ORDER_MOST);
    line->single = !strcmp(value[PRECISION], "single");
    if (!line->single && strcmp(value[PRECISION], "double"))
        FAIL(NUDGE_EFORMAT, "precision=%.80s: neither single nor double", value[PRECISION]);
    TRY(read_seconds(value[SECONDS], &line->seconds));
    TRY(read_plan(line, value));
done:
    return status;
}

/* With a decimal point, whatever the program's locale. */
static void write_seconds(double seconds, struct nd_text *text)
{
    int exponent = (int)floor(log10(seconds));
    int digits = (int)lround(seconds / pow(10, exponent) * 1000);
    if (digits >= 10000) digits /= 10, exponent++;
    nd_text_add(text, " seconds=%d.%03de%d", digits / 1000, digits % 1000, exponent);
}

void nd_wisdom_line_write(const struct nd_wisdom_line *line, const char *about, struct nd_text *text)
{
    const struct nd_variant *variant = line->plan.variant;
    nd_text_add(text, "law=%s N=%d precision=%s variant=%s", line->law, line->N,
                line->single ? "single" : "double", *line->variant ? line->variant : "*");
    if (!*line->variant) nd_text_add(text, " plan=%s", variant->name);
    nd_text_add(text, " device=%s", line->device);
    write_seconds(line->seconds, text);
    nd_text_add(text, " text=%s", line->text);
    for (const struct field *field = fields; field < fields + FIELDS; field++) {
        if (field->family != variant->family) continue;
        nd_text_add(text, " %s=", field->name);
        if (has_shared(field)) nd_text_add(text, "%s,", shared_names[line->plan.diff_shared]);
        for (const struct number *number = field->number; number->most; number++) {
            int v;
            memcpy(&v, (const char *)&line->plan + number->at, sizeof v);
            nd_text_add(text, "%s%d", number > field->number ? "," : "", v);
        }
    }
    nd_text_add(text, " # ");
    for (; *about; about++)
        nd_text_add(text, "%c", (unsigned char)*about < ' ' || *about == 127 ? ' ' : *about);
}
