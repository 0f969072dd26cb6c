/* The page that nudge check prints. */
#include <math.h>
#include <stdio.h>
#include <string.h>
#include "cli.h"
#include "preamble.h"
#include "printable.h"
#include "progress.h"

/* "source " if the name is that of one; else it is the band of the ports. */
static const char *kind_of(const nudge_preflight *pf, const char *name)
{
    const nudge_source *s;
    for (int i = 0; (s = nudge_preflight_get_source(pf, i)); i++)
        if (!strcmp(s->name, name)) return "source ";
    return "";
}

static void print_legend(const nudge_preflight *pf, int order, int si)
{
    const nudge_preflight_info *p = nudge_preflight_describe(pf);
    char highest[32];
    if (p->highest_source)
        printf("  wavelengths at %s, the highest frequency of %s%s;\n"
               "  points per wavelength = order (%d) x wavelength / edge length (mean, worst)\n",
               with_unit(p->high, si ? "Hz" : NULL, highest), kind_of(pf, p->highest_source),
               printable(p->highest_source), order);
    else
        printf("  frequency with %d points per wavelength = order x wavelength / mean edge\n",
               NUDGE_POINTS_FAIR);
    if (p->unknown_sources)
        printf("  %d source%s of a waveform whose frequencies are not known\n", p->unknown_sources,
               p->unknown_sources == 1 ? "" : "s");
}

static void print_regions(const nudge_preflight *pf, int order, int si)
{
    const nudge_preflight_info *p = nudge_preflight_describe(pf);
    const nudge_preflight_region *r;
    const int known = p->highest_source != NULL;
    printf("\nregion               elements  material           speed   mean edge  largest edge  %s\n",
           known ? "wavelength       points   worst" : "frequency");
    for (int i = 0; (r = nudge_preflight_get_region(pf, i)); i++) {
        if (!r->elements) continue;
        printf("  %-17s %9lld  %-12s %11.4g %11.4g   %11.4g", printable_tag(r->name), (long long)r->elements,
               printable(r->material), r->speed, r->edge_mean, r->edge_max);
        if (known)
            printf(" %11.4g  %11.3g %7.3g\n", r->wavelength, r->points, r->points_min);
        else
            printf(" %10.4g\n", r->frequency);
    }
    if (si) printf("  speeds in m/s, lengths in m, frequencies in Hz\n");
    print_legend(pf, order, si);
}

static void print_elements(const nudge_preflight *pf)
{
    const double longer = nudge_preflight_describe(pf)->longer;
    const nudge_element *e;
    printf("\nelements with the shortest steps, which limit the time step");
    if (longer < 1.005)
        printf(" (removing them would not lengthen it)\n");
    else if (!isnan(longer))
        printf(" (without them it would be %.3g times as long)\n", longer);
    else
        printf("\n");
    printf("     element     inradius  stable step  centroid                             region\n");
    for (int i = 0; (e = nudge_preflight_get_element(pf, i)); i++)
        printf("  %10lld %12.5g %12.5g  %11.4g %11.4g %11.4g  %s\n", (long long)e->number, e->inradius,
               e->stable_step, e->centroid[0], e->centroid[1], e->centroid[2], printable_tag(e->region));
}

static void print_boundaries(const nudge_preflight *pf)
{
    const nudge_preflight_boundary *b;
    const long long pairs = nudge_preflight_describe(pf)->periodic_pairs;
    printf("\nboundary                faces          area  condition\n");
    for (int i = 0; (b = nudge_preflight_get_boundary(pf, i)); i++) {
        const char *name = printable_tag(b->name);
        if (b->faces)
            printf("  %-17s %9lld  %12.6g  %s\n", name, (long long)b->faces, b->area,
                   printable(b->condition));
        if (b->periodic) printf("  %-17s %9lld  %12s  periodic\n", name, (long long)b->periodic, "");
        if (b->wall)
            printf("  %-17s %9lld  %12.6g  %s, inside the mesh, on both sides\n", name, (long long)b->wall,
                   b->wall_area, printable(b->condition));
        if (b->transparent && b->condition && !b->faces && !b->wall)
            printf("  %-17s %9lld  %12s  inside the mesh: %s\n", name, (long long)b->transparent, "",
                   printable(b->condition));
        else if (b->transparent)
            printf("  %-17s %9lld  %12s  inside the mesh: transparent, because boundaries does not name "
                   "it\n",
                   name, (long long)b->transparent, "");
    }
    if (pairs) printf("  %lld pairs of faces are joined, as periodic\n", pairs);
}

static void print_pml(const nudge_preflight_info *p, int si)
{
    char number[32];
    const char *hertz = si ? "Hz" : NULL;
    if (!p->pml_elements) return;
    printf("\nPML: %lld elements", (long long)p->pml_elements);
    if (!isnan(p->pml_thickness))
        printf(", %s thick, %.2g mean edges", with_unit(p->pml_thickness, si ? "m" : NULL, number),
               p->pml_thickness / p->pml_edge);
    if (!isnan(p->pml_thickness) && p->highest_source) {
        printf(";");
        if (p->low > 0)
            printf(" %.3g wavelengths at %s,", p->pml_thickness / p->pml_longest,
                   with_unit(p->low, hertz, number));
        printf(" %.3g wavelengths at %s", p->pml_thickness / p->pml_shortest,
               with_unit(p->high, hertz, number));
    }
    printf("\n");
}

static void print_words(int n, const char *const *words)
{
    for (int i = 0; i < n; i++) printf("%s%s", i ? ", " : "", printable(words[i]));
}

static void print_vector(const char *before, const double v[3])
{
    printf("%s (%.4g, %.4g, %.4g)", before, v[0], v[1], v[2]);
}

