// A solver by the public header alone: options, preflight as data, output files, results of monitors as arrays, runs that begin
// before the set-up, and misuse.
#include "test.h"
#include <unistd.h>
#include "output/table.h"

static char folder[256];

#define PROBLEM                                                                                              \
    "law: acoustic\nmesh: {box: {size: [2, 1, 1], divisions: [4, 2, 2]}}\norder: 2\n"                        \
    "materials: {air: {rho: 1, c: 1}}\nregions: {default: air}\n"                                            \
    "boundaries: {xmin: rigid, default: rigid, xmax: absorbing}\n"                                           \
    "sources: {bang: {monopole: {at: [0.6, 0.4, 0.45], strength: 1}, waveform: {ricker: {frequency: "        \
    "0.3}}}}\n"                                                                                              \
    "monitors:\n  ear: {probe: {at: [1.1, 0.4, 0.3]}}\n"                                                     \
    "  box: {fourier: {regions: [box], frequencies: [0.2, 0.3]}}\n"                                          \
    "  out: {power: {boundary: xmax, frequencies: [0.3]}}\n"                                                 \
    "time: {end: 0.5}\noutput: {energy: {file: energy.csv}}\n"

static char *read_whole(const char *name)
{
    char path[600];
    static char text[1 << 20];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    FILE *in = fopen(path, "r");
    const size_t n = in ? fread(text, 1, sizeof text - 1, in) : 0;
    if (in) fclose(in);
    text[n] = 0;
    return text;
}

/* The columns of the file and the arrays are the same numbers. */
static void check_table(nudge_solver *s, const char *monitor, const char *file, const char *const *names)
{
    char *line = read_whole(file);
    const nudge_array *array[8] = {0};
    int64_t rows = 0;
    int n = 0;
    for (; names[n]; n++) array[n] = nudge_solver_find_array(s, monitor, names[n]);
    for (int i = 0; i < n; i++) CHECK(array[i] && array[i]->rank == 1);
    if (!n || !array[0] || !array[n - 1]) return;
    while ((line = strchr(line, '\n')) && line[1]) {
        line++;
        char *at = line;
        for (int i = 0; i < n; i++, at++) CHECK(strtod(at, &at) == array[i]->values[rows]);
        rows++;
    }
    CHECK(rows > 0);
    for (int i = 0; i < n; i++) CHECK(array[i]->shape[0] == rows);
}

static void check_fourier(nudge_solver *s)
{
    const nudge_status *now = nudge_solver_status(s);
    const nudge_array *f = nudge_solver_find_array(s, "box", "frequencies"),
                      *re = nudge_solver_find_array(s, "box", "p_re"),
                      *x = nudge_solver_find_array(s, "box", "x");
    double most = 0;
    CHECK(f && f->rank == 1 && f->shape[0] == 2 && f->values[0] == 0.2 && f->values[1] == 0.3);
    CHECK(re && re->rank == 3 && re->shape[0] == 2 && re->shape[1] == now->elements &&
          re->shape[2] == now->nodes);
    CHECK(x && x->rank == 2 && x->shape[0] == now->elements);
    for (int64_t i = 0; re && i < 2 * re->shape[1] * re->shape[2]; i++)
        most = fmax(most, fabs(re->values[i]));
    CHECK(most > 0 && isfinite(most));
    /* Elements are in the order of the mesh: coordinates are those of the solver. */
    double *own = calloc((size_t)(now->elements * now->nodes), sizeof *own);
    CHECK(own && !nudge_solver_get(s, "x", own));
    CHECK(x && own && !memcmp(own, x->values, (size_t)(now->elements * now->nodes) * sizeof *own));
    free(own);
    CHECK(!nudge_solver_find_array(s, "box", "q") && !nudge_solver_find_array(s, "bax", "x") &&
          !nudge_solver_get_array(s, 3, 0) && !nudge_solver_get_array(s, -1, 0) &&
          !nudge_solver_get_array(s, 0, -1) && !nudge_solver_get_array(s, 0, 99));
}

