/* The pipeline. set_up brings a problem onto a device: each of its lines is one stage, in the order in which they
 * run. run.c continues with the time steps. */
#include "comm/comm.h"
#include "comm/task.h"
#include "solver/ranks.h"
#include "solver/solver.h"

#include <math.h>
#include <string.h>
#include "base/log.h"
#include "base/threads.h"
#include "base/work.h"
#include "law/either.h"
#include "tune/wisdom.h"

/* Law maxwell has scalars alone, and is faster; with tensors it is another one. */
static const char *name_law(const nudge_problem *problem)
{
    int tensors = 0;
    for (int i = 0; i < problem->nmaterials; i++) tensors |= problem->material[i].tensor;
    return tensors && !strcmp(problem->law, "maxwell") ? "maxwell_tensor" : problem->law;
}

static int read_law(const nudge_problem *problem, struct nd_law *law)
{
    int status = 0;
    char where[512];
    nd_problem_where(problem, problem->law_line, where);
    if (nd_law_is_file(problem->law) && !nd_problem_trusts_law(problem))
        FAIL(NUDGE_EVALUE,
             "%s: law %s is a file, which is compiled and run as code. If you trust it, run again with "
             "--trust, or with --law and its path (in a program: nudge_problem_trust)",
             where, problem->law);
    status = nd_law_init(law, name_law(problem), problem->folder);
    if (status) nd_fail_prefix(status, "%s", where);
    TRY(status);
    nd_law_announce(law);
    TRY(nd_either_choose(law, problem));
done:
    return status;
}

int nudge_problem_check(const nudge_problem *problem)
{
    GIVEN(problem, "problem");
    int status = 0;
    struct nd_law law = {0};
    TRY(read_law(problem, &law));
    TRY(nd_assign_check(problem, &law));
    for (int i = 0; i < problem->output.pictures.n; i++)
        TRY(nd_picture_check(problem, nd_problem_picture(problem, i), &law, NULL));
done:
    nd_law_clear(&law);
    return status;
}

/* The variant and its parameters: measured by the tuner, or a guess. */
static int choose_plan(nudge_solver *s, const char *variant)
{
    const struct nd_wisdom_key key = {s->law.path, s->problem->order, s->problem->precision == ND_SINGLE,
                                      variant,     s->device,         s->integrator.linear};
    return nd_wisdom_choose(&key, &s->law, s->problem->upwind, &s->plan);
}

static struct nd_setup operator_setup(const nudge_solver *s)
{
    return (struct nd_setup){
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
        .share = nd_comm_size() > 1 ? &s->share : NULL,
    };
}

/* An empty solver. Takes the mesh over, if there is one. */
static int begin(nudge_solver **out, const nudge_problem *problem, struct nd_mesh *mesh)
{
    int status = 0;
    nudge_solver *s;
    ALLOC(s, 1);
    s->problem = problem;
    s->error = NAN;
    if (mesh) {
        s->mesh = *mesh;
        memset(mesh, 0, sizeof *mesh);
    }
    *out = s;
done:
    return status;
}

