/* YAML as a tree of our own: every node knows its line and column, so that every complaint can name them. */
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

/* One document of at most the limits above; no anchors, aliases, merge keys, tags or duplicate keys. name:
 * for messages. */
int nd_yaml_parse(struct nd_node **tree, const char *text, size_t n, const char *name);

int nd_node_create(struct nd_node **node, enum nd_node_kind kind, int line, int column);
void nd_node_destroy(struct nd_node *node); /* null is fine */
int nd_node_copy(struct nd_node **copy, const struct nd_node *node);

/* This key of a mapping, and its value; null when there is none or map is not a mapping. */
struct nd_entry *nd_node_entry(const struct nd_node *map, const char *key);
struct nd_node *nd_node_get(const struct nd_node *map, const char *key);
/* The node at a dotted path of keys, or null. */
struct nd_node *nd_node_find(const struct nd_node *node, const char *path);
/* Adds or replaces; key null: appends to a sequence. Takes the value over, also when it fails. */
int nd_node_put(struct nd_node *node, const char *key, int line, struct nd_node *value);
void nd_node_remove(struct nd_node *map, const char *key);

/* strtod with a decimal point, whatever the program's locale. */
double nd_number_parse(const char *text, char **end);
/* A plain scalar that is a number from end to end, however large; hexadecimal, nan and inf are not numbers
 * here. */
bool nd_node_number(const struct nd_node *node, double *number);
/* A number that a double cannot hold: too large, or not 0 and too small. */
bool nd_node_out_of_range(const struct nd_node *node);
/* Nothing was written where a value belongs. */
bool nd_node_is_null(const struct nd_node *node);

#endif
