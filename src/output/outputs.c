#include "output/outputs.h"

#include <math.h>
#include <string.h>
#include "base/log.h"
#include "comm/comm.h"
#include "output/clash.h"
#include "output/vtu_file.h"
#include "plot/canvas.h"

/* Without Cairo there are none; nudge_preflight says so. */
static int open_pictures(struct nd_outputs *o, const struct nd_output_paths *paths,
                         const struct nd_mesh *mesh, const struct nd_elem *elem)
{
    int status = 0;
    char advice[512];
    const int n = o->problem->output.pictures.n;
    if (!n || !nd_canvas_ready(advice)) return 0;
    ALLOC(o->picture, n);
    for (int i = 0; i < n; i++) {
        const struct nd_picture_setup setup = {o->problem, nd_problem_picture(o->problem, i),
                                               o->rhs->recipe.law, mesh, elem};
        TRY(nd_picture_create(&o->picture[i], paths->at[nd_output_picture(o->problem, i)], &setup));
        o->pictures++;
    }
done:
    return status;
}

static int open_files(struct nd_outputs *o, const struct nd_output_paths *paths, const struct nd_mesh *mesh,
                      const struct nd_elem *elem, const struct nd_sources *sources)
{
    int status = 0;
    struct nd_text head = {0};
    char advice[512];
    const struct nd_law *law = o->rhs->recipe.law;
    char *const *path = paths->at;
    if (path[ND_OUTPUT_FIELDS]) {
        TRY(nd_pvd_create(&o->fields, path[ND_OUTPUT_FIELDS], mesh, elem, (const char *const *)law->fields.at,
                          law->fields.n));
    }
    if (path[ND_OUTPUT_ENERGY]) {
        const bool si = nd_problem_si(o->problem);
        nd_csv_column(&head, "time", si ? "s" : NULL);
        nd_csv_column(&head, "energy", si ? nd_law_unit(law, law->fields.n) : NULL);
        TRY(nd_text_check(&head));
        TRY(nd_csv_create(&o->energy, path[ND_OUTPUT_ENERGY], head.s));
    }
    TRY(open_pictures(o, paths, mesh, elem));
    if (path[ND_OUTPUT_SCENE] && nd_canvas_ready(advice))
        TRY(nd_scene_create(&o->scene, path[ND_OUTPUT_SCENE],
                            &(struct nd_scene_setup){o->problem, law, mesh, elem, sources}));
done:
    nd_text_clear(&head);
    return status;
}

int nd_outputs_check(const nudge_problem *problem, const struct nd_law *law, const struct nd_mesh *mesh)
{
    int status = 0;
    struct nd_output_paths paths = {0};
    TRY(nd_problem_check_paths(problem));
    for (int i = 0; i < problem->output.pictures.n; i++)
        TRY(nd_picture_check(problem, nd_problem_picture(problem, i), law, mesh));
    if (problem->output.scene_file) TRY(nd_scene_check(problem, law, mesh));
    TRY(nd_output_paths_init(&paths, problem));
    TRY(nd_clash_check(&paths, problem));
done:
    nd_output_paths_clear(&paths);
    return status;
}

int nd_outputs_draw(const nudge_problem *problem)
{
    const struct nd_output *o = &problem->output;
    int any = o->pictures.n || o->scene_file;
    for (int i = 0; i < problem->monitors.n; i++) {
        const struct nd_monitor_spec *m = nd_problem_monitor(problem, i);
        any |= m->far || m->resonances || nd_monitor_is_plane(m);
    }
    return any;
}

int nd_outputs_init(struct nd_outputs *o, const nudge_problem *problem, struct nd_rhs *rhs,
                    const struct nd_mesh *mesh, const struct nd_elem *elem, const struct nd_sources *sources)
{
    int status = 0;
    char advice[512] = "";
    struct nd_output_paths paths = {0};
    memset(o, 0, sizeof *o);
    o->problem = problem;
    o->rhs = rhs;
    o->last_fields = NAN;
    if (nd_outputs_draw(problem)) nd_canvas_advise(advice);
    if (*advice) nd_warn("%s", advice);
    TRY(nd_output_paths_init(&paths, problem));
    TRY(open_files(o, &paths, mesh, elem, sources));
done:
    nd_output_paths_clear(&paths);
    if (status) nd_outputs_clear(o);
    return status;
}

size_t nd_outputs_bytes(const nudge_problem *problem, nd_idx K, int Np)
{
    const struct nd_output *want = &problem->output;
    size_t bytes = want->fields_file ? nd_vtu_file_bytes(K, Np) : 0;
    for (int i = 0; i < want->pictures.n; i++)
        bytes += nd_picture_bytes(nd_problem_picture(problem, i)->frames);
    if (want->scene_file) bytes += nd_scene_bytes(problem, K, Np);
    return bytes;
}

/* The step whose end is nearest. */
static int energy_due(const struct nd_outputs *o, double time, double dt, int last)
{
    return last || time + 0.5 * dt >= o->next_energy * (1 - 1e-9);
}

