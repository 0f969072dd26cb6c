/* blocks_wait.h - batches that wait for each other within a launch. ended[batch * ENDED_STRIDE] counts the
 * evaluations that a batch has ended, since the first launch; it may wrap around. */
INLINE unsigned ended_evaluations(GLOBAL const unsigned *ended, int batch)
{
    return ended[batch * ENDED_STRIDE];
}

/* Waits until the batches of all neighbours have ended so many evaluations. What they wrote is seen by all
 * threads after the next BARRIER. */
INLINE void wait_neighbours(const struct block *b, GLOBAL const unsigned *ended, unsigned evaluations)
{
    FOR_THREADS(k, 4 * BATCH)
        const unsigned d = OF(b->neighbours[k / 4], k % 4), batch = (d >> 3) / BATCH;
        if (IS_INNER(d) && batch != (unsigned)b->first / BATCH)
            while ((int)(LOAD_ACQUIRE(ended + batch * ENDED_STRIDE) - evaluations) < 0) THREAD_PAUSE;
    END
}

/* Says that a batch has ended so many; after a BARRIER that follows all that it wrote. */
INLINE void end_evaluation(GLOBAL unsigned *ended, int batch, unsigned evaluations)
{
    FOR_THREADS(one, 1) STORE_RELEASE(ended + batch * ENDED_STRIDE, evaluations); END
}
