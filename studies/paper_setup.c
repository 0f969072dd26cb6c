/* The preparations of `nudge paper`: the machine, and the plans (Table 3). */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "paper_run.h"
#include "progress.h"
#include "internal.h"
#include "tuning.h"

static int add_fact(struct paper *p, struct paper_table *t, const char *key, const char *value)
{
    if (paper_table_has(t, "key", "%s", key)) return 0;
    const int done = p->done, status = paper_keep(p, t, "%s|%s", key, value);
    p->done = done; /* of the machine alone no run should consist */
    return status;
}

/* One folder, one machine and size. */
static int check_fact(const struct paper *p, const struct paper_table *t, const char *key, const char *value)
{
    int status = 0;
    const int row = paper_table_find(t, 0, "key", "%s", key);
    if (row >= 0 && strcmp(paper_table_text(t, row, "value"), value))
        FAIL(NUDGE_EVALUE, "%s: %s is %s there and %s now; choose another --out, or the same %s", p->folder,
             key, paper_table_text(t, row, "value"), value, strcmp(key, "device") ? "--dofs" : "--device");
done:
    return status;
}

static int add_ceilings(struct paper *p, struct paper_table *t)
{
    int status = 0;
    struct nd_ceilings ceilings;
    char value[32];
    if (!paper_table_has(t, "key", "copy GB/s") || !paper_table_has(t, "key", "multiply-add GFlop/s")) {
        TRY(nd_ceilings_measure(p->bench.device, 1, &ceilings));
        snprintf(value, sizeof value, "%.1f", ceilings.bytes_per_second * 1e-9);
        TRY(add_fact(p, t, "copy GB/s", value));
        snprintf(value, sizeof value, "%.0f", ceilings.flops_per_second * 1e-9);
        TRY(add_fact(p, t, "multiply-add GFlop/s", value));
    }
    p->copy = 1e9 * paper_table_number(t, paper_table_find(t, 0, "key", "copy GB/s"), "value");
done:
    return status;
}

/* Where the core's rows come from. */
static int add_processor(struct paper *p, struct paper_table *t)
{
    int status = 0;
    struct nd_device *cpu = NULL;
    if (paper_table_has(t, "key", "cpu core")) return 0;
    TRY(nd_device_open(&cpu, "cpu"));
    TRY(add_fact(p, t, "cpu core", cpu->info.name));
done:
    nd_device_close(cpu);
    return status;
}

int paper_measure_machine(struct paper *p, struct paper_table *t)
{
    int status = 0;
    const struct nd_device *d = p->bench.device;
    char device[192], dofs[32], number[32], units[32], command[256];
    snprintf(device, sizeof device, "%s: %s", d->backend->name, d->info.name);
    snprintf(dofs, sizeof dofs, "%.4g", p->dofs);
    snprintf(units, sizeof units, "%d", d->info.units);
    snprintf(command, sizeof command, "nudge paper --out DIR --dofs %s --device %s", dofs, d->backend->name);
    TRY(check_fact(p, t, "device", device));
    TRY(check_fact(p, t, "degrees of freedom", dofs));
    TRY(add_fact(p, t, "device", device));
    TRY(add_fact(p, t, "degrees of freedom", dofs));
    TRY(add_fact(p, t, "memory", with_prefix((double)d->info.memory, "B", number)));
    TRY(add_fact(p, t, "units", units));
    TRY(add_fact(p, t, "compiler", d->info.compiler));
    TRY(add_ceilings(p, t));
    TRY(add_processor(p, t));
    TRY(add_fact(p, t, "nudge", nudge_version()));
    TRY(add_fact(p, t, "command", command));
done:
    return status;
}

/* Seconds for one order, as nudge tune takes them; a shorter limit of the whole run shortens it. */
static int tune(struct paper *p, int N, const char *variant, struct tuned *tuned)
{
    int status = 0;
    TRY(tuning_run(&p->bench, N, variant, fmin(40, p->limit), fmin(p->dofs, 1.5e7), tuned));
done:
    return status;
}

/* A plan that was tuned before, by this command or by nudge tune, is only written down. */
static int tune_paper(struct paper *p, struct paper_table *t, int N)
{
    int status = 0, known;
    struct tuned tuned = {.N = N, .single = 1};
    char row[TUNING_ROW];
    if (!paper_wants(p, paper_table_has(t, "N,precision", "%d|single", N))) return 0;
    TRY(bench_plan(&p->bench, N, PAPER_FIVE, &tuned.plan, &known));
    if (!known) TRY(tune(p, N, PAPER_FIVE, &tuned));
    tuning_row(&tuned, '|', row);
    TRY(paper_keep(p, t, "%s", row));
done:
    return status;
}

/* The three passes, which are measured too, have no row in the table: wisdom has a plan if it was tuned. */
static int tune_three(struct paper *p, int N)
{
    int status = 0, known;
    char *path = NULL;
    struct nd_plan plan;
    struct tuned tuned;
    TRY(nd_wisdom_path(&path));
    TRY(bench_plan(&p->bench, N, PAPER_THREE, &plan, &known));
    if (!path || !paper_wants(p, known)) goto done;
    TRY(tune(p, N, PAPER_THREE, &tuned));
    p->done++;
    printf("%-11s  %d %s, %.4g ns/element, kept as wisdom\n", paper_parts[p->part].name, N, PAPER_THREE,
           tuned.seconds * 1e9);
    fflush(stdout);
done:
    free(path);
    return status;
}

int paper_measure_parameters(struct paper *p, struct paper_table *t)
{
    int status = 0;
    for (int i = 0; i < p->norders; i++) {
        TRY(tune_paper(p, t, p->orders[i]));
        TRY(tune_three(p, p->orders[i]));
    }
done:
    return status;
}
