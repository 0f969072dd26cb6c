/* The states of poles outside steps: their energy, and their values at the nodes. */
#include <string.h>
#include "pole/poles.h"
#include "step/curved.h"

/* A pair of states, which one array of fields holds; -1: none. */
struct pair {
    int electric, magnetic;
};

static struct pair pair_at(const struct nd_poles_part *part, int i)
{
    return (struct pair){i < part->electric ? i : -1,
                         i < part->states - part->electric ? part->electric + i : -1};
}

static int pairs_of(const struct nd_poles_part *part)
{
    const int magnetic = part->states - part->electric;
    return part->electric > magnetic ? part->electric : magnetic;
}

/* Launches poles_pack or poles_unpack. */
static int move(const struct nd_poles *poles, const struct nd_poles_part *part, struct nd_kernel *kernel,
                struct pair pair, const struct nd_buffer *compact)
{
    struct nd_rhs *rhs = poles->rhs;
    int64_t stride_f = rhs->layout.S_f, count = part->subset.n;
    int states = part->states, electric = pair.electric, magnetic = pair.magnetic,
        field_e = nd_poles_field(rhs->recipe.law, 0), field_h = nd_poles_field(rhs->recipe.law, 1);
    const struct nd_arg args[] = {
        ND_ARG_BUFFER(part->state[0]), ND_ARG_SCALAR(count),    ND_ARG_SCALAR(states),
        ND_ARG_SCALAR(electric),       ND_ARG_SCALAR(magnetic), ND_ARG_SCALAR(field_e),
        ND_ARG_SCALAR(field_h),        ND_ARG_BUFFER(*compact), ND_ARG_SCALAR(stride_f)};
    return rhs->device->backend->launch(rhs->device, kernel, nd_poles_grid(part, rhs), args, 9);
}

/* Arrays that the energy needs while it is computed. */
struct workspace {
    struct nd_buffer compact, nodal, energy, largest;
    char *host;
};

static void clear(struct nd_rhs *rhs, struct workspace *w)
{
    nd_device_free(rhs->device, &w->compact);
    nd_device_free(rhs->device, &w->nodal);
    nd_device_free(rhs->device, &w->energy);
    nd_device_free(rhs->device, &w->largest);
    free(w->host);
}

/* Replaces what poles_states computed in curved elements. */
static int launch_curved(const struct nd_poles *poles, const struct nd_poles_part *part,
                         const struct workspace *w, const struct nd_buffer *nodal)
{
    struct nd_rhs *rhs = poles->rhs;
    if (!part->nbent) return 0;
    int material = part->material, points = rhs->curved->rule.Nq;
    const struct nd_arg args[] = {
        ND_ARG_BUFFER(*nodal),     ND_ARG_BUFFER(rhs->buffer[ND_MEDIUM]), ND_ARG_SCALAR(material),
        ND_ARG_BUFFER(part->bent), ND_ARG_BUFFER(rhs->curved->V),         ND_ARG_BUFFER(rhs->curved->Jw),
        ND_ARG_SCALAR(points),     ND_ARG_BUFFER(w->largest),             ND_ARG_BUFFER(w->energy)};
    return rhs->device->backend->launch(rhs->device, poles->energy_curved,
                                        (struct nd_grid){.blocks = part->nbent, .threads = 64}, args, 9);
}

static int launch_energy(const struct nd_poles *poles, struct nd_poles_part *part, struct workspace *w,
                         struct pair pair)
{
    int status = 0;
    struct nd_rhs *rhs = poles->rhs;
    int64_t count = part->subset.n;
    int material = part->material;
    const struct nd_buffer *nodal;
    TRY(move(poles, part, poles->pack, pair, &w->compact));
    TRY(nd_subset_nodal(&part->subset, &w->compact, &w->nodal, &nodal));
    const struct nd_arg args[] = {
        ND_ARG_BUFFER(*nodal),    ND_ARG_BUFFER(rhs->buffer[ND_MEDIUM]), ND_ARG_SCALAR(material),
        ND_ARG_SCALAR(count),     ND_ARG_BUFFER(rhs->buffer[ND_INVV]),   ND_ARG_BUFFER(w->energy),
        ND_ARG_BUFFER(w->largest)};
    TRY(rhs->device->backend->launch(rhs->device, poles->energy,
                                     (struct nd_grid){.blocks = (count + 63) / 64, .threads = 64}, args, 7));
    TRY(launch_curved(poles, part, w, nodal));
done:
    return status;
}

static double real_at(const struct nd_rhs *rhs, const char *host, nd_idx i)
{
    return rhs->real == 4 ? (double)((const float *)host)[i] : ((const double *)host)[i];
}

/* The factor of an element's energy on the device: its Jacobian, or the unit of Jw. */
static double volume_of(const struct nd_rhs *rhs, nd_idx k)
{
    return rhs->curved && nd_curved_place(rhs->curved, k) >= 0 ? rhs->curved->volume : rhs->J[k];
}

