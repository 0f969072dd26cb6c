/* simd_rate.h - the first evaluation of a quadratic: qnew = dt rate. */
#define UPDATE_PARAMS(P)
#define UPDATE_LOCALS
#define UPDATE(at, rate) stream(out + at, rate);
