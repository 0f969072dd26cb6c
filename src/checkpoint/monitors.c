#include <math.h>
#include <string.h>
#include "base/format.h"
#include "checkpoint/state.h"

/* The sums of one monitor in the elements of this rank. On the device they are [frequency][re, im][piece][element][record]; in an archive
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
                          .n = m->fourier.list.n,
                          .lines = 2 * (int64_t)m->fourier.n,
                          .pieces = form->real == 4 ? 2 : 1,
                          .record = (int64_t)form->record,
                          .nodal = (int64_t)s->law.fields.n * s->elem.Np,
                          .real = form->real};
    for (int j = 0; j < 3; j++) nd_format(sums->name[j], 64, "monitors/%d/%s", i, names[j]);
    ALLOC(place_of, s->mesh.K);
    ALLOC(sums->place, sums->n);
    ALLOC(sums->element, sums->n);
    for (nd_idx j = 0, own = 0; j < m->count; j++)
        if (nd_share_has(s->rhs.share, m->element[j])) place_of[m->element[j]] = ++own;
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

/* Nodal values [n][fields][Np] of one line, in the order of the monitor's list: the sum of its pieces. */
static int read_line(const struct sums *u, int64_t line, double *nodal, double *piece)
{
    int status = 0;
    struct nd_subset own = nd_subset_own(&u->fourier->list);
    const size_t count = (size_t)u->n * (size_t)u->nodal;
    memset(nodal, 0, count * sizeof *nodal);
    for (int64_t i = 0; i < u->pieces; i++) {
        TRY(nd_subset_read(&own, &u->fourier->sum, (size_t)(line * u->pieces + i), piece));
        for (size_t j = 0; j < count; j++) nodal[j] += piece[j];
    }
done:
    return status;
}

