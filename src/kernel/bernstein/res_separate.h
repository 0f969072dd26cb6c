/* res_separate.h - residuals lie in the order of the fields: the node phase leaves rates in the
 * place of the fluxes, and residuals and fields are updated in one contiguous sweep, by pairs of
 * reals. Of THREADS pairs side by side each thread has one, PAIRS_EACH in all. */
#define HAS_PAIR(k) (((k) + 1) * THREADS <= PAIRS || t + (k) * THREADS < PAIRS)

/* Node by node nothing is known of residuals. */
INLINE void read_residual(const struct element *el, int here, GLOBAL const real *res, real *old)
{
    UNROLL for (int c = 0; c < PART; c++) old[c] = 0;
}

/* Stores the rate of a node in the place of its fluxes. */
INLINE void store_node(const struct element *el, int here, struct node p, const real *old, const real *rate)
{
    UNROLL for (int c = 0; c < PART && here; c++) p.flux[el->out + c * LINE] = rate[c];
}

/* Reads the first residuals of a thread. A first stage (a = 0) ignores them. Where threads keep numbers
 * across a barrier (KEEPS_PRIVATE) that is before the one at which they wait for the last rates. */
INLINE void prefetch_residuals(const struct block *b, GLOBAL const real *res, const struct rk *rk, real2 *all)
{
    THREAD(t)
        OWN(real2, old, all, PREFETCH_RESIDUALS, t)
        GLOBAL const real2 *r = (GLOBAL const real2 *)(res + b->first * STATE);
        UNROLL for (int k = 0; k < PREFETCH_RESIDUALS; k++) {
            old[k].x = old[k].y = 0;
            if (rk->a != 0 && HAS_PAIR(k)) old[k] = LOAD_ONCE(r + t + k * THREADS);
        }
    END
}

/* Updates residuals and fields of the batch in global memory. A residual that was used makes room for
 * the next one. Half of a warp's threads read the first of two rates first and half the second, so that
 * they meet in few banks. The outer loop runs once: compilers do not hoist code out of it where registers
 * are scarce, and within it all is known. */
INLINE void update_phase(const struct block *b, GLOBAL real *res, GLOBAL real *qnew, const struct rk *rk, real2 *all)
{
    if (!KEEPS_PRIVATE) prefetch_residuals(b, res, rk, all);
    THREAD(own)
        OWN(real2, old, all, PREFETCH_RESIDUALS, own)
        GLOBAL real2 *r = (GLOBAL real2 *)(res + b->first * STATE), *to = (GLOBAL real2 *)(qnew + b->first * STATE);
        NEAR const real *s = b->s, *rates = b->s + AT_RATE;
        int t = own;
        OPAQUE(t) /* else what follows from it is kept through all phases */
        const int turned = (int)((unsigned)t / (SINGLE ? 16 : 8) % 2);
        for (; t < PAIRS; t += PAIRS_EACH * THREADS) {
            GLOBAL real2 *mine = r + (unsigned)t, *next = to + (unsigned)t;
            UNROLL for (int k = 0; k < PAIRS_EACH; k++) {
                if (!HAS_PAIR(k)) continue;
                const int i = 2 * (t + k * THREADS) + turned, other = PAIRS_APART ? RATE_AT(i + 1 - 2 * turned) : RATE_AT(i) + 1 - 2 * turned;
                const real one = rates[RATE_AT(i)], two = rates[other];
                const real2 was = ((NEAR const real2 *)s)[t + k * THREADS];
                real2 sum, field;
                sum.x = rk->a * old[k % PREFETCH_RESIDUALS].x + (turned ? two : one);
                sum.y = rk->a * old[k % PREFETCH_RESIDUALS].y + (turned ? one : two);
                if (rk->a != 0 && k + PREFETCH_RESIDUALS < PAIRS_EACH && HAS_PAIR(k + PREFETCH_RESIDUALS))
                    old[k % PREFETCH_RESIDUALS] = LOAD_ONCE(mine + (k + PREFETCH_RESIDUALS) * THREADS);
                field.x = was.x + rk->b * sum.x;
                field.y = was.y + rk->b * sum.y;
                STORE_ONCE(mine + k * THREADS, sum);
                STORE_ONCE(next + k * THREADS, field);
            }
        }
    END
}
#define UPDATE_DONE BARRIER

/* The update has written the fields. */
INLINE void publish_fields(void) {}
INLINE void write_fields(const struct block *b, GLOBAL real *qnew) {}
INLINE void wait_written(void) {}
