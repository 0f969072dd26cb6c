#include "kernel/paper/paper.h"
#include "layout/pairs.h"

/* Reals that the passes leave for each other. */
struct between {
    size_t flux, lifted, dq, rate;
};
static struct between find_between(const struct nd_plan *plan, const struct nd_layout *layout)
{
    const size_t array = (size_t)layout->length;
    return (struct between){
        .flux =
            (size_t)(layout->slots / plan->number[K_M]) * (size_t)plan->number[N_FM] * (size_t)layout->fields,
        .lifted = nd_paper_commutes(plan) ? 0 : array,
        .dq = nd_paper_commutes(plan) ? array : 3 * array,
        .rate = nd_paper_updates(plan) ? 0 : array,
    };
}

/* A slot has about three descriptors, and the inverse Jacobian, instead of neighbours and lists. */
size_t nd_paper_bytes(const struct nd_plan *plan, const struct nd_layout *layout, int N, size_t real)
{
    const struct between b = find_between(plan, layout);
    const size_t metric = 9 * real, material = 4, faces = 3 * (32 + 4 * real) + real;
    return (3 * (size_t)layout->length + b.flux + b.lifted + b.dq + b.rate) * real +
           (size_t)layout->slots * (metric + material + faces) + nd_upload_operator_bytes(N, real);
}

static int upload_inv_J(const struct nd_operator *op, const struct nd_mesh *mesh)
{
    int status = 0;
    double *inv_J = NULL;
    ALLOC(inv_J, op->layout->slots);
#pragma omp parallel for schedule(static)
    for (nd_idx k = 0; k < op->K; k++) {
        double G[9], J;
        nd_geometry_metric(mesh, k, G, &J);
        inv_J[op->slot[k]] = op->unit * op->unit * op->unit / J;
    }
    TRY(nd_operator_upload_reals(op, ND_INV_J, inv_J, (size_t)op->layout->slots));
done:
    free(inv_J);
    return status;
}

static int upload_pairs(const struct nd_operator *op, const struct nd_face_pairs *pairs, int Nfp)
{
    int status = 0;
    const size_t n = (size_t)pairs->n;
    TRY(nd_operator_upload(op, ND_HEADER, pairs->header, (size_t)pairs->blocks * 4 * sizeof *pairs->header));
    TRY(nd_operator_upload(op, ND_DESCRIPTOR_INTS, pairs->ints, n * ND_PAIR_INTS * sizeof *pairs->ints));
    TRY(nd_operator_upload_reals(op, ND_DESCRIPTOR_REALS, pairs->reals, n * ND_PAIR_REALS));
    TRY(nd_operator_upload(op, ND_STORE, pairs->store, 6 * (size_t)Nfp * sizeof *pairs->store));
done:
    return status;
}

static int make_pairs(const struct nd_operator *op, const struct nd_setup *setup, const int32_t *material)
{
    int status = 0;
    const struct nd_plan *plan = op->plan;
    const int Nfp = setup->elem->Nfp;
    struct nd_faces faces = {0};
    const struct nd_placed placed = nd_operator_placed(op, setup, material);
    struct nd_face_pairs pairs = {0};
    TRY(nd_faces_init(&faces, &placed));
    TRY(nd_operator_upload(op, ND_LISTS, faces.lists, ND_FACE_LISTS * (size_t)Nfp * sizeof *faces.lists));
    TRY(nd_face_pairs_init(&pairs, &placed, &faces, plan->number[M_B], plan->number[N_FM]));
    if (pairs.most > nd_paper_descriptors(plan))
        FAIL(NUDGE_EINTERNAL, "a block has %d face pairs, room is for %d", pairs.most,
             nd_paper_descriptors(plan));
    /* The last real of each is an area. */
    for (int64_t i = 0; i < pairs.n; i++)
        pairs.reals[ND_PAIR_REALS * i + ND_PAIR_REALS - 1] /= op->unit * op->unit;
    for (int64_t b = 0; b < pairs.blocks; b++)
        for (int c = 0; c < 3; c++) op->pairs[c] += pairs.header[4 * b + 1 + c];
    TRY(upload_pairs(op, &pairs, Nfp));
done:
    nd_face_pairs_clear(&pairs);
    nd_faces_clear(&faces);
    return status;
}

