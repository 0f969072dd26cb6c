/* The page that nudge check prints. */
#include <math.h>
#include <stdio.h>
#include <string.h>
#include "base/log.h"
#include "preamble.h"
#include "printable.h"
#include "progress.h"

static void print_regions(const struct nd_preflight *pf)
{
    const nudge_solver *s = pf->solver;
    const int known = pf->highest >= 0;
    printf("\nregion               elements  material           speed   mean edge  largest edge  %s\n",
           known ? "wavelength  nodes in it   least" : "frequency");
    for (nd_idx i = 0; i < s->mesh.nregions; i++) {
        const struct nd_preflight_region *r = &pf->region[i];
        if (!r->elements) continue;
        printf("  %-17s %9d  %-12s %11.4g %11.4g   %11.4g", printable_tag(s->mesh.region_name[i]),
               (int)r->elements, printable(s->problem->material[s->assign.material[i]].name), r->speed,
               r->edge_mean, r->edge_most);
        if (known)
            printf(" %11.4g  %11.3g %7.3g\n", r->wavelength, r->points, r->least);
        else
            printf(" %10.4g\n", r->reach);
    }
    if (known)
        printf("  wavelengths at %.4g, the highest frequency of source %s; nodes in one: %d (the order) "
               "times it "
               "by the mean edge, of all elements and of the largest\n",
               pf->band.high, printable(nd_problem_source(s->problem, pf->highest)->named.name), s->elem.N);
    else
        printf(
            "  frequency: where a wavelength has %d nodes, counted as order times wavelength by mean edge\n",
            ND_POINTS_FAIR);
    if (pf->unknown)
        printf("  %d source%s of a waveform whose frequencies are not known\n", pf->unknown,
               pf->unknown == 1 ? "" : "s");
}

static void print_tight(const struct nd_preflight *pf)
{
    const struct nd_mesh *mesh = &pf->solver->mesh;
    printf("\nelements that set the time step");
    if (pf->longer < 1.005)
        printf(" (without them it would be as long)\n");
    else if (!isnan(pf->longer))
        printf(" (without them it would be %.3g times as long)\n", pf->longer);
    else
        printf(" (there are no others)\n");
    printf("     element     inradius  stable step  centroid                             region\n");
    for (int i = 0; i < pf->ntight; i++) {
        const nd_idx k = pf->tight[i];
        double c[3];
        nd_geometry_centroid(mesh, k, c);
        printf("  %10lld %12.5g %12.5g  %11.4g %11.4g %11.4g  %s\n", (long long)mesh->label[k],
               nd_mesh_inradius(mesh, k), pf->tight_dt[i], c[0], c[1], c[2],
               printable_tag(mesh->region_name[mesh->region[k]]));
    }
}

static void print_boundaries(const struct nd_preflight *pf)
{
    const struct nd_mesh *mesh = &pf->solver->mesh;
    printf("\nboundary                faces          area  condition\n");
    for (nd_idx b = 0; b < mesh->nboundaries; b++) {
        const struct nd_preflight_boundary *own = &pf->boundary[b];
        const char *name = printable_tag(mesh->boundary_name[b]);
        if (own->faces)
            printf("  %-17s %9d  %12.6g  %s\n", name, (int)own->faces, own->area, printable(own->condition));
        if (own->periodic) printf("  %-17s %9d  %12s  periodic\n", name, (int)own->periodic, "");
        if (own->sheet)
            printf("  %-17s %9d  %12.6g  %s, inside the mesh, on both sides\n", name, (int)own->sheet,
                   own->sheet_area, printable(own->condition));
        if (own->inside)
            printf("  %-17s %9d  %12s  inside the mesh: transparent, for boundaries does not name it\n", name,
                   (int)own->inside, "");
    }
    if (mesh->Nperiodic) printf("  %d pairs of faces are joined, as periodic\n", (int)mesh->Nperiodic);
}

static void print_shell(const struct nd_preflight *pf)
{
    if (!pf->shell_elements) return;
    printf("\nabsorbing shell: %d elements", (int)pf->shell_elements);
    if (!isnan(pf->shell_thickness))
        printf(", %.4g thick, %.2g mean edges", pf->shell_thickness, pf->shell_thickness / pf->shell_edge);
    if (!isnan(pf->shell_thickness) && pf->highest >= 0) {
        printf(";");
        if (pf->band.low > 0)
            printf(" %.3g wavelengths at %.4g,", pf->shell_thickness / pf->shell_longest, pf->band.low);
        printf(" %.3g at %.4g", pf->shell_thickness / pf->shell_shortest, pf->band.high);
    }
    printf("\n");
}

static void print_words(const struct nd_words *words)
{
    for (int i = 0; i < words->n; i++) printf("%s%s", i ? ", " : "", printable(words->at[i]));
}

