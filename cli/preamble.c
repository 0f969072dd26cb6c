#include "preamble.h"

#include <math.h>
#include <stdio.h>
#include "printable.h"
#include "progress.h"

typedef const char *name_of(const nudge_preflight *preflight, int i);

static const char *region_name(const nudge_preflight *pf, int i)
{
    return nudge_preflight_get_region(pf, i)->name;
}

static const char *boundary_name(const nudge_preflight *pf, int i)
{
    return nudge_preflight_get_boundary(pf, i)->name;
}

/* ", 2 regions (air, glass)"; many names are left out. noun: singular, then plural. */
static void print_names(const nudge_preflight *pf, int n, name_of *name, const char *const noun[2])
{
    printf(", %d %s", n, noun[n != 1]);
    for (int i = 0; i < n && n <= 8; i++)
        printf("%s%s%s", i ? ", " : " (", *name(pf, i) ? printable(name(pf, i)) : "not tagged",
               i + 1 == n ? ")" : "");
}

/* Tagged surfaces inside the mesh without a condition: waves pass them. */
static void print_transparent(const nudge_preflight *pf)
{
    int n = 0;
    const nudge_preflight_boundary *b;
    for (int i = 0; (b = nudge_preflight_get_boundary(pf, i)); i++) {
        if (!b->transparent || !*b->name || (b->condition && !b->faces && !b->wall)) continue;
        printf("%s %s", n++ ? "," : "inside    ", printable(b->name));
    }
    if (n) printf(": transparent, because boundaries does not name %s\n", n == 1 ? "it" : "them");
}

static void print_step(const nudge_preflight_info *p, int si)
{
    char step[32], stable[32], end[32];
    printf("time step  %s%s; ", with_unit(p->dt, si ? "s" : NULL, step),
           p->dt_given ? ", as the problem says" : "");
    if (p->cfl != 1 && !p->dt_given) printf("cfl %.4g, ", p->cfl);
    printf("the stable one, %s, is set by element %lld", with_unit(p->stable_dt, si ? "s" : NULL, stable),
           (long long)p->smallest->number);
    if (*p->smallest->region) printf(" in region %s", printable(p->smallest->region));
    if (si)
        with_unit(p->end, "s", end);
    else
        snprintf(end, sizeof end, "%.6g", p->end);
    printf("\nsteps      %lld, to t = %s\n", (long long)p->steps, end);
}

/* The worst region. */
static void print_resolution(const nudge_preflight *pf, int si)
{
    char high[32];
    const nudge_preflight_info *p = nudge_preflight_describe(pf);
    const nudge_preflight_region *r, *worst = NULL;
    for (int i = 0; (r = nudge_preflight_get_region(pf, i)); i++)
        if (r->elements && (!worst || r->points_min < worst->points_min)) worst = r;
    if (!p->highest_source || !worst) return;
    printf("resolution %.3g points per wavelength or more, at %s; least in region %s\n", worst->points_min,
           with_unit(p->high, si ? "Hz" : NULL, high), printable_tag(worst->name));
}

static void print_memory(const nudge_preflight_info *p)
{
    char number[32];
    printf("memory     %s", with_prefix(p->host_bytes + p->device_bytes, "B", number));
    if (p->device_bytes > 0) {
        printf(", of these %s on the device", with_prefix(p->device_bytes, "B", number));
        printf(" and %s on the host", with_prefix(p->host_bytes, "B", number));
    }
    printf("\n");
}

static void print_time(const nudge_preflight_info *p)
{
    char wall[32];
    if (isnan(p->run_seconds)) return;
    printf("expected   about %s for the time steps (%lld steps of %d evaluations, %.3g ms per evaluation); "
           "writing outputs takes additional time\n",
           as_duration(p->run_seconds, wall), (long long)p->steps, p->stages, p->stage_seconds * 1e3);
    if (p->after_seconds > 1)
        printf("far fields about %s after the last step\n", as_duration(p->after_seconds, wall));
}

/* "2 threads (--threads)": how many, and what decided it. */
static void print_threads(int n)
{
    static const char *const why[] = {[NUDGE_THREADS_CORES] = "one per core",
                                      [NUDGE_THREADS_AFFINITY] = "one per core of the affinity mask",
                                      [NUDGE_THREADS_QUOTA] = "as many cores as the control group allows",
                                      [NUDGE_THREADS_OPENMP] = "OMP_NUM_THREADS",
                                      [NUDGE_THREADS_SET] = "--threads"};
    const nudge_threads *t = nudge_threads_describe();
    const int set = t->decision >= NUDGE_THREADS_OPENMP;
    printf("%d thread%s (%s", n, n == 1 ? "" : "s", why[t->decision]);
    if (n < t->wanted && set) printf(" requests %d", t->wanted);
    if (set) printf("; %d core%s available", t->cores, t->cores == 1 ? "" : "s");
    printf(")");
}

static void print_ranks(const nudge_preflight_info *p)
{
    if (p->ranks == 1) return;
    printf("ranks      %d", p->ranks);
    if (p->exchange) printf(", by %s", p->exchange);
    printf("\n");
}

void preamble_announce(const nudge_problem *problem)
{
    const nudge_problem_info *p = nudge_problem_describe(problem);
    if (p->geometry_runs_code)
        printf("geometry   %s is run as code by gmsh\n", printable(p->geometry_runs_code));
    if (p->law_runs_code) printf("law file   %s is compiled and run as code\n", printable(p->law));
    fflush(stdout);
}

void preamble_print(const nudge_problem *problem, const nudge_preflight *pf)
{
    static const char *const regions[] = {"region", "regions"}, *const boundaries[] = {"boundary",
                                                                                       "boundaries"};
    const nudge_problem_info *problem_info = nudge_problem_describe(problem);
    const nudge_preflight_info *p = nudge_preflight_describe(pf);
    printf("problem    %s: law %s, %s units\n", printable(problem_info->path), p->law,
           problem_info->si ? "si" : "natural");
    if (problem_info->outside_folder)
        printf("output     in %s, outside the problem file's folder\n",
               printable(problem_info->outside_folder));
    printf("mesh       %s: %lld elements", printable(p->mesh), (long long)p->elements);
    if (p->curved) printf(", %lld of them curved (order %d)", (long long)p->curved, p->curved_order);
    print_names(pf, p->regions, region_name, regions);
    print_names(pf, p->boundaries, boundary_name, boundaries);
    printf("\n");
    print_transparent(pf);
    printf("order      %d, %s precision, %.0f DOFs\n", problem_info->order,
           problem_info->precision == NUDGE_SINGLE ? "single" : "double", p->dofs);
    printf("device     %s: %s, ", p->device, printable(p->hardware));
    if (p->cpu)
        print_threads(p->units);
    else
        printf("%d unit%s", p->units, p->units == 1 ? "" : "s");
    printf(", variant %s\n", p->variant);
    if (!p->cpu) printf("parameters %s\n", p->parameters);
    print_ranks(p);
    print_memory(p);
    print_step(p, problem_info->si);
    print_time(p);
    print_resolution(pf, problem_info->si);
    fflush(stdout);
}
