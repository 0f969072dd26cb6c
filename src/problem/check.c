/* Checks the tree of a problem file against the table of keys; messages name the line. */
#include "base/format.h"
#include "problem/keys.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "base/memory.h"
#include "problem/expr.h"

/* One value being checked: its row, its place in the tree, and its full name for messages. */
struct spot {
    const struct nd_origin *origin;
    const struct nd_key *key;
    const struct nd_node *node;
    int line;
    char name[256]; /* dotted, with the free names filled in; cut when longer */
};

const char *nd_origin_where(const struct nd_origin *origin, int line, char where[512])
{
    if (line > 0 || !origin->set) return nd_problem_where(origin->problem, line, where);
    nd_format(where, 512, "--set %.480s", origin->set);
    return where;
}

/* "[1, -1, 1]" when short and flat, else "a list of 20". */
static void add_list(struct nd_text *text, const struct nd_node *list)
{
    bool flat = list->n <= 6;
    for (size_t i = 0; i < list->n; i++) flat = flat && list->entry[i].value->kind == ND_SCALAR;
    nd_text_add(text, flat ? "[" : "a list of ");
    for (size_t i = 0; flat && i < list->n; i++)
        nd_text_add(text, "%s%.20s", i ? ", " : "", list->entry[i].value->text);
    if (flat)
        nd_text_add(text, "]");
    else
        nd_text_add(text, "%zu", list->n);
}

static void add_found(struct nd_text *text, const struct nd_node *node)
{
    if (node->kind == ND_SEQUENCE)
        add_list(text, node);
    else if (node->kind == ND_MAPPING)
        nd_text_add(text, "a map");
    else if (nd_node_is_null(node))
        nd_text_add(text, "empty");
    else
        nd_text_add(text, "%s'%.80s'", node->quoted ? "the quoted text " : "", node->text);
}

/* Whether a number, or a number of a list, does not fit a double. */
static bool out_of_range(const struct nd_node *node)
{
    bool any = nd_node_out_of_range(node);
    for (size_t i = 0; i < node->n && node->kind == ND_SEQUENCE; i++)
        any |= nd_node_out_of_range(node->entry[i].value);
    return any;
}

/* Whether its value consists of numbers, which may have a unit or could be thought to. */
static bool is_number(const struct nd_key *key)
{
    switch (key->kind) {
    case ND_KEY_NUMBER:
    case ND_KEY_NOTNEGATIVE:
    case ND_KEY_POSITIVE:
    case ND_KEY_INTEGER:
    case ND_KEY_COUNT:
    case ND_KEY_VECTOR:
    case ND_KEY_TENSOR:
    case ND_KEY_SIZES:
    case ND_KEY_COUNTS:
    case ND_KEY_NUMBERS: return true;
    default: return false;
    }
}

static bool is_si(const struct spot *s)
{
    const struct nd_node *units = nd_node_get(s->origin->problem->tree, "units");
    return units && units->kind == ND_SCALAR && !strcmp(units->text, "si");
}

/* A loss tangent is a map. */
static void add_example(const struct spot *s, struct nd_text *want)
{
    const char *last = strrchr(s->name, '.');
    struct nd_quantity q;
    if (!last || s->node->kind != ND_SCALAR || !nd_quantity_read(s->node, &q)) return;
    if (!strcmp(last, ".loss_tangent"))
        nd_text_add(want, ", as {value: %.20s, at: %s}", s->node->text, is_si(s) ? "10e9" : "0.5");
}

/* Whether the n letters of `lower` are those of the text, which may have capitals. */
static bool is_lower_of(const char *lower, const char *text, size_t n)
{
    bool same = true;
    for (size_t i = 0; i < n; i++)
        same = same && lower[i] == nd_to_lower(text[i]);
    return same;
}

