/* kernel_waveform.h - evaluates a waveform from its samples; follows place.h in the texts that need it. */

/* The time since a wave reached a node, at the beginning of a step; both times are sums of two
 * reals. Large parts are subtracted first, in case wide is no wider than real. */
#define SINCE(clock, delay) (((wide)(clock)[0] - (wide)(delay)[0]) + ((wide)(clock)[1] - (wide)(delay)[1]))

/* wave: the time of the first sample and the number of samples per unit of time, each as a sum of
 * two reals, then the samples. Between two samples the polynomial through six; before the first and
 * after the last exactly zero. */
INLINE real waveform(GLOBAL const real *wave, int samples, wide time)
{
    const wide x = (time - ((wide)wave[0] + (wide)wave[1])) * ((wide)wave[2] + (wide)wave[3]);
    if (!(x >= 0 && x <= samples - 1)) return 0;
    int first = (int)x - 2;
    first = first < 0 ? 0 : first > samples - 6 ? samples - 6 : first;
    const real u = (real)(x - first);
    /* Products of u - j for the j below and above each k; the rest of its weight is 1 over the
     * product of k - j. */
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