/* The stages of set-up, in their order. */
static int set_up(nudge_solver *s, const char *device, const char *variant)
{
    int status = 0;
    const nudge_problem *problem = s->problem;
    char own[32];
    TRY(read_law(problem, &s->law));
    /* A law of the user's may have the name of a built-in one. */
    TRY(nd_integrator_of(&s->integrator, problem, nd_law_own(&s->law) ? "" : s->law.name,
                         variant ? nd_plan_named(variant).variant : NULL));
    if (s->integrator.common)
        nd_info("law %s takes the linear steps that are made for all built-in laws together", s->law.name);
    TRY(nd_work("opening the device", NAN));
    TRY(nd_device_open(&s->device, nd_ranks_device(device, own)));
    TRY(choose_plan(s, variant));
    TRY(nd_work("making the mesh", NAN));
    TRY(nd_solver_make_mesh(s));
    nd_plan_fit(&s->plan,
                &(struct nd_case){s->device, &s->law, problem->order, problem->precision == ND_SINGLE,
                                  problem->upwind, s->plan.update != ND_UPDATE_RK},
                s->mesh.K);
    TRY(nd_connect_init_ranks(&s->connect, &s->mesh));
    if (!nd_comm_rank()) TRY(nd_solver_check_seams(s)); /* what it finds is for people */
    TRY(nd_assign_init(&s->assign, problem, &s->law, &s->mesh, &s->connect));
    TRY(nd_surfaces_join(&s->connect, &s->assign, problem, &s->mesh));
    TRY(nd_elem_init(&s->elem, problem->order));
    TRY(nd_work("making the operator", NAN));
    const struct nd_setup setup = operator_setup(s);
    TRY(nd_rhs_begin(&s->rhs, &setup));
    TRY(nd_ranks_share(s, &setup));
    TRY(nd_rhs_place(&s->rhs, &setup));
    TRY(nd_rhs_fill(&s->rhs, &setup));
    TRY(nd_rhs_load(&s->rhs, &setup));
    if (setup.share) TRY(nd_halo_init(&s->halo, &s->rhs, &s->connect, &s->elem));
    TRY(nd_curved_init(&s->curved, &s->rhs, &setup));
    TRY(nd_solver_check_pml(s));
    TRY(nd_pointwise_init(&s->pointwise, &s->rhs, &setup, &s->pml, &s->integrator));
    TRY(nd_solver_add_surfaces(s, &setup));
    TRY(nd_solver_add_poles(s, &setup));
    TRY(nd_solver_choose_step(s));
    TRY(nd_solver_find_slowest(s));
    nd_solver_warn_of_gaps(s);
    TRY(nd_work("setting sources and monitors", NAN));
    TRY(nd_solver_add_sources(s));
    TRY(nd_solver_add_ports(s));
    TRY(nd_solver_add_monitors(s));
    TRY(nd_range_finish(s));
    TRY(nd_solver_check_memory(s));
    nd_connect_clear(&s->connect);
    TRY(nd_solver_set_initial(s));
    TRY(nd_work("set-up", 1));
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
    int together = 0; /* all ranks are in this function */
    *out = NULL;
    if (nd_tasks_on())
        FAIL(NUDGE_EBUSY, "several ranks have one solver at a time: destroy the other one first");
    TRY(nd_ranks_lead(&(struct nd_order){problem, device, variant}));
    together = 1;
    TRY(begin(&s, problem, mesh));
    TRY(set_up(s, device, variant));
    TRY(nd_comm_agree(0));
    s->setup_seconds = nd_seconds_now() - start;
    s->leads = 1;
    nd_tasks_set(1);
    *out = s;
    s = NULL;
done:
    /* The others wait for this rank where they next agree. */
    if (status && together && !nd_comm_agreed_failure()) status = nd_comm_agree(status);
    nudge_solver_destroy(s);
    nd_threads_leave(before);
    return status;
}

int nudge_solver_create(nudge_solver **solver, const nudge_problem *problem, const char *device)
{
    GIVEN(solver, "solver");
    *solver = NULL;
    GIVEN(problem, "problem");
    int status = 0;
    TRY(nd_ranks_check_leader());
    TRY(nd_solver_create(solver, problem, device, NULL, NULL));
done:
    return status;
}

void nudge_solver_destroy(nudge_solver *s)
{
    if (!s) return;
    nudge_solver_cancel(s, NUDGE_ESTOPPED);
    if (s->leads) {
        (void)ND_TASK(.kind = ND_TASK_END);
        nd_tasks_set(0);
    }
    free(s->record);
    free(s->preflight);
    nd_output_paths_clear(&s->paths);
    nd_monitors_clear(&s->monitors);
    nd_ports_clear(&s->ports);
    nd_loads_clear(&s->loads);
    nd_sources_clear(&s->sources);
    nd_surfaces_clear(&s->surfaces);
    nd_poles_clear(&s->poles);
    nd_pointwise_clear(&s->pointwise);
    nd_curved_clear(&s->curved);
    nd_halo_clear(&s->halo);
    if (s->device) nd_gather_clear(&s->gather, s->device);
    if (!s->exposed.cuda) free(s->exposed.values);
    nd_rhs_clear(&s->rhs);
    nd_pml_clear(&s->pml);
    nd_device_close(s->device);
    nd_elem_clear(&s->elem);
    nd_assign_clear(&s->assign);
    nd_connect_clear(&s->connect);
    nd_share_clear(&s->share);
    nd_mesh_clear(&s->mesh);
    nd_law_clear(&s->law);
    free(s->damping);
    free(s->swing);
    free(s->speed);
    free(s->slowest);
    free(s->reflection);
    free(s);
}
