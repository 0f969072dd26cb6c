/* waveform.h - a waveform from its samples; after place.h in the texts that ask for it.
 *
 * wave: when the first sample is and how many there are in a unit of time, each in two reals whose sum it is, then the samples.
 * Between two samples the polynomial through six; before the first and after the last exactly zero. */
INLINE real waveform(GLOBAL const real *wave, int samples, wide time)
{
    const wide x = (time - ((wide)wave[0] + (wide)wave[1])) * ((wide)wave[2] + (wide)wave[3]);
    if (!(x >= 0 && x <= samples - 1)) return 0;
    int first = (int)x - 2;
    first = first < 0 ? 0 : first > samples - 6 ? samples - 6 : first;
    const real u = (real)(x - first);
    real sum = 0;
    UNROLL for (int k = 0; k < 6; k++) {
        real weight = 1;
        UNROLL for (int j = 0; j < 6; j++) if (j != k) weight *= (u - j) / (real)(k - j);
        sum += weight * wave[4 + first + k];
    }
    return sum;
}
