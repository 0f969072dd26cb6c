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

static int check_regions(const nudge_problem *p, const struct nd_origin *origin)
{
    int status = 0;
    char where[512];
    const char **names = NULL;
    ALLOC(names, p->nmaterials + 1);
    for (int m = 0; m < p->nmaterials; m++) names[m] = p->material[m].name;
    names[p->nmaterials] = "vacuum"; /* may be named without being listed */
    for (int i = 0; i < p->regions.n; i++) {
        const struct nd_pair *region = &p->regions.at[i];
        int m = 0;
        while (m < p->nmaterials && strcmp(names[m], region->value)) m++;
        if (m < p->nmaterials) continue;
        const char *near = nd_text_nearest(region->value, names, p->nmaterials + 1);
        FAIL(NUDGE_EVALUE,
             "%s: region '%.80s' is of material '%.80s', which is not among the materials%s%.80s%s",
             nd_origin_where(origin, region->line, where), region->name, region->value,
             near ? ", did you mean '" : "", near ? near : "", near ? "'?" : "");
    }
    if (p->nmaterials > 1 && !p->regions.n)
        FAIL(NUDGE_EVALUE, "%s: there are %d materials and no regions; add regions: {default: %.80s}",
             nd_origin_where(origin, p->material[1].line, where), p->nmaterials, names[0]);
done:
    free(names);
    return status;
}

/* Planes of symmetry become boundaries, too. */
static int add_symmetry(nudge_problem *p, const struct nd_origin *origin)
{
    int status = 0;
    char where[512];
    struct nd_pairs *to = &p->boundaries;
    size_t capacity = (size_t)to->n;
    for (int i = 0; i < p->symmetry.n; i++) {
        const struct nd_pair *pair = &p->symmetry.at[i];
        for (int j = 0; j < to->n; j++)
            if (!strcmp(to->at[j].name, pair->name))
                FAIL(NUDGE_EVALUE,
                     "%s: '%.80s' is under symmetry and under boundaries; leave one of them out",
                     nd_origin_where(origin, pair->line, where), pair->name);
        if (!strcmp(pair->name, "default"))
            FAIL(NUDGE_EVALUE, "%s: symmetry wants names of boundaries; default is none",
                 nd_origin_where(origin, pair->line, where));
        TRY(nd_grow(&to->at, &capacity, (size_t)to->n + 1, sizeof *to->at));
        to->at[to->n++] = (struct nd_pair){.line = pair->line};
        STRDUP(to->at[to->n - 1].name, pair->name);
        STRDUP(to->at[to->n - 1].value, pair->value);
    }
done:
    return status;
}

/* A monitor of resonances is a probe whose signal is analysed at the end. */
static int check_resonances(nudge_problem *p, const struct nd_origin *origin)
{
    int status = 0;
    char where[512];
    for (int i = 0; i < p->monitors.n; i++) {
        struct nd_monitor_spec *m = (struct nd_monitor_spec *)p->monitors.at + i;
        if (!m->resonances) continue;
        m->probe = true;
        if (m->frequencies.n != 2 || !(m->frequencies.at[0] < m->frequencies.at[1]))
            FAIL(NUDGE_EVALUE,
                 "%s: monitors.%.80s.resonances.band wants two frequencies, the lower one first, as [f1, f2]",
                 nd_origin_where(origin, m->frequencies.line, where), m->named.name);
    }
done:
    return status;
}

static int check_time(const nudge_problem *p, const struct nd_origin *origin)
{
    int status = 0;
    char where[512];
    bool end = !isnan(p->time_end), dt = p->dt > 0, steps = p->steps > 0;
    nd_origin_where(origin, p->time_line, where);
    if (end && dt && steps)
        FAIL(NUDGE_EVALUE, "%s: time has end, dt and steps; leave one of them out", where);
    if (!end && !(dt && steps))
        FAIL(NUDGE_EVALUE, "%s: time needs 'end', or 'dt' and 'steps' together", where);
    if (!end && !isfinite(p->dt * (double)p->steps))
        FAIL(NUDGE_EVALUE, "%s: dt times steps is too large", where);
done:
    return status;
}

static int check_scale(const nudge_problem *p, const struct nd_origin *origin)
{
    int status = 0;
    char where[512];
    if (p->scale.word && p->units != ND_UNITS_SI)
        FAIL(
            NUDGE_EVALUE,
            "%s: mesh.scale is a unit of length, which stands for its metres, and units are natural, without "
            "metres; add units: si, or give mesh.scale as a number",
            nd_origin_where(origin, p->scale.line, where));
done:
    return status;
}

/* A unit in mesh.box is a size in metres already, which mesh.scale must not change once more. */
static int check_box_scale(const nudge_problem *p, const struct nd_origin *origin)
{
    int status = 0;
    char where[512];
    static const char *const keys[] = {"size", "origin", "h"};
    const struct nd_node *box = nd_node_find(p->tree, "mesh.box");
    for (size_t i = 0; box && p->scale.factor != 1 && i < sizeof keys / sizeof *keys; i++) {
        const struct nd_node *node = nd_node_get(box, keys[i]);
        if (node && nd_quantity_has_unit(node))
            FAIL(
                NUDGE_EVALUE,
                "%s: mesh.box.%s has a unit, and mesh.scale would multiply it once more; leave mesh.scale or "
                "the unit out",
                nd_origin_where(origin, node->line, where), keys[i]);
    }
done:
    return status;
}

