/* res_interleaved.h - the residuals of a batch lie interleaved, [coefficient][field of a
 * part][element][part], so that the thread that computes a rate updates residual and field at once.
 * New fields are written over the fluxes of their element; from there they go to global memory, by
 * write_bulk.h or write_pairs.h. */

/* Reads a node's residuals at its beginning. A first stage (a = 0) ignores them. here: is there a node? */
INLINE void read_residual(const struct element *el, int here, GLOBAL const real *res, real *old)
{
    UNROLL for (int c = 0; c < PART; c++) {
        old[c] = 0;
        if (here && el->a != 0) old[c] = LOAD_ONCE(res + c * RES_FIELD);
    }
}

/* Stores the residuals of a node, and its new fields in the place of its fluxes. */
INLINE void store_node(const struct element *el, int here, struct node p, const real *old, const real *rate)
{
    UNROLL for (int c = 0; c < PART && here; c++) {
        real res = rate[c];
        res += el->a * old[c];
        STORE_ONCE(p.res + c * RES_FIELD, res);
        p.flux[el->out + c * LINE] = p.now[c * Np] + el->b * res;
    }
}

/* There is no separate update. */
INLINE void prefetch_residuals(const struct block *b, GLOBAL const real *res, const struct rk *rk, real2 *all) {}
INLINE void update_phase(const struct block *b, GLOBAL real *res, GLOBAL real *qnew, const struct rk *rk, real2 *all) {}
#define UPDATE_DONE
