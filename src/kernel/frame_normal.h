/* frame_normal.h - the gradient, pointing outwards, whose length is Fscale and whose direction is the
 * normal of face f. G[3 * i + c]: the derivative of reference coordinate i along c. */
INLINE void frame_normal(const lane *G, int f, lane *n)
{
    UNROLL for (int c = 0; c < 3; c++)
        n[c] = f == 0 ? -G[6 + c] : f == 1 ? -G[3 + c] : f == 2 ? G[c] + G[3 + c] + G[6 + c] : -G[c];
}
