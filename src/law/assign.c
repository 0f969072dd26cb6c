#include "law/assign.h"

#include <stdio.h>
#include <string.h>
#include "base/format.h"
#include "base/log.h"
#include "base/text.h"
#include "law/condition.h"
#include "law/either.h"
#include "law/passive.h"
#include "mesh/geometry.h"
#include "elem/curved_element.h"
#include "mesh/curved.h"

static int find(char *const *names, int n, const char *name)
{
    for (int i = 0; i < n; i++)
        if (!strcmp(names[i], name)) return i;
    return -1;
}

/* No group was made in the mesh generator. A shell that grew around what has no name is called ".pml". */
static int is_nameless(char *const *names, int n)
{
    int nameless = 1;
    for (int i = 0; i < n; i++) nameless &= !names[i][0] || !strcmp(names[i], ".pml");
    return nameless;
}

static int refuse_nameless(const nudge_problem *problem, const struct nd_pair *p, const char *kind)
{
    int status = 0;
    char where[512];
    const int region = !strcmp(kind, "region");
    const char *const group = region ? "Physical Volume" : "Physical Surface";
    FAIL(NUDGE_EVALUE,
         "%s: %s '%s' is not in the mesh, where no %s has a name: it has no %s. In gmsh, add %s(\"%s\") = "
         "{...}; "
         "to the geometry (every body then needs a Physical Volume, for gmsh saves only what is in a group), "
         "or "
         "write %s: {default: %s}, which is for everything without a name",
         nd_problem_where(problem, p->line, where), kind, p->name, kind, group, group, p->name,
         region ? "regions" : "boundaries", p->value);
done:
    return status;
}

/* Every name in the problem's list but "default" is one of the mesh's. */
static int check_known(const nudge_problem *problem, const struct nd_pairs *pairs, char *const *names, int n,
                       const char *kind)
{
    int status = 0;
    char where[512], near[96], all[512];
    for (int i = 0; i < pairs->n; i++) {
        const struct nd_pair *p = &pairs->at[i];
        if (!strcmp(p->name, "default") || find(names, n, p->name) >= 0) continue;
        if (is_nameless(names, n)) TRY(refuse_nameless(problem, p, kind));
        nd_names_join(names, n, all, sizeof all);
        FAIL(NUDGE_EVALUE, "%s: %s '%s' is not in the mesh%s; the mesh has: %s",
             nd_problem_where(problem, p->line, where), kind, p->name,
             nd_condition_nearest(p->name, names, n, near), all);
    }
done:
    return status;
}

static int check_fields(const nudge_problem *problem, const struct nd_law *law, const struct nd_pairs *pairs,
                        const char *kind)
{
    int status = 0;
    char where[512], near[96], all[512];
    for (int i = 0; i < pairs->n; i++) {
        if (nd_names_find(&law->fields, pairs->at[i].name) >= 0) continue;
        nd_names_list(&law->fields, all, sizeof all);
        FAIL(NUDGE_EVALUE, "%s: %s: '%s' is not a field of law %s%s; its fields are %s",
             nd_problem_where(problem, pairs->at[i].line, where), kind, pairs->at[i].name, law->name,
             nd_condition_nearest(pairs->at[i].name, law->fields.at, law->fields.n, near), all);
    }
done:
    return status;
}

/* Warns of defaults in SI units: a density of 1 kg/m^3 is rarely intended. Constants relative to vacuum may
 * be 1. */
static void warn_of_defaults(const nudge_problem *problem, const struct nd_law *law,
                             const struct nd_material *m)
{
    char where[512];
    if (problem->units != ND_UNITS_SI || !m->nconstants) return;
    for (int i = 0; i < law->material.n; i++) {
        const char *name = law->material.at[i];
        int given = 0;
        for (int j = 0; j < m->nconstants; j++) given |= !strcmp(m->constant[j].name, name);
        if (!given && law->either.of[i] < 0 && law->si[i] == 1 && nd_names_find(&law->positive, name) >= 0)
            nd_warn("%s: material '%s': %s is not given, so it is %g",
                    nd_problem_where(problem, m->line, where), m->name, name, law->standard[i]);
    }
}

