#include "kernel/operator.h"

int nd_operator_upload(const struct nd_operator *op, int which, const void *bytes, size_t n)
{
    int status = 0;
    TRY(nd_device_alloc(op->device, &op->buffer[which], n));
    TRY(op->device->backend->write(op->device, &op->buffer[which], 0, bytes, n));
done:
    return status;
}

int nd_operator_upload_reals(const struct nd_operator *op, int which, const double *values, size_t n)
{
    return nd_transfer_reals(op->device, op->real, &op->buffer[which], values, n);
}

int nd_operator_alloc_reals(const struct nd_operator *op, int which, size_t n)
{
    return n ? nd_device_alloc(op->device, &op->buffer[which], n * op->real) : 0;
}

/* -- arguments of a launch --------------------------------------------------------------------- */

/* The index of the new argument, or the last one where there is no room: nd_rhs_launch refuses such
 * a list. */
static int next(struct nd_arguments *list)
{
    const int i = list->n++;
    return i < ND_ARGUMENTS_MOST ? i : ND_ARGUMENTS_MOST - 1;
}

void nd_arguments_int(struct nd_arguments *list, int value)
{
    const int i = next(list);
    list->scalar[i].i = value;
    list->at[i] = ND_ARG_SCALAR(list->scalar[i].i);
}

void nd_arguments_long(struct nd_arguments *list, int64_t value)
{
    const int i = next(list);
    list->scalar[i].l = value;
    list->at[i] = ND_ARG_SCALAR(list->scalar[i].l);
}

void nd_arguments_real(struct nd_arguments *list, const struct nd_operator *op, double value)
{
    const int i = next(list);
    if (op->real == 4)
        list->scalar[i].r.f = (float)value;
    else
        list->scalar[i].r.d = value;
    list->at[i] = (struct nd_arg){&list->scalar[i].r, op->real};
}

void nd_arguments_stage(struct nd_arguments *list, const struct nd_operator *op, const struct nd_stage *stage)
{
    nd_arguments_real(list, op, stage->a);
    nd_arguments_real(list, op, stage->b);
    nd_arguments_real(list, op, stage->dt / op->unit);
}

void nd_arguments_buffer(struct nd_arguments *list, const struct nd_buffer *buffer)
{
    list->at[next(list)] = ND_ARG_BUFFER(*buffer);
}

void nd_arguments_buffers(struct nd_arguments *list, const struct nd_operator *op, const int *which, int n)
{
    for (int i = 0; i < n; i++) nd_arguments_buffer(list, &op->buffer[which[i]]);
}

/* -- what several variants upload -------------------------------------------------------------- */

int nd_upload_metric(const struct nd_operator *op, const struct nd_setup *setup)
{
    int status = 0;
    const int64_t slots = op->layout->slots;
    const int block = op->layout->block;
    double *metric = NULL;
    ALLOC(metric, slots * 9);
#pragma omp parallel for schedule(static)
    for (int64_t s = 0; s < slots; s++)
        for (int i = 0; i < 9; i += 4) metric[(s / block * 9 + i) * block + s % block] = 1;
#pragma omp parallel for schedule(static)
    for (nd_idx k = 0; k < op->K; k++) {
        double G[9], J;
        const int64_t s = op->slot[k];
        if (s < 0) continue;
        nd_geometry_metric(setup->mesh, k, G, &J);
        for (int i = 0; i < 9; i++) metric[(s / block * 9 + i) * block + s % block] = G[i] * op->unit;
    }
    TRY(nd_operator_upload_reals(op, ND_METRIC, metric, (size_t)slots * 9));
done:
    free(metric);
    return status;
}

int nd_upload_faces(const struct nd_operator *op, const struct nd_faces *faces, int Nfp)
{
    int status = 0;
    const size_t n = 4 * (size_t)op->layout->slots;
    TRY(nd_operator_upload(op, ND_LISTS, faces->lists, ND_FACE_LISTS * (size_t)Nfp * sizeof *faces->lists));
    TRY(nd_operator_upload(op, ND_ETOE, faces->EToE, n * sizeof *faces->EToE));
    TRY(nd_operator_upload(op, ND_ETOL, faces->EToL, n));
done:
    return status;
}

int nd_upload_operators(const struct nd_operator *op, const struct nd_elem *e,
                        const struct nd_matrix_form *form)
{
    int status = 0;
    const int Np = e->Np, Nfp = e->Nfp, rows = form->padded > Np ? form->padded : Np;
    const double *const D[3] = {e->Dr, e->Ds, e->Dt};
    double *d = NULL, *lift = NULL;
    ALLOC(d, 3 * rows * Np);
    ALLOC(lift, 4 * rows * Nfp);
    for (int n = 0; n < Np; n++) {
        for (int c = 0; c < 3; c++)
            for (int k = 0; k < Np; k++) d[form->D(op, c, n, k)] = D[c][n * Np + k];
        for (int k = 0; k < 4 * Nfp; k++) lift[form->LIFT(op, n, k)] = e->LIFT[n * 4 * Nfp + k];
    }
    TRY(nd_operator_upload_reals(op, ND_D, d, (size_t)(3 * rows * Np)));
    TRY(nd_operator_upload_reals(op, ND_LIFT, lift, (size_t)(4 * rows * Nfp)));
done:
    free(d);
    free(lift);
    return status;
}

static int D_column(const struct nd_operator *op, int c, int n, int k)
{
    return (3 * k + c) * op->layout->Np + n;
}

static int LIFT_column(const struct nd_operator *op, int n, int k)
{
    return k * op->layout->Np + n;
}

const struct nd_matrix_form nd_matrix_columns = {.D = D_column, .LIFT = LIFT_column};

size_t nd_upload_slot_bytes(size_t real)
{
    const size_t metric = 9 * real, material = 4, faces = 4 * (4 + 1);
    return metric + material + faces;
}

size_t nd_upload_operator_bytes(int N, size_t real)
{
    const int Np = nd_elem_Np(N), Nfp = nd_elem_Nfp(N), padding = 8;
    return (size_t)(4 * Np * (Np + padding) + 4 * Nfp * (Np + padding)) * real;
}
