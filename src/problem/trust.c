/* Permissions of a problem's text. The text may come from a stranger: it may describe a run, but neither
 * bring code nor choose files outside its output folder. The caller's own settings (nudge_problem_set,
 * whose values have no line in the tree) may do both, and nudge_problem_trust extends that to the text.
 * doc/reference/trust.md explains it to users. */
#include <string.h>
#include "problem/problem.h"
#include "problem/yaml.h"

int nudge_problem_trust(nudge_problem *problem, int what)
{
    int status = 0;
    if (!problem) FAIL(NUDGE_EVALUE, "nudge_problem_trust: there is no problem");
    if (what & ~(NUDGE_TRUST_LAW | NUDGE_TRUST_PATHS))
        FAIL(NUDGE_EVALUE, "nudge_problem_trust: %d is not made of NUDGE_TRUST_LAW and NUDGE_TRUST_PATHS",
             what);
    problem->trust |= what;
done:
    return status;
}

/* Whether a value comes from the problem's text, not from the caller. */
static bool is_of_text(const struct nd_node *node)
{
    return node && node->line > 0;
}

bool nd_problem_trusts_law(const nudge_problem *problem)
{
    return problem->trust & NUDGE_TRUST_LAW || !is_of_text(nd_node_get(problem->tree, "law"));
}

bool nd_problem_trusts_geometry(const nudge_problem *problem)
{
    return problem->trust & NUDGE_TRUST_LAW || !is_of_text(nd_node_find(problem->tree, "mesh.geometry"));
}

/* Output to these devices is discarded or shown. */
static bool is_no_file(const char *path)
{
    return !strcmp(path, "/dev/null") || !strcmp(path, "/dev/stdout") || !strcmp(path, "/dev/stderr");
}

/* Whether a component of the path begins with a dot: ".." leads out of the folder, and other such files
 * are settings of programs. */
static bool has_dotted_part(const char *path)
{
    for (const char *part = path; *part; part += strspn(part, "/")) {
        const size_t n = strcspn(part, "/");
        if (*part == '.' && n > 1) return true;
        part += n;
    }
    return false;
}

/* Whether a component of the path is "..". */
static bool climbs(const char *path)
{
    for (const char *part = path; *part; part += strspn(part, "/")) {
        const size_t n = strcspn(part, "/");
        if (n == 2 && part[0] == '.' && part[1] == '.') return true;
        part += n;
    }
    return false;
}

/* A user who writes ~ means the home folder; a folder named ~ would come as a surprise. */
static int check_home(const nudge_problem *problem, const char *key, int line, const char *name)
{
    int status = 0;
    char where[512];
    if (!name || *name != '~') return 0;
    FAIL(NUDGE_EVALUE,
         "%s: %s: '%.200s': the shell's ~ is not expanded here; write the path in full, or ./~ for a name "
         "that begins so",
         nd_problem_where(problem, line, where), key, name);
done:
    return status;
}

/* The folder is checked like a name, because outputs replace files in it. */
static int check_folder(const nudge_problem *problem)
{
    int status = 0;
    char where[512];
    const struct nd_node *node = nd_node_find(problem->tree, "output.folder");
    if (!is_of_text(node) || (*node->text != '/' && !has_dotted_part(node->text))) return 0;
    FAIL(
        NUDGE_EVALUE,
        "%s: output.folder: '%.200s' %s, which a problem file may not choose by itself: take a folder beside "
        "the problem file, or allow it by --allow-outside or --set output.folder=%.200s (in a program: "
        "nudge_problem_trust or nudge_problem_set)",
        nd_problem_where(problem, node->line, where), node->text,
        *node->text == '/' || climbs(node->text) ? "leads out of the problem file's folder"
                                                 : "is a hidden folder",
        node->text);
done:
    return status;
}

