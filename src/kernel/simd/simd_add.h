/* simd_add.h - the second evaluation of a quadratic: qnew = qnew + a q + b dt rate. */
#define UPDATE_PARAMS(P)
#define UPDATE_LOCALS
#define UPDATE(at, rate) out[at] = out[at] + a * own[at] + b * (rate);