/* A law has a vacuum of its own where constants are relative to that of SI units. */
static int check_vacuum(const nudge_problem *problem, const struct nd_law *law, const struct nd_material *m)
{
    int status = 0, relative = 0;
    char where[512];
    for (int i = 0; i < law->material.n; i++) relative |= law->si[i] != 1;
    if (m->vacuum && !relative)
        FAIL(NUDGE_EVALUE,
             "%s: 'vacuum' is not among the materials, and law %s has none of its own; add it to materials "
             "with its constants",
             nd_problem_where(problem, m->line, where), law->name);
done:
    return status;
}

/* The index of a constant. epsilon_inf and mu_inf are other names of epsilon and mu, beside poles. */
static int find_constant(const struct nd_law *law, const char *name)
{
    if (!strcmp(name, "epsilon_inf") || !strcmp(name, "mu_inf"))
        return nd_names_find(&law->material, *name == 'e' ? "epsilon" : "mu");
    return nd_names_find(&law->material, name);
}

/* A constant under both of its names. */
static int check_once(const nudge_problem *problem, const struct nd_law *law, const struct nd_material *m, int j)
{
    int status = 0;
    char where[512];
    for (int i = 0; i < j; i++)
        if (find_constant(law, m->constant[i].name) == find_constant(law, m->constant[j].name))
            FAIL(NUDGE_EVALUE, "%s: material '%s': %s and %s are the same constant: leave one out",
                 nd_problem_where(problem, m->constant[j].line, where), m->name, m->constant[i].name,
                 m->constant[j].name);
done:
    return status;
}

/* What people mean by names that are constants elsewhere. */
static const char *hint(const struct nd_law *law, const struct nd_constant *c, char out[160])
{
    out[0] = 0;
    if (nd_names_find(&law->material, "epsilon") < 0) return out;
    if (!strcmp(c->name, "n") || !strcmp(c->name, "index") || !strcmp(c->name, "refractive_index"))
        nd_format(out, 160, "; a refractive index n without losses is epsilon = n^2: write epsilon: %.12g",
                  c->value * c->value);
    else if (!strcmp(c->name, "k"))
        nd_format(out, 160,
                  "; losses are sigma, loss_tangent or poles, which nudge fit finds for a table of n and k");
    return out;
}

static int refuse_constant(const nudge_problem *problem, const struct nd_law *law,
                           const struct nd_material *m, const struct nd_constant *c)
{
    int status = 0;
    char where[512], near[96], all[512], meant[160];
    nd_names_list(&law->material, all, sizeof all);
    hint(law, c, meant);
    FAIL(NUDGE_EVALUE, "%s: material '%s': law %s has no constant '%s'%s; it has %s%s",
         nd_problem_where(problem, c->line, where), m->name, law->name, c->name,
         *meant ? "" : nd_condition_nearest(c->name, law->material.at, law->material.n, near), all, meant);
done:
    return status;
}

static int set_constants(struct nd_assign *assign, const nudge_problem *problem, const struct nd_law *law)
{
    int status = 0;
    char where[512];
    const int n = law->material.n;
    assign->nmaterials = problem->nmaterials;
    ALLOC(assign->constants, problem->nmaterials * n);
    for (int i = 0; i < problem->nmaterials; i++) {
        const struct nd_material *m = &problem->material[i];
        TRY(check_vacuum(problem, law, m));
        double *value = assign->constants + i * n;
        memcpy(value, law->standard, (size_t)n * sizeof *value);
        for (int j = 0; j < m->nconstants; j++) {
            const struct nd_constant *c = &m->constant[j];
            const int at = find_constant(law, c->name);
            nd_problem_where(problem, c->line, where);
            if (at < 0) TRY(refuse_constant(problem, law, m, c));
            if (nd_names_find(&law->positive, law->material.at[at]) >= 0 && !(c->value > 0))
                FAIL(NUDGE_EVALUE, "%s: material '%s': %s is %g and must be greater than 0", where, m->name,
                     c->name, c->value);
            if (nd_names_find(&law->notnegative, c->name) >= 0 && !(c->value >= 0))
                FAIL(NUDGE_EVALUE, "%s: material '%s': %s is %g and must not be less than 0", where, m->name,
                     c->name, c->value);
            TRY(check_once(problem, law, m, j));
            value[at] = c->value;
        }
        nd_either_clear_others(law, m, value);
        TRY(nd_passive_check(problem, law, m, value));
        warn_of_defaults(problem, law, m);
        for (int j = 0; j < n && problem->units == ND_UNITS_SI; j++) value[j] *= law->si[j];
    }
done:
    return status;
}

