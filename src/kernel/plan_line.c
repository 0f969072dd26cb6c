#include "kernel/plan_line.h"

#include <math.h>
#include <stdio.h>
#include <string.h>
#include "elem/elem.h"
#include "problem/yaml.h"

#define LETTERS "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
#define DIGITS  "0123456789"

/* The fields of every line; PLAN only if VARIANT is the best of all, STEPS only for linear ones. */
enum { LAW, ORDER, PRECISION, STEPS, VARIANT, PLAN, DEVICE, SECONDS, TEXT, WORDS };
static const char *const word_names[WORDS] = {"law",  "N",      "precision", "steps", "variant",
                                              "plan", "device", "seconds",   "text"};

/* A line as it was cut up: its words, and the fields of the plan. */
enum { FIELDS_MOST = 24 };
struct cut {
    const char *word[WORDS];
    const char *field[FIELDS_MOST], *value[FIELDS_MOST];
    int n;
};

static int find_word(const char *name)
{
    for (int i = 0; i < WORDS; i++)
        if (!strcmp(name, word_names[i])) return i;
    return -1;
}

/* Whether a parameter has a field; an option is in the plan's name. */
static int in_field(const struct nd_parameter *p)
{
    return !p->options;
}

static int has_field(const struct nd_variant *variant, const char *name)
{
    for (const struct nd_parameter *p = variant->parameters; p && p->name; p++)
        if (in_field(p) && !strcmp(p->field, name)) return 1;
    return 0;
}

static int is_field(const char *name)
{
    for (const struct nd_variant *const *v = nd_variants; *v; v++)
        if (has_field(*v, name)) return 1;
    return 0;
}

static const char *find_value(const struct cut *cut, const char *field)
{
    for (int i = 0; i < cut->n; i++)
        if (!strcmp(cut->field[i], field)) return cut->value[i];
    return NULL;
}

/* Cuts "name=value ..." up. */
static int cut_line(char *text, enum nd_plan_line_kind kind, struct cut *cut)
{
    int status = 0;
    char *rest = NULL;
    for (char *token = strtok_r(text, " ", &rest); token; token = strtok_r(NULL, " ", &rest)) {
        char *equals = strchr(token, '=');
        if (equals) *equals = 0;
        const char *name = strcmp(token, "metis") ? token : "blocks"; /* while there were but two ways */
        const int word = equals ? find_word(name) : -1;
        if (!equals || (word < 0 && !is_field(name)))
            FAIL(NUDGE_EFORMAT, "'%.40s' is no field of wisdom", token);
        if (word >= 0 ? cut->word[word] != NULL : find_value(cut, name) != NULL)
            FAIL(NUDGE_EFORMAT, "%s stands there twice", token);
        if (cut->n == FIELDS_MOST) FAIL(NUDGE_EFORMAT, "more than %d fields", FIELDS_MOST);
        if (word >= 0)
            cut->word[word] = equals + 1;
        else
            cut->field[cut->n] = name, cut->value[cut->n++] = equals + 1;
    }
    for (int i = 0; i < WORDS; i++)
        if (!cut->word[i] && i != PLAN && i != STEPS &&
            !(kind == ND_LINE_SHIPPED && (i == SECONDS || i == TEXT)))
            FAIL(NUDGE_EFORMAT, "%s= is missing", word_names[i]);
done:
    return status;
}

static int read_word(const char *const *value, int which, char *out, size_t n)
{
    int status = 0;
    const char *word = value[which];
    const size_t length = strlen(word);
    if (!length || length >= n || strspn(word, LETTERS DIGITS "_.:-") != length)
        FAIL(NUDGE_EFORMAT, "%s=%.80s: not a name of up to %zu letters and digits", word_names[which], word,
             n - 1);
    memcpy(out, word, length + 1);
done:
    return status;
}

/* The number at *at, which the character `end` follows; *at goes behind that. -1: it is none, or a
 * huge one. */
static int read_number(const char **at, char end)
{
    const size_t n = strspn(*at, DIGITS);
    if (!n || n > 6 || (*at)[n] != end) return -1;
    const int number = atoi(*at);
    *at += n + (end != 0);
    return number;
}

/* One of the words before the next comma, or the end. -1: none of them matches. */
static int read_name(const char **at, const char *const *words, char end)
{
    for (int i = 0; words[i]; i++) {
        const size_t n = strlen(words[i]);
        if (strncmp(*at, words[i], n) || (*at)[n] != end) continue;
        *at += n + (end != 0);
        return i;
    }
    return -1;
}

static int shares_field(const struct nd_parameter *a, const struct nd_parameter *b)
{
    return b->name && !strcmp(a->field, b->field);
}

/* The parameters from `first` on that share a field, from its value. */
static int read_field(struct nd_plan *plan, const struct nd_parameter *first, const char *value)
{
    int status = 0;
    const char *at = value;
    for (const struct nd_parameter *p = first; shares_field(first, p); p++) {
        const char end = shares_field(p, p + 1) ? ',' : 0;
        const int v = p->words ? read_name(&at, p->words, end) : read_number(&at, end);
        if (p->words && v < 0)
            FAIL(NUDGE_EFORMAT, "%s=%.80s: neither %s nor %s in place %d", p->field, value, p->words[0],
                 p->words[1], (int)(p - first) + 1);
        if (v < p->least || v > p->most)
            FAIL(NUDGE_EFORMAT, "%s=%.80s: a whole number from %d to %d is wanted in place %d", p->field,
                 value, p->least, p->most, (int)(p - first) + 1);
        nd_plan_set(plan, p, v);
    }
done:
    return status;
}

