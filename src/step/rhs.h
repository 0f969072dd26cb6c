/* The semi-discrete operator on a device: fields, residual, geometry, faces, media, and the launches of one
 * stage. It is made by nd_rhs_init or its stages, used by integrators (integrator.h), and released by nd_rhs_clear.
 * The struct owns all its buffers and modules; device, law and mesh of the setup must outlive it. */
#ifndef ND_RHS_H
#define ND_RHS_H

#include "kernel/basis.h"

/* The contents of the array of the next fields between stages, if the variant's basis is not the nodal
 * one. */
enum nd_nodal_copy {
    ND_COPY_NONE,
    ND_COPY_FIELDS,
    ND_COPY_CHANGED, /* nodal fields that are newer than those in the basis */
    ND_COPY_RESIDUAL
};

/* One launch of a stage. */
struct nd_launch {
    enum nd_pass pass;
    struct nd_shape shape;
    struct nd_module *module;
    struct nd_kernel *kernel;
};

struct nd_launches {
    struct nd_launch pass[ND_UPDATES][ND_PASSES_MOST];
    struct nd_launch waves[ND_UPDATES]; /* of a stage that adds plane waves; no kernel if there are none */
};

/* Recorded steps of one length, indexed by the array (ND_Q0 or ND_Q1) from which they start; used by
 * integrator.c. */
struct nd_step_graph {
    const struct nd_integrator *integrator;
    double dt;
    int ended; /* number of added terms that had ended when it was recorded */
    int cold;  /* 1: no step of this length was launched one by one yet */
    int chosen; /* whether steps are whole or by stages */
    struct nd_recording *from[2];
    int useless; /* the device cannot record, or failed to */
};

/* A whole step in one launch; used by whole_step.c. */
struct nd_whole_step {
    struct nd_launch launch; /* no kernel if it cannot be or was not tried */
    int tried;
    int on; /* steps of rhs->graph are taken so */
};

struct nd_rhs;
struct nd_halo;   /* step/halo.h */
struct nd_curved; /* step/curved.h */
/* Adds the energy that a term stores in each of this rank's elements to element[K]. */
typedef int (*nd_rhs_stored)(void *self, struct nd_rhs *rhs, double *element);
typedef int (*nd_rhs_term_launch)(void *self, struct nd_rhs *rhs, const struct nd_stage *stage);
#define ND_TERMS_MOST 16
#define ND_STORED_MOST 4

struct nd_rhs {
    struct nd_device *device;
    struct nd_plan plan;
    struct nd_layout layout;
    struct nd_transfer transfer;
    struct nd_recipe recipe;
    nd_idx K;
    nd_idx *slot;                 /* [K] the slot of each element; -1: on another rank (part/share.h) */
    int64_t blocks;               /* of nd_variant.placed that this rank computes */
    const struct nd_share *share; /* null: this rank computes all elements */
    /* Pairs of faces inside a block, between blocks and at the boundary, if the variant lists them. */
    int64_t pairs[3];
    int now;     /* the array that holds the fields: ND_Q0 or ND_Q1 */
    size_t real; /* bytes per real */
    /* [K] Jacobians, weights of the energy, which may exceed the range of the device's real */
    double *J;
    double unit;    /* unit of the lengths that kernels see, in those of the mesh: rhs_setup.c */
    double largest; /* largest magnitude of all fields when the energy was last computed */
    double *speed;  /* [nmaterials] wave speeds */
    int *refused;   /* [nmaterials] index into law->refuse of the reason; -1: accepted */
    double *losses; /* [nmaterials] largest rates of pointwise terms, 1/time */
    struct nd_buffer buffer[ND_BUFFERS];
    struct nd_launches launches;
    int nlaunches; /* of one update, without waves */
    struct {
        int64_t nodes; /* face nodes of all waves: reals per stage in ND_WAVE */
        int on;        /* 1 if the last stage added some */
    } waves;
    struct nd_module *energy_module, *medium_module;
    struct nd_kernel *energy, *medium;
    struct nd_own_kernel own[ND_OWN_KERNELS_MOST]; /* kernels of the variant */
    struct nd_halo *halo;                          /* null: the mesh is not shared with other ranks */
    struct nd_curved *curved;                      /* null: all elements are straight */
    enum nd_nodal_copy copy;
    struct nd_step_graph graph;
    struct nd_whole_step whole;
    struct nd_launch mesh_order; /* loaded at its first use; gather.c */
    struct {
        nd_rhs_term_launch launch;
        void *self;
        int step;     /* 1: launched after the last stage of a step and all others */
        int before;   /* 1: launched before the first stage of a step */
        double until; /* not launched in steps that begin later */
    } term[ND_TERMS_MOST];
    int nterms;
    struct {
        nd_rhs_stored add;
        void *self;
    } stored[ND_STORED_MOST]; /* energy in addition to that of fields */
    int nstored;
    double time;       /* at which the next step begins */
    double start;      /* at which the current series of equal steps began */
    int64_t ticks;     /* steps of that series so far */
    int forcing_nodes; /* of the scheme in ND_SCHEME: rhs_term.c */
    struct nd_module *sim_time_module;
    struct nd_kernel *sim_time; /* null: no added term needs the time */
};