/* A shell, "NAME.pml", is of the material of what it surrounds, and the imaginary part of a region, "NAME.imag", of
 * that of the region, unless they are listed themselves. */
static int find_material(const struct nd_pairs *regions, const char *name, const struct nd_pair **found)
{
    int status = 0;
    static const char *const endings[] = {".pml", ".imag"};
    char *inside = NULL;
    *found = nd_pairs_find(regions, name);
    STRDUP(inside, name);
    for (int i = 0; i < 2; i++) {
        const size_t n = strlen(inside), tail = strlen(endings[i]);
        if (n < tail || strcmp(inside + n - tail, endings[i])) continue;
        if (*found && !strcmp((*found)->name, inside)) break;
        inside[n - tail] = 0;
        *found = nd_pairs_find(regions, inside);
    }
done:
    free(inside);
    return status;
}

/* Fails: the elements of r are in no region and have no material. */
static int refuse_unnamed(const nudge_problem *problem, const struct nd_mesh *mesh, nd_idx r)
{
    int status = 0;
    nd_idx n = 0, k = 0;
    char where[512];
    for (nd_idx i = mesh->K - 1; i >= 0; i--)
        if (mesh->region[i] == r) n++, k = i;
    FAIL(NUDGE_EVALUE,
         "%s: %d of %d elements of the mesh (element %lld is the first) are in no region and have no "
         "material: "
         "add 'default: MATERIAL' to regions, which is for everything without a name, or put their volume "
         "into a Physical Volume in gmsh",
         nd_problem_where(problem, problem->regions.n ? problem->regions.at[0].line : 0, where), n, mesh->K,
         (long long)mesh->label[k]);
done:
    return status;
}

/* Proposes regions: those of the mesh, each of the material with its name. */
static int refuse_without_regions(const nudge_problem *problem, const struct nd_mesh *mesh)
{
    enum { REGIONS_MOST = 8 };
    int status = 0, open = 0;
    char where[512];
    struct nd_text all = {0};
    for (nd_idx r = 0; r < mesh->nregions && r < REGIONS_MOST; r++) {
        const char *name = mesh->region_name[r], *material = "MATERIAL";
        for (int i = 0; i < problem->nmaterials; i++)
            if (!strcmp(problem->material[i].name, name)) material = name;
        open += material != name;
        nd_text_add(&all, "%s%.80s: %.80s", r ? ", " : "", *name ? name : "default", material);
    }
    TRY(nd_text_check(&all));
    FAIL(NUDGE_EVALUE, "%s: there are %d materials and no regions; add regions: {%s%s}%s",
         nd_problem_where(problem, problem->material[1].line, where), problem->nmaterials, all.s,
         mesh->nregions > REGIONS_MOST ? ", ..." : "", open ? ", with the material of each region of the mesh" : "");
done:
    nd_text_clear(&all);
    return status;
}

static int set_materials(struct nd_assign *assign, const nudge_problem *problem, const struct nd_mesh *mesh)
{
    int status = 0;
    char where[512];
    ALLOC(assign->material, mesh->nregions);
    if (!problem->regions.n && problem->nmaterials > 1) TRY(refuse_without_regions(problem, mesh));
    for (nd_idx r = 0; r < mesh->nregions; r++) {
        const struct nd_pair *p;
        TRY(find_material(&problem->regions, mesh->region_name[r], &p));
        if (!p && !mesh->region_name[r][0]) TRY(refuse_unnamed(problem, mesh, r));
        if (!p)
            FAIL(NUDGE_EVALUE,
                 "%s: region '%s' of the mesh has no material: add it, or a default, to regions",
                 nd_problem_where(problem, problem->regions.n ? problem->regions.at[0].line : 0, where),
                 mesh->region_name[r]);
        for (int i = 0; i < problem->nmaterials; i++)
            if (!strcmp(problem->material[i].name, p->value)) assign->material[r] = i;
    }
done:
    return status;
}

/* An unused material is most often a misspelled one. A single material is used everywhere. */
static void warn_of_unused(const struct nd_assign *assign, const nudge_problem *problem,
                           const struct nd_mesh *mesh)
{
    char where[512];
    for (int i = 0; i < problem->nmaterials; i++) {
        int used = 0;
        for (nd_idx r = 0; r < mesh->nregions; r++) used |= assign->material[r] == i;
        if (!used)
            nd_warn("%s: material '%s' is not used by any region",
                    nd_problem_where(problem, problem->material[i].line, where), problem->material[i].name);
    }
}

