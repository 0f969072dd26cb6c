#include <math.h>
#include <string.h>
#include "base/format.h"
#include "checkpoint/state.h"

/* The sums of one monitor. On the device they are [frequency][re, im][piece][element][record]; in an archive
 * [element][frequency][re, im][piece][record], with elements in the order of the mesh. */
struct sums {
    struct nd_fourier *fourier;
    nd_idx n;              /* elements */
    int64_t lines;         /* frequencies times two, for re and im */
    int64_t pieces;        /* of a sum: fourier.knl */
    int64_t record, nodal; /* numbers of an element: in a record, at nodes */
    size_t real;
    nd_idx *place;    /* [n] in the monitor's list, by the order of the mesh */
    int64_t *element; /* [n] */
    char name[3][64]; /* datasets: elements, sums, nodal */
};

static void clear_sums(struct sums *sums)
{
    free(sums->place);
    free(sums->element);
}

static int find_sums(nudge_solver *s, int i, const struct nd_form *form, struct sums *sums)
{
    int status = 0;
    struct nd_monitor *m = &s->monitors.at[i];
    static const char *const names[] = {"elements", "sums", "nodal"};
    nd_idx *place_of = NULL, n = 0;
    *sums = (struct sums){.fourier = &m->fourier,
                          .n = m->count,
                          .lines = 2 * (int64_t)m->fourier.n,
                          .pieces = form->real == 4 ? 2 : 1,
                          .record = (int64_t)form->record,
                          .nodal = (int64_t)s->law.fields.n * s->elem.Np,
                          .real = form->real};
    for (int j = 0; j < 3; j++) nd_format(sums->name[j], 64, "monitors/%d/%s", i, names[j]);
    ALLOC(place_of, s->mesh.K);
    ALLOC(sums->place, sums->n);
    ALLOC(sums->element, sums->n);
    for (nd_idx j = 0; j < m->count; j++) place_of[m->element[j]] = j + 1;
    for (nd_idx k = 0; k < s->mesh.K; k++) {
        if (!place_of[k]) continue;
        sums->element[n] = k;
        sums->place[n++] = place_of[k] - 1;
    }
    if (n != sums->n) FAIL(NUDGE_EINTERNAL, "an element is twice in the list of a monitor");
done:
    free(place_of);
    if (status) clear_sums(sums);
    return status;
}

/* Copies between the order of the device and that of archives; load: to the device's. */
static void transpose(const struct sums *u, int load, char *device, char *archive)
{
    const size_t bytes = (size_t)u->record * u->real;
    const int64_t lines = u->lines * u->pieces;
#pragma omp parallel for schedule(static)
    for (nd_idx i = 0; i < u->n; i++)
        for (int64_t j = 0; j < lines; j++) {
            char *here = device + (size_t)(j * u->n + u->place[i]) * bytes,
                 *there = archive + (size_t)(i * lines + j) * bytes;
            memcpy(load ? here : there, load ? there : here, bytes);
        }
}

static struct nd_archive_set sums_set(const struct sums *u)
{
    return (struct nd_archive_set){u->name[1],
                                   u->real == 4 ? ND_ARCHIVE_SINGLE : ND_ARCHIVE_DOUBLE,
                                   4,
                                   {u->n, u->lines, u->pieces, u->record}};
}

static struct nd_archive_set nodal_set(const struct sums *u)
{
    return (struct nd_archive_set){u->name[2], ND_ARCHIVE_DOUBLE, 3, {u->n, u->lines, u->nodal}};
}

/* Nodal values for devices that hold numbers in another form. */
static int save_nodal(struct nd_archive *to, const struct sums *u)
{
    int status = 0;
    const struct nd_archive_set set = nodal_set(u);
    const size_t one = (size_t)u->n * (size_t)u->nodal, line = (size_t)u->nodal;
    double *part = NULL, *all = NULL;
    ALLOC(part, 2 * one);
    ALLOC(all, one * (size_t)u->lines);
    for (int64_t k = 0; k < u->lines / 2; k++) {
        TRY(nd_fourier_get(u->fourier, (int)k, part, part + one));
        for (nd_idx i = 0; i < u->n; i++)
            for (int j = 0; j < 2; j++)
                memcpy(all + ((size_t)i * (size_t)u->lines + (size_t)(2 * k + j)) * line,
                       part + (size_t)j * one + (size_t)u->place[i] * line, line * sizeof *all);
    }
    TRY(nd_archive_put(to, &set, all));
done:
    free(part);
    free(all);
    return status;
}

