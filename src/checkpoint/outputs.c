#include <math.h>
#include "base/format.h"
#include "base/log.h"
#include "checkpoint/state.h"

static int list_times(struct nd_outputs *o, struct nd_number list[3])
{
    list[0] = (struct nd_number){"outputs/next_fields", .real = &o->next_fields};
    list[1] = (struct nd_number){"outputs/next_energy", .real = &o->next_energy};
    list[2] = (struct nd_number){"outputs/last_fields", .real = &o->last_fields};
    return 3;
}

static int save_series(struct nd_archive *to, const struct nd_pvd *pvd)
{
    int status = 0;
    const char *lines;
    size_t n;
    int64_t steps = nd_pvd_lines(pvd, &lines, &n);
    TRY(nd_numbers_save(to, &(struct nd_number){"outputs/series/files", .whole = &steps}, 1));
    TRY(nd_archive_put_text(to, "outputs/series/lines", lines, n));
done:
    return status;
}

static int save_energy(struct nd_archive *to, const struct nd_csv *csv)
{
    int status = 0;
    char *text = NULL;
    size_t n;
    TRY(nd_csv_text(csv, &text, &n));
    if (text) TRY(nd_archive_put_text(to, "outputs/energy", text, n));
done:
    free(text);
    return status;
}

/* The names of a picture's sets, kept here because an archive only points to them. */
struct picture_sets {
    char panels[48], next[48], first[48], from[48], times[48], values[48];
};

static struct picture_sets picture_names(int i)
{
    struct picture_sets s;
    char *name[] = {s.panels, s.next, s.first, s.from, s.times, s.values};
    static const char *const ending[] = {"panels", "next", "first", "from", "times", "values"};
    for (int k = 0; k < 6; k++) nd_format(name[k], sizeof s.panels, "outputs/picture/%d/%s", i, ending[k]);
    return s;
}

static struct nd_archive_set panel_times(const struct picture_sets *names, const struct nd_picture_state *p)
{
    return (struct nd_archive_set){names->times, ND_ARCHIVE_DOUBLE, 1, {p->panels}};
}

static struct nd_archive_set panel_values(const struct picture_sets *names, const struct nd_picture_state *p)
{
    return (struct nd_archive_set){names->values, ND_ARCHIVE_DOUBLE, 2, {p->panels, (int64_t)p->panel}};
}

static int list_panels(const struct picture_sets *names, struct nd_picture_state *p, struct nd_number list[4])
{
    list[0] = (struct nd_number){names->panels, .small = &p->panels};
    list[1] = (struct nd_number){names->next, .small = &p->next};
    list[2] = (struct nd_number){names->first, .small = &p->first};
    list[3] = (struct nd_number){names->from, .real = &p->from};
    return 4;
}

static int save_picture(struct nd_archive *to, const struct nd_picture *picture, int i)
{
    int status = 0;
    struct nd_picture_state p = nd_picture_state(picture);
    const struct picture_sets names = picture_names(i);
    const struct nd_archive_set times = panel_times(&names, &p), values = panel_values(&names, &p);
    struct nd_number list[4];
    TRY(nd_numbers_save(to, list, list_panels(&names, &p, list)));
    TRY(nd_archive_put(to, &times, p.time));
    TRY(nd_archive_put(to, &values, p.values));
done:
    return status;
}

static const char scene_written[] = "outputs/scene/written";

static int list_scene(struct nd_scene_state *s, struct nd_number list[2])
{
    list[0] = (struct nd_number){scene_written, .small = &s->written};
    list[1] = (struct nd_number){"outputs/scene/time", .real = &s->time};
    return 2;
}

/* The arrays that a scene draws: up to three of values on the surface, and the arrows. */
static int scene_array(const struct nd_scene_state *s, int i, struct nd_archive_set *set, double **values)
{
    static const char *const names[] = {"outputs/scene/taken/0", "outputs/scene/taken/1",
                                        "outputs/scene/taken/2", "outputs/scene/arrow"};
    *values = i < 3 ? s->taken[i] : s->arrow;
    *set =
        (struct nd_archive_set){names[i], ND_ARCHIVE_DOUBLE, 1, {(int64_t)(i < 3 ? s->points : s->arrows)}};
    return *values != NULL;
}

static int save_scene(struct nd_archive *to, const struct nd_scene *scene)
{
    int status = 0;
    struct nd_scene_state s = nd_scene_state(scene);
    struct nd_number list[2];
    struct nd_archive_set set;
    double *values;
    TRY(nd_numbers_save(to, list, list_scene(&s, list)));
    for (int i = 0; i < 4 && s.written; i++)
        if (scene_array(&s, i, &set, &values)) TRY(nd_archive_put(to, &set, values));
done:
    return status;
}

