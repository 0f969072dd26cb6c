/* Measurements of nudge bench and paper, without their printing. */
#ifndef BENCH_H
#define BENCH_H

#include "internal.h"

struct bench {
    struct nd_device *device;
    const char *law_name; /* as nd_law_init wants it */
    struct nd_law law;
    int single;
    struct nd_fixture fixture; /* the last one, kept while order, precision and size stay */
    double dofs;               /* that the fixture was made for */
    int blocks;                /* enum nd_blocks_how; -1: as plans have it */
    int mixed;                 /* the fixture has two materials and all boundary conditions */
    double end;                /* on the clock; nothing new begins after it */
    double hold;               /* seconds to repeat a stage without rest, in addition; 0: none */
};

int bench_open(struct bench *bench, const char *device, const char *law);
void bench_close(struct bench *bench);
double bench_standard_dofs(const struct bench *bench, double otherwise); /* 6.4e7 on a GPU */
/* Returns NUDGE_ESTOPPED after a request to stop. */
int bench_go_on(void);
int bench_time_is_up(const struct bench *bench);

/* Wisdom's plan, else a guess; variant: null for the best. known: whether it is wisdom's; may be null. */
int bench_plan(const struct bench *bench, int N, const char *variant, struct nd_plan *plan, int *known);
/* Likewise, for linear steps. */
int bench_plan_linear(const struct bench *bench, int N, const char *variant, struct nd_plan *plan);
/* A mesh of about so many DOFs, and the operator on it. */
int bench_bed(struct bench *bench, int N, double dofs, const struct nd_plan *plan);

struct speed { /* of a whole stage on the present fixture */
    nd_idx K;
    double seconds, ns, dofs, flops; /* of a stage, of an element; per second, flops by MIDG's model */
    double resident;                 /* bytes on the device, of a degree of freedom */
    double held;                     /* seconds of a stage when it is repeated; NaN when it was not */
};
int bench_stage(struct bench *bench, struct speed *speed);

/* Seconds of computing in which waves travel one mean edge, by the default integrator at its largest stable step. */
int bench_unit(struct bench *bench, int N, double dofs, const struct nd_plan *plan, double *seconds);

struct component { /* one pass of the stage */
    const char *name;
    double seconds, share;
    struct nd_count count;
};
int bench_components(struct bench *bench, struct component components[ND_PASSES_MOST], int *n);

/* The plan with some of its ideas left out; what of the numbers still fits is kept. Case 0 is the plan
 * itself. */
enum { BENCH_CASES = 5 };
extern const char *const bench_case_names[BENCH_CASES];
void bench_case(const struct bench *bench, int N, int which, struct nd_plan *plan);

/* Boxes of about 1e4, 2e4, 5e4, 1e5 ... and `most` DOFs: the one after n (0: the first), with the DOFs that
 * it has. 0: there is none. */
int bench_next_size(const struct bench *bench, int N, int n, double most, double *dofs);

/* All work distributions of one kernel that the device can run. */
struct scan {
    enum nd_pass pass;
    struct nd_plan plan; /* all that is not scanned; diff_shared chooses the kernel */
    int at;
};
extern const char *const scan_kernels[]; /* ends with null */
struct work {
    int p, i, s;
};
const char *scan_shared(const struct scan *scan); /* "matrix" or "field" */
int scan_begin(struct scan *scan, const struct bench *bench, int N, const char *variant, int kernel,
               enum nd_shared shared);
/* 0: there is no other. */
int scan_next(struct scan *scan, const struct bench *bench, int N, struct nd_plan *plan, struct work *work);
/* Seconds of the kernel alone; NaN when the compiler or the device refuses. */
int scan_measure(struct bench *bench, const struct scan *scan, int N, double dofs, const struct nd_plan *plan,
                 double *seconds);

#endif
