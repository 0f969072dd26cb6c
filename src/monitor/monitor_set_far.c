/* Sets up a far-field monitor: its surface, the medium outside, and all checks. */
#include <math.h>
#include <string.h>
#include "base/format.h"
#include "base/log.h"
#include "base/text.h"
#include "monitor/monitor.h"

/* A name for messages. */
static const char *display_name(const char *name)
{
    return name[0] ? name : "(unnamed)";
}

/* Whether no element at the surface holds total fields of a plane wave: far fields are made of scattered
 * fields. */
static int is_scattered(const struct nd_monitors_setup *setup, const struct nd_surface *s)
{
    for (int i = 0; i < setup->problem->sources.n; i++) {
        const struct nd_words *total = &nd_problem_source(setup->problem, i)->total;
        for (int j = 0; j < total->n; j++)
            for (nd_idx e = 0; e < s->nelements; e++)
                if (!strcmp(total->at[j], setup->mesh->region_name[setup->mesh->region[s->element[e]]]))
                    return 0;
    }
    return 1;
}

/* Warns that there is a plane wave only: the far field is the rounding error of the wave that leaves
 * again. */
static int warn_of_nothing(const struct nd_monitors_setup *setup, const struct nd_monitor *monitor,
                           const char *inside)
{
    int status = 0;
    nd_idx b;
    char where[640], pass[256] = "";
    TRY(nd_monitor_transparent(setup, inside, &b));
    if (b >= 0)
        nd_format(pass, sizeof pass,
                  "; waves pass the surface '%.80s' inside because it has no condition: give it one under "
                  "boundaries",
                  setup->mesh->boundary_name[b]);
    nd_warn("%s: far field '%s': no wall, body or source lies inside its surface, so that it holds only "
            "rounding errors%s",
            nd_problem_where(setup->problem, monitor->spec->around.line, where), monitor->spec->named.name,
            pass);
done:
    return status;
}

/* Finds regions that were left out, or named instead of those that they surround. */
static int check_inside(const struct nd_monitors_setup *setup, const struct nd_monitor *monitor)
{
    int status = 0, found;
    const struct nd_mesh *mesh = setup->mesh;
    char *inside = NULL, *open = NULL, where[640], all[512];
    ALLOC(inside, mesh->nregions + 1);
    ALLOC(open, mesh->nboundaries + 1);
    nd_monitor_mark_open(setup, open);
    TRY(nd_monitor_mark_regions(setup, monitor->spec, &monitor->spec->around, inside));
    TRY(nd_monitor_radiates(setup, inside, open, &found));
    nd_names_join(mesh->region_name, mesh->nregions, all, sizeof all);
    if (!found)
        FAIL(
            NUDGE_EVALUE,
            "%s: nothing in these regions radiates or scatters: no source, no wall, no body; name all "
            "regions inside the surface, also those that hold the scatterer or the antenna; the mesh has: %s",
            nd_monitor_where(setup->problem, monitor->spec, monitor->spec->around.line, where), all);
    if (found == ND_LIGHTS) TRY(warn_of_nothing(setup, monitor, inside));
done:
    free(inside);
    free(open);
    return status;
}

static const double *constants_of(const struct nd_monitors_setup *setup, nd_idx k)
{
    const int material = setup->assign->material[setup->mesh->region[k]];
    return setup->assign->constants + (size_t)material * (size_t)setup->law->material.n;
}

/* Checks that there is one medium along the whole surface, and on both its sides. */
static int check_medium(const struct nd_monitors_setup *setup, const struct nd_monitor *monitor)
{
    int status = 0;
    const struct nd_surface *s = &monitor->surface;
    const struct nd_mesh *mesh = setup->mesh;
    const nd_idx first = s->element[0];
    const size_t bytes = (size_t)setup->law->material.n * sizeof(double);
    char where[640];
    for (nd_idx i = 0; i < s->nfaces; i++) {
        const nd_idx own = s->element[s->owner[i]], other = s->neighbour[i] < 0 ? own : s->neighbour[i];
        const int apart = memcmp(constants_of(setup, own), constants_of(setup, other), bytes) != 0;
        if (apart || memcmp(constants_of(setup, first), constants_of(setup, own), bytes))
            FAIL(NUDGE_EVALUE,
                 "%s: the surface %s regions '%s' and '%s', which are of different materials: the whole "
                 "scatterer must be inside, with some of the medium around it",
                 nd_monitor_where(setup->problem, monitor->spec, monitor->spec->around.line, where),
                 apart ? "cuts a body: it lies between" : "goes through",
                 display_name(mesh->region_name[mesh->region[apart ? own : first]]),
                 display_name(mesh->region_name[mesh->region[apart ? other : own]]));
    }
done:
    return status;
}

