/* fused_nodes.h - the phases of the fused stage that compute rates at nodes. */

/* Adds the lifted fluxes of a set of elements to their products at node n. */
INLINE void lift(NEAR const real *s, GLOBAL const real *LIFT, int set, int n, real (*p)[REDUCED_PRODUCTS])
{
    UNROLL for (int f = 0; f < 4; f++) {
        real sum[W_I * REDUCED_FLUXES];
        UNROLL for (int j = 0; j < W_I * REDUCED_FLUXES; j++) sum[j] = 0;
        UNROLL_BY(5) for (int c = 0; c < Nfp; c++) {
            const real L = LIFT[(f * Nfp + c) * Np + n];
            UNROLL for (int j = 0; j < W_I * REDUCED_FLUXES; j++) sum[j] += L * s[FLUX_AT(set * W_I, f * Nfp + c, j)];
        }
        UNROLL for (int w = 0; w < W_I; w++) {
            real sgeo[REDUCED_SGEO];
            take(s + SGEO_AT(set * W_I + w, f), REDUCED_SGEO, sgeo);
            reduced_lift(sgeo, sum + w * REDUCED_FLUXES, FACE_I1(f), FACE_I2(f), FACE_I0(f), p[w]);
        }
    }
}

/* One thread per node of the W_I elements of a set: products, lift, rates, which take the place of the fields. */
INLINE void compute_rates(NEAR real *s, GLOBAL const real *D, GLOBAL const real *LIFT)
{
    FOR_THREADS(k, BATCH / W_I * Np)
        const int set = k / Np, n = k % Np;
        real p[W_I][REDUCED_PRODUCTS];
        UNROLL for (int w = 0; w < W_I; w++) {
            UNROLL for (int i = 0; i < REDUCED_PRODUCTS; i++) p[w][i] = 0;
        }
        products(s, D, set, n, p);
        lift(s, LIFT, set, n, p);
        UNROLL for (int w = 0; w < W_I; w++) {
            const int e = set * W_I + w;
            real A[9], G[9], m[MEDIUM], rate[FIELDS];
            take(s + VGEO_AT(e), 9, A);
            take(s + VGEO_AT(e) + GRADIENTS, 9, G);
            take(s + VGEO_AT(e) + OWN_MEDIUM, MEDIUM, m);
            reduced_rate(A, G, m, p[w], rate);
            UNROLL for (int i = 0; i < FIELDS; i++) s[(e * FIELDS + i) * Np + n] = rate[i];
        }
    END
}
