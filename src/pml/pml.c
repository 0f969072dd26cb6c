#include "pml/pml.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#define LAYERS_MOST 256

/* Whether mesh.pml has grown the region: such names end in ".pml". */
static int is_grown(const char *name)
{
    const size_t n = strlen(name);
    return n > 4 && !strcmp(name + n - 4, ".pml");
}

static int mark_named(struct nd_pml *pml, const nudge_problem *problem, const struct nd_mesh *mesh)
{
    int status = 0;
    char where[512], all[512];
    const struct nd_words *wanted = &problem->pml.regions;
    nd_problem_where(problem, wanted->line, where);
    for (int i = 0; i < wanted->n; i++) {
        int found = 0;
        for (nd_idx r = 0; r < mesh->nregions; r++)
            if (!strcmp(mesh->region_name[r], wanted->at[i]) ||
                nd_mesh_is_copy(mesh->region_name[r], wanted->at[i]))
                found = pml->region[r] = 1;
        if (found) continue;
        const char *near =
            nd_text_nearest(wanted->at[i], (const char *const *)mesh->region_name, mesh->nregions);
        nd_names_join(mesh->region_name, mesh->nregions, all, sizeof all);
        FAIL(NUDGE_EVALUE, "%s: pml.regions: '%s' is not in the mesh%s%.60s%s; the mesh has: %s", where,
             wanted->at[i], near ? " (did you mean '" : "", near ? near : "", near ? "'?)" : "", all);
    }
done:
    return status;
}

/* Extends the box to hold element k. */
static void extend(double (*box)[2], const struct nd_mesh *mesh, nd_idx k)
{
    for (int v = 0; v < 4; v++)
        for (int c = 0; c < 3; c++) {
            const double x = mesh->V[3 * (size_t)mesh->EToV[4 * (size_t)k + (size_t)v] + (size_t)c];
            box[c][0] = fmin(box[c][0], x);
            box[c][1] = fmax(box[c][1], x);
        }
}

/* Finds the inner box and the thickness of each side; a side thinner than rounding errors has no PML. */
static int measure(struct nd_pml *pml, const nudge_problem *problem, const struct nd_mesh *mesh)
{
    int status = 0, sides = 0;
    char where[512];
    double outer[3][2];
    nd_problem_where(problem, problem->pml.line, where);
    for (int c = 0; c < 3; c++) {
        outer[c][0] = pml->inner[c][0] = INFINITY;
        outer[c][1] = pml->inner[c][1] = -INFINITY;
    }
    for (nd_idx k = 0; k < mesh->K; k++) {
        extend(outer, mesh, k);
        if (!pml->region[mesh->region[k]]) extend(pml->inner, mesh, k);
    }
    if (pml->n == mesh->K)
        FAIL(NUDGE_EVALUE,
             "%s: pml: all elements are in the PML, so it surrounds nothing; name only its own regions in "
             "pml.regions",
             where);
    for (int c = 0; c < 3; c++)
        for (int side = 0; side < 2; side++) {
            const double t = fabs(outer[c][side] - pml->inner[c][side]);
            pml->thickness[c][side] = t > 1e-9 * (outer[c][1] - outer[c][0]) ? t : 0;
            sides += pml->thickness[c][side] > 0;
        }
    if (!sides)
        FAIL(NUDGE_EVALUE,
             "%s: pml: the PML has no thickness: its regions do not extend beyond the box around all other "
             "regions; "
             "name regions that lie outside that box",
             where);
done:
    return status;
}

/* The range of depths that element k covers along an axis, and on which side. Returns 0 if it is not in that
 * side. */
