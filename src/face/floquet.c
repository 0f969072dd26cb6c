#include "face/floquet.h"

#include <math.h>
#include "mesh/geometry.h"

/* The vector from the first face of a periodic pair to the second. */
static void translation(const struct nd_mesh *mesh, nd_idx pair, double by[3])
{
    const nd_idx *v = mesh->periodic + 6 * (size_t)pair;
    for (int c = 0; c < 3; c++)
        by[c] = mesh->V[3 * (size_t)v[3] + (size_t)c] - mesh->V[3 * (size_t)v[0] + (size_t)c];
}

/* Checks the wave vector, and finds how far apart the copies are put: twice the mesh's width along an axis of its
 * periods, on which no PML can be. */
static int find_shift(const nudge_problem *problem, const struct nd_mesh *mesh, double shift[3])
{
    int status = 0, axis = -1;
    char where[512];
    double most[3] = {0};
    nd_problem_where(problem, problem->floquet.line, where);
    for (nd_idx i = 0; i < mesh->Nperiodic; i++) {
        double by[3];
        translation(mesh, i, by);
        for (int c = 0; c < 3; c++) most[c] = fmax(most[c], fabs(by[c]));
    }
    for (int c = 0; c < 3; c++) {
        if (most[c] > 0 && (axis < 0 || most[c] > most[axis])) axis = c;
        if (problem->floquet.k[c] != 0 && !(most[c] > 0))
            FAIL(NUDGE_EVALUE,
                 "%s: floquet.wave_vector has a part along %c, and the mesh is not periodic along %c: set it "
                 "to 0, "
                 "or join the sides (mesh.periodic, mesh.box.periodic)",
                 where, "xyz"[c], "xyz"[c]);
    }
    if (axis < 0)
        FAIL(NUDGE_EVALUE, "%s: floquet: the mesh has no periodic sides (mesh.periodic, mesh.box.periodic)",
             where);
    double low = INFINITY, high = -INFINITY;
    for (nd_idx v = 0; v < mesh->Nv; v++) {
        low = fmin(low, mesh->V[3 * (size_t)v + (size_t)axis]);
        high = fmax(high, mesh->V[3 * (size_t)v + (size_t)axis]);
    }
    for (int c = 0; c < 3; c++) shift[c] = c == axis ? 2 * (high - low) : 0;
done:
    return status;
}

int nd_floquet_double(const nudge_problem *problem, struct nd_mesh *mesh)
{
    int status = 0;
    double shift[3];
    char where[512];
    if (!problem->floquet.given) return 0;
    nd_problem_where(problem, problem->floquet.line, where);
    if (problem->initial.n || problem->exact.n)
        FAIL(NUDGE_EVALUE,
             "%s: floquet: initial and exact fields are real, and those of a wave vector complex: use "
             "sources in "
             "regions (current, volume_source, body_force, rate)",
             where);
    TRY(find_shift(problem, mesh, shift));
    status = nd_mesh_add_imaginary(mesh, shift);
    if (status) nd_fail_prefix(status, "%s: floquet", where);
done:
    return status;
}

/* The point of a face, and of its neighbour's at the same place but for a period: from the latter to the former. */
static void step_over(const struct nd_mesh *mesh, size_t at, const struct nd_face_entry *e, double way[3])
{
    const nd_idx here = mesh->EToV[at / 4 * 4 + (size_t)nd_face_vertex[at % 4][0]],
                 there = mesh->EToV[4 * (size_t)e->other[0].element + (size_t)e->other[0].corner[0]];
    for (int c = 0; c < 3; c++)
        way[c] = mesh->V[3 * (size_t)here + (size_t)c] - mesh->V[3 * (size_t)there + (size_t)c];
}

