/* Parses YAML into a tree. Every node has its line and column, for messages. */
#ifndef ND_YAML_H
#define ND_YAML_H

#include <stdbool.h>
#include <stddef.h>

enum nd_node_kind { ND_SCALAR, ND_SEQUENCE, ND_MAPPING };

struct nd_node;

struct nd_entry {
    char *key; /* null in a sequence */
    int line;  /* of the key */
    struct nd_node *value;
};

struct nd_node {
    enum nd_node_kind kind;
    int line, column; /* from 1; 0: not from a file */
    bool quoted;      /* a scalar in quotes or in a block: never a number, never null */
    char *text;       /* of a scalar */
    struct nd_entry *entry;
    size_t n, capacity;
};

enum { ND_YAML_DEPTH = 32, ND_YAML_NODES = 100000, ND_YAML_BYTES = 16 << 20 };

/* Parses one document within the limits above. Anchors, aliases, merge keys, tags and duplicate keys are
 * errors. name: for messages. */
int nd_yaml_parse(struct nd_node **tree, const char *text, size_t n, const char *name);

int nd_node_create(struct nd_node **node, enum nd_node_kind kind, int line, int column);
void nd_node_destroy(struct nd_node *node); /* null is fine */
int nd_node_copy(struct nd_node **copy, const struct nd_node *node);

/* The entry with this key in a mapping, and its value; null if there is none or map is not a mapping. */
struct nd_entry *nd_node_entry(const struct nd_node *map, const char *key);
struct nd_node *nd_node_get(const struct nd_node *map, const char *key);
/* The node at a dotted path of keys, or null. */
struct nd_node *nd_node_find(const struct nd_node *node, const char *path);
/* Adds an entry at the end, whatever others there are. Takes ownership of value, also on failure. */
int nd_node_append(struct nd_node *node, const char *key, int line, struct nd_node *value);
/* Adds or replaces an entry; key null: appends to a sequence. Takes ownership of value, also on failure. */
int nd_node_put(struct nd_node *node, const char *key, int line, struct nd_node *value);
void nd_node_remove(struct nd_node *map, const char *key);

/* strtod in the C locale. */
double nd_number_parse(const char *text, char **end);
/* Whether a node is a plain scalar that is a number as a whole, however large. Hexadecimal, nan and inf
 * are not numbers here. */
bool nd_node_number(const struct nd_node *node, double *number);
/* Whether a number does not fit a double: it is too large, or not 0 and too small. */
bool nd_node_out_of_range(const struct nd_node *node);
/* Whether a key was written without a value. */
bool nd_node_is_null(const struct nd_node *node);

#endif
