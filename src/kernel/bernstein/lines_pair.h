/* lines_pair.h - where flux j of face f, and later its lift, begins in an element's fluxes: of two
 * parts with two fluxes. Gaps keep threads side by side out of the same banks. */
#define FLUX_LINE(f, j) (LINE_FACES == 4 || (f) < LINE_FACES ? (f) * LINE_FACE + (j) * LINE_FLUX : LINE_LAST + (j))
#define FLUX_AT(f, j)   FLUX_LINE_AT(FLUX_LINE(f, j))
#define FLUX_LINE_AT(l) ((l) * LINE + (l) / PART * LINE_GAP + ((l) == 7 ? LINE_LAST_GAP : 0))
