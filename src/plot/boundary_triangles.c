#include "plot/boundary_triangles.h"

#include <math.h>
#include <string.h>
#include "plot/visible_faces.h"
#include "part/connect.h"

enum { TRIANGLES = 400000 }; /* aimed at, if there are fewer faces */

/* Into how many parts the edges of a face are cut. */
static int choose_parts(double faces, int N)
{
    const int most = N > 1 ? 3 * N : 1; /* linear fields need the corners only */
    return (int)fmin(fmax(floor(sqrt(TRIANGLES / faces)), 1), most);
}

double nd_boundary_triangles_points(double faces, int N)
{
    const int parts = choose_parts(faces, N);
    return faces * (parts + 1) * (parts + 2) / 2;
}

/* L: barycentric coordinates of a point of the face. */
static void barycentric(int parts, int point, double L[3])
{
    int j = 0;
    while (point > parts - j) point -= parts + 1 - j++;
    L[1] = (double)point / parts;
    L[2] = (double)j / parts;
    L[0] = (double)(parts - point - j) / parts;
}

static int init_weights(struct nd_boundary_triangles *s, const struct nd_elem *elem)
{
    int status = 0;
    static const double vertex[4][3] = {{-1, -1, -1}, {1, -1, -1}, {-1, 1, -1}, {-1, -1, 1}};
    const size_t n = 4 * (size_t)s->each;
    double *r = NULL, L[3];
    ALLOC(r, 3 * n);
    ALLOC(s->weight, n * (size_t)s->Np);
    for (size_t i = 0; i < n; i++) {
        const int *corner = nd_face_vertex[i / (size_t)s->each];
        barycentric(s->parts, (int)(i % (size_t)s->each), L);
        for (int v = 0; v < 3; v++)
            for (size_t c = 0; c < 3; c++) r[c * n + i] += L[v] * vertex[corner[v]][c];
    }
    TRY(nd_interpolation(elem, (int)n, r, r + n, r + 2 * n, s->weight));
done:
    free(r);
    return status;
}

static void place_points(struct nd_boundary_triangles *s, const struct nd_mesh *mesh, int f,
                         double (*normal)[3])
{
    const int *corner = nd_face_vertex[s->side[f]];
    for (int p = 0; p < s->each; p++) {
        double L[3], *x = s->point + 3 * ((size_t)f * (size_t)s->each + (size_t)p);
        double *n = s->normal + (x - s->point);
        barycentric(s->parts, p, L);
        for (int v = 0; v < 3; v++) {
            const double *V = mesh->V + 3 * (size_t)mesh->EToV[4 * (size_t)s->element[f] + (size_t)corner[v]];
            for (int c = 0; c < 3; c++) {
                x[c] += L[v] * V[c];
                n[c] += L[v] * normal[corner[v]][c];
            }
        }
    }
}

/* turned: corners go round the other way, seen from the side that is shown. */
static void add_triangle(struct nd_boundary_triangles *s, int a, int b, int c, int turned)
{
    int *to = s->triangle + 3 * (size_t)s->triangles++;
    to[0] = a;
    to[1] = turned ? c : b;
    to[2] = turned ? b : c;
}

static void add_triangles(struct nd_boundary_triangles *s, int f, int turned)
{
    int row = f * s->each; /* the first point of a row parallel to the first edge */
    for (int j = 0; j < s->parts; j++) {
        const int next = row + s->parts + 1 - j;
        for (int i = 0; i < s->parts - j; i++) {
            add_triangle(s, row + i, row + i + 1, next + i, turned);
            if (i + 1 < s->parts - j) add_triangle(s, row + i + 1, next + i + 1, next + i, turned);
        }
        row = next;
    }
}

/* Whether the corners of the face go round clockwise, seen from the side of its normal. */
static int is_turned(const struct nd_mesh *mesh, const struct nd_visible_face *face)
{
    const double *V[3];
    for (int v = 0; v < 3; v++)
        V[v] = mesh->V +
               3 * (size_t)mesh->EToV[4 * (size_t)face->element + (size_t)nd_face_vertex[face->side][v]];
    double volume = 0;
    for (int i = 0; i < 3; i++) {
        const int j = (i + 1) % 3, k = (i + 2) % 3;
        volume += face->normal[i] *
                  ((V[1][j] - V[0][j]) * (V[2][k] - V[0][k]) - (V[1][k] - V[0][k]) * (V[2][j] - V[0][j]));
    }
    return volume < 0;
}

