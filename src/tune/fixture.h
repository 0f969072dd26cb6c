/* A test fixture: the operator on a jittered and shuffled box with random fields, for the tuner and
 * the benchmarks. */
#ifndef ND_FIXTURE_H
#define ND_FIXTURE_H

#include "step/integrator.h"

struct nd_fixture {
    struct nd_device *device;
    const struct nd_law *law;
    int single;
    struct nd_mesh mesh;
    struct nd_connect connect;
    struct nd_elem elem;
    int *condition;    /* [nboundaries] */
    double *constants; /* of `materials` materials */
    int materials;
    struct nd_rhs rhs; /* device is null until nd_fixture_plan */
};

struct nd_fixture_size {
    double dofs; /* degrees of freedom, about; at least one cell of six tetrahedra */
    int mixed; /* two materials and every boundary condition without a value, to find mistakes; else one material and
                  * the law's first condition */
};

/* The box is one for all plans. */
int nd_fixture_init(struct nd_fixture *fixture, struct nd_device *device, const struct nd_law *law, int N,
                    int single, struct nd_fixture_size size);
void nd_fixture_clear(struct nd_fixture *fixture);
/* The operator by this plan, in place of the one before, with random fields, the same for every plan. */
int nd_fixture_plan(struct nd_fixture *fixture, const struct nd_plan *plan);
/* Median seconds of a stage, or of its launch `which` (-1: all); with a plan for linear steps the mean of the
 * two evaluations. quick: fewer and shorter repeats. */
int nd_fixture_measure(struct nd_fixture *fixture, int which, int quick, double *seconds);
/* Mean seconds of a stage in a run that takes so long without rest. */
int nd_fixture_hold(struct nd_fixture *fixture, double length, double *seconds);
/* Seconds of a step, as in a run. The plan must be one for the integrator. */
int nd_fixture_measure_step(struct nd_fixture *fixture, const struct nd_integrator *integrator,
                            double *seconds);
/* Relative L2 difference of the rates of two beds on the same box. With plans for linear steps, whose second
 * evaluation has kernels of its own, the larger one of its difference and that of the rates. */
int nd_fixture_compare(struct nd_fixture *fixture, struct nd_fixture *reference, double *difference);

#endif