static int extent(const struct nd_pml *pml, const struct nd_mesh *mesh, nd_idx k, int axis, int *side,
                  double depth[2])
{
    double x[4], middle = 0;
    for (int v = 0; v < 4; v++) {
        x[v] = mesh->V[3 * (size_t)mesh->EToV[4 * (size_t)k + (size_t)v] + (size_t)axis];
        middle += x[v] / 4;
    }
    *side = middle > (pml->inner[axis][0] + pml->inner[axis][1]) / 2;
    depth[0] = INFINITY, depth[1] = -INFINITY;
    for (int v = 0; v < 4; v++) {
        const double d = *side ? x[v] - pml->inner[axis][1] : pml->inner[axis][0] - x[v];
        depth[0] = fmin(depth[0], d);
        depth[1] = fmax(depth[1], d);
    }
    return pml->thickness[axis][*side] > 0 && depth[1] > 1e-9 * pml->thickness[axis][*side];
}

/* The layers of one side found so far, from the inside out: where each begins and ends. */
struct layers {
    int n;
    double at[LAYERS_MOST][2];
};

/* Whether an element fits into the layers: it fills one of them, or a new one that overlaps none, which is
 * added. */
static int fits(struct layers *layers, const double depth[2], double room)
{
    int i = 0;
    while (i < layers->n && layers->at[i][1] <= depth[0] + room) i++;
    if (i < layers->n && fabs(layers->at[i][0] - depth[0]) <= room &&
        fabs(layers->at[i][1] - depth[1]) <= room)
        return 1;
    if ((i < layers->n && layers->at[i][0] < depth[1] - room) || layers->n == LAYERS_MOST || depth[0] < -room)
        return 0;
    memmove(layers->at + i + 1, layers->at + i, (size_t)(layers->n++ - i) * sizeof *layers->at);
    memcpy(layers->at[i], depth, sizeof layers->at[i]);
    return 1;
}

/* Counts the layers of each side; 0 for a side whose elements do not form layers. */
static void find_layers(struct nd_pml *pml, const struct nd_mesh *mesh)
{
    for (int axis = 0; axis < 3; axis++) {
        struct layers layers[2] = {{0}};
        for (int side = 0; side < 2; side++) pml->layered[axis][side] = pml->thickness[axis][side] > 0;
        for (nd_idx k = 0; k < mesh->K; k++) {
            double depth[2];
            int side;
            if (!pml->region[mesh->region[k]] || !extent(pml, mesh, k, axis, &side, depth)) continue;
            if (pml->layered[axis][side])
                pml->layered[axis][side] = fits(&layers[side], depth, 1e-6 * pml->thickness[axis][side]);
        }
        for (int side = 0; side < 2; side++)
            if (pml->layered[axis][side]) pml->layered[axis][side] = layers[side].n;
    }
}

/* A profile of few layers must not rise too steeply, or it reflects: with two layers and the third power, the
 * second rate is 15 times the first. */
static int guess_grading(const struct nd_pml *pml)
{
    int least = 4;
    for (int i = 0; i < 6; i++) {
        const int layers = pml->layered[i / 2][i % 2];
        if (layers > 0 && layers < least) least = layers;
    }
    return least > 2 ? least - 1 : 1;
}

int nd_pml_init(struct nd_pml *pml, const nudge_problem *problem, const struct nd_law *law,
                const struct nd_mesh *mesh)
{
    int status = 0;
    char where[512], all[512];
    const struct nd_pml_spec *spec = &problem->pml;
    *pml = (struct nd_pml){.reflection = spec->reflection, .grading = spec->grading};
    nd_problem_where(problem, spec->line, where);
    ALLOC(pml->region, mesh->nregions);
    TRY(mark_named(pml, problem, mesh));
    for (nd_idx r = 0; r < mesh->nregions && !spec->regions.n; r++)
        pml->region[r] = (unsigned char)is_grown(mesh->region_name[r]);
    for (nd_idx k = 0; k < mesh->K; k++) pml->n += pml->region[mesh->region[k]];
    if (spec->given && !pml->n) {
        nd_names_join(mesh->region_name, mesh->nregions, all, sizeof all);
        FAIL(NUDGE_EVALUE,
             "%s: pml: no element is in the PML: name its regions under pml.regions (the mesh has: %s), or "
             "let mesh.pml grow one",
             where, all);
    }
    if (!pml->n) goto done;
    if (law->pointwise <= 0)
        FAIL(NUDGE_EVALUE,
             "%s: pml: law %s has no PML terms; add them (LAW_POINTWISE in doc/reference/law.md), or leave "
             "out "
             "pml",
             where, law->name);
    TRY(measure(pml, problem, mesh));
    find_layers(pml, mesh);
    if (!pml->grading) pml->grading = guess_grading(pml);
done:
    if (status) nd_pml_clear(pml);
    return status;
}