/* Adds a guess at the meaning: a mesh file without its key, or a word in capitals. */
static void add_meant(const struct spot *s, struct nd_text *found)
{
    if (s->node->kind != ND_SCALAR || nd_node_is_null(s->node)) return;
    if (!strcmp(s->name, "mesh")) nd_text_add(found, "; write mesh: {file: %.80s}", s->node->text);
    if (s->key->kind != ND_KEY_CHOICE || !*s->node->text) return;
    const size_t n = strlen(s->node->text);
    for (const char *p = s->key->choices; *p; p += strcspn(p, "|"), p += *p == '|')
        if (strcspn(p, "|") == n && is_lower_of(p, s->node->text, n))
            nd_text_add(found, "; did you mean %.*s?", (int)n, p);
}

/* "file:4: order must be a whole number from 1 to 9, not 'four'" */
static int wrong(const struct spot *s)
{
    int status = 0;
    char where[512];
    struct nd_text want = {0}, found = {0};
    nd_key_describe(s->key, &want);
    add_example(s, &want);
    add_found(&found, s->node);
    if (is_number(s->key)) nd_quantity_why(s->node, s->key->dim, is_si(s), &found);
    add_meant(s, &found);
    TRY(nd_text_check(&want));
    TRY(nd_text_check(&found));
    nd_origin_where(s->origin, s->node->line ? s->node->line : s->line, where);
    FAIL(NUDGE_EVALUE, "%s: %s must be %s, not %s%s", where, *s->name ? s->name : "a problem", want.s,
         found.s, out_of_range(s->node) ? ", which is outside the range of numbers, 1e-323 to 1e308" : "");
done:
    nd_text_clear(&want);
    nd_text_clear(&found);
    return status;
}

static bool number_fits(const struct nd_key *key, const struct nd_node *node)
{
    double v;
    if (!nd_quantity_value(node, key->dim, &v) || !isfinite(v) || nd_node_out_of_range(node)) return false;
    bool inside = !(key->most > 0) || (v >= key->least && v <= key->most);
    switch (key->kind) {
    case ND_KEY_NOTNEGATIVE: return v >= 0;
    case ND_KEY_SCALE:
    case ND_KEY_SIZES:
    case ND_KEY_POSITIVE: return v > 0 && inside;
    case ND_KEY_INTEGER:
    case ND_KEY_COUNT:
    case ND_KEY_COUNTS: return v == floor(v) && inside;
    default: return inside;
    }
}

static bool axes_fit(const struct nd_key *key, const struct nd_node *node)
{
    if (node->kind != ND_SEQUENCE) return false;
    for (size_t i = 0; i < node->n; i++) {
        const struct nd_node *axis = node->entry[i].value;
        if (axis->kind != ND_SCALAR || nd_choice_find(key->choices, axis->text) < 0) return false;
    }
    return true;
}

static bool vector_fits(const struct nd_key *key, const struct nd_node *node, size_t n)
{
    if (node->kind != ND_SEQUENCE || node->n != n) return false;
    for (size_t i = 0; i < n; i++)
        if (!number_fits(key, node->entry[i].value)) return false;
    return true;
}

static bool list_fits(const struct nd_key *key, const struct nd_node *node)
{
    if (node->kind != ND_SEQUENCE) return false;
    for (size_t i = 0; i < node->n; i++) {
        const struct nd_node *item = node->entry[i].value;
        const bool word = item->kind == ND_SCALAR && !nd_node_is_null(item) && *item->text;
        if (key->kind == ND_KEY_WORDS ? !word : !number_fits(key, item)) return false;
    }
    return true;
}

static bool maps_fit(const struct nd_key *key, const struct nd_node *node)
{
    if (node->kind != ND_SEQUENCE) return node->kind == ND_MAPPING;
    for (size_t i = 0; i < node->n; i++)
        if (node->entry[i].value->kind != ND_MAPPING) return false;
    return (double)node->n <= key->most;
}

