#include "tune/baseline.h"

#include <math.h>
#include <string.h>

static size_t columns(const struct nd_baseline *b)
{
    return 3 * (size_t)b->Np + 4 * (size_t)b->Nfp;
}

static void put(const struct nd_baseline *b, void *array, size_t at, double value)
{
    if (b->loops->real == sizeof(float))
        ((float *)array)[at] = (float)value;
    else
        ((double *)array)[at] = value;
}

static void set_operators(struct nd_baseline *b, const struct nd_elem *elem)
{
    const size_t Np = (size_t)b->Np, faces = 4 * (size_t)b->Nfp;
    const double *const D[3] = {elem->Dr, elem->Ds, elem->Dt};
    for (size_t n = 0; n < Np; n++) {
        const size_t row = n * columns(b);
        for (size_t d = 0; d < 3; d++)
            for (size_t j = 0; j < Np; j++) put(b, b->operators, row + d * Np + j, D[d][n * Np + j]);
        for (size_t j = 0; j < faces; j++) put(b, b->operators, row + 3 * Np + j, elem->LIFT[n * faces + j]);
    }
    memcpy(b->Fmask, elem->Fmask, faces * sizeof *b->Fmask);
}

/* (epsilon, mu) of an element. */
static const double *material(const struct nd_setup *s, nd_idx k)
{
    return s->constants + 4 * (size_t)s->material[s->mesh->region[k]];
}

/* The terms of one face, in the order that baseline_loops.inc says. The impedance is continued
 * through a boundary. */
static void set_face(struct nd_baseline *b, const struct nd_setup *s, nd_idx k, int f, const double normal[3],
                     double Fscale)
{
    static const double ghost[3][2] = {{-1, 1}, {1, -1}, {0, 0}}; /* pec, pmc, absorbing */
    const size_t face = 4 * (size_t)k + (size_t)f, lanes = (size_t)b->loops->lanes;
    const nd_idx name = s->connect->EToB[face];
    const int condition = name < 0 ? -1 : s->condition[name];
    const double *here = material(s, k), *there = material(s, s->connect->EToE[face]);
    const double Z = sqrt(here[1] / here[0]), Z_plus = sqrt(there[1] / there[0]);
    /* Only with the full upwind weight is the ghost state 0 the characteristic condition. */
    const double upwind = condition == 2 ? 1 : s->upwind;
    const double e = Fscale / (here[0] * (Z + Z_plus)), h = Fscale / (here[1] * (1 / Z + 1 / Z_plus));
    const double term[9] = {normal[0],
                            normal[1],
                            normal[2],
                            condition < 0 ? 1 : ghost[condition][0],
                            condition < 0 ? 1 : ghost[condition][1],
                            e * Z_plus,
                            e * upwind,
                            h / Z_plus,
                            h * upwind};
    const size_t at = ((size_t)k / lanes * 4 + (size_t)f) * 9 * lanes + (size_t)k % lanes;
    for (size_t i = 0; i < 9; i++) put(b, b->face, at + i * lanes, term[i]);
}

static void set_vmapP(struct nd_baseline *b, const struct nd_setup *s, nd_idx k, int f)
{
    const size_t face = 4 * (size_t)k + (size_t)f, lanes = (size_t)b->loops->lanes, Nfp = (size_t)b->Nfp;
    const size_t m = (size_t)s->connect->EToE[face], g = s->connect->EToF[face];
    const int *permuted = s->elem->permuted + s->connect->EToP[face] * Nfp;
    nd_idx *vmapP = b->vmapP + ((size_t)k / lanes * 4 + (size_t)f) * Nfp * lanes + (size_t)k % lanes;
    for (size_t i = 0; i < Nfp; i++) {
        const size_t node = (size_t)b->Fmask[g * Nfp + (size_t)permuted[i]];
        vmapP[i * lanes] = (nd_idx)((m / lanes * 6 * (size_t)b->Np + node) * lanes + m % lanes);
    }
}

/* Lanes beyond the last element keep zeros everywhere: they read the first value of all and make
 * nothing of it. */
