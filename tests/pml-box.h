/* Boxes with a PML around them: elements of the built-in box beyond given planes get a region of
 * their own. */
#ifndef PML_BOX_H
#define PML_BOX_H

#include "solver/solver.h"
#include "test.h"

struct pml_box {
    nudge_problem *problem;
    nudge_solver *solver;
    size_t n; /* K Np */
};

/* Renames what lies outside of inner[axis][2] to "box.pml". */
static inline int pml_box_name(struct nd_mesh *mesh, const double inner[3][2])
{
    int status = 0;
    char **names = NULL;
    ALLOC(names, 2);
    STRDUP(names[0], mesh->region_name[0]);
    STRDUP(names[1], "box.pml");
    free(mesh->region_name[0]);
    free(mesh->region_name);
    mesh->region_name = names;
    mesh->nregions = 2;
    for (nd_idx k = 0; k < mesh->K; k++) {
        double c[3];
        nd_geometry_centroid(mesh, k, c);
        for (int i = 0; i < 3; i++)
            if (c[i] < inner[i][0] || c[i] > inner[i][1]) mesh->region[k] = 1;
    }
done:
    return status;
}

/* A solver of the problem on its own box, less what `hole` (may be null) takes out, with a PML
 * outside of `inner` (null: none). */
static inline int pml_box_begin(struct pml_box *s, const char *text, const double inner[3][2],
                                int (*hole)(const double centre[3]), const char *variant)
{
    int status = 0;
    struct nd_mesh mesh = {0};
    *s = (struct pml_box){0};
    TRY(nudge_problem_parse(&s->problem, text, ""));
    TRY(nd_mesh_box(&mesh, &s->problem->box));
    if (inner) TRY(pml_box_name(&mesh, inner));
    if (hole) {
        nd_idx count = 0;
        for (nd_idx k = 0; k < mesh.K; k++) {
            double c[3];
            nd_geometry_centroid(&mesh, k, c);
            if (hole(c)) continue;
            memmove(mesh.EToV + 4 * count, mesh.EToV + 4 * k, 4 * sizeof *mesh.EToV);
            mesh.region[count] = mesh.region[k];
            mesh.label[count++] = mesh.label[k];
        }
        mesh.K = count;
        mesh.Nb = 0; /* all walls are alike, and some have lost their element */
    }
    const char *device = getenv("TEST_DEVICE");
    TRY(nd_solver_create(&s->solver, s->problem, device ? device : "cpu", &mesh, variant));
    s->n = (size_t)s->solver->mesh.K * (size_t)s->solver->elem.Np;
done:
    nd_mesh_clear(&mesh);
    return status;
}

static inline void pml_box_end(struct pml_box *s)
{
    nudge_solver_destroy(s->solver);
    nudge_problem_destroy(s->problem);
}

#endif
