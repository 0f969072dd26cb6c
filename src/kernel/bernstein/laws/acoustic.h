/* The local basis of acoustic.law, at full upwind (plain.h is the reference).
 *
 * With G_i the gradients of r, s, t and J the Jacobian, the flow W^i = J G_i.v through the faces replaces
 * v:
 *     dp/dt   = -rho c^2 / J sum_i (d_i W^i + lifted tau),
 *     dW^i/dt = -1/rho sum_j J g^ij (d_j p + lifted pi_j),  g^ij = G_i.G_j.
 * Both elements of a face have the same edges e1, e2 (part/order.h), so F = (e1 x e2).v is in the trace:
 * W^t on face 0, -W^s on face 1, W^r + W^s + W^t on face 2, W^r on face 3. The field is -W^s, so that signs
 * are the same on all faces. With s_f = 1 on faces 1 and 2, else -1, and area that of e1 x e2, the face
 * adds
 *     tau = (s_f Z+ [F] - area sgn J [p]) / (Z- + Z+)
 * to the divergence, and pi = Z- tau / (area sgn J) to the derivative of p across it; on face 2, -pi to all
 * three. So one number per face node is lifted. */
#define LOCAL_PARTS        1
#define LOCAL_VGEO         12 /* of an element: c J g (rr rs rt ss st tt), sgn J / area of the faces, Z, c / J */
#define LOCAL_SGEO         2 /* of a face: s_f Z+ / (Z- + Z+), area sgn J / (Z- + Z+) */
#define LOCAL_TRACE        2 /* p, F */
#define LOCAL_FLUXES       1
#define LOCAL_SUMS         4
#define LOCAL_NEIGHBOUR    0
#define LOCAL_LIFT_FACTORS 1
#define LOCAL_RATE_FACTORS 7
