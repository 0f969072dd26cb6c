/* linear_rate.h - the first evaluation of a quadratic (step/polynomial.h): qnew = dt rate. Rates are written
 * over the fluxes of their element; from there they go to global memory, by write_bulk.h or write_pairs.h. */

/* There are no residuals. */
INLINE void read_residual(const struct element *el, int here, GLOBAL const real *res, real *old)
{
    UNROLL for (int c = 0; c < PART; c++) old[c] = 0;
}

/* Stores the rate of a node in the place of its fluxes. */
INLINE void store_node(const struct element *el, int here, struct node p, const real *old, const real *rate)
{
    UNROLL for (int c = 0; c < PART && here; c++) p.flux[el->out + c * LINE] = rate[c];
}

/* There is nothing to update. */
INLINE void prefetch_residuals(const struct block *b, GLOBAL const real *res, const struct rk *rk, real2 *all) {}
INLINE void update_phase(const struct block *b, GLOBAL real *res, GLOBAL real *qnew, const struct rk *rk, real2 *all) {}
#define UPDATE_DONE