/* An operator is made in four stages, in this order; nd_rhs_init runs all of them. If one of the four fails,
 * call nd_rhs_clear. */
/* Adapts the plan to this mesh and checks it against the device. */
int nd_rhs_begin(struct nd_rhs *rhs, const struct nd_setup *setup);
/* Places all elements in blocks, those that stages do not compute, which are curved, in the last `idle` ones. */
int nd_rhs_place_blocks(const struct nd_setup *setup, const struct nd_plan *plan, nd_idx *slot,
                        int64_t *blocks, int64_t *idle);
/* Chooses a slot for each element, so that neighbours are in the same or a near block, and the layout of
 * fields. */
int nd_rhs_place(struct nd_rhs *rhs, const struct nd_setup *setup);
/* Uploads matrices, geometry and faces, and allocates the fields, which are zero. */
int nd_rhs_fill(struct nd_rhs *rhs, const struct nd_setup *setup);
/* Computes the media by the law's functions, and loads the kernels, compiled or from the cache. */
int nd_rhs_load(struct nd_rhs *rhs, const struct nd_setup *setup);
int nd_rhs_init(struct nd_rhs *rhs, const struct nd_setup *setup);
void nd_rhs_clear(struct nd_rhs *rhs);

/* The operator as variants see it. */
struct nd_operator nd_rhs_operator(struct nd_rhs *rhs);
/* One stage. ND_UPDATE_RK and ND_UPDATE_RATE read the fields and change the other array; the former makes that
 * array the fields. ND_UPDATE_ADD reads the other array and changes the fields. Members that struct nd_stage
 * marks as set by nd_rhs_stage are ignored. */
int nd_rhs_stage(struct nd_rhs *rhs, const struct nd_stage *stage);
/* Whether a term acts in each stage of a step that begins now, and not only at its end. */
int nd_rhs_has_stage_terms(const struct nd_rhs *rhs);
/* The terms that act after all stages of a step; stage: the last one. */
int nd_rhs_end_step(struct nd_rhs *rhs, const struct nd_stage *stage);
/* Whether its steps are polynomials of the operator, without a residual. */
static inline int nd_rhs_linear(const struct nd_rhs *rhs)
{
    return rhs->plan.update != ND_UPDATE_RK;
}
/* Launch `which` of a stage. */
static inline const struct nd_launch *nd_rhs_pass(const struct nd_rhs *rhs, int which)
{
    return &rhs->launches.pass[nd_plan_updates_begin(&rhs->plan)][which];
}
/* A stage that belongs to no step. */
static inline struct nd_stage nd_stage_alone(double a, double b, double dt)
{
    return (struct nd_stage){.a = a, .b = b, .dt = dt, .stages = 1};
}
/* Changes to another plan of the same layout (nd_plan_same_layout). */
int nd_rhs_replan(struct nd_rhs *rhs, const struct nd_plan *plan);
/* Drops recorded steps, whose arguments or kernels are about to change. */
void nd_rhs_forget(struct nd_rhs *rhs);
/* One of the launches of a stage alone, for timing. */
int nd_rhs_launch(struct nd_rhs *rhs, int which, const struct nd_stage *stage);
/* The operations and bytes of that launch. */
struct nd_count nd_rhs_count(struct nd_rhs *rhs, int which);
/* Computes the rate of the current fields into the residual, or where there is none into the other array;
 * fields stay unchanged. */
