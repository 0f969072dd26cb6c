/* The memory that a run needs, estimated before it is allocated. */
#include <math.h>
#include <string.h>
#include "base/format.h"
#include "base/log.h"
#include "base/memory.h"
#include "comm/comm.h"
#include "solver/solver.h"

/* Whether elements may have losses, whose residual takes memory: a constant that must not be negative is not
 * zero. */
static int may_lose(const nudge_solver *s)
{
    int any = 0;
    const struct nd_names *names = &s->law.notnegative;
    for (int m = 0; m < s->problem->nmaterials && s->law.pointwise >= 0; m++)
        for (int c = 0; c < s->problem->material[m].nconstants; c++)
            for (int i = 0; i < names->n; i++)
                any |= s->problem->material[m].constant[c].value != 0 &&
                       !strcmp(s->problem->material[m].constant[c].name, names->at[i]);
    return any;
}

/* The PML, with an upper bound of what it keeps: materials are assigned later. */
static struct nd_pml largest_pml(const nudge_solver *s)
{
    struct nd_pml pml = s->pml;
    pml.shifted |= may_lose(s);
    for (int m = 0; m < s->problem->nmaterials; m++) pml.shifted |= s->problem->material[m].npoles > 0;
    return pml;
}

double nd_solver_memory(const nudge_solver *s, const struct nd_mesh *counts, double *device)
{
    const nudge_problem *p = s->problem;
    const int single = p->precision == ND_SINGLE, fields = s->law.fields.n;
    const double K = counts->K, Np = nd_elem_Np(p->order);
    struct nd_plan plan = s->plan;
    const struct nd_pml pml = largest_pml(s);
    if (p->nmaterials > 1) /* an upper bound */
        nd_rhs_mix(&plan, ND_CASE(s->device, &s->law, p->order, single, p->upwind), counts->K);
    *device =
        (double)nd_rhs_bytes(&plan, counts->K, p->order, fields, single) +
        (double)nd_pointwise_bytes(&s->law, &pml, nd_elem_Np(p->order), single, s->integrator.linear);
    if (counts->Ncurved)
        *device +=
            (double)nd_curved_bytes(&s->law, counts->Ncurved, p->order, counts->curved_order, single ? 4 : 8);
    if (may_lose(s))
        *device +=
            K * Np * fields * (single ? 4 : 8); /* an upper bound; nd_solver_check_memory corrects it */
    if (nd_comm_size() > 1) *device *= 1.1 / nd_comm_size(); /* a share of the elements, and ghosts */
    /* The mesh; slots and Jacobians. */
    const double mesh = (double)counts->Nv * 24 + K * (16 + 4 + 8 + 4) + (double)counts->Nb * 16 + 12 * K;
    /* Either, while it is set up, connections and what finds linear steps (dt_mesh.c); or later buffers for one field
     * in transfer, or two if errors are computed, with a piece of the device's. */
    const double connections = K * (32 + (s->integrator.linear && !nd_comm_rank() ? 56 : 0)),
                 piece = fmin(ND_TRANSFER_PIECE, K * Np * fields * (single ? 4 : 8)),
                 moving = 8 * K * Np * (p->exact.n ? 2 : 1) / nd_comm_size() + piece;
    const double program = 24e6; /* code and libraries */
    return *device + mesh + fmax(connections, moving) + program +
           (double)nd_outputs_bytes(p, counts->K, nd_elem_Np(p->order));
}

/* Signals of resonances grow with the number of steps, and are too long if something makes steps short or the run long. Fails
 * if there is not enough memory and they take most of it. */
static int check_signals(const nudge_solver *s)
{
    int status = 0, i = 0;
    const nudge_problem *p = s->problem;
    const double wanted = nd_monitors_signal_bytes(&s->monitors), most = nd_host_memory(),
                 all = s->device->info.gpu ? wanted : s->memory_estimate * nd_comm_local_size();
    char where[512], reason[800], dt[32], end[32];
    if (!(all > most && 2 * wanted > all)) return 0;
    while (!nd_problem_monitor(p, i)->resonances) i++;
    const struct nd_monitor_spec *first = nd_problem_monitor(p, i);
    if (!nd_losses_explain(s, reason, sizeof reason))
        nd_format(reason, sizeof reason,
                  "check time.end (in seconds where units are si), time.dt and the elements that set the "
                  "time step (nudge mesh info)");
    FAIL(NUDGE_EDEVICE,
         "%s: monitors.%.80s: %.3g GB of memory are needed for the signal of resonances, which has a row of "
         "each of %lld steps of %s to t = %s, and the machine has %.3g GB; %s",
         nd_problem_where(p, first->named.line, where), first->named.name, wanted * 1e-9,
         (long long)s->schedule.steps, nd_quantity_text(s->schedule.dt, ND_DIM_TIME, nd_problem_si(p), dt),
         nd_quantity_text(s->schedule.end, ND_DIM_TIME, nd_problem_si(p), end), most * 1e-9, reason);
done:
    return status;
}

/* Fails before memory is allocated that the device does not have. The cpu device shares the memory of the
 * host. */
static int check_memory(const nudge_solver *s, nd_idx K, const char *for_what)
{
    int status = 0;
    const nudge_problem *p = s->problem;
    const double most = (double)s->device->info.memory,
                 wanted =
                     s->device->info.gpu ? s->device_estimate : s->memory_estimate * nd_comm_local_size();
    char where[512];
    if (wanted > most)
        FAIL(NUDGE_EDEVICE,
             "%s: %.3g GB of memory are needed for %d elements of order %d%s, %s has %.3g GB; use a "
             "smaller mesh%s%s%s",
             nd_problem_where(p, p->box.given ? p->box.line : p->mesh_line, where), wanted * 1e-9, (int)K,
             p->order, for_what, s->device->info.gpu ? s->device->info.name : "the machine", most * 1e-9,
             *for_what ? ", fewer frequencies or regions of monitors" : "",
             p->order > 1 ? ", a lower order" : "", p->precision == ND_DOUBLE ? " or precision: single" : "");
done:
    return status;
}

int nd_solver_estimate_memory(nudge_solver *s, const struct nd_mesh *counts)
{
    s->memory_estimate = nd_solver_memory(s, counts, &s->device_estimate);
    return check_memory(s, counts->K, "");
}

int nd_solver_check_memory(nudge_solver *s)
{
    int status = 0;
    size_t host;
    const double device = (double)s->device->allocated + (double)nd_monitors_bytes(&s->monitors, &host);
    s->memory_estimate += device - s->device_estimate + (double)host;
    s->device_estimate = device;
    nd_info("%d elements, order %d, %.3g MB of memory", (int)s->mesh.K, s->problem->order,
            s->memory_estimate * 1e-6);
    TRY(check_signals(s));
    TRY(check_memory(s, s->mesh.K, " with sources and monitors"));
done:
    return status;
}