int nd_state_save_outputs(struct nd_archive *to, struct nd_outputs *o)
{
    int status = 0;
    struct nd_number list[3];
    TRY(nd_numbers_save(to, list, list_times(o, list)));
    if (o->fields) TRY(save_series(to, o->fields));
    if (o->energy) TRY(save_energy(to, o->energy));
    for (int i = 0; i < o->pictures; i++) TRY(save_picture(to, o->picture[i], i));
    if (o->scene) TRY(save_scene(to, o->scene));
done:
    return status;
}

static int restore_series(struct nd_archive_reader *from, struct nd_pvd *pvd)
{
    int status = 0;
    char *lines = NULL;
    size_t n;
    int64_t steps;
    TRY(nd_numbers_restore(from, &(struct nd_number){"outputs/series/files", .whole = &steps}, 1));
    TRY(nd_archive_get_text(from, "outputs/series/lines", &lines, &n));
    int64_t count = 0;
    for (size_t i = 0; i < n; i++) count += lines[i] == '\n';
    if (steps != count)
        FAIL(NUDGE_EFORMAT, "%s: a series of %lld files with %lld lines is impossible", nd_archive_path(from),
             (long long)steps, (long long)count);
    TRY(nd_pvd_restore(pvd, (long)steps, lines, n));
done:
    free(lines);
    return status;
}

static int restore_energy(struct nd_archive_reader *from, struct nd_csv *csv)
{
    int status = 0;
    char *text = NULL;
    size_t n;
    if (!nd_archive_has(from, "outputs/energy")) return 0; /* a pipe */
    TRY(nd_archive_get_text(from, "outputs/energy", &text, &n));
    TRY(nd_csv_restore(csv, text, n));
done:
    free(text);
    return status;
}

/* Frames so far are spread evenly up to the end that the run had then. */
static int warn_of_frames(struct nd_archive_reader *from, const struct nd_picture_state *p)
{
    int status = 0;
    double end;
    if (p->next <= 1 && !p->first) goto done;
    TRY(nd_numbers_restore(from, &(struct nd_number){"schedule/end", .real = &end}, 1));
    if (fabs(end - p->end) > 1e-9 * p->end)
        nd_warn("%s: %d of its %d frames are at times for the end at t = %.6g, the others at times for the "
                "end at %.6g",
                p->path, p->next, p->frames, end, p->end);
done:
    return status;
}

/* A checkpoint of a program without Cairo has no panels; the picture then begins here. */
static int restore_picture(struct nd_archive_reader *from, struct nd_picture *picture, int i)
{
    int status = 0;
    struct nd_picture_state p = nd_picture_state(picture);
    const struct picture_sets names = picture_names(i);
    struct nd_number list[4];
    const int frames = p.frames;
    if (!nd_archive_has(from, names.values)) return 0;
    TRY(nd_numbers_restore(from, list, list_panels(&names, &p, list)));
    if (p.panels < 0 || p.panels > frames || p.next < 0 || p.next > frames || p.first < 0 ||
        (p.first && p.first > frames - 2) || !isfinite(p.from))
        FAIL(NUDGE_EFORMAT, "%s: a picture of %d panels is impossible", nd_archive_path(from), p.panels);
    const struct nd_archive_set times = panel_times(&names, &p), values = panel_values(&names, &p);
    TRY(nd_archive_get(from, &times, p.time));
    TRY(nd_archive_get(from, &values, p.values));
    TRY(warn_of_frames(from, &p));
    TRY(nd_picture_restore(picture, &p));
done:
    return status;
}

static int restore_scene(struct nd_archive_reader *from, struct nd_scene *scene)
{
    int status = 0;
    struct nd_scene_state s = nd_scene_state(scene);
    struct nd_number list[2];
    struct nd_archive_set set;
    double *values;
    if (!nd_archive_has(from, scene_written)) return 0; /* of a program without Cairo */
    TRY(nd_numbers_restore(from, list, list_scene(&s, list)));
    if (!s.written) goto done;
    for (int i = 0; i < 4; i++)
        if (scene_array(&s, i, &set, &values)) TRY(nd_archive_get(from, &set, values));
    TRY(nd_scene_restore(scene, s.time));
done:
    return status;
}

int nd_state_restore_outputs(struct nd_archive_reader *from, struct nd_outputs *o)
{
    int status = 0;
    struct nd_number list[3];
    TRY(nd_numbers_restore(from, list, list_times(o, list)));
    if (o->fields) TRY(restore_series(from, o->fields));
    if (o->energy) TRY(restore_energy(from, o->energy));
    for (int i = 0; i < o->pictures; i++) TRY(restore_picture(from, o->picture[i], i));
    if (o->scene) TRY(restore_scene(from, o->scene));
done:
    return status;
}