static int add_part(const struct nd_poles *poles, struct nd_poles_part *part, struct workspace *w,
                    double *element)
{
    int status = 0;
    struct nd_rhs *rhs = poles->rhs;
    const nd_idx n = part->subset.n;
    const size_t bytes = (size_t)n * rhs->real;
    char *scale = w->host + bytes;
    for (int i = 0; i < pairs_of(part); i++) {
        TRY(launch_energy(poles, part, w, pair_at(part, i)));
        TRY(rhs->device->backend->read(rhs->device, w->host, &w->energy, 0, bytes));
        TRY(rhs->device->backend->read(rhs->device, scale, &w->largest, 0, bytes));
        for (nd_idx j = 0; j < n; j++) {
            const double largest = real_at(rhs, scale, j);
            element[part->element[j]] +=
                volume_of(rhs, part->element[j]) * largest * largest * real_at(rhs, w->host, j);
        }
    }
done:
    return status;
}

int nd_poles_energy(void *self, struct nd_rhs *rhs, double *element)
{
    int status = 0;
    struct nd_poles *poles = self;
    struct workspace w = {0};
    nd_idx most = 0;
    for (int i = 0; i < poles->n; i++) most = poles->part[i].subset.n > most ? poles->part[i].subset.n : most;
    if (!most) goto done;
    const size_t n = (size_t)most;
    TRY(nd_device_alloc(rhs->device, &w.compact, n * nd_subset_size(rhs) * rhs->real));
    TRY(nd_device_alloc(rhs->device, &w.nodal,
                        n * (size_t)(rhs->layout.fields * rhs->layout.Np) * rhs->real));
    TRY(nd_device_alloc(rhs->device, &w.energy, n * rhs->real));
    TRY(nd_device_alloc(rhs->device, &w.largest, n * rhs->real));
    ALLOC(w.host, 2 * n * rhs->real);
    for (int i = 0; i < poles->n; i++)
        if (poles->part[i].subset.n) TRY(add_part(poles, &poles->part[i], &w, element));
done:
    clear(rhs, &w);
    return status;
}

/* Copies a state between nodal values of all states and those of six fields, for each element. */
static void copy_state(const struct nd_poles *poles, const struct nd_poles_part *part, struct pair pair,
                       double *all, double *fields, int to_fields)
{
    const struct nd_rhs *rhs = poles->rhs;
    const size_t three = 3 * (size_t)rhs->layout.Np, row = (size_t)(rhs->layout.fields * rhs->layout.Np);
    const int state[2] = {pair.electric, pair.magnetic};
    for (nd_idx e = 0; e < part->subset.n; e++)
        for (int half = 0; half < 2; half++) {
            if (state[half] < 0) continue;
            double *one = all + ((size_t)e * (size_t)part->states + (size_t)state[half]) * three,
                   *two = fields + (size_t)e * row +
                          (size_t)(nd_poles_field(rhs->recipe.law, half) * rhs->layout.Np);
            memcpy(to_fields ? two : one, to_fields ? one : two, three * sizeof *one);
        }
}

int nd_poles_read(const struct nd_poles *poles, struct nd_poles_part *part, double *nodal)
{
    int status = 0;
    struct nd_rhs *rhs = poles->rhs;
    struct nd_subset own = nd_subset_own(&part->subset);
    struct nd_buffer compact = {0};
    double *fields = NULL;
    const size_t n = (size_t)own.n;
    ALLOC(fields, n * (size_t)(rhs->layout.fields * rhs->layout.Np));
    TRY(nd_device_alloc(rhs->device, &compact, n * own.size * rhs->real));
    for (int i = 0; i < pairs_of(part); i++) {
        TRY(move(poles, part, poles->pack, pair_at(part, i), &compact));
        TRY(nd_subset_read(&own, &compact, 0, fields));
        copy_state(poles, part, pair_at(part, i), nodal, fields, 0);
    }
done:
    nd_device_free(rhs->device, &compact);
    free(fields);
    return status;
}

int nd_poles_write(const struct nd_poles *poles, struct nd_poles_part *part, const double *nodal)
{
    int status = 0;
    struct nd_rhs *rhs = poles->rhs;
    struct nd_subset own = nd_subset_own(&part->subset);
    struct nd_buffer compact = {0};
    double *fields = NULL;
    ALLOC(fields, (size_t)own.n * (size_t)(rhs->layout.fields * rhs->layout.Np));
    for (int i = 0; i < pairs_of(part); i++) {
        copy_state(poles, part, pair_at(part, i), (double *)nodal, fields, 1);
        TRY(nd_subset_upload(&own, fields, &compact));
        TRY(move(poles, part, poles->unpack, pair_at(part, i), &compact));
        TRY(rhs->device->backend->finish(rhs->device));
        nd_device_free(rhs->device, &compact);
    }
done:
    nd_device_free(rhs->device, &compact);
    free(fields);
    return status;
}
