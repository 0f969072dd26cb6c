/* The semi-discrete operator on a device, as the functions of a variant (variant.h) see it: where
 * elements live, the buffers on the device, one stage, the arguments of a launch.
 *
 * struct nd_operator is a view. Everything it points to belongs to struct nd_rhs (step/rhs.h),
 * which makes one with nd_rhs_operator whenever it calls a variant. */
#ifndef ND_OPERATOR_H
#define ND_OPERATOR_H

#include "elem/geometry.h"
#include "kernel/plan.h"
#include "layout/faces.h"
#include "layout/transfer.h"
#include "mesh/mesh.h"
#include "part/connect.h"
#include "part/share.h"

/* The input of nd_rhs_init; only device and law must outlive that call. */
struct nd_setup {
    struct nd_device *device;
    const struct nd_law *law;
    const struct nd_mesh *mesh;
    const struct nd_connect *connect;
    const struct nd_elem *elem;
    int single;
    double upwind;
    const int *condition;    /* [nboundaries] the law's boundary condition number of each boundary name */
    const int *material;     /* [nregions] material number of each region */
    const double *constants; /* [nmaterials][law->material.n] in absolute units */
    int nmaterials;
    const struct nd_plan *plan; /* null: nd_plan_choose's */
    const double *values;       /* of the conditions from the law's `valued` on */
    int nvalues;
    const struct nd_share *share; /* the elements that this rank computes; null: all */
};

#define ND_OWN_BUFFERS_MOST 16 /* of one variant */
#define ND_OWN_KERNELS_MOST 2

enum nd_rhs_buffer {
    ND_Q0, /* the fields, and those that the stage writes, by turns */
    ND_Q1,
    ND_RES,
    ND_METRIC,
    ND_MATERIAL,
    ND_MEDIUM,
    ND_SPEED,
    ND_D,
    ND_LIFT,
    ND_LISTS,
    ND_INVV,
    ND_ENERGY,
    ND_LARGEST,
    ND_ETOE, /* layout/faces.h */
    ND_ETOL,
    ND_FLUX, /* what one pass leaves for the next */
    ND_RATE,
    ND_SIM_TIME, /* simulated time, for terms that read it (step/rhs_term.h) */
    ND_TICKS,
    ND_SCHEME,
    ND_FACTORS,    /* a and b of each quadratic of a step: step/whole_step.h */
    ND_WAVE_FIRST, /* plane waves that the stage itself lets in (struct nd_wave_texts) */
    ND_WAVE_PLACE,
    ND_WAVE_FACTOR,
    ND_WAVE,
    ND_OWN, /* from here on the variant's own, numbered in its folder */
    ND_BUFFERS = ND_OWN + ND_OWN_BUFFERS_MOST
};

/* A kernel that a variant loads in addition to its passes. */
struct nd_own_kernel {
    struct nd_module *module;
    struct nd_kernel *kernel;
};

struct nd_operator {
    struct nd_device *device;
    const struct nd_plan *plan;
    const struct nd_layout *layout;
    const struct nd_recipe *recipe;
    nd_idx K;
    const nd_idx *slot;        /* [K] where each element lives; -1: on another rank */
    size_t real;               /* bytes */
    double unit;               /* of the lengths that kernels see, in the mesh's */
    struct nd_buffer *buffer;  /* [ND_BUFFERS] */
    struct nd_own_kernel *own; /* [ND_OWN_KERNELS_MOST] */
    int64_t *pairs;            /* [3] face pairs of the mesh, where the variant lists pairs: layout/pairs.h */
    int64_t first, end;        /* blocks of nd_variant.placed, whose elements a stage in one pass computes */
    int64_t wave_nodes;        /* face nodes where plane waves come in: what ND_WAVE holds for each stage */
};

