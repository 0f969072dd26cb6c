/* Mesh files of boxes with walls inside: planes of tagged faces, or the same mesh cut open with
 * doubled vertices. */
#ifndef SHEETS_H
#define SHEETS_H

#include <math.h>
#include "test.h"
#include "mesh-write.h"
#include "problem/problem.h"
#include "solver/solver.h"

/* All faces in the plane that have a chosen vertex: the rim is where no vertex is chosen, so that a
 * cut opens every face. */
struct sheet {
    const char *name;
    int axis;
    double at;
    int (*chosen)(const double x[3]); /* null: all */
};

static inline int sheet_all(const double x[3])
{
    (void)x;
    return 1;
}

static inline double sheet_above(const struct nd_mesh *mesh, const struct sheet *s, const nd_idx *v, int n)
{
    double sum = 0;
    for (int i = 0; i < n; i++) sum += mesh->V[3 * v[i] + s->axis] - s->at;
    return sum;
}

static inline int sheet_holds(const struct nd_mesh *mesh, const struct sheet *s, nd_idx v)
{
    return fabs(mesh->V[3 * v + s->axis] - s->at) < 1e-9 &&
           (s->chosen ? s->chosen : sheet_all)(mesh->V + 3 * v);
}

static inline void sheet_add(struct nd_mesh *mesh, nd_idx boundary, const nd_idx v[3])
{
    mesh->BToV = realloc(mesh->BToV, 3 * (size_t)(mesh->Nb + 1) * sizeof *mesh->BToV);
    mesh->boundary = realloc(mesh->boundary, (size_t)(mesh->Nb + 1) * sizeof *mesh->boundary);
    memcpy(mesh->BToV + 3 * mesh->Nb, v, 3 * sizeof *v);
    mesh->boundary[mesh->Nb++] = boundary;
}

/* Tags the faces; returns how many there are. */
static inline int sheet_tag(struct nd_mesh *mesh, const struct sheet *s)
{
    int n = 0;
    nd_idx boundary;
    CHECK_OK(nd_mesh_boundary(mesh, s->name, &boundary));
    for (nd_idx i = 0; i < 4 * mesh->K; i++) {
        nd_idx v[3];
        int in = 0, chosen = 0;
        for (int j = 0; j < 3; j++) {
            v[j] = mesh->EToV[i / 4 * 4 + nd_face_vertex[i % 4][j]];
            in += fabs(mesh->V[3 * v[j] + s->axis] - s->at) < 1e-9;
            chosen += sheet_holds(mesh, s, v[j]);
        }
        if (in < 3 || !chosen || sheet_above(mesh, s, mesh->EToV + i / 4 * 4, 4) > 0) continue;
        sheet_add(mesh, boundary, v);
        n++;
    }
    return n;
}

/* Copies of the chosen vertices for all that is above the plane; tags that lie in it are doubled. */
static inline void sheet_cut(struct nd_mesh *mesh, const struct sheet *s)
{
    const nd_idx Nv = mesh->Nv, Nb = mesh->Nb;
    nd_idx *copy = nd_alloc((size_t)Nv, sizeof *copy), v[3];
    mesh->V = realloc(mesh->V, 6 * (size_t)Nv * sizeof *mesh->V);
    for (nd_idx i = 0; i < Nv; i++) {
        copy[i] = sheet_holds(mesh, s, i) ? mesh->Nv++ : i;
        if (copy[i] != i) memcpy(mesh->V + 3 * copy[i], mesh->V + 3 * i, 3 * sizeof *mesh->V);
    }
    for (nd_idx k = 0; k < mesh->K; k++)
        if (sheet_above(mesh, s, mesh->EToV + 4 * k, 4) > 0)
            for (int i = 4 * k; i < 4 * k + 4; i++) mesh->EToV[i] = copy[mesh->EToV[i]];
    for (nd_idx b = 0; b < Nb; b++) {
        const double above = sheet_above(mesh, s, mesh->BToV + 3 * b, 3);
        for (int i = 0; i < 3; i++) v[i] = copy[mesh->BToV[3 * b + i]];
        if (above > 1e-9) memcpy(mesh->BToV + 3 * b, v, sizeof v);
        if (fabs(above) < 1e-9 && !strcmp(mesh->boundary_name[mesh->boundary[b]], s->name))
            sheet_add(mesh, mesh->boundary[b], v);
    }
    free(copy);
}

