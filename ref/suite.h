/* Does a law hold together? What its functions are as matrices of its fields (oracle.h), whether waves fit its energy and its speed, and what its
 * fluxes do between any two of some materials and at every wall. `nudge verify --law` asks it of a user's law, the tests of every law there is. */
#ifndef ND_SUITE_H
#define ND_SUITE_H

#include "ref/oracle.h"

/* Something that is not as it must be. */
struct nd_suite_finding {
    const char *what;
    int own, other; /* materials on both sides of a face */
    int condition;  /* of a wall; -1: it is none */
    double off;     /* by how much */
};

struct nd_suite {
    const struct nd_oracle *oracle; /* of all materials */
    const struct nd_setup *setup;   /* that it was made from; upwind is not looked at */
    int fluid; /* a material of a law of solids that is one, whose stress is a pressure; -1: there is none */
    void (*found)(void *context, const struct nd_suite_finding *finding);
    void *context;
};

/* In every material, along many directions. */
void nd_suite_waves(const struct nd_suite *suite);
/* Fluxes and walls, by a weight of the upwind terms. */
int nd_suite_faces(const struct nd_suite *suite, double upwind);
/* What fields a material may have, as columns T[n][n], of which *count: a fluid has no stress but pressure. */
void nd_suite_states(const struct nd_suite *suite, int material, double *T, int *count);

/* Materials that differ much: a law's defaults, ten times all of them, and ten times each that is not 0; [material.n + 2][material.n]. Returns how
 * many. The law may refuse some, which are left out of all above. */
int nd_suite_materials(const struct nd_law *law, double *constants);
int nd_suite_refused(const struct nd_suite *suite, int material);

/* Plane waves along a side of a periodic box, all of the law's own matrix along it at once: their relative errors, in the energy's norm, where two
 * and where one of them fit a box of so many cells a side. The order is log2 of the one over the other. */
struct nd_suite_order {
    struct nd_device *device;
    const struct nd_law *law;
    const double *constants; /* of one material */
    int N, single, cells;
};
int nd_suite_order(const struct nd_suite_order *wanted, double error[2]);

#endif
