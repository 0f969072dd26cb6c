#include "problem/yaml.h"

#include <stdlib.h>
#include <string.h>
#include <yaml.h>
#include "base/format.h"
#include "base/memory.h"

/* An open collection. A mapping waits for a key or, if `key` is set, for its value. */
struct level {
    struct nd_node *node;
    char *key;
    int key_line;
};

struct reader {
    yaml_parser_t parser;
    const char *name, *text;
    struct nd_node *root;
    struct level level[ND_YAML_DEPTH];
    int depth;
    int nodes;
};

/* Whether the indentation of a line, or a colon, is the likely cause. */
static int is_misfit(const yaml_parser_t *p)
{
    static const char *const causes[] = {"mapping values are not allowed", "could not find expected ':'",
                                         "did not find expected key", "did not find expected '-'"};
    for (size_t i = 0; i < sizeof causes / sizeof *causes && p->problem; i++)
        if (strstr(p->problem, causes[i])) return 1;
    return 0;
}

static int syntax_error(const struct reader *r)
{
    const yaml_parser_t *p = &r->parser;
    const char *problem = p->problem ? p->problem : "not YAML";
    if (p->error == YAML_MEMORY_ERROR) return nd_fail(NUDGE_ENOMEM, __FILE__, __LINE__, "out of memory");
    if (p->error == YAML_READER_ERROR) {
        /* For this error libyaml reports only the byte offset. */
        int line = 1;
        for (size_t i = 0; i < p->problem_offset && r->text[i]; i++) line += r->text[i] == '\n';
        return nd_fail(NUDGE_EFORMAT, __FILE__, __LINE__, "%s:%d: %s", r->name, line, problem);
    }
    const size_t line = p->problem_mark.line + 1;
    char advice[160] = "";
    if (is_misfit(p) && line > 1)
        nd_format(advice, sizeof advice,
                  "this line does not fit the lines above: check its indentation, and the colon at the end of line %zu: ",
                  line - 1);
    else if (p->context && strstr(p->context, "flow") && p->context_mark.line < line)
        nd_format(advice, sizeof advice, "a comma is missing, or the bracket of line %zu is not closed: ",
                  p->context_mark.line + 1);
    return nd_fail(NUDGE_EFORMAT, __FILE__, __LINE__, "%s:%zu: %s%s%s%s (column %zu)", r->name, line, advice,
                   p->context ? p->context : "", p->context ? ": " : "", problem, p->problem_mark.column + 1);
}

static int check_plain(const struct reader *r, const yaml_event_t *event, const void *anchor, const void *tag)
{
    int status = 0;
    size_t line = event->start_mark.line + 1;
    if (anchor)
        FAIL(NUDGE_EFORMAT, "%s:%zu: anchors (&name) are not supported; write the value out", r->name, line);
    if (tag) FAIL(NUDGE_EFORMAT, "%s:%zu: tags (!name) are not supported; leave it out", r->name, line);
done:
    return status;
}

static int take_key(struct reader *r, const yaml_event_t *event)
{
    int status = 0;
    struct level *top = &r->level[r->depth - 1];
    int line = (int)event->start_mark.line + 1;
    if (event->type != YAML_SCALAR_EVENT)
        FAIL(NUDGE_EFORMAT, "%s:%d: a list or map cannot be a key; write a name before the colon", r->name,
             line);
    const char *key = (const char *)event->data.scalar.value;
    if (!*key) FAIL(NUDGE_EFORMAT, "%s:%d: a key is empty; write a name before the colon", r->name, line);
    if (!strcmp(key, "<<"))
        FAIL(NUDGE_EFORMAT, "%s:%d: merge keys (<<) are not supported; write the entries out", r->name, line);
    STRDUP(top->key, key);
    top->key_line = line;
done:
    return status;
}

/* Adds the node to the open collection and takes ownership of it. */
static int attach(struct reader *r, struct nd_node *node)
{
    if (!r->depth) {
        r->root = node;
        return 0;
    }
    struct level *top = &r->level[r->depth - 1];
    char *key = top->key;
    top->key = NULL;
    /* Not nd_node_put: check_duplicates must see duplicates. */
    int status = 0;
    struct nd_node *parent = top->node;
    TRY(nd_grow(&parent->entry, &parent->capacity, parent->n + 1, sizeof *parent->entry));
    parent->entry[parent->n++] = (struct nd_entry){key, key ? top->key_line : node->line, node};
    return 0;
done:
    free(key);
    nd_node_destroy(node);
    return status;
}

