#include "step/curved.h"

#include <math.h>
#include <string.h>
#include "base/work.h"
#include "elem/geometry.h"
#include "layout/ordered.h"
#include "mesh/curved.h"
#include "part/order.h"

size_t nd_curved_matrix_size(const struct nd_curved *curved)
{
    return 4 * (size_t)curved->Np_wide * (size_t)curved->rule.Np;
}

/* Scratch of one thread. */
struct scratch {
    double *shape, *M, *K, *F, *inverse, *Jw;
};

static void scratch_clear(struct scratch *s)
{
    free(s->shape);
    free(s->M);
    free(s->K);
    free(s->F);
    free(s->inverse);
    free(s->Jw);
}

static int scratch_init(struct scratch *s, const struct nd_curved_rule *rule)
{
    int status = 0;
    const int Np = rule->Np;
    *s = (struct scratch){0};
    ALLOC(s->shape, 3 * rule->points);
    ALLOC(s->M, Np * Np);
    ALLOC(s->K, 3 * Np * Np);
    ALLOC(s->F, Np * Np);
    ALLOC(s->inverse, Np * Np);
    ALLOC(s->Jw, rule->Nq);
done:
    return status;
}

/* Matrices of the shape in s->shape, and its rates. */
static int measure(const struct nd_curved_rule *rule, struct scratch *s, double rate[2])
{
    int status = 0;
    TRY(nd_curved_matrices(rule, s->shape, s->M, s->K, s->Jw));
    TRY(nd_inverse(rule->Np, s->M, s->inverse));
    TRY(nd_curved_face_mass(rule, s->shape, s->F));
    TRY(nd_curved_rates(rule->Np, s->inverse, s->K, s->F, rate));
done:
    return status;
}

/* Matrices of the reference element, from which those of straight ones follow. */
struct reference {
    double *inverse, *K, *F; /* [Np][Np], [3][Np][Np], [4][Np][Np] */
};

static int reference_init(struct reference *r, const struct nd_curved_rule *rule)
{
    int status = 0;
    const int Np = rule->Np;
    double *M = NULL;
    ALLOC(M, Np * Np);
    ALLOC(r->inverse, Np * Np);
    ALLOC(r->K, 3 * Np * Np);
    ALLOC(r->F, 4 * Np * Np);
    nd_curved_reference(rule, M, r->K, r->F);
    TRY(nd_inverse(Np, M, r->inverse));
done:
    free(M);
    return status;
}

static void reference_clear(struct reference *r)
{
    free(r->inverse);
    free(r->K);
    free(r->F);
}

/* Rates of the straight element with the same vertices, in units of length of the kernels. */
static int straight_rates(const struct nd_curved *curved, const struct reference *r,
                          const struct nd_mesh *mesh, nd_idx k, struct scratch *s, double rate[2])
{
    const int Np = curved->rule.Np, n = Np * Np;
    const double unit = curved->rhs->unit;
    double G[9], J, normal[4][3], Fscale[4];
    nd_geometry_metric(mesh, k, G, &J);
    nd_geometry_faces(G, normal, Fscale);
    for (int c = 0; c < 3; c++)
        for (int i = 0; i < n; i++)
            s->K[c * n + i] = unit * (G[c] * r->K[i] + G[3 + c] * r->K[n + i] + G[6 + c] * r->K[2 * n + i]);
    for (int i = 0; i < n; i++)
        s->F[i] = unit * (Fscale[0] * r->F[i] + Fscale[1] * r->F[n + i] + Fscale[2] * r->F[2 * n + i] +
                          Fscale[3] * r->F[3 * n + i]);
    return nd_curved_rates(Np, r->inverse, s->K, s->F, rate);
}

/* What the matrices of all elements become: numbers of the stage from nodal values, and back. */
struct basis {
    unsigned char *nodes, *order;
    double *P, *inverse;
};

static int basis_init(struct basis *b, struct nd_rhs *rhs, const struct nd_elem *elem)
{
    int status = 0;
    const struct nd_operator op = nd_rhs_operator(rhs);
    ALLOC(b->nodes, 24 * elem->Np);
    ALLOC(b->order, rhs->layout.slots);
    ALLOC(b->P, elem->Np * elem->Np);
    ALLOC(b->inverse, elem->Np * elem->Np);
    nd_order_nodes(elem->N, b->nodes);
    TRY(rhs->plan.variant->basis->orders(&op, b->order));
    TRY(rhs->plan.variant->basis->from_nodal(&op, elem, b->P));
    TRY(nd_inverse(elem->Np, b->P, b->inverse));
done:
    return status;
}