/* Conductors and sheets that no boundary has. */
static void warn_of_unused_surfaces(const nudge_problem *problem)
{
    char where[512];
    for (int i = 0; i < problem->conductors.n + problem->sheets.n; i++) {
        const int sheet = i - problem->conductors.n;
        const struct nd_named *own =
            sheet < 0 ? &nd_problem_conductor(problem, i)->named : &nd_problem_sheet(problem, sheet)->named;
        int used = 0;
        for (int j = 0; j < problem->boundaries.n; j++)
            used |= !strcmp(problem->boundaries.at[j].value, own->name);
        if (!used)
            nd_warn("%s: %s '%s' is not used by any boundary", nd_problem_where(problem, own->line, where),
                    sheet < 0 ? "conductor" : "sheet", own->name);
    }
}

/* The index of a value among those in use; adds it if it is new. */
static int find_value(struct nd_assign *assign, double value)
{
    int i = 0;
    while (i < assign->nvalues && assign->value[i] != value) i++;
    if (i == assign->nvalues && i < ND_VALUES_MOST) assign->value[assign->nvalues++] = value;
    return i;
}

/* Sets the condition of a boundary with faces. */
static int set_condition(struct nd_assign *assign, const nudge_problem *problem, const struct nd_law *law,
                         const struct nd_pair *p, nd_idx b)
{
    int status = 0, *condition = &assign->condition[b];
    double value;
    char where[512];
    TRY(nd_condition_read(problem, law, p, condition, &value, &assign->surface[b]));
    if (*condition != law->valued || assign->surface[b].kind) goto done;
    const int i = find_value(assign, value);
    if (i == ND_VALUES_MOST)
        FAIL(NUDGE_EVALUE,
             "%s: boundary '%s': %g is one value of %s too many; there may be %d different ones",
             nd_problem_where(problem, p->line, where), p->name, value, law->boundaries.at[law->valued],
             ND_VALUES_MOST);
    *condition += i;
done:
    return status;
}

static double face_area(const struct nd_mesh *mesh, int64_t k, int f)
{
    const double *p[3];
    for (int i = 0; i < 3; i++) p[i] = nd_mesh_vertex(mesh, mesh->EToV[4 * k + nd_face_vertex[f][i]]);
    if (nd_curved_shape(mesh, (nd_idx)k)) return nd_curved_face_area(mesh, (nd_idx)k, nd_face_vertex[f]);
    return nd_triangle_area(p[0], p[1], p[2]);
}

/* Adds one face to boundary b: on the hull, or on a wall inside. */
static void count_face(struct nd_assign *assign, const struct nd_mesh *mesh, const struct nd_connect *connect,
                       int64_t at, nd_idx b)
{
    const double area = face_area(mesh, at / 4, (int)(at % 4));
    if (nd_connect_back(connect, (size_t)at) < 0) {
        assign->faces[b]++;
        assign->area[b] += area;
    } else {
        assign->sheet[b]++;
        assign->sheet_area[b] += area / 2;
    }
}

/* A sheet has two sides. */
static int check_sheets(const struct nd_assign *assign, const nudge_problem *problem,
                        const struct nd_mesh *mesh)
{
    int status = 0;
    char where[512];
    for (nd_idx b = 0; b < mesh->nboundaries; b++) {
        const struct nd_pair *p = nd_pairs_find(&problem->boundaries, mesh->boundary_name[b]);
        if (assign->surface[b].kind == ND_SURFACE_SHEET && assign->faces[b])
            FAIL(NUDGE_EVALUE,
                 "%s: boundary '%s': %d of its faces are at the end of the mesh, and a '%s' has two sides: "
                 "give these faces another name and condition, such as an impedance",
                 nd_problem_where(problem, p->line, where), mesh->boundary_name[b], (int)assign->faces[b],
                 p->value);
    }
done:
    return status;
}

