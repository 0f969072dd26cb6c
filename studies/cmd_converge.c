/* nudge converge: errors over orders and meshes, laid out as the paper's table. */
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "accuracy.h"
#include "internal.h"
#include "json.h"
#include "paths.h"
#include "preamble.h"
#include "progress.h"

enum { MESHES_MOST = 64 };

struct grid {
    char name[32];    /* of a box; meshes from files go by their path */
    const char *path; /* null: a box */
    int divisions;
    nd_idx K;
    double h;
};

struct study {
    const struct args *args;
    nudge_problem *problem;
    struct grid grid[MESHES_MOST];
    int ngrids, norders, order[ORDERS_MOST];
    double h[MESHES_MOST];
    int nh; /* 0: measured */
    char *paths;
    FILE *csv;
    struct json json;
    struct {
        double share; /* of time stepping in the error, at the step of runs, where it is largest */
        int order, grid;
    } in_time;
};

static const char *grid_name(const struct grid *grid)
{
    return grid->path ? grid->path : grid->name;
}

static int read_grids(struct study *s)
{
    const char *meshes = s->args->value[OPT_MESHES], *divisions = s->args->value[OPT_DIVISIONS];
    const char *pieces[MESHES_MOST];
    int n[MESHES_MOST];
    if (!meshes == !divisions)
        return cli_usage_error("converge: on which meshes? --meshes a.msh,b.msh or --divisions 2,4,8");
    s->ngrids = meshes ? list_texts(meshes, &s->paths, pieces, MESHES_MOST)
                       : list_integers(divisions, 1, 1000, n, MESHES_MOST);
    if (s->ngrids < 0 && meshes)
        return cli_usage_error("converge: --meshes must be mesh files, as a.msh,b.msh, not '%s'", meshes);
    if (s->ngrids < 0)
        return cli_usage_error("converge: --divisions must be cells along each edge, as 2,4,8, not '%s'",
                               divisions);
    for (int i = 0; i < s->ngrids; i++) {
        s->grid[i].path = meshes ? pieces[i] : NULL;
        if (!meshes) s->grid[i].divisions = n[i];
        if (!meshes) snprintf(s->grid[i].name, sizeof s->grid[i].name, "box_%d", n[i]);
    }
    return 0;
}

static int read_lists(struct study *s)
{
    const char *h = s->args->value[OPT_H];
    if (!s->args->value[OPT_ORDERS]) return cli_usage_error("converge: at which orders? --orders 1-4");
    int wrong = args_orders(s->args, "", s->order, &s->norders);
    if (!wrong) wrong = read_grids(s);
    if (wrong || !h) return wrong;
    s->nh = list_numbers(h, s->h, MESHES_MOST);
    if (s->nh < 0) return cli_usage_error("converge: --h must be numbers above 0, as 0.3,0.2, not '%s'", h);
    if (s->nh != s->ngrids)
        return cli_usage_error("converge: --h has %d numbers for %d meshes", s->nh, s->ngrids);
    return 0;
}

static int set_grid(nudge_problem *problem, const struct grid *grid)
{
    int status = 0;
    char value[64];
    if (grid->path)
        TRY(problem_set_path(problem, "mesh.file", grid->path));
    else {
        snprintf(value, sizeof value, "[%d, %d, %d]", grid->divisions, grid->divisions, grid->divisions);
        TRY(nudge_problem_set(problem, "mesh.box.divisions", value));
    }
done:
    return status;
}

/* Elements and size of every mesh come first: a missing file is better told before the work than after it. */
static int measure_grid(struct study *s, int i)
{
    int status = 0;
    struct nd_mesh mesh = {0};
    struct nd_mesh_info info;
    struct grid *grid = &s->grid[i];
    TRY(set_grid(s->problem, grid));
    TRY(nd_problem_mesh(s->problem, &mesh));
    TRY(nd_mesh_info(&mesh, &info));
    grid->K = mesh.K;
    grid->h = s->nh ? s->h[i] : cbrt(info.volume / mesh.K);
done:
    nd_mesh_clear(&mesh);
    return status;
}

static int prepare(struct study *s)
{
    int status = 0;
    const char *csv = s->args->value[OPT_CSV];
    TRY(args_problem(s->args, &s->problem));
    preamble_announce(s->problem);
    if (!s->problem->exact.n)
        FAIL(NUDGE_EVALUE, "%s: the problem has no exact solution to compare with; add `exact:` to it",
             s->problem->path);
    if (s->args->value[OPT_DIVISIONS] && !s->problem->box.given)
        FAIL(NUDGE_EVALUE, "%s: --divisions is for a problem with mesh.box; use --meshes", s->problem->path);
    for (int i = 0; i < s->ngrids; i++) TRY(measure_grid(s, i));
    if (csv && !(s->csv = fopen(csv, "w"))) FAIL(NUDGE_EIO, "%s: cannot create: %s", csv, strerror(errno));
    if (s->csv) fprintf(s->csv, "order,mesh,elements,h,error\n");
done:
    return status;
}

