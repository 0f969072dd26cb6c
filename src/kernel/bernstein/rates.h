/* rates.h - where the rate, or the new value, of real i of the batch lies, from AT_RATE on. A quotient
 * is a product where the host finds that exact. */
#define QUOTIENT(i, n, reciprocal) ((reciprocal) ? (int)((unsigned)(i) * (reciprocal) >> 24) : (i) / (n))
#define ELEMENT_OF(i) QUOTIENT(i, STATE, STATE_RECIPROCAL)
#define RATE_IN(i)    ((i) + QUOTIENT(i, Np, NP_RECIPROCAL) * LINE_PAD)
#define RATE_AT(i)    (LINE_PAD ? ELEMENT_OF(i) * FLUX_STRIDE + RATE_IN((i) - ELEMENT_OF(i) * STATE) : (i) + ELEMENT_OF(i) * FLUX_PAD)
