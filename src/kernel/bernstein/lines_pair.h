/* lines_pair.h - where flux j of face f, and later its lift, begins in an element's fluxes: of two
 * parts of three fields with two fluxes. Those of the first three faces are side by side, then those of
 * the fourth. Gaps keep threads side by side out of the same banks. */
#define FLUX_LINE(f, j) ((f) < 3 ? (f) + 3 * (j) : 6 + (j))
#define FLUX_LINE_AT(l) ((l) * LINE + (l) / PART * LINE_GAP + ((l) == 7 ? LINE_LAST_GAP : 0))
#define FLUX_AT(f, j)   FLUX_LINE_AT(FLUX_LINE(f, j))
