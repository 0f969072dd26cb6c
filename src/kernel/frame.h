/* frame.h - the geometry of an element, from G[3 * i + c], the derivative of reference coordinate i along
 * c. */

/* Edge vectors A (rows of the inverse of G, transposed) and 1/J = det G. */
INLINE lane frame_edges(const lane *G, lane *A)
{
    const lane c0 = G[4] * G[8] - G[5] * G[7], c1 = G[5] * G[6] - G[3] * G[8], c2 = G[3] * G[7] - G[4] * G[6];
    const lane det = G[0] * c0 + G[1] * c1 + G[2] * c2, J = 1 / det;
    A[0] = J * c0, A[1] = J * c1, A[2] = J * c2;
    A[3] = J * (G[7] * G[2] - G[8] * G[1]), A[4] = J * (G[8] * G[0] - G[6] * G[2]), A[5] = J * (G[6] * G[1] - G[7] * G[0]);
    A[6] = J * (G[1] * G[5] - G[2] * G[4]), A[7] = J * (G[2] * G[3] - G[0] * G[5]), A[8] = J * (G[0] * G[4] - G[1] * G[3]);
    return det;
}

/* Two edges of face f, in the terms of reduced_lift: e1 = a_i1 (- a_i0), e2 = a_i2 (- a_i0). Their order is
 * such that e1 x e2 points outwards; its length is J Fscale. */
#define FACE_I1(f) ((f) == 0 ? 1 : (f) == 1 ? 0 : (f) == 2 ? 1 : 2)
#define FACE_I2(f) ((f) == 0 ? 0 : (f) == 1 ? 2 : (f) == 2 ? 2 : 1)
#define FACE_I0(f) ((f) == 2 ? 0 : -1)
INLINE void frame_face_edges(const lane *A, int f, lane *e1, lane *e2)
{
    UNROLL for (int c = 0; c < 3; c++)
    {
        e1[c] = A[3 * FACE_I1(f) + c], e2[c] = A[3 * FACE_I2(f) + c];
        if (FACE_I0(f) >= 0) e1[c] -= A[c], e2[c] -= A[c];
    }
}

/* A face of an element, for the reduced form. */
struct reduced_face {
    const lane *A, *G;     /* edge vectors and gradients of the element */
    const lane *e1, *e2;   /* two edges of the face; e1 x e2 points outwards */
    const lane *n;         /* unit normal, outwards */
    const lane *mM, *mP;   /* media of this side and the other */
    lane Fscale, inv_area; /* inv_area: 1 / |e1 x e2| */
    lane weight;           /* of the upwind terms */
};
