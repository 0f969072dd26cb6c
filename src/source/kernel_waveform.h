/* kernel_waveform.h - a waveform, interpolated from its samples; it follows dof_index.h in the texts that
 * need it. */

/* How a stage takes a waveform (struct nd_forcing in step/integrator.h): of its values at `nodes` times after
 * the beginning of the step, scheme[times] and on, the sum weighted by scheme[weights] and on. */
#define FORCING_PARAMS(P) P(GLOBAL const real *, scheme) P(int, nodes) P(int, times) P(int, weights)
#define FORCING_NODES     14 /* the most: ND_FORCING_MOST */

/* The time from a wave's arrival at a node to the beginning of the step; both times are in two reals. The
 * large parts are subtracted first, in case wide has no more digits than real. */
#define SINCE(clock, delay) (((wide)(clock)[0] - (wide)(delay)[0]) + ((wide)(clock)[1] - (wide)(delay)[1]))

/* The waveform at a time: the polynomial through six samples around it, and exactly zero before the first
 * sample and after the last. wave: the time of the first sample and the number of samples per unit of time,
 * each as the sum of two reals; then the samples. */
INLINE real waveform(GLOBAL const real *wave, int samples, wide time)
{
    const wide x = (time - ((wide)wave[0] + (wide)wave[1])) * ((wide)wave[2] + (wide)wave[3]);
    if (!(x >= 0 && x <= samples - 1)) return 0;
    int first = (int)x - 2;
    first = first < 0 ? 0 : first > samples - 6 ? samples - 6 : first;
    const real u = (real)(x - first);
    /* The Lagrange weight of sample k is the product of (u - j) / (k - j) over j != k. before[k] and behind
     * are the products of u - j over j < k and j > k; share[k] is the product of 1 / (k - j). */
    const real share[6] = {REAL(-1.0) / 120, REAL(1.0) / 24, REAL(-1.0) / 12, REAL(1.0) / 12, REAL(-1.0) / 24, REAL(1.0) / 120};
    real before[6], behind = 1, sum = 0;
    before[0] = 1;
    UNROLL for (int k = 1; k < 6; k++) before[k] = before[k - 1] * (u - (k - 1));
    UNROLL for (int k = 5; k >= 0; k--) {
        sum += share[k] * before[k] * behind * wave[4 + first + k];
        behind *= u - k;
    }
    return sum;
}
