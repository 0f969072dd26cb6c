#include "preamble.h"

#include <stdio.h>
#include "progress.h"

/* "2 regions (air, glass)": a mesh with many has only their number told. */
static void print_names(nd_idx n, char *const *names, const char *one, const char *many)
{
    printf(", %d %s", (int)n, n == 1 ? one : many);
    for (nd_idx i = 0; i < n && n <= 8; i++)
        printf("%s%s%s", i ? ", " : " (", *names[i] ? names[i] : "not tagged", i + 1 == n ? ")" : "");
}

static void print_step(const nudge_solver *s)
{
    const struct nd_mesh *mesh = &s->mesh;
    const nd_idx k = s->tightest;
    const char *region = mesh->region_name[mesh->region[k]];
    printf("time step  %.4g%s; ", s->schedule.dt, s->schedule.fixed ? ", as the problem says" : "");
    if (s->problem->cfl != 1 && !s->schedule.fixed) printf("cfl %.4g, ", s->problem->cfl);
    printf("the stable one, %.4g, is set by element %lld", s->stable, (long long)mesh->label[k]);
    if (*region) printf(" in region %s", region);
    printf("\nsteps      %lld, to t = %.6g\n", (long long)s->schedule.steps, s->schedule.end);
}

void preamble_print(const nudge_solver *s)
{
    const struct nudge_problem *p = s->problem;
    const struct nd_device_info *info = &s->device->info;
    char number[32];
    printf("problem    %s: law %s, %s units\n", p->path, s->law.name,
           p->units == ND_UNITS_SI ? "si" : "natural");
    printf("mesh       %s: %d elements", s->mesh.name, (int)s->mesh.K);
    print_names(s->mesh.nregions, s->mesh.region_name, "region", "regions");
    print_names(s->mesh.nboundaries, s->mesh.boundary_name, "boundary", "boundaries");
    printf("\norder      %d, %s precision, %.0f DOFs\n", s->elem.N,
           p->precision == ND_SINGLE ? "single" : "double", (double)s->mesh.K * s->elem.Np * s->law.fields.n);
    printf("device     %s: %s, %d %s, variant %s\n", s->device->backend->name, info->name, info->units,
           info->vector_bytes ? "threads" : "units", s->rhs.plan.variant->name);
    printf("memory     %s\n", with_prefix(s->memory_told, "B", number));
    print_step(s);
    fflush(stdout);
}
