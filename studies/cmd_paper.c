/* nudge paper: the tables and figures of the paper's results, measured again on this machine. */
#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <unistd.h>
#include "internal.h"
#include "paper_run.h"
#include "progress.h"

/* In the order in which they are measured: tuning comes before what uses the plans. */
static const struct {
    enum paper_part part;
    paper_measure *measure;
} parts[PAPER_PARTS] = {
    {PAPER_MACHINE, paper_measure_machine},       {PAPER_CONVERGENCE, paper_measure_convergence},
    {PAPER_PARAMETERS, paper_measure_parameters}, {PAPER_SPEED, paper_measure_speed},
    {PAPER_COMPONENTS, paper_measure_components}, {PAPER_SCAN, paper_measure_scan},
    {PAPER_ABLATION, paper_measure_ablation},     {PAPER_SCALING, paper_measure_scaling},
};

int paper_wants(struct paper *p, int there)
{
    if (there) return 0;
    if (!bench_time_is_up(&p->bench) || (!p->done && p->limit > 0)) return 1;
    p->left++;
    return 0;
}

int paper_keep(struct paper *p, struct paper_table *table, const char *format, ...)
{
    int status = 0;
    char row[1024];
    va_list args;
    va_start(args, format);
    vsnprintf(row, sizeof row, format, args);
    va_end(args);
    TRY(paper_table_add(table, "%s", row));
    p->done++;
    for (char *c = row; *c; c++)
        if (*c == '|') *c = ' ';
    printf("%-11s  %s\n", paper_parts[p->part].name, row);
    fflush(stdout);
done:
    return status;
}

int paper_plan(struct paper *p, int N, const char *variant, struct nd_plan *plan)
{
    int status = 0, known;
    TRY(bench_plan(&p->bench, N, variant, plan, &known));
    if (!known)
        printf("%-11s  N = %d, %s: not tuned, its numbers are a guess\n", paper_parts[p->part].name, N,
               variant);
done:
    return status;
}

/* The page is written again after each part, also with the results so far of a part that ends early. */
static int measure_part(struct paper *p, int i)
{
    int status = 0, closed, written;
    struct paper_table table = {.file = -1};
    p->part = parts[i].part;
    TRY(bench_go_on());
    TRY(paper_part_open(&table, p->folder, parts[i].part));
    TRY(parts[i].measure(p, &table));
done:
    closed = paper_table_close(&table);
    if (!status) status = closed;
    if (status && status != NUDGE_ESTOPPED) return status;
    written = paper_page_write(p->folder);
    return status ? status : written;
}

/* One process a folder: two would write into each other's tables, and time each other. Where folders cannot
 * be locked the user must see to it. */
static int lock_folder(const char *folder, int *lock)
{
    int status = 0;
    TRY(nd_folder_create(folder));
    *lock = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (*lock < 0) FAIL(NUDGE_EIO, "%s: cannot open the folder: %s", folder, strerror(errno));
    if (flock(*lock, LOCK_EX | LOCK_NB) && errno == EWOULDBLOCK)
        FAIL(NUDGE_EIO, "%s: another nudge paper is at work there; let it end, or choose another --out",
             folder);
done:
    return status;
}

/* A page that is not ours is not written over. */
static int check_folder(const char *folder)
{
    int status = 0;
    char *page = nd_path_join(folder, "index.html"), *table = nd_path_join(folder, "machine.csv");
    if (!page || !table) FAIL(NUDGE_ENOMEM, "out of memory");
    if (nd_file_exists(page) && !nd_file_exists(table))
        FAIL(NUDGE_EVALUE,
             "%s: it has an index.html and no machine.csv, so it is not a folder of nudge paper; choose "
             "another --out",
             folder);
done:
    free(page);
    free(table);
    return status;
}

static int measure(struct paper *p, const struct args *args, double dofs, int only)
{
    int status = 0, lock = -1;
    const double start = nd_seconds_now();
    TRY(lock_folder(p->folder, &lock));
    TRY(check_folder(p->folder));
    TRY(bench_open(&p->bench, p->device, NULL));
    p->bench.end = start + p->limit;
    p->dofs = args->value[OPT_DOFS] ? dofs : bench_standard_dofs(&p->bench, 2e5);
    for (int i = 0; i < PAPER_PARTS; i++) /* the machine's ceilings are part of what follows */
        if (i == 0 || only < 0 || (int)parts[i].part == only) TRY(measure_part(p, i));
    if (p->left)
        printf("the time is up: %d row%s left; the same command goes on\n", p->left,
               p->left > 1 ? "s are" : " is");
    else
        printf("%s/index.html: everything requested is there\n", p->folder);
done:
    bench_close(&p->bench);
    if (lock >= 0) close(lock);
    return status;
}

static int read_request(struct paper *p, const struct args *args, double *dofs, int *only)
{
    const char *names[PAPER_PARTS];
    for (int i = 0; i < PAPER_PARTS; i++) names[i] = paper_parts[i].name;
    p->folder = args->value[OPT_OUTPUT];
    p->device = args->value[OPT_DEVICE];
    p->args = args;
    p->problem = args->value[OPT_PROBLEM] ? args->value[OPT_PROBLEM] : "examples/paper-cavity/paper.yaml";
    if (!p->folder) return cli_usage_error("paper: where to? usage: nudge paper --out FOLDER");
    int wrong = args_word(args, OPT_PART, names, PAPER_PARTS, only);
    if (!wrong) wrong = args_orders(args, "1-9", p->orders, &p->norders);
    if (!wrong) wrong = args_number(args, OPT_DOFS, 1, 1e13, 0, dofs);
    if (!wrong) wrong = args_number(args, OPT_LIMIT, 0, 1e9, INFINITY, &p->limit);
    return wrong;
}

int cmd_paper(int argc, char **argv)
{
    int only;
    double dofs;
    struct args args;
    struct paper p = {0};
    int wrong = args_read(&args, argc, argv);
    if (!wrong) wrong = read_request(&p, &args, &dofs, &only);
    args_clear(&args); /* values point into argv */
    if (wrong) return wrong;
    stop_catch();
    return cli_failed(measure(&p, &args, dofs, only));
}
