/* The mesh of a problem with mesh.geometry: element sizes from the wavelength and the materials. */
#include <math.h>
#include <string.h>
#include "base/file.h"
#include "base/format.h"
#include "base/log.h"
#include "mesh/make.h"
#include "solver/solver.h"

static double constant(const struct nd_material *material, const char *name, double otherwise)
{
    for (int i = 0; i < material->nconstants; i++)
        if (!strcmp(material->constant[i].name, name)) return material->constant[i].value;
    return otherwise;
}

/* epsilon or mu; of a tensor the largest sum of magnitudes in a row, which no eigenvalue exceeds. */
static double largest(const struct nd_material *material, const char *name)
{
    static const char *const entry[3][3] = {{"xx", "xy", "xz"}, {"xy", "yy", "yz"}, {"xz", "yz", "zz"}};
    char full[32];
    double most = 0;
    for (int i = 0; i < 3 && material->tensor; i++) {
        double sum = 0;
        for (int j = 0; j < 3; j++) {
            nd_format(full, sizeof full, "%s_%s", name, entry[i][j]);
            sum += fabs(constant(material, full, 0));
        }
        most = fmax(most, sum);
    }
    nd_format(full, sizeof full, "%s_inf", name);
    return most > 0 ? most : constant(material, name, constant(material, full, 1));
}

/* The speed of the slowest waves: relative to the vacuum in Maxwell's equations. A fluid has vs = 0. */
static double slowest(const struct nd_material *material)
{
    const double vs = constant(material, "vs", 0), vp = constant(material, "vp", 0),
                 c = constant(material, "c", 0), mu = largest(material, "mu"),
                 epsilon = largest(material, "epsilon");
    if (vs > 0 || vp > 0) return vs > 0 ? vs : vp;
    if (c > 0) return c;
    return epsilon * mu > 0 ? 1 / sqrt(epsilon * mu) : 1;
}

static const struct nd_material *material_of(const nudge_problem *p, const char *name)
{
    for (int m = 0; m < p->nmaterials; m++)
        if (!strcmp(p->material[m].name, name)) return &p->material[m];
    return NULL;
}

/* The indices of regions, relative to the fastest material, or to the vacuum in Maxwell's equations. */
static int find_indices(const nudge_problem *p, struct nd_make_index **index, int *n, double *others)
{
    int status = 0;
    double fastest = strcmp(p->law, "maxwell") ? 0 : 1;
    *n = 0;
    *others = 1;
    ALLOC(*index, p->regions.n + 1);
    for (int m = 0; m < p->nmaterials && strcmp(p->law, "maxwell"); m++)
        fastest = fmax(fastest, slowest(&p->material[m]));
    for (int i = 0; i < p->regions.n; i++) {
        const struct nd_material *material = material_of(p, p->regions.at[i].value);
        const double own = material ? fastest / slowest(material) : 1;
        if (!strcmp(p->regions.at[i].name, "default"))
            *others = own;
        else if (isfinite(own) && own > 0)
            (*index)[(*n)++] = (struct nd_make_index){p->regions.at[i].name, own};
    }
done:
    return status;
}

/* The largest edge, in the unit of the geometry, and the indices relative to those of regions that are not listed. */
static int choose_sizes(const nudge_problem *p, struct nd_mesh_make *make, struct nd_make_index **index)
{
    int status = 0;
    double others = 1;
    make->curve = p->make.curve;
    make->edges = p->make.edges;
    make->curvature = p->make.curvature;
    if (!(p->make.wavelength > 0)) return 0;
    TRY(find_indices(p, index, &make->nindices, &others));
    make->index = *index;
    make->size = p->order * p->make.wavelength / p->make.per / p->scale.factor;
    if (!make->nindices || others > 1) make->size /= others;
    for (int i = 0; i < make->nindices && others > 1; i++) (*index)[i].index /= others;
done:
    return status;
}

int nd_problem_geometry(const nudge_problem *p, char **path)
{
    int status = 0;
    bool made = false;
    char *geometry = NULL, *folder = NULL, where[512];
    struct nd_make_index *index = NULL;
    struct nd_mesh_make make = {0};
    *path = NULL;
    nd_problem_where(p, p->mesh_line, where);
    if (nd_mesh_make_is_code(p->geometry) && !nd_problem_trusts_geometry(p))
        FAIL(NUDGE_EVALUE,
             "%s: mesh.geometry: '%.200s' is a program of gmsh, which a problem file may not run by itself: "
             "read it, then "
             "allow it by --trust or --set mesh.geometry=FILE (in a program: nudge_problem_trust or "
             "nudge_problem_set), or "
             "mesh it yourself and give mesh.file",
             where, p->geometry);
    TRY(nd_problem_check_paths(p));
    geometry = nd_path_join(p->folder, p->geometry);
    folder = nd_path_join(p->folder, p->made_in ? p->made_in : p->output.folder ? p->output.folder : "");
    if (!geometry || !folder) FAIL(NUDGE_ENOMEM, "out of memory");
    TRY(choose_sizes(p, &make, &index));
    make.geometry = geometry;
    status = nd_mesh_make_cached(&make, folder, path, &made);
    if (status) nd_fail_prefix(status, "%s: mesh.geometry", where);
    if (!status) nd_info("mesh %s of %s: %s", made ? "made" : "found", geometry, *path);
done:
    free(geometry);
    free(folder);
    free(index);
    return status;
}
