/* run.json on the page: the head, and how the run was set up and ended. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "report.h"

enum kind { TEXT, NUMBER, COUNT, BYTES, SECONDS, RATE, TIME, LENGTH, ENERGY };

static const struct {
    const char *group, *name, *path;
    enum kind kind;
} rows[] = {
    {"Problem", "problem file", "settings.problem", TEXT},
    {"Problem", "law", "settings.law", TEXT},
    {"Problem", "units", "settings.units", TEXT},
    {"Problem", "order", "settings.order", NUMBER},
    {"Problem", "precision", "settings.precision", TEXT},
    {"Problem", "upwind", "settings.upwind", NUMBER},
    {"Problem", "mesh", "mesh.name", TEXT},
    {"Problem", "elements", "mesh.elements", COUNT},
    {"Problem", "degrees of freedom (DOF)", "mesh.dofs", COUNT},
    {"Device", "device", "device.name", TEXT},
    {"Device", "hardware", "device.hardware", TEXT},
    {"Device", "compiler", "device.compiler", TEXT},
    {"Device", "threads or units", "device.units", COUNT},
    {"Device", "variant of kernels", "device.variant", TEXT},
    {"Device", "ranks", "run.ranks", COUNT},
    {"Device", "host", "host", TEXT},
    {"Device", "process", "pid", TEXT},
    {"Time", "integrator", "settings.integrator", TEXT},
    {"Time", "time step", "run.dt", TIME},
    {"Time", "largest stable step", "run.dt_stable", TIME},
    {"Time", "cfl", "settings.cfl", NUMBER},
    {"Time", "steps", "run.steps", COUNT},
    {"Time", "steps planned", "run.steps_planned", COUNT},
    {"Time", "simulated time", "run.time", TIME},
    {"Time", "ended by", "run.ended_by", TEXT},
    {"Cost", "started", "started", TEXT},
    {"Cost", "ended", "ended", TEXT},
    {"Cost", "set-up", "run.setup_seconds", SECONDS},
    {"Cost", "time steps", "run.wall_seconds", SECONDS},
    {"Cost", "speed", "run.dofs_per_second", RATE},
    {"Cost", "memory, estimate", "run.memory_estimate_bytes", BYTES},
    {"Cost", "memory, most used", "run.memory_peak_bytes", BYTES},
    {"Result", "energy at the beginning", "run.energy_initial", ENERGY},
    {"Result", "energy at the end", "run.energy", ENERGY},
    {"Result", "error against the exact solution", "run.error", NUMBER},
    {"Result", "kind of error", "run.error_kind", TEXT},
};
enum { ROWS = sizeof rows / sizeof *rows };

const char *report_value(const struct report *r, const char *path)
{
    const struct nd_node *node = r->run ? nd_node_find(r->run, path) : NULL;
    if (!node || node->kind != ND_SCALAR || nd_node_is_null(node)) return NULL;
    return node->text && *node->text ? node->text : NULL;
}

double report_number(const struct report *r, const char *path)
{
    double value = NAN;
    const struct nd_node *node = r->run ? nd_node_find(r->run, path) : NULL;
    return node && node->kind == ND_SCALAR && nd_node_number(node, &value) ? value : NAN;
}

/* A value with its unit. Returns 0 if run.json has none. */
static int show(const struct report *r, const char *path, enum kind kind, char *out, size_t n)
{
    const char *text = report_value(r, path), *unit = "";
    const double value = report_number(r, path);
    if (!text) return 0;
    if (kind == TIME) unit = report_value(r, "settings.time_unit");
    if (kind == ENERGY) unit = report_value(r, "settings.energy_unit");
    if (!unit) unit = "";
    if (kind == TEXT || !isfinite(value))
        nd_format(out, n, "%s", text);
    else if (kind == COUNT)
        report_count(out, n, value);
    else if (kind == BYTES)
        report_size(out, n, value);
    else if (kind == SECONDS)
        nd_format(out, n, "%.3g s", value);
    else if (kind == RATE)
        nd_format(out, n, "%.3g million DOF/s", value * 1e-6);
    else
        nd_format(out, n, "%.6g%s%s", value, *unit ? " " : "", unit);
    return 1;
}

