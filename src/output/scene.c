#include "output/scene.h"

#include <math.h>
#include <string.h>
#include "base/file.h"
#include "base/format.h"
#include "base/text.h"
#include "plot/lattice.h"
#include "output/scene_choose.h"
#include "plot/slice.h"
#include "plot/boundary_triangles.h"
#include "plot/plot3d.h"
#include "plot/raster.h"

struct nd_scene {
    const nudge_problem *problem;
    const struct nd_law *law;
    char *path;
    struct nd_scene_choice choice;
    struct nd_boundary_triangles surface;
    struct nd_emitter *wave; /* the first plane wave; null: none */
    struct nd_lattice lattice;
    nd_idx *element; /* [surface.faces + lattice.points] in the mesh; the two have numbers in this list */
    double *taken[3]; /* [surface.points] the fields that make the colour: one, or the vector's three */
    double *value;    /* [surface.points] */
    double *arrow;    /* [lattice.points][3] */
    double rise[3];   /* as in struct nd_plot3d */
    struct nd_text title, subtitle, name, arrow_name;
    int written;
    double time; /* of the fields drawn */
};

int nd_scene_check(const nudge_problem *problem, const struct nd_law *law, const struct nd_mesh *mesh)
{
    struct nd_scene_choice choice;
    const int status = nd_scene_choose(&choice, problem, law, mesh);
    if (!status) nd_scene_choice_clear(&choice);
    return status;
}

/* Chooses where arrows stand: on the plane through the surface's centroid, of the three coordinate planes,
 * that looks largest near the surface. The patch extends beyond the surface by a part of its size, but not
 * beyond the mesh. Around a body it is round, because corners would only make the body look small. */
static struct nd_patch choose_patch(const struct nd_boundary_triangles *s, const struct nd_mesh *mesh,
                                    const double view[3])
{
    struct nd_patch patch = {0};
    double low, high, most = -1;
    const double size = fmax(s->high[0] - s->low[0], fmax(s->high[1] - s->low[1], s->high[2] - s->low[2]));
    for (int i = 0; i < 3; i++) {
        nd_plane_range(mesh, i, &low, &high);
        patch.low[i] = fmax(s->low[i] - 0.13 * size, low);
        patch.high[i] = fmin(s->high[i] + 0.13 * size, high);
    }
    for (int i = 0; i < 3; i++) {
        const int j = (i + 1) % 3, k = (i + 2) % 3;
        const double seen = fabs(view[i]) * (patch.high[j] - patch.low[j]) * (patch.high[k] - patch.low[k]);
        if (!(seen > most)) continue;
        most = seen;
        patch.axis = i;
    }
    patch.round = 1;
    for (int i = 0; i < 3; i++)
        if (i != patch.axis && !(patch.low[i] < s->low[i] && patch.high[i] > s->high[i])) patch.round = 0;
    /* A centre that differs from 0 by rounding would look odd in the text. */
    const double at = s->centre[patch.axis];
    patch.at = fabs(at) < 1e-9 * size ? 0 : at;
    patch.side = view[patch.axis] < 0 ? -1 : 1; /* towards the viewer */
    return patch;
}

/* Arrows in the plane of a flat surface, such as the ground, stand on it; otherwise half of each would be
 * hidden. Other surfaces that are seen from outside hide all arrows, so that there are none. */
static int make_arrows(struct nd_scene *scene, const struct nd_mesh *mesh, const struct nd_elem *elem,
                       const struct nd_patch *patch, const double view[3])
{
    const struct nd_boundary_triangles *s = &scene->surface;
    const int i = patch->axis, j = (i + 1) % 3, k = (i + 2) % 3;
    const double size = fmax(s->high[j] - s->low[j], s->high[k] - s->low[k]);
    const int flat = s->high[i] - s->low[i] <= 1e-6 * size;
    if (flat) scene->rise[i] = view[i] < 0 ? -1 : 1;
    return nd_lattice_init(&scene->lattice, mesh, elem, patch, s->outside && !flat ? 0 : scene->choice.count);
}