/* The entry of a face between elements of one copy: the neighbour and its twin. */
static struct nd_face_entry entry_of(const struct nd_mesh *mesh, const struct nd_connect *connect, size_t at)
{
    struct nd_face_entry e = {.element = (nd_idx)(at / 4), .face = (int)(at % 4)};
    const nd_idx m = connect->EToE[at];
    e.other[0].element = m;
    for (int i = 0; i < 3; i++)
        e.other[0].corner[i] = nd_face_vertex[connect->EToF[at]][nd_permutation[connect->EToP[at]][i]];
    e.other[1] = e.other[0];
    e.other[1].element = m < mesh->real ? m + mesh->real : m - mesh->real;
    return e;
}

/* The phase between an element at a face and its neighbour; 0: there is none. */
static double phase_of(const nudge_problem *problem, const struct nd_mesh *mesh,
                       const struct nd_connect *connect, size_t at)
{
    double way[3];
    const double *k = problem->floquet.k;
    if (connect->EToB[at] >= 0) return 0;
    const struct nd_face_entry e = entry_of(mesh, connect, at);
    step_over(mesh, at, &e, way);
    const double phase = -(k[0] * way[0] + k[1] * way[1] + k[2] * way[2]);
    return fabs(phase) < 1e-12 ? 0 : phase;
}

int nd_floquet_join(struct nd_connect *connect, const nudge_problem *problem, const struct nd_mesh *mesh)
{
    int status = 0;
    if (!mesh->real) return 0;
    connect->real = mesh->real;
    ALLOC(connect->phased, 4 * (size_t)mesh->K);
    for (size_t at = 0; at < 4 * (size_t)mesh->K; at++)
        connect->phased[at] = phase_of(problem, mesh, connect, at) != 0;
done:
    return status;
}

/* Lists the periodic faces with a phase, or counts them if spec has no room for them yet. */
static void list_faces(const nudge_problem *problem, const struct nd_setup *setup, struct nd_face_spec *spec,
                       struct nd_face_entry *entry, double *param)
{
    spec->n = 0;
    for (size_t at = 0; at < 4 * (size_t)setup->mesh->K; at++) {
        const double phase = phase_of(problem, setup->mesh, setup->connect, at);
        if (phase == 0) continue;
        const struct nd_face_entry e = entry_of(setup->mesh, setup->connect, at);
        if (entry) {
            entry[spec->n] = e;
            param[2 * spec->n] = cos(phase) - 1;
            param[2 * spec->n + 1] = e.element < setup->mesh->real ? -sin(phase) : sin(phase);
        }
        spec->n++;
    }
}

/* The state of the neighbour must be that of the same material, which the flux of a term supposes. */
static int check_materials(const nudge_problem *problem, const struct nd_setup *setup,
                           const struct nd_face_spec *spec)
{
    int status = 0;
    char where[512];
    const struct nd_mesh *mesh = setup->mesh;
    for (nd_idx i = 0; i < spec->n; i++) {
        const nd_idx k = spec->entry[i].element, m = spec->entry[i].other[0].element;
        if (setup->material[mesh->region[k]] != setup->material[mesh->region[m]])
            FAIL(NUDGE_EVALUE,
                 "%s: floquet: element %lld on a periodic side is of another material than element %lld on "
                 "the "
                 "opposite side: move the cell, so that materials meet inside it",
                 nd_problem_where(problem, problem->floquet.line, where), (long long)mesh->label[k],
                 (long long)mesh->label[m]);
    }
done:
    return status;
}

int nd_floquet_init(struct nd_face_term *term, struct nd_rhs *rhs, const nudge_problem *problem,
                    const struct nd_setup *setup)
{
    int status = 0;
    struct nd_face_spec spec = {.header = "face_floquet.h", .others = 2, .params = 2};
    struct nd_face_entry *entry = NULL;
    double *param = NULL;
    if (!setup->mesh->real) return 0;
    list_faces(problem, setup, &spec, NULL, NULL);
    ALLOC(entry, spec.n + 1);
    ALLOC(param, 2 * (size_t)spec.n + 1);
    list_faces(problem, setup, &spec, entry, param);
    spec.entry = entry;
    spec.param = param;
    TRY(check_materials(problem, setup, &spec));
    TRY(nd_face_term_init(term, rhs, setup, &spec));
done:
    free(entry);
    free(param);
    return status;
}
