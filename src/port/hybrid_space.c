#include "port/hybrid.h"

#include <math.h>
#include <string.h>
#include "mesh/geometry.h"

/* The edge of a triangle from its vertex i to the next: its number, and its vector from the lower vertex to the higher. */
static nd_idx edge_of(const struct nd_hybrid *h, nd_idx face, int i, double t[3], int *from)
{
    const struct nd_mode *mode = h->s->mode;
    const nd_idx *v = mode->plane->face[face].v, a = v[i], b = v[(i + 1) % 3];
    *from = a < b ? i : (i + 1) % 3;
    for (int c = 0; c < 3; c++)
        t[c] = nd_mesh_vertex(mode->mesh, a < b ? b : a)[c] - nd_mesh_vertex(mode->mesh, a < b ? a : b)[c];
    return (nd_idx)(nd_port_plane_edge(mode->plane, a, b) - mode->plane->edge);
}

/* The place of a node along an edge, from 0 at its lower vertex: as many nodes of the edge are before it. */
static int rank_on(const struct nd_hybrid *h, int node, int opposite, int from)
{
    int rank = 0;
    double l[3], m[3];
    nd_section_node(h->flat, node, l);
    for (int j = 0; j < h->Nf; j++) {
        nd_section_node(h->flat, j, m);
        rank += fabs(m[opposite]) < 1e-9 && m[from] > l[from] + 1e-9;
    }
    return rank;
}

static struct nd_hybrid_function edge_function(const struct nd_hybrid *h, nd_idx face, int node, int i,
                                               const double *across)
{
    struct nd_hybrid_function f = {.node = node};
    double t[3], side[3];
    int from;
    const nd_idx edge = edge_of(h, face, i, t, &from);
    f.unknown = h->edge_first[edge] < 0 ? -1 : h->edge_first[edge] + rank_on(h, node, (i + 2) % 3, from);
    memcpy(f.dual, t, sizeof t);
    if (across)
        nd_port_cross(h->s->mode->plane->normal, across, side);
    else
        memcpy(side, t, sizeof side);
    for (int c = 0; c < 3; c++) f.along[c] = side[c] / nd_port_dot(side, t);
    return f;
}

/* A function of the triangle alone, along a unit vector. */
static struct nd_hybrid_function own_function(struct nd_hybrid *h, int node, const double along[3])
{
    struct nd_hybrid_function f = {.node = node, .unknown = h->transverse++};
    const double size = sqrt(nd_port_dot(along, along));
    for (int c = 0; c < 3; c++) f.along[c] = f.dual[c] = along[c] / size;
    return f;
}

static void list_functions(struct nd_hybrid *h, nd_idx face, struct nd_hybrid_function *to)
{
    const double *n = h->s->mode->plane->normal;
    for (int j = 0; j < h->Nf; j++) {
        double l[3], t[3], side[3];
        int zero[3], zeros = 0, from;
        nd_section_node(h->flat, j, l);
        for (int v = 0; v < 3; v++)
            if (fabs(l[v]) < 1e-9) zero[zeros++] = v;
        if (zeros == 2) { /* the vertex that is neither of them: its edges begin at it, and before it */
            const int v = 3 - zero[0] - zero[1];
            for (int k = 0; k < 2; k++) {
                edge_of(h, face, k ? v : (v + 2) % 3, t, &from);
                *to++ = edge_function(h, face, j, k ? (v + 2) % 3 : v, t);
            }
            continue;
        }
        edge_of(h, face, zeros ? (zero[0] + 1) % 3 : 0, t, &from);
        nd_port_cross(n, t, side);
        *to++ = zeros ? edge_function(h, face, j, (zero[0] + 1) % 3, NULL) : own_function(h, j, t);
        *to++ = own_function(h, j, side);
    }
}

/* Sets the parts of the vectors of a face. */
static void take_parts(const struct nd_hybrid *h, nd_idx face, struct nd_hybrid_function *f)
{
    const nd_idx *v = h->s->mode->plane->face[face].v;
    for (int i = 0; i < h->functions; i++, f++)
        for (int k = 0; k < 2; k++) {
            double edge[3];
            for (int c = 0; c < 3; c++)
                edge[c] =
                    nd_mesh_vertex(h->s->mode->mesh, v[k + 1])[c] - nd_mesh_vertex(h->s->mode->mesh, v[0])[c];
            f->part[k] = nd_port_dot(f->along, edge);
        }
}

void nd_hybrid_vector(const struct nd_hybrid_function *f, const double grad[2][3], double out[3])
{
    for (int c = 0; c < 3; c++) out[c] = f->part[0] * grad[0][c] + f->part[1] * grad[1][c];
}

int nd_hybrid_number(struct nd_hybrid *h)
{
    int status = 0;
    const struct nd_port_plane *plane = h->s->mode->plane;
    h->functions = 2 * h->Nf;
    ALLOC(h->edge_first, plane->edges);
    ALLOC(h->at, (size_t)plane->n * (size_t)h->functions);
    for (nd_idx e = 0; e < plane->edges; e++) {
        h->edge_first[e] = plane->edge[e].wall == ND_WALL_ELECTRIC ? -1 : h->transverse;
        if (plane->edge[e].wall != ND_WALL_ELECTRIC) h->transverse += h->flat->N + 1;
    }
    for (nd_idx f = 0; f < plane->n; f++) {
        struct nd_hybrid_function *own = h->at + (size_t)f * (size_t)h->functions;
        list_functions(h, f, own);
        take_parts(h, f, own);
    }
    h->unknowns = h->transverse + h->s->unknowns;
done:
    return status;
}
