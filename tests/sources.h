/* Problems with sources for tests: a box whose cells near the middle are regions of their own. */
#ifndef SOURCES_H
#define SOURCES_H

#include "rig.h"
#include "solver.h"

struct made {
    nudge_problem *problem;
    nudge_solver *solver;
};

/* Returns the region's name for a point. */
typedef const char *(*region_of)(const double centroid[3]);

/* The box of the problem with regions by centroid; variant may be null. */
static inline int made_init(struct made *m, const char *text, region_of region, const char *variant)
{
    int status = 0;
    struct nd_mesh mesh = {0};
    const char *device = getenv("TEST_DEVICE");
    *m = (struct made){0};
    TRY(nudge_problem_parse(&m->problem, text, ""));
    TRY(nd_mesh_box(&mesh, &m->problem->box));
    for (nd_idx r = 0; r < mesh.nregions; r++) free(mesh.region_name[r]);
    mesh.nregions = 0;
    for (nd_idx k = 0; k < mesh.K; k++) {
        double c[3];
        nd_geometry_centroid(&mesh, k, c);
        TRY(nd_mesh_region(&mesh, region(c), &mesh.region[k]));
    }
    TRY(nd_solver_create(&m->solver, m->problem, device ? device : "cpu", &mesh, variant));
done:
    nd_mesh_clear(&mesh);
    return status;
}

static inline void made_clear(struct made *m)
{
    nudge_solver_destroy(m->solver);
    nudge_problem_destroy(m->problem);
}

#endif