static void basis_clear(struct basis *b)
{
    free(b->nodes);
    free(b->order);
    free(b->P);
    free(b->inverse);
}

/* out = A B, or A B^T. */
static void multiply(int n, const double *A, const double *B, int transposed, double *out)
{
    memset(out, 0, (size_t)(n * n) * sizeof *out);
    for (int i = 0; i < n; i++)
        for (int k = 0; k < n; k++) {
            const double factor = A[i * n + k];
            if (factor == 0) continue;
            for (int j = 0; j < n; j++) out[i * n + j] += factor * (transposed ? B[j * n + k] : B[k * n + j]);
        }
}

/* D_c and W of curved.knl in the basis of the stage, to[lanes rows][column][4][row]. */
static int to_stage_basis(const struct basis *b, int order, int Np, int lanes, const struct scratch *s,
                          double *to)
{
    int status = 0;
    const unsigned char *node = b->nodes + order * Np;
    double *one = NULL, *two = NULL;
    ALLOC(one, Np * Np);
    ALLOC(two, Np * Np);
    for (int c = 0; c < 4; c++) {
        if (c < 3) multiply(Np, s->inverse, s->K + c * Np * Np, 0, two);
        const double *from = c < 3 ? two : s->inverse;
        for (int i = 0; i < Np; i++)
            for (int j = 0; j < Np; j++) one[i * Np + j] = from[node[i] * Np + node[j]];
        multiply(Np, b->P, one, 0, two);
        multiply(Np, two, c < 3 ? b->inverse : b->P, c == 3, one);
        for (int i = 0; i < Np; i++)
            for (int j = 0; j < Np; j++)
                to[((i / lanes * Np + j) * 4 + c) * lanes + i % lanes] = one[i * Np + j];
    }
done:
    free(one);
    free(two);
    return status;
}

/* Results of make_element, for all elements of this rank. */
struct made {
    struct basis basis;
    struct reference reference;
    char *reals; /* [n][4 Np Np] as the device has them */
    double *Jw;  /* [n][Nq] */
};

static void put_reals(size_t real, const double *from, size_t n, char *to)
{
    for (size_t i = 0; i < n; i++)
        if (real == 4)
            ((float *)to)[i] = (float)from[i];
        else
            ((double *)to)[i] = from[i];
}

nd_idx nd_curved_place(const struct nd_curved *curved, nd_idx k)
{
    nd_idx low = 0, high = curved->n;
    while (low < high) {
        const nd_idx middle = low + (high - low) / 2;
        if (curved->element[middle] < k)
            low = middle + 1;
        else
            high = middle;
    }
    return low < curved->n && curved->element[low] == k ? low : -1;
}

/* i: in the mesh's list. */
static int make_element(struct nd_curved *curved, const struct nd_setup *setup, nd_idx i, struct scratch *s,
                        struct made *made)
{
    int status = 0;
    const struct nd_mesh *mesh = setup->mesh;
    const struct nd_curved_rule *rule = &curved->rule;
    const struct nd_rhs *rhs = curved->rhs;
    const nd_idx k = mesh->curved[i];
    const size_t Nq = (size_t)rule->Nq;
    double *matrix = NULL;
    const double *shape = mesh->shape + 3 * (size_t)i * (size_t)rule->points;
    double bent[2], straight[2];
    for (int m = 0; m < 3 * rule->points; m++) s->shape[m] = shape[m] / rhs->unit;
    TRY(measure(rule, s, bent));
    if (nd_share_has(rhs->share, k)) {
        const nd_idx own = nd_curved_place(curved, k);
        const size_t size = nd_curved_matrix_size(curved);
        ALLOC(matrix, size);
        TRY(to_stage_basis(&made->basis, made->basis.order[rhs->slot[k]], rule->Np,
                           curved->lanes ? curved->lanes : rule->Np, s, matrix));
        put_reals(rhs->real, matrix, size, made->reals + (size_t)own * size * rhs->real);
        memcpy(made->Jw + (size_t)own * Nq, s->Jw, Nq * sizeof *s->Jw);
    }
    TRY(straight_rates(curved, &made->reference, mesh, k, s, straight));
    curved->rate[k] = fmax(1, fmax(bent[0] / straight[0], bent[1] / straight[1]));
done:
    free(matrix);
    return status;
}

