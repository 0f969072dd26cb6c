#include "solver/ranks.h"

#include <math.h>
#include <string.h>
#include "base/format.h"
#include "base/hash.h"
#include "base/log.h"
#include "base/sum.h"
#include "base/work.h"
#include "comm/comm.h"
#include "comm/task.h"
#include "part/blocks.h"

/* Fails on all ranks if one has another fingerprint than rank 0. */
static int agree_on(struct nd_hash *hash, const char *what)
{
    int status = 0;
    char own[33], first[33];
    nd_hash_get(hash, own);
    memcpy(first, own, sizeof first);
    TRY(nd_comm_agree(0));
    TRY(nd_comm_bcast(first, sizeof first));
    if (memcmp(first, own, sizeof own)) status = nd_fail(NUDGE_EVALUE, __FILE__, __LINE__, "%s", what);
    status = nd_comm_agree(status);
done:
    return status;
}

/* Ranks that read another law, as an old copy on the disk of one node, would compute nonsense. Problem and mesh are
 * those of rank 0. */
static int compare_laws(const nudge_solver *s)
{
    struct nd_hash hash;
    nd_hash_init(&hash);
    nd_hash_add_string(&hash, s->law.text);
    return agree_on(&hash, "this rank reads another law file than rank 0: give all of them the same file");
}

int nd_ranks_compare_tables(const nudge_solver *s)
{
    struct nd_hash hash;
    if (nd_comm_size() == 1) return 0;
    nd_hash_init(&hash);
    for (int i = 0; i < s->sources.n; i++) {
        const struct nd_wave *wave = &s->sources.at[i].wave;
        if (!wave->t) continue;
        nd_hash_add(&hash, wave->t, (size_t)wave->n * sizeof *wave->t);
        nd_hash_add(&hash, wave->y, (size_t)wave->n * sizeof *wave->y);
    }
    return agree_on(
        &hash, "this rank reads another table of a waveform than rank 0: give all of them the same file");
}

/* Fails on all ranks if one has other kernels than rank 0: its messages would not fit. */
static int compare_plans(const nudge_solver *s)
{
    const struct nd_plan *plan = &s->rhs.plan;
    const int single = s->problem->precision == ND_SINGLE;
    struct nd_hash hash;
    nd_hash_init(&hash);
    nd_hash_add_string(&hash, nd_plan_name(plan));
    nd_hash_add(&hash, plan->number, sizeof plan->number);
    nd_hash_add(&hash, &single, sizeof single);
    return agree_on(&hash,
                    "ranks have chosen different kernels: give all of them the same device and NUDGE_WISDOM");
}

/* The blocks of the whole mesh, by rank 0, which needs much more memory for it than the result takes. */
static int place_blocks(const nudge_solver *s, const struct nd_setup *setup, struct nd_blocks *blocks)
{
    int status = 0;
    int64_t count[2] = {0, 0};
    blocks->elements = s->rhs.plan.variant->placed(&s->rhs.plan).elements;
    blocks->slot = nd_alloc((size_t)s->mesh.K, sizeof *blocks->slot);
    if (!blocks->slot)
        status = nd_fail(NUDGE_ENOMEM, __FILE__, __LINE__, "out of memory");
    else if (!nd_comm_rank())
        status = nd_rhs_place_blocks(setup, &s->rhs.plan, blocks->slot, &count[0], &count[1]);
    TRY(nd_comm_agree(status));
    TRY(nd_comm_bcast(count, sizeof count));
    TRY(nd_comm_bcast(blocks->slot, (size_t)s->mesh.K * sizeof *blocks->slot));
    blocks->count = (nd_idx)count[0], blocks->idle = (nd_idx)count[1];
done:
    return status;
}

int nd_ranks_share(nudge_solver *s, const struct nd_setup *setup)
{
    int status = 0;
    const struct nd_plan *plan = &s->rhs.plan;
    struct nd_blocks blocks = {0};
    float *weight = NULL;
    if (nd_comm_size() == 1) return 0;
    if (!plan->variant->shares)
        FAIL(NUDGE_EVALUE, "variant %s runs on one rank only; choose another one, or start it without mpirun",
             plan->variant->name);
    TRY(compare_laws(s));
    TRY(compare_plans(s));
    TRY(place_blocks(s, setup, &blocks));
    s->share.rank = nd_comm_rank(), s->share.ranks = nd_comm_size();
    if (!nd_comm_rank()) {
        ALLOC(weight, s->mesh.K);
        TRY(nd_ranks_weigh(s, weight));
    }
    TRY(nd_share_init(&s->share, setup->connect, &blocks, s->mesh.K, weight));
    nd_info("rank %d of %d: %d block%s of %d elements, of which %d ha%s neighbours on other ranks; %d ghost%s",
            s->share.rank, s->share.ranks, (int)s->share.blocks, s->share.blocks == 1 ? "" : "s",
            (int)blocks.elements, (int)s->share.outer, s->share.outer == 1 ? "s" : "ve", (int)s->share.ghosts,
            s->share.ghosts == 1 ? "" : "s");
done:
    free(blocks.slot);
    free(weight);
    return status;
}