static int save_sums(struct nd_archive *to, nudge_solver *s, int i, const struct nd_form *form)
{
    int status = 0;
    struct sums u = {0};
    char *device = NULL, *archive = NULL;
    TRY(find_sums(s, i, form, &u));
    const struct nd_archive_set elements = {u.name[0], ND_ARCHIVE_WHOLE, 1, {u.n}}, sums = sums_set(&u);
    const size_t bytes = u.fourier->sum.bytes;
    TRY(nd_archive_put(to, &elements, u.element));
    if (!u.n) goto done;
    ALLOC(device, bytes);
    ALLOC(archive, bytes);
    TRY(s->device->backend->read(s->device, device, &u.fourier->sum, 0, bytes));
    transpose(&u, 0, device, archive);
    TRY(nd_archive_put(to, &sums, archive));
    if (!form->nodal) TRY(save_nodal(to, &u));
done:
    clear_sums(&u);
    free(device);
    free(archive);
    return status;
}

static int save_table(struct nd_archive *to, const struct nd_csv *csv, int i)
{
    int status = 0;
    char *text = NULL, name[64];
    size_t n;
    TRY(nd_csv_text(csv, &text, &n));
    nd_format(name, sizeof name, "monitors/%d/table", i);
    if (text) TRY(nd_archive_put_text(to, name, text, n));
done:
    free(text);
    return status;
}

static int list_times(struct nd_monitors *m, int i, char name[2][64], struct nd_number list[2])
{
    nd_format(name[0], 64, "monitors/%d/before", i);
    nd_format(name[1], 64, "monitors/%d/after", i);
    list[0] = (struct nd_number){name[0], .real = &m->at[i].before};
    list[1] = (struct nd_number){name[1], .real = &m->at[i].after};
    return 2;
}

int nd_state_save_monitors(struct nd_archive *to, nudge_solver *s, const struct nd_form *form)
{
    int status = 0;
    struct nd_monitors *m = &s->monitors;
    struct nd_number list[2];
    char name[2][64];
    TRY(nd_monitors_flush(m));
    TRY(nd_numbers_save(to, &(struct nd_number){"monitors/first", .whole = &m->first}, 1));
    for (int i = 0; i < m->n; i++) {
        TRY(nd_numbers_save(to, list, list_times(m, i, name, list)));
        TRY(m->at[i].spec->probe ? save_table(to, m->at[i].csv, i) : save_sums(to, s, i, form));
    }
done:
    return status;
}

/* The nodal values of an archive: its own, or the sums of pieces of nodal records. */
static int get_nodal(struct nd_archive_reader *from, const struct sums *u, double *all)
{
    int status = 0;
    const struct nd_archive_set set = nodal_set(u);
    struct nd_archive_set sums = {.name = u->name[1]};
    double *pieces = NULL;
    if (nd_archive_has(from, u->name[2])) return nd_archive_get(from, &set, all);
    TRY(nd_archive_describe(from, &sums));
    if (sums.rank != 4 || sums.size[2] < 1 || sums.size[2] > 2 || sums.size[3] != u->nodal)
        FAIL(NUDGE_EFORMAT, "%s: dataset %s has another size than this run needs", nd_archive_path(from),
             u->name[1]);
    const int64_t count = sums.size[2];
    sums.size[0] = u->n, sums.size[1] = u->lines;
    ALLOC(pieces, (size_t)(u->n * u->lines * count * u->nodal));
    TRY(nd_reals_restore(from, &sums, pieces));
    for (int64_t i = 0; i < u->n * u->lines; i++)
        for (int64_t j = 0; j < u->nodal; j++) {
            const double *one = pieces + i * count * u->nodal + j;
            all[i * u->nodal + j] = one[0] + (count > 1 ? one[u->nodal] : 0);
        }
done:
    free(pieces);
    return status;
}

/* Uploads nodal values of one line, [n][fields][Np] in the order of the monitor's list, as one piece. */
static int load_piece(const struct sums *u, const double *nodal, int64_t line, char *host)
{
    int status = 0;
    struct nd_device *device = u->fourier->list.rhs->device;
    struct nd_buffer compact = {0};
    const size_t bytes = (size_t)u->n * (size_t)u->record * u->real;
    TRY(nd_subset_upload(&u->fourier->list, nodal, &compact));
    TRY(device->backend->read(device, host, &compact, 0, bytes));
    TRY(device->backend->write(device, &u->fourier->sum, (size_t)line * bytes, host, bytes));
done:
    nd_device_free(device, &compact);
    return status;
}

