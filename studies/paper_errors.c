/* Convergence (Table 2): the paper's cavity on its four meshes. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include "accuracy.h"
#include "internal.h"
#include "paper_run.h"
#include "paper_section.h"
#include "paths.h"
#include "preamble.h"

static const double sizes[PAPER_MESHES] = {0.3, 0.255, 0.21675, 0.184237}; /* h, as the paper has them */

static void mesh_name(int i, char name[32])
{
    snprintf(name, 32, "paper_box_K%d", paper_elements[i]);
}

/* The slope over all meshes, once the last error is there. */
static double slope(const struct paper_table *t, int N, const char *precision, double last)
{
    double error[PAPER_MESHES];
    char name[32];
    for (int i = 0; i < PAPER_MESHES - 1; i++) {
        mesh_name(i, name);
        const int row = paper_table_find(t, 0, "N,precision,mesh", "%d|%s|%s", N, precision, name);
        error[i] = paper_table_number(t, row, "error");
    }
    error[PAPER_MESHES - 1] = last;
    return accuracy_slope(PAPER_MESHES, sizes, error);
}

/* The problem has its precision and order. */
static int measure_error(struct paper *p, nudge_problem *problem, const char *folder, int mesh,
                         const char *precision, double *error)
{
    int status = 0;
    const int N = nudge_problem_describe(problem)->order;
    char name[32], file[40], label[96], *path = NULL;
    struct accuracy found;
    mesh_name(mesh, name);
    snprintf(file, sizeof file, "%s.msh", name);
    snprintf(label, sizeof label, "N = %d, K = %d, %s precision", N, paper_elements[mesh], precision);
    if (!(path = nd_path_join(folder, file))) FAIL(NUDGE_ENOMEM, "out of memory");
    TRY(problem_set_path(problem, "mesh.file", path));
    TRY(accuracy_measure(problem, p->device, label, &found));
    *error = found.error;
done:
    free(path);
    return status;
}

/* The problem, and the folder of its mesh, where the others are too. */
static int read_problem(const struct paper *p, nudge_problem **problem, char **folder)
{
    int status = 0;
    char *mesh = NULL;
    if (!nd_file_exists(p->problem))
        FAIL(NUDGE_EIO,
             "%s: there is none; run nudge paper in the folder of its sources, or say --problem FILE, or "
             "measure "
             "another --part",
             p->problem);
    TRY(nudge_problem_read(problem, p->problem));
    TRY(args_trust(p->args, *problem));
    preamble_announce(*problem);
    if (!(*problem)->mesh_file || !(*problem)->exact.n)
        FAIL(NUDGE_EVALUE,
             "%s: a problem with mesh.file and exact is wanted, such as examples/paper-cavity/paper.yaml",
             p->problem);
    mesh = nd_path_join((*problem)->folder, (*problem)->mesh_file);
    if (!mesh || !(*folder = nd_path_folder(mesh))) FAIL(NUDGE_ENOMEM, "out of memory");
done:
    free(mesh);
    return status;
}

static int measure_order(struct paper *p, struct paper_table *t, nudge_problem *problem, const char *folder,
                         int N, const char *precision)
{
    int status = 0;
    double error = NAN;
    char name[32], order[16], eoc[32] = "";
    snprintf(order, sizeof order, "%d", N);
    TRY(nudge_problem_set(problem, "order", order));
    TRY(nudge_problem_set(problem, "precision", precision));
    for (int i = 0; i < PAPER_MESHES; i++) {
        mesh_name(i, name);
        if (!paper_wants(p, paper_table_has(t, "N,precision,mesh", "%d|%s|%s", N, precision, name))) continue;
        TRY(measure_error(p, problem, folder, i, precision, &error));
        if (i == PAPER_MESHES - 1) snprintf(eoc, sizeof eoc, "%.4f", slope(t, N, precision, error));
        TRY(paper_keep(p, t, "%d|%s|%s|%d|%g|%.5e|%s", N, precision, name, paper_elements[i], sizes[i], error,
                       eoc));
    }
done:
    return status;
}

int paper_measure_convergence(struct paper *p, struct paper_table *t)
{
    int status = 0;
    static const char *const precisions[] = {"single", "double"};
    nudge_problem *problem = NULL;
    char *folder = NULL;
    TRY(read_problem(p, &problem, &folder));
    for (int k = 0; k < 2; k++)
        for (int i = 0; i < p->norders; i++)
            TRY(measure_order(p, t, problem, folder, p->orders[i], precisions[k]));
done:
    nudge_problem_destroy(problem);
    free(folder);
    return status;
}
