/* The mesh of a problem: read or made, scaled, with its interior surfaces, its periodic sides and its PML;
 * and the checks of it that need the problem. */
#include <string.h>
#include "base/file.h"
#include "base/log.h"
#include "comm/comm.h"
#include "face/floquet.h"
#include "mesh/grow.h"
#include "part/seams.h"
#include "solver/solver.h"

/* A mesh that the caller made, with its walls, and twice if fields are complex. */
static int adopt_mesh(const nudge_problem *problem, struct nd_mesh *mesh)
{
    int status = 0;
    TRY(nd_mesh_set_walls(mesh, &problem->boundaries));
    if (!mesh->real) TRY(nd_floquet_double(problem, mesh));
done:
    return status;
}

static int grow_mesh(const nudge_problem *problem, struct nd_mesh *mesh)
{
    const struct nd_mesh_pml *pml = &problem->mesh_pml;
    struct nd_grow grow = {.layers = pml->layers, .thickness = pml->thickness};
    char where[512];
    if (!pml->given) return 0;
    memcpy(grow.side, pml->side, sizeof grow.side);
    const int status = nd_mesh_grow(mesh, &grow);
    if (status) nd_fail_prefix(status, "%s: mesh.pml", nd_problem_where(problem, pml->line, where));
    return status;
}

int nd_problem_mesh(const nudge_problem *problem, struct nd_mesh *mesh)
{
    int status = 0;
    char *path = NULL, where[512];
    if (problem->geometry) {
        TRY(nd_problem_geometry(problem, &path));
        status = nd_mesh_read(mesh, path);
        if (status)
            nd_fail_prefix(status, "%s: mesh.geometry", nd_problem_where(problem, problem->mesh_line, where));
    } else if (problem->mesh_file) {
        path = nd_path_join(problem->folder, problem->mesh_file);
        if (!path) FAIL(NUDGE_ENOMEM, "out of memory");
        status = nd_mesh_read(mesh, path);
        if (status)
            nd_fail_prefix(status, "%s: mesh.file", nd_problem_where(problem, problem->mesh_line, where));
    } else {
        status = nd_mesh_box(mesh, &problem->box);
        if (status)
            nd_fail_prefix(status, "%s: mesh.box", nd_problem_where(problem, problem->box.line, where));
    }
    if (!status) {
        status = nd_mesh_scale(mesh, problem->scale.factor);
        if (status)
            nd_fail_prefix(status, "%s: mesh.scale", nd_problem_where(problem, problem->scale.line, where));
    }
    if (!status) status = nd_mesh_set_walls(mesh, &problem->boundaries);
    for (int i = 0; i < problem->periodic.n && !status; i++) {
        const struct nd_pair *pair = &problem->periodic.at[i];
        status = nd_mesh_make_periodic(mesh, pair->name, pair->value);
        if (status) nd_fail_prefix(status, "%s: mesh.periodic", nd_problem_where(problem, pair->line, where));
    }
    if (!status) status = grow_mesh(problem, mesh);
    if (!status) status = nd_floquet_double(problem, mesh);
done:
    free(path);
    return status;
}

int nd_solver_make_mesh(nudge_solver *s)
{
    int status = 0;
    struct nd_mesh counts;
    const struct nd_box box = nd_box_grown(s->problem);
    if (!nd_comm_rank() && !s->mesh.K && s->problem->box.given && !nd_mesh_box_counts(&counts, &box))
        TRY(nd_solver_estimate_memory(s, &counts));
    if (!nd_comm_rank()) /* the others get its mesh */
        TRY(s->mesh.K ? adopt_mesh(s->problem, &s->mesh) : nd_problem_mesh(s->problem, &s->mesh));
    TRY(nd_comm_agree(0));
    TRY(nd_mesh_bcast(&s->mesh));
    TRY(nd_pml_init(&s->pml, s->problem, &s->law, &s->mesh));
    TRY(nd_solver_estimate_memory(s, &s->mesh));
done:
    return status;
}

int nd_solver_check_seams(const nudge_solver *s)
{
    int status = 0;
    struct nd_seams seams;
    unsigned char *named = NULL;
    ALLOC(named, s->mesh.nboundaries);
    for (nd_idx b = 0; b < s->mesh.nboundaries; b++) {
        const struct nd_pair *pair = nd_pairs_find(&s->problem->boundaries, s->mesh.boundary_name[b]);
        named[b] = pair && !strcmp(pair->name, s->mesh.boundary_name[b]);
    }
    TRY(nd_seams_find(&seams, &s->mesh, &s->connect, named));
    TRY(nd_seams_report(&seams, &s->mesh));
done:
    free(named);
    return status;
}

void nd_solver_warn_of_gaps(const nudge_solver *s)
{
    double at[3];
    if (!s->problem->mesh_pml.given) return;
    const nd_idx gaps = nd_pml_gaps(&s->pml, &s->law, &s->mesh, &s->connect, &s->assign, at);
    if (gaps)
        nd_warn("%d faces, one at (%g, %g, %g), are open boundaries without a PML and lie in no side of the "
                "box that "
                "the PML surrounds: waves that leave there are absorbed less well; is the boundary of a "
                "conductor "
                "missing?",
                (int)gaps, at[0], at[1], at[2]);
}
