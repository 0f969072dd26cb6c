// Ports of a solver that is stopped and run again: the second run has series of its own, whose times ascend, and its checkpoint is
// resumed with the same bytes. A checkpoint whose series are wrong is refused and changes nothing.
#include <math.h>
#include <unistd.h>
#include "base/file.h"
#include "checkpoint/checkpoint.h"
#include "checkpoint/state.h"
#include "solver/solver.h"
#include "test.h"

#define PROBLEM                                                                                              \
    "mesh: {box: {size: [1, 0.5, 1.5], divisions: [2, 1, 3]}}\norder: 1\n"                                   \
    "boundaries: {xmin: pmc, xmax: pmc, ymin: pec, ymax: pec, default: absorbing}\n"                         \
    "ports: {one: {boundary: zmin, section: {mode: TEM}}, two: {boundary: zmax, section: {}}}\n"             \
    "sparameters: {band: [0.05, 0.3], points: 2, excite: one}\ntime: {end: 15}\n"

static char folder[256];

static int stop_at(void *context, const nudge_status *now)
{
    return now->step >= *(const int64_t *)context;
}

static nudge_solver *make(const char *output, nudge_problem **problem)
{
    nudge_solver *solver = NULL;
    CHECK_OK(nudge_problem_parse(problem, PROBLEM, folder));
    CHECK_OK(nudge_problem_set_text(*problem, "output.folder", output));
    CHECK_OK(nudge_solver_create(&solver, *problem, "cpu"));
    if (!solver) exit(1);
    return solver;
}

/* Runs to a step, with a checkpoint if `save`. */
static void run_to(nudge_solver *solver, int64_t stop, int save)
{
    const nudge_run_options o = {
        .size = sizeof o, .hook = stop_at, .context = &stop, .checkpoint_every = save ? 1e9 : 0};
    CHECK_FAILS(nudge_solver_run_with(solver, &o), NUDGE_ESTOPPED, "stopped at step");
}

static char *read_table(const char *output, size_t *n)
{
    char path[400], *text = NULL;
    snprintf(path, sizeof path, "%s/%s/ports.csv", folder, output);
    CHECK_OK(nd_file_read(path, 1 << 24, &text, n));
    return text;
}

/* Rows from that time on, ascending. */
static void check_table(const char *output, double first, int rows)
{
    size_t n;
    int found = 0;
    double last = first - 1;
    char *text = read_table(output, &n);
    for (const char *line = strchr(text, '\n'); line && line[1]; line = strchr(line + 1, '\n')) {
        const double time = strtod(line + 1, NULL);
        CHECK(time > last && (found || time == first));
        last = time;
        found++;
    }
    if (found != rows) printf("%s: %d rows, not %d\n", output, found, rows);
    CHECK(found == rows);
    free(text);
}

static void again(void)
{
    nudge_problem *problem[3];
    nudge_solver *whole = make("whole", &problem[0]), *part = make("part", &problem[1]),
                 *other = make("part", &problem[2]);
    const nudge_run_options resume = {.size = sizeof resume, .resume = NUDGE_RESUME};
    run_to(whole, 10, 0);
    check_table("whole", 0, 11);
    const double time = nudge_solver_status(whole)->time;
    CHECK_OK(nudge_solver_run(whole, NULL, NULL));
    check_table("whole", time, (int)nudge_solver_status(whole)->steps - 9);
    run_to(part, 10, 0);
    run_to(part, 20, 1);
    check_table("part", time, 11);
    CHECK_OK(nudge_solver_run_with(other, &resume));
    size_t n[2];
    char *text[2] = {read_table("whole", &n[0]), read_table("part", &n[1])};
    CHECK(n[0] == n[1] && !memcmp(text[0], text[1], n[0]));
    free(text[0]);
    free(text[1]);
    nudge_solver_destroy(whole);
    nudge_solver_destroy(part);
    nudge_solver_destroy(other);
    for (int i = 0; i < 3; i++) nudge_problem_destroy(problem[i]);
}

/* An archive of series of three samples at these times; columns: of the currents. */
static void write_series(const char *path, const double times[3], int columns)
{
    struct nd_archive *archive;
    struct nd_archive_room room = {0};
    const double values[6] = {7, 7, 7, 7, 7, 7};
    double bytes;
    const struct nd_archive_set time = {"ports/time", ND_ARCHIVE_DOUBLE, 1, {3}},
                                voltage = {"ports/voltage", ND_ARCHIVE_DOUBLE, 2, {2, 3}},
                                current = {"ports/current", ND_ARCHIVE_DOUBLE, 2, {2, columns}};
    CHECK_OK(nd_archive_create(&archive, &room, 0));
    CHECK_OK(nd_archive_put(archive, &time, times));
    CHECK_OK(nd_archive_put(archive, &voltage, values));
    CHECK_OK(nd_archive_put(archive, &current, values));
    CHECK_OK(nd_archive_seal(archive, &bytes));
    CHECK_OK(nd_archive_store(archive, path, NULL));
    nd_archive_destroy(archive);
    nd_archive_room_clear(&room);
}

static void refuse(nudge_solver *s, const double times[3], int columns, const char *why)
{
    char path[320];
    struct nd_archive_reader *from = NULL;
    const size_t steps = s->ports.steps;
    const double last = s->ports.time[steps - 1], V = s->ports.at[1].voltage[1];
    snprintf(path, sizeof path, "%s/series.h5", folder);
    write_series(path, times, columns);
    CHECK_OK(nd_archive_open(&from, path));
    if (why)
        CHECK_FAILS(nd_state_restore_ports(from, s), NUDGE_EFORMAT, why);
    else
        CHECK_OK(nd_state_restore_ports(from, s));
    const int same = s->ports.steps == steps && s->ports.time[steps - 1] == last &&
                     s->ports.at[1].voltage[1] == V;
    CHECK(why ? same : s->ports.steps == 3 && s->ports.time[2] == times[2] && s->ports.at[1].voltage[1] == 7);
    nd_archive_close(from);
}

static void wrong(void)
{
    nudge_problem *problem;
    nudge_solver *s = make("wrong", &problem);
    run_to(s, 12, 0);
    refuse(s, (const double[]){0, 1, 1}, 3, "the times of samples of ports are impossible");
    refuse(s, (const double[]){0, 1, NAN}, 3, "the times of samples of ports are impossible");
    refuse(s, (const double[]){0, 1, 2}, 2, "ports/current");
    refuse(s, (const double[]){0, 1, 2}, 3, NULL);
    nudge_solver_destroy(s);
    nudge_problem_destroy(problem);
}

int main(void)
{
    char command[300];
    const char *tmp = getenv("TMPDIR");
    snprintf(folder, sizeof folder, "%s/nudge-again-XXXXXX", tmp ? tmp : "/tmp");
    if (!mkdtemp(folder)) return 1;
    again();
    wrong();
    snprintf(command, sizeof command, "rm -rf '%s'", folder);
    CHECK(!system(command));
    TEST_END;
}