static int set_texts(struct nd_scene *scene, const struct nd_patch *patch)
{
    int status = 0;
    const nudge_problem *p = scene->problem;
    const struct nd_scene_choice *choice = &scene->choice;
    const char *file = nd_path_name(p->path);
    const size_t length = strlen(file);
    if (choice->vector >= 0) {
        const char *first = scene->law->fields.at[choice->vector];
        nd_text_add(&scene->arrow_name, "%.*s", (int)strlen(first) - 1, first);
    }
    if (choice->colour == ND_SCENE_INCIDENT) { /* the law has plane waves */
        const char *first = scene->law->fields.at[scene->law->wave[0]];
        nd_text_add(&scene->name, "incident %.*s", (int)strlen(first) - (scene->law->nwave == 3), first);
    } else if (choice->colour >= 0)
        nd_text_add(&scene->name, "%.30s", scene->law->fields.at[choice->colour]);
    else
        nd_text_add(&scene->name, "|%.30s|", scene->arrow_name.s);
    if (length > 40)
        nd_text_add(&scene->title, "...%s: ", file + length - 37);
    else if (length)
        nd_text_add(&scene->title, "%s: ", file);
    nd_text_add(&scene->title, "%.30s, order %d", scene->law->name, p->order);
    nd_text_add(&scene->subtitle, "%s on ", scene->name.s ? scene->name.s : "");
    for (int i = 0; i < p->output.scene_surface.n && i < 4; i++)
        nd_text_add(&scene->subtitle, "%s%.20s", i ? ", " : "", p->output.scene_surface.at[i]);
    if (p->output.scene_surface.n > 4) nd_text_add(&scene->subtitle, " ...");
    if (scene->lattice.points)
        nd_text_add(&scene->subtitle, "; arrows: %.30s at %c = %.3g", scene->arrow_name.s, "xyz"[patch->axis],
                    patch -> at);
    TRY(nd_text_check(&scene->title));
    TRY(nd_text_check(&scene->subtitle));
    TRY(nd_text_check(&scene->name));
    TRY(nd_text_check(&scene->arrow_name));
done:
    return status;
}

static int write_picture(struct nd_scene *scene, const char *caption)
{
    int status = 0;
    const struct nd_boundary_triangles *s = &scene->surface;
    const struct nd_lattice *l = &scene->lattice;
    const double *from = scene->problem->output.scene_view;
    const int first = scene->choice.colour == ND_SCENE_INCIDENT ? scene->law->wave[0]
                      : scene->choice.colour >= 0               ? scene->choice.colour
                                                                : scene->choice.vector;
    nd_scene_colour(&scene->choice, s->points, (const double *const *)scene->taken, scene->value);
    const struct nd_plot3d plot = {.title = scene->title.s,
                                   .subtitle = scene->subtitle.s,
                                   .caption = caption,
                                   .name = scene->name.s,
                                   .unit =
                                       nd_problem_si(scene->problem) ? nd_law_unit(scene->law, first) : "",
                                   .arrow_name = l->points ? scene->arrow_name.s : NULL,
                                   .from = {from[0], from[1], from[2]},
                                   .positive = scene->choice.colour == ND_SCENE_MAGNITUDE,
                                   .points = s->points,
                                   .triangles = s->triangles,
                                   .point = s->point,
                                   .normal = s->normal,
                                   .value = scene->value,
                                   .triangle = s->triangle,
                                   .arrows = l->points,
                                   .base = l->point,
                                   .arrow = scene->arrow,
                                   .spacing = l->spacing,
                                   .rise = {scene->rise[0], scene->rise[1], scene->rise[2]}};
    TRY(nd_plot3d_write(&plot, scene->path));
done:
    return status;
}

static int list_elements(struct nd_scene *scene)
{
    int status = 0;
    nd_idx n = 0;
    ALLOC(scene->element, (size_t)scene->surface.faces + (size_t)scene->lattice.points);
    for (int f = 0; f < scene->surface.faces; f++, n++) {
        scene->element[n] = scene->surface.element[f];
        scene->surface.element[f] = n;
    }
    for (int p = 0; p < scene->lattice.points; p++, n++) {
        scene->element[n] = scene->lattice.element[p];
        scene->lattice.element[p] = n;
    }
done:
    return status;
}

const nd_idx *nd_scene_elements(const struct nd_scene *scene, nd_idx *n)
{
    *n = scene->surface.faces + scene->lattice.points;
    return scene->element;
}

int nd_scene_create(struct nd_scene **out, const char *path, const struct nd_scene_setup *setup)
{
    int status = 0;
    struct nd_scene *scene = NULL;
    const nudge_problem *problem = setup->problem;
    const struct nd_mesh *mesh = setup->mesh;
    const struct nd_sources *sources = setup->sources;
    const double *view = problem->output.scene_view;
    ALLOC(scene, 1);
    scene->problem = problem;
    scene->law = setup->law;
    for (int i = sources->n - 1; i >= 0; i--)
        if (sources->at[i].source->plane_wave) scene->wave = &sources->at[i];
    STRDUP(scene->path, path);
    TRY(nd_scene_choose(&scene->choice, problem, setup->law, mesh));
    TRY(nd_boundary_triangles_init(&scene->surface, mesh, setup->elem, scene->choice.wanted, view,
                                   problem->output.scene_side));
    if (!scene->surface.faces)
        FAIL(NUDGE_EVALUE, "output.scene.surface: these boundaries have no faces of elements; name others");
    const struct nd_patch patch = choose_patch(&scene->surface, mesh, view);
    TRY(make_arrows(scene, mesh, setup->elem, &patch, view));
    TRY(list_elements(scene));
    TRY(set_texts(scene, &patch));
    for (int i = 0; i < (scene->choice.colour == ND_SCENE_MAGNITUDE ? 3 : 1); i++)
        ALLOC(scene->taken[i], scene->surface.points);
    ALLOC(scene->value, scene->surface.points);
    ALLOC(scene->arrow, 3 * (size_t)scene->lattice.points);
    TRY(write_picture(scene, "nothing yet"));
    *out = scene;
    scene = NULL;
done:
    nd_scene_destroy(scene);
    return status;
}