static void set_elements(struct nd_baseline *b, const struct nd_setup *s)
{
    const size_t lanes = (size_t)b->loops->lanes;
    for (nd_idx k = 0; k < b->K; k++) {
        double G[9], J, normal[4][3], Fscale[4];
        const size_t at = (size_t)k / lanes * 11 * lanes + (size_t)k % lanes;
        nd_geometry_metric(s->mesh, k, G, &J);
        nd_geometry_faces(G, normal, Fscale);
        for (size_t i = 0; i < 9; i++) put(b, b->metric, at + i * lanes, G[i]);
        for (size_t i = 0; i < 2; i++) put(b, b->metric, at + (9 + i) * lanes, 1 / material(s, k)[i]);
        for (int f = 0; f < 4; f++) {
            set_face(b, s, k, f, normal[f], Fscale[f]);
            set_vmapP(b, s, k, f);
        }
    }
}

static int make_arrays(struct nd_baseline *b)
{
    int status = 0;
    const size_t lanes = (size_t)b->loops->lanes, groups = (size_t)b->groups, Np = (size_t)b->Np;
    const size_t most = (size_t)nd_baseline_chunk_most(b), fields = groups * 6 * Np * lanes;
    const struct {
        void **array;
        size_t n;
    } want[] = {{&b->q[0], fields},
                {&b->q[1], fields},
                {&b->res, fields},
                {&b->metric, groups * 11 * lanes},
                {&b->face, groups * 36 * lanes},
                {&b->operators, Np * columns(b)},
                {&b->W, columns(b) * most * 6 * lanes},
                {&b->rate, Np * most * 6 * lanes}};
    for (size_t i = 0; i < sizeof want / sizeof *want; i++) {
        *want[i].array = nd_alloc(want[i].n, b->loops->real);
        if (!*want[i].array)
            FAIL(NUDGE_ENOMEM, "out of memory: %.3g MB wanted for the baseline's arrays",
                 1e-6 * (double)want[i].n * (double)b->loops->real);
    }
    ALLOC(b->Fmask, 4 * (size_t)b->Nfp);
    ALLOC(b->vmapP, groups * 4 * (size_t)b->Nfp * lanes);
done:
    return status;
}

int nd_baseline_init(struct nd_baseline *baseline, const struct nd_setup *setup,
                     enum nd_baseline_product product, int vector_bytes)
{
    int status = 0;
    *baseline = (struct nd_baseline){.K = setup->mesh->K, .Np = setup->elem->Np, .Nfp = setup->elem->Nfp};
    baseline->loops = nd_baseline_find_loops(setup->single, vector_bytes);
    if (!baseline->loops)
        FAIL(NUDGE_EVALUE, "this processor has no vector registers of %d bytes; say 0 for the widest it has",
             vector_bytes);
    const nd_idx lanes = baseline->loops->lanes;
    baseline->groups = (baseline->K - 1) / lanes + 1;
    if ((double)baseline->groups * lanes * 6 * baseline->Np > INT32_MAX)
        FAIL(NUDGE_EVALUE, "%s: %d elements are too many for the CPU baseline; take a smaller mesh",
             setup->mesh->name, baseline->K);
    TRY(make_arrays(baseline));
    set_operators(baseline, setup->elem);
    set_elements(baseline, setup);
    TRY(nd_baseline_choose(baseline, product));
done:
    if (status) nd_baseline_clear(baseline);
    return status;
}

void nd_baseline_clear(struct nd_baseline *baseline)
{
    free(baseline->q[0]);
    free(baseline->q[1]);
    free(baseline->res);
    free(baseline->metric);
    free(baseline->face);
    free(baseline->operators);
    free(baseline->W);
    free(baseline->rate);
    free(baseline->Fmask);
    free(baseline->vmapP);
    *baseline = (struct nd_baseline){0};
}

static size_t at_node(const struct nd_baseline *b, nd_idx k, int field, int n)
{
    const size_t lanes = (size_t)b->loops->lanes, Np = (size_t)b->Np;
    return (((size_t)k / lanes * 6 + (size_t)field) * Np + (size_t)n) * lanes + (size_t)k % lanes;
}

void nd_baseline_set(struct nd_baseline *baseline, int field, const double *values)
{
    for (nd_idx k = 0; k < baseline->K; k++)
        for (int n = 0; n < baseline->Np; n++)
            put(baseline, baseline->q[baseline->now], at_node(baseline, k, field, n), *values++);
}

void nd_baseline_get(const struct nd_baseline *baseline, int which, int field, double *values)
{
    const void *from = which ? baseline->res : baseline->q[baseline->now];
    for (nd_idx k = 0; k < baseline->K; k++)
        for (int n = 0; n < baseline->Np; n++) {
            const size_t at = at_node(baseline, k, field, n);
            *values++ = baseline->loops->real == sizeof(float) ? ((const float *)from)[at]
                                                               : ((const double *)from)[at];
        }
}