/* Nodal values for devices that hold numbers in another form. */
static int save_nodal(struct nd_archive *to, const struct sums *u)
{
    int status = 0;
    const struct nd_archive_set set = nodal_set(u);
    const size_t one = (size_t)u->n * (size_t)u->nodal, line = (size_t)u->nodal;
    double *nodal = NULL, *piece = NULL, *all = NULL;
    ALLOC(nodal, one);
    ALLOC(piece, one);
    ALLOC(all, one * (size_t)u->lines);
    for (int64_t k = 0; k < u->lines; k++) {
        TRY(read_line(u, k, nodal, piece));
        for (nd_idx i = 0; i < u->n; i++)
            memcpy(all + ((size_t)i * (size_t)u->lines + (size_t)k) * line,
                   nodal + (size_t)u->place[i] * line, line * sizeof *all);
    }
    TRY(nd_archive_put(to, &set, all));
done:
    free(nodal);
    free(piece);
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

int nd_state_save_monitors(struct nd_archive *to, nudge_solver *s)
{
    int status = 0;
    struct nd_monitors *m = &s->monitors;
    struct nd_number list[2];
    char name[2][64];
    TRY(nd_numbers_save(to, &(struct nd_number){"monitors/first", .whole = &m->first}, 1));
    for (int i = 0; i < m->n; i++) {
        TRY(nd_numbers_save(to, list, list_times(m, i, name, list)));
        if (m->at[i].spec->probe) TRY(save_table(to, m->at[i].csv, i));
    }
done:
    return status;
}

int nd_state_save_sums(struct nd_archive *to, nudge_solver *s, const struct nd_form *form)
{
    int status = 0;
    for (int i = 0; i < s->monitors.n; i++)
        if (!s->monitors.at[i].spec->probe) TRY(save_sums(to, s, i, form));
done:
    return status;
}

/* The sums in a checkpoint. */
struct saved_sums {
    struct nd_checkpoint *from;
    struct nd_places places;
    int nodal; /* nodal values are there, too */
    int64_t pieces;
};

/* What the parts have, of which all are alike. */
static int describe_sums(struct saved_sums *v, const struct sums *u)
{
    int status = 0, i = 0;
    struct nd_archive_reader *part;
    struct nd_archive_set sums = {.name = u->name[1]};
    while (!v->places.part[i].n) i++;
    TRY(nd_checkpoint_part(v->from, i, &part));
    TRY(nd_archive_describe(part, &sums));
    if (sums.rank != 4 || sums.size[2] < 1 || sums.size[2] > 2)
        FAIL(NUDGE_EFORMAT, "%s: dataset %s has another size than this run needs", nd_archive_path(part),
             u->name[1]);
    v->nodal = nd_archive_has(part, u->name[2]);
    v->pieces = sums.size[2];
done:
    return status;
}

/* The nodal values of a checkpoint: its own, or the sums of pieces of nodal records. */
static int get_nodal(struct saved_sums *v, const struct sums *u, double *all)
{
    int status = 0;
    const struct nd_archive_set set = nodal_set(u),
                                sums = {
                                    u->name[1], ND_ARCHIVE_DOUBLE, 4, {u->n, u->lines, v->pieces, u->nodal}};
    double *pieces = NULL;
    if (v->nodal) return nd_places_get(&v->places, v->from, &set, all);
    const int64_t count = v->pieces;
    ALLOC(pieces, (size_t)(u->n * u->lines * count * u->nodal));
    TRY(nd_places_get(&v->places, v->from, &sums, pieces));
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
static int load_piece(const struct sums *u, double *nodal, int64_t line, char *host)
{
    int status = 0;
    struct nd_device *device = u->fourier->list.rhs->device;
    struct nd_buffer compact = {0};
    struct nd_subset own = nd_subset_own(&u->fourier->list);
    const size_t bytes = (size_t)u->n * (size_t)u->record * u->real;
    nd_reals_flush(nodal, u->real, (size_t)u->n * (size_t)u->nodal);
    TRY(nd_subset_upload(&own, nodal, &compact));
    TRY(device->backend->read(device, host, &compact, 0, bytes));
    TRY(device->backend->write(device, &u->fourier->sum, (size_t)line * bytes, host, bytes));
done:
    nd_device_free(device, &compact);
    return status;
}

static int restore_nodal(struct saved_sums *v, const struct sums *u)
{
    int status = 0;
    const size_t one = (size_t)u->n * (size_t)u->nodal, line = (size_t)u->nodal;
    double *all = NULL, *whole = NULL, *rest = NULL;
    char *host = NULL;
    ALLOC(all, one * (size_t)u->lines);
    ALLOC(whole, one);
    ALLOC(rest, one);
    ALLOC(host, (size_t)u->n * (size_t)u->record * u->real);
    TRY(describe_sums(v, u));
    TRY(get_nodal(v, u, all));
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

static int restore_exactly(struct saved_sums *v, const nudge_solver *s, const struct sums *u)
{
    int status = 0;
    const struct nd_archive_set set = sums_set(u);
    char *device = NULL, *archive = NULL;
    const size_t bytes = u->fourier->sum.bytes;
    ALLOC(device, bytes);
    ALLOC(archive, bytes);
    TRY(nd_places_get(&v->places, v->from, &set, archive));
    transpose(u, 1, device, archive);
    TRY(s->device->backend->write(s->device, &u->fourier->sum, 0, device, bytes));
done:
    free(device);
    free(archive);
    return status;
}

static int restore_sums(struct nd_checkpoint *from, nudge_solver *s, int i, const struct nd_form *saved,
                        const struct nd_form *own)
{
    int status = 0;
    struct sums u = {0};
    struct saved_sums v = {.from = from};
    TRY(find_sums(s, i, own, &u));
    if (!u.n) goto done;
    TRY(nd_places_find(&v.places, from, u.name[0], u.element, u.n));
    TRY(saved->real == own->real && nd_form_same(saved, own, s->mesh.K) ? restore_exactly(&v, s, &u)
                                                                        : restore_nodal(&v, &u));
done:
    clear_sums(&u);
    nd_places_clear(&v.places);
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

int nd_state_restore_monitors(struct nd_checkpoint *from, nudge_solver *s, const struct nd_form *saved,
                              const struct nd_form *own)
{
    int status = 0;
    struct nd_monitors *m = &s->monitors;
    struct nd_number list[2];
    char name[2][64];
    TRY(nd_numbers_restore(from->head, &(struct nd_number){"monitors/first", .whole = &m->first}, 1));
    if (m->first < 0 || m->first > s->step - s->renumbered)
        FAIL(NUDGE_EFORMAT, "%s: a first sample at step %lld is impossible", nd_archive_path(from->head),
             (long long)m->first);
    m->first += s->renumbered; /* as many steps after the last sample as before */
    for (int i = 0; i < m->n; i++) {
        TRY(nd_numbers_restore(from->head, list, list_times(m, i, name, list)));
        if (!isfinite(m->at[i].before) || !isfinite(m->at[i].after))
            FAIL(NUDGE_EFORMAT, "%s: the times of monitor '%s' are impossible", nd_archive_path(from->head),
                 m->at[i].spec->named.name);
        if (!m->at[i].spec->probe)
            TRY(restore_sums(from, s, i, saved, own));
        else if (m->at[i].csv) /* on rank 0 */
            TRY(restore_table(from->head, m->at[i].csv, i));
    }
    if (s->joined) TRY(nd_monitors_join(m, s->step, s->time));
done:
    return status;
}