/* A new buffer with these bytes. */
int nd_operator_upload(const struct nd_operator *op, int which, const void *bytes, size_t n);
/* A new buffer with these numbers, as the kernels' reals. */
int nd_operator_upload_reals(const struct nd_operator *op, int which, const double *values, size_t n);
/* A new buffer for n reals, zero; none for 0. */
int nd_operator_alloc_reals(const struct nd_operator *op, int which, size_t n);

/* One evaluation of the operator and what it does with the rate. */
struct nd_stage {
    enum nd_update update;
    double a, b, dt;
    int index, stages; /* of its step */
    int in_step;       /* 0: a stage by itself, after which no step ends; then index 0 of 1 */
    int rate;          /* only the residual is wanted: the rate of all terms */
    /* Set by nd_rhs_stage. */
    int waves;                   /* the stage lets plane waves in */
    enum nd_rhs_buffer from, to; /* it reads ND_Q0 or ND_Q1, and changes the other */
};

/* -- arguments of a launch
 * ------------------------------------------------------------------------------------------ */

#define ND_ARGUMENTS_MOST 24

/* A scalar argument as the kernels' real. */
union nd_real {
    float f;
    double d;
};

/* Holds the scalars that its arguments point to, so it must not be copied. */
struct nd_arguments {
    struct nd_arg at[ND_ARGUMENTS_MOST];
    union {
        int i;
        int64_t l;
        union nd_real r;
    } scalar[ND_ARGUMENTS_MOST];
    int n; /* also counts those that found no room */
};

void nd_arguments_int(struct nd_arguments *list, int value);
void nd_arguments_long(struct nd_arguments *list, int64_t value);
void nd_arguments_real(struct nd_arguments *list, const struct nd_operator *op, double value);
/* a, b and dt as kernels want them: dt per unit of length. */
void nd_arguments_stage(struct nd_arguments *list, const struct nd_operator *op,
                        const struct nd_stage *stage);
void nd_arguments_buffer(struct nd_arguments *list, const struct nd_buffer *buffer);
void nd_arguments_buffers(struct nd_arguments *list, const struct nd_operator *op, const int *which, int n);
#define ND_ADD_BUFFERS(list, op, ...)                                                                        \
    nd_arguments_buffers(list, op, (const int[]){__VA_ARGS__},                                               \
                         (int)(sizeof((const int[]){__VA_ARGS__}) / sizeof(int)))

/* -- what several variants upload
 * ----------------------------------------------------------------------------------- */

/* Metric terms, ND_METRIC[block][9][lane]; slots without an element get the reference element's. */
int nd_upload_metric(const struct nd_operator *op, const struct nd_setup *setup);
/* The mesh as it is placed on the device. material: [slots]. */
static inline struct nd_placed nd_operator_placed(const struct nd_operator *op, const struct nd_setup *setup,
                                                  const int32_t *material)
{
    return (struct nd_placed){.mesh = setup->mesh,
                              .connect = setup->connect,
                              .elem = setup->elem,
                              .layout = op->layout,
                              .slot = op->slot,
                              .material = material,
                              .condition = setup->condition};
}
/* ND_ETOE, ND_ETOL and ND_LISTS. */
int nd_upload_faces(const struct nd_operator *op, const struct nd_faces *faces, int Nfp);

/* Where an entry of D_c and of LIFT goes in their buffers, which have the padded number of rows. */
struct nd_matrix_form {
    int padded;
    int (*D)(const struct nd_operator *op, int c, int n, int k);
    int (*LIFT)(const struct nd_operator *op, int n, int k);
};
/* ND_D and ND_LIFT. */
int nd_upload_operators(const struct nd_operator *op, const struct nd_elem *elem,
                        const struct nd_matrix_form *form);
/* By columns: D[Np][3][Np], LIFT[4 Nfp][Np]. */
extern const struct nd_matrix_form nd_matrix_columns;
/* Device bytes of a slot's metric, material number and faces as above; and of D and LIFT. */
size_t nd_upload_slot_bytes(size_t real);
size_t nd_upload_operator_bytes(int N, size_t real);

#endif
