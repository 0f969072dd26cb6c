#include "output/clash.h"

#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include "base/file.h"
#include "base/format.h"
#include "base/memory.h"

/* Sets path i and its key; file null: the output is not wanted. */
static int set_path(struct nd_output_paths *paths, int i, const char *folder, const char *file,
                    const char *key)
{
    int status = 0;
    nd_format(paths->key[i], sizeof paths->key[i], "%s", key);
    if (file) paths->at[i] = nd_path_join(folder, file);
    if (file && !paths->at[i]) FAIL(NUDGE_ENOMEM, "out of memory");
done:
    return status;
}

/* Further files of a monitor have the name of its own file with other endings. */
static int set_monitor(struct nd_output_paths *paths, const nudge_problem *problem, int i, const char *folder)
{
    int status = 0;
    const struct nd_monitor_spec *m = nd_problem_monitor(problem, i);
    const char *own = m->file ? m->file : m->named.name, *dot = m->file ? strrchr(own, '.') : NULL;
    const int stem = dot && !strchr(dot, '/') ? (int)(dot - own) : (int)strlen(own),
              first = nd_output_monitor(i);
    const char *const ending[ND_MONITOR_FILES] = {
        [ND_MONITOR_TABLE] = m->fourier ? NULL : ".csv",
        [ND_MONITOR_ARRAYS] = m->fourier || m->far || m->resonances ? ".h5" : NULL,
        [ND_MONITOR_TOTALS] = m->far          ? "-totals.csv"
                              : m->resonances ? "-signal.csv"
                                              : NULL,
        [ND_MONITOR_CHART] = m->far || m->resonances  ? nd_problem_chart_ending(problem, ".svg")
                             : nd_monitor_is_plane(m) ? nd_problem_chart_ending(problem, ".png")
                                                      : NULL};
    char key[128], *file = NULL;
    nd_format(key, sizeof key, "monitors.%.100s", m->named.name);
    ALLOC(file, stem + 16);
    for (int j = 0; j < ND_MONITOR_FILES; j++) {
        if (ending[j]) nd_format(file, (size_t)stem + 16, "%.*s%s", stem, own, ending[j]);
        TRY(set_path(paths, first + j, folder, ending[j] ? file : NULL, key));
    }
done:
    free(file);
    return status;
}

int nd_output_paths_init(struct nd_output_paths *paths, const nudge_problem *problem)
{
    int status = 0;
    const struct nd_output *o = &problem->output;
    char *folder = nd_path_join(problem->folder, o->folder ? o->folder : "");
    memset(paths, 0, sizeof *paths);
    if (!folder) FAIL(NUDGE_ENOMEM, "out of memory");
    paths->n = nd_output_picture(problem, o->pictures.n);
    ALLOC(paths->at, paths->n);
    ALLOC(paths->key, paths->n);
    TRY(set_path(paths, ND_OUTPUT_FIELDS, folder, o->fields_file, "output.fields.file"));
    TRY(set_path(paths, ND_OUTPUT_ENERGY, folder, o->energy_file, "output.energy.file"));
    TRY(set_path(paths, ND_OUTPUT_SCENE, folder, o->scene_file, "output.scene.file"));
    TRY(set_path(paths, ND_OUTPUT_REPORT, folder, o->report_file ? o->report_file : "run.json",
                 "output.report"));
    TRY(set_path(paths, ND_OUTPUT_PORTS, folder, problem->ports.n ? "ports.csv" : NULL, "ports"));
    for (int i = 0; i < problem->monitors.n; i++) TRY(set_monitor(paths, problem, i, folder));
    for (int i = 0; i < o->pictures.n; i++) {
        char key[64] = "output.picture.file";
        if (o->pictures.n > 1) nd_format(key, sizeof key, "output.picture.%d.file", i + 1);
        TRY(set_path(paths, nd_output_picture(problem, i), folder, nd_problem_picture(problem, i)->file,
                     key));
    }
done:
    free(folder);
    if (status) nd_output_paths_clear(paths);
    return status;
}

void nd_output_paths_clear(struct nd_output_paths *paths)
{
    for (int i = 0; i < paths->n && paths->at; i++) free(paths->at[i]);
    free(paths->at);
    free(paths->key);
    memset(paths, 0, sizeof *paths);
}

/* The identity of a path: a file; if it does not exist, a name in a folder; if that does not exist either,
 * the path. */
struct identity {
    dev_t device;
    ino_t inode;
    const char *name; /* null: equal to no other */
};

