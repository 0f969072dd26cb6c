#include "output/clash.h"

#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include "base/file.h"
#include "base/memory.h"

static const char *const key[ND_OUTPUT_FILES] = {"output.fields.file", "output.energy.file",
                                                 "output.picture.file", "output.scene.file", "output.report"};

int nd_output_paths_init(struct nd_output_paths *paths, const nudge_problem *problem)
{
    int status = 0;
    const struct nd_output *o = &problem->output;
    const char *file[ND_OUTPUT_FILES] = {o->fields_file, o->energy_file, o->picture_file, o->scene_file,
                                         o->report_file ? o->report_file : "run.json"};
    char *folder = nd_path_join(problem->folder, o->folder ? o->folder : "");
    memset(paths, 0, sizeof *paths);
    for (int i = 0; i < ND_OUTPUT_FILES; i++) {
        if (folder && file[i]) paths->at[i] = nd_path_join(folder, file[i]);
        if (!folder || (file[i] && !paths->at[i])) FAIL(NUDGE_ENOMEM, "out of memory");
    }
done:
    free(folder);
    if (status) nd_output_paths_clear(paths);
    return status;
}

void nd_output_paths_clear(struct nd_output_paths *paths)
{
    for (int i = 0; i < ND_OUTPUT_FILES; i++) free(paths->at[i]);
    memset(paths, 0, sizeof *paths);
}

static int same_stat(const char *a, const char *b)
{
    struct stat x, y;
    return !stat(a, &x) && !stat(b, &y) && x.st_dev == y.st_dev && x.st_ino == y.st_ino;
}

/* Whether two paths mean one file, be it there or not. Devices and pipes may be written twice. */
static int same_file(const char *a, const char *b, int *same)
{
    int status = 0;
    struct stat x;
    char *folder[2] = {nd_path_folder(a), nd_path_folder(b)};
    if (!folder[0] || !folder[1]) FAIL(NUDGE_ENOMEM, "out of memory");
    const int there = !stat(a, &x);
    if (there && !S_ISREG(x.st_mode))
        *same = 0;
    else
        *same = !strcmp(a, b) || same_stat(a, b) ||
                (!there && !strcmp(nd_path_name(a), nd_path_name(b)) &&
                 same_stat(*folder[0] ? folder[0] : ".", *folder[1] ? folder[1] : "."));
done:
    free(folder[0]);
    free(folder[1]);
    return status;
}

static int check_input(const struct nd_output_paths *paths, const nudge_problem *problem, const char *input,
                       const char *what)
{
    int status = 0, same = 0;
    char where[512];
    for (int i = 0; i < ND_OUTPUT_FILES; i++) {
        if (!paths->at[i]) continue;
        TRY(same_file(input, paths->at[i], &same));
        if (same)
            FAIL(NUDGE_EVALUE, "%s: %s: %s is the %s and would be overwritten; take another name",
                 nd_problem_where(problem, 0, where), key[i], paths->at[i], what);
    }
done:
    return status;
}

/* The mesh may be named by one of TetGen's files, or by what their names begin with. */
static int check_mesh(const struct nd_output_paths *paths, const nudge_problem *problem)
{
    int status = 0;
    static const char *const ending[] = {".node", ".ele", ".face"};
    char *file = nd_path_join(problem->folder, problem->mesh_file), *part = NULL;
    if (!file) FAIL(NUDGE_ENOMEM, "out of memory");
    TRY(check_input(paths, problem, file, "mesh"));
    size_t stem = strlen(file);
    for (int i = 0; i < 3; i++) {
        const size_t n = strlen(ending[i]);
        if (stem > n && !strcmp(file + stem - n, ending[i])) file[stem -= n] = 0;
    }
    ALLOC(part, stem + sizeof ".node");
    for (int i = 0; i < 3; i++) {
        sprintf(part, "%s%s", file, ending[i]);
        TRY(check_input(paths, problem, part, "mesh"));
    }
done:
    free(file);
    free(part);
    return status;
}

static int check_inputs(const struct nd_output_paths *paths, const nudge_problem *problem)
{
    int status = 0;
    char *law = NULL;
    if (*problem->path) TRY(check_input(paths, problem, problem->path, "problem file"));
    if (problem->mesh_file) TRY(check_mesh(paths, problem));
    law = nd_path_join(problem->folder, problem->law);
    if (!law) FAIL(NUDGE_ENOMEM, "out of memory");
    if (nd_file_exists(law)) TRY(check_input(paths, problem, law, "law"));
done:
    free(law);
    return status;
}

int nd_clash_check(const struct nd_output_paths *paths, const nudge_problem *problem)
{
    int status = 0, same = 0;
    char where[512];
    TRY(check_inputs(paths, problem));
    for (int i = 0; i < ND_OUTPUT_FILES; i++)
        for (int j = 0; j < i; j++) {
            if (!paths->at[i] || !paths->at[j]) continue;
            TRY(same_file(paths->at[j], paths->at[i], &same));
            if (same)
                FAIL(NUDGE_EVALUE, "%s: %s and %s are one file, %s; take another name for one of them",
                     nd_problem_where(problem, 0, where), key[j], key[i], paths->at[i]);
        }
done:
    return status;
}