static int restore_nodal(struct nd_archive_reader *from, const struct sums *u)
{
    int status = 0;
    const size_t one = (size_t)u->n * (size_t)u->nodal, line = (size_t)u->nodal;
    double *all = NULL, *whole = NULL, *rest = NULL;
    char *host = NULL;
    ALLOC(all, one * (size_t)u->lines);
    ALLOC(whole, one);
    ALLOC(rest, one);
    ALLOC(host, (size_t)u->n * (size_t)u->record * u->real);
    TRY(get_nodal(from, u, all));
    for (int64_t j = 0; j < u->lines; j++) {
        for (nd_idx i = 0; i < u->n; i++)
            memcpy(whole + (size_t)u->place[i] * line,
                   all + ((size_t)i * (size_t)u->lines + (size_t)j) * line, line * sizeof *all);
        for (size_t i = 0; i < one; i++) rest[i] = whole[i] - (float)whole[i];
        for (size_t i = 0; i < one && u->pieces == 2; i++) whole[i] = (float)whole[i];
        TRY(load_piece(u, whole, j * u->pieces, host));
        if (u->pieces == 2) TRY(load_piece(u, rest, j * u->pieces + 1, host));
    }
done:
    free(all);
    free(whole);
    free(rest);
    free(host);
    return status;
}

static int restore_exactly(struct nd_archive_reader *from, const nudge_solver *s, const struct sums *u)
{
    int status = 0;
    const struct nd_archive_set set = sums_set(u);
    char *device = NULL, *archive = NULL;
    const size_t bytes = u->fourier->sum.bytes;
    ALLOC(device, bytes);
    ALLOC(archive, bytes);
    TRY(nd_archive_get(from, &set, archive));
    transpose(u, 1, device, archive);
    TRY(s->device->backend->write(s->device, &u->fourier->sum, 0, device, bytes));
done:
    free(device);
    free(archive);
    return status;
}

static int restore_sums(struct nd_archive_reader *from, nudge_solver *s, int i, const struct nd_form *saved,
                        const struct nd_form *own)
{
    int status = 0;
    struct sums u = {0};
    int64_t *element = NULL;
    TRY(find_sums(s, i, own, &u));
    const struct nd_archive_set elements = {u.name[0], ND_ARCHIVE_WHOLE, 1, {u.n}};
    ALLOC(element, u.n);
    TRY(nd_archive_get(from, &elements, element));
    if (u.n && memcmp(element, u.element, (size_t)u.n * sizeof *element))
        FAIL(NUDGE_EVALUE, "%s: monitor '%s' has other elements than in this run", nd_archive_path(from),
             s->monitors.at[i].spec->named.name);
    if (u.n)
        TRY(saved->real == own->real && nd_form_same(saved, own, s->mesh.K) ? restore_exactly(from, s, &u)
                                                                            : restore_nodal(from, &u));
done:
    clear_sums(&u);
    free(element);
    return status;
}

static int restore_table(struct nd_archive_reader *from, struct nd_csv *csv, int i)
{
    int status = 0;
    char *text = NULL, name[64];
    size_t n;
    nd_format(name, sizeof name, "monitors/%d/table", i);
    if (!nd_archive_has(from, name)) return 0; /* a pipe */
    TRY(nd_archive_get_text(from, name, &text, &n));
    TRY(nd_csv_restore(csv, text, n));
done:
    free(text);
    return status;
}

int nd_state_restore_monitors(struct nd_archive_reader *from, nudge_solver *s, const struct nd_form *saved,
                              const struct nd_form *own)
{
    int status = 0;
    struct nd_monitors *m = &s->monitors;
    struct nd_number list[2];
    char name[2][64];
    TRY(nd_numbers_restore(from, &(struct nd_number){"monitors/first", .whole = &m->first}, 1));
    if (m->first < 0 || m->first > s->step - s->renumbered)
        FAIL(NUDGE_EFORMAT, "%s: a first sample at step %lld is impossible", nd_archive_path(from),
             (long long)m->first);
    m->first += s->renumbered; /* as many steps after the last sample as before */
    for (int i = 0; i < m->n; i++) {
        TRY(nd_numbers_restore(from, list, list_times(m, i, name, list)));
        if (!isfinite(m->at[i].before) || !isfinite(m->at[i].after))
            FAIL(NUDGE_EFORMAT, "%s: the times of monitor '%s' are impossible", nd_archive_path(from),
                 m->at[i].spec->named.name);
        TRY(m->at[i].spec->probe ? restore_table(from, m->at[i].csv, i)
                                 : restore_sums(from, s, i, saved, own));
    }
    if (s->joined) TRY(nd_monitors_join(m, s->step, s->time));
done:
    return status;
}
