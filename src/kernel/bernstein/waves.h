/* waves.h - plane waves that the Bernstein stage lets in through some faces.
 *
 * Entry i, of which batch g has those from wave_first[g] on, adds a number at each face node
 * (arrive_bernstein.knl; from wave_at on for this stage) times FLUXES factors
 * (surface_bernstein.knl) to the fluxes of place[i] = 4 e + f: face f of the batch's element e.
 * Those of several waves at one face stand together. */
#define WAVE_PARAMS(P)                                                                                       \
    P(GLOBAL const int * RESTRICT, wave_first) P(GLOBAL const int * RESTRICT, wave_place)                    \
    P(GLOBAL const real * RESTRICT, wave_factor) P(GLOBAL const real *, wave) P(int64, wave_at)
#define WAVE_LOCALS                                                                                          \
    LOCAL int wave_entries[2];                                                                               \
    const struct waves waves = {wave_first, wave_place, wave_factor, wave + wave_at, wave_entries};

struct waves {
    GLOBAL const int *first, *place;
    GLOBAL const real *factor, *wave;
    NEAR int *entries; /* the batch's: from the first to before the second */
};

/* Finds the entries of batch g. */
INLINE void find_waves(const struct waves *w, int64 g)
{
    FOR_THREADS(i, 2) w->entries[i] = w->first[g + i]; END
}

/* Adds entry i at node n; the first at its face takes the others along. */
INLINE void add_entry(const struct block *b, const struct waves *w, int i, int n)
{
    const int at = w->place[i], f = at % 4;
    real flux[FLUXES] = {0};
    if (i > w->entries[0] && w->place[i - 1] == at) return;
    for (; i < w->entries[1] && w->place[i] == at; i++) {
        const real now = w->wave[(int64)i * Nfp + n];
        UNROLL for (int j = 0; j < FLUXES; j++) flux[j] += w->factor[(int64)i * FLUXES + j] * now;
    }
    UNROLL for (int j = 0; j < FLUXES; j++)
        b->s[AT_FLUX + at / 4 * FLUX_STRIDE + FLUX_AT(f, j) + NODE_OF(f, b->face_words[f * Nfp + n])] += flux[j];
}

/* Adds what comes in to the batch's fluxes, in a phase of its own where there is anything. */
INLINE void wave_phase(const struct block *b, const struct waves *w)
{
    if (w->entries[0] < w->entries[1]) {
        FOR_THREADS(k, (w->entries[1] - w->entries[0]) * Nfp) add_entry(b, w, w->entries[0] + k / Nfp, k % Nfp); END
        BARRIER
    }
}
