/* The tree of a YAML text. */
#include "base/format.h"
#include "problem/yaml.h"

#include <locale.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "base/memory.h"

int nd_node_create(struct nd_node **node, enum nd_node_kind kind, int line, int column)
{
    int status = 0;
    struct nd_node *p = NULL;
    ALLOC(p, 1);
    p->kind = kind;
    p->line = line;
    p->column = column;
    *node = p;
done:
    return status;
}

void nd_node_destroy(struct nd_node *node)
{
    if (!node) return;
    for (size_t i = 0; i < node->n; i++) {
        free(node->entry[i].key);
        nd_node_destroy(node->entry[i].value);
    }
    free(node->entry);
    free(node->text);
    free(node);
}

int nd_node_append(struct nd_node *node, const char *key, int line, struct nd_node *value)
{
    int status = 0;
    char *name = NULL;
    if (key) STRDUP(name, key);
    TRY(nd_grow(&node->entry, &node->capacity, node->n + 1, sizeof *node->entry));
    node->entry[node->n++] = (struct nd_entry){name, line, value};
    name = NULL;
    value = NULL;
done:
    free(name);
    nd_node_destroy(value);
    return status;
}

int nd_node_copy(struct nd_node **copy, const struct nd_node *node)
{
    int status = 0;
    struct nd_node *p = NULL, *value = NULL;
    TRY(nd_node_create(&p, node->kind, node->line, node->column));
    p->quoted = node->quoted;
    if (node->text) STRDUP(p->text, node->text);
    for (size_t i = 0; i < node->n; i++) {
        TRY(nd_node_copy(&value, node->entry[i].value));
        TRY(nd_node_append(p, node->entry[i].key, node->entry[i].line, value));
    }
    *copy = p;
    p = NULL;
done:
    nd_node_destroy(p);
    return status;
}

/* key: n characters. */
static struct nd_entry *find_entry(const struct nd_node *map, const char *key, size_t n)
{
    if (!map || map->kind != ND_MAPPING) return NULL;
    for (size_t i = 0; i < map->n; i++)
        if (!strncmp(map->entry[i].key, key, n) && !map->entry[i].key[n]) return &map->entry[i];
    return NULL;
}

struct nd_entry *nd_node_entry(const struct nd_node *map, const char *key)
{
    return find_entry(map, key, strlen(key));
}

struct nd_node *nd_node_get(const struct nd_node *map, const char *key)
{
    struct nd_entry *entry = nd_node_entry(map, key);
    return entry ? entry->value : NULL;
}

struct nd_node *nd_node_find(const struct nd_node *node, const char *path)
{
    for (;;) {
        size_t n = strcspn(path, ".");
        struct nd_entry *entry = find_entry(node, path, n);
        if (!entry) return NULL;
        if (!path[n]) return entry->value;
        node = entry->value;
        path += n + 1;
    }
}

int nd_node_put(struct nd_node *node, const char *key, int line, struct nd_node *value)
{
    struct nd_entry *entry = key ? nd_node_entry(node, key) : NULL;
    if (!entry) return nd_node_append(node, key, line, value);
    nd_node_destroy(entry->value);
    entry->value = value;
    entry->line = line;
    return 0;
}

void nd_node_remove(struct nd_node *map, const char *key)
{
    struct nd_entry *entry = nd_node_entry(map, key);
    if (!entry) return;
    free(entry->key);
    nd_node_destroy(entry->value);
    size_t after = (size_t)(map->entry + map->n - (entry + 1));
    memmove(entry, entry + 1, after * sizeof *entry);
    map->n--;
}

double nd_number_parse(const char *text, char **end)
{
    locale_t c = newlocale(LC_ALL_MASK, "C", (locale_t)0);
    locale_t old = c ? uselocale(c) : (locale_t)0;
    double number = nd_number(text, end);
    if (c) {
        uselocale(old);
        freelocale(c);
    }
    return number;
}

bool nd_node_number(const struct nd_node *node, double *number)
{
    char *end;
    if (node->kind != ND_SCALAR || node->quoted || !*node->text) return false;
    if (node->text[strspn(node->text, "0123456789+-.eE")]) return false;
    *number = nd_number_parse(node->text, &end);
    return !*end;
}

bool nd_node_out_of_range(const struct nd_node *node)
{
    double v;
    if (!nd_node_number(node, &v)) return false;
    const char *p = node->text + strspn(node->text, "+-.0");
    const bool zero = !(*p >= '1' && *p <= '9');
    return !isfinite(v) || (!zero && v == 0);
}

bool nd_node_is_null(const struct nd_node *node)
{
    static const char *const null[] = {"", "~", "null", "Null", "NULL"};
    if (node->kind != ND_SCALAR || node->quoted) return false;
    for (size_t i = 0; i < sizeof null / sizeof *null; i++)
        if (!strcmp(node->text, null[i])) return true;
    return false;
}
