/* The pipeline: problem, mesh, part, elem, law, device, step, in that order; run.c goes on from there. */
#include "solver/solver.h"

#include <math.h>
#include <stdio.h>
#include <string.h>
#include "base/file.h"
#include "base/format.h"
#include "base/log.h"
#include "base/threads.h"
#include "base/work.h"
#include "law/either.h"
#include "mesh/grow.h"
#include "part/seams.h"
#include "tune/wisdom.h"

static int grow_mesh(const nudge_problem *problem, struct nd_mesh *mesh)
{
    const struct nd_mesh_shell *shell = &problem->shell;
    struct nd_grow grow = {.layers = shell->layers, .thickness = shell->thickness};
    char where[512];
    if (!shell->given) return 0;
    memcpy(grow.side, shell->side, sizeof grow.side);
    const int status = nd_mesh_grow(mesh, &grow);
    if (status) nd_fail_prefix(status, "%s: mesh.shell", nd_problem_where(problem, shell->line, where));
    return status;
}

int nd_problem_mesh(const nudge_problem *problem, struct nd_mesh *mesh)
{
    int status = 0;
    char *path = NULL, where[512];
    if (problem->mesh_file) {
        path = nd_path_join(problem->folder, problem->mesh_file);
        if (!path) FAIL(NUDGE_ENOMEM, "out of memory");
        status = nd_mesh_read(mesh, path);
        if (status)
            nd_fail_prefix(status, "%s: mesh.file", nd_problem_where(problem, problem->mesh_line, where));
    } else {
        status = nd_mesh_box(mesh, &problem->box);
        if (status)
            nd_fail_prefix(status, "%s: mesh.box", nd_problem_where(problem, problem->box.line, where));
    }
    if (!status) {
        status = nd_mesh_scale(mesh, problem->scale.factor);
        if (status)
            nd_fail_prefix(status, "%s: mesh.scale", nd_problem_where(problem, problem->scale.line, where));
    }
    if (!status) status = nd_mesh_set_walls(mesh, &problem->boundaries);
    for (int i = 0; i < problem->periodic.n && !status; i++) {
        const struct nd_pair *pair = &problem->periodic.at[i];
        status = nd_mesh_make_periodic(mesh, pair->name, pair->value);
        if (status) nd_fail_prefix(status, "%s: mesh.periodic", nd_problem_where(problem, pair->line, where));
    }
    if (!status) status = grow_mesh(problem, mesh);
done:
    free(path);
    return status;
}

static int read_law(const nudge_problem *problem, struct nd_law *law)
{
    int status = 0;
    char where[512];
    nd_problem_where(problem, problem->law_line, where);
    if (nd_law_is_file(problem->law) && !nd_problem_trusts_law(problem))
        FAIL(NUDGE_EVALUE,
             "%s: law %s is a file, which is compiled and run as code. Read it, and if you trust it, say "
             "--trust, or --law "
             "and its path (in a program: nudge_problem_trust)",
             where, problem->law);
    status = nd_law_init(law, problem->law, problem->folder);
    if (status) nd_fail_prefix(status, "%s", where);
    TRY(status);
    nd_law_announce(law);
    TRY(nd_either_choose(law, problem));
done:
    return status;
}

/* As the tuner found it, where it was asked; else a guess. */
static int choose_plan(nudge_solver *s, const char *variant)
{
    const int N = s->problem->order, single = s->problem->precision == ND_SINGLE;
    const struct nd_wisdom_key key = {s->law.path, N, single, variant, s->device};
    return nd_wisdom_choose(&key, &s->law, s->problem->upwind, &s->plan);
}

