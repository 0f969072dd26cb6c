/* no_waves.h - no plane waves come in through faces: waves.h's words mean nothing. */
#define WAVE_PARAMS(P)
#define WAVE_LOCALS const struct waves waves = {0};

struct waves {
    int none;
};
INLINE void find_waves(const struct waves *w, int64 g) {}
INLINE void wave_phase(const struct block *b, const struct waves *w) {}