static int make_all(struct nd_curved *curved, const struct nd_setup *setup, struct made *made)
{
    int status = 0, worst = 0;
    const nd_idx n = setup->mesh->Ncurved;
#pragma omp parallel
    {
        struct scratch s;
        int failed = scratch_init(&s, &curved->rule);
#pragma omp for schedule(dynamic, 8)
        for (nd_idx i = 0; i < n; i++) {
            if (!failed) failed = nd_work("curved elements", (double)i / n);
            if (!failed) failed = make_element(curved, setup, i, &s, made);
        }
        scratch_clear(&s);
#pragma omp critical
        if (failed) worst = failed;
    }
    if (worst) FAIL(worst, "the matrices of the curved elements could not be made");
done:
    return status;
}

static int make_matrices(struct nd_curved *curved, const struct nd_setup *setup)
{
    int status = 0;
    struct nd_rhs *rhs = curved->rhs;
    const size_t n = (size_t)curved->n, Np = (size_t)setup->elem->Np, Nq = (size_t)curved->rule.Nq;
    struct made made = {0};
    TRY(basis_init(&made.basis, rhs, setup->elem));
    TRY(reference_init(&made.reference, &curved->rule));
    const size_t size = nd_curved_matrix_size(curved);
    ALLOC(made.reals, n * size * rhs->real);
    ALLOC(made.Jw, n * Nq);
    TRY(make_all(curved, setup, &made));
    if (!n) goto done;
    TRY(nd_device_alloc(rhs->device, &curved->matrix, n * size * rhs->real));
    TRY(rhs->device->backend->write(rhs->device, &curved->matrix, 0, made.reals, n * size * rhs->real));
    TRY(nd_transfer_reals(rhs->device, rhs->real, &curved->Jw, made.Jw, n * Nq));
    TRY(nd_transfer_reals(rhs->device, rhs->real, &curved->V, curved->rule.V, Nq * Np));
done:
    basis_clear(&made.basis);
    reference_clear(&made.reference);
    free(made.reals);
    free(made.Jw);
    return status;
}

static int load(struct nd_curved *curved)
{
    int status = 0;
    struct nd_rhs *rhs = curved->rhs;
    struct nd_recipe recipe;
    nd_rhs_term_recipe(rhs, &recipe);
    nd_recipe_define(&recipe, "NARROW", 1);
    nd_recipe_define(&recipe, "NFQ", curved->rule.Nfq);
    if (curved->lanes) {
        recipe.lanes = curved->lanes;
        nd_recipe_define(&recipe, "MATRIX_SIZE", (int)nd_curved_matrix_size(curved));
        nd_recipe_define(&recipe, "NFQ_WIDE", curved->Nfq_wide);
        nd_recipe_define(&recipe, "NFP_WIDE", curved->Nfp_wide);
    }
    TRY(nd_kernel_load(rhs->device, &recipe, curved->lanes ? "curved_simd.knl" : "curved.knl",
                       &curved->module, &curved->kernel));
    recipe.lanes = 1;
    recipe.upwind = 1; /* the texts below do not use the flux */
    recipe.nvalues = 0;
    nd_recipe_define(&recipe, "NQ", curved->rule.Nq);
    TRY(nd_kernel_load(rhs->device, &recipe, "curved_keep.knl", &curved->keep_module, &curved->keep));
    TRY(nd_kernel_load(rhs->device, &recipe, "energy_curved.knl", &curved->energy_module,
                       &curved->energy_kernel));
done:
    return status;
}

/* The curved elements of this rank. */
static int list_elements(struct nd_curved *curved, const struct nd_setup *setup)
{
    int status = 0;
    const struct nd_mesh *mesh = setup->mesh;
    ALLOC(curved->element, mesh->Ncurved);
    for (nd_idx i = 0; i < mesh->Ncurved; i++)
        if (nd_share_has(curved->rhs->share, mesh->curved[i])) curved->element[curved->n++] = mesh->curved[i];
    ALLOC(curved->rate, mesh->K);
    for (nd_idx k = 0; k < mesh->K; k++) curved->rate[k] = 1;
done:
    return status;
}

static int rounded(int n, int lanes)
{
    return lanes ? (n + lanes - 1) / lanes * lanes : n;
}