static void print_vector(const char *before, const double v[3])
{
    printf("%s (%.4g, %.4g, %.4g)", before, v[0], v[1], v[2]);
}

static void print_waveform(const struct nd_waveform *w, const struct nd_band *band)
{
    if (w->table)
        printf("; table %s", printable(w->table));
    else
        printf("; %s", w->pulse    ? "pulse"
                       : w->ricker ? "ricker"
                       : w->brune  ? "brune"
                       : w->sine   ? "sine"
                                   : "expression");
    if (isnan(band->high))
        printf(", frequencies not known\n");
    else if (w->sine)
        printf(", frequency %.4g\n", w->sine_frequency);
    else if (band->vital < band->high)
        printf(", frequencies %.4g to %.4g, beyond which less than a tenth is left, and at %.4g half\n",
               band->low, band->high, band->vital);
    else
        printf(", frequencies %.4g to %.4g\n", band->low, band->high);
}

static void print_source(const struct nd_source *source)
{
    static const double none[3];
    static const char *const kind[ND_SOURCE_KINDS + 1] = {"electric ", "magnetic ", "", "", "", ""};
    const int named = source->dipole || source->current;
    if (source->plane_wave) {
        print_vector("plane wave along", source->direction);
        if (memcmp(source->polarization, none, sizeof none))
            print_vector(", polarized along", source->polarization);
        printf(source->total.n ? ", total fields in " : ", scattered fields everywhere");
        print_words(&source->total);
        return;
    }
    printf("%s%s", named ? kind[nd_source_kind(source)] : "",
           source->volume_source ? "volume source"
           : source->body_force  ? "body force"
                                 : nd_source_word(source));
    if (nd_source_is_point(source)) {
        print_vector(" at", source->at);
    } else {
        printf(" in ");
        print_words(&source->regions);
    }
}

static void print_sources(const struct nd_preflight *pf)
{
    const nudge_problem *p = pf->solver->problem;
    if (p->sources.n) printf("\nsources\n");
    for (int i = 0; i < p->sources.n; i++) {
        const struct nd_source *source = nd_problem_source(p, i);
        printf("  %s: ", printable(source->named.name));
        print_source(source);
        print_waveform(&source->waveform, &pf->source[i]);
    }
}

static void print_frequencies(const struct nd_numbers *f)
{
    double low = INFINITY, high = -INFINITY;
    for (int i = 0; i < f->n; i++) low = fmin(low, f->at[i]), high = fmax(high, f->at[i]);
    if (f->n == 1) printf(", at the frequency %.4g", low);
    if (f->n > 1) printf(", at %d frequencies from %.4g to %.4g", f->n, low, high);
}

static void print_monitors(const nudge_problem *p)
{
    if (p->monitors.n) printf("\nmonitors\n");
    for (int i = 0; i < p->monitors.n; i++) {
        const struct nd_monitor_spec *m = nd_problem_monitor(p, i);
        printf("  %s: ", printable(m->named.name));
        if (m->probe) print_vector("probe at", m->at);
        if (m->fourier && m->regions.n) printf("fields in "), print_words(&m->regions);
        if (m->fourier && m->boundary) printf("fields on %s", printable(m->boundary));
        if (m->fourier && m->around.n) printf("fields around "), print_words(&m->around);
        if (nd_monitor_is_plane(m)) printf("fields on the plane %c = %.4g", "xyz"[m->plane], m -> plane_at);
        if (m->power && m->boundary) printf("power through %s", printable(m->boundary));
        if (m->power && !m->boundary) printf("power out of "), print_words(&m->around);
        if (m->far) printf("far field from around "), print_words(&m->around);
        if (!m->probe) print_frequencies(&m->frequencies);
        if (m->probe && m->every > 0) printf(", every %.4g", m->every);
        printf("\n");
    }
}

/* After scaling, with the shell. */
static void print_extent(const struct nd_preflight *pf)
{
    const nudge_problem *p = pf->solver->problem;
    printf("\nmesh: %.6g x %.6g x %.6g%s", pf->extent[0], pf->extent[1], pf->extent[2],
           p->units == ND_UNITS_SI ? " m" : "");
    if (p->scale.factor != 1) printf(", coordinates times %g (mesh.scale)", p->scale.factor);
    printf("\n");
}

void preflight_print(const struct nd_preflight *pf)
{
    print_extent(pf);
    print_regions(pf);
    print_tight(pf);
    print_boundaries(pf);
    print_shell(pf);
    print_sources(pf);
    print_monitors(pf->solver->problem);
    printf("\n");
    fflush(stdout);
}

int preflight_judge(const struct nd_preflight *pf)
{
    for (int i = 0; i < pf->nwarnings; i++) nd_warn("%s", pf->warning[i]);
    return nd_preflight_check(pf);
}