static void check_monitors(nudge_solver *s)
{
    const nudge_monitor *m = nudge_solver_get_monitor(s, 0);
    CHECK(m && m->kind == NUDGE_PROBE && !strcmp(m->name, "ear") && m->at[0] == 1.1 && m->every == 0);
    m = nudge_solver_get_monitor(s, 1);
    CHECK(m && m->kind == NUDGE_FOURIER && m->regions == 1 && !m->around && m->plane == -1 &&
          !strcmp(m->region[0], "box") && m->frequencies == 2 && m->frequency[1] == 0.3);
    m = nudge_solver_get_monitor(s, 2);
    CHECK(m && m->kind == NUDGE_POWER && !strcmp(m->boundary, "xmax"));
    CHECK(!nudge_solver_get_monitor(s, 3) && !nudge_solver_get_monitor(s, -1));
}

static void check_outputs(nudge_solver *s)
{
    static const int kind[] = {NUDGE_OUTPUT_ENERGY, NUDGE_OUTPUT_MONITOR, NUDGE_OUTPUT_MONITOR,
                               NUDGE_OUTPUT_MONITOR, NUDGE_OUTPUT_REPORT};
    static const char *const name[] = {"/energy.csv", "/ear.csv", "/box.h5", "/out.csv", "/run.json"};
    for (int i = 0; i < 5; i++) {
        const nudge_output *o = nudge_solver_get_output(s, i);
        CHECK(o && o->kind == kind[i] && o->written && strstr(o->path, name[i]) && !access(o->path, R_OK));
        CHECK(o && o->monitor == (kind[i] == NUDGE_OUTPUT_MONITOR ? i - 1 : -1));
    }
    CHECK(!nudge_solver_get_output(s, 5) && !nudge_solver_get_output(s, -1));
}

static void check_preflight(nudge_solver *s)
{
    nudge_preflight *pf = NULL;
    CHECK_OK(nudge_preflight_create(&pf, s, 1e-3));
    const nudge_preflight_info *p = nudge_preflight_describe(pf);
    CHECK(p->elements == 96 && p->regions == 1 && p->boundaries == 6 && p->extent[0] == 2 && p->scale == 1);
    CHECK(p->dofs == 96 * 10 * 4 && p->cpu && p->units >= 1 && !strcmp(p->variant, "plain"));
    CHECK(p->dt <= p->stable_dt && p->smallest && p->smallest->stable_step == p->stable_dt && p->stages > 1);
    CHECK(p->stage_seconds > 0 && p->run_seconds > p->stage_seconds && p->host_bytes > 0 && !p->pml_elements);
    CHECK(!strcmp(p->highest_source, "bang") && p->high > 0.6 && p->high < 0.9);
    const nudge_preflight_region *r = nudge_preflight_get_region(pf, 0);
    CHECK(r && r->elements == 96 && !strcmp(r->material, "air") && r->speed == 1 && !r->pml);
    CHECK_NEAR(r->points, 2 / p->high / r->edge_mean, 1e-12); /* order * wavelength / edge */
    CHECK_NEAR(r->frequency * NUDGE_POINTS_FAIR, p->high * r->points, 1e-12);
    int open = 0;
    for (int i = 0; i < 6; i++) {
        const nudge_preflight_boundary *b = nudge_preflight_get_boundary(pf, i);
        open += !strcmp(b->name, "xmax") && !strcmp(b->condition, "absorbing") && b->faces == 8;
        CHECK(!b->periodic && !b->wall && !b->transparent);
    }
    CHECK(open == 1);
    CHECK(nudge_preflight_get_element(pf, 9) && !nudge_preflight_get_element(pf, 10));
    const nudge_source *source = nudge_preflight_get_source(pf, 0);
    CHECK(source && !strcmp(source->key, "monopole") && !strcmp(source->waveform, "ricker") &&
          source->point && source->at[1] == 0.4 && source->high == p->high && source->half == p->high &&
          !*source->kind);
    CHECK(!nudge_preflight_get_source(pf, 1) && !nudge_preflight_get_region(pf, 1) &&
          !nudge_preflight_get_boundary(pf, 6) && !nudge_preflight_get_region(pf, -1) &&
          !nudge_preflight_get_boundary(pf, -1) && !nudge_preflight_get_element(pf, -1) &&
          !nudge_preflight_get_source(pf, -1) && !nudge_preflight_warning(pf, -1));
    CHECK(nudge_preflight_warning(pf, 0) && !nudge_preflight_warning(pf, 50)); /* a coarse mesh */
    CHECK_OK(nudge_preflight_check(pf));
    CHECK_OK(nudge_preflight_check_run(pf));
    nudge_preflight_destroy(pf);
    CHECK_FAILS(nudge_preflight_create(&pf, NULL, 0), NUDGE_EVALUE, "solver is null");
    CHECK_FAILS(nudge_preflight_create(NULL, s, 0), NUDGE_EVALUE, "preflight is null");
    CHECK_FAILS(nudge_preflight_check(NULL), NUDGE_EVALUE, "preflight is null");
    CHECK_FAILS(nudge_preflight_check_run(NULL), NUDGE_EVALUE, "preflight is null");
    CHECK(!nudge_preflight_describe(NULL) && !nudge_preflight_get_region(NULL, 0) &&
          !nudge_preflight_get_boundary(NULL, 0) && !nudge_preflight_get_element(NULL, 0) &&
          !nudge_preflight_get_source(NULL, 0) && !nudge_preflight_warning(NULL, 0));
    nudge_preflight_destroy(NULL);
}