/* Devices of a backend; 0 if it cannot be used. */
static int count_devices(const char *name)
{
    for (const struct nd_backend *const *b = nd_backends; *b; b++) {
        int count = 0;
        if (!strcmp((*b)->name, name)) return (*b)->probe(&count) ? 0 : count;
    }
    return 0;
}

/* Ranks that compute by turns, or one GPU for all while others are idle, are probably not what the user wants. */
static void warn_of_sharing(const char *kind, int count, const char *chosen)
{
    const int ranks = nd_comm_local_size();
    if (nd_comm_rank() || ranks == 1) return;
    if (chosen && count > 1)
        nd_warn("all %d ranks on this node take %s, one of %d devices, and the others are idle; say --device "
                "%s, and each "
                "rank "
                "takes one",
                ranks, chosen, count, kind);
    else if (ranks > count)
        nd_warn("%d ranks on this node share %d device%s of kind %s%s", ranks, count, count > 1 ? "s" : "",
                kind,
                strcmp(kind, "cuda") ? ""
                                     : "; with NVIDIA's MPS (nvidia-cuda-mps-control -d) they compute at the "
                                       "same time, else by turns");
}

const char *nd_ranks_device(const char *device, char out[32])
{
    const char *const name = device && strcmp(device, "auto") ? device : "cuda", *const number =
                                                                                     strchr(name, ':');
    char kind[16];
    nd_format(kind, sizeof kind, "%.*s", (int)strcspn(name, ":"), name);
    if (nd_comm_size() == 1 || (strcmp(kind, "cuda") && strcmp(kind, "opencl"))) return device;
    const int count = count_devices(kind);
    if (count < 1) return device;
    warn_of_sharing(kind, count, number ? name : NULL);
    if (number) return device;
    nd_format(out, 32, "%s:%d", kind, nd_comm_local_rank() % count);
    return out;
}

int nd_ranks_change(nudge_solver *s, double *change)
{
    int status = 0;
    struct nd_sum sum = {0};
    double *element = NULL;
    TRY(ND_TASK(.kind = ND_TASK_CHANGE));
    ALLOC(element, s->mesh.K);
    TRY(nd_rhs_rate_energy(&s->rhs, element));
    for (nd_idx k = 0; k < s->mesh.K; k++)
        if (nd_share_has(s->rhs.share, k) && (!s->pml.n || !s->pml.region[s->mesh.region[k]]))
            nd_sum_add(&sum, element[k]);
    if (s->rhs.share) TRY(nd_comm_sum(&sum, 1));
    *change = nd_sum_value(&sum);
done:
    free(element);
    return status;
}

int nd_ranks_error(nudge_solver *s, double time, double *error)
{
    const struct nd_expressions exact = {.problem = s->problem,
                                         .pairs = &s->problem->exact,
                                         .mesh = &s->mesh,
                                         .elem = &s->elem,
                                         .timed = 1,
                                         .t = time};
    return nd_fields_error(&s->rhs, &exact, error, &s->error_absolute);
}

/* A number from the bits of an element's values of one field. */
static uint64_t hash_values(uint64_t place, const double *values, int n)
{
    uint64_t hash = place * 0x9e3779b97f4a7c15u + 1, bits;
    for (int i = 0; i < n; i++) {
        memcpy(&bits, &values[i], sizeof bits);
        hash = (hash ^ bits) * 0x9e3779b97f4a7c15u;
        hash ^= hash >> 29;
    }
    return hash;
}

