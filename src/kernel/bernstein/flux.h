/* flux.h - the flux phase of the Bernstein stage, one thread per element and face node: values on both
 * sides of each face, the law's flux of them. Neighbours' values from outside the batch are prefetched. */
struct face { /* node n of face f of the batch's element e, behind which is d */
    int e, f, n;
    unsigned d;
};

/* Reads what is behind the faces of face node k of the batch that begins with `first`, where it is
 * outside this batch, into w[4][TAKEN]; the rest of w is left alone. */
INLINE void neighbour_values(const struct block *b, GLOBAL const real *RESTRICT q, unsigned first, int k, real *w)
{
    const word4 neighbours = b->neighbours[k / Nfp];
    const int n = k % Nfp;
    UNROLL for (int f = 0; f < 4; f++) {
        const unsigned d = OF(neighbours, f), g = d & 3;
        if (IS_INNER(d) && (d >> 3) - first >= BATCH) {
            const unsigned word = b->face_words[g * Nfp + n];
            GLOBAL const real *from = q + (int64)(d >> 3) * STATE;
            TAKE(NUMBER, w + f * TAKEN, g, word, from)
        }
    }
}

/* Reads the factors of a face and its element where they are needed: earlier would take registers. */
INLINE void read_geometry(const struct block *b, const struct face *face, real *sgeo, real *vgeo)
{
    UNROLL for (int i = 0; i < LOCAL_SGEO; i++) sgeo[i] = SGEO_BEGIN(b->s + AT_SGEO + SGEO_AT(face->f, face->e))[i];
    UNROLL for (int i = 0; i < LOCAL_VGEO; i++) vgeo[i] = VGEO(b, b->odd)[face->e * LOCAL_VGEO + i];
}

/* Computes the flux at one node of one face; w: the neighbour's values if it is outside the batch. */
INLINE void face_flux(const struct block *b, const struct face *face, real *w, real *flux)
{
    const int e = face->e, f = face->f, n = face->n;
    const unsigned d = face->d, g = d & 3, at = (d >> 3) - (unsigned)b->first, mine = b->face_words[f * Nfp + n];
    real own[TAKEN] = {0}, inner[LOCAL_TRACE], outer[LOCAL_TRACE], sgeo[LOCAL_SGEO], vgeo[LOCAL_VGEO];
    NEAR const real *from = b->s + e * STATE;
    TAKE(NUMBER_OF, own, f, mine, from)
    read_geometry(b, face, sgeo, vgeo);
    local_trace(f, 0, sgeo, own, own + NUMBERS, inner);
    if (at < BATCH) {
        const unsigned word = b->face_words[g * Nfp + n];
        from = b->s + at * STATE;
        TAKE(NUMBER, w, g, word, from)
    }
    if (IS_INNER(d))
        local_trace((int)g, 1, sgeo, w, w + NUMBERS, outer);
    else {
        read_geometry(b, face, sgeo, vgeo);
        local_boundary((int)(d - (unsigned)BOUNDARY), f, sgeo, vgeo, inner, outer);
    }
    read_geometry(b, face, sgeo, vgeo);
    local_flux(f, sgeo, vgeo, inner, outer, flux);
}

/* Stores the fluxes of all faces at node k % Nfp of element k / Nfp; w as neighbour_values left it. */
INLINE void node_fluxes(const struct block *b, int k, real *w)
{
    const word4 neighbours = b->neighbours[k / Nfp];
    const int e = k / Nfp, n = k % Nfp;
    UNROLL for (int f = 0; f < 4; f++) {
        const struct face face = {e, f, n, OF(neighbours, f)};
        real flux[FLUXES];
        face_flux(b, &face, w + f * TAKEN, flux);
        UNROLL for (int j = 0; j < FLUXES; j++)
            b->s[AT_FLUX + e * FLUX_STRIDE + FLUX_AT(f, j) + NODE_OF(f, b->face_words[f * Nfp + n])] = flux[j];
    }
}

/* Prefetches neighbours' values for a thread's first PREFETCH_FACES nodes in a batch, if there is
 * one. Without the zeros compilers keep the last batch's values through all phases. */
INLINE void prefetch_faces(const struct block *b, GLOBAL const real *q, int batch, int any, real *all)
{
    THREAD(t)
        OWN(real, w, all, PREFETCH_FACES * 4 * TAKEN, t)
        UNROLL for (int i = 0; i < PREFETCH_FACES * 4 * TAKEN; i++)
            if (PERSISTENT || i % TAKEN >= NUMBERS) w[i] = 0;
        UNROLL for (int r = 0; r < PREFETCH_FACES; r++) {
            const int k = t + r * THREADS;
            if (k < BATCH * Nfp && any) neighbour_values(b, q, (unsigned)FIRST(batch), k, w + r * 4 * TAKEN);
        }
    END
}

/* Stores all fluxes of the batch; all: what prefetch_faces found. */
INLINE void flux_phase(const struct block *b, GLOBAL const real *q, real *all)
{
    THREAD(t)
        OWN(real, prefetched, all, PREFETCH_FACES * 4 * TAKEN, t)
        UNROLL for (int r = 0; r < PREFETCH_FACES; r++) {
            const int k = t + r * THREADS;
            if (k < BATCH * Nfp) node_fluxes(b, k, prefetched + r * 4 * TAKEN);
        }
        for (int k = t + PREFETCH_FACES * THREADS; k < BATCH * Nfp; k += THREADS) {
            real w[4 * TAKEN];
            UNROLL for (int i = 0; i < 4 * TAKEN; i++) w[i] = 0;
            neighbour_values(b, q, (unsigned)b->first, k, w);
            node_fluxes(b, k, w);
        }
    END
}