static int identify(const char *path, struct identity *identity)
{
    int status = 0;
    struct stat x;
    char *folder = NULL;
    *identity = (struct identity){.name = NULL};
    if (!path) goto done;
    if (!stat(path, &x)) {
        /* Devices and pipes may be written by several outputs. */
        if (S_ISREG(x.st_mode)) *identity = (struct identity){x.st_dev, x.st_ino, ""};
        goto done;
    }
    folder = nd_path_folder(path);
    if (!folder) FAIL(NUDGE_ENOMEM, "out of memory");
    *identity = stat(*folder ? folder : ".", &x) ? (struct identity){.name = path}
                                                 : (struct identity){x.st_dev, x.st_ino, nd_path_name(path)};
done:
    free(folder);
    return status;
}

static int same(const struct identity *a, const struct identity *b)
{
    return a->inode == b->inode && a->device == b->device && a->name && b->name && !strcmp(a->name, b->name);
}

/* The outputs and their identities. */
struct known {
    const struct nd_output_paths *paths;
    const nudge_problem *problem;
    struct identity *identity;
};

/* Fails if an output is the input file. what: "mesh", "problem file" ..., for the message. */
static int check_input(const struct known *known, const char *input, const char *what)
{
    int status = 0;
    char where[512];
    struct identity own;
    TRY(identify(input, &own));
    for (int i = 0; i < known->paths->n; i++)
        if (same(&own, &known->identity[i]))
            FAIL(NUDGE_EVALUE, "%s: %s: %s is the %s and would be overwritten; take another name",
                 nd_problem_where(known->problem, 0, where), known->paths->key[i], known->paths->at[i], what);
done:
    return status;
}

/* The mesh may be named by one of TetGen's files, or by their common stem. */
static int check_mesh(const struct known *known)
{
    int status = 0;
    static const char *const ending[] = {".node", ".ele", ".face"};
    char *file = nd_path_join(known->problem->folder, known->problem->mesh_file), *part = NULL;
    if (!file) FAIL(NUDGE_ENOMEM, "out of memory");
    TRY(check_input(known, file, "mesh"));
    size_t stem = strlen(file);
    for (int i = 0; i < 3; i++) {
        const size_t n = strlen(ending[i]);
        if (stem > n && !strcmp(file + stem - n, ending[i])) file[stem -= n] = 0;
    }
    ALLOC(part, stem + sizeof ".node");
    for (int i = 0; i < 3; i++) {
        nd_format(part, stem + sizeof ".node", "%s%s", file, ending[i]);
        TRY(check_input(known, part, "mesh"));
    }
done:
    free(file);
    free(part);
    return status;
}

static int check_tables(const struct known *known)
{
    int status = 0;
    char *file = NULL;
    for (int i = 0; i < known->problem->sources.n; i++) {
        const char *table = nd_problem_source(known->problem, i)->waveform.table;
        if (!table) continue;
        free(file);
        file = nd_path_join(known->problem->folder, table);
        if (!file) FAIL(NUDGE_ENOMEM, "out of memory");
        TRY(check_input(known, file, "table of a waveform"));
    }
done:
    free(file);
    return status;
}

static int check_inputs(const struct known *known)
{
    int status = 0;
    const nudge_problem *problem = known->problem;
    char *law = NULL, *geometry = NULL;
    if (*problem->path) TRY(check_input(known, problem->path, "problem file"));
    if (problem->mesh_file) TRY(check_mesh(known));
    if (problem->geometry) {
        geometry = nd_path_join(problem->folder, problem->geometry);
        if (!geometry) FAIL(NUDGE_ENOMEM, "out of memory");
        TRY(check_input(known, geometry, "geometry"));
    }
    TRY(check_tables(known));
    law = nd_path_join(problem->folder, problem->law);
    if (!law) FAIL(NUDGE_ENOMEM, "out of memory");
    if (nd_file_exists(law)) TRY(check_input(known, law, "law"));
done:
    free(law);
    free(geometry);
    return status;
}

int nd_clash_check(const struct nd_output_paths *paths, const nudge_problem *problem)
{
    int status = 0;
    char where[512];
    struct known known = {paths, problem, NULL};
    ALLOC(known.identity, paths->n);
    for (int i = 0; i < paths->n; i++) TRY(identify(paths->at[i], &known.identity[i]));
    TRY(check_inputs(&known));
    for (int i = 0; i < paths->n; i++)
        for (int j = 0; j < i; j++)
            if (same(&known.identity[i], &known.identity[j]))
                FAIL(NUDGE_EVALUE, "%s: %s and %s are one file, %s; take another name for one of them",
                     nd_problem_where(problem, 0, where), paths->key[j], paths->key[i], paths->at[i]);
done:
    free(known.identity);
    return status;
}
