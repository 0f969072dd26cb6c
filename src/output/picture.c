#include "output/picture.h"

#include <math.h>
#include <string.h>
#include "base/file.h"
#include "base/format.h"
#include "base/text.h"
#include "plot/film_strip.h"
#include "plot/slice.h"

struct nd_picture {
    const nudge_problem *problem;
    const struct nd_picture_spec *spec;
    char *path;
    int field, fields;     /* the first field that it shows, and how many: 3 for the magnitude of a vector */
    struct nd_slice slice; /* its elements are those of this list: */
    nd_idx *element;       /* [slice.elements] in the mesh */
    struct nd_text title;
    char subtitle[200];
    char name[40];
    struct nd_film_strip strip;
    double *taken; /* [pixels of a panel] one component of a vector */
    int next;      /* the next frame; frames that fall on the same step make one panel */
    int first;     /* the frame at time `from`; the others follow evenly until the end */
    double from;
};

static const char axis_name[] = "xyz";

/* The first of three fields NAMEx, NAMEy, NAMEz; -1: there are none. */
static int find_vector(const struct nd_law *law, const char *name)
{
    const size_t n = strlen(name);
    for (int i = 0; i + 2 < law->fields.n; i++)
        if (nd_names_vector((const char *const *)law->fields.at + i) && strlen(law->fields.at[i]) == n + 1 &&
            !strncmp(law->fields.at[i], name, n))
            return i;
    return -1;
}

/* The field or vector that the problem names, else the first with an initial value, else the law's first. */
static int choose_field(const struct nd_picture_setup *s, int *chosen, int *fields)
{
    int status = 0;
    const struct nd_law *law = s->law;
    const nudge_problem *p = s->problem;
    const char *name = s->spec->field;
    char where[512], known[512];
    int field = name ? nd_names_find(&law->fields, name) : -1;
    const int vector = name && field < 0 ? find_vector(law, name) : -1;
    *fields = vector < 0 ? 1 : 3;
    if (name && field < 0 && vector < 0) {
        const char *near = nd_text_nearest(name, (const char *const *)law->fields.at, law->fields.n);
        nd_names_list(&law->fields, known, sizeof known);
        nd_problem_where(p, s->spec->field_line, where);
        FAIL(NUDGE_EVALUE, "%s: output.picture.field: the law %s has no field '%.80s'%s%s%s", where,
             law->name, name, near ? ", did you mean '" : "; its fields are ", near ? near : known,
             near ? "'?" : "");
    }
    for (int i = 0; i < p->initial.n && field < 0; i++)
        field = nd_names_find(&law->fields, p->initial.at[i].name);
    *chosen = vector >= 0 ? vector : field < 0 ? 0 : field;
done:
    return status;
}

static int choose_plane(const struct nd_picture_setup *s, struct nd_plane *plane)
{
    int status = 0;
    const int axis = s->spec->plane;
    double low, high, at = s->spec->at;
    char where[512];
    nd_plane_range(s->mesh, axis, &low, &high);
    if (isnan(at)) at = fabs(low + high) < 1e-12 * (high - low) ? 0 : (low + high) / 2;
    /* The coordinate of a wall may differ from the given one by rounding. */
    if (fabs(at - low) < 1e-9 * (high - low)) at = low;
    if (fabs(at - high) < 1e-9 * (high - low)) at = high;
    nd_plane_init(plane, s->mesh, axis, at);
    if (!(plane->low[0] < plane->high[0]) || !(plane->low[1] < plane->high[1])) {
        nd_problem_where(s->problem, s->spec->at_line ? s->spec->at_line : s->spec->named.line, where);
        FAIL(NUDGE_EVALUE,
             "%s: output.picture.at: the plane %c = %.6g %s the mesh, which lies between %c = %.6g and %.6g",
             where, axis_name[axis], at, at < low || at > high ? "misses" : "has no area in", axis_name[axis],
             low, high);
    }
done:
    return status;
}

int nd_picture_check(const nudge_problem *problem, const struct nd_picture_spec *spec,
                     const struct nd_law *law, const struct nd_mesh *mesh)
{
    int status = 0, field, fields;
    struct nd_plane plane;
    const struct nd_picture_setup setup = {problem, spec, law, mesh, NULL};
    TRY(choose_field(&setup, &field, &fields));
    if (mesh) TRY(choose_plane(&setup, &plane));
done:
    return status;
}

