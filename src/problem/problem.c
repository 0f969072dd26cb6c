#include "problem/problem.h"

#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include "base/file.h"
#include "base/format.h"
#include "base/memory.h"
#include "problem/keys.h"
#include "problem/yaml.h"

const struct nd_pair *nd_pairs_find(const struct nd_pairs *pairs, const char *name)
{
    const struct nd_pair *fallback = NULL;
    for (int i = 0; i < pairs->n; i++) {
        if (!strcmp(pairs->at[i].name, name)) return &pairs->at[i];
        if (!strcmp(pairs->at[i].name, "default")) fallback = &pairs->at[i];
    }
    return fallback;
}

const char *nd_problem_where(const nudge_problem *problem, int line, char where[512])
{
    const char *path = *problem->path ? problem->path : "problem";
    size_t n = strlen(path);
    /* A very long path is cut at its beginning: its end says most, and the line must stay. */
    const char *cut = n > 480 ? "..." : "", *tail = n > 480 ? path + n - 470 : path;
    if (line > 0)
        nd_format(where, 512, "%s%s:%d", cut, tail, line);
    else
        nd_format(where, 512, "%s%s", cut, tail);
    return where;
}

static void clear_pairs(struct nd_pairs *pairs)
{
    for (int i = 0; i < pairs->n; i++) {
        free(pairs->at[i].name);
        free(pairs->at[i].value);
    }
    free(pairs->at);
}

static void clear_records(struct nd_records *records, const char *path)
{
    const struct nd_key *key = nd_keys;
    while (strcmp(key->path, path)) key++;
    for (int i = 0; i < records->n; i++) {
        struct nd_named *named = (void *)((char *)records->at + (size_t)i * key->record);
        nd_keys_clear(key->kind == ND_KEY_MAPS ? key : nd_key_next(key, NULL), named);
        free(named->name);
    }
    free(records->at);
}

static void clear_words(struct nd_words *words)
{
    for (int i = 0; i < words->n; i++) free(words->at[i]);
    free(words->at);
}

void nudge_problem_destroy(nudge_problem *problem)
{
    if (!problem) return;
    clear_pairs(&problem->periodic);
    clear_pairs(&problem->regions);
    clear_pairs(&problem->boundaries);
    clear_pairs(&problem->symmetry);
    clear_pairs(&problem->initial);
    clear_pairs(&problem->exact);
    for (int i = 0; i < problem->nmaterials; i++) nd_material_clear(&problem->material[i]);
    for (int i = 0; i < 6; i++) free(problem->box.side[i]);
    clear_records(&problem->sources, "sources");
    clear_records(&problem->monitors, "monitors");
    clear_records(&problem->ports, "ports");
    clear_records(&problem->loads, "loads");
    free(problem->sparameters.band.at);
    clear_records(&problem->conductors, "conductors");
    clear_records(&problem->sheets, "sheets");
    clear_words(&problem->pml.regions);
    clear_words(&problem->output.scene_surface);
    clear_records(&problem->output.pictures, "output.picture");
    char *texts[] = {problem->path,
                     problem->folder,
                     problem->law,
                     problem->mesh_file,
                     problem->geometry,
                     problem->made_in,
                     problem->box.region,
                     problem->sparameters.excite,
                     problem->sparameters.file,
                     problem->output.folder,
                     problem->output.fields_file,
                     problem->output.energy_file,
                     problem->output.scene_file,
                     problem->output.scene_colour,
                     problem->output.scene_arrows,
                     problem->output.report_file};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) free(texts[i]);
    free(problem->material);
    nd_node_destroy(problem->tree);
    free(problem);
}

/* mesh.shell is an older spelling of mesh.pml, in files and in options. */
static void rename_mesh_shell(struct nd_node *tree)
{
    const struct nd_node *mesh = nd_node_get(tree, "mesh");
    struct nd_entry *old = nd_node_entry(mesh, "shell");
    if (old && !nd_node_entry(mesh, "pml")) memcpy(old->key, "pml", sizeof "pml");
}

static void rename_mesh_shell_path(char *path)
{
    static const char older[] = "mesh.shell", present[] = "mesh.pml";
    const size_t n = sizeof older - 1, m = sizeof present - 1;
    if (strncmp(path, older, n) || (path[n] && path[n] != '.')) return;
    memcpy(path, present, m);
    memmove(path + m, path + n, strlen(path + n) + 1);
}

int nd_problem_create(nudge_problem **problem, const char *path, const char *folder, struct nd_node *tree,
                      const char *set)
{
    int status = 0;
    nudge_problem *p = NULL;
    ALLOC(p, 1);
    p->tree = tree;
    tree = NULL;
    STRDUP(p->path, path);
    STRDUP(p->folder, folder);
    rename_mesh_shell(p->tree);
    TRY(nd_problem_decode(p, set));
    *problem = p;
    p = NULL;
done:
    nd_node_destroy(tree);
    nudge_problem_destroy(p);
    return status;
}

/* A problem from a pipe, as in `nudge run <(sed ...)`, has no folder of its own: its paths are relative
 * to the current folder. */
static int is_stream(const char *path)
{
    struct stat info;
    return !strcmp(path, "/dev/stdin") || !strncmp(path, "/dev/fd/", 8) ||
           !strncmp(path, "/proc/self/fd/", 14) || (!stat(path, &info) && !S_ISREG(info.st_mode));
}

