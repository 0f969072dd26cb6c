/* write_bulk.h - a bulk copy writes the new fields of each element to global memory. */

/* Makes new fields visible to bulk copies; by all threads, before the BARRIER before write_fields. */
INLINE void publish_fields(void)
{
    BULK_WRITTEN
}

INLINE void write_fields(const struct block *b, GLOBAL real *qnew)
{
    THREAD(t)
        if (t < BATCH) { BULK_TO(qnew + (b->first + t) * STATE, b->s + AT_RATE + t * FLUX_STRIDE, STATE) }
    END
}

/* Waits until the new fields were read from shared memory, which may change after the next BARRIER. */
INLINE void wait_written(void)
{
    BULK_TAKEN
}
