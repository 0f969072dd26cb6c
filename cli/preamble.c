#include "preamble.h"

#include <math.h>
#include <stdio.h>
#include "base/threads.h"
#include "printable.h"
#include "progress.h"

/* "2 regions (air, glass)": a mesh with many has only their number told. */
static void print_names(nd_idx n, char *const *names, const char *one, const char *many)
{
    printf(", %d %s", (int)n, n == 1 ? one : many);
    for (nd_idx i = 0; i < n && n <= 8; i++)
        printf("%s%s%s", i ? ", " : " (", *names[i] ? printable(names[i]) : "not tagged",
               i + 1 == n ? ")" : "");
}

/* Tagged surfaces inside the mesh that waves pass as if they were not there. */
static void print_transparent(const struct nd_preflight *pf)
{
    const struct nd_mesh *mesh = &pf->solver->mesh;
    int n = 0;
    for (nd_idx b = 0; b < mesh->nboundaries; b++) {
        if (!pf->boundary[b].inside || !*mesh->boundary_name[b]) continue;
        printf("%s %s", n++ ? "," : "inside    ", printable(mesh->boundary_name[b]));
    }
    if (n) printf(": transparent, for boundaries does not name %s\n", n == 1 ? "it" : "them");
}

static void print_step(const nudge_solver *s)
{
    const struct nd_mesh *mesh = &s->mesh;
    const nd_idx k = s->tightest;
    const char *region = mesh->region_name[mesh->region[k]];
    printf("time step  %.4g%s; ", s->schedule.dt, s->schedule.fixed ? ", as the problem says" : "");
    if (s->problem->cfl != 1 && !s->schedule.fixed) printf("cfl %.4g, ", s->problem->cfl);
    printf("the stable one, %.4g, is set by element %lld", s->stable, (long long)mesh->label[k]);
    if (*region) printf(" in region %s", printable(region));
    printf("\nsteps      %lld, to t = %.6g\n", (long long)s->schedule.steps, s->schedule.end);
}

/* Of the region that holds waves worst. */
static void print_resolution(const struct nd_preflight *pf)
{
    const nudge_solver *s = pf->solver;
    nd_idx worst = -1;
    for (nd_idx i = 0; i < s->mesh.nregions; i++)
        if (pf->region[i].elements && (worst < 0 || pf->region[i].least < pf->region[worst].least)) worst = i;
    if (pf->highest < 0 || worst < 0) return;
    const char *name = s->mesh.region_name[worst];
    printf("resolution %.3g nodes a wavelength or more, at %.4g; least in region %s\n",
           pf->region[worst].least, pf->band.high, printable_tag(name));
}

static void print_memory(const struct nd_preflight *pf)
{
    char number[32];
    printf("memory     %s", with_prefix(pf->host + pf->device, "B", number));
    if (pf->device > 0) {
        printf(", of these %s on the device", with_prefix(pf->device, "B", number));
        printf(" and %s on the host", with_prefix(pf->host, "B", number));
    }
    printf("\n");
}

static void print_time(const struct nd_preflight *pf)
{
    char wall[32];
    if (isnan(pf->seconds)) return;
    printf("expected   about %s, outputs not counted: a stage takes %.3g ms, a step %d of them\n",
           as_duration(pf->seconds, wall), pf->stage_seconds * 1e3, pf->solver->integrator->stages);
    if (pf->after > 1) printf("far fields about %s after the last step\n", as_duration(pf->after, wall));
}

/* "2 threads (--threads)": how many, and who decides it. */
static void print_threads(int n)
{
    static const char *const why[] = {[ND_THREADS_CORES] = "one per core",
                                      [ND_THREADS_AFFINITY] = "one per core of the affinity mask",
                                      [ND_THREADS_QUOTA] = "as many cores as the control group allows",
                                      [ND_THREADS_OPENMP] = "OMP_NUM_THREADS",
                                      [ND_THREADS_SET] = "--threads"};
    const struct nd_threads t = nd_threads_get();
    printf("%d thread%s (%s", n, n == 1 ? "" : "s", why[t.why]);
    if (n < t.asked && t.why >= ND_THREADS_OPENMP) printf(" asks for %d", t.asked);
    if (t.why >= ND_THREADS_OPENMP) printf("; %d core%s available", t.cores, t.cores == 1 ? "" : "s");
    printf(")");
}

void preamble_announce(const nudge_problem *problem)
{
    if (!nd_law_is_file(problem->law) || !nd_problem_trusts_law(problem)) return;
    printf("law file   %s is compiled and run as code\n", printable(problem->law));
    fflush(stdout);
}

void preamble_print(const struct nd_preflight *pf)
{
    const nudge_solver *s = pf->solver;
    const struct nudge_problem *p = s->problem;
    const struct nd_device_info *info = &s->device->info;
    printf("problem    %s: law %s, %s units\n", printable(p->path), s->law.name,
           p->units == ND_UNITS_SI ? "si" : "natural");
    if (nd_problem_writes_outside(p))
        printf("output     in %s, outside the problem file's folder\n", printable(p->output.folder));
    printf("mesh       %s: %d elements", printable(s->mesh.name), (int)s->mesh.K);
    print_names(s->mesh.nregions, s->mesh.region_name, "region", "regions");
    print_names(s->mesh.nboundaries, s->mesh.boundary_name, "boundary", "boundaries");
    printf("\n");
    print_transparent(pf);
    printf("order      %d, %s precision, %.0f DOFs\n", s->elem.N,
           p->precision == ND_SINGLE ? "single" : "double", (double)s->mesh.K * s->elem.Np * s->law.fields.n);
    printf("device     %s: %s, ", s->device->backend->name, printable(info->name));
    if (info->vector_bytes)
        print_threads(info->units);
    else
        printf("%d units", info->units);
    printf(", variant %s\n", s->rhs.plan.variant->name);
    print_memory(pf);
    print_step(s);
    print_time(pf);
    print_resolution(pf);
    fflush(stdout);
}