/* Sets the medium outside, in which waves must have one speed in all directions. */
static int set_outside(const struct nd_monitors_setup *setup, struct nd_monitor *monitor)
{
    int status = 0;
    const struct nd_law *law = setup->law;
    const int material = setup->assign->material[setup->mesh->region[monitor->surface.element[0]]];
    char where[640];
    nd_monitor_where(setup->problem, monitor->spec, monitor->spec->around.line, where);
    if (!law->nwave)
        FAIL(NUDGE_EVALUE,
             "%s: law %s has no far fields: its head does not define LAW_WAVE (doc/reference/law.md)", where,
             law->name);
    ALLOC(monitor->around, 1);
    TRY(nd_matrices_init(monitor->around, setup->rhs, material));
    if (monitor->around->losses > 0)
        FAIL(NUDGE_EVALUE,
             "%s: the medium around the surface, material '%s', has losses: it has no far field; use a "
             "power monitor",
             where, setup->problem->material[material].name);
    if (setup->problem->material[material].npoles)
        FAIL(NUDGE_EVALUE,
             "%s: the medium around the surface, material '%s', has poles, so that its waves disperse: far fields are "
             "not supported there; use a power monitor",
             where, setup->problem->material[material].name);
    const double speed = nd_outside_init(&monitor->outside, monitor->around, law->wave, law->nwave);
    if (isnan(speed))
        FAIL(NUDGE_EVALUE,
             "%s: far fields are of laws whose waves have one speed, the same in all directions, as in "
             "Maxwell's "
             "equations and acoustics; those of law %s in material '%s' have not; use a power or a fourier "
             "monitor on the surface",
             where, law->name, setup->problem->material[material].name);
    monitor->outside.k = 2 * M_PI / speed;
done:
    return status;
}

/* No wall inside the mesh may be a part of the surface or pass through it. */
static int check_walls(const struct nd_monitors_setup *setup, const struct nd_monitor *monitor,
                       const char *where)
{
    int status = 0;
    char *inside = NULL;
    ALLOC(inside, setup->mesh->nregions + 1);
    TRY(nd_monitor_mark_regions(setup, monitor->spec, &monitor->spec->around, inside));
    TRY(nd_monitor_uncut(setup, inside, where));
done:
    free(inside);
    return status;
}

int nd_monitor_set_far(const struct nd_monitors *m, const struct nd_monitors_setup *setup,
                       struct nd_monitor *monitor)
{
    int status = 0;
    char where[640];
    nd_monitor_where(setup->problem, monitor->spec, monitor->spec->around.line, where);
    if (m->incident.waves > 1)
        FAIL(NUDGE_EVALUE,
             "%s: cross-sections are of one plane wave, and there are %d; run the problem once for each",
             where, m->incident.waves);
    for (int i = 0; i < monitor->spec->frequencies.n; i++)
        if (!(monitor->spec->frequencies.at[i] > 0))
            FAIL(NUDGE_EVALUE, "%s: far fields are of frequencies above 0", where);
    TRY(check_walls(setup, monitor, where));
    TRY(nd_monitor_set_surface(setup, monitor, 0));
    const nd_idx faces = monitor->surface.nfaces;
    if (!is_scattered(setup, &monitor->surface)) {
        TRY(nd_monitor_set_surface(setup, monitor, 1));
        if (monitor->surface.nfaces != faces || !is_scattered(setup, &monitor->surface))
            FAIL(NUDGE_EVALUE,
                 "%s: the far field is that of the scattered fields, and both sides of the surface hold "
                 "total fields "
                 "(plane_wave.total); put it where fields are scattered",
                 where);
    }
    if (setup->symmetry->planes && !setup->symmetry->known)
        FAIL(NUDGE_EVALUE, "%s: images in planes of symmetry are not known for law %s; mesh the whole", where,
             setup->law->name);
    TRY(nd_monitor_closed(setup, &monitor->surface, where));
    TRY(check_medium(setup, monitor));
    TRY(set_outside(setup, monitor));
    TRY(check_inside(setup, monitor));
done:
    return status;
}