int nd_scene_due(const struct nd_scene *scene, double reach, int last)
{
    return !scene->written && (last || reach >= scene->problem->output.scene_at);
}

static int is_part(const struct nd_scene *scene, int field)
{
    return scene->choice.vector >= 0 && field >= scene->choice.vector && field < scene->choice.vector + 3;
}

int nd_scene_wants(const struct nd_scene *scene, int field)
{
    return field == scene->choice.colour ||
           (is_part(scene, field) && (scene->lattice.points || scene->choice.colour == ND_SCENE_MAGNITUDE));
}

void nd_scene_take(struct nd_scene *scene, int field, const double *values)
{
    const int part = is_part(scene, field) ? field - scene->choice.vector : 0;
    if (field == scene->choice.colour) nd_boundary_triangles_sample(&scene->surface, values, scene->taken[0]);
    if (!is_part(scene, field)) return;
    if (scene->choice.colour == ND_SCENE_MAGNITUDE)
        nd_boundary_triangles_sample(&scene->surface, values, scene->taken[part]);
    nd_lattice_sample(&scene->lattice, values, scene->arrow + part, 3);
}

/* Evaluates the plane wave on the surface, along its polarization. */
static int take_incident(struct nd_scene *scene, double time)
{
    int status = 0;
    struct nd_emitter *e = scene->wave;
    const struct nd_plane_wave *w = &e->plane;
    for (int i = 0; i < scene->surface.points; i++) {
        const double *x = scene->surface.point + 3 * i;
        double late = 0, f;
        for (int c = 0; c < 3; c++) late += w->d[c] * (x[c] - w->origin[c]) / w->c;
        TRY(nd_waveform_at(&e->wave, time - late, &f));
        scene->taken[0][i] = w->amplitude * f;
    }
done:
    return status;
}

int nd_scene_restore(struct nd_scene *scene, double time)
{
    char caption[40], value[32];
    nd_format(caption, sizeof caption, "t = %s",
              nd_quantity_text(time, ND_DIM_TIME, nd_problem_si(scene->problem), value));
    scene->written = 1;
    scene->time = time;
    return write_picture(scene, caption);
}

int nd_scene_write(struct nd_scene *scene, double time)
{
    int status = 0;
    if (scene->choice.colour == ND_SCENE_INCIDENT) TRY(take_incident(scene, time));
    TRY(nd_scene_restore(scene, time));
done:
    return status;
}

struct nd_scene_state nd_scene_state(const struct nd_scene *s)
{
    return (struct nd_scene_state){.written = s->written,
                                   .time = s->time,
                                   .points = (size_t)s->surface.points,
                                   .arrows = 3 * (size_t)s->lattice.points,
                                   .taken = {s->taken[0], s->taken[1], s->taken[2]},
                                   .arrow = s->arrow};
}

void nd_scene_destroy(struct nd_scene *scene)
{
    if (!scene) return;
    nd_scene_choice_clear(&scene->choice);
    nd_boundary_triangles_clear(&scene->surface);
    nd_lattice_clear(&scene->lattice);
    for (int i = 0; i < 3; i++) free(scene->taken[i]);
    free(scene->value);
    free(scene->arrow);
    free(scene->element);
    nd_text_clear(&scene->title);
    nd_text_clear(&scene->subtitle);
    nd_text_clear(&scene->name);
    nd_text_clear(&scene->arrow_name);
    free(scene->path);
    free(scene);
}

size_t nd_scene_bytes(const nudge_problem *problem, nd_idx K, int Np)
{
    /* The boundary of a body or a box has about 4 K^(2/3) faces. Each point has position, normal, four values
     * and one for sorting; each triangle three corners; each sample depth and colour; each pixel its colour,
     * a copy in the record, one in the picture, and the file. */
    const double points = nd_boundary_triangles_points(4 * pow(K, 2.0 / 3), problem->order),
                 pixels = 900 * 560 * ND_CANVAS_DENSITY * ND_CANVAS_DENSITY;
    return (size_t)(points * (11 * 8 + 2 * 12) +
                    pixels * (ND_RASTER_SAMPLES * ND_RASTER_SAMPLES * 7 + 3 + 4 + 4 + 3)) +
           (size_t)problem->output.scene_count * (size_t)(8 * Np + 100);
}