static void set_subtitle(struct nd_picture *picture)
{
    const struct nd_plane *plane = &picture->strip.plane;
    const bool si = picture->strip.si;
    char at[32], from[32];
    const int n =
        nd_format(picture->subtitle, sizeof picture->subtitle, "%s on the plane %c = %s", picture->name,
                  axis_name[plane->axis], nd_quantity_text(plane->at, ND_DIM_LENGTH, si, at));
    if (picture->from > 0)
        nd_format(picture->subtitle + n, sizeof picture->subtitle - (size_t)n,
                  "; earlier frames, below 1 %% of what is seen at t = %s, are left out",
                  nd_quantity_text(picture->from, ND_DIM_TIME, si, from));
    picture->strip.subtitle = picture->subtitle;
}

static int place_slice(struct nd_picture *picture, const struct nd_picture_setup *setup,
                       const struct nd_plane *plane)
{
    int status = 0;
    struct nd_slice *slice = &picture->slice;
    TRY(nd_slice_init(slice, setup->mesh, setup->elem, plane, picture->strip.width, picture->strip.height));
    ALLOC(picture->element, slice->elements);
    for (int i = 0; i < slice->elements; i++) {
        picture->element[i] = slice->element[i];
        slice->element[i] = i;
    }
done:
    return status;
}

static int set_texts(struct nd_picture *picture, const struct nd_law *law)
{
    int status = 0;
    const char *file = nd_path_name(picture->problem->path), *field = law->fields.at[picture->field];
    const size_t length = strlen(file);
    if (length > 40)
        nd_text_add(&picture->title, "...%s: ", file + length - 37);
    else if (length)
        nd_text_add(&picture->title, "%s: ", file);
    nd_text_add(&picture->title, "%.30s, order %d", law->name, picture->problem->order);
    if (picture->fields == 3)
        nd_format(picture->name, sizeof picture->name, "|%.*s|", (int)strlen(field) - 1, field);
    else
        nd_format(picture->name, sizeof picture->name, "%.30s", field);
    TRY(nd_text_check(&picture->title));
    picture->strip.title = picture->title.s;
    set_subtitle(picture);
    picture->strip.name = picture->name;
    picture->strip.unit = nd_problem_si(picture->problem) ? nd_law_unit(law, picture->field) : "";
done:
    return status;
}

int nd_picture_create(struct nd_picture **out, const char *path, const struct nd_picture_setup *setup)
{
    int status = 0;
    const int frames = setup->spec->frames;
    struct nd_picture *picture = NULL;
    struct nd_plane plane;
    ALLOC(picture, 1);
    picture->problem = setup->problem;
    picture->spec = setup->spec;
    STRDUP(picture->path, path);
    TRY(choose_field(setup, &picture->field, &picture->fields));
    TRY(choose_plane(setup, &plane));
    struct nd_film_strip *strip = &picture->strip;
    strip->dim = ND_DIM_TIME;
    strip->si = nd_problem_si(setup->problem);
    strip->positive = picture->fields == 3;
    strip->plane = plane;
    TRY(set_texts(picture, setup->law));
    nd_film_strip_arrange(strip, frames, plane.high[0] - plane.low[0], plane.high[1] - plane.low[1]);
    TRY(nd_outline_find(&strip->outline, setup->mesh, &plane));
    TRY(place_slice(picture, setup, &plane));
    const size_t panel = (size_t)strip->width * (size_t)strip->height;
    ALLOC(strip->time, frames);
    ALLOC(strip->limit, frames);
    ALLOC(strip->values, (size_t)frames * panel);
    if (picture->fields == 3) ALLOC(picture->taken, panel);
    TRY(nd_film_strip_write(strip, path));
    *out = picture;
    picture = NULL;
done:
    nd_picture_destroy(picture);
    return status;
}

int nd_picture_field(const struct nd_picture *picture)
{
    return picture->field;
}

int nd_picture_fields(const struct nd_picture *picture)
{
    return picture->fields;
}

const nd_idx *nd_picture_elements(const struct nd_picture *picture, nd_idx *n)
{
    *n = picture->slice.elements;
    return picture->element;
}

static double end_time(const nudge_problem *p)
{
    return p->dt > 0 && p->steps > 0 ? p->dt * (double)p->steps : p->time_end;
}

