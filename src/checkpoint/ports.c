/* Records of ports: voltages and currents since the start, and the table in ports.csv. In the head alone, because
 * rank 0 has them. */
#include <math.h>
#include <string.h>
#include "base/file.h"
#include "base/format.h"
#include "checkpoint/checkpoint.h"
#include "checkpoint/state.h"

static const char times[] = "ports/time", voltages[] = "ports/voltage", currents[] = "ports/current",
                  table[] = "ports/table", end[] = "ports/end", decay[] = "ports/decayed";

static struct nd_archive_set series_set(const char *name, int ports, size_t steps)
{
    if (!ports) return (struct nd_archive_set){name, ND_ARCHIVE_DOUBLE, 1, {(int64_t)steps}};
    return (struct nd_archive_set){name, ND_ARCHIVE_DOUBLE, 2, {ports, (int64_t)steps}};
}

/* Copies the series of V or I (which: 0 or 1) of all ports to rows[ports][steps], or back. */
static void copy_series(struct nd_ports *p, int which, double *rows, int back)
{
    for (int i = 0; i < p->n; i++) {
        double *own = which ? p->at[i].current : p->at[i].voltage, *row = rows + (size_t)i * p->steps;
        memcpy(back ? own : row, back ? row : own, p->steps * sizeof *own);
    }
}

static int save_series(struct nd_archive *to, struct nd_ports *p)
{
    int status = 0;
    double *rows = NULL;
    const struct nd_archive_set set = series_set(times, 0, p->steps);
    ALLOC(rows, (size_t)p->n * p->steps);
    TRY(nd_archive_put(to, &set, p->time));
    for (int which = 0; which < 2; which++) {
        const struct nd_archive_set values = series_set(which ? currents : voltages, p->n, p->steps);
        copy_series(p, which, rows, 0);
        TRY(nd_archive_put(to, &values, rows));
    }
done:
    free(rows);
    return status;
}

int nd_state_save_ports(struct nd_archive *to, nudge_solver *s)
{
    int status = 0;
    struct nd_ports *p = &s->ports;
    char *text = NULL;
    size_t n;
    if (!p->n || !p->steps) return 0;
    TRY(save_series(to, p));
    if (p->csv) TRY(nd_csv_text(p->csv, &text, &n));
    if (text) TRY(nd_archive_put_text(to, table, text, n));
done:
    free(text);
    return status;
}

/* Reads time[n] and rows[V, I][ports][n], and checks them. */
static int read_series(struct nd_archive_reader *from, const struct nd_ports *p, size_t n, double *time,
                       double *rows)
{
    int status = 0;
    const struct nd_archive_set set = series_set(times, 0, n);
    TRY(nd_archive_get(from, &set, time));
    for (int which = 0; which < 2; which++) {
        const struct nd_archive_set values = series_set(which ? currents : voltages, p->n, n);
        TRY(nd_archive_get(from, &values, rows + (size_t)which * (size_t)p->n * n));
    }
    for (size_t i = 0; i < n; i++)
        if (!isfinite(time[i]) || (i && !(time[i] > time[i - 1])))
            FAIL(NUDGE_EFORMAT, "%s: the times of samples of ports are impossible", nd_archive_path(from));
done:
    return status;
}

/* Steps before the checkpoint cannot have more samples than one each and one at the start. After a failure the series are
 * what they were. */
static int restore_series(struct nd_archive_reader *from, struct nd_ports *p, int64_t most)
{
    int status = 0;
    struct nd_archive_set set = {.name = times};
    double *time = NULL, *rows = NULL;
    TRY(nd_archive_describe(from, &set));
    if (set.type != ND_ARCHIVE_DOUBLE || set.rank != 1 || set.size[0] < 1 || set.size[0] > most)
        FAIL(NUDGE_EFORMAT, "%s: dataset %s has another size than this run needs", nd_archive_path(from),
             times);
    const size_t n = (size_t)set.size[0];
    ALLOC(time, n);
    ALLOC(rows, 2 * (size_t)p->n * n);
    TRY(read_series(from, p, n, time, rows));
    TRY(nd_ports_make_room(p, n));
    memcpy(p->time, time, n * sizeof *time);
    for (int which = 0; which < 2; which++)
        copy_series(p, which, rows + (size_t)which * (size_t)p->n * n, 1);
done:
    free(time);
    free(rows);
    return status;
}

int nd_state_restore_ports(struct nd_archive_reader *from, nudge_solver *s)
{
    int status = 0;
    struct nd_ports *p = &s->ports;
    char *text = NULL;
    size_t n;
    if (!p->n) return 0;
    TRY(restore_series(from, p, s->step - s->renumbered + 1));
    if (!p->csv || !nd_archive_has(from, table)) goto done; /* a pipe */
    TRY(nd_archive_get_text(from, table, &text, &n));
    TRY(nd_csv_restore(p->csv, text, n));
done:
    free(text);
    return status;
}

/* -- the series of a run that has ended -- */

int nd_ended_path(const nudge_problem *problem, char **path)
{
    int status = 0;
    char *folder = nd_path_join(problem->folder, problem->output.folder ? problem->output.folder : "");
    *path = folder ? nd_path_join(folder, ND_PORTS_ENDED) : NULL;
    if (!*path) FAIL(NUDGE_ENOMEM, "out of memory");
done:
    free(folder);
    return status;
}

int nd_ended_save(nudge_solver *s)
{
    int status = 0;
    struct nd_archive *to = NULL;
    struct nd_archive_room room = {0};
    char *path = NULL;
    double bytes, last = s->schedule.end;
    const struct nd_number list[] = {{end, .real = &last}, {decay, .small = &s->decayed}};
    TRY(nd_ended_path(s->problem, &path));
    TRY(nd_archive_create(&to, &room, 0));
    TRY(nd_identity_save(to, s));
    TRY(nd_numbers_save(to, list, 2));
    TRY(save_series(to, &s->ports));
    TRY(nd_archive_seal(to, &bytes));
    TRY(nd_archive_store(to, path, NULL));
done:
    nd_archive_destroy(to);
    nd_archive_room_clear(&room);
    free(path);
    return status;
}

int nd_ended_restore(nudge_solver *s, int *found)
{
    int status = 0, decayed, there;
    struct nd_archive_reader *from = NULL;
    char *path = NULL;
    double last;
    const struct nd_number list[] = {{end, .real = &last}, {decay, .small = &decayed}};
    *found = 0;
    TRY(nd_ended_path(s->problem, &path));
    TRY(nd_file_find(path, &there));
    if (!there) goto done;
    TRY(nd_archive_open(&from, path));
    TRY(nd_identity_check(from, s));
    TRY(nd_numbers_restore(from, list, 2));
    if (last != s->schedule.end && !(decayed && last < s->schedule.end))
        goto done; /* it ends elsewhere now */
    TRY(restore_series(from, &s->ports, INT64_MAX / 16));
    *found = 1;
done:
    nd_archive_close(from);
    free(path);
    return status;
}