/* A smooth map, so that no two faces are alike; the box's sides and where they meet stay. */
static inline void sheet_warp(struct nd_mesh *mesh, const double size[3])
{
    for (nd_idx i = 0; i < mesh->Nv; i++) {
        double *x = mesh->V + 3 * i, bulge = 1;
        for (int c = 0; c < 3; c++) bulge *= sin(M_PI * x[c] / size[c]);
        for (int c = 0; c < 3; c++) x[c] += (0.07 - 0.03 * c) * bulge;
    }
}

/* Tags all faces between two regions. */
static inline void sheet_tag_between(struct nd_mesh *mesh, const char *name)
{
    struct nd_connect connect;
    nd_idx boundary;
    CHECK_OK(nd_mesh_boundary(mesh, name, &boundary));
    CHECK_OK(nd_connect_init(&connect, mesh));
    for (nd_idx i = 0; i < 4 * mesh->K; i++) {
        nd_idx v[3];
        if (mesh->region[i / 4] <= mesh->region[connect.EToE[i]]) continue;
        for (int j = 0; j < 3; j++) v[j] = mesh->EToV[i / 4 * 4 + nd_face_vertex[i % 4][j]];
        sheet_add(mesh, boundary, v);
    }
    nd_connect_clear(&connect);
}

struct sheet_box {
    double size[3];
    int divisions[3];
    const struct sheet *sheet;
    int nsheets;
    int cut, warp;
    const char *(*region)(const double centroid[3]); /* null: one region, "box" */
    const char *between;                             /* of faces between regions; null: they have no name */
};

static inline void sheet_regions(struct nd_mesh *mesh, const struct sheet_box *box)
{
    for (nd_idx r = 0; r < mesh->nregions; r++) free(mesh->region_name[r]);
    mesh->nregions = 0;
    for (nd_idx k = 0; k < mesh->K; k++) {
        double c[3];
        nd_geometry_centroid(mesh, k, c);
        CHECK_OK(nd_mesh_region(mesh, box->region(c), &mesh->region[k]));
    }
}

static inline void sheet_mesh(struct nd_mesh *mesh, const struct sheet_box *box)
{
    struct nd_box plain = {0};
    memcpy(plain.size, box->size, sizeof plain.size);
    memcpy(plain.divisions, box->divisions, sizeof plain.divisions);
    CHECK_OK(nd_mesh_box(mesh, &plain));
    if (box->region) sheet_regions(mesh, box);
    for (int i = 0; i < box->nsheets; i++) CHECK(sheet_tag(mesh, &box->sheet[i]) > 0);
    for (int i = 0; i < box->nsheets && box->cut; i++) sheet_cut(mesh, &box->sheet[i]);
    if (box->between) sheet_tag_between(mesh, box->between);
    if (box->warp) sheet_warp(mesh, box->size);
}

/* Writes the mesh; a problem says `mesh: {file: a.msh}` and is parsed with this folder. */
static inline void sheet_write(const struct sheet_box *box, const char *folder)
{
    struct nd_mesh mesh;
    struct nd_text t[3] = {{0}};
    char path[600];
    sheet_mesh(&mesh, box);
    write_mesh(t, &mesh, GMSH2_TEXT, &write_plainly);
    write_files(folder, GMSH2_TEXT, t, path);
    for (int i = 0; i < 3; i++) nd_text_clear(&t[i]);
    nd_mesh_clear(&mesh);
}

struct sheeted {
    nudge_problem *problem;
    nudge_solver *solver;
    size_t n; /* K Np */
};

static inline int sheeted_init(struct sheeted *s, const struct sheet_box *box, const char *text,
                               const char *variant, const char *folder)
{
    int status = 0;
    const char *device = getenv("TEST_DEVICE");
    *s = (struct sheeted){0};
    sheet_write(box, folder);
    TRY(nudge_problem_parse(&s->problem, text, folder));
    TRY(nudge_problem_trust(s->problem, NUDGE_TRUST_LAW));
    TRY(nd_solver_create(&s->solver, s->problem, device ? device : "cpu", NULL, variant));
    s->n = (size_t)s->solver->mesh.K * (size_t)s->solver->elem.Np;
done:
    return status;
}

static inline void sheeted_clear(struct sheeted *s)
{
    nudge_solver_destroy(s->solver);
    nudge_problem_destroy(s->problem);
    *s = (struct sheeted){0};
}

#endif
