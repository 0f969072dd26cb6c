#include "output/picture.h"

#include <math.h>
#include <string.h>
#include "base/file.h"
#include "base/text.h"
#include "plot/png.h"
#include "plot/slice.h"
#include "plot/film_strip.h"

struct nd_picture {
    const nudge_problem *problem;
    char *path;
    int field;
    struct nd_slice slice;
    struct nd_text title, subtitle;
    struct nd_film_strip strip;
    int next; /* the next frame; frames that fall on the same step make one panel */
};

static const char axis_name[] = "xyz";

/* The field that the problem names, else the first with an initial value, else the law's first. */
static int choose_field(const nudge_problem *p, const struct nd_law *law, int *chosen)
{
    int status = 0;
    const char *name = p->output.picture_field;
    char where[512], known[512];
    int field = name ? nd_names_find(&law->fields, name) : -1;
    if (name && field < 0) {
        const char *near = nd_text_nearest(name, (const char *const *)law->fields.at, law->fields.n);
        nd_names_list(&law->fields, known, sizeof known);
        nd_problem_where(p, p->output.picture_field_line, where);
        FAIL(NUDGE_EVALUE, "%s: output.picture.field: the law %s has no field '%.80s'%s%s%s", where,
             law->name, name, near ? ", did you mean '" : "; its fields are ", near ? near : known,
             near ? "'?" : "");
    }
    for (int i = 0; i < p->initial.n && field < 0; i++)
        field = nd_names_find(&law->fields, p->initial.at[i].name);
    *chosen = field < 0 ? 0 : field;
done:
    return status;
}

static int choose_plane(const nudge_problem *p, const struct nd_mesh *mesh, struct nd_plane *plane)
{
    int status = 0;
    const int axis = p->output.picture_plane;
    double low, high, at = p->output.picture_at;
    char where[512];
    nd_plane_range(mesh, axis, &low, &high);
    if (isnan(at)) at = fabs(low + high) < 1e-12 * (high - low) ? 0 : (low + high) / 2;
    /* The coordinate of a wall may differ from the given one by rounding. */
    if (fabs(at - low) < 1e-9 * (high - low)) at = low;
    if (fabs(at - high) < 1e-9 * (high - low)) at = high;
    nd_plane_init(plane, mesh, axis, at);
    if (!(plane->low[0] < plane->high[0]) || !(plane->low[1] < plane->high[1])) {
        nd_problem_where(p, p->output.picture_at_line ? p->output.picture_at_line : p->output.picture_line,
                         where);
        FAIL(NUDGE_EVALUE,
             "%s: output.picture.at: the plane %c = %.6g %s the mesh, which lies between %c = %.6g and %.6g",
             where, axis_name[axis], at, at < low || at > high ? "misses" : "has no area in", axis_name[axis],
             low, high);
    }
done:
    return status;
}

int nd_picture_check(const nudge_problem *problem, const struct nd_law *law, const struct nd_mesh *mesh)
{
    int status = 0, field;
    struct nd_plane plane;
    TRY(choose_field(problem, law, &field));
    TRY(choose_plane(problem, mesh, &plane));
done:
    return status;
}

static int set_texts(struct nd_picture *picture, const struct nd_law *law, const struct nd_plane *plane)
{
    int status = 0;
    const char *file = nd_path_name(picture->problem->path), *name = law->fields.at[picture->field];
    const size_t length = strlen(file);
    if (length > 40)
        nd_text_add(&picture->title, "...%s: ", file + length - 37);
    else if (length)
        nd_text_add(&picture->title, "%s: ", file);
    nd_text_add(&picture->title, "%.30s, order %d", law->name, picture->problem->order);
    nd_text_add(&picture->subtitle,
                "%.30s at %c = %.4g%s; to the right %c from %.4g to %.4g, upwards %c from %.4g to %.4g", name,
                axis_name[plane->axis], plane->at, nd_problem_si(picture->problem) ? " m" : "",
                axis_name[plane->right], plane->low[0], plane->high[0], axis_name[plane->up], plane->low[1],
                plane->high[1]);
    TRY(nd_text_check(&picture->title));
    TRY(nd_text_check(&picture->subtitle));
    picture->strip.title = picture->title.s;
    picture->strip.subtitle = picture->subtitle.s;
    picture->strip.name = name;
done:
    return status;
}