static bool value_fits(const struct nd_key *key, const struct nd_node *node)
{
    switch (key->kind) {
    case ND_KEY_MAP:
    case ND_KEY_RECORDS:
    case ND_KEY_NAMES: return node->kind == ND_MAPPING;
    case ND_KEY_MEDIUM:
        return node->kind == ND_SEQUENCE ? vector_fits(key, node, 3) || vector_fits(key, node, 6)
                                         : number_fits(key, node);
    case ND_KEY_MAPS: return maps_fit(key, node);
    case ND_KEY_LIST: return node->kind == ND_SEQUENCE && (double)node->n <= key->most;
    case ND_KEY_WORDS:
    case ND_KEY_NUMBERS: return list_fits(key, node);
    case ND_KEY_TEXT:
    case ND_KEY_EXPRESSION: return node->kind == ND_SCALAR && !nd_node_is_null(node) && *node->text;
    case ND_KEY_CHOICE: return node->kind == ND_SCALAR && nd_choice_find(key->choices, node->text) >= 0;
    case ND_KEY_AXES: return axes_fit(key, node);
    case ND_KEY_VECTOR:
    case ND_KEY_SIZES:
    case ND_KEY_COUNTS: return vector_fits(key, node, 3);
    case ND_KEY_TENSOR: return vector_fits(key, node, 6);
    case ND_KEY_SCALE:
        if (node->kind == ND_SCALAR && nd_choice_find(key->choices, node->text) >= 0) return true;
        return number_fits(key, node);
    default: return number_fits(key, node);
    }
}

static int unknown_key(const struct spot *s, const struct nd_entry *entry)
{
    const char *names[64];
    char where[512];
    int n = 0;
    const struct nd_key *key = NULL;
    while ((key = nd_key_next(s->key, key)) && n < 64) names[n++] = nd_key_name(key);
    const char *near = nd_text_nearest(entry->key, names, n);
    struct nd_text all = {0};
    for (int i = 0; i < n; i++) nd_text_add(&all, "%s%s", i ? ", " : "", names[i]);
    nd_origin_where(s->origin, entry->line, where);
    int status =
        nd_fail(NUDGE_EVALUE, __FILE__, __LINE__, "%s: unknown key '%.80s'%s%s%s%s%s%s", where, entry->key,
                *s->name ? " in " : "", s->name, near ? ", did you mean '" : "; there are: ",
                near    ? near
                : all.s ? all.s
                        : "",
                near ? "'" : "", near ? "?" : "");
    nd_text_clear(&all);
    return status;
}

/* "'a', 'b' or 'c'" */
static void list_choices(const char *choices, char list[256])
{
    int at = 0;
    for (const char *p = choices;; p++) {
        const int n = (int)strcspn(p, "|");
        at += nd_format(list + at, 256 - (size_t)at, "%s'%.*s'",
                        p == choices     ? ""
                        : strchr(p, '|') ? ", "
                                         : " or ",
                        n, p);
        p += n;
        if (!*p) return;
    }
}

/* Required keys must be present, and exactly one of the keys that exclude each other. */
static int check_presence(const struct spot *s)
{
    int status = 0, given = 0;
    char where[512], list[256];
    const char *dot = *s->name ? "." : "";
    nd_origin_where(s->origin, s->line, where);
    const struct nd_key *key = NULL;
    while ((key = nd_key_next(s->key, key))) {
        const char *name = nd_key_name(key);
        bool present = nd_node_get(s->node, name);
        if (key->required && !present)
            FAIL(NUDGE_EVALUE, "%s: %s%s%s is missing: %s", where, s->name, dot, name, key->help);
        given += present && s->key->choices && nd_choice_find(s->key->choices, name) >= 0;
    }
    if (!s->key->choices || given == 1) return 0;
    list_choices(s->key->choices, list);
    FAIL(NUDGE_EVALUE, "%s: %s needs %s %s%s", where, s->name, given ? "only one of" : "one of", list,
         given == 2  ? ", both are given"
         : given > 2 ? ", more are given"
                     : "");
done:
    return status;
}