static int check_name(const nudge_problem *problem, const char *key, int line, const char *name)
{
    int status = 0;
    char where[512];
    if (is_no_file(name) || (*name != '/' && !has_dotted_part(name))) return 0;
    FAIL(NUDGE_EVALUE,
         "%s: %s: '%.200s' %s, which a problem file may not choose by itself: take another name, or allow "
         "it by --allow-outside or --set (in a program: nudge_problem_trust)",
         nd_problem_where(problem, line, where), key, name,
         *name == '/' || climbs(name) ? "leads out of the output folder" : "is a hidden file");
done:
    return status;
}

static int check_homes(const nudge_problem *problem, const char *const *keys, size_t n)
{
    int status = 0;
    const struct nd_node *monitors = nd_node_get(problem->tree, "monitors");
    for (size_t i = 0; i < n; i++) {
        const struct nd_node *node = nd_node_find(problem->tree, keys[i]);
        if (node) TRY(check_home(problem, keys[i], node->line, node->text));
    }
    for (size_t i = 0; monitors && i < monitors->n; i++) {
        const struct nd_entry *entry = &monitors->entry[i];
        const struct nd_node *file = nd_node_get(entry->value, "file");
        TRY(check_home(problem, "monitors", entry->line, file ? file->text : entry->key));
    }
done:
    return status;
}

/* A monitor writes the file it names, else one with the monitor's own name. */
static int check_monitors(const nudge_problem *problem)
{
    int status = 0;
    const struct nd_node *monitors = nd_node_get(problem->tree, "monitors");
    for (size_t i = 0; monitors && i < monitors->n; i++) {
        const struct nd_entry *entry = &monitors->entry[i];
        const struct nd_node *file = nd_node_get(entry->value, "file");
        if (is_of_text(file)) TRY(check_name(problem, "monitors", file->line, file->text));
        if (!file && entry->line > 0) TRY(check_name(problem, "monitors", entry->line, entry->key));
    }
done:
    return status;
}

/* The file of picture i of a list; null: there is no list, or it is shorter. */
static const struct nd_node *listed_picture(const nudge_problem *problem, size_t i)
{
    const struct nd_node *list = nd_node_find(problem->tree, "output.picture");
    return list && list->kind == ND_SEQUENCE && i < list->n ? nd_node_get(list->entry[i].value, "file")
                                                            : NULL;
}

static int check_pictures(const nudge_problem *problem)
{
    int status = 0;
    static const char key[] = "output.picture.file";
    const struct nd_node *file;
    for (size_t i = 0; (file = listed_picture(problem, i)); i++) {
        TRY(check_home(problem, key, file->line, file->text));
        if (!(problem->trust & NUDGE_TRUST_PATHS) && is_of_text(file))
            TRY(check_name(problem, key, file->line, file->text));
    }
done:
    return status;
}

int nd_problem_check_paths(const nudge_problem *problem)
{
    int status = 0;
    static const char *const keys[] = {"output.fields.file", "output.energy.file", "output.picture.file",
                                       "output.scene.file",  "output.report",      "output.folder"};
    enum { KEYS = sizeof keys / sizeof *keys, NAMES = KEYS - 1 };
    TRY(check_homes(problem, keys, KEYS));
    TRY(check_pictures(problem));
    if (problem->trust & NUDGE_TRUST_PATHS) return 0;
    TRY(check_folder(problem));
    for (size_t i = 0; i < NAMES; i++) {
        const struct nd_node *node = nd_node_find(problem->tree, keys[i]);
        if (is_of_text(node)) TRY(check_name(problem, keys[i], node->line, node->text));
    }
    TRY(check_monitors(problem));
done:
    return status;
}

bool nd_problem_writes_outside(const nudge_problem *problem)
{
    const struct nd_node *node = nd_node_find(problem->tree, "output.folder");
    const size_t own = strlen(problem->folder);
    if (!is_of_text(node)) return false;
    const char *folder = node->text;
    const bool within = own && !strncmp(folder, problem->folder, own) && (!folder[own] || folder[own] == '/');
    return climbs(folder) || (*folder == '/' && !within);
}
