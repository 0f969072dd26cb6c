/* curved_sides.h - faces of curved elements in curved_simd.knl, whose words it uses. */
#ifdef __AVX512F__ /* 32 registers */
#define ROWS     2
#define TOGETHER 4
#else
#define ROWS     1
#define TOGETHER 2
#endif
#define LIFTED   (TOGETHER < Nfp ? TOGETHER : Nfp)
#define HALF     (Np * (Np + 1) / 2)
#define AT(n, k) ((n) * ((n) + 1) / 2 + (k)) /* k <= n */
#define LINES    (4 * HALF * LANES * (int)sizeof(real) / 64) /* of the cache, that matrices fill */
#define PIECES   (4 * ((NFQ + TOGETHER - 1) / TOGETHER))

/* Asks for a piece of the matrices: they arrive while faces are computed. */
INLINE void prefetch(const real *matrix, int piece)
{
    for (int i = piece * LINES / PIECES; i < (piece + 1) * LINES / PIECES; i++) __builtin_prefetch(matrix + i * (64 / (int)sizeof(real)), 0, 2);
}

/* A face of each lane. Most have their points in the element's own order of vertices, natural; others are scattered. */
struct sides {
    const int *natural, *inner[LANES], *outer[LANES];
    int scattered[LANES];
    lane own_order;    /* 1: natural, 0: scattered */
    int behind[LANES]; /* the slot behind, or -1 - condition */
    int walls;         /* whether any lane has a boundary there */
    int side;
    const real *matrix; /* of the block */
    lane mP[MEDIUM];
};

/* The row of `number` for a face in the element's own order. */
#define NATURAL(side) (NATURAL_ROWS >> 8 * (side) & 255)

INLINE void find_sides(const int *faces, const int *number, const int *material, const real *medium, const int64 *e, const int *home, struct sides *s)
{
    s->natural = number + NATURAL(s->side) * Nfp;
    for (int l = 0; l < LANES; l++) {
        const int *face = faces + (4 * e[l] + s->side) * 4;
        const int there = face[0] >= 0 ? face[0] : home[l];
        s->behind[l] = face[0];
        s->scattered[l] = face[1] != NATURAL(s->side);
        s->own_order[l] = !s->scattered[l];
        s->inner[l] = number + face[1] * Nfp;
        s->outer[l] = number + face[2] * Nfp;
        s->walls |= face[0] < 0;
        for (int c = 0; c < MEDIUM; c++) s->mP[c][l] = medium[material[there] * MEDIUM + c];
    }
}

/* Fields on both sides of a face, [Nfp][FIELDS]. At a boundary there is nothing behind. */
INLINE void gather(const real *q, int64 stride_f, const struct sides *s, const lane *own, lane *mine, lane *theirs)
{
    for (int j = 0; j < Nfp; j++)
        for (int f = 0; f < FIELDS; f++) mine[j * FIELDS + f] = own[s->natural[j] * FIELDS + f], theirs[j * FIELDS + f] = ZERO;
    for (int l = 0; l < LANES; l++) {
        const real *behind = q + (s->behind[l] >= 0 ? DOF(s->behind[l], 0, 0) : 0);
        real *to = (real *)theirs + l;
        for (int j = 0; j < Nfp && s->behind[l] >= 0; j++) {
            const real *node = behind + s->outer[l][j] * (int64)STRIDE_N;
            UNROLL for (int f = 0; f < FIELDS; f++) to[(j * FIELDS + f) * LANES] = node[f * stride_f];
        }
        for (int j = 0; j < Nfp && s->scattered[l]; j++)
            for (int f = 0; f < FIELDS; f++) mine[j * FIELDS + f][l] = own[s->inner[l][j] * FIELDS + f][l];
    }
}

