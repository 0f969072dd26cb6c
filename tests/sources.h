/* Problems with sources: a box whose cells near the middle are regions of their own. */
#ifndef SOURCES_H
#define SOURCES_H

#include "mesh/locate.h"
#include "rig.h"
#include "solver/solver.h"

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
    TRY(nudge_problem_trust(m->problem, NUDGE_TRUST_PATHS)); /* folders under /tmp */
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

/* All fields, [fields][K * Np]. */
static inline double *made_fields(struct made *m)
{
    const size_t n = (size_t)m->solver->mesh.K * (size_t)m->solver->elem.Np;
    const int fields = m->solver->law.fields.n;
    double *q = nd_alloc((size_t)fields * n, sizeof *q);
    for (int f = 0; f < fields; f++) CHECK_OK(nd_rhs_get(&m->solver->rhs, 0, f, q + (size_t)f * n));
    return q;
}

/* Steps to the end of the run. */
static inline void made_run(struct made *m)
{
    CHECK_OK(nudge_solver_step(m->solver, m->solver->schedule.steps));
}

/* The exact fields of a region at a point and time. */
typedef void (*exact_at)(const nudge_solver *s, const char *region, const double x[3], double t, double *u);

/* Root of half of the mean square difference over the nodes of a region: of E (and Z = 1 times H). */
static inline double made_error(struct made *m, const char *region, exact_at exact)
{
    const nudge_solver *s = m->solver;
    const int Np = s->elem.Np;
    const size_t n = (size_t)s->mesh.K * (size_t)Np;
    double *q = made_fields(m), *x = nd_alloc(3 * (size_t)Np, sizeof *x), sum = 0, count = 0;
    for (nd_idx k = 0; k < s->mesh.K; k++) {
        const char *name = s->mesh.region_name[s->mesh.region[k]];
        if (region && strcmp(name, region)) continue;
        nd_geometry_nodes(&s->mesh, &s->elem, k, x, x + Np, x + 2 * Np);
        for (int i = 0; i < Np; i++) {
            const double point[3] = {x[i], x[Np + i], x[2 * Np + i]};
            double u[ND_FIELDS_MOST];
            exact(s, name, point, s->time, u);
            for (int f = 0; f < s->law.fields.n; f++) {
                const double off = q[(size_t)f * n + (size_t)k * (size_t)Np + (size_t)i] - u[f];
                sum += off * off / 2;
            }
            count++;
        }
    }
    free(q);
    free(x);
    return sqrt(sum / count);
}

/* The fields at a point. */
static inline void made_probe(struct made *m, const double at[3], double *u)
{
    const nudge_solver *s = m->solver;
    const size_t Np = (size_t)s->elem.Np, n = (size_t)s->mesh.K * Np;
    struct nd_place p;
    double *q = made_fields(m), *row = nd_alloc(Np, sizeof *row);
    CHECK_OK(nd_mesh_locate(&s->mesh, at, &p));
    const double r = 2 * p.L[1] - 1, t = 2 * p.L[2] - 1, v = 2 * p.L[3] - 1;
    CHECK_OK(nd_interpolation(&s->elem, 1, &r, &t, &v, row));
    for (int f = 0; f < s->law.fields.n; f++) {
        u[f] = 0;
        for (size_t i = 0; i < Np; i++) u[f] += row[i] * q[(size_t)f * n + (size_t)p.element * Np + i];
    }
    free(q);
    free(row);
}

#endif
