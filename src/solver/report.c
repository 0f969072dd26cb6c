/* run.json: settings, mesh, device and outcome of a run, to be read by programs. */
#include "comm/comm.h"
#include "solver/solver.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

static void add_string(struct nd_text *t, const char *key, const char *value, const char *end)
{
    nd_text_add(t, "    \"%s\": ", key);
    nd_text_add_json_string(t, value ? value : "");
    nd_text_add(t, "%s\n", end);
}

/* JSON has no NaN: unknown numbers are null. */
static void add_number(struct nd_text *t, const char *key, double value, const char *end)
{
    if (isfinite(value))
        nd_text_add(t, "    \"%s\": %.17g%s\n", key, value, end);
    else
        nd_text_add(t, "    \"%s\": null%s\n", key, end);
}

/* A problem without a file, as one from Python: its text, and the folder that its paths are relative to. */
static int add_text(struct nd_text *t, const nudge_problem *p)
{
    int status = 0;
    char *text = NULL, *folder = NULL;
    if (*p->path) goto done;
    TRY(nudge_problem_write(p, &text));
    folder = realpath(*p->folder ? p->folder : ".", NULL);
    add_string(t, "text", text, ",");
    add_string(t, "folder", folder ? folder : p->folder, ",");
done:
    nudge_free(text);
    free(folder);
    return status;
}

static int add_settings(struct nd_text *t, const nudge_solver *s)
{
    int status = 0;
    const nudge_problem *p = s->problem;
    nd_text_add(t, "  \"settings\": {\n");
    add_string(t, "problem", p->path, ",");
    TRY(add_text(t, p));
    add_string(t, "law", s->law.name, ",");
    add_string(t, "units", p->units == ND_UNITS_SI ? "si" : "natural", ",");
    if (nd_problem_si(p)) {
        add_string(t, "time_unit", "s", ",");
        add_string(t, "length_unit", "m", ",");
        add_string(t, "energy_unit", nd_law_unit(&s->law, s->law.fields.n), ",");
    }
    add_number(t, "order", s->elem.N, ",");
    add_string(t, "precision", p->precision == ND_SINGLE ? "single" : "double", ",");
    add_number(t, "upwind", p->upwind, ",");
    add_string(t, "integrator", s->integrator.name, ",");
    add_number(t, "cfl", p->cfl, "");
    nd_text_add(t, "  },\n");
done:
    return status;
}

static void add_mesh(struct nd_text *t, const nudge_solver *s)
{
    nd_text_add(t, "  \"mesh\": {\n");
    add_string(t, "name", s->mesh.name, ",");
    add_number(t, "elements", s->mesh.K, ",");
    add_number(t, "vertices", s->mesh.Nv, ",");
    add_number(t, "nodes_per_element", s->elem.Np, ",");
    add_number(t, "dofs", (double)s->mesh.K * s->elem.Np * s->law.fields.n, ",");
    add_number(t, "regions", s->mesh.nregions, ",");
    add_number(t, "boundaries", s->mesh.nboundaries, "");
    nd_text_add(t, "  },\n");
}

static void add_device(struct nd_text *t, const nudge_solver *s)
{
    nd_text_add(t, "  \"device\": {\n");
    add_string(t, "name", s->device->backend->name, ",");
    add_string(t, "hardware", s->device->info.name, ",");
    add_string(t, "compiler", s->device->info.compiler, ",");
    add_number(t, "units", s->device->info.units, ",");
    add_string(t, "variant", nd_plan_name(&s->rhs.plan), "");
    nd_text_add(t, "  },\n");
}

static const char *ended_by(const nudge_solver *s, const char *outcome)
{
    const int whole = s->decayed || s->step == s->schedule.steps;
    if (s->late) return "walltime";
    return !whole || !strcmp(outcome, "stopped") ? "stop" : s->decayed ? "decay" : "time";
}

/* outcome: null while the run continues. */
static void add_run(struct nd_text *t, const nudge_solver *s, const char *outcome)
{
    nudge_status now;
    struct rusage usage;
    nd_solver_status(s, &now);
    getrusage(RUSAGE_SELF, &usage);
    nd_text_add(t, "  \"run\": {\n");
    add_number(t, "dt", s->schedule.dt, ",");
    add_number(t, "dt_stable", s->stable, ",");
    add_number(t, "steps", (double)s->step, ",");
    add_number(t, "steps_planned", (double)s->schedule.steps, ",");
    add_number(t, "time", s->time, ",");
    if (outcome)
        add_string(t, "ended_by", ended_by(s, outcome), ",");
    else
        nd_text_add(t, "    \"ended_by\": null,\n");
    add_number(t, "ranks", nd_comm_size(), ",");
    add_number(t, "setup_seconds", s->setup_seconds, ",");
    add_number(t, "wall_seconds", s->seconds, ",");
    add_number(t, "dofs_per_second", now.dofs_per_second, ",");
    add_number(t, "memory_estimate_bytes", s->memory_estimate, ",");
    add_number(t, "memory_peak_bytes", (double)usage.ru_maxrss * 1024, ",");
    add_number(t, "energy_initial", s->watch.initial, ",");
    add_number(t, "energy", s->watch.energy, ",");
    add_number(t, "error", s->error, ",");
    add_string(t, "error_kind", s->error_absolute ? "absolute" : "relative", "");
    nd_text_add(t, "  }\n");
}

/* Adds what identifies the run: times, process and machine. */
static void add_process(struct nd_text *t, const struct nd_record *record, const char *outcome,
                        const char *ended)
{
    nd_text_add(t, "  \"nudge\": \"%s\",\n  \"outcome\": ", NUDGE_VERSION);
    nd_text_add_json_string(t, outcome);
    nd_text_add(t, ",\n  \"started\": \"%s\",\n  \"ended\": ", record->started);
    if (ended)
        nd_text_add_json_string(t, ended);
    else
        nd_text_add(t, "null");
    nd_text_add(t, ",\n  \"pid\": %ld,\n  \"host\": ", (long)getpid());
    nd_text_add_json_string(t, record->host);
    nd_text_add(t, ",\n");
}

int nd_report_add(struct nd_text *t, const struct nd_record *record, const nudge_solver *s,
                  const char *outcome, const char *ended)
{
    int status = 0;
    nd_text_add(t, "{\n");
    add_process(t, record, outcome, ended);
    if (s) {
        TRY(add_settings(t, s));
        add_mesh(t, s);
        add_device(t, s);
        if (s->preflight) nd_text_add(t, "  \"preflight\": %s,\n", s->preflight);
        add_run(t, s, ended ? outcome : NULL);
    } else {
        nd_text_add(t, "  \"settings\": {\n");
        add_string(t, "problem", record->problem->path, "");
        nd_text_add(t, "  }\n");
    }
    nd_text_add(t, "}\n");
    TRY(nd_text_check(t));
done:
    return status;
}