static void check_run(const nudge_problem *problem)
{
    static const char *const probe[] = {"time", "p", "vx", "vy", "vz", NULL}, *const power[] = {
                                                                                  "frequency", "power", NULL};
    const nudge_solver_options options = {
        .size = sizeof options, .device = "cpu", .variant = "plain", .begin_run = 1, .keep_results = 1};
    nudge_solver *s = NULL;
    double seconds = 0;
    char path[600];
    CHECK_OK(nudge_solver_create_with(&s, problem, &options));
    if (!s) return;
    CHECK(strstr(read_whole("run.json"), "\"outcome\": \"running\""));
    CHECK(!nudge_solver_get_array(s, 0, 0) && isnan(nudge_solver_status(s)->error));
    CHECK(!strcmp(nudge_solver_field(s, 0), "p") && !nudge_solver_field(s, 4) && !nudge_solver_field(s, -1) &&
          !nudge_solver_field(NULL, 0));
    check_preflight(s);
    CHECK_OK(nudge_solver_time_stage(s, 1e-3, &seconds));
    CHECK(seconds > 0 && nudge_solver_status(s)->step == 0 && nudge_solver_status(s)->setup_seconds > 0);
    CHECK_OK(nudge_solver_run(s, NULL, NULL));
    CHECK(strstr(read_whole("run.json"), "\"outcome\": \"finished\""));
    CHECK(!nudge_solver_status(s)->decayed && !nudge_solver_status(s)->unfinished);
    nudge_solver_cancel(s, NUDGE_ESTOPPED); /* it is over */
    CHECK(strstr(read_whole("run.json"), "\"outcome\": \"finished\""));
    check_table(s, "ear", "ear.csv", probe);
    check_table(s, "out", "out.csv", power);
    check_fourier(s);
    check_monitors(s);
    check_outputs(s);
    snprintf(path, sizeof path, "%s/rates.h5", folder);
    CHECK_OK(nudge_solver_write_rates(s, path));
    CHECK(!access(path, R_OK));
    CHECK_FAILS(nudge_solver_write_rates(s, NULL), NUDGE_EVALUE, "path is null");
    CHECK_FAILS(nudge_solver_time_stage(s, 0, NULL), NUDGE_EVALUE, "seconds is null");
    nudge_solver_destroy(s);
}