/* The sum over elements does not depend on their order. Sums of 64 bits would overflow: each half has a sum. */
int nd_ranks_checksum(nudge_solver *s, uint64_t *out)
{
    int status = 0;
    const int Np = s->elem.Np, fields = s->law.fields.n;
    int64_t half[2] = {0};
    double *values = NULL;
    TRY(ND_TASK(.kind = ND_TASK_CHECKSUM));
    ALLOC(values, (size_t)s->rhs.layout.own * (size_t)Np);
    for (int f = 0; f < fields; f++) {
        const double *at = values;
        TRY(nd_rhs_get_own(&s->rhs, 0, f, values));
        for (nd_idx k = 0; k < s->mesh.K; k++) {
            if (!nd_share_has(s->rhs.share, k)) continue;
            const uint64_t hash = hash_values((uint64_t)k * (uint64_t)fields + (uint64_t)f, at, Np);
            half[0] += (int64_t)(hash & 0xffffffffu), half[1] += (int64_t)(hash >> 32);
            at += Np;
        }
    }
    if (s->rhs.share) TRY(nd_comm_add(half, 2));
    *out = (uint64_t)half[0] + ((uint64_t)half[1] << 32);
done:
    free(values);
    return status;
}

/* Sums of a monitor, for rank 0. */
static int give_sums(nudge_solver *s, const struct nd_task *r)
{
    int status = 0;
    struct nd_fourier *f = &s->monitors.at[r->index].fourier;
    const size_t n = (size_t)f->list.all * (size_t)(s->law.fields.n * s->elem.Np);
    double *scratch = NULL;
    ALLOC(scratch, 2 * n);
    TRY(nd_fourier_get(f, r->which, scratch, scratch + n));
done:
    free(scratch);
    return status;
}

/* elements: the energy of each is wanted, too. */
static int give_energy(nudge_solver *s, int elements)
{
    int status = 0;
    double total, *element = NULL;
    if (elements) ALLOC(element, s->mesh.K);
    TRY(nd_rhs_energy(&s->rhs, &total, element));
done:
    free(element);
    return status;
}

/* Of a task whose failures all ranks agree on: rank 0 decides what follows. */
static int unless_lost(int status)
{
    return nd_comm_is_lost() ? status : 0;
}

static int fulfil(nudge_solver *s, const struct nd_task *r)
{
    double number;
    uint64_t sum;
    switch (r->kind) {
    case ND_TASK_STEP: return nd_integrator_step(&s->integrator, &s->rhs, r->real);
    case ND_TASK_RATE: return nd_rhs_rate(&s->rhs);
    case ND_TASK_GET: return nd_rhs_get(&s->rhs, r->which, r->index, NULL);
    case ND_TASK_SET: return nd_rhs_set(&s->rhs, r->index, NULL);
    case ND_TASK_FIELDS: return unless_lost(nd_outputs_serve(&s->rhs, &s->mesh, &s->elem));
    case ND_TASK_PICK: return unless_lost(nd_pick_list(&s->rhs, r->index, NULL, (nd_idx)r->step, NULL));
    case ND_TASK_ENERGY: return give_energy(s, r->which);
    case ND_TASK_CHANGE: return nd_ranks_change(s, &number);
    case ND_TASK_ERROR: return unless_lost(nd_ranks_error(s, r->real, &number));
    case ND_TASK_CHECKSUM: return nd_ranks_checksum(s, &sum);
    case ND_TASK_OPEN: return nd_monitors_open(&s->monitors, r->step, r->real);
    case ND_TASK_SAMPLE: return nd_monitors_sample(&s->monitors, r->step, r->real, r->which);
    case ND_TASK_PROBES: return nd_monitors_flush(&s->monitors);
    case ND_TASK_PORTS: return nd_ports_serve(&s->ports, r->which, r->real);
    case ND_TASK_SUMS: return give_sums(s, r);
    case ND_TASK_TIME: return nd_ranks_time(s, r->real, NULL);
    case ND_TASK_LEAVE:
        return nd_fail(NUDGE_EVALUE, __FILE__, __LINE__, "rank 0 has left without destroying its solver");
    default: return nd_fail(NUDGE_EINTERNAL, __FILE__, __LINE__, "task %d is unknown", r->kind);
    }
}

static int is_of_checkpoints(const struct nd_task *r)
{
    return r->kind == ND_TASK_CHECK || r->kind == ND_TASK_RESTORE || r->kind == ND_TASK_SAVE ||
           r->kind == ND_TASK_SAVED;
}

/* A stop is rank 0's decision: the others work on until it has closed its outputs. */
int nd_ranks_serve(nudge_solver *s, nd_ranks_task other, void *context)
{
    int status = 0;
    nd_work_hurry(INFINITY);
    for (;;) {
        struct nd_task r;
        TRY(nd_task_receive(&r));
        if (r.kind == ND_TASK_END) break;
        TRY(is_of_checkpoints(&r) ? other(context, &r) : fulfil(s, &r));
    }
done:
    nd_work_hurry(0);
    return status;
}
