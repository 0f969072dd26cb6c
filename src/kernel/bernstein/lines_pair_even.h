/* lines_pair_even.h - where flux j of face f, and later its lift, begins in an element's fluxes: of two
 * parts with two fluxes, where an even number of coefficients needs no gaps. */
#define FLUX_AT(f, j) (((f) + 4 * (j)) * LINE)
