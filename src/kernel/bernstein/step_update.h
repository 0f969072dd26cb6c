/* step_update.h - what whole steps do with rates: as linear_rate.h and linear_add.h, in shared memory, and in
 * global memory for neighbours. At AT_BEFORE are the fields from before the quadratic. */

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

/* The i-th pair of rates. */
INLINE real2 rate_pair(const struct block *b, int i)
{
    NEAR const real *rates = b->s + AT_RATE;
    real2 pair;
    pair.x = rates[RATE_AT(2 * i)];
    pair.y = PAIRS_APART ? rates[RATE_AT(2 * i + 1)] : rates[RATE_AT(2 * i) + 1];
    return pair;
}

/* After the first evaluation of a quadratic: rates are the fields of the second one. */
INLINE void take_rates(const struct block *b, GLOBAL real *to)
{
    NEAR real2 *fields = (NEAR real2 *)b->s, *before = (NEAR real2 *)(b->s + AT_BEFORE);
    FOR_THREADS(i, PAIRS)
        const real2 rate = rate_pair(b, i);
        before[i] = fields[i];
        fields[i] = rate;
        ((GLOBAL real2 *)(to + b->first * STATE))[i] = rate;
    END
}

/* After the second one: fields = before + a fields + b rate. */
INLINE void add_rates(const struct block *b, GLOBAL real *to, const struct rk *rk)
{
    NEAR real2 *fields = (NEAR real2 *)b->s;
    NEAR const real2 *before = (NEAR const real2 *)(b->s + AT_BEFORE);
    FOR_THREADS(i, PAIRS)
        const real2 rate = rate_pair(b, i), was = fields[i], old = before[i];
        real2 sum;
        sum.x = old.x + rk->a * was.x + rk->b * rate.x;
        sum.y = old.y + rk->a * was.y + rk->b * rate.y;
        fields[i] = sum;
        ((GLOBAL real2 *)(to + b->first * STATE))[i] = sum;
    END
}