int nd_outputs_want_energy(const struct nd_outputs *o, int interval, double time, double dt, int last)
{
    const int due = o->problem->output.energy_every > 0 ? energy_due(o, time, dt, last) : interval;
    return o->energy && due;
}

/* The operator, as a series takes its fields from it. */
struct reader {
    struct nd_rhs *rhs;
    struct nd_pick pick;
};

static int begin_stretches(void *context, int fields, nd_idx most)
{
    struct reader *reader = context;
    return nd_pick_init(&reader->pick, reader->rhs, fields, most);
}

static int get_stretch(void *context, const struct nd_picked *what, double *values)
{
    struct reader *reader = context;
    return nd_pick_read(&reader->pick, what, values);
}

static int write_fields(struct nd_outputs *o, double time)
{
    int status = 0;
    struct reader reader = {.rhs = o->rhs};
    TRY(nd_pvd_write(o->fields, time, &(struct nd_vtu_fields){begin_stretches, get_stretch, &reader}));
    o->last_fields = time;
done:
    nd_pick_clear(&reader.pick);
    return status;
}

int nd_outputs_serve(struct nd_rhs *rhs, const struct nd_mesh *mesh, const struct nd_elem *elem)
{
    int status = 0;
    const struct nd_names *fields = &rhs->recipe.law->fields;
    struct reader reader = {.rhs = rhs};
    struct nd_vtu_file *vtu = NULL;
    status = nd_vtu_file_create(&vtu, mesh, elem, (const char *const *)fields->at, fields->n);
    if (status) return nd_comm_agree(status); /* as rank 0 does when it begins the file */
    TRY(nd_vtu_file_write(vtu, NULL, NAN, &(struct nd_vtu_fields){begin_stretches, get_stretch, &reader}));
done:
    nd_vtu_file_destroy(vtu);
    nd_pick_clear(&reader.pick);
    return status;
}

static int add_panel(struct nd_outputs *o, struct nd_picture *picture, double time, double reach)
{
    int status = 0;
    nd_idx n;
    const nd_idx *element = nd_picture_elements(picture, &n);
    double *values = NULL;
    ALLOC(values, (size_t)n * (size_t)o->rhs->layout.Np);
    for (int i = 0; i < nd_picture_fields(picture); i++) {
        TRY(nd_pick_list(o->rhs, nd_picture_field(picture) + i, element, n, values));
        nd_picture_take(picture, i, values);
    }
    TRY(nd_picture_add(picture, time, reach));
done:
    free(values);
    return status;
}

static int draw_scene(struct nd_outputs *o, double time)
{
    int status = 0;
    nd_idx n;
    const nd_idx *element = nd_scene_elements(o->scene, &n);
    double *values = NULL;
    ALLOC(values, (size_t)n * (size_t)o->rhs->layout.Np);
    for (int f = 0; f < o->rhs->layout.fields; f++) {
        if (!nd_scene_wants(o->scene, f)) continue;
        TRY(nd_pick_list(o->rhs, f, element, n, values));
        nd_scene_take(o->scene, f, values);
    }
    TRY(nd_scene_write(o->scene, time));
done:
    free(values);
    return status;
}

/* The first multiple of `every` after time. */
static double after(double time, double dt, double every)
{
    return every > 0 ? every * (floor((time + 0.5 * dt) / every) + 1) : INFINITY;
}

static int fields_due(const struct nd_outputs *o, double time, double reach, int last)
{
    return o->fields && (last || reach >= o->next_fields) && time != o->last_fields;
}

int nd_outputs_due(const struct nd_outputs *o, double time, double dt, int last)
{
    const double reach = time + 0.5 * dt;
    for (int i = 0; i < o->pictures; i++)
        if (nd_picture_due(o->picture[i], reach, last)) return 1;
    return fields_due(o, time, reach, last) || (o->scene && nd_scene_due(o->scene, reach, last));
}

int nd_outputs_write(struct nd_outputs *o, double time, double dt, double energy, int last)
{
    int status = 0;
    const struct nd_output *want = &o->problem->output;
    const double reach = time + 0.5 * dt;
    if (fields_due(o, time, reach, last)) {
        TRY(write_fields(o, time));
        o->next_fields = after(time, dt, want->fields_every);
    }
    for (int i = 0; i < o->pictures; i++)
        if (nd_picture_due(o->picture[i], reach, last)) TRY(add_panel(o, o->picture[i], time, reach));
    if (o->scene && nd_scene_due(o->scene, reach, last)) TRY(draw_scene(o, time));
    if (o->energy && isfinite(energy) && (!(want->energy_every > 0) || energy_due(o, time, dt, last))) {
        const double row[2] = {time, energy};
        TRY(nd_csv_row(o->energy, row, 2));
        o->next_energy = after(time, dt, want->energy_every);
    }
done:
    return status;
}

int nd_outputs_clear(struct nd_outputs *o)
{
    int status = nd_csv_destroy(o->energy);
    nd_pvd_destroy(o->fields);
    for (int i = 0; i < o->pictures; i++) nd_picture_destroy(o->picture[i]);
    free(o->picture);
    nd_scene_destroy(o->scene);
    memset(o, 0, sizeof *o);
    return status;
}
