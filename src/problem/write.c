/* A problem as text again. JSON is YAML, too, so that nudge_problem_parse reads it. */
#include <string.h>
#include "base/text.h"
#include "problem/problem.h"
#include "problem/yaml.h"

/* The end of the digits at p. */
static const char *digits(const char *p)
{
    return p + strspn(p, "0123456789");
}

/* Whether JSON allows the number as it is written: not "+1", ".5", "1." or "007". */
static bool is_json_number(const char *p)
{
    const char *end;
    p += *p == '-';
    end = digits(p);
    if (end == p || (*p == '0' && end > p + 1)) return false;
    p = end;
    if (*p == '.') {
        end = digits(p + 1);
        if (end == p + 1) return false;
        p = end;
    }
    if (*p == 'e' || *p == 'E') {
        p += 1 + (p[1] == '+' || p[1] == '-');
        end = digits(p);
        if (end == p) return false;
        p = end;
    }
    return !*p;
}

static void add_scalar(struct nd_text *text, const struct nd_node *node)
{
    double number;
    if (nd_node_is_null(node))
        nd_text_add(text, "null");
    else if (!node->quoted && is_json_number(node->text))
        nd_text_add(text, "%s", node->text);
    else if (nd_node_number(node, &number) && !nd_node_out_of_range(node))
        nd_text_add(text, "%.17g", number);
    else
        nd_text_add_json_string(text, node->text);
}

static void add_node(struct nd_text *text, const struct nd_node *node)
{
    if (node->kind == ND_SCALAR) {
        add_scalar(text, node);
        return;
    }
    const bool map = node->kind == ND_MAPPING;
    nd_text_add(text, map ? "{" : "[");
    for (size_t i = 0; i < node->n; i++) {
        if (i) nd_text_add(text, ", ");
        if (map) nd_text_add_json_string(text, node->entry[i].key);
        if (map) nd_text_add(text, ": ");
        add_node(text, node->entry[i].value);
    }
    nd_text_add(text, map ? "}" : "]");
}

int nudge_problem_write(const nudge_problem *problem, char **text)
{
    GIVEN(text, "text");
    *text = NULL;
    GIVEN(problem, "problem");
    int status = 0;
    struct nd_text json = {0};
    add_node(&json, problem->tree);
    TRY(nd_text_check(&json));
    *text = json.s;
    json = (struct nd_text){0};
done:
    nd_text_clear(&json);
    return status;
}
