/* The table of keys as Markdown and as a JSON schema. */
#include "problem/keys.h"

#include <string.h>

/* The caller of nd_problem_keys_... frees the text's buffer. */
static int give(struct nd_text *text, char **result)
{
    int status = 0;
    TRY(nd_text_check(text));
    *result = text->s;
    memset(text, 0, sizeof *text);
done:
    nd_text_clear(text);
    return status;
}

static void add_row(struct nd_text *text, const struct nd_key *key)
{
    nd_text_add(text, "| `");
    for (const char *p = key->path; *p; p++) {
        size_t n = strcspn(p, "*");
        nd_text_add(text, "%.*s%s", (int)n, p, p[n] ? "NAME" : "");
        p += n - !p[n];
    }
    nd_text_add(text, "` | ");
    nd_key_describe(key, text);
    nd_text_add(text, " | ");
    if (key->required)
        nd_text_add(text, "required");
    else if (key->fallback)
        nd_text_add(text, "`%s`", key->fallback);
    nd_text_add(text, " | %s |\n", key->help);
}

int nd_problem_keys_markdown(char **result)
{
    struct nd_text text = {0};
    nd_text_add(&text, "| key | value | default | meaning |\n|---|---|---|---|\n");
    for (const struct nd_key *key = nd_keys + 1; key->path; key++) add_row(&text, key);
    return give(&text, result);
}

/* A list of JSON strings from "a|b". before and after: added around each. */
static void add_choices(struct nd_text *text, const char *choices, const char *before, const char *after)
{
    for (const char *p = choices;; p++) {
        size_t n = strcspn(p, "|");
        nd_text_add(text, "%s%s\"%.*s\"%s", p == choices ? "" : ", ", before, (int)n, p, after);
        p += n;
        if (!*p) return;
    }
}

static void add_limits(struct nd_text *text, const struct nd_key *key)
{
    bool above = key->kind == ND_KEY_POSITIVE || key->kind == ND_KEY_SIZES;
    if (above)
        nd_text_add(text, ", \"exclusiveMinimum\": 0");
    else if (key->most > 0 || key->kind == ND_KEY_NOTNEGATIVE)
        nd_text_add(text, ", \"minimum\": %.15g", key->least);
    if (key->most > 0) nd_text_add(text, ", \"maximum\": %.15g", key->most);
}

static void add_plain(struct nd_text *text, const struct nd_key *key, const char *type)
{
    nd_text_add(text, "\"type\": \"%s\"", type);
    add_limits(text, key);
}

/* Numbers with a dimension may have a unit behind them. */
static void add_number(struct nd_text *text, const struct nd_key *key, const char *type)
{
    if (key->dim == ND_DIM_NONE) {
        add_plain(text, key, type);
        return;
    }
    nd_text_add(text, "\"anyOf\": [{");
    add_plain(text, key, type);
    nd_text_add(text, "}, {\"type\": \"string\", \"pattern\": \"^ *[-+]?[0-9.]+([eE][-+]?[0-9]+)? *(");
    nd_dim_units(key->dim, "|", text);

    nd_text_add(text, ")$\"}]");
}

static void add_vector(struct nd_text *text, const struct nd_key *key, const char *type, int n)
{
    nd_text_add(text, "\"type\": \"array\", \"minItems\": %d, \"maxItems\": %d, \"items\": {", n, n);
    add_number(text, key, type);
    nd_text_add(text, "}");
}

static void add_schema(struct nd_text *text, const struct nd_key *key, int indent);

static void add_map(struct nd_text *text, const struct nd_key *map, int indent)
{
    const struct nd_key *key = NULL;
    nd_text_add(text, "\"type\": \"object\", \"additionalProperties\": false");
    if (map->choices) {
        nd_text_add(text, ", \"oneOf\": [");
        add_choices(text, map->choices, "{\"required\": [", "]}");
        nd_text_add(text, "]");
    }
    int n = 0;
    while ((key = nd_key_next(map, key)))
        if (key->required) nd_text_add(text, "%s\"%s\"", n++ ? ", " : ", \"required\": [", nd_key_name(key));
    nd_text_add(text, "%s, \"properties\": {", n ? "]" : "");
    for (n = 0; (key = nd_key_next(map, key)); n++) {
        nd_text_add(text, "%s\n%*s\"%s\": ", n ? "," : "", indent + 2, "", nd_key_name(key));
        add_schema(text, key, indent + 2);
    }
    nd_text_add(text, "\n%*s}", indent, "");
}

/* Free names; those that have a row of their own are listed. */
static void add_names(struct nd_text *text, const struct nd_key *map, int indent)
{
    const struct nd_key *any = nd_key_next(map, NULL), *key = any;
    int n = 0;
    nd_text_add(text, "\"type\": \"object\", \"maxProperties\": %.0f", map->most);
    while ((key = nd_key_next(map, key))) {
        nd_text_add(text, "%s\n%*s\"%s\": ", n++ ? "," : ", \"properties\": {", indent + 2, "",
                    nd_key_name(key));
        add_schema(text, key, indent + 2);
    }
    nd_text_add(text, "%s, \"additionalProperties\": ", n ? "}" : "");
    add_schema(text, any, indent);
}

