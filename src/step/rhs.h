/* The semi-discrete operator on a device: fields, residual, geometry, faces, media, and the launches of one
 * stage. */
#ifndef ND_RHS_H
#define ND_RHS_H

#include "elem/geometry.h"
#include "layout/faces.h"
#include "layout/transfer.h"
#include "kernel/plan.h"

/* What the operator is made from; all of it may go once nd_rhs_init is done, but for device and law. */
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
};

enum nd_rhs_buffer {
    ND_Q0,
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
    ND_RECORD, /* elements and faces for stages that keep fields in the frame */
    ND_SIDES,
    ND_BEHIND,
    ND_FMASK,
    ND_LAYERS,
    ND_PENCILS,
    ND_TICKETS, /* of groups that draw their batches: dialect.h */
    ND_EDGES,   /* between nodal fields and kept ones */
    ND_ORDER,
    ND_NODES,
    ND_TO_NODES,
    ND_FROM_NODES,
    ND_ETOE, /* faces for plain and simd */
    ND_ETOL,
    ND_UNIFORM,
    ND_HEADER, /* face pairs for the paper's gather */
    ND_DESCRIPTOR_INTS,
    ND_DESCRIPTOR_REALS,
    ND_STORE,
    ND_INV_J,
    ND_FLUX, /* what passes hand on */
    ND_LIFTED,
    ND_DQ,
    ND_RATE,
    ND_CLOCK, /* for extras (extra.h): see sim_time.knl */
    ND_TICKS,
    ND_SCHEME,     /* see arrive.knl */
    ND_WAVE_FIRST, /* plane waves that the stage lets in: stage_bernstein.knl's WAVES */
    ND_WAVE_PLACE,
    ND_WAVE_FACTOR,
    ND_WAVE,
    ND_BUFFERS
};

enum nd_nodal {
    ND_NODAL_NONE,
    ND_NODAL_FIELDS,
    ND_NODAL_CHANGED /* fields newer than the kept ones */,
    ND_NODAL_RESIDUAL
};

/* One launch of a stage. */
struct nd_launch {
    enum nd_pass pass;
    struct nd_shape shape;
    int64_t groups;
    struct nd_module *module;
    struct nd_kernel *kernel;
};

/* Whole steps of one length, recorded, by which of ND_Q0 and ND_Q1 they start from; lsrk.c uses them. */
struct nd_tape {
    const struct nd_integrator *integrator;
    double dt;
    int ended; /* extras that it is without */
    struct nd_recording *from[2];
    int useless; /* the device records nothing, or failed to */
};

/* A stage as extras (extra.h) see it: res = a res + dt rate, q = q + b res, `offset` after the step's beginning. The stage has
 * read ND_Q0 or ND_Q1 `from` and written `to`. */
struct nd_stage {
    double a, b, dt, offset;
    enum nd_rhs_buffer from, to;
    int index, stages; /* of its step; 0 of 1 by itself, when extras forget theirs and no step ends */
    int rate;          /* the residual alone is asked for, and has the rate of all of them */
};
struct nd_rhs;
typedef int (*nd_extra_launch)(void *self, struct nd_rhs *rhs, const struct nd_stage *stage);
#define ND_EXTRAS_MOST 8

struct nd_rhs {
    struct nd_device *device;
    struct nd_plan plan;
    struct nd_layout layout;
    struct nd_transfer transfer;
    struct nd_recipe recipe;
    nd_idx K;
    nd_idx *slot;     /* [K] where each element lives */
    int64_t pairs[3]; /* face pairs of the paper's gather: inside a block, between two, at the boundary */
    int now;          /* which of ND_Q0, ND_Q1 holds the fields */
    size_t real;      /* bytes */
    double *J;        /* [K] Jacobians: the energy's weights, which may not fit the device's real */
    double unit;      /* of the lengths that kernels see, in the mesh's: rhs_setup.c */
    double largest; /* magnitude among the fields when the energy was last asked for; 0 when all were zero */
    double *speed;  /* [nmaterials] wave speeds */
    int *refused;   /* [nmaterials] what is wrong with the material, a number of law->refuse; -1: nothing */
    double *losses; /* [nmaterials] largest rates of what happens inside an element, 1/time */
    struct nd_buffer buffer[ND_BUFFERS];
    struct nd_launch launch[ND_PASSES_MOST];
    int nlaunches;
    struct {
        struct nd_launch launch; /* of a stage that lets plane waves in; without a kernel where none does */
        int64_t nodes;           /* of all their entries: what ND_WAVE has of each stage */
        int on;                  /* for the coming stage */
    } waves;
    struct nd_module *energy_module, *medium_module, *recast_module[2];
    struct nd_kernel *energy, *medium, *recast[2]; /* recast: from nodes, to nodes */
    enum nd_nodal
        nodal; /* where fields are not kept by nodes: what the array that is not now's holds by nodes */
    struct nd_tape tape;
    struct {
        nd_extra_launch launch;
        void *self;
        int step;     /* after the last stage of a step, and after the others */
        int before;   /* the first stage of a step */
        double until; /* no longer launched by steps that begin later */
    } extra[ND_EXTRAS_MOST];
    int nextras;
    double time;                      /* at which the coming step begins */
    double start;                     /* of the steps of equal length that the coming one is one of */
    int64_t ticks;                    /* of these, taken */
    const struct nd_integrator *step; /* whose stages are being taken; null: a stage comes by itself */
    int stage;                        /* of its step, the coming one */
    int rate;                         /* whether the coming stage is for its rate alone */
    struct nd_module *clock_module;
    struct nd_kernel *clock; /* null: no extra asks for the time */
};

