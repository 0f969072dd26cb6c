/* The semi-discrete operator on a device: fields, residual, geometry, faces, media, and the launches of one
 * stage. */
#ifndef ND_RHS_H
#define ND_RHS_H

#include "kernel/basis.h"

/* The content of the second array between stages, if the variant's basis is not the nodal one. */
enum nd_nodal_copy {
    ND_COPY_NONE,
    ND_COPY_FIELDS,
    ND_COPY_CHANGED, /* fields newer than those in the basis */
    ND_COPY_RESIDUAL
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
    nd_idx *slot; /* [K] where each element lives */
    int64_t
        pairs[3];   /* of faces inside a block, between two, at the boundary; where the variant lists them */
    int now;        /* which of ND_Q0, ND_Q1 holds the fields */
    size_t real;    /* bytes */
    double *J;      /* [K] Jacobians: the energy's weights, which may not fit the device's real */
    double unit;    /* of the lengths that kernels see, in the mesh's: rhs_setup.c */
    double largest; /* magnitude among the fields at the last evaluation of the energy; 0 if all were zero */
    double *speed;  /* [nmaterials] wave speeds */
    int *refused;   /* [nmaterials] what is wrong with the material, a number of law->refuse; -1: nothing */
    double *losses; /* [nmaterials] largest rates of what happens inside an element, 1/time */
    struct nd_buffer buffer[ND_BUFFERS];
    struct nd_launch launch[ND_PASSES_MOST];
    int nlaunches;
    struct {
        struct nd_launch launch; /* of a stage that lets plane waves in; without a kernel where none does */
        int64_t nodes;           /* of all their entries: what ND_WAVE has of each stage */
        int on;                  /* whether the last stage let some in */
    } waves;
    struct nd_module *energy_module, *medium_module;
    struct nd_kernel *energy, *medium;
    struct nd_own_kernel own[ND_OWN_KERNELS_MOST]; /* the variant's */
    enum nd_nodal_copy copy;
    struct nd_tape tape;
    struct {
        nd_extra_launch launch;
        void *self;
        int step;     /* after the last stage of a step, and after the others */
        int before;   /* the first stage of a step */
        double until; /* no longer launched by steps that begin later */
    } extra[ND_EXTRAS_MOST];
    int nextras;
    double time;   /* at which the coming step begins */
    double start;  /* of the steps of equal length that the coming one is one of */
    int64_t ticks; /* of these, taken */
    struct nd_module *clock_module;
    struct nd_kernel *clock; /* null: no extra needs the time */
};

/* An operator is made in four stages, in this order; nd_rhs_init takes all of them. After a failure
 * of one of the first four it needs nd_rhs_clear. */
/* The plan for this mesh, checked against the device. */
int nd_rhs_begin(struct nd_rhs *rhs, const struct nd_setup *setup);
/* A slot for each element, so that neighbours share a block or the next ones, and the layout of
 * fields in memory. */
int nd_rhs_place(struct nd_rhs *rhs, const struct nd_setup *setup);
/* Operators, geometry and faces to the device; memory for the fields, which are zero. */
int nd_rhs_fill(struct nd_rhs *rhs, const struct nd_setup *setup);
/* Media by the law's functions, and the kernels, compiled or found in the cache. */
int nd_rhs_load(struct nd_rhs *rhs, const struct nd_setup *setup);
int nd_rhs_init(struct nd_rhs *rhs, const struct nd_setup *setup);
void nd_rhs_clear(struct nd_rhs *rhs);

/* The operator as variants see it. */
struct nd_operator nd_rhs_operator(struct nd_rhs *rhs);
/* res = a res + dt rate(q); q = q + b res. Members of struct nd_stage that nd_rhs_stage sets need
 * not be set. */
