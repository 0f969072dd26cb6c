/* no_waves.h - no plane waves come in through faces: waves.h's words mean nothing. */
#define WAVE_PARAMS(P)
#define WAVE_LOCALS
#define find_waves(w, g)
#define wave_phase(b, w)