static void print_waveform(const nudge_source *s, int si)
{
    char low[32], high[32], half[32];
    with_unit(s->low, si ? "Hz" : NULL, low);
    with_unit(s->high, si ? "Hz" : NULL, high);
    with_unit(s->half, si ? "Hz" : NULL, half);
    printf("; %s%s%s", s->waveform, s->table ? " " : "", s->table ? printable(s->table) : "");
    if (isnan(s->high))
        printf(", frequencies not known\n");
    else if (!strcmp(s->waveform, "sine"))
        printf(", frequency %s\n", high);
    else if (s->half < s->high)
        printf(", frequencies %s to %s, beyond which less than a tenth is left, and at %s half\n", low, high,
               half);
    else
        printf(", frequencies %s to %s\n", low, high);
}

static void print_source(const nudge_source *s, int si)
{
    static const double none[3];
    printf("  %s: ", printable(s->name));
    if (!strcmp(s->key, "plane_wave")) {
        print_vector("plane wave along", s->direction);
        if (memcmp(s->polarization, none, sizeof none)) print_vector(", polarized along", s->polarization);
        printf(s->regions ? ", total fields in " : ", scattered fields everywhere");
    } else {
        printf("%s%s%s", s->kind, *s->kind ? " " : "",
               !strcmp(s->key, "volume_source") ? "volume source"
               : !strcmp(s->key, "body_force")  ? "body force"
                                                : s->key);
        if (s->point)
            print_vector(" at", s->at);
        else
            printf(" in ");
    }
    if (!s->point) print_words(s->regions, s->region);
    print_waveform(s, si);
}

static void print_sources(const nudge_preflight *pf, int si)
{
    const nudge_source *s;
    for (int i = 0; (s = nudge_preflight_get_source(pf, i)); i++) {
        if (!i) printf("\nsources\n");
        print_source(s, si);
    }
}

static void print_frequencies(const nudge_monitor *m, int si)
{
    char from[32], to[32];
    double low = INFINITY, high = -INFINITY;
    for (int i = 0; i < m->frequencies; i++) {
        low = fmin(low, m->frequency[i]);
        high = fmax(high, m->frequency[i]);
    }
    with_unit(low, si ? "Hz" : NULL, from);
    with_unit(high, si ? "Hz" : NULL, to);
    if (m->frequencies == 1) printf(", at the frequency %s", from);
    if (m->frequencies > 1) printf(", at %d frequencies from %s to %s", m->frequencies, from, to);
}

static void print_monitor(const nudge_monitor *m, int si)
{
    char every[32];
    static const char *const in[] = {[NUDGE_FOURIER] = "fields in ",
                                     [NUDGE_POWER] = "",
                                     [NUDGE_FAR] = "",
                                     [NUDGE_ORDERS] = "orders between "},
                             *const around[] = {[NUDGE_FOURIER] = "fields around ",
                                                [NUDGE_POWER] = "power out of ",
                                                [NUDGE_FAR] = "far field from around ",
                                                [NUDGE_ORDERS] = ""};
    printf("  %s: ", printable(m->name));
    if (m->kind == NUDGE_RESONANCES) {
        char low[32], high[32];
        print_vector("resonances at", m->at);
        printf(", in the band from %s to %s", with_unit(m->frequency[0], si ? "Hz" : NULL, low),
               with_unit(m->frequency[1], si ? "Hz" : NULL, high));
    } else if (m->kind == NUDGE_PROBE) {
        print_vector("probe at", m->at);
        if (m->every > 0) printf(", every %s", with_unit(m->every, si ? "s" : NULL, every));
    } else if (m->plane >= 0) {
        printf("fields on the plane %c = %.4g", "xyz"[m->plane], m -> plane_at);
    } else if (m->boundary) {
        printf("%s %s", m->kind == NUDGE_POWER ? "power through" : "fields on", printable(m->boundary));
    } else {
        printf("%s", (m->around ? around : in)[m->kind]);
        print_words(m->regions, m->region);
    }
    if (m->kind != NUDGE_PROBE && m->kind != NUDGE_RESONANCES) print_frequencies(m, si);
    printf("\n");
}

static void print_monitors(nudge_solver *solver, int si)
{
    const nudge_monitor *m;
    for (int i = 0; (m = nudge_solver_get_monitor(solver, i)); i++) {
        if (!i) printf("\nmonitors\n");
        print_monitor(m, si);
    }
}

/* After scaling, with the PML. */
static void print_extent(const nudge_preflight_info *p, int si)
{
    printf("\nmesh: %.6g x %.6g x %.6g%s", p->extent[0], p->extent[1], p->extent[2], si ? " m" : "");
    if (p->scale != 1) printf(", coordinates times %g (mesh.scale)", p->scale);
    printf("\n");
}

void preflight_print(const nudge_problem *problem, nudge_solver *solver, const nudge_preflight *pf)
{
    const nudge_problem_info *p = nudge_problem_describe(problem);
    print_extent(nudge_preflight_describe(pf), p->si);
    print_regions(pf, p->order, p->si);
    print_elements(pf);
    print_boundaries(pf);
    print_pml(nudge_preflight_describe(pf), p->si);
    print_sources(pf, p->si);
    print_monitors(solver, p->si);
    printf("\n");
    fflush(stdout);
}

int preflight_judge(const nudge_preflight *pf, int and_run)
{
    static const char note[] = "note: ";
    const char *warning;
    for (int i = 0; (warning = nudge_preflight_warning(pf, i)); i++) {
        if (strncmp(warning, note, sizeof note - 1))
            cli_warn("%s", warning);
        else if (!and_run)
            printf("%s\n", printable(warning));
    }
    fflush(stdout);
    return and_run ? nudge_preflight_check_run(pf) : nudge_preflight_check(pf);
}
