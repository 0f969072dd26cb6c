/* step_arguments.h - the arguments of a whole step in one launch. q: the fields; w: rates of the first
 * evaluation of a quadratic; factors[evaluations]: a and b of the second one (linear_add.h); ended: see
 * blocks_wait.h. */
#define PARAMS(P)                                                                                            \
    P(GLOBAL real *, q) P(GLOBAL real *, w) P(GLOBAL const real * RESTRICT, all_vgeo)                        \
    P(GLOBAL const unsigned * RESTRICT, all_neighbours) P(GLOBAL const unsigned char * RESTRICT, Fmask)      \
    P(GLOBAL const unsigned * RESTRICT, all_slices) P(GLOBAL const unsigned * RESTRICT, all_segments)        \
    P(GLOBAL const real * RESTRICT, all_sgeo) P(GLOBAL const real * RESTRICT, factors)                       \
    P(GLOBAL unsigned *, ended) P(int, evaluations) P(real, dt)