static int read_parameters(struct nd_plan *plan, const struct cut *cut)
{
    int status = 0;
    const struct nd_parameter *row = plan->variant->parameters;
    for (int i = 0; i < cut->n; i++)
        if (!has_field(plan->variant, cut->field[i]))
            FAIL(NUDGE_EFORMAT, "%s= has no place in this plan", cut->field[i]);
    for (const struct nd_parameter *p = row; p && p->name; p++) {
        if (!in_field(p) || (p > row && shares_field(p - 1, p))) continue;
        const char *value = find_value(cut, p->field);
        if (!value) FAIL(NUDGE_EFORMAT, "%s= is missing", p->field);
        TRY(read_field(plan, p, value));
    }
done:
    return status;
}

/* For a variant that only another version of nudge knows, only the name is read. */
static int read_plan(struct nd_plan_line *line, const struct cut *cut)
{
    int status = 0;
    char name[sizeof line->variant];
    const int any = !strcmp(cut->word[VARIANT], "*");
    if (any && !cut->word[PLAN]) FAIL(NUDGE_EFORMAT, "variant=*: plan= is missing");
    if (!any && cut->word[PLAN]) FAIL(NUDGE_EFORMAT, "plan= goes with variant=* only");
    TRY(read_word(cut->word, any ? PLAN : VARIANT, name, sizeof name));
    line->plan = nd_plan_named(name);
    if (!any) strcpy(line->variant, line->plan.variant ? nd_plan_name(&line->plan) : name);
    if (line->plan.variant) TRY(read_parameters(&line->plan, cut));
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

/* When it was found, and from which texts. */
static int read_measured(struct nd_plan_line *line, const struct cut *cut)
{
    int status = 0;
    TRY(read_word(cut->word, TEXT, line->text, sizeof line->text));
    if (strspn(line->text, DIGITS "abcdef") != 32)
        FAIL(NUDGE_EFORMAT, "text=%s: 32 hexadecimal digits are wanted", line->text);
    TRY(read_seconds(cut->word[SECONDS], &line->seconds));
done:
    return status;
}

int nd_plan_line_read(struct nd_plan_line *line, const char *text, enum nd_plan_line_kind kind)
{
    int status = 0;
    char copy[ND_PLAN_LINE_MOST + 1];
    struct cut cut = {0};
    const char *order;
    const size_t n = strcspn(text, "#");
    *line = (struct nd_plan_line){0};
    if (strlen(text) > ND_PLAN_LINE_MOST)
        FAIL(NUDGE_EFORMAT, "the line is longer than %d bytes", ND_PLAN_LINE_MOST);
    memcpy(copy, text, n);
    copy[n] = 0;
    TRY(cut_line(copy, kind, &cut));
    TRY(read_word(cut.word, LAW, line->law, sizeof line->law));
    TRY(read_word(cut.word, DEVICE, line->device, sizeof line->device));
    order = cut.word[ORDER];
    line->N = read_number(&order, 0);
    if (line->N < 1 || line->N > ND_ORDER_MOST)
        FAIL(NUDGE_EFORMAT, "N=%.80s: an order from 1 to %d is wanted", cut.word[ORDER], ND_ORDER_MOST);
    line->single = !strcmp(cut.word[PRECISION], "single");
    if (!line->single && strcmp(cut.word[PRECISION], "double"))
        FAIL(NUDGE_EFORMAT, "precision=%.80s: neither single nor double", cut.word[PRECISION]);
    line->linear = cut.word[STEPS] != NULL;
    if (line->linear && strcmp(cut.word[STEPS], "linear"))
        FAIL(NUDGE_EFORMAT,
             "steps=%.80s: only linear is known; without steps= a plan is for Runge-Kutta stages",
             cut.word[STEPS]);
    if (kind == ND_LINE_WISDOM) TRY(read_measured(line, &cut));
    TRY(read_plan(line, &cut));
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

void nd_plan_line_write(const struct nd_plan_line *line, const char *about, struct nd_text *text)
{
    nd_text_add(text, "law=%s N=%d precision=%s%s variant=%s", line->law, line->N,
                line->single ? "single" : "double", line->linear ? " steps=linear" : "",
                *line->variant ? line->variant : "*");
    if (!*line->variant) nd_text_add(text, " plan=%s", nd_plan_name(&line->plan));
    nd_text_add(text, " device=%s", line->device);
    write_seconds(line->seconds, text);
    nd_text_add(text, " text=%s", line->text);
    const struct nd_parameter *row = line->plan.variant->parameters;
    for (const struct nd_parameter *p = row; p && p->name; p++) {
        const int v = nd_plan_get(&line->plan, p);
        if (!in_field(p)) continue;
        if (p > row && shares_field(p - 1, p))
            nd_text_add(text, ",");
        else
            nd_text_add(text, " %s=", p->field);
        if (p->words)
            nd_text_add(text, "%s", p->words[v]);
        else
            nd_text_add(text, "%d", v);
    }
    nd_text_add(text, " # ");
    for (; *about; about++)
        nd_text_add(text, "%c", (unsigned char)*about < ' ' || *about == 127 ? ' ' : *about);
}