int nd_rhs_rate(struct nd_rhs *rhs);
/* Nodal values [K * Np] of one field: of the fields (which = 0) or of the residual (which = 1). */
int nd_rhs_get(struct nd_rhs *rhs, int which, int field, double *values);
/* The same, of this rank's own elements in ascending order; nd_rhs_get brings those of all ranks to rank 0. */
int nd_rhs_get_own(struct nd_rhs *rhs, int which, int field, double *values);
/* Sets nodal values of one field, from those of all elements on rank 0. */
int nd_rhs_set(struct nd_rhs *rhs, int field, const double *values);
/* The same, from those of this rank's own elements in ascending order. */
int nd_rhs_set_own(struct nd_rhs *rhs, int field, const double *values);
/* Sets all fields, element by element. */
int nd_rhs_make(struct nd_rhs *rhs, nd_element_maker make, void *context);
/* The total energy, on all ranks, and, if element is not null, the energy of each element [K], on rank 0. */
int nd_rhs_energy(struct nd_rhs *rhs, double *total, double *element);
/* The energy of the rates of the current fields, taken as fields, in each element [K]. Overwrites the
 * residual. */
int nd_rhs_rate_energy(struct nd_rhs *rhs, double *element);
/* Bytes on the device for K elements, before any is allocated. */
size_t nd_rhs_bytes(const struct nd_plan *plan, nd_idx K, int N, int fields, int single);
/* Adapts a plan of K elements to a mesh in which many faces lie between two materials: face geometry is
 * stored then, unless it would fill the memory. */
void nd_rhs_mix(struct nd_plan *plan, const struct nd_case *c, nd_idx K);

/* rhs_term.c: the simulated time on the device. It is started whenever the length of steps changes, and
 * advanced after each step. */
int nd_rhs_sim_time_start(struct nd_rhs *rhs, double time, double dt);
int nd_rhs_sim_time_advance(struct nd_rhs *rhs);
/* A scalar argument in the precision of the kernels. */
union nd_real nd_rhs_real(const struct nd_rhs *rhs, double value);
#define ND_ARG_REAL(rhs, x) ((struct nd_arg){&(x), (rhs)->real})

/* nodal.c: a nodal copy of the fields, for variants whose basis is not the nodal one. The array of the next
 * fields is free between stages, and holds nodal values of the current fields or of the residual. With the
 * nodal basis these functions do nothing, and nd_rhs_show returns the array itself. */

/* *buffer: nodal values of fields or residual. Fields may be changed there; then call nd_rhs_changed. */
int nd_rhs_show(struct nd_rhs *rhs, int residual, struct nd_buffer **buffer);
void nd_rhs_changed(struct nd_rhs *rhs);
/* Converts nodal fields that were changed to the basis of the stage. */
int nd_rhs_commit(struct nd_rhs *rhs);
/* The same, and invalidates the nodal copy, which the next stage overwrites. */
int nd_rhs_settle(struct nd_rhs *rhs);

/* -- between the files of this folder: rhs_setup.c uploads, passes.c launches -- */
/* Loads the stage that adds the plane waves of the ND_WAVE buffers. */
int nd_rhs_load_waves(struct nd_rhs *rhs, int64_t nodes);
int nd_rhs_is_mixed(const struct nd_setup *setup);
/* The unit of length of kernels for this mesh. */
double nd_rhs_find_unit(const struct nd_mesh *mesh);
/* Uploads matrices, geometry and faces by the variant. */
int nd_rhs_upload_mesh(struct nd_rhs *rhs, const struct nd_setup *setup);
int nd_rhs_load_passes(struct nd_rhs *rhs);
void nd_rhs_unload_passes(struct nd_rhs *rhs);
/* Allocates a buffer of n bytes and fills it. */
int nd_rhs_upload(struct nd_rhs *rhs, enum nd_rhs_buffer which, const void *bytes, size_t n);

#endif
