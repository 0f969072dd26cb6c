/* write_pairs.h - threads write the new fields of a batch to global memory, by pairs of reals. */
INLINE void write_fields(const struct block *b, GLOBAL real *qnew)
{
    FOR_THREADS(i, PAIRS)
        NEAR const real *from = b->s + AT_RATE + RATE_AT(2 * i);
        real2 next;
        if (PAIRS_ALIGNED) next = *(NEAR const real2 *)from;
        else {
            next.x = from[0];
            next.y = PAIRS_APART ? b->s[AT_RATE + RATE_AT(2 * i + 1)] : from[1];
        }
        STORE_ONCE((GLOBAL real2 *)qnew + b->first * STATE / 2 + i, next);
    END
}

/* There is nothing to wait for. */
INLINE void publish_fields(void) {}
INLINE void wait_written(void) {}