/* Fails before memory is taken that the device does not have; on the cpu that is the host's, which must hold all. */
static int check_memory(const nudge_solver *s, nd_idx K, const char *for_what)
{
    int status = 0;
    const nudge_problem *p = s->problem;
    const double most = (double)s->device->info.memory,
                 wanted = s->device->info.gpu ? s->device_told : s->memory_told;
    char where[512];
    if (wanted > most)
        FAIL(NUDGE_EDEVICE,
             "%s: %.3g GB of memory wanted for %d elements of order %d%s, %s has %.3g GB; use a "
             "smaller mesh%s%s%s",
             nd_problem_where(p, p->mesh_file ? p->mesh_line : p->box.line, where), wanted * 1e-9, (int)K,
             p->order, for_what, s->device->info.gpu ? s->device->info.name : "the machine", most * 1e-9,
             *for_what ? ", fewer frequencies or regions of monitors" : "",
             p->order > 1 ? ", a lower order" : "", p->precision == ND_DOUBLE ? " or precision: single" : "");
done:
    return status;
}

static int foresee_memory(nudge_solver *s, const struct nd_mesh *counts)
{
    s->memory_told = nd_solver_memory(s, counts, &s->device_told);
    return check_memory(s, counts->K, "");
}

/* With sources, which have taken theirs, and monitors, which will when the run begins. */
static int tell_memory(nudge_solver *s)
{
    size_t host;
    const double device = (double)s->device->allocated + (double)nd_monitors_bytes(&s->monitors, &host);
    s->memory_told += device - s->device_told + (double)host;
    s->device_told = device;
    nd_info("%d elements, order %d, %.3g MB of memory", (int)s->mesh.K, s->problem->order,
            s->memory_told * 1e-6);
    return check_memory(s, s->mesh.K, " with sources and monitors");
}

/* The mesh, once its memory is known to be there: of a box before it is made, of a file after it was read. */
static int make_mesh(nudge_solver *s)
{
    int status = 0;
    struct nd_mesh counts;
    const struct nd_box box = nd_box_grown(s->problem);
    if (!s->mesh.K && !s->problem->mesh_file && !nd_mesh_box_counts(&counts, &box))
        TRY(foresee_memory(s, &counts));
    TRY(s->mesh.K ? nd_mesh_set_walls(&s->mesh, &s->problem->boundaries)
                  : nd_problem_mesh(s->problem, &s->mesh));
    TRY(nd_pml_init(&s->pml, s->problem, &s->law, &s->mesh));
    TRY(foresee_memory(s, &s->mesh));
done:
    return status;
}

/* Looks for elements that meet in space and not in the mesh. */
static int check_seams(const nudge_solver *s)
{
    int status = 0;
    struct nd_seams seams;
    unsigned char *named = NULL;
    ALLOC(named, s->mesh.nboundaries);
    for (nd_idx b = 0; b < s->mesh.nboundaries; b++) {
        const struct nd_pair *pair = nd_pairs_find(&s->problem->boundaries, s->mesh.boundary_name[b]);
        named[b] = pair && !strcmp(pair->name, s->mesh.boundary_name[b]);
    }
    TRY(nd_seams_find(&seams, &s->mesh, &s->connect, named));
    TRY(nd_seams_report(&seams, &s->mesh));
done:
    free(named);
    return status;
}

static int make_operator(nudge_solver *s)
{
    int status = 0;
    const struct nd_setup setup = {
        .device = s->device,
        .law = &s->law,
        .mesh = &s->mesh,
        .connect = &s->connect,
        .elem = &s->elem,
        .single = s->problem->precision == ND_SINGLE,
        .upwind = s->problem->upwind,
        .condition = s->assign.condition,
        .material = s->assign.material,
        .constants = s->assign.constants,
        .nmaterials = s->assign.nmaterials,
        .plan = &s->plan,
        .values = s->assign.value,
        .nvalues = s->assign.nvalues,
    };
    TRY(nd_rhs_init(&s->rhs, &setup));
    TRY(nd_pointwise_init(&s->pointwise, &s->rhs, &setup, &s->pml, s->integrator));
done:
    return status;
}

/* A shell that grew on a side with a hole in it says nothing of what is in the hole. */
static void warn_of_gaps(const nudge_solver *s)
{
    double at[3];
    if (!s->problem->shell.given) return;
    const nd_idx gaps = nd_pml_gaps(&s->pml, &s->law, &s->mesh, &s->connect, s->assign.condition, at);
    if (gaps)
        nd_warn(
            "%d faces, one at (%g, %g, %g), are open boundaries where no shell is, and in no side of the box "
            "that it surrounds: waves that leave there are absorbed less well; is a conductor's boundary "
            "missing?",
            (int)gaps, at[0], at[1], at[2]);
}

