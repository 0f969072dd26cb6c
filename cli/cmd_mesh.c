/* nudge mesh info: what is in a mesh file. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "mesh/geometry.h"
#include "options.h"
#include "part/connect.h"
#include "part/seams.h"
#include "printable.h"

/* Of one region: elements and volume; of one boundary: faces on the hull and their area. */
struct tally {
    long count;
    double measure;
};

static int print_regions(const struct nd_mesh *mesh)
{
    int status = 0;
    struct tally *tally = NULL;
    ALLOC(tally, mesh->nregions);
    for (nd_idx k = 0; k < mesh->K; k++) {
        const double *p[4];
        for (int i = 0; i < 4; i++) p[i] = nd_mesh_vertex(mesh, mesh->EToV[4 * (size_t)k + (size_t)i]);
        tally[mesh->region[k]].count++;
        tally[mesh->region[k]].measure += nd_tet_det(p[0], p[1], p[2], p[3]) / 6;
    }
    printf("\nregion                     elements        volume\n");
    for (nd_idx r = 0; r < mesh->nregions; r++)
        printf("  %-22s %10ld  %12.6g\n", printable_tag(mesh->region_name[r]), tally[r].count,
               tally[r].measure);
done:
    free(tally);
    return status;
}

static void tally_hull(const struct nd_mesh *mesh, const struct nd_connect *connect, struct tally *tally)
{
    for (size_t i = 0; i < 4 * (size_t)mesh->K; i++) {
        const nd_idx b = connect->EToB[i];
        const nd_idx *v = mesh->EToV + i / 4 * 4;
        const int *corner = nd_face_vertex[i % 4];
        if (b < 0) continue;
        tally[b].count++;
        tally[b].measure +=
            nd_triangle_area(nd_mesh_vertex(mesh, v[corner[0]]), nd_mesh_vertex(mesh, v[corner[1]]),
                             nd_mesh_vertex(mesh, v[corner[2]]));
    }
}

static int print_boundaries(const struct nd_mesh *mesh, const struct nd_connect *connect)
{
    int status = 0;
    struct tally *tally = NULL;
    ALLOC(tally, mesh->nboundaries);
    tally_hull(mesh, connect, tally);
    printf("\nboundary                      faces          area\n");
    for (nd_idx b = 0; b < mesh->nboundaries; b++) {
        printf("  %-22s %10ld  %12.6g", printable_tag(mesh->boundary_name[b]), tally[b].count,
               tally[b].measure);
        if (connect->inside[b]) printf("  and %d inside the mesh", (int)connect->inside[b]);
        printf("\n");
    }
done:
    free(tally);
    return status;
}

static void print_quality(const struct nd_mesh_info *info)
{
    nd_idx most = 1;
    char bar[41];
    memset(bar, '#', sizeof bar);
    for (int i = 0; i < 10; i++)
        if (info->histogram[i] > most) most = info->histogram[i];
    printf("\nquality (3 inradius / circumradius): least %.4f, median %.4f\n", info->quality_min,
           info->quality_median);
    for (int i = 0; i < 10; i++)
        printf("  %.1f-%.1f %10d  %.*s\n", 0.1 * i, 0.1 * (i + 1), (int)info->histogram[i],
               (int)ceil(40.0 * info->histogram[i] / most), bar);
}

static void print_smallest(const struct nd_mesh *mesh, const struct nd_mesh_info *info)
{
    printf("\nsmallest elements (these set the time step)\n     element     inradius  centroid               "
           "               region\n");
    for (int i = 0; i < 5 && info->smallest[i] >= 0; i++) {
        const nd_idx k = info->smallest[i];
        double c[3] = {0};
        for (int v = 0; v < 4; v++)
            for (int j = 0; j < 3; j++)
                c[j] += 0.25 * nd_mesh_vertex(mesh, mesh->EToV[4 * (size_t)k + (size_t)v])[j];
        printf("  %10lld %12.5g  %11.4g %11.4g %11.4g  %s\n", (long long)mesh->label[k],
               nd_mesh_inradius(mesh, k), c[0], c[1], c[2],
               printable_tag(mesh->region_name[mesh->region[k]]));
    }
}

static void print_counts(const struct nd_mesh *mesh, const struct nd_mesh_info *info)
{
    printf("%s\n", printable(mesh->name));
    printf("elements         %d (%d came in inverted and were reoriented)\n", (int)mesh->K,
           (int)mesh->reoriented);
    printf("vertices         %d\n", (int)mesh->Nv);
    printf("boundary faces   %d, of these %d without a tag\n", (int)info->boundary_faces,
           (int)info->untagged_faces);
    printf("tagged inside    %d faces\n", (int)info->inner_tagged_faces);
    if (mesh->Nperiodic) printf("periodic         %d pairs of faces\n", (int)mesh->Nperiodic);
    printf("bounding box     %.6g %.6g %.6g to %.6g %.6g %.6g\n", info->low[0], info->low[1], info->low[2],
           info->high[0], info->high[1], info->high[2]);
    printf("extent           %.6g x %.6g x %.6g, in the unit of the file (mesh.scale of a problem multiplies "
           "it)\n",
           info->high[0] - info->low[0], info->high[1] - info->low[1], info->high[2] - info->low[2]);
    printf("volume           %.9g\n", info->volume);
    printf("edges            %.5g to %.5g\n", info->edge_min, info->edge_max);
    printf("inradius         least %.5g, median %.5g\n", info->inradius_min, info->inradius_median);
}

static int print_info(const char *path)
{
    int status = 0;
    struct nd_mesh mesh = {0};
    struct nd_connect connect = {0};
    struct nd_mesh_info info;
    struct nd_seams seams;
    TRY(nd_mesh_read(&mesh, path));
    TRY(nd_mesh_info(&mesh, &info));
    TRY(nd_connect_init(&connect, &mesh)); /* says so when three tets share a face */
    print_counts(&mesh, &info);
    TRY(print_regions(&mesh));
    TRY(print_boundaries(&mesh, &connect));
    print_quality(&info);
    print_smallest(&mesh, &info);
    TRY(nd_seams_find(&seams, &mesh, &connect, NULL));
    fflush(stdout); /* its mistakes are printed below */
    TRY(nd_seams_report(&seams, &mesh));
done:
    nd_connect_clear(&connect);
    nd_mesh_clear(&mesh);
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
