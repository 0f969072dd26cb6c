/* VTK numbers the nodes of a Lagrange simplex from the outside in: corners, edges, faces, then the nodes
 * inside, which form a simplex of lower order and are numbered in the same way. A node is represented by its
 * four integer barycentric coordinates, whose sum is N. Our vertices 0 ... 3 are VTK's. */
#include "output/vtu.h"

/* Corners of edges and faces in VTK's order; each face begins at VTK's choice of corner and has VTK's
 * orientation. */
static const int edge_vertex[6][2] = {{0, 1}, {1, 2}, {2, 0}, {0, 3}, {1, 3}, {2, 3}};
static const int face_vertex[4][3] = {{0, 1, 3}, {2, 3, 1}, {0, 3, 2}, {0, 2, 1}};

struct list {
    int N, n;
    double *r, *s, *t;
};

static void add(struct list *list, const int w[4])
{
    list->r[list->n] = 2.0 * w[1] / list->N - 1;
    list->s[list->n] = 2.0 * w[2] / list->N - 1;
    list->t[list->n] = 2.0 * w[3] / list->N - 1;
    list->n++;
}

/* Adds the n - 1 nodes between corners a and b of a simplex of order n; base: added to all coordinates. */
static void add_edge(struct list *list, const int base[4], int a, int b, int n)
{
    for (int i = 1; i < n; i++) {
        int w[4] = {base[0], base[1], base[2], base[3]};
        w[a] += n - i;
        w[b] += i;
        add(list, w);
    }
}

static void add_corner(struct list *list, const int base[4], int a, int n)
{
    int w[4] = {base[0], base[1], base[2], base[3]};
    w[a] += n;
    add(list, w);
}

/* Adds all nodes of the triangle of order n with these corners. */
static void add_triangle(struct list *list, const int base[4], const int v[3], int n)
{
    int w[4] = {base[0], base[1], base[2], base[3]};
    for (; n > 0; n -= 3) {
        for (int i = 0; i < 3; i++) add_corner(list, w, v[i], n);
        for (int i = 0; i < 3; i++) add_edge(list, w, v[i], v[(i + 1) % 3], n);
        for (int i = 0; i < 3; i++) w[v[i]]++;
    }
    if (n == 0) add(list, w);
}

int nd_vtk_nodes(int N, double *r, double *s, double *t)
{
    int status = 0;
    if (N < 1 || N > ND_ORDER_MOST) FAIL(NUDGE_EVALUE, "order %d is outside 1 ... %d", N, ND_ORDER_MOST);
    struct list list = {N, 0, r, s, t};
    int base[4] = {0}, n = N;
    for (; n > 0; n -= 4) {
        for (int i = 0; i < 4; i++) add_corner(&list, base, i, n);
        for (int i = 0; i < 6; i++) add_edge(&list, base, edge_vertex[i][0], edge_vertex[i][1], n);
        for (int i = 0; i < 4; i++) {
            int inner[4] = {base[0], base[1], base[2], base[3]};
            for (int j = 0; j < 3; j++) inner[face_vertex[i][j]]++;
            add_triangle(&list, inner, face_vertex[i], n - 3);
        }
        for (int i = 0; i < 4; i++) base[i]++;
    }
    if (n == 0) add(&list, base);
done:
    return status;
}
