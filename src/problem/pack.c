/* A problem as bytes, for the other ranks of a run: its tree with the lines of its text, so that messages are the same
 * there. Numbers are int64_t; a string follows its length, which is -1 for null. */
#include <string.h>
#include "base/memory.h"
#include "base/text.h"
#include "problem/problem.h"
#include "problem/yaml.h"

static void pack_number(struct nd_text *to, int64_t number)
{
    nd_text_add_bytes(to, &number, sizeof number);
}

static void pack_string(struct nd_text *to, const char *s)
{
    pack_number(to, s ? (int64_t)strlen(s) : -1);
    if (s) nd_text_add_bytes(to, s, strlen(s));
}

static void pack_node(struct nd_text *to, const struct nd_node *node)
{
    const int64_t numbers[] = {node->kind, node->line, node->column, node->quoted, (int64_t)node->n};
    for (int i = 0; i < 5; i++) pack_number(to, numbers[i]);
    pack_string(to, node->text);
    for (size_t i = 0; i < node->n; i++) {
        pack_number(to, node->entry[i].line);
        pack_string(to, node->entry[i].key);
        pack_node(to, node->entry[i].value);
    }
}

int nd_problem_pack(const nudge_problem *problem, struct nd_text *to)
{
    pack_number(to, problem->trust);
    pack_string(to, problem->path);
    pack_string(to, problem->folder);
    pack_node(to, problem->tree);
    return nd_text_check(to);
}

struct reader {
    const char *at, *end;
};

static int unpack_bytes(struct reader *from, void *bytes, int64_t n)
{
    int status = 0;
    if (n < 0 || n > from->end - from->at) FAIL(NUDGE_EINTERNAL, "a packed problem is cut short");
    memcpy(bytes, from->at, (size_t)n);
    from->at += n;
done:
    return status;
}

static int unpack_number(struct reader *from, int64_t *number)
{
    return unpack_bytes(from, number, sizeof *number);
}

/* *s: null, or to be freed. */
static int unpack_string(struct reader *from, char **s)
{
    int status = 0;
    int64_t n = 0;
    *s = NULL;
    TRY(unpack_number(from, &n));
    if (n < 0) goto done;
    if (n > from->end - from->at) FAIL(NUDGE_EINTERNAL, "a packed problem is cut short");
    ALLOC(*s, n + 1);
    TRY(unpack_bytes(from, *s, n));
done:
    return status;
}

static int unpack_node(struct reader *from, struct nd_node **out)
{
    int status = 0;
    int64_t number[5] = {0}, line = 0;
    struct nd_node *node = NULL, *value = NULL;
    char *key = NULL;
    for (int i = 0; i < 5; i++) TRY(unpack_number(from, &number[i]));
    TRY(nd_node_create(&node, (enum nd_node_kind)number[0], (int)number[1], (int)number[2]));
    node->quoted = number[3];
    TRY(unpack_string(from, &node->text));
    for (int64_t i = 0; i < number[4]; i++) {
        TRY(unpack_number(from, &line));
        free(key);
        TRY(unpack_string(from, &key));
        TRY(unpack_node(from, &value));
        TRY(nd_node_append(node, key, (int)line, value));
    }
    *out = node;
    node = NULL;
done:
    free(key);
    nd_node_destroy(node);
    return status;
}

int nd_problem_unpack(nudge_problem **problem, const char *bytes, size_t n)
{
    int status = 0;
    int64_t trust = 0;
    struct reader from = {bytes, bytes + n};
    struct nd_node *tree = NULL;
    char *path = NULL, *folder = NULL;
    *problem = NULL;
    TRY(unpack_number(&from, &trust));
    TRY(unpack_string(&from, &path));
    TRY(unpack_string(&from, &folder));
    TRY(unpack_node(&from, &tree));
    TRY(nd_problem_create(problem, path, folder, tree, NULL));
    (*problem)->trust = (int)trust;
done:
    free(path);
    free(folder);
    return status;
}
