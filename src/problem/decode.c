/* Converts the checked tree of a problem file to struct nudge_problem. */
#include "problem/keys.h"

#include <math.h>
#include <string.h>
#include "base/file.h"
#include "base/memory.h"

static int decode_pairs(struct nd_pairs *pairs, const struct nd_node *map)
{
    int status = 0;
    ALLOC(pairs->at, map->n);
    for (size_t i = 0; i < map->n; i++) {
        struct nd_pair *pair = &pairs->at[pairs->n++];
        pair->line = map->entry[i].line;
        STRDUP(pair->name, map->entry[i].key);
        STRDUP(pair->value, map->entry[i].value->text);
    }
done:
    return status;
}

static double quantity(const struct nd_node *node, enum nd_dim dim)
{
    double v = 0;
    nd_quantity_value(node, dim, &v);
    return v;
}

static double number(const struct nd_node *node)
{
    return quantity(node, ND_DIM_NONE);
}

static int decode_words(struct nd_words *words, const struct nd_node *list)
{
    int status = 0;
    words->line = list->line;
    ALLOC(words->at, list->n);
    for (size_t i = 0; i < list->n; i++, words->n++) STRDUP(words->at[i], list->entry[i].value->text);
done:
    return status;
}

static int decode_numbers(struct nd_numbers *numbers, const struct nd_node *list, enum nd_dim dim)
{
    int status = 0;
    numbers->line = list->line;
    ALLOC(numbers->at, list->n);
    for (size_t i = 0; i < list->n; i++) numbers->at[numbers->n++] = quantity(list->entry[i].value, dim);
done:
    return status;
}

/* line: kept in the result. */
static struct nd_scale decode_scale(const struct nd_key *key, const struct nd_node *node,
                                    struct nd_scale scale)
{
    const int place = nd_choice_find(key->choices, node->text);
    scale.word = place >= 0;
    scale.factor = scale.word ? nd_length_metres(place) : number(node);
    return scale;
}

static int decode_records(const struct nd_key *key, const struct nd_node *map, struct nd_records *records);
static int decode_maps(const struct nd_key *key, const struct nd_node *node, struct nd_records *records);

/* The node must fit the row (nd_keys_check). */
static int decode_value(const struct nd_key *key, const struct nd_node *node, void *at)
{
    int status = 0;
    switch (key->kind) {
    case ND_KEY_MAP: *(bool *)at = true; break;
    case ND_KEY_NAMES: TRY(decode_pairs(at, node)); break;
    case ND_KEY_TEXT:
    case ND_KEY_EXPRESSION:
        free(*(char **)at);
        STRDUP(*(char **)at, node->text);
        break;
    case ND_KEY_CHOICE: *(int *)at = nd_choice_find(key->choices, node->text); break;
    case ND_KEY_AXES:
        for (size_t i = 0; i < node->n; i++)
            ((bool *)at)[nd_choice_find(key->choices, node->entry[i].value->text)] = true;
        break;
    case ND_KEY_NUMBER:
    case ND_KEY_NOTNEGATIVE:
    case ND_KEY_POSITIVE: *(double *)at = quantity(node, key->dim); break;
    case ND_KEY_SCALE: *(struct nd_scale *)at = decode_scale(key, node, *(struct nd_scale *)at); break;
    case ND_KEY_INTEGER: *(int *)at = (int)number(node); break;
    case ND_KEY_COUNT: *(long *)at = (long)number(node); break;
    case ND_KEY_VECTOR:
    case ND_KEY_SIZES:
        for (int i = 0; i < 3; i++) ((double *)at)[i] = quantity(node->entry[i].value, key->dim);
        break;
    case ND_KEY_TENSOR:
        for (int i = 0; i < 6; i++) ((double *)at)[i] = number(node->entry[i].value);
        break;
    case ND_KEY_RECORDS: TRY(decode_records(key, node, at)); break;
    case ND_KEY_MAPS: TRY(decode_maps(key, node, at)); break;
    case ND_KEY_WORDS: TRY(decode_words(at, node)); break;
    case ND_KEY_NUMBERS: TRY(decode_numbers(at, node, key->dim)); break;
    case ND_KEY_MEDIUM: /* materials.c */
    case ND_KEY_LIST: break;
    case ND_KEY_COUNTS:
        for (int i = 0; i < 3; i++) ((int *)at)[i] = (int)number(node->entry[i].value);
        break;
    }
done:
    return status;
}

static int decode_fallback(const struct nd_key *key, void *at)
{
    int status = 0;
    struct nd_node *node = NULL;
    TRY(nd_yaml_parse(&node, key->fallback, strlen(key->fallback), key->path));
    TRY(decode_value(key, node, at));
done:
    nd_node_destroy(node);
    return status;
}

/* Fills all members below the row `parent`, of the problem or of a record. node: null if not given. */
static int decode_map(void *p, const struct nd_key *parent, const struct nd_node *node)
{
    int status = 0;
    const struct nd_key *key = NULL;
    while ((key = nd_key_next(parent, key))) {
        const struct nd_entry *entry = nd_node_entry(node, nd_key_name(key));
        const struct nd_node *value = entry ? entry->value : NULL;
        char *at = (char *)p + key->at;
        if (entry && key->line) *(int *)((char *)p + key->line) = entry->line;
        if (value && key->at) TRY(decode_value(key, value, at));
        if (!value && key->fallback) TRY(decode_fallback(key, at));
        if (!value && key->unset) *(double *)at = NAN;
        if (key->kind == ND_KEY_MAP) TRY(decode_map(p, key, value));
    }
done:
    return status;
}