static int is_given(const struct nd_pairs *pairs, const char *name)
{
    int given = 0;
    for (int i = 0; i < pairs->n; i++) given |= !strcmp(pairs->at[i].name, name);
    return given;
}

/* Only what the problem names: buffers start as zeros, and moving a field takes long when it fills the device. */
static int set_initial_fields(nudge_solver *s)
{
    int status = 0;
    double *values = NULL, largest = 0;
    const size_t count = (size_t)s->mesh.K * (size_t)s->elem.Np;
    if (!s->problem->initial.n) return 0;
    ALLOC(values, count);
    for (int f = 0; f < s->law.fields.n; f++) {
        if (!is_given(&s->problem->initial, s->law.fields.at[f])) continue;
        TRY(nd_fields_evaluate(s->problem, &s->problem->initial, s->law.fields.at[f], 0, 0, &s->mesh,
                               &s->elem, values));
        for (size_t i = 0; i < count; i++) largest = fmax(largest, fabs(values[i]));
        TRY(nd_rhs_set(&s->rhs, f, values));
    }
    /* Sources may add what can be computed with. */
    if (!s->problem->sources.n) TRY(nd_watch_judge(&s->watch, largest));
done:
    free(values);
    return status;
}

/* A shell exchanges energy with the numbers it keeps besides. Fields that begin inside of one begin without these, and grow there in
 * proportion to time before they decay; what is unstable grows beyond any bound. */
static double watch_room(const nudge_solver *s)
{
    return !s->pml.n ? 1.01 : !s->problem->initial.n ? 2 : 1e4;
}

/* Of materials that regions have, each once. */
static int find_slowest(nudge_solver *s)
{
    int status = 0;
    struct nd_matrices *m = NULL;
    ALLOC(m, 1);
    ALLOC(s->slowest, s->mesh.nregions);
    for (nd_idx r = 0; r < s->mesh.nregions; r++) {
        nd_idx same = 0;
        while (s->assign.material[same] != s->assign.material[r]) same++;
        if (same == r) TRY(nd_matrices_init(m, &s->rhs, s->assign.material[r]));
        if (same == r) TRY(nd_range_add(s, s->assign.material[r], m));
        s->slowest[r] = same == r ? nd_matrices_slowest(m) : s->slowest[same];
    }
done:
    free(m);
    return status;
}

static int make_schedule(nudge_solver *s)
{
    char reason[800], message[1200];
    const int status = nd_schedule_init(&s->schedule, s->problem, s->stable,
                                        s->problem->output.fields_file ? s->problem->output.fields_every : 0);
    if (!status || !nd_losses_explain(s, reason, sizeof reason)) return status;
    nd_format(message, sizeof message, "%s", nudge_error());
    return nd_fail(status, __FILE__, __LINE__, "%s; %s", message, reason);
}

