/* lift_phase.h - lifts every flux of the batch into its element, one thread per face and flux. */
INLINE void lift_phase(const struct block *b)
{
    FOR_THREADS(k, BATCH * 4 * FLUXES)
        const int f = k / (FLUXES * BATCH);
        lift(b->s + AT_FLUX + k / LIFT_ELEMENT % BATCH * FLUX_STRIDE + FLUX_AT(f, k / LIFT_FLUX % FLUXES), b->slices + f * SLICE_WORDS);
    END
}
