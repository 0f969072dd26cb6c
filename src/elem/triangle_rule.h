/* Rules for integrals over a triangle: points inside, positive weights, and the same under all permutations of the
 * vertices. They have about two thirds of the points of products of Gauss points. */
#ifndef ND_TRIANGLE_RULE_H
#define ND_TRIANGLE_RULE_H

#define ND_TRIANGLE_DEGREE_MOST 18
#define ND_TRIANGLE_POINTS_MOST 67

/* The number of points of the smallest rule that is exact for polynomials of this degree, and those: barycentric
 * coordinates L[points][3] and weights w[points], whose sum is 1. Both may be NULL. 0 if there is no such rule. */
int nd_triangle_symmetric(int degree, double *L, double *w);

#endif
