/* Output files, monitors and results of monitors as nudge.h shows them. */
#include <string.h>
#include <sys/stat.h>
#include "api/api.h"
#include "base/memory.h"
#include "output/clash.h"
#include "plot/canvas.h"
#include "solver/solver.h"

/* Files in the order of nudge_solver_get_output, by their place in nd_output_paths; one per monitor. */
static int find_output(const nudge_solver *s, int i, nudge_output *out, int *place)
{
    const nudge_problem *p = s->problem;
    const int pictures = p->output.pictures.n;
    *out = (nudge_output){.monitor = -1, .written = 1};
    for (int k = 0; k < 3 + pictures; k++) {
        const int picture = k - 2, after = k - pictures; /* fields, energy, pictures, scene */
        *place = k < 2                ? ND_OUTPUT_FIELDS + k
                 : picture < pictures ? nd_output_picture(p, picture)
                                      : ND_OUTPUT_FIELDS + after;
        out->kind = k < 2                ? NUDGE_OUTPUT_FIELDS + k
                    : picture < pictures ? NUDGE_OUTPUT_PICTURE
                                         : NUDGE_OUTPUT_SCENE;
        if (s->paths.at[*place] && i-- == 0) return 1;
    }
    if (i < p->monitors.n) {
        const struct nd_monitor_spec *m = nd_problem_monitor(p, i);
        out->kind = NUDGE_OUTPUT_MONITOR;
        out->monitor = i;
        out->written = !s->monitors.at[i].stopped;
        *place = nd_output_monitor(i) + (m->fourier ? ND_MONITOR_ARRAYS : ND_MONITOR_TABLE);
        return 1;
    }
    out->kind = NUDGE_OUTPUT_REPORT;
    *place = ND_OUTPUT_REPORT;
    return i == p->monitors.n;
}

const nudge_output *nudge_solver_get_output(nudge_solver *s, int i)
{
    int place;
    char advice[512];
    if (!s || i < 0) return NULL;
    if (!s->paths.n && nd_output_paths_init(&s->paths, s->problem)) return NULL;
    if (!find_output(s, i, &s->output, &place)) return NULL;
    s->output.path = s->paths.at[place];
    const int kind = s->output.kind, picture = kind == NUDGE_OUTPUT_PICTURE || kind == NUDGE_OUTPUT_SCENE;
    const char *chart = kind == NUDGE_OUTPUT_MONITOR
                            ? s->paths.at[nd_output_monitor(s->output.monitor) + ND_MONITOR_CHART]
                            : NULL;
    /* Cairo is loaded for what it draws only. */
    const int draws = (picture || chart) && nd_canvas_ready(advice);
    if (picture) s->output.written = draws;
    if (draws) s->output.chart = chart;
    return &s->output;
}

int nudge_report_find(const nudge_problem *problem, char **path)
{
    GIVEN(problem, "problem");
    GIVEN(path, "path");
    int status = 0;
    struct stat info;
    struct nd_output_paths paths = {0};
    *path = NULL;
    TRY(nd_output_paths_init(&paths, problem));
    if (!stat(paths.at[ND_OUTPUT_REPORT], &info) && S_ISREG(info.st_mode))
        STRDUP(*path, paths.at[ND_OUTPUT_REPORT]);
done:
    nd_output_paths_clear(&paths);
    return status;
}

const nudge_monitor *nudge_solver_get_monitor(nudge_solver *s, int i)
{
    if (!s || i < 0 || i >= s->problem->monitors.n) return NULL;
    const struct nd_monitor_spec *m = nd_problem_monitor(s->problem, i);
    const struct nd_words *regions = m->around.n ? &m->around : m->orders ? &m->between : &m->regions;
    s->monitor = (nudge_monitor){
        .name = m->named.name,
        .kind = m->resonances ? NUDGE_RESONANCES
                : m->probe    ? NUDGE_PROBE
                : m->fourier  ? NUDGE_FOURIER
                : m->power    ? NUDGE_POWER
                : m->orders   ? NUDGE_ORDERS
                              : NUDGE_FAR,
        .at = {m->at[0], m->at[1], m->at[2]},
        .every = m->every,
        .plane = nd_monitor_is_plane(m) ? m->plane : -1,
        .plane_at = m->plane_at,
        .boundary = m->boundary,
        .around = m->around.n > 0,
        .regions = regions->n,
        .region = (const char *const *)regions->at,
        .frequencies = m->frequencies.n,
        .frequency = m->frequencies.at,
    };
    return &s->monitor;
}

const nudge_array *nudge_solver_get_array(nudge_solver *s, int monitor, int i)
{
    if (!s || monitor < 0 || monitor >= s->monitors.n || i < 0) return NULL;
    const struct nd_results *r = &s->monitors.at[monitor].results;
    return (size_t)i < r->n ? &r->at[i] : NULL;
}

const nudge_array *nudge_solver_find_array(nudge_solver *s, const char *monitor, const char *name)
{
    const nudge_array *array;
    if (!s || !monitor || !name) return NULL;
    for (int m = 0; m < s->monitors.n; m++) {
        if (strcmp(s->monitors.at[m].spec->named.name, monitor)) continue;
        for (int i = 0; (array = nudge_solver_get_array(s, m, i)); i++)
            if (!strcmp(array->name, name)) return array;
    }
    return NULL;
}
