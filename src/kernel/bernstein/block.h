/* block.h - what the threads of a block share; README.md draws the map of shared memory that map.c emits. */
struct block {
    NEAR real *s;              /* fields, fluxes, rates, geometric factors: AT_FLUX, AT_RATE, AT_SGEO, AT_VGEO */
    NEAR word4 *neighbours;    /* [BATCH]: what is behind the four faces of each element */
    NEAR word4 *segments;      /* [SEGMENT_ROUNDS][THREAD_GROUPS][2]: the schedule of the node phase */
    NEAR unsigned *slices;     /* [4][SLICE_WORDS]: the coefficients by distance from each face, a byte each */
    NEAR unsigned *face_words; /* [4][Nfp]: where the values at a face node are found (face_fields_*.h) */
    int64 first;               /* element of the batch */
    int odd;                   /* which of two places at AT_VGEO has the batch's factors, [BATCH][LOCAL_VGEO] */
};

#define FIRST(batch) ((int64)(batch) * BATCH)
#define VGEO(b, odd) ((b)->s + AT_VGEO + (odd) * (BATCH * LOCAL_VGEO))

/* Coefficients of a Runge-Kutta stage: res = a res + dt rate, qnew = q + b res. */
struct rk {
    real a, b, dt;
};

/* Copies what is the same for all elements into shared memory. */
INLINE void load_tables(const struct block *b, GLOBAL const unsigned *segments, GLOBAL const unsigned *slices, GLOBAL const unsigned char *Fmask)
{
    FOR_THREADS(i, 2 * SEGMENT_ROUNDS * THREAD_GROUPS) b->segments[i] = ((GLOBAL const word4 *)segments)[i]; END
    FOR_THREADS(i, 4 * SLICE_WORDS) b->slices[i] = slices[i]; END
    FOR_THREADS(i, 4 * Nfp) b->face_words[i] = FACE_WORD(i / Nfp, Fmask[i]); END
}

/* Loads the neighbours of a batch. */
INLINE void load_neighbours(const struct block *b, GLOBAL const unsigned *neighbours, int batch)
{
    FOR_THREADS(e, BATCH) b->neighbours[e] = ((GLOBAL const word4 *)neighbours + FIRST(batch))[e]; END
}

/* Loads the geometric factors of a batch. */
INLINE void load_vgeo(const struct block *b, GLOBAL const real *vgeo, int batch)
{
    FOR_THREADS(k, BATCH * LOCAL_VGEO) b->s[AT_VGEO + k] = vgeo[FIRST(batch) * LOCAL_VGEO + k]; END
}

/* Clears the padding, which must be numbers: rows are read one beyond their end, with weights of zero. */
INLINE void clear_padding(const struct block *b)
{
    FOR_THREADS(k, AT_FLUX - BATCH * STATE) b->s[BATCH * STATE + k] = 0; END
    FOR_THREADS(k, BATCH * LOCAL_PARTS) /* and behind the parts that will be written, unless a flux lies there */
        for (int i = 0; i < PART_GAP; i++)
            b->s[AT_RATE + k / LOCAL_PARTS * FLUX_STRIDE + k % LOCAL_PARTS * PART_STRIDE + PART * LINE + i] = 0;
    END
}

/* Brings a later batch's neighbours into the cache, and its factors if these begin at 16 bytes. */
INLINE void prefetch_geometry(const struct block *b, GLOBAL const unsigned *neighbours, GLOBAL const real *vgeo, int ahead)
{
    PREFETCH(neighbours + (b->first + FIRST(ahead)) * 4, BATCH * 16)
    if (VGEO_BULK) { PREFETCH(vgeo + (b->first + FIRST(ahead)) * LOCAL_VGEO, BATCH * LOCAL_VGEO * sizeof(real)) }
}

/* Requests the fields of a batch. */
INLINE void request_fields(const struct block *b, struct bulk *copy, GLOBAL const real *q, int batch)
{
    BULK_FROM(copy, b->s, q + FIRST(batch) * STATE, BATCH * STATE)
}

/* Brings the residuals of the batch into the cache. */
INLINE void prefetch_res(const struct block *b, GLOBAL const real *res)
{
    if (RES_BULK) { PREFETCH(res + b->first * RES_ELEMENT, BATCH * RES_ELEMENT * sizeof(real)) }
}
