/* waves.h - plane waves that stage_bernstein.knl lets in through some faces; after batch.h. Nothing where WAVES is not defined.
 *
 * Entry i, of which batch g has those from wave_first[g] on, adds a number at each face node (arrive_bernstein.knl; from wave_at on for this
 * stage) times TRACED factors (surface_bernstein.knl) to the traces of face wave_place[i] = 4 e + f of the batch's element e. Those of several waves
 * at one face stand together. */
#ifndef WAVES
#define WAVES 0
#endif
#if WAVES
#define WAVE_PARAMS(P)                                                                                       \
    P(GLOBAL const int * RESTRICT, wave_first) P(GLOBAL const int * RESTRICT, wave_place)                    \
    P(GLOBAL const real * RESTRICT, wave_factor) P(GLOBAL const real *, wave) P(int64, wave_at)

/* Node n of entry i, of those up to `end`; the first at its face takes the others along. */
INLINE void let_in(NEAR real *pile, NEAR const unsigned *places, GLOBAL const int *RESTRICT place, GLOBAL const real *RESTRICT factor,
                   GLOBAL const real *wave, int begin, int end, int i, int n)
{
    const int at = place[i], f = at % 4;
    real trace[TRACED] = {0};
    if (i > begin && place[i - 1] == at) return;
    for (; i < end && place[i] == at; i++) {
        const real now = wave[(int64)i * Nfp + n];
        UNROLL for (int j = 0; j < TRACED; j++) trace[j] += factor[(int64)i * TRACED + j] * now;
    }
    UNROLL for (int j = 0; j < TRACED; j++) pile[at / 4 * PILE + LINE_AT(LINE_OF(f, j)) + NODE_OF(f, places[f * Nfp + n])] += trace[j];
}
/* Which entries are the batch's; and in a phase of its own, where there are any, what they add. */
#define WAVES_HERE LOCAL int entries[2];
#define WAVES_FIND ITEMS(i, 2) entries[i] = wave_first[g + i]; END
#define WAVES_LET_IN                                                                                         \
    if (entries[0] < entries[1]) {                                                                           \
        ITEMS(k, (entries[1] - entries[0]) * Nfp)                                                            \
            let_in(s + AT_PILE, places, wave_place, wave_factor, wave + wave_at, entries[0], entries[1], entries[0] + k / Nfp, k % Nfp); \
        END                                                                                                  \
        BARRIER                                                                                              \
    }
#else
#define WAVE_PARAMS(P)
#define WAVES_HERE
#define WAVES_FIND
#define WAVES_LET_IN
#endif