/* Refuses a mesh or a geometry by its ending. */
static int refuse_mesh(const char *path)
{
    int status = 0;
    static const char *const endings[] = {".msh", ".neu", ".node", ".ele", ".geo"};
    const size_t n = strlen(path);
    for (int i = 0; i < 5; i++) {
        const size_t m = strlen(endings[i]);
        if (n > m && !strcmp(path + n - m, endings[i]))
            FAIL(NUDGE_EFORMAT, "%s: is a %s, not a problem file; a problem file names it, as mesh: {%s: %s}", path,
                 i == 4 ? "geometry" : "mesh", i == 4 ? "geometry" : "file", nd_path_name(path));
    }
done:
    return status;
}

int nudge_problem_read(nudge_problem **problem, const char *path)
{
    GIVEN(problem, "problem");
    *problem = NULL;
    GIVEN(path, "path");
    int status = 0;
    char *text = NULL, *folder = NULL;
    size_t n;
    struct nd_node *tree = NULL;
    TRY(refuse_mesh(path));
    TRY(nd_stream_read(path, ND_YAML_BYTES, &text, &n));
    TRY(nd_yaml_parse(&tree, text, n, path));
    folder = is_stream(path) ? nd_strdup("") : nd_path_folder(path);
    if (!folder) FAIL(NUDGE_ENOMEM, "out of memory");
    struct nd_node *mine = tree;
    tree = NULL;
    TRY(nd_problem_create(problem, path, folder, mine, NULL));
done:
    nd_node_destroy(tree);
    free(text);
    free(folder);
    return status;
}

int nudge_problem_parse(nudge_problem **problem, const char *text, const char *folder)
{
    GIVEN(problem, "problem");
    *problem = NULL;
    GIVEN(text, "text");
    int status = 0;
    struct nd_node *tree = NULL;
    TRY(nd_yaml_parse(&tree, text, strlen(text), "problem"));
    TRY(nd_problem_create(problem, "", folder ? folder : "", tree, NULL));
done:
    return status;
}

/* Values from an option have no line in the file. */
static void forget_lines(struct nd_node *node)
{
    node->line = node->column = 0;
    for (size_t i = 0; i < node->n; i++) {
        node->entry[i].line = 0;
        forget_lines(node->entry[i].value);
    }
}

/* The map that holds the last part of the dotted key; missing maps are added. *last: points into path. */
static int open_path(struct nd_node *tree, char *path, const char *key, struct nd_node **map, char **last)
{
    int status = 0, depth = 0;
    struct nd_node *node = tree;
    for (char *part = path;; part++) {
        char *dot = part + strcspn(part, ".");
        bool end = !*dot;
        if (node->kind != ND_MAPPING)
            FAIL(NUDGE_EVALUE, "--set %.200s: what comes before '%.80s' is not a map", key, part);
        if (dot == part || ++depth > ND_YAML_DEPTH)
            FAIL(NUDGE_EVALUE, "--set %.200s: not a key; write it as time.end", key);
        *dot = 0;
        *map = node;
        *last = part;
        if (end) return 0;
        struct nd_node *next = nd_node_get(node, part);
        if (!next) {
            TRY(nd_node_create(&next, ND_MAPPING, 0, 0));
            TRY(nd_node_put(node, part, 0, next));
        }
        node = next;
        part = dot;
    }
done:
    return status;
}

/* The key that is set last replaces those that it excludes. */
static void drop_rivals(struct nd_node *tree, const char *key)
{
    bool box = !strncmp(key, "mesh.box", 8) && (!key[8] || key[8] == '.');
    struct nd_node *mesh = nd_node_get(tree, "mesh"), *cells = nd_node_find(tree, "mesh.box");
    if (!strcmp(key, "mesh.box.h")) nd_node_remove(cells, "divisions");
    if (!strcmp(key, "mesh.box.divisions")) nd_node_remove(cells, "h");
    if (box) nd_node_remove(mesh, "file");
    if (!strcmp(key, "mesh.file")) nd_node_remove(mesh, "box");
}

int nudge_problem_set(nudge_problem *problem, const char *key, const char *value)
{
    GIVEN(problem, "problem");
    GIVEN(key, "key");
    GIVEN(value, "value");
    int status = 0;
    struct nd_node *tree = NULL, *node = NULL, *map = NULL;
    nudge_problem *changed = NULL;
    struct nd_text name = {0};
    char *path = NULL, *last = NULL;
    nd_text_add(&name, "--set %.200s", key);
    TRY(nd_text_check(&name));
    STRDUP(path, key);
    rename_mesh_shell_path(path);
    TRY(nd_yaml_parse(&node, value, strlen(value), name.s));
    forget_lines(node);
    TRY(nd_node_copy(&tree, problem->tree));
    TRY(open_path(tree, path, key, &map, &last));
    struct nd_node *mine = node;
    node = NULL;
    TRY(nd_node_put(map, last, 0, mine));
    drop_rivals(tree, key);
    mine = tree;
    tree = NULL;
    TRY(nd_problem_create(&changed, problem->path, problem->folder, mine, key));
    changed->trust = problem->trust;
    nudge_problem old = *problem;
    *problem = *changed;
    *changed = old;
done:
    nd_text_clear(&name);
    free(path);
    nd_node_destroy(node);
    nd_node_destroy(tree);
    nudge_problem_destroy(changed);
    return status;
}
