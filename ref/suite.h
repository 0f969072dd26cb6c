/* Checks that the functions of a law are consistent: that its waves agree with its energy and its speed, and
 * that fluxes between any two of some materials and at every boundary condition conserve or dissipate energy.
 * The functions are taken as matrices of the fields (oracle.h). `nudge verify --law` runs the checks on a
 * user's law, the tests on all laws. */
#ifndef ND_SUITE_H
#define ND_SUITE_H

#include "ref/oracle.h"

/* A check that failed. */
struct nd_suite_finding {
    const char *what;
    int own, other; /* materials on both sides of a face */
    int condition;  /* boundary condition; -1: the face is inside */
    double off;     /* by how much it failed */
};

struct nd_suite {
    const struct nd_oracle *oracle; /* of all materials to check */
    const struct nd_setup *setup;   /* from which it was made; upwind is ignored */
    int fluid; /* elastodynamics: the material that is a fluid, whose stress is a pressure; -1: none */
    void (*found)(void *context, const struct nd_suite_finding *finding);
    void *context;
};

/* Checks waves in every material, along many directions. */
void nd_suite_waves(const struct nd_suite *suite);
/* Checks fluxes and boundary conditions for a weight of the upwind terms. */
int nd_suite_faces(const struct nd_suite *suite, double upwind);
/* T: *count columns of size n that span the fields a material may have; a fluid has no stress but
 * pressure. */
void nd_suite_states(const struct nd_suite *suite, int material, double *T, int *count);

/* Makes very different materials: the law's defaults, ten times all of them, and ten times each that is not
 * 0. constants: [material.n + 2][material.n]. Returns their number. The checks leave out materials that the
 * law refuses. */
int nd_suite_materials(const struct nd_law *law, double *constants);
int nd_suite_refused(const struct nd_suite *suite, int material);

/* Measures the order of convergence with plane waves along an edge of a periodic box: their relative errors,
 * in the energy norm, for two wavelengths and for one per box of `cells` cells per edge. The order is log2 of
 * their ratio. */
struct nd_suite_order {
    struct nd_device *device;
    const struct nd_law *law;
    const double *constants; /* of one material */
    int N, single, cells;
};
int nd_suite_order(const struct nd_suite_order *wanted, double error[2]);

#endif
