/* A plane wave: its fields, the background it travels in, and checks of the regions of total and of scattered
 * fields. */
#include <math.h>
#include <string.h>
#include "base/log.h"
#include "elem/geometry.h"
#include "source/source.h"

static double dot(const double a[3], const double b[3])
{
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

/* Whether the region belongs to the PML: pml names it, or mesh.pml has grown it. */
static int is_pml(const nudge_problem *problem, const char *region)
{
    const size_t n = strlen(region);
    int found = n > 4 && !strcmp(region + n - 4, ".pml");
    for (int i = 0; i < problem->pml.regions.n; i++) found |= !strcmp(problem->pml.regions.at[i], region);
    return found;
}

static int mark_total(const struct nd_sources_setup *setup, const struct nd_source *source,
                      unsigned char *total)
{
    int status = 0;
    char where[640];
    nd_idx all = 0;
    TRY(nd_sources_mark(setup, source, "plane_wave.total", &source->total, total));
    nd_sources_where(setup, source, where);
    for (nd_idx r = 0; r < setup->mesh->nregions; r++) all += total[r];
    if (all == setup->mesh->nregions)
        FAIL(NUDGE_EVALUE,
             "%s: all regions of the mesh are total, so that the wave has nowhere to come from: leave out "
             "one that "
             "surrounds the others",
             where);
    for (int i = 0; i < source->total.n; i++)
        if (is_pml(setup->problem, source->total.at[i]))
            FAIL(NUDGE_EVALUE,
                 "%s: region '%s' is total and belongs to the PML, which would absorb the wave itself; leave "
                 "it out of "
                 "plane_wave.total",
                 where, source->total.at[i]);
done:
    return status;
}

/* All scattered fields must travel in one medium: a second one would be a source of scattered fields. */
static int find_background(const struct nd_sources_setup *setup, const struct nd_source *source,
                           const unsigned char *total, int *background)
{
    int status = 0;
    const struct nd_mesh *mesh = setup->mesh;
    const int n = setup->law->material.n;
    char where[640];
    nd_idx first = -1;
    nd_sources_where(setup, source, where);
    for (nd_idx r = 0; r < mesh->nregions; r++) {
        if (total[r]) continue;
        if (first < 0) first = r;
        const double *a = setup->assign->constants + setup->assign->material[first] * n,
                     *b = setup->assign->constants + setup->assign->material[r] * n;
        for (int i = 0; i < n; i++)
            if (a[i] != b[i])
                FAIL(NUDGE_EVALUE,
                     "%s: regions '%s' and '%s' hold scattered fields and differ in %s: the wave must come "
                     "through one "
                     "medium only; add the regions that scatter it to plane_wave.total",
                     where, mesh->region_name[first], mesh->region_name[r], setup->law->material.at[i]);
    }
    *background = setup->assign->material[first];
done:
    return status;
}

/* "[0, 0, 1] (speed 2), ...": the polarizations of waves along d. */
static void list_modes(const struct nd_matrices *m, const double d[3], const int *field, struct nd_text *out)
{
    struct nd_modes modes;
    if (!nd_matrices_modes(m, d, &modes)) return;
    for (int w = 0; w < modes.n; w++) {
        double v[3], size = 0;
        if (!(modes.c[w] > 1e-3 * m->speed)) continue;
        for (int c = 0; c < 3; c++) v[c] = modes.q[w][field[c]], size += v[c] * v[c];
        for (int c = 0; c < 3; c++) v[c] = fabs(v[c]) > 1e-6 * sqrt(size) ? v[c] / sqrt(size) : 0;
        nd_text_add(out, "%s[%.4g, %.4g, %.4g] (speed %.4g)", out->n ? ", " : "", v[0], v[1], v[2],
                    modes.c[w]);
    }
}

/* Fails with the reason why there is no such wave along d. */
static int refuse_wave(const struct nd_plane_wave *p, const struct nd_matrices *m, const struct nd_law *law,
                       int speeds, const char *where)
{
    int status = 0;
    struct nd_text modes = {0};
    if (!speeds)
        FAIL(NUDGE_EVALUE,
             "%s: no wave of law %s travels along [%.4g, %.4g, %.4g] in this material, or the law does not "
             "conserve "
             "its law_energy, from which waves are found",
             where, law->name, p->d[0], p->d[1], p->d[2]);
    if (law->nwave == 3) list_modes(m, p->d, law->wave, &modes);
    TRY(nd_text_check(&modes));
    if (speeds == 1)
        FAIL(NUDGE_EVALUE,
             "%s: plane_wave.polarization must have a part across the direction, or along it for "
             "longitudinal waves: "
             "here waves are polarized along %s",
             where, modes.s ? modes.s : "nothing");
    FAIL(NUDGE_EVALUE,
         "%s: plane_wave.polarization: there are waves of %d speeds, and it belongs to no single one; they "
         "are "
         "polarized along %s, or between two of the same speed",
         where, speeds, modes.s ? modes.s : "nothing");
done:
    nd_text_clear(&modes);
    return status;
}

/* Reads direction, origin, amplitude and polarization; `wanted` is the field LAW_WAVE for amplitude 1. */
static int read_wave(struct nd_plane_wave *p, const struct nd_law *law, const struct nd_source *source,
                     const char *where, double wanted[3])
{
    int status = 0;
    const double length = sqrt(dot(source->direction, source->direction)),
                 size = sqrt(dot(source->polarization, source->polarization));
    if (!law->nwave)
        FAIL(NUDGE_EVALUE,
             "%s: law %s has no plane waves: its head does not define LAW_WAVE (doc/reference/law.md)", where,
             law->name);
    if (!(length > 0)) FAIL(NUDGE_EVALUE, "%s: plane_wave.direction is zero", where);
    if (law->nwave == 3 && !(size > 0))
        FAIL(NUDGE_EVALUE,
             "%s: plane_wave.polarization is missing or zero; it is the direction of %s, %s, %s", where,
             law->fields.at[law->wave[0]], law->fields.at[law->wave[1]], law->fields.at[law->wave[2]]);
    if (law->nwave == 1 && size > 0)
        FAIL(NUDGE_EVALUE, "%s: waves of law %s have no polarization; leave out plane_wave.polarization",
             where, law->name);
    wanted[0] = 1;
    for (int c = 0; c < 3; c++) p->d[c] = source->direction[c] / length;
    for (int c = 0; c < 3 && law->nwave == 3; c++) wanted[c] = source->polarization[c] / size;
    memcpy(p->origin, source->origin, sizeof p->origin);
    p->amplitude = source->amplitude;
done:
    return status;
}

static int make_wave(struct nd_plane_wave *p, struct nd_rhs *rhs, const struct nd_sources_setup *setup,
                     const struct nd_source *source)
{
    int status = 0;
    const struct nd_law *law = setup->law;
    struct nd_matrices *m = NULL;
    char where[640];
    double wanted[3];
    nd_sources_where(setup, source, where);
    ALLOC(m, 1);
    TRY(read_wave(p, law, source, where, wanted));
    TRY(nd_matrices_init(m, rhs, p->background));
    if (m->losses > 0)
        FAIL(NUDGE_EVALUE,
             "%s: material '%s', which the wave comes through, has losses (law_pointwise): plane waves decay "
             "there, which "
             "is not supported; use a material without losses outside plane_wave.total",
             where, setup->problem->material[p->background].name);
    if (setup->problem->material[p->background].npoles)
        FAIL(NUDGE_EVALUE,
             "%s: material '%s', which the wave comes through, has poles: plane waves disperse there, which is not "
             "supported; use a material without poles outside plane_wave.total",
             where, setup->problem->material[p->background].name);
    const int speeds =
        nd_matrices_wave(m, p->d, &(struct nd_polarization){law->wave, law->nwave, wanted}, p->q0, &p->c);
    if (isnan(p->c)) TRY(refuse_wave(p, m, law, speeds, where));
    for (int i = 0; i < law->fields.n; i++) p->q0[i] *= p->amplitude;
    for (int c = 0; c < 3 && law->nwave == 3; c++)
        p->along[c] = p->amplitude != 0 ? p->q0[law->wave[c]] / p->amplitude : 0;
    p->intensity = nd_matrices_flux(m, p->d, p->q0) / 2;
done:
    free(m);
    return status;
}

/* Fields on both sides of a periodic boundary are equal only if the wave reaches both at the same time. */
static int check_periodic(const struct nd_sources_setup *setup, const struct nd_emitter *e)
{
    int status = 0;
    const struct nd_mesh *mesh = setup->mesh;
    char where[640];
    for (nd_idx i = 0; i < mesh->Nperiodic; i++) {
        double by[3];
        for (int c = 0; c < 3; c++)
            by[c] = mesh->V[3 * (size_t)mesh->periodic[6 * (size_t)i + 3] + (size_t)c] -
                    mesh->V[3 * (size_t)mesh->periodic[6 * (size_t)i] + (size_t)c];
        if (fabs(dot(by, e->plane.d)) > 1e-9 * sqrt(dot(by, by)))
            FAIL(NUDGE_EVALUE,
                 "%s: the mesh is periodic by [%.4g, %.4g, %.4g], and the wave, which travels along [%.4g, "
                 "%.4g, %.4g], "
                 "is not: choose a direction at right angles to that",
                 nd_sources_where(setup, e->source, where), by[0], by[1], by[2], e->plane.d[0], e->plane.d[1],
                 e->plane.d[2]);
    }
done:
    return status;
}

/* Where total fields meet an open boundary, the wave may leave but cannot enter. */
static int check_open(const struct nd_sources_setup *setup, const struct nd_emitter *e,
                      const unsigned char *total)
{
    int status = 0, warned = 0;
    const struct nd_mesh *mesh = setup->mesh;
    char where[640];
    nd_sources_where(setup, e->source, where);
    for (nd_idx k = 0; k < mesh->K; k++) {
        double G[9], J, normal[4][3], Fscale[4];
        if (!total[mesh->region[k]]) continue;
        for (int f = 0; f < 4; f++) {
            const nd_idx b = setup->connect->EToB[4 * (int64_t)k + f];
            if (b < 0 || !nd_assign_open(setup->assign, setup->law, b)) continue;
            if (nd_connect_back(setup->connect, 4 * (size_t)k + (size_t)f) >= 0)
                continue; /* a wall inside the mesh casts a shadow */
            nd_geometry_metric(mesh, k, G, &J);
            nd_geometry_faces(G, normal, Fscale);
            const double out = dot(normal[f], e->plane.d);
            if (out < -1e-6)
                FAIL(NUDGE_EVALUE,
                     "%s: region '%s' is total and reaches boundary '%s', where the wave would have to enter "
                     "and cannot: put a region of scattered fields between them",
                     where, mesh->region_name[mesh->region[k]], mesh->boundary_name[b]);
            if (out < 1 - 1e-6 && !warned++)
                nd_warn("%s: region '%s' is total and reaches boundary '%s', which absorbs some of the wave "
                        "as it passes along; better put a region of scattered fields between them",
                        where, mesh->region_name[mesh->region[k]], mesh->boundary_name[b]);
        }
    }
done:
    return status;
}

/* Face terms act on the fields that elements hold, which must be the total ones. */
static int check_surfaces(const struct nd_sources_setup *setup, const struct nd_emitter *e,
                          const unsigned char *total)
{
    int status = 0;
    const struct nd_mesh *mesh = setup->mesh;
    char where[640];
    for (int64_t i = 0; i < 4 * (int64_t)mesh->K; i++) {
        const nd_idx b = setup->connect->EToB[i], r = mesh->region[i / 4];
        if (b < 0 || !setup->assign->surface[b].kind || total[r]) continue;
        FAIL(NUDGE_EVALUE,
             "%s: boundary '%s' (%s) has a side in region '%s', which holds scattered fields, and acts on "
             "total ones: put it inside a region of plane_wave.total",
             nd_sources_where(setup, e->source, where), mesh->boundary_name[b],
             nd_pairs_find(&setup->problem->boundaries, mesh->boundary_name[b])->value, mesh->region_name[r]);
    }
done:
    return status;
}

int nd_emitter_make_wave(struct nd_emitter *e, struct nd_rhs *rhs, const struct nd_sources_setup *setup)
{
    int status = 0;
    unsigned char *total = NULL;
    ALLOC(total, setup->mesh->nregions + 1);
    TRY(mark_total(setup, e->source, total));
    TRY(find_background(setup, e->source, total, &e->plane.background));
    TRY(make_wave(&e->plane, rhs, setup, e->source));
    TRY(check_periodic(setup, e));
    TRY(check_open(setup, e, total));
    TRY(check_surfaces(setup, e, total));
    TRY(nd_emitter_make_faces(e, rhs, setup, total));
done:
    free(total);
    return status;
}