/* The states behind boundaries, one lane after the other. */
INLINE void boundary_states(const struct sides *s, const lane *n, const lane *mM, const lane *qM, lane *qP, lane *weight)
{
    for (int l = 0; l < LANES; l++) {
        if (s->behind[l] >= 0) continue;
        real normal[3], m[MEDIUM], inner[FIELDS], outer[FIELDS];
        for (int c = 0; c < 3; c++) normal[c] = n[c][l];
        for (int c = 0; c < MEDIUM; c++) m[c] = mM[c][l];
        for (int f = 0; f < FIELDS; f++) inner[f] = qM[f][l];
        (*weight)[l] = law_boundary(-1 - s->behind[l], normal, m, inner, outer, UPWIND);
        for (int f = 0; f < FIELDS; f++) qP[f][l] = outer[f];
    }
}

INLINE void traces(const real *trace, const lane *from, lane (*sum)[FIELDS])
{
    for (int p = 0; p < TOGETHER; p++) UNROLL for (int f = 0; f < FIELDS; f++) sum[p][f] = ZERO;
    for (int j = 0; j < Nfp; j++)
        UNROLL for (int p = 0; p < TOGETHER; p++)
            UNROLL for (int f = 0; f < FIELDS; f++) sum[p][f] += trace[p * Nfp + j] * from[j * FIELDS + f];
}

/* Fluxes of a face, less half of n.A q and times the weights of its points, flux[NFQ][FIELDS]. The last points may be
 * computed twice. */
INLINE void face_fluxes(const struct sides *s, const lane *mM, const real *at, const real *trace, const lane *mine, const lane *theirs, lane *flux)
{
    for (int first = 0, piece = s->side * PIECES / 4; first < NFQ; first += TOGETHER, piece++) {
        const int i = first + TOGETHER <= NFQ ? first : NFQ - TOGETHER;
        lane qM[TOGETHER][FIELDS], qP[TOGETHER][FIELDS];
        prefetch(s->matrix, piece);
        traces(trace + i * Nfp, mine, qM);
        traces(trace + i * Nfp, theirs, qP);
        for (int p = 0; p < TOGETHER; p++) {
            const lane *n = (const lane *)(at + (i + p) * 4 * LANES);
            lane out[FIELDS], dq[3 * FIELDS], half_volume[FIELDS], weight = ZERO + UPWIND;
            if (s->walls) boundary_states(s, n, mM, qM[p], qP[p], &weight);
            law_flux(n, mM, s->mP, qM[p], qP[p], weight, out);
            UNROLL for (int f = 0; f < FIELDS; f++) UNROLL for (int c = 0; c < 3; c++) dq[3 * f + c] = n[c] * qM[p][f];
            law_volume(mM, dq, half_volume);
            UNROLL for (int f = 0; f < FIELDS; f++) flux[(i + p) * FIELDS + f] = n[3] * (out[f] + REAL(0.5) * half_volume[f]);
        }
    }
}

/* g += the integral of fluxes times the functions of the face nodes. */
INLINE void lift_fluxes(const struct sides *s, const real *trace, const lane *flux, lane *g)
{
    for (int first = 0; first < Nfp; first += LIFTED) {
        const int j = first + LIFTED <= Nfp ? first : Nfp - LIFTED;
        lane sum[LIFTED][FIELDS];
        for (int p = 0; p < LIFTED; p++) UNROLL for (int f = 0; f < FIELDS; f++) sum[p][f] = ZERO;
        for (int i = 0; i < NFQ; i++)
            UNROLL for (int p = 0; p < LIFTED; p++)
                UNROLL for (int f = 0; f < FIELDS; f++) sum[p][f] += trace[i * Nfp + j + p] * flux[i * FIELDS + f];
        for (int p = first - j; p < LIFTED; p++)
            UNROLL for (int f = 0; f < FIELDS; f++) g[s->natural[j + p] * FIELDS + f] += s->own_order * sum[p][f];
        for (int l = 0; l < LANES; l++)
            for (int p = first - j; p < LIFTED && s->scattered[l]; p++)
                for (int f = 0; f < FIELDS; f++) g[s->inner[l][j + p] * FIELDS + f][l] += sum[p][f][l];
    }
}