int nd_rhs_init(struct nd_rhs *rhs, const struct nd_setup *setup);
void nd_rhs_clear(struct nd_rhs *rhs);

/* res = a res + dt rate(q); q = q + b res. */
int nd_rhs_stage(struct nd_rhs *rhs, double a, double b, double dt);
/* Goes over to another plan of the same layout (nd_plan_same_layout). */
int nd_rhs_replan(struct nd_rhs *rhs, const struct nd_plan *plan);
/* Drops recorded steps: those of other numbers, or of kernels that are about to go. */
void nd_rhs_forget(struct nd_rhs *rhs);
/* One of the launches of a stage by itself, for the clock. */
int nd_rhs_launch(struct nd_rhs *rhs, int which, double a, double b, double dt);
/* The rate of the present fields into the residual; q stays. */
int nd_rhs_rate(struct nd_rhs *rhs);
/* Nodal values [K * Np] of one field, of the fields (which = 0) or the residual (which = 1). */
int nd_rhs_get(struct nd_rhs *rhs, int which, int field, double *values);
int nd_rhs_set(struct nd_rhs *rhs, int field, const double *values);
/* All fields, element by element. */
int nd_rhs_make(struct nd_rhs *rhs, nd_element_maker make, void *context);
/* Energy in all, and where element != null, in each element [K]. */
int nd_rhs_energy(struct nd_rhs *rhs, double *total, double *element);
/* The energy that the rates of the present fields would have as fields, in each element [K]; the residual is overwritten. */
int nd_rhs_rate_energy(struct nd_rhs *rhs, double *element);
/* Bytes on the device for K elements, before any is allocated. */
size_t nd_rhs_bytes(const struct nd_plan *plan, nd_idx K, int N, int fields, int single);
/* The frame of a plan of K elements where many faces lie between two materials: what faces need is kept then, unless memory would be full by it. */
void nd_rhs_mix(struct nd_plan *plan, const struct nd_case *c, nd_idx K);

/* extra.c. The clock: started whenever the length of steps changes, and moved on after each step. */
int nd_rhs_clock_start(struct nd_rhs *rhs, double time, double dt);
int nd_rhs_clock_tick(struct nd_rhs *rhs);
/* A scalar argument as the kernels' real. */
union nd_real {
    float f;
    double d;
};
union nd_real nd_rhs_real(const struct nd_rhs *rhs, double value);
#define ND_ARG_REAL(rhs, x) ((struct nd_arg){&(x), (rhs)->real})

/* -- between the files of this folder: rhs_setup.c fills the device's memory, passes.c launches -- */
int nd_rhs_load_waves(struct nd_rhs *rhs,
                      int64_t nodes); /* the stage that lets in what the ND_WAVE buffers hold */
int nd_rhs_is_mixed(const struct nd_setup *setup);
int nd_rhs_place(struct nd_rhs *rhs, const struct nd_setup *setup);
/* The unit of length for the kernels of this mesh. */
double nd_rhs_find_unit(const struct nd_mesh *mesh);
int nd_rhs_fill(struct nd_rhs *rhs, const struct nd_setup *setup);
int nd_rhs_load_passes(struct nd_rhs *rhs);
/* A new buffer of n bytes. */
int nd_rhs_upload(struct nd_rhs *rhs, enum nd_rhs_buffer which, const void *bytes, size_t n);
/* Are coefficients spread (elem/bernstein.h)? */
static inline int nd_rhs_spread(const struct nd_rhs *rhs)
{
    return nd_plan_spread(&rhs->plan, rhs->recipe.N, rhs->recipe.single);
}
/* kept.c: fields that are not kept by nodes. Of the others, nd_kept_show gives the array itself, and the rest do nothing. */
int nd_kept_fill(struct nd_rhs *rhs, const struct nd_setup *setup, const int32_t *material);
int nd_kept_load(struct nd_rhs *rhs);
int nd_kept_deal(struct nd_rhs *rhs); /* for the present plan; where it fails, for the one before */
/* recast.knl for n elements, whose edges and orders of vertices are given. */
struct nd_recast {
    const struct nd_buffer *from, *to, *edges, *order;
    int64_t n;
    int residual; /* `from` is the operator's */
};
int nd_kept_recast(struct nd_rhs *rhs, int to_nodes, const struct nd_recast *what);
/* Fields or residual by nodes, in *buffer; they may be changed there if nd_kept_changed is told. */
int nd_kept_show(struct nd_rhs *rhs, int residual, struct nd_buffer **buffer);
void nd_kept_changed(struct nd_rhs *rhs);
/* The kept fields are what nd_kept_show's buffer has; then that is given up. */
int nd_kept_settle(struct nd_rhs *rhs);
/* Elements' records, once their media are there; then what their faces need, if that is kept. */
int nd_kept_records(struct nd_rhs *rhs);
int nd_kept_sides(struct nd_rhs *rhs);

#endif
