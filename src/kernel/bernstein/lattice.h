/* The lattice of Bernstein coefficients as kernels have it: numbers, rows, slices and sub-simplices
 * (README.md draws them).
 *
 * A row (a2, a3) has the coefficients a1 = 0 ... N - a2 - a3, with consecutive numbers. Rows follow
 * one another by a2, then a3, as nodes do; or they are `swizzled`, so that threads side by side
 * read from different banks of shared memory: row (a2, a3) begins at 2 a2 + 3 a3 modulo 8. Whatever
 * distance modulo 8 two rows have then, their neighbours on any side have it too: rows that lie in
 * different banks read their neighbours from different banks. A row leads from one remainder to
 * another, so that an order in which every row begins where it should is a path that takes every
 * edge of a graph once. For N = 5, 7 and 9 it is found; for 4, 6 and 8 except for two or three
 * rows, most of them of one coefficient. */
#ifndef ND_LATTICE_H
#define ND_LATTICE_H

#include "elem/bernstein.h"

/* [Np]: the number of the coefficient that has the index of nd_bernstein_index. */
void nd_lattice_numbers(int N, int swizzled, unsigned char *number);

/* The derivative at the coefficients of a row reads six more rows beside it. In each of the Nfp
 * entries of eight words, from long rows to short ones: where the rows (a2, a3), (a2+1, a3), (a2,
 * a3+1), (a2-1, a3), (a2-1, a3+1), (a2, a3-1), (a2+1, a3-1) begin; last the length, a2 and a3, one
 * byte each, the lowest first (the highest byte is the schedule's). A row that does not exist is
 * multiplied by zero, or left out: its word is that of (a2, a3) or, before it, of a row that begins
 * in the same bank. */
void nd_lattice_rows(int N, int swizzled, uint32_t *rows);

/* Or derivatives come from sub-simplices. Sub-simplex d, of order N - 1, has the corners d + e_k;
 * the derivative at coefficient a is the sum over j of a_j times what comes from sub-simplex a -
 * e_j. Up to order ND_SUBSIMPLICES_ORDER there are few. An entry of eight words is N of them and
 * what is made of these: the corners of each, one byte each, that of k = 0 the lowest; in the
 * fourth word up to three coefficients in the same way; last their number. Entries of many come
 * first.
 *   Along an edge the sub-simplices A, B, C go from (N - 1) e_i to (N - 1) e_j. The first coefficient is N A, and exists
 * where there are N; the second is A + (N - 1) B, the third (N - 1) B + C. At order 3 a coefficient
 * within a face is A + B + C, the third then and the only one.
 *   Returns how many entries there are, at most ND_SUBSIMPLICES_MOST. */
enum { ND_SUBSIMPLICES_ORDER = 3, ND_SUBSIMPLICES_MOST = 10 };
int nd_lattice_subsimplices(int N, int swizzled, uint32_t *entries);

/* [4][Np]: coefficients by distance from a face; within a slice as on the face. */
void nd_lattice_slices(int N, int swizzled, unsigned char *slices);

#endif