static int take_value(struct reader *r, const yaml_event_t *event)
{
    int status = 0;
    struct nd_node *node = NULL;
    int line = (int)event->start_mark.line + 1, column = (int)event->start_mark.column + 1;
    enum nd_node_kind kind = event->type == YAML_SCALAR_EVENT           ? ND_SCALAR
                             : event->type == YAML_SEQUENCE_START_EVENT ? ND_SEQUENCE
                                                                        : ND_MAPPING;
    if (++r->nodes > ND_YAML_NODES)
        FAIL(NUDGE_EFORMAT, "%s:%d: more than %d values", r->name, line, ND_YAML_NODES);
    if (kind != ND_SCALAR && r->depth == ND_YAML_DEPTH)
        FAIL(NUDGE_EFORMAT, "%s:%d: nested more than %d deep", r->name, line, ND_YAML_DEPTH);
    TRY(nd_node_create(&node, kind, line, column));
    if (kind == ND_SCALAR) {
        STRDUP(node->text, (const char *)event->data.scalar.value);
        node->quoted = event->data.scalar.style != YAML_PLAIN_SCALAR_STYLE;
    }
    struct nd_node *made = node;
    node = NULL;
    TRY(attach(r, made));
    if (kind != ND_SCALAR) r->level[r->depth++] = (struct level){.node = made};
done:
    nd_node_destroy(node);
    return status;
}

static int take_node(struct reader *r, const yaml_event_t *event)
{
    int status = 0;
    const struct level *top = r->depth ? &r->level[r->depth - 1] : NULL;
    if (event->type == YAML_SCALAR_EVENT) {
        TRY(check_plain(r, event, event->data.scalar.anchor, event->data.scalar.tag));
        if (memchr(event->data.scalar.value, 0, event->data.scalar.length))
            FAIL(NUDGE_EFORMAT, "%s:%zu: a text contains the character \\0", r->name,
                 event->start_mark.line + 1);
    } else if (event->type == YAML_SEQUENCE_START_EVENT)
        TRY(check_plain(r, event, event->data.sequence_start.anchor, event->data.sequence_start.tag));
    else
        TRY(check_plain(r, event, event->data.mapping_start.anchor, event->data.mapping_start.tag));
    if (top && top->node->kind == ND_MAPPING && !top->key)
        TRY(take_key(r, event));
    else
        TRY(take_value(r, event));
done:
    return status;
}

static int by_key(const void *a, const void *b)
{
    const struct nd_entry *const *p = a, *const *q = b;
    int order = strcmp((*p)->key, (*q)->key);
    return order ? order : *p < *q ? -1 : *p > *q;
}

/* Sorts the keys, because a hostile file may have 100000. */
static int check_duplicates(const struct reader *r, const struct nd_node *map)
{
    int status = 0;
    const struct nd_entry **sorted = NULL;
    if (map->kind != ND_MAPPING || map->n < 2) return 0;
    ALLOC(sorted, map->n);
    for (size_t i = 0; i < map->n; i++) sorted[i] = &map->entry[i];
    qsort(sorted, map->n, sizeof *sorted, by_key);
    for (size_t i = 1; i < map->n; i++)
        if (!strcmp(sorted[i - 1]->key, sorted[i]->key))
            FAIL(NUDGE_EFORMAT, "%s:%d: duplicate key '%.80s', first given on line %d; remove one of them",
                 r->name, sorted[i]->line, sorted[i]->key, sorted[i - 1]->line);
done:
    free(sorted);
    return status;
}

static int take_event(struct reader *r, const yaml_event_t *event, int *documents)
{
    int status = 0;
    switch (event->type) {
    case YAML_ALIAS_EVENT:
        FAIL(NUDGE_EFORMAT, "%s:%zu: aliases (*name) are not supported; write the value out (or quote it)",
             r->name, event->start_mark.line + 1);
    case YAML_SCALAR_EVENT:
    case YAML_SEQUENCE_START_EVENT:
    case YAML_MAPPING_START_EVENT: TRY(take_node(r, event)); break;
    case YAML_SEQUENCE_END_EVENT:
    case YAML_MAPPING_END_EVENT: TRY(check_duplicates(r, r->level[--r->depth].node)); break;
    case YAML_DOCUMENT_START_EVENT:
        if ((*documents)++)
            FAIL(NUDGE_EFORMAT, "%s:%zu: a second document starts here; one is wanted, remove the ---",
                 r->name, event->start_mark.line + 1);
        break;
    default: break;
    }
done:
    return status;
}

int nd_yaml_parse(struct nd_node **tree, const char *text, size_t n, const char *name)
{
    int status = 0, documents = 0, ended = 0;
    struct reader r = {.name = name, .text = text};
    if (!yaml_parser_initialize(&r.parser)) return nd_fail(NUDGE_ENOMEM, __FILE__, __LINE__, "out of memory");
    if (n > ND_YAML_BYTES) FAIL(NUDGE_EFORMAT, "%s: larger than %d MB", name, ND_YAML_BYTES >> 20);
    yaml_parser_set_input_string(&r.parser, (const unsigned char *)text, n);
    while (!ended) {
        yaml_event_t event;
        if (!yaml_parser_parse(&r.parser, &event)) TRY(syntax_error(&r));
        ended = event.type == YAML_STREAM_END_EVENT;
        status = take_event(&r, &event, &documents);
        yaml_event_delete(&event);
        if (status) goto done;
    }
    if (!r.root || nd_node_is_null(r.root))
        FAIL(NUDGE_EFORMAT, "%s: empty, nothing is described in it", name);
    *tree = r.root;
    r.root = NULL;
done:
    for (int i = 0; i < r.depth; i++) free(r.level[i].key);
    nd_node_destroy(r.root);
    yaml_parser_delete(&r.parser);
    return status;
}
