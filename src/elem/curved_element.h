/* Matrices of curved elements, by quadrature in double precision.
 *
 * With v and q polynomials of order N in the reference element, J the Jacobian of the map and d_c q a derivative along
 * x, y or z,
 *     M    = integral of J v q
 *     K_c  = integral of J (v d_c q - q d_c v) / 2, skew-symmetric
 *     S_c  = K_c + integral over all faces of n_c v q / 2
 * The rules are exact for M and K_c, because both are polynomials. S_c is the integral of J v d_c q if the rule of the faces
 * is exact, too. */
#ifndef ND_CURVED_ELEMENT_H
#define ND_CURVED_ELEMENT_H

#include "elem/elem.h"
#include "mesh/mesh.h"

/* Points and weights for elements of one order N whose maps are of one degree, and what is the same in all. */
struct nd_curved_rule {
    int order, points; /* of the maps: degree, shape points */
    int Np, Nq, Nfq;
    double *w;        /* [Nq] */
    double *V, *D[3]; /* [Nq][Np] nodal values to values and derivatives along r, s, t at the points */
    double *map[3];   /* [Nq][points] derivatives of shape functions */
    double *
        face_V; /* [24][Nfq][Np] nodal values to values at the points of the face of nd_orders' first three */
    double *face, *face_w; /* [Nfq][3] barycentric coordinates in a triangle, [Nfq]; their sum is 2 */
};

int nd_curved_rule_init(struct nd_curved_rule *rule, const struct nd_elem *elem, int order);
/* Nfq of the rule. */
int nd_curved_face_count(int N, int order);
void nd_curved_rule_clear(struct nd_curved_rule *rule);

/* shape[points][3]; M[Np][Np], K[3][Np][Np], nodes as the mesh has the vertices; Jw[Nq]: J times the weight. */
int nd_curved_matrices(const struct nd_curved_rule *rule, const double *shape, double *M, double *K,
                       double *Jw);
/* The integral of J d^2 of nodal values d[Np]. */
double nd_curved_mass(const struct nd_curved_rule *rule, const double *shape, const double *d);
/* out[Nfq][4]: outward unit normals, and weights of the surface integral. vertex: those of the face, to which the
 * rule's coordinates belong. */
void nd_curved_normals(const struct nd_curved_rule *rule, const double *shape, const int vertex[3],
                       double *out);
/* An area element of the face opposite to vertex `without`, outwards, at barycentric coordinates L: n sJ. */
void nd_curved_area(int order, const double *shape, const double L[4], int without, double n[3]);
/* The area of the face with these vertices, by Gauss points of the square that collapses into the triangle. */
double nd_curved_face_area(const struct nd_mesh *mesh, nd_idx k, const int corner[3]);
/* Points x[Nfq][3] of the same. */
void nd_curved_face_points(const struct nd_curved_rule *rule, const double *shape, const int vertex[3],
                           double *x);
/* K becomes S. vertex: of each face, in the order in which the stage takes the points. */
int nd_curved_add_faces(const struct nd_curved_rule *rule, const double *shape, int vertex[4][3], double *K);
/* The integral of v q over all faces, F[Np][Np]. */
int nd_curved_face_mass(const struct nd_curved_rule *rule, const double *shape, double *F);
/* The same of the reference element: M, K of derivatives along r, s, t, and F[4][Np][Np] of each face. */
int nd_curved_reference(const struct nd_curved_rule *rule, double *M, double *K, double *F);
/* curved_rates.c: the largest eigenvalue of inverse(M) F, and the root of that of the sum of (inverse(M) K_c)^T inverse(M) K_c, by
 * a few iterations: rates that bound the time step. */
int nd_curved_rates(int Np, const double *inverse, const double *K, const double *F, double rate[2]);

#endif