int nd_paper_upload(const struct nd_operator *op, const struct nd_setup *setup, const int32_t *material)
{
    int status = 0;
    const struct between b = find_between(op->plan, op->layout);
    if (op->layout->slots / op->layout->block > INT32_MAX / op->layout->fields)
        FAIL(NUDGE_EVALUE,
             "%d elements: more micro-blocks of all fields than the kernels count; use another variant",
             op->K);
    TRY(nd_upload_metric(op, setup));
    TRY(upload_inv_J(op, setup->mesh));
    TRY(make_pairs(op, setup, material));
    TRY(nd_upload_operators(op, setup->elem, &nd_matrix_columns));
    TRY(nd_operator_alloc_reals(op, ND_FLUX, b.flux));
    TRY(nd_operator_alloc_reals(op, ND_LIFTED, b.lifted));
    TRY(nd_operator_alloc_reals(op, ND_DQ, b.dq));
    TRY(nd_operator_alloc_reals(op, ND_RATE, b.rate));
done:
    return status;
}

static int64_t divide_up(int64_t n, int64_t by)
{
    return (n + by - 1) / by;
}

/* Micro-blocks, and units of the differentiation: micro-blocks, of one field each unless F is commuted. */
static int microblocks(const struct nd_operator *op)
{
    return (int)(op->layout->slots / op->layout->block);
}

static int diff_units(const struct nd_operator *op)
{
    return microblocks(op) * (nd_paper_commutes(op->plan) ? 1 : op->layout->fields);
}

int64_t nd_paper_blocks(const struct nd_operator *op, enum nd_pass pass)
{
    const struct nd_plan *p = op->plan;
    const int64_t n_M = microblocks(op), work = diff_units(op),
                  each = (int64_t)p->number[DIFF_P] * p->number[DIFF_I];
    switch (pass) {
    case ND_PASS_GATHER: return n_M / p->number[M_B];
    case ND_PASS_LIFT:
        return divide_up(n_M * op->layout->fields, (int64_t)p->number[LIFT_P] * p->number[LIFT_I]);
    case ND_PASS_DIFF:
        if (p->number[DIFF_SHARED] == ND_SHARED_FIELD) return divide_up(work, each);
        return divide_up(p->number[N_PM], p->number[DIFF_ROWS]) * divide_up(work, each * p->number[DIFF_S]);
    case ND_PASS_ASSEMBLY: return divide_up(op->layout->S_f, 256);
    default: return divide_up(op->layout->length, 1024);
    }
}

void nd_paper_arguments(const struct nd_operator *op, enum nd_pass pass, const struct nd_stage *stage,
                        struct nd_arguments *list)
{
    const int from = (int)stage->from, to = (int)stage->to;
    switch (pass) {
    case ND_PASS_GATHER:
        ND_ADD_BUFFERS(list, op, from, ND_FLUX, ND_HEADER, ND_DESCRIPTOR_INTS, ND_DESCRIPTOR_REALS, ND_LISTS,
                       ND_STORE, ND_MEDIUM);
        nd_arguments_int(list, microblocks(op));
        break;
    case ND_PASS_LIFT:
        ND_ADD_BUFFERS(list, op, ND_FLUX, ND_LIFT, ND_INV_J, ND_LIFTED, ND_DQ, from, to, ND_RES);
        nd_arguments_stage(list, op, stage);
        nd_arguments_int(list, microblocks(op));
        nd_arguments_int(list, microblocks(op) * op->layout->fields);
        break;
    case ND_PASS_DIFF:
        ND_ADD_BUFFERS(list, op, from, ND_DQ, ND_D, ND_METRIC, ND_MATERIAL, ND_MEDIUM);
        nd_arguments_int(list, microblocks(op));
        nd_arguments_int(list, diff_units(op));
        break;
    case ND_PASS_ASSEMBLY:
        ND_ADD_BUFFERS(list, op, ND_DQ, ND_LIFTED, ND_RATE, ND_MATERIAL, ND_MEDIUM, from, to, ND_RES);
        nd_arguments_stage(list, op, stage);
        nd_arguments_int(list, microblocks(op));
        break;
    default: /* ND_PASS_UPDATE */
        ND_ADD_BUFFERS(list, op, from, to, ND_RES, ND_RATE);
        nd_arguments_stage(list, op, stage);
        nd_arguments_long(list, op->layout->length);
        break;
    }
}