static int choose_step(nudge_solver *s)
{
    int status = 0;
    char where[512];
    nd_idx roomiest;
    ALLOC(s->speed, s->mesh.nregions);
    for (nd_idx r = 0; r < s->mesh.nregions; r++) {
        const struct nd_material *m = &s->problem->material[s->assign.material[r]];
        const double speed = s->rhs.speed[s->assign.material[r]];
        const int refused = s->rhs.refused[s->assign.material[r]];
        if (refused >= 0)
            FAIL(NUDGE_EVALUE, "%s: material '%s': %s", nd_problem_where(s->problem, m->line, where), m->name,
                 s->law.refuse[refused]);
        if (!(isfinite(speed) && speed > 0))
            FAIL(NUDGE_EVALUE,
                 "%s: material '%s': its wave speed is %g in %s precision; check its constants and units%s",
                 nd_problem_where(s->problem, m->line, where), m->name,
                 isnan(speed) ? (double)NAN : speed, /* without a sign */
                 s->problem->precision == ND_SINGLE ? "single" : "double",
                 nd_law_own(&s->law) ? ", and the law's functions law_medium and law_speed" : "");
        s->speed[r] = speed;
        if (!isfinite(s->rhs.losses[s->assign.material[r]]))
            FAIL(NUDGE_EVALUE,
                 "%s: material '%s': the rate of its losses is too large for %s precision; check its "
                 "constants "
                 "and units",
                 nd_problem_where(s->problem, m->line, where), m->name,
                 s->problem->precision == ND_SINGLE ? "single" : "double");
    }
    const double limit = nd_dt_limit(s->integrator, s->elem.N, s->problem->upwind);
    s->stable =
        nd_dt_stable(&s->mesh, limit, s->speed, s->pointwise.damping, s->integrator->damping, &s->tightest);
    s->undamped =
        s->pointwise.damping ? nd_dt_stable(&s->mesh, limit, s->speed, NULL, 0, &roomiest) : s->stable;
    TRY(make_schedule(s));
    if (s->schedule.fixed && s->schedule.dt > s->stable)
        nd_warn("the time step %.4g is larger than %.4g, the largest thought stable", s->schedule.dt,
                s->stable);
    s->watch = (struct nd_watch){.mesh = &s->mesh,
                                 .problem = s->problem,
                                 .dt = s->schedule.dt,
                                 .stable = s->stable,
                                 .limit = limit,
                                 .damping = s->pointwise.damping,
                                 .reach = s->integrator->damping,
                                 .room = watch_room(s),
                                 .speed = s->speed,
                                 .initial = NAN};
done:
    return status;
}

int nd_solver_create(nudge_solver **out, const nudge_problem *problem, const char *device,
                     struct nd_mesh *mesh, const char *variant)
{
    int status = 0;
    const double start = nd_seconds_now();
    const int before = nd_threads_enter();
    nudge_solver *s = NULL;
    *out = NULL;
    ALLOC(s, 1);
    s->problem = problem;
    s->integrator = nd_integrator_get(problem->integrator);
    s->error = NAN;
    if (mesh) {
        s->mesh = *mesh;
        memset(mesh, 0, sizeof *mesh);
    }
    TRY(read_law(problem, &s->law));
    TRY(nd_work("opening the device", NAN));
    TRY(nd_device_open(&s->device, device));
    TRY(choose_plan(s, variant));
    TRY(nd_work("making the mesh", NAN));
    TRY(make_mesh(s));
    TRY(nd_connect_init(&s->connect, &s->mesh));
    TRY(check_seams(s));
    TRY(nd_assign_init(&s->assign, problem, &s->law, &s->mesh, &s->connect));
    TRY(nd_elem_init(&s->elem, problem->order));
    TRY(nd_work("making the operator", NAN));
    TRY(make_operator(s));
    TRY(choose_step(s));
    TRY(find_slowest(s));
    warn_of_gaps(s);
    TRY(nd_work("setting sources and monitors", NAN));
    TRY(nd_solver_open(s));
    TRY(nd_range_finish(s));
    TRY(tell_memory(s));
    nd_connect_clear(&s->connect);
    TRY(set_initial_fields(s));
    TRY(nd_work("set-up", 1));
    s->setup_seconds = nd_seconds_now() - start;
    *out = s;
    s = NULL;
done:
    nudge_solver_destroy(s);
    nd_threads_leave(before);
    return status;
}

int nudge_solver_create(nudge_solver **solver, const nudge_problem *problem, const char *device)
{
    GIVEN(solver, "solver");
    *solver = NULL;
    GIVEN(problem, "problem");
    return nd_solver_create(solver, problem, device, NULL, NULL);
}

void nudge_solver_destroy(nudge_solver *s)
{
    if (!s) return;
    nd_solver_shut(s);
    nd_pointwise_clear(&s->pointwise);
    nd_rhs_clear(&s->rhs);
    nd_pml_clear(&s->pml);
    nd_device_close(s->device);
    nd_elem_clear(&s->elem);
    nd_assign_clear(&s->assign);
    nd_connect_clear(&s->connect);
    nd_mesh_clear(&s->mesh);
    nd_law_clear(&s->law);
    free(s->speed);
    free(s->slowest);
    free(s);
}
