/* nudge mesh info: describes a mesh file. */
#include <math.h>
#include <stdio.h>
#include <string.h>
#include "options.h"
#include "printable.h"

static void print_regions(const nudge_mesh *mesh)
{
    const nudge_mesh_region *r;
    printf("\nregion                     elements        volume\n");
    for (int i = 0; (r = nudge_mesh_get_region(mesh, i)); i++)
        printf("  %-22s %10lld  %12.6g\n", printable_tag(r->name), (long long)r->elements, r->volume);
}

static void print_boundaries(const nudge_mesh *mesh)
{
    const nudge_mesh_boundary *b;
    printf("\nboundary                      faces          area\n");
    for (int i = 0; (b = nudge_mesh_get_boundary(mesh, i)); i++) {
        printf("  %-22s %10lld  %12.6g", printable_tag(b->name), (long long)b->faces, b->area);
        if (b->inside) printf("  and %lld inside the mesh", (long long)b->inside);
        printf("\n");
    }
}

static void print_quality(const nudge_mesh_info *info)
{
    int64_t most = 1;
    char bar[41];
    memset(bar, '#', sizeof bar);
    for (int i = 0; i < 10; i++)
        if (info->quality_histogram[i] > most) most = info->quality_histogram[i];
    printf("\nquality (3 inradius / circumradius): least %.4f, median %.4f\n", info->quality_min,
           info->quality_median);
    for (int i = 0; i < 10; i++)
        printf("  %.1f-%.1f %10lld  %.*s\n", 0.1 * i, 0.1 * (i + 1), (long long)info->quality_histogram[i],
               (int)ceil(40.0 * (double)info->quality_histogram[i] / (double)most), bar);
}

static void print_smallest(const nudge_mesh *mesh)
{
    const nudge_element *e;
    printf("\nsmallest elements (these set the time step)\n     element     inradius  centroid               "
           "               region\n");
    for (int i = 0; (e = nudge_mesh_get_smallest(mesh, i)); i++)
        printf("  %10lld %12.5g  %11.4g %11.4g %11.4g  %s\n", (long long)e->number, e->inradius,
               e->centroid[0], e->centroid[1], e->centroid[2], printable_tag(e->region));
}

static void print_counts(const nudge_mesh_info *info)
{
    const double *low = info->low, *high = info->high;
    printf("%s\n", printable(info->name));
    printf("elements         %lld (%lld came in inverted and were reoriented)\n", (long long)info->elements,
           (long long)info->reoriented);
    if (info->order > 1)
        printf("curved           %lld elements of order %d, by up to %.2g of the longest edge; the others "
               "are straight\n",
               (long long)info->curved, info->order, info->bend);
    printf("vertices         %lld\n", (long long)info->vertices);
    printf("boundary faces   %lld, of these %lld without a tag\n", (long long)info->boundary_faces,
           (long long)info->untagged_faces);
    printf("tagged inside    %lld faces\n", (long long)info->inside_faces);
    if (info->periodic_pairs)
        printf("periodic         %lld pairs of faces\n", (long long)info->periodic_pairs);
    printf("bounding box     %.6g %.6g %.6g to %.6g %.6g %.6g\n", low[0], low[1], low[2], high[0], high[1],
           high[2]);
    printf("extent           %.6g x %.6g x %.6g, in the unit of the file (mesh.scale of a problem multiplies "
           "it)\n",
           high[0] - low[0], high[1] - low[1], high[2] - low[2]);
    printf("volume           %.9g\n", info->volume);
    printf("edges            %.5g to %.5g\n", info->edge_min, info->edge_max);
    printf("inradius         least %.5g, median %.5g\n", info->inradius_min, info->inradius_median);
}

static int print_info(const char *path)
{
    int status = 0;
    nudge_mesh *mesh = NULL;
    TRY(nudge_mesh_read(&mesh, path));
    print_counts(nudge_mesh_describe(mesh));
    print_regions(mesh);
    print_boundaries(mesh);
    print_quality(nudge_mesh_describe(mesh));
    print_smallest(mesh);
    fflush(stdout); /* before warnings on stderr */
    TRY(nudge_mesh_check(mesh));
done:
    nudge_mesh_destroy(mesh);
    return status;
}

int cmd_mesh(int argc, char **argv)
{
    struct args args;
    int wrong = args_read(&args, argc, argv);
    if (!wrong && strcmp(args.operand[0], "info"))
        wrong = cli_usage_error("mesh: there is no %s, did you mean info? usage: nudge mesh info FILE",
                                args.operand[0]);
    const int result = wrong ? wrong : cli_failed(print_info(args.operand[1]));
    args_clear(&args);
    return result;
}
