/* arguments.h - the arguments of a stage in one launch. */
#define PARAMS(P)                                                                                            \
    P(GLOBAL const real *, q) P(GLOBAL real * RESTRICT, qnew) P(GLOBAL real * RESTRICT, res)                 \
    P(GLOBAL const real * RESTRICT, all_vgeo) P(GLOBAL const unsigned * RESTRICT, all_neighbours)            \
    P(GLOBAL const unsigned char * RESTRICT, Fmask) P(GLOBAL const unsigned * RESTRICT, all_slices)          \
    P(GLOBAL const unsigned * RESTRICT, all_segments) P(GLOBAL const real * RESTRICT, all_sgeo)              \
    P(GLOBAL unsigned *, work_counter) P(int, batches) P(int, ahead) P(real, a) P(real, b) P(real, dt) WAVE_PARAMS(P)