/* Sets the bounding box and the centroid. */
static void measure(struct nd_boundary_triangles *s, const struct nd_visible_face *face)
{
    double area = 0;
    for (int c = 0; c < 3; c++) {
        s->low[c] = INFINITY;
        s->high[c] = -INFINITY;
    }
    for (int p = 0; p < s->points; p++)
        for (int c = 0; c < 3; c++) {
            const double x = s->point[3 * (size_t)p + (size_t)c];
            s->low[c] = fmin(s->low[c], x);
            s->high[c] = fmax(s->high[c], x);
            s->centre[c] += face[p / s->each].area * x;
        }
    for (int f = 0; f < s->faces; f++) area += face[f].area * s->each;
    for (int c = 0; c < 3; c++) s->centre[c] /= area;
}

static int build(struct nd_boundary_triangles *s, const struct nd_mesh *mesh, const struct nd_elem *elem,
                 const struct nd_visible_face *face)
{
    int status = 0;
    double(*normal)[4][3] = NULL;
    s->parts = choose_parts(s->faces, elem->N);
    s->each = (s->parts + 1) * (s->parts + 2) / 2;
    if ((double)s->faces * s->each > INT32_MAX / 4)
        FAIL(NUDGE_EVALUE, "a surface of %d faces is too large to be drawn; choose fewer boundaries",
             s->faces);
    s->points = s->faces * s->each;
    ALLOC(s->element, s->faces);
    ALLOC(s->side, s->faces);
    ALLOC(s->point, 3 * (size_t)s->points);
    ALLOC(s->normal, 3 * (size_t)s->points);
    ALLOC(s->triangle, 3 * (size_t)s->faces * (size_t)s->parts * (size_t)s->parts);
    ALLOC(normal, s->faces);
    TRY(nd_visible_normals(mesh, face, s->faces, normal));
    TRY(init_weights(s, elem));
    for (int f = 0; f < s->faces; f++) {
        s->element[f] = face[f].element;
        s->side[f] = (unsigned char)face[f].side;
        place_points(s, mesh, f, normal[f]);
        add_triangles(s, f, is_turned(mesh, &face[f]));
    }
    measure(s, face);
done:
    free(normal);
    return status;
}

int nd_boundary_triangles_init(struct nd_boundary_triangles *s, const struct nd_mesh *mesh,
                               const struct nd_elem *elem, const unsigned char *wanted,
                               const double toward[3], enum nd_scene_side side)
{
    int status = 0;
    struct nd_visible_faces visible = {0};
    memset(s, 0, sizeof *s);
    s->Np = elem->Np;
    TRY(nd_visible_faces_find(&visible, mesh, wanted, toward, side));
    s->faces = visible.n;
    s->outside = visible.outside;
    if (s->faces) TRY(build(s, mesh, elem, visible.face));
done:
    free(visible.face);
    if (status) nd_boundary_triangles_clear(s);
    return status;
}

void nd_boundary_triangles_clear(struct nd_boundary_triangles *s)
{
    free(s->element);
    free(s->side);
    free(s->weight);
    free(s->point);
    free(s->normal);
    free(s->triangle);
    memset(s, 0, sizeof *s);
}

void nd_boundary_triangles_sample(const struct nd_boundary_triangles *s, const double *values, double *out)
{
#pragma omp parallel for
    for (int f = 0; f < s->faces; f++) {
        const double *u = values + (size_t)s->element[f] * (size_t)s->Np;
        const double *w = s->weight + (size_t)s->side[f] * (size_t)s->each * (size_t)s->Np;
        for (int p = 0; p < s->each; p++, w += s->Np) {
            double sum = 0;
            for (int n = 0; n < s->Np; n++) sum += w[n] * u[n];
            out[(size_t)f * (size_t)s->each + (size_t)p] = sum;
        }
    }
}