static int write_png(const struct nd_picture *picture)
{
    int status = 0;
    struct nd_canvas canvas = {0};
    TRY(nd_film_strip_draw(&picture->strip, &canvas));
    TRY(nd_png_write(picture->path, canvas.width, canvas.height, canvas.rgb));
done:
    nd_canvas_clear(&canvas);
    return status;
}

int nd_picture_create(struct nd_picture **out, const char *path, const nudge_problem *problem,
                      const struct nd_law *law, const struct nd_mesh *mesh, const struct nd_elem *elem)
{
    int status = 0;
    const int frames = problem->output.picture_frames;
    struct nd_picture *picture = NULL;
    struct nd_plane plane;
    ALLOC(picture, 1);
    picture->problem = problem;
    STRDUP(picture->path, path);
    TRY(choose_field(problem, law, &picture->field));
    TRY(choose_plane(problem, mesh, &plane));
    TRY(set_texts(picture, law, &plane));
    struct nd_film_strip *strip = &picture->strip;
    strip->dim = ND_DIM_TIME;
    strip->si = nd_problem_si(problem);
    nd_film_strip_arrange(strip, frames, plane.high[0] - plane.low[0], plane.high[1] - plane.low[1]);
    TRY(nd_slice_init(&picture->slice, mesh, elem, &plane, strip->width, strip->height));
    ALLOC(strip->time, frames);
    ALLOC(strip->values, (size_t)frames * (size_t)strip->width * (size_t)strip->height);
    TRY(write_png(picture));
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

static double frame_time(const struct nd_picture *picture, int frame)
{
    const nudge_problem *p = picture->problem;
    const double end = p->dt > 0 && p->steps > 0 ? p->dt * (double)p->steps : p->time_end;
    return end * frame / (p->output.picture_frames - 1);
}

int nd_picture_due(const struct nd_picture *picture, double reach, int last)
{
    /* The last frame shows the end of the run. */
    const int final = picture->problem->output.picture_frames - 1;
    return picture->strip.panels <= final &&
           (last || (picture->next < final && reach >= frame_time(picture, picture->next)));
}

int nd_picture_add(struct nd_picture *picture, double time, double reach, const double *values)
{
    int status = 0;
    struct nd_film_strip *strip = &picture->strip;
    const int final = picture->problem->output.picture_frames - 1;
    const size_t n = (size_t)strip->width * (size_t)strip->height;
    strip->time[strip->panels] = time;
    nd_slice_sample(&picture->slice, values, strip->values + (size_t)strip->panels * n);
    strip->panels++;
    while (picture->next < final && frame_time(picture, picture->next) <= reach) picture->next++;
    TRY(write_png(picture));
done:
    return status;
}

struct nd_picture_state nd_picture_state(const struct nd_picture *p)
{
    return (struct nd_picture_state){.panels = p->strip.panels,
                                     .next = p->next,
                                     .frames = p->problem->output.picture_frames,
                                     .panel = (size_t)p->strip.width * (size_t)p->strip.height,
                                     .time = p->strip.time,
                                     .values = p->strip.values};
}

int nd_picture_restore(struct nd_picture *picture, int panels, int next)
{
    picture->strip.panels = panels;
    picture->next = next;
    return write_png(picture);
}

void nd_picture_destroy(struct nd_picture *picture)
{
    if (!picture) return;
    nd_slice_clear(&picture->slice);
    nd_text_clear(&picture->title);
    nd_text_clear(&picture->subtitle);
    free(picture->strip.time);
    free(picture->strip.values);
    free(picture->path);
    free(picture);
}

size_t nd_picture_bytes(int frames)
{
    /* Values and pixels of each panel, with two copies for compression; and the positions of pixels in
     * elements. */
    const size_t panel = 60000;
    return panel * ((size_t)frames * (8 + 4 * 3) + 48);
}