/* nudge sparameters writes one folder for each port, and tables beside them. */
static int is_network(const struct report *r)
{
    for (int i = 0; i < r->nfiles; i++)
        if (report_ends(r->file[i].name, "-ports.csv") && !strchr(r->file[i].name, '/')) return 1;
    return 0;
}

int report_run_read(struct report *r)
{
    int status = 0;
    size_t n = 0;
    char *path = NULL;
    struct report_file *file = report_find(r, "run.json");
    for (int i = 0; i < r->nfiles && !file; i++)
        if (report_ends(r->file[i].name, "/run.json")) file = &r->file[i];
    if (report_find(r, "out/run.json") && strcmp(file->name, "run.json") && !is_network(r))
        FAIL(NUDGE_EIO, "%s: there is no run.json here, but in its folder out; try nudge report %s/out",
             r->folder, r->folder);
    if (!file || (strcmp(file->name, "run.json") && !is_network(r)))
        FAIL(
            NUDGE_EIO,
            "%s: there is no run.json, so this is not the output folder of a run; nudge run writes one, into "
            "output.folder of the problem",
            r->folder);
    if (!(path = report_path(r, file->name))) FAIL(NUDGE_ENOMEM, "out of memory");
    if (strcmp(file->name, "run.json"))
        report_note(r, "The folder has no run.json of its own; the set-up is that of %s.", file->name);
    file->shown = 1;
    if (nd_file_read(path, REPORT_FILE_BYTES, &r->json, &n))
        report_note(r, "run.json cannot be read: %s", nudge_error());
    else if (nd_yaml_parse(&r->run, r->json, n, "run.json"))
        report_note(r, "run.json is broken, so the set-up is not shown: %s", nudge_error());
    else if (r->run->kind != ND_MAPPING || !report_value(r, "outcome"))
        report_note(r, "run.json has no outcome: it is not a report of nudge.");
done:
    free(path);
    return status;
}

static void card(const struct report *r, struct nd_text *out, const char *name, const char *path,
                 enum kind kind)
{
    char value[256];
    if (kind == RATE && isfinite(report_number(r, path)))
        nd_format(value, sizeof value, "%.3g MDOF/s", 1e-6 * report_number(r, path));
    else if (kind == NUMBER && isfinite(report_number(r, path)))
        nd_format(value, sizeof value, "%.3g", report_number(r, path));
    else if (!show(r, path, kind, value, sizeof value))
        return;
    nd_text_add(out, "<div><span>%s</span><b>", name);
    report_escape(out, value);
    nd_text_add(out, "</b></div>\n");
}

/* The name of the problem without folders and ending; the folder's where there is none. */
static void title(const struct report *r, char *out, size_t n)
{
    const char *path = report_value(r, "settings.problem");
    nd_format(out, n, "%s", nd_path_name(path ? path : r->folder));
    char *dot = strrchr(out, '.');
    if (path && dot && dot > out) *dot = 0;
    if (!*out) nd_format(out, n, "run");
}

void report_head(const struct report *r, struct nd_text *out)
{
    const char *outcome = report_value(r, "outcome"), *state = "bad", *law = report_value(r, "settings.law");
    char name[256];
    title(r, name, sizeof name);
    if (outcome && !strcmp(outcome, "finished")) state = "good";
    if (outcome && (!strcmp(outcome, "running") || !strcmp(outcome, "stopped"))) state = "open";
    nd_text_add(out, "<title>");
    report_escape(out, name);
    nd_text_add(out, " – nudge</title>\n<style>\n%s</style>\n</head>\n<body>\n<header>\n<h1>",
                report_texts[0].text);
    report_escape(out, name);
    nd_text_add(out, "</h1>\n<p class=\"outcome %s\">", state);
    report_escape(out, outcome ? outcome : "the outcome is not known");
    nd_text_add(out, "</p>\n<p class=\"lead\">");
    report_escape(out, law ? law : "unknown law");
    if (report_value(r, "settings.order"))
        nd_text_add(out, ", order %.0f", report_number(r, "settings.order"));
    const char *const more[] = {"settings.precision", "device.name", "started"};
    for (int i = 0; i < 3; i++)
        if (report_value(r, more[i])) {
            nd_text_add(out, i == 0 ? ", " : " · ");
            report_escape(out, report_value(r, more[i]));
            if (i == 0) nd_text_add(out, " precision");
        }
    nd_text_add(out, "</p>\n<div class=\"cards\">\n");
    card(r, out, "elements", "mesh.elements", COUNT);
    card(r, out, "DOF", "mesh.dofs", COUNT);
    card(r, out, "steps", "run.steps", COUNT);
    card(r, out, "simulated time", "run.time", TIME);
    card(r, out, "time steps took", "run.wall_seconds", SECONDS);
    card(r, out, "speed", "run.dofs_per_second", RATE);
    card(r, out, "memory", "run.memory_peak_bytes", BYTES);
    card(r, out, "error", "run.error", NUMBER);
    nd_text_add(out, "</div>\n</header>\n<main>\n");
}