/* Vectors of 32 or 64 bytes in C, whichever leaves fewer lanes empty; nodal values only. */
static void choose_lanes(struct nd_curved *curved, const struct nd_elem *elem)
{
    const struct nd_rhs *rhs = curved->rhs;
    const int half = (int)(32 / rhs->real);
    curved->lanes = 0;
    if (rhs->device->backend->dialect == ND_DIALECT_C && !rhs->plan.variant->basis->change)
        curved->lanes = rounded(elem->Np, half) < rounded(elem->Np, 2 * half) ? half : 2 * half;
    curved->Np_wide = rounded(elem->Np, curved->lanes);
    curved->Nfq_wide = rounded(curved->rule.Nfq, curved->lanes);
    curved->Nfp_wide = rounded(elem->Nfp, curved->lanes);
}

int nd_curved_init(struct nd_curved *curved, struct nd_rhs *rhs, const struct nd_setup *setup)
{
    int status = 0;
    *curved = (struct nd_curved){0};
    if (!setup->mesh->Ncurved) return 0;
    curved->rhs = rhs;
    curved->volume = rhs->unit * rhs->unit * rhs->unit;
    TRY(nd_curved_rule_init(&curved->rule, setup->elem, setup->mesh->curved_order));
    choose_lanes(curved, setup->elem);
    TRY(list_elements(curved, setup));
    TRY(nd_subset_init(&curved->subset, rhs, curved->element, curved->n));
    TRY(make_matrices(curved, setup));
    if (curved->n) {
        const size_t n = (size_t)curved->n;
        TRY(nd_curved_make_faces(curved, setup));
        TRY(nd_device_alloc(rhs->device, &curved->left, n * curved->subset.size * rhs->real));
        TRY(nd_device_alloc(rhs->device, &curved->energy, n * rhs->real));
        TRY(nd_device_alloc(rhs->device, &curved->largest, n * rhs->real));
        TRY(load(curved));
    }
    nd_rhs_forget(rhs);
    rhs->curved = curved;
done:
    if (status) nd_curved_clear(curved);
    return status;
}

void nd_curved_clear(struct nd_curved *curved)
{
    if (!curved->rhs) return;
    struct nd_device *device = curved->rhs->device;
    struct nd_buffer *const all[] = {&curved->matrix,  &curved->faces,      &curved->normal,
                                     &curved->number,  &curved->trace,      &curved->left,
                                     &curved->V,       &curved->Jw,         &curved->energy,
                                     &curved->largest, &curved->list.edges, &curved->list.order};
    struct nd_module *const module[] = {curved->module, curved->keep_module, curved->energy_module};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) nd_device_free(device, all[i]);
    for (int i = 0; i < 3; i++)
        if (module[i]) device->backend->unload(device, module[i]);
    nd_subset_clear(&curved->subset);
    nd_curved_rule_clear(&curved->rule);
    free(curved->element);
    free(curved->rate);
    curved->rhs->curved = NULL;
    *curved = (struct nd_curved){0};
}

int nd_curved_keep(struct nd_curved *curved, const struct nd_stage *stage)
{
    struct nd_rhs *rhs = curved->rhs;
    int64_t stride_f = rhs->layout.S_f, count = curved->n;
    const struct nd_arg args[] = {ND_ARG_BUFFER(rhs->buffer[stage->to]), ND_ARG_BUFFER(curved->left),
                                  ND_ARG_BUFFER(curved->subset.slot), ND_ARG_SCALAR(count),
                                  ND_ARG_SCALAR(stride_f)};
    if (!count || stage->update != ND_UPDATE_ADD) return 0;
    return rhs->device->backend->launch(
        rhs->device, curved->keep,
        (struct nd_grid){.blocks = (count * rhs->layout.Np + 255) / 256, .threads = 256}, args, 5);
}