static int set_conditions(struct nd_assign *assign, const nudge_problem *problem, const struct nd_law *law,
                          const struct nd_mesh *mesh, const struct nd_connect *connect)
{
    int status = 0;
    double value;
    struct nd_assigned_surface surface;
    char where[512];
    ALLOC(assign->condition, mesh->nboundaries + 1);
    ALLOC(assign->surface, mesh->nboundaries + 1);
    ALLOC(assign->faces, mesh->nboundaries + 1);
    ALLOC(assign->area, mesh->nboundaries + 1);
    ALLOC(assign->sheet, mesh->nboundaries + 1);
    ALLOC(assign->sheet_area, mesh->nboundaries + 1);
    ALLOC(assign->inside, mesh->nboundaries + 1);
    memcpy(assign->inside, connect->inside, (size_t)mesh->nboundaries * sizeof *assign->inside);
    for (nd_idx b = 0; b < mesh->nboundaries; b++) assign->condition[b] = -1;
    for (int i = 0, condition; i < problem->boundaries.n; i++)
        TRY(nd_condition_read(problem, law, &problem->boundaries.at[i], &condition, &value, &surface));
    for (int64_t i = 0; i < 4 * (int64_t)mesh->K; i++) {
        const nd_idx b = connect->EToB[i];
        if (b < 0) continue;
        count_face(assign, mesh, connect, i, b);
        if (assign->condition[b] >= 0) continue;
        const struct nd_pair *p = nd_pairs_find(&problem->boundaries, mesh->boundary_name[b]);
        if (!p && !mesh->boundary_name[b][0])
            FAIL(NUDGE_EVALUE,
                 "%s: an outer face of the mesh that has no name (of element %lld) has no condition: add a "
                 "default to boundaries, as 'default: CONDITION', which is for everything without a name, or "
                 "put the surface into a Physical Surface in gmsh",
                 nd_problem_where(problem, problem->boundaries.n ? problem->boundaries.at[0].line : 0, where),
                 (long long)mesh->label[i / 4]);
        if (!p)
            FAIL(NUDGE_EVALUE,
                 "%s: boundary '%s' of the mesh (a face of element %lld) has no condition: add it, or a "
                 "default, to boundaries",
                 nd_problem_where(problem, problem->boundaries.n ? problem->boundaries.at[0].line : 0, where),
                 mesh->boundary_name[b], (long long)mesh->label[i / 4]);
        TRY(set_condition(assign, problem, law, p, b));
    }
    TRY(check_sheets(assign, problem, mesh));
done:
    return status;
}

int nd_assign_check(const nudge_problem *problem, const struct nd_law *law)
{
    int status = 0, condition;
    double value;
    struct nd_assigned_surface surface;
    struct nd_assign assign = {0};
    TRY(check_fields(problem, law, &problem->initial, "initial"));
    TRY(check_fields(problem, law, &problem->exact, "exact"));
    TRY(set_constants(&assign, problem, law));
    TRY(nd_condition_check_surfaces(problem, law));
    for (int i = 0; i < problem->boundaries.n; i++)
        TRY(nd_condition_read(problem, law, &problem->boundaries.at[i], &condition, &value, &surface));
done:
    nd_assign_clear(&assign);
    return status;
}

int nd_assign_init(struct nd_assign *assign, const nudge_problem *problem, const struct nd_law *law,
                   const struct nd_mesh *mesh, const struct nd_connect *connect)
{
    int status = 0;
    memset(assign, 0, sizeof *assign);
    TRY(check_fields(problem, law, &problem->initial, "initial"));
    TRY(check_fields(problem, law, &problem->exact, "exact"));
    TRY(check_known(problem, &problem->regions, mesh->region_name, mesh->nregions, "region"));
    TRY(check_known(problem, &problem->boundaries, mesh->boundary_name, mesh->nboundaries, "boundary"));
    TRY(set_constants(assign, problem, law));
    TRY(set_materials(assign, problem, mesh));
    TRY(nd_condition_check_surfaces(problem, law));
    TRY(set_conditions(assign, problem, law, mesh, connect));
    warn_of_unused(assign, problem, mesh);
    warn_of_unused_surfaces(problem);
done:
    if (status) nd_assign_clear(assign);
    return status;
}

int nd_assign_open(const struct nd_assign *assign, const struct nd_law *law, nd_idx boundary)
{
    return !assign->surface[boundary].kind && nd_law_open(law, assign->condition[boundary]);
}

void nd_assign_clear(struct nd_assign *assign)
{
    free(assign->surface);
    free(assign->condition);
    free(assign->faces);
    free(assign->area);
    free(assign->sheet);
    free(assign->sheet_area);
    free(assign->inside);
    free(assign->material);
    free(assign->constants);
    memset(assign, 0, sizeof *assign);
}