/* Whether the face lies in a side of the inner box. */
static int in_side(const struct nd_pml *pml, const double *const p[3])
{
    for (int c = 0; c < 3; c++)
        for (int side = 0; side < 2; side++) {
            const double room = 1e-6 * (pml->inner[c][1] - pml->inner[c][0]);
            int in = 1;
            for (int i = 0; i < 3; i++) in &= fabs(p[i][c] - pml->inner[c][side]) <= room;
            if (in) return 1;
        }
    return 0;
}

nd_idx nd_pml_gaps(const struct nd_pml *pml, const struct nd_law *law, const struct nd_mesh *mesh,
                   const struct nd_connect *connect, const struct nd_assign *assign, double at[3])
{
    nd_idx gaps = 0;
    for (size_t i = 0; i < 4 * (size_t)mesh->K && pml->n; i++) {
        const double *p[3];
        if (connect->EToB[i] < 0 || pml->region[mesh->region[i / 4]] ||
            !nd_assign_open(assign, law, connect->EToB[i]) || nd_connect_back(connect, i) >= 0)
            continue;
        for (int v = 0; v < 3; v++)
            p[v] = mesh->V + 3 * (size_t)mesh->EToV[i / 4 * 4 + (size_t)nd_face_vertex[i % 4][v]];
        if (in_side(pml, p)) continue;
        if (!gaps++) memcpy(at, p[0], 3 * sizeof *at);
    }
    return gaps;
}

void nd_pml_clear(struct nd_pml *pml)
{
    free(pml->region);
    *pml = (struct nd_pml){0};
}

/* The rate at full depth: a wave that crosses the PML twice, reflected at its end, keeps the amplitude
 * exp(-2 * integral of rate / speed) = reflection. */
static double strength(const struct nd_pml *pml, double thickness, double speed)
{
    return -(pml->grading + 1) * log(pml->reflection) * speed / (2 * thickness);
}

/* The mean of the profile between two depths. */
static double mean(const struct nd_pml *pml, double thickness, double speed, const double depth[2])
{
    const int power = pml->grading + 1;
    return strength(pml, thickness, speed) *
           (pow(depth[1] / thickness, power) - pow(fmax(depth[0], 0) / thickness, power)) * thickness /
           (power * (depth[1] - depth[0]));
}

int nd_pml_depth(const struct nd_pml *pml, const struct nd_mesh *mesh, nd_idx k, double speed,
                 double depth[3][4])
{
    int axes = 0;
    memset(depth, 0, 12 * sizeof(double));
    if (!pml->n || !pml->region[mesh->region[k]]) return 0;
    for (int c = 0; c < 3; c++) {
        int side;
        double own[2];
        if (!extent(pml, mesh, k, c, &side, own)) continue;
        const double thickness = pml->thickness[c][side], root = 1.0 / pml->grading,
                     level = pow(mean(pml, thickness, speed, own), root),
                     scale = pow(strength(pml, thickness, speed), root) / thickness;
        for (int v = 0; v < 4; v++) {
            const double x = mesh->V[3 * (size_t)mesh->EToV[4 * (size_t)k + (size_t)v] + (size_t)c];
            depth[c][v] =
                pml->layered[c][side] ? level : scale * (side ? x - pml->inner[c][1] : pml->inner[c][0] - x);
        }
        axes |= 1 << c;
    }
    return axes;
}