static void add_source(struct report *r, const char *summary, const char *text)
{
    enum { MOST = 100000 };
    if (strlen(text) > MOST || !report_room(r, 6.0 * (double)strlen(text))) {
        report_note(r, "%s: left out, because it is longer than 100 kB.", summary);
        return;
    }
    report_add(r, "<details><summary>");
    report_escape(&r->page, summary);
    report_add(r, "</summary><pre>");
    report_escape(&r->page, text);
    report_add(r, "</pre></details>\n");
}

/* If a run had no problem file, run.json has the text. */
static void take_text(struct report *r)
{
    const char *text = report_value(r, "settings.text"), *folder = report_value(r, "settings.folder");
    if (text && nudge_problem_parse(&r->problem, text, folder))
        report_note(r, "The text of the problem in run.json is broken: %s", nudge_error());
    else if (!text && r->run)
        report_note(r, "The run has no problem file, so there is no mesh to show.");
}

/* The problem is looked for where run.json says, then above the output folder: folders may be moved. Only a file that is a
 * problem is shown. */
static void find_problem(struct report *r)
{
    static const char *const above[] = {"", "..", "../.."};
    const char *named = report_value(r, "settings.problem");
    for (int i = -1; named && i < 3 && !r->problem; i++) {
        char *folder = i < 0 ? nd_strdup("") : report_path(r, above[i]);
        char *path = folder ? nd_path_join(folder, i < 0 ? named : nd_path_name(named)) : NULL;
        free(folder);
        if (path && nd_file_exists(path) && !nudge_problem_read(&r->problem, path)) {
            r->problem_path = path;
            return;
        }
        free(path);
    }
    if (named && !r->problem)
        report_note(r,
                    "The problem file %s is not found, or is not a problem; so there is neither its text nor "
                    "the mesh.",
                    named);
    if (!named) take_text(r);
}

int report_setup(struct report *r)
{
    int status = 0;
    size_t n = 0;
    char value[512], *text = NULL;
    const char *group = "";
    report_add(r, "<section id=\"setup\">\n<h2>Set-up</h2>\n<div class=\"groups\">\n");
    for (int i = 0; i < ROWS; i++) {
        if (!show(r, rows[i].path, rows[i].kind, value, sizeof value)) continue;
        if (!strcmp(rows[i].path, "run.error_kind") && !report_value(r, "run.error")) continue;
        if (strcmp(group, rows[i].group))
            report_add(r, "%s<div class=\"group\"><h3>%s</h3><dl class=\"facts\">\n",
                       *group ? "</dl></div>\n" : "", rows[i].group);
        group = rows[i].group;
        report_fact(r, rows[i].name, "%s", value);
    }
    report_add(r, "%s</div>\n", *group ? "</dl></div>\n" : "<p>run.json has nothing to show.</p>\n");
    find_problem(r);
    if (r->problem_path && !nd_file_read(r->problem_path, REPORT_FILE_BYTES, &text, &n))
        add_source(r, "the problem file, as it is now", text);
    else if (r->problem && report_value(r, "settings.text"))
        add_source(r, "the problem", report_value(r, "settings.text"));
    if (r->json) add_source(r, "run.json", r->json);
    report_add(r, "</section>\n");
    free(text);
    return status;
}

void report_end(struct report *r)
{
    if (r->nnotes) {
        report_add(r, "<section id=\"notes\">\n<h2>Missing or left out</h2>\n<ul>\n");
        nd_text_add_bytes(&r->page, r->notes.s, r->notes.n);
        report_add(r, "</ul>\n</section>\n");
    }
    report_add(r, "</main>\n<footer>Written by nudge report, version %s.</footer>\n", NUDGE_VERSION);
}
