/* Counts, sizes and quality of a mesh, for nudge mesh info. */
#include "mesh/mesh.h"

#include <math.h>
#include <string.h>
#include "mesh/curved.h"
#include "mesh/geometry.h"

static double circumradius(const double *p[4], double volume)
{
    /* The products of opposite edges are the sides of a triangle of area 6 * volume * circumradius. */
    double a = sqrt(nd_distance2(p[0], p[1]) * nd_distance2(p[2], p[3]));
    double b = sqrt(nd_distance2(p[0], p[2]) * nd_distance2(p[1], p[3]));
    double c = sqrt(nd_distance2(p[0], p[3]) * nd_distance2(p[1], p[2]));
    double product = (a + b + c) * (a + b - c) * (a - b + c) * (b + c - a);
    return sqrt(fmax(product, 0)) / (24 * volume);
}

static int by_value(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static double median(double *value, nd_idx n)
{
    qsort(value, (size_t)n, sizeof *value, by_value);
    return n % 2 ? value[n / 2] : 0.5 * (value[n / 2 - 1] + value[n / 2]);
}

/* Keeps smallest[] sorted by inradius. */
static void note_small(struct nd_mesh_info *info, const double *inradius, nd_idx k)
{
    int i = 5;
    while (i > 0 && (info->smallest[i - 1] < 0 || inradius[info->smallest[i - 1]] > inradius[k])) i--;
    if (i == 5) return;
    memmove(info->smallest + i + 1, info->smallest + i, (size_t)(4 - i) * sizeof *info->smallest);
    info->smallest[i] = k;
}

/* The bounding box is that of the shape points. */
static void note_curved(const struct nd_mesh *mesh, nd_idx k, const double *shape, struct nd_mesh_info *info)
{
    info->bend = fmax(info->bend, nd_curved_bend(mesh, k));
    for (int n = 0; n < nd_curved_points(mesh->curved_order); n++)
        for (int j = 0; j < 3; j++) {
            info->low[j] = fmin(info->low[j], shape[3 * n + j]);
            info->high[j] = fmax(info->high[j], shape[3 * n + j]);
        }
}

static void measure_element(const struct nd_mesh *mesh, nd_idx k, struct nd_mesh_info *info, double *inradius,
                            double *quality)
{
    const double *p[4];
    for (int i = 0; i < 4; i++) p[i] = nd_mesh_vertex(mesh, mesh->EToV[4 * (size_t)k + (size_t)i]);
    double volume = fabs(nd_tet_det(p[0], p[1], p[2], p[3])) / 6;
    const double *shape = nd_curved_shape(mesh, k);
    info->volume += shape ? nd_curved_volume(mesh, k) : volume;
    if (shape) note_curved(mesh, k, shape, info);
    for (int i = 0; i < 4; i++)
        for (int j = 0; j < 3; j++) {
            info->low[j] = fmin(info->low[j], p[i][j]);
            info->high[j] = fmax(info->high[j], p[i][j]);
        }
    for (int i = 0; i < 3; i++)
        for (int j = i + 1; j < 4; j++) {
            double edge = sqrt(nd_distance2(p[i], p[j]));
            info->edge_min = fmin(info->edge_min, edge);
            info->edge_max = fmax(info->edge_max, edge);
        }
    inradius[k] = nd_mesh_inradius(mesh, k);
    quality[k] = fmin(3 * inradius[k] / circumradius(p, volume), 1);
    int tenth = (int)(10 * quality[k]);
    info->histogram[tenth < 10 ? tenth : 9]++;
    note_small(info, inradius, k);
}

/* Sorts all faces: a tag (owner -1) comes before the elements that have the face. */
static int count_faces(const struct nd_mesh *mesh, struct nd_mesh_info *info)
{
    int status = 0;
    static const int corner[4][3] = {{0, 1, 2}, {0, 1, 3}, {1, 2, 3}, {0, 2, 3}};
    struct nd_face *face = NULL;
    size_t n = 0;
    ALLOC(face, 4 * (size_t)mesh->K + (size_t)mesh->Nb);
    for (nd_idx b = 0; b < mesh->Nb; b++) {
        const nd_idx *v = mesh->BToV + 3 * (size_t)b;
        face[n++] = nd_face_key(v[0], v[1], v[2], -1);
    }
    for (nd_idx k = 0; k < mesh->K; k++)
        for (int f = 0; f < 4; f++) {
            const nd_idx *v = mesh->EToV + 4 * (size_t)k;
            face[n++] = nd_face_key(v[corner[f][0]], v[corner[f][1]], v[corner[f][2]], k);
        }
    TRY(nd_faces_sort(face, n, mesh->Nv));
    for (size_t i = 0, next; i < n; i = next) {
        int tags = 0, tets = 0;
        for (next = i; next < n && nd_face_same(&face[i], &face[next]); next++)
            if (face[next].owner < 0)
                tags++;
            else
                tets++;
        info->boundary_faces += tets == 1;
        info->untagged_faces += tets == 1 && !tags;
        info->inner_tagged_faces += tets > 1 && tags;
    }
done:
    free(face);
    return status;
}

int nd_mesh_info(const struct nd_mesh *mesh, struct nd_mesh_info *info)
{
    int status = 0;
    double *inradius = NULL, *quality = NULL;
    memset(info, 0, sizeof *info);
    if (mesh->K < 1) FAIL(NUDGE_EVALUE, "%s: there are no tetrahedra in it", mesh->name);
    ALLOC(inradius, mesh->K);
    ALLOC(quality, mesh->K);
    for (int i = 0; i < 5; i++) info->smallest[i] = -1;
    for (int i = 0; i < 3; i++) {
        info->low[i] = INFINITY;
        info->high[i] = -INFINITY;
    }
    info->edge_min = INFINITY;
    for (nd_idx k = 0; k < mesh->K; k++) measure_element(mesh, k, info, inradius, quality);
    info->inradius_median = median(inradius, mesh->K);
    info->inradius_min = inradius[0];
    info->quality_median = median(quality, mesh->K);
    info->quality_min = quality[0];
    TRY(count_faces(mesh, info));
done:
    free(inradius);
    free(quality);
    return status;
}