static int check_expression(const struct spot *s)
{
    char where[512];
    struct nd_expr *expr = NULL;
    int status = nd_expr_create(&expr, s->node->text, (int)s->key->most);
    nd_expr_destroy(expr);
    if (!status) return 0;
    nd_origin_where(s->origin, s->node->line ? s->node->line : s->line, where);
    return nd_fail_prefix(status, "%s: %s", where, s->name);
}

static int check_value(const struct spot *s);

static int check_entries(const struct spot *s)
{
    int status = 0;
    char where[512];
    const bool names = s->key->kind == ND_KEY_NAMES || s->key->kind == ND_KEY_RECORDS;
    if (names && (double)s->node->n > s->key->most)
        FAIL(NUDGE_EVALUE, "%s: %s has %zu entries, at most %.0f are allowed",
             nd_origin_where(s->origin, s->line, where), s->name, s->node->n, s->key->most);
    for (size_t i = 0; i < s->node->n; i++) {
        const struct nd_entry *entry = &s->node->entry[i];
        struct spot child = {s->origin, nd_key_child(s->key, entry->key), entry->value, entry->line, ""};
        if (!child.key) TRY(unknown_key(s, entry));
        nd_format(child.name, sizeof child.name, "%.160s%s%.80s", s->name, *s->name ? "." : "", entry->key);
        TRY(check_value(&child));
    }
    if (s->key->kind == ND_KEY_MAP || s->key->kind == ND_KEY_MAPS) TRY(check_presence(s));
done:
    return status;
}

/* The maps of a list; the first is NAME.1 in messages. */
static int check_list(const struct spot *s)
{
    int status = 0;
    for (size_t i = 0; i < s->node->n; i++) {
        const struct nd_node *item = s->node->entry[i].value;
        const struct nd_key *key = s->key->kind == ND_KEY_MAPS ? s->key : nd_key_next(s->key, NULL);
        struct spot child = {s->origin, key, item, item->line ? item->line : s->line, ""};
        nd_format(child.name, sizeof child.name, "%.200s.%zu", s->name, i + 1);
        TRY(check_value(&child));
    }
done:
    return status;
}

/* "[40 mm, 30, 20]": the unit of one number is not that of the others. */
static int check_mixed(const struct spot *s)
{
    int status = 0;
    char where[512];
    double v;
    if (!s->key->dim || s->node->kind != ND_SEQUENCE || !nd_quantity_has_unit(s->node)) return 0;
    for (size_t i = 0; i < s->node->n; i++) {
        const struct nd_node *item = s->node->entry[i].value;
        if (nd_quantity_has_unit(item) || !nd_quantity_value(item, s->key->dim, &v) || v == 0) continue;
        FAIL(NUDGE_EVALUE,
             "%s: %s: some of its numbers have a unit and %.40s has none: it would be %.40s %s; give all of "
             "them a unit, or none",
             nd_origin_where(s->origin, s->node->line ? s->node->line : s->line, where), s->name, item->text,
             item->text, nd_dim_si(s->key->dim));
    }
done:
    return status;
}

static int check_value(const struct spot *s)
{
    int status = 0;
    const bool fits = value_fits(s->key, s->node);
    if (!fits || (s->key->dim && !is_si(s) && nd_quantity_has_unit(s->node))) TRY(wrong(s));
    TRY(check_mixed(s));
    if (s->key->kind == ND_KEY_LIST || (s->key->kind == ND_KEY_MAPS && s->node->kind == ND_SEQUENCE))
        TRY(check_list(s));
    if (s->node->kind == ND_MAPPING) TRY(check_entries(s));
    if (s->key->kind == ND_KEY_EXPRESSION) TRY(check_expression(s));
done:
    return status;
}

int nd_keys_check(const struct nd_node *tree, const struct nd_origin *origin)
{
    struct spot all = {origin, nd_keys, tree, tree->line, ""};
    return check_value(&all);
}