int nd_rhs_stage(struct nd_rhs *rhs, const struct nd_stage *stage);
/* A stage that belongs to no step. */
static inline struct nd_stage nd_stage_alone(double a, double b, double dt)
{
    return (struct nd_stage){.a = a, .b = b, .dt = dt, .stages = 1};
}
/* Goes over to another plan of the same layout (nd_plan_same_layout). */
int nd_rhs_replan(struct nd_rhs *rhs, const struct nd_plan *plan);
/* Drops recorded steps: those of other numbers, or of kernels that are about to go. */
void nd_rhs_forget(struct nd_rhs *rhs);
/* One of the launches of a stage by itself, to time it. */
int nd_rhs_launch(struct nd_rhs *rhs, int which, const struct nd_stage *stage);
/* Arithmetic and memory traffic of a launch. */
struct nd_count nd_rhs_count(struct nd_rhs *rhs, int which);
/* The rate of the present fields into the residual; q stays. */
int nd_rhs_rate(struct nd_rhs *rhs);
/* Nodal values [K * Np] of one field, of the fields (which = 0) or the residual (which = 1). */
int nd_rhs_get(struct nd_rhs *rhs, int which, int field, double *values);
int nd_rhs_set(struct nd_rhs *rhs, int field, const double *values);
/* All fields, element by element. */
int nd_rhs_make(struct nd_rhs *rhs, nd_element_maker make, void *context);
/* Energy in all, and where element != null, in each element [K]. */
int nd_rhs_energy(struct nd_rhs *rhs, double *total, double *element);
/* The energy that the rates of the present fields would have as fields, in each element [K]; the
 * residual is overwritten. */
int nd_rhs_rate_energy(struct nd_rhs *rhs, double *element);
/* Bytes on the device for K elements, before any is allocated. */
size_t nd_rhs_bytes(const struct nd_plan *plan, nd_idx K, int N, int fields, int single);
/* The frame of a plan of K elements where many faces lie between two materials: what faces need is
 * kept then, unless memory would be full by it. */
void nd_rhs_mix(struct nd_plan *plan, const struct nd_case *c, nd_idx K);

/* extra.c. The clock: started whenever the length of steps changes, and moved on after each step. */
int nd_rhs_clock_start(struct nd_rhs *rhs, double time, double dt);
int nd_rhs_clock_tick(struct nd_rhs *rhs);
/* A scalar argument as the kernels' real. */
union nd_real nd_rhs_real(const struct nd_rhs *rhs, double value);
#define ND_ARG_REAL(rhs, x) ((struct nd_arg){&(x), (rhs)->real})

/* nodal.c: where the variant's basis is not the nodal one, the array that will hold the next fields
 * is free between stages, and holds the present ones, or the residual, by nodes. With the nodal
 * basis these functions do nothing, and nd_rhs_show gives the array itself. */

/* Fields or residual by nodes, in *buffer. They may be changed there, followed by nd_rhs_changed. */
int nd_rhs_show(struct nd_rhs *rhs, int residual, struct nd_buffer **buffer);
void nd_rhs_changed(struct nd_rhs *rhs);
/* Fields that were changed by nodes become the stage's. */
int nd_rhs_commit(struct nd_rhs *rhs);
/* Likewise, and gives up the nodal copy: the next stage overwrites it. */
int nd_rhs_settle(struct nd_rhs *rhs);

/* -- between the files of this folder: rhs_setup.c fills the device's memory, passes.c launches -- */
int nd_rhs_load_waves(struct nd_rhs *rhs,
                      int64_t nodes); /* the stage that lets in what the ND_WAVE buffers hold */
int nd_rhs_is_mixed(const struct nd_setup *setup);
/* The unit of length for the kernels of this mesh. */
double nd_rhs_find_unit(const struct nd_mesh *mesh);
/* Operators, geometry and faces, by the variant. */
int nd_rhs_upload_mesh(struct nd_rhs *rhs, const struct nd_setup *setup);
int nd_rhs_load_passes(struct nd_rhs *rhs);
/* A new buffer of n bytes. */
int nd_rhs_upload(struct nd_rhs *rhs, enum nd_rhs_buffer which, const void *bytes, size_t n);

#endif
