/* The settings of a problem as lines of text, to compare problems. */
#include <stdlib.h>
#include <string.h>
#include "base/format.h"
#include "base/memory.h"
#include "base/text.h"
#include "problem/problem.h"
#include "problem/yaml.h"

struct lines {
    char **at;
    size_t n, capacity;
};

static int add_line(struct lines *lines, const char *path, const struct nd_node *node)
{
    int status = 0;
    struct nd_text line = {0};
    nd_text_add(&line, "%s: ", path);
    nd_text_add_json_string(&line, node->text ? node->text : "");
    TRY(nd_text_check(&line));
    TRY(nd_grow(&lines->at, &lines->capacity, lines->n + 1, sizeof *lines->at));
    lines->at[lines->n++] = line.s;
    line.s = NULL;
done:
    nd_text_clear(&line);
    return status;
}

static int add_node(struct lines *lines, const char *path, const struct nd_node *node)
{
    int status = 0;
    struct nd_text own = {0};
    if (node->kind == ND_SCALAR) return add_line(lines, path, node);
    for (size_t i = 0; i < node->n; i++) {
        const struct nd_entry *e = &node->entry[i];
        nd_text_clear(&own);
        if (e->key)
            nd_text_add(&own, "%s%s%s", path, *path ? "." : "", e->key);
        else
            nd_text_add(&own, "%s[%zu]", path, i);
        TRY(nd_text_check(&own));
        TRY(add_node(lines, own.s, e->value));
    }
done:
    nd_text_clear(&own);
    return status;
}

static int by_text(const void *a, const void *b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

int nd_problem_settings(const nudge_problem *problem, struct nd_text *text)
{
    int status = 0;
    struct lines lines = {0};
    TRY(add_node(&lines, "", problem->tree));
    if (lines.n) qsort(lines.at, lines.n, sizeof *lines.at, by_text);
    for (size_t i = 0; i < lines.n; i++) nd_text_add(text, "%s\n", lines.at[i]);
    TRY(nd_text_check(text));
done:
    for (size_t i = 0; i < lines.n; i++) free(lines.at[i]);
    free(lines.at);
    return status;
}
