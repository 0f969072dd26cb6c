/* lines.h - where flux j of face f, and later its lift, begins in an element's fluxes. */
#define FLUX_AT(f, j) (((f) * FLUXES + (j)) * LINE)