static double frame_time(const struct nd_picture *picture, int frame)
{
    return picture->from + (end_time(picture->problem) - picture->from) * (frame - picture->first) /
                               (picture->spec->frames - 1 - picture->first);
}

int nd_picture_due(const struct nd_picture *picture, double reach, int last)
{
    /* The last frame shows the end of the run. */
    const int final = picture->spec->frames - 1;
    return picture->strip.panels <= final &&
           (last || (picture->next < final && reach >= frame_time(picture, picture->next)));
}

static double *next_panel(struct nd_picture *picture)
{
    const struct nd_film_strip *s = &picture->strip;
    return s->values + (size_t)s->panels * (size_t)s->width * (size_t)s->height;
}

void nd_picture_take(struct nd_picture *picture, int i, const double *values)
{
    const size_t n = (size_t)picture->strip.width * (size_t)picture->strip.height;
    double *panel = next_panel(picture), *part = picture->fields == 3 ? picture->taken : panel;
    nd_slice_sample(&picture->slice, values, part);
    for (size_t k = 0; k < n && picture->fields == 3; k++)
        panel[k] = i ? hypot(panel[k], part[k]) : fabs(part[k]);
}

/* Drops leading panels that are faint beside the newest one, which is the first to show a wave. */
static void drop_blank(struct nd_picture *picture, double time)
{
    const double blank = 0.01;
    struct nd_film_strip *s = &picture->strip;
    const size_t n = (size_t)s->width * (size_t)s->height;
    int drop = 0;
    while (drop < s->panels - 1 && s->limit[drop].most < blank * s->limit[s->panels - 1].most) drop++;
    if (!drop) return;
    s->panels -= drop;
    memmove(s->time, s->time + drop, (size_t)s->panels * sizeof *s->time);
    memmove(s->limit, s->limit + drop, (size_t)s->panels * sizeof *s->limit);
    memmove(s->values, s->values + (size_t)drop * n, (size_t)s->panels * n * sizeof *s->values);
    picture->from = time;
    picture->first = s->panels - 1;
    picture->next = s->panels;
    set_subtitle(picture);
}

int nd_picture_add(struct nd_picture *picture, double time, double reach)
{
    int status = 0;
    struct nd_film_strip *strip = &picture->strip;
    const int final = picture->spec->frames - 1;
    strip->time[strip->panels] = time;
    TRY(nd_film_strip_measure(strip, strip->panels));
    strip->panels++;
    while (picture->next < final && frame_time(picture, picture->next) <= reach) picture->next++;
    drop_blank(picture, time);
    TRY(nd_film_strip_write(strip, picture->path));
done:
    return status;
}

struct nd_picture_state nd_picture_state(const struct nd_picture *p)
{
    return (struct nd_picture_state){.panels = p->strip.panels,
                                     .next = p->next,
                                     .first = p->first,
                                     .from = p->from,
                                     .path = p->path,
                                     .end = end_time(p->problem),
                                     .frames = p->spec->frames,
                                     .panel = (size_t)p->strip.width * (size_t)p->strip.height,
                                     .time = p->strip.time,
                                     .values = p->strip.values};
}

int nd_picture_restore(struct nd_picture *picture, const struct nd_picture_state *state)
{
    int status = 0;
    picture->strip.panels = state->panels;
    picture->next = state->next;
    picture->first = state->first;
    picture->from = state->from;
    set_subtitle(picture);
    for (int i = 0; i < state->panels; i++) TRY(nd_film_strip_measure(&picture->strip, i));
    TRY(nd_film_strip_write(&picture->strip, picture->path));
done:
    return status;
}

void nd_picture_destroy(struct nd_picture *picture)
{
    if (!picture) return;
    nd_slice_clear(&picture->slice);
    nd_outline_clear(&picture->strip.outline);
    nd_text_clear(&picture->title);
    free(picture->strip.time);
    free(picture->strip.limit);
    free(picture->strip.values);
    free(picture->taken);
    free(picture->element);
    free(picture->path);
    free(picture);
}

size_t nd_picture_bytes(int frames)
{
    /* Values and pixels of each panel; pixels of the picture, compressed once; and the positions of pixels in
     * elements. */
    const size_t panel = 60000 * ND_CANVAS_DENSITY * ND_CANVAS_DENSITY;
    return panel * ((size_t)frames * (8 + 4 + 4 + 3) + 56);
}