static int compute(struct study *s, int order, const struct grid *grid, struct accuracy *found)
{
    int status = 0;
    char value[32], label[64];
    snprintf(value, sizeof value, "%d", order);
    snprintf(label, sizeof label, "N = %d, K = %d", order, (int)grid->K);
    TRY(nudge_problem_set(s->problem, "order", value));
    TRY(set_grid(s->problem, grid));
    TRY(accuracy_measure(s->problem, s->args->value[OPT_DEVICE], label, found));
done:
    if (status && status != NUDGE_ESTOPPED)
        nd_fail_prefix(status, "order %d, mesh %s", order, grid_name(grid));
    return status;
}

static double convergence(const struct study *s, const double *error)
{
    double h[MESHES_MOST];
    for (int i = 0; i < s->ngrids; i++) h[i] = s->grid[i].h;
    return accuracy_slope(s->ngrids, h, error);
}

static void print_head(const struct study *s)
{
    char text[32];
    printf("  N ");
    for (int i = 0; i < s->ngrids; i++) {
        snprintf(text, sizeof text, "K=%d", (int)s->grid[i].K);
        printf("  %9s", text);
    }
    printf("%s\n    ", s->ngrids > 1 ? "    EOC" : "");
    for (int i = 0; i < s->ngrids; i++) {
        snprintf(text, sizeof text, "h=%.5f", s->grid[i].h);
        printf("  %9s", text);
    }
    printf("\n");
    fflush(stdout);
}

static int write_row(struct study *s, int order, const struct grid *grid, double error)
{
    int status = 0;
    if (!s->csv) return 0;
    fprintf(s->csv, "%d,%s,%d,%.9g,%.9g\n", order, grid_name(grid), (int)grid->K, grid->h, error);
    if (fflush(s->csv)) FAIL(NUDGE_EIO, "%s: cannot write: %s", s->args->value[OPT_CSV], strerror(errno));
done:
    return status;
}

static int compute_order(struct study *s, int order)
{
    int status = 0;
    double error[MESHES_MOST];
    for (int i = 0; i < s->ngrids; i++) {
        struct accuracy found;
        TRY(compute(s, order, &s->grid[i], &found));
        error[i] = found.error;
        if (found.in_time > s->in_time.share) {
            s->in_time.share = found.in_time;
            s->in_time.order = order;
            s->in_time.grid = i;
        }
        TRY(write_row(s, order, &s->grid[i], error[i]));
    }
    for (int i = 0; i < s->ngrids; i++) {
        json_object(&s->json, NULL);
        json_whole(&s->json, "order", order);
        json_text(&s->json, "mesh", grid_name(&s->grid[i]));
        json_whole(&s->json, "elements", s->grid[i].K);
        json_number(&s->json, "h", s->grid[i].h);
        json_number(&s->json, "error", error[i]);
        json_close(&s->json);
    }
    printf("%3d ", order);
    for (int i = 0; i < s->ngrids; i++) printf("  %9.2e", error[i]);
    if (s->ngrids > 1) printf("  %5.2f", convergence(s, error));
    printf("\n");
    fflush(stdout);
done:
    return status;
}

static void print_in_time(const struct study *s)
{
    if (!(s->in_time.share > 0)) return;
    printf("of these errors time stepping makes at most %.2g, at N = %d on K=%d%s\n", s->in_time.share,
           s->in_time.order, (int)s->grid[s->in_time.grid].K,
           s->in_time.share > 0.1 ? "; there steps were shortened until it made less than a tenth" : "");
}

int cmd_converge(int argc, char **argv)
{
    int status = 0;
    struct args args;
    struct study s = {.args = &args};
    int wrong = args_read(&args, argc, argv);
    if (!wrong) wrong = read_lists(&s);
    if (wrong) goto done;
    stop_catch();
    TRY(prepare(&s));
    print_head(&s);
    json_start(&s.json, &args);
    json_array(&s.json, "errors");
    for (int i = 0; i < s.norders; i++) TRY(compute_order(&s, s.order[i]));
    print_in_time(&s);
    TRY(json_finish(&s.json, &args));
done:
    json_drop(&s.json);
    if (s.csv) fclose(s.csv);
    free(s.paths);
    nudge_problem_destroy(s.problem);
    args_clear(&args);
    return wrong ? wrong : cli_failed(status);
}