int nd_curved_launch(struct nd_curved *curved, const struct nd_stage *stage)
{
    struct nd_rhs *rhs = curved->rhs;
    int64_t stride_f = rhs->layout.S_f;
    int mode = stage->update == ND_UPDATE_RK     ? stage->rate
               : stage->update == ND_UPDATE_RATE ? 1
                                                 : 2,
        residual = stage->rate;
    const union nd_real a = nd_rhs_real(rhs, stage->a), b = nd_rhs_real(rhs, stage->b),
                        dt = nd_rhs_real(rhs, stage->dt / rhs->unit);
    const struct nd_buffer *to = &rhs->buffer[stage->rate ? ND_RES : stage->to];
    const struct nd_arg args[] = {ND_ARG_BUFFER(rhs->buffer[stage->from]),
                                  ND_ARG_BUFFER(*to),
                                  ND_ARG_BUFFER(curved->subset.slot),
                                  ND_ARG_BUFFER(rhs->buffer[ND_MATERIAL]),
                                  ND_ARG_BUFFER(rhs->buffer[ND_MEDIUM]),
                                  ND_ARG_BUFFER(curved->list.edges),
                                  ND_ARG_BUFFER(curved->matrix),
                                  ND_ARG_BUFFER(curved->faces),
                                  ND_ARG_BUFFER(curved->normal),
                                  ND_ARG_BUFFER(curved->number),
                                  ND_ARG_BUFFER(curved->trace),
                                  ND_ARG_BUFFER(curved->left),
                                  ND_ARG_SCALAR(mode),
                                  ND_ARG_SCALAR(residual),
                                  ND_ARG_REAL(rhs, a),
                                  ND_ARG_REAL(rhs, b),
                                  ND_ARG_REAL(rhs, dt),
                                  ND_ARG_SCALAR(stride_f)};
    if (!curved->n) return 0;
    const int threads = rhs->layout.Np <= 32 ? 32 : rhs->layout.Np <= 64 ? 64 : 128;
    return rhs->device->backend->launch(rhs->device, curved->kernel,
                                        (struct nd_grid){.blocks = curved->n, .threads = threads}, args,
                                        (int)(sizeof args / sizeof *args));
}

static int read_reals(struct nd_rhs *rhs, const struct nd_buffer *from, size_t n, char *room, double *to)
{
    int status = 0;
    TRY(rhs->device->backend->read(rhs->device, room, from, 0, n * rhs->real));
    for (size_t i = 0; i < n; i++) to[i] = rhs->real == 4 ? (double)((float *)room)[i] : ((double *)room)[i];
done:
    return status;
}

int nd_curved_energy(struct nd_curved *curved, const struct nd_buffer *q, double *energy, double *largest)
{
    int status = 0;
    struct nd_rhs *rhs = curved->rhs;
    int64_t stride_f = rhs->layout.S_f, count = curved->n;
    const size_t n = (size_t)count;
    char *room = NULL;
    double *sum = NULL, *scale = NULL;
    const struct nd_arg args[] = {ND_ARG_BUFFER(*q),
                                  ND_ARG_BUFFER(curved->subset.slot),
                                  ND_ARG_BUFFER(curved->energy),
                                  ND_ARG_BUFFER(curved->largest),
                                  ND_ARG_BUFFER(rhs->buffer[ND_MATERIAL]),
                                  ND_ARG_BUFFER(rhs->buffer[ND_MEDIUM]),
                                  ND_ARG_BUFFER(curved->V),
                                  ND_ARG_BUFFER(curved->Jw),
                                  ND_ARG_SCALAR(stride_f),
                                  ND_ARG_SCALAR(count)};
    if (!n) return 0;
    ALLOC(room, n * rhs->real);
    ALLOC(sum, n);
    ALLOC(scale, n);
    TRY(rhs->device->backend->launch(rhs->device, curved->energy_kernel,
                                     (struct nd_grid){.blocks = (count + 63) / 64, .threads = 64}, args, 10));
    TRY(read_reals(rhs, &curved->energy, n, room, sum));
    TRY(read_reals(rhs, &curved->largest, n, room, scale));
    for (nd_idx i = 0; i < curved->n; i++) {
        energy[curved->element[i]] = curved->volume * scale[i] * scale[i] * sum[i];
        largest[curved->element[i]] = sum[i] != 0 ? scale[i] : 0;
    }
done:
    free(room);
    free(sum);
    free(scale);
    return status;
}

size_t nd_curved_bytes(const struct nd_law *law, nd_idx n, int N, int order, size_t real)
{
    const size_t Np = (size_t)nd_elem_Np(N), each = (size_t)(2 * N + 3 * (order - 1)) / 2 + 1,
                 on_face = (size_t)(N + 1) * (size_t)(N + 1);
    return (size_t)n * real * (4 * Np * Np + each * each * each + 16 * on_face + (size_t)law->fields.n * Np);
}