double nd_box_count(const struct nd_box *box, double bricks[3])
{
    double tets = 6;
    for (int i = 0; i < 3; i++) {
        /* Rounding must not add a cell when the division comes out whole. */
        bricks[i] = box->h > 0 ? fmax(1, ceil(box->size[i] / box->h * (1 - 1e-12))) : box->divisions[i];
        tets *= bricks[i];
    }
    return tets;
}

struct nd_box nd_box_grown(const nudge_problem *p)
{
    struct nd_box box = p->box;
    double bricks[3];
    bool chosen = false;
    if (!p->mesh_pml.given) return box;
    nd_box_count(&p->box, bricks);
    for (int side = 0; side < 6; side++) chosen |= p->mesh_pml.side[side];
    for (int i = 0; i < 6; i++)
        bricks[i / 2] += (chosen ? p->mesh_pml.side[i] : !box.periodic[i / 2]) * p->mesh_pml.layers;
    box.h = 0;
    for (int i = 0; i < 3; i++) box.divisions[i] = (int)fmin(bricks[i], INT32_MAX);
    return box;
}

static int check_box(const nudge_problem *p, const struct nd_origin *origin)
{
    int status = 0;
    char where[512];
    double bricks[3];
    if (!p->box.given) return 0;
    const struct nd_box grown = nd_box_grown(p);
    const double tets = nd_box_count(&grown, bricks);
    if (!(tets <= ND_BOX_TETS_MOST))
        FAIL(NUDGE_EVALUE,
             "%s: mesh.box has %.3g tetrahedra%s, more than %d; take fewer divisions or a larger h",
             nd_origin_where(origin, p->box.line, where), tets, p->mesh_pml.given ? " with its PML" : "",
             ND_BOX_TETS_MOST);
done:
    return status;
}

static int check_ports(const nudge_problem *p, const struct nd_origin *origin)
{
    int status = 0;
    const struct nd_sparameters_spec *s = &p->sparameters;
    const double *band = s->band.at;
    char where[512];
    if (p->ports.n && !s->given)
        FAIL(NUDGE_EVALUE,
             "%s: there are ports and no sparameters; add sparameters: {band: [LOWEST, HIGHEST]}, the "
             "frequencies at which they are used",
             nd_origin_where(origin, nd_problem_port(p, 0)->named.line, where));
    if (!s->given) return 0;
    nd_origin_where(origin, s->line, where);
    if (!p->ports.n) FAIL(NUDGE_EVALUE, "%s: sparameters: there are no ports; add some", where);
    if (s->band.n != 2 || !(band[1] > band[0]))
        FAIL(NUDGE_EVALUE, "%s: sparameters.band: two frequencies are wanted, the lower one first", where);
    if (strchr(s->file, '/') || !*s->file || *s->file == '.')
        FAIL(NUDGE_EVALUE, "%s: sparameters.file is '%.80s', a name without folder and ending is wanted",
             where, s->file);
    for (int i = 0; i < p->ports.n; i++) {
        const char *name = nd_problem_port(p, i)->named.name;
        const size_t n = strspn(name, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-");
        if (!n || name[n] || n > 40)
            FAIL(NUDGE_EVALUE,
                 "%s: port '%.80s': a folder and columns are called like it: up to 40 letters, digits, _ and "
                 "- "
                 "are possible",
                 nd_origin_where(origin, nd_problem_port(p, i)->named.line, where), name);
    }
    for (int i = 0; i < p->ports.n; i++)
        if (s->excite && !strcmp(s->excite, nd_problem_port(p, i)->named.name)) return 0;
    if (s->excite)
        FAIL(NUDGE_EVALUE, "%s: sparameters.excite: '%.80s' is not among the ports", where, s->excite);
done:
    return status;
}

/* Other programs go by the ending of these files. */
static int check_ending(const struct nd_origin *origin, int line, const char *key, const char *file,
                        const char *ending)
{
    int status = 0;
    char where[512];
    if (!file) return 0;
    const size_t n = strlen(file), more = strlen(ending);
    if (!strcmp(nd_path_name(file), ending))
        FAIL(NUDGE_EVALUE, "%s: %s is '%.80s', a name before the ending is wanted, as a%s",
             nd_origin_where(origin, line, where), key, file, ending);
    if (n <= more || strcmp(file + n - more, ending))
        FAIL(NUDGE_EVALUE, "%s: %s is '%.80s', a name ending in %s is wanted",
             nd_origin_where(origin, line, where), key, file, ending);
done:
    return status;
}

int nd_problem_decode(nudge_problem *p, const char *set)
{
    int status = 0;
    struct nd_origin origin = {p, set};
    p->time_end = NAN;
    p->output.picture_at = NAN;
    p->output.scene_at = NAN;
    TRY(nd_keys_check(p->tree, &origin));
    TRY(decode_map(p, nd_keys, p->tree));
    TRY(decode_materials(p));
    TRY(default_region(p));
    TRY(check_regions(p, &origin));
    TRY(check_time(p, &origin));
    TRY(check_resonances(p, &origin));
    TRY(add_symmetry(p, &origin));
    TRY(check_scale(p, &origin));
    TRY(check_box_scale(p, &origin));
    TRY(check_box(p, &origin));
    TRY(check_ports(p, &origin));
    TRY(check_ending(&origin, p->output.fields_line, "output.fields.file", p->output.fields_file, ".pvd"));
    TRY(check_ending(&origin, p->output.picture_line, "output.picture.file", p->output.picture_file, ".png"));
    TRY(check_ending(&origin, p->output.scene_line, "output.scene.file", p->output.scene_file, ".png"));
done:
    /* A message about another line may still be caused by the --set option. */
    if (status && set && strncmp(nudge_error(), "--set ", 6)) nd_fail_prefix(status, "--set %.200s", set);
    return status;
}