/* Runs that were begun and came to no step. */
static void check_cancel(const nudge_problem *problem)
{
    nudge_solver_options o = {.size = sizeof o, .device = "cpu", .variant = "plain", .begin_run = 1};
    nudge_solver *s = NULL, *other = NULL;
    CHECK_OK(nudge_solver_create_with(&s, problem, &o));
    CHECK(nudge_solver_create_with(&other, problem, &o) == NUDGE_EBUSY && !other);
    CHECK_FAILS(nudge_solver_set(s, "q", &(double){0}), NUDGE_EVALUE, "'q' is not a field");
    nudge_solver_cancel(s, NUDGE_EVALUE);
    CHECK(strstr(read_whole("run.json"), "\"outcome\": \"'q' is not a field"));
    nudge_solver_destroy(s);
    CHECK(strstr(read_whole("run.json"), "'q' is not a field"));
    CHECK_OK(nudge_solver_create_with(&s, problem, &o));
    nudge_solver_destroy(s);
    CHECK(strstr(read_whole("run.json"), "\"outcome\": \"stopped\""));
    o.variant = "fastest";
    CHECK_FAILS(nudge_solver_create_with(&s, problem, &o), NUDGE_EVALUE, "fastest");
    CHECK(!s && strstr(read_whole("run.json"), "fastest"));
    /* A program from before `variant` and what follows it. */
    o.size = offsetof(nudge_solver_options, variant);
    CHECK_OK(nudge_solver_create_with(&s, problem, &o));
    CHECK_OK(nudge_solver_run(s, NULL, NULL));
    CHECK(!nudge_solver_get_array(s, 0, 0)); /* not kept */
    nudge_solver_destroy(s);
    o.size = 0;
    CHECK_FAILS(nudge_solver_create_with(&s, problem, &o), NUDGE_EVALUE, "nudge_solver_options");
    CHECK_FAILS(nudge_solver_create_with(NULL, problem, NULL), NUDGE_EVALUE, "solver is null");
    CHECK_FAILS(nudge_solver_create_with(&s, NULL, NULL), NUDGE_EVALUE, "problem is null");
}

static void check_null(void)
{
    double seconds;
    CHECK_FAILS(nudge_solver_write_rates(NULL, "a"), NUDGE_EVALUE, "solver is null");
    CHECK_FAILS(nudge_solver_time_stage(NULL, 0, &seconds), NUDGE_EVALUE, "solver is null");
    nudge_solver_cancel(NULL, 0);
    CHECK(!nudge_solver_get_output(NULL, 0) && !nudge_solver_get_monitor(NULL, 0) &&
          !nudge_solver_get_array(NULL, 0, 0) && !nudge_solver_find_array(NULL, "a", "b"));
}

/* Far fields come in parts: each has its place in the whole. */
static void check_parts(void)
{
    struct nd_results r = {0};
    const nd_gid size[] = {2, 3, 4}, first[2][3] = {{0, 0, 0}, {1, 1, 1}},
                 count[2][3] = {{2, 1, 4}, {1, 2, 3}};
    const double low[] = {1, 2, 3, 4, 5, 6, 7, 8}, high[] = {11, 12, 13, 14, 15, 16};
    CHECK_OK(nd_results_add_part(&r, "E", &(struct nd_h5_part){3, size, first[0], count[0]}, low));
    CHECK_OK(nd_results_add_part(&r, "E", &(struct nd_h5_part){3, size, first[1], count[1]}, high));
    static const double whole[24] = {1, 2, 3, 4, 0, 0,  0,  0,  0, 0,  0,  0,
                                     5, 6, 7, 8, 0, 11, 12, 13, 0, 14, 15, 16};
    CHECK(r.n == 1 && r.at[0].rank == 3 && r.at[0].shape[2] == 4);
    CHECK(!memcmp(r.at[0].values, whole, sizeof whole));
    nd_results_clear(&r);
}

int main(void)
{
    nudge_problem *problem = NULL;
    const char *tmp = getenv("TMPDIR");
    setenv("NUDGE_WISDOM", "none", 1);
    snprintf(folder, sizeof folder, "%s/nudge-results-XXXXXX", tmp ? tmp : "/tmp");
    if (!mkdtemp(folder)) return 1;
    CHECK_OK(nudge_problem_parse(&problem, PROBLEM, folder));
    if (problem) {
        check_run(problem);
        check_cancel(problem);
    }
    check_null();
    check_parts();
    nudge_problem_destroy(problem);
    char command[300];
    snprintf(command, sizeof command, "rm -rf '%s'", folder);
    CHECK(system(command) == 0);
    TEST_END;
}
