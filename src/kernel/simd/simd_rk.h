/* simd_rk.h - a Runge-Kutta stage: res = a res + dt rate, qnew = q + b res. A first stage (a = 0) ignores the old
 * residual, whatever it holds. */
#define UPDATE_PARAMS(P) P(real *, res)
#define UPDATE_LOCALS    lane *old = (lane *)(res + block * STRIDE_B);
#define UPDATE(at, rate) update(own[at], rate, a, b, old + at, out + at);
INLINE void update(lane own, lane rate, real a, real b, lane *old, lane *out)
{
    lane r = rate;
    if (a != 0) r += a * *old;
    *old = r;
    stream(out, own + b * r);
}