static int decode_records(const struct nd_key *key, const struct nd_node *map, struct nd_records *records)
{
    int status = 0;
    records->at = nd_alloc(map->n, key->record);
    if (!records->at) FAIL(NUDGE_ENOMEM, "out of memory");
    for (size_t i = 0; i < map->n; i++) {
        struct nd_named *named = (void *)((char *)records->at + (size_t)records->n++ * key->record);
        named->line = map->entry[i].line;
        STRDUP(named->name, map->entry[i].key);
        TRY(decode_map(named, nd_key_next(key, NULL), map->entry[i].value));
    }
done:
    return status;
}

/* One map, or a list of them. */
static int decode_maps(const struct nd_key *key, const struct nd_node *node, struct nd_records *records)
{
    int status = 0;
    const size_t n = node->kind == ND_SEQUENCE ? node->n : 1;
    records->at = nd_alloc(n, key->record);
    if (!records->at) FAIL(NUDGE_ENOMEM, "out of memory");
    for (size_t i = 0; i < n; i++) {
        struct nd_named *named = (void *)((char *)records->at + (size_t)records->n++ * key->record);
        const struct nd_node *map = node->kind == ND_SEQUENCE ? node->entry[i].value : node;
        named->line = map->line;
        TRY(decode_map(named, key, map));
    }
done:
    return status;
}

/* Rows may share a member; it is then null the second time. */
static void clear_value(const struct nd_key *key, void *at)
{
    struct nd_words *words = at;
    struct nd_pairs *pairs = at;
    switch (key->kind) {
    case ND_KEY_NAMES:
        for (int i = 0; i < pairs->n; i++) {
            free(pairs->at[i].name);
            free(pairs->at[i].value);
        }
        free(pairs->at);
        *pairs = (struct nd_pairs){0};
        break;
    case ND_KEY_TEXT:
    case ND_KEY_EXPRESSION:
        free(*(char **)at);
        *(char **)at = NULL;
        break;
    case ND_KEY_WORDS:
        for (int i = 0; i < words->n; i++) free(words->at[i]);
        free(words->at);
        *words = (struct nd_words){0};
        break;
    case ND_KEY_NUMBERS:
        free(((struct nd_numbers *)at)->at);
        *(struct nd_numbers *)at = (struct nd_numbers){0};
        break;
    default: break;
    }
}

void nd_keys_clear(const struct nd_key *parent, void *record)
{
    const struct nd_key *key = NULL;
    while ((key = nd_key_next(parent, key))) {
        if (key->at) clear_value(key, (char *)record + key->at);
        if (key->kind == ND_KEY_MAP) nd_keys_clear(key, record);
    }
}

/* The line of a region whose material is vacuum without being listed among the materials; -1: none. */
static int find_vacuum(const nudge_problem *p)
{
    for (int m = 0; m < p->nmaterials; m++)
        if (!strcmp(p->material[m].name, "vacuum")) return -1;
    for (int i = 0; i < p->regions.n; i++)
        if (!strcmp(p->regions.at[i].value, "vacuum")) return p->regions.at[i].line;
    return -1;
}

static int decode_materials(nudge_problem *p)
{
    int status = 0;
    struct nd_node *none = NULL;
    const struct nd_node *map = nd_node_get(p->tree, "materials");
    size_t n = map ? map->n : 0;
    ALLOC(p->material, n + 1);
    for (size_t i = 0; i < n; i++) TRY(nd_material_decode(&p->material[p->nmaterials++], &map->entry[i]));
    const int line = find_vacuum(p);
    if (line >= 0 || (!map && !nd_node_get(p->tree, "regions"))) {
        TRY(nd_node_create(&none, ND_MAPPING, 0, 0));
        TRY(nd_material_decode(&p->material[p->nmaterials++],
                               &(struct nd_entry){"vacuum", line > 0 ? line : 0, none}));
        p->material[p->nmaterials - 1].vacuum = line >= 0;
    }
done:
    nd_node_destroy(none);
    return status;
}

/* If no regions are given, the only material becomes the default. */
static int default_region(nudge_problem *p)
{
    int status = 0;
    if (nd_node_get(p->tree, "regions") || p->nmaterials != 1) return 0;
    ALLOC(p->regions.at, 1);
    p->regions.n = 1;
    p->regions.at[0].line = p->material[0].line;
    STRDUP(p->regions.at[0].name, "default");
    STRDUP(p->regions.at[0].value, p->material[0].name);
done:
    return status;
}

int nd_problem_decode(nudge_problem *p, const char *set)
{
    int status = 0;
    struct nd_origin origin = {p, set};
    p->time_end = NAN;
    p->output.scene_at = NAN;
    TRY(nd_keys_check(p->tree, &origin));
    TRY(decode_map(p, nd_keys, p->tree));
    TRY(decode_materials(p));
    TRY(default_region(p));
    TRY(nd_problem_check(p, &origin));
done:
    /* A message about another line may still be caused by the --set option. */
    if (status && set && strncmp(nudge_error(), "--set ", 6)) nd_fail_prefix(status, "--set %.200s", set);
    return status;
}
