/* lane.h - the number that law functions compute with, where kernels have no vectors (lanes.h): one real. */
typedef real lane;
#define ZERO REAL(0)
INLINE lane magnitude(lane x) { return x < 0 ? -x : x; }
INLINE lane root(lane x) { return sqrt(x); }