static void add_list(struct nd_text *text, const struct nd_key *key, int indent)
{
    nd_text_add(text, "\"type\": \"array\", \"maxItems\": %.0f, \"items\": ", key->most);
    add_schema(text, nd_key_next(key, NULL), indent);
}

/* One map or several. The name of the map is in the description of both. */
static void add_maps(struct nd_text *text, const struct nd_key *key, int indent)
{
    for (int several = 0; several < 2; several++) {
        nd_text_add(text,
                    several ? ", {\"type\": \"array\", \"maxItems\": %.0f, \"items\": {" : "\"anyOf\": [{",
                    key->most);
        nd_text_add(text, "\"description\": ");
        nd_text_add_json_string(text, key->help);
        nd_text_add(text, ", ");
        add_map(text, key, indent);
        nd_text_add(text, several ? "}}]" : "}");
    }
}

static void add_default(struct nd_text *text, const struct nd_key *key)
{
    if (!key->fallback) return;
    nd_text_add(text, ", \"default\": ");
    if (key->kind == ND_KEY_TEXT || key->kind == ND_KEY_CHOICE)
        nd_text_add_json_string(text, key->fallback);
    else
        nd_text_add(text, "%s", key->fallback);
}

/* The text between the braces of an object. */
static void add_body(struct nd_text *text, const struct nd_key *key, int indent)
{
    nd_text_add(text, "\"description\": ");
    nd_text_add_json_string(text, key->help);
    add_default(text, key);
    nd_text_add(text, ", ");
    switch (key->kind) {
    case ND_KEY_MAP: add_map(text, key, indent); break;
    case ND_KEY_NAMES:
    case ND_KEY_RECORDS: add_names(text, key, indent); break;
    case ND_KEY_MAPS: add_maps(text, key, indent); break;
    case ND_KEY_LIST: add_list(text, key, indent); break;
    case ND_KEY_MEDIUM:
        nd_text_add(
            text,
            "\"anyOf\": [{\"type\": \"number\"}, {\"type\": \"array\", \"minItems\": 3, \"maxItems\": 6, "
            "\"items\": {\"type\": \"number\"}}]");
        break;
    case ND_KEY_WORDS:
        nd_text_add(text, "\"type\": \"array\", \"items\": {\"type\": [\"string\", \"number\"]}");
        break;
    case ND_KEY_NUMBERS:
        nd_text_add(text, "\"type\": \"array\", \"items\": {");
        add_number(text, key, "number");
        nd_text_add(text, "}");
        break;
    case ND_KEY_TEXT:
    case ND_KEY_EXPRESSION: nd_text_add(text, "\"type\": [\"string\", \"number\"]"); break;
    case ND_KEY_CHOICE:
        nd_text_add(text, "\"enum\": [");
        add_choices(text, key->choices, "", "");
        nd_text_add(text, "]");
        break;
    case ND_KEY_AXES:
        nd_text_add(text, "\"type\": \"array\", \"items\": {\"enum\": [");
        add_choices(text, key->choices, "", "");
        nd_text_add(text, "]}");
        break;
    case ND_KEY_NUMBER:
    case ND_KEY_NOTNEGATIVE:
    case ND_KEY_POSITIVE: add_number(text, key, "number"); break;
    case ND_KEY_SCALE:
        nd_text_add(text, "\"anyOf\": [{\"type\": \"number\", \"exclusiveMinimum\": 0}, {\"enum\": [");
        add_choices(text, key->choices, "", "");
        nd_text_add(text, "]}]");
        break;
    case ND_KEY_INTEGER:
    case ND_KEY_COUNT: add_number(text, key, "integer"); break;
    case ND_KEY_VECTOR:
    case ND_KEY_SIZES: add_vector(text, key, "number", 3); break;
    case ND_KEY_TENSOR: add_vector(text, key, "number", 6); break;
    case ND_KEY_COUNTS: add_vector(text, key, "integer", 3); break;
    }
}

static void add_schema(struct nd_text *text, const struct nd_key *key, int indent)
{
    nd_text_add(text, "{");
    add_body(text, key, indent);
    nd_text_add(text, "}");
}

int nd_problem_keys_schema(char **result)
{
    struct nd_text text = {0};
    nd_text_add(&text, "{\"$schema\": \"https://json-schema.org/draft/2020-12/schema\",\n");
    nd_text_add(&text, "\"title\": \"nudge problem\", ");
    add_body(&text, nd_keys, 0);
    nd_text_add(&text, "}\n");
    return give(&text, result);
}
