/* fused_faces.h - the phases of the fused stage that load a batch and compute its fluxes. */

/* Fields of the batch into shared memory. */
INLINE void load_fields(NEAR real *s, GLOBAL const real *q, const struct mesh *mesh)
{
    FOR_THREADS(k, BATCH * FIELDS * Np)
        s[k] = q[mesh->first * (FIELDS * Np) + k];
    END
}

/* One thread per element: what all its nodes need. */
INLINE void load_vgeo(NEAR real *s, const struct mesh *mesh)
{
    FOR_THREADS(e, BATCH)
        real G[9], A[9], m[MEDIUM];
        NEAR real *to = s + VGEO_AT(e);
        UNROLL for (int i = 0; i < 9; i++) G[i] = mesh->metric[(mesh->first + e) * 9 + i];
        to[INVERSE_J] = frame_edges(G, A);
        unit_medium(mesh->medium, mesh->material[mesh->first + e], m);
        UNROLL for (int i = 0; i < 9; i++) to[i] = A[i], to[GRADIENTS + i] = G[i];
        UNROLL for (int i = 0; i < MEDIUM; i++) to[OWN_MEDIUM + i] = m[i];
    END
}

/* One thread per face: what all its nodes need. */
INLINE void compute_sgeo(NEAR real *s, const struct mesh *mesh)
{
    FOR_THREADS(k, BATCH * 4)
        const int e = k / 4, f = k % 4;
        NEAR const real *vgeo = s + VGEO_AT(e);
        real A[9], G[9], m[MEDIUM], mP[MEDIUM], n[3], e1[3], e2[3], Fscale, sgeo[REDUCED_SGEO];
        take(vgeo, 9, A);
        take(vgeo + GRADIENTS, 9, G);
        take(vgeo + OWN_MEDIUM, MEDIUM, m);
        unit_medium(mesh->medium, mesh->material[mesh->EToE[mesh->first * 4 + k]], mP);
        unit_normal(G, f, n, &Fscale);
        UNROLL for (int c = 0; c < 3; c++) {
            /* f is not known to the compiler, so the edges of all faces are there to choose from. */
            e1[c] = f == 0 ? A[3 + c] : f == 1 ? A[c] : f == 2 ? A[3 + c] - A[c] : A[6 + c];
            e2[c] = f == 0 ? A[c] : f == 1 ? A[6 + c] : f == 2 ? A[6 + c] - A[c] : A[3 + c];
        }
        /* A boundary condition may have an upwind weight of its own. */
        real none[FIELDS] = {0}, outer[FIELDS];
        const int code = mesh->EToL[mesh->first * 4 + k];
        const real weight = code < 24 ? UPWIND : law_boundary(code - 24, n, m, none, outer, UPWIND);
        const struct reduced_face face = {A, G, e1, e2, n, m, mP, Fscale, vgeo[INVERSE_J] / Fscale, weight};
        reduced_sgeo(&face, sgeo);
        UNROLL for (int i = 0; i < REDUCED_SGEO; i++) s[SGEO_AT(0, k) + i] = sgeo[i];
    END
}

/* One thread per node: the operands of its products. */
INLINE void compute_operands(NEAR real *s)
{
    FOR_THREADS(k, BATCH * Np)
        const int e = k / Np, n = k % Np;
        real A[9], own[FIELDS], operand[REDUCED_OPERANDS];
        take(s + VGEO_AT(e), 9, A);
        UNROLL for (int i = 0; i < FIELDS; i++) own[i] = s[(e * FIELDS + i) * Np + n];
        reduced_operands(A, own, operand);
        UNROLL for (int j = 0; j < REDUCED_OPERANDS; j++) s[OPERAND_AT(e, n, j)] = operand[j];
    END
}

/* One thread per face node: the flux, with the neighbour's fields from global memory. */
INLINE void compute_fluxes(NEAR real *s, GLOBAL const real *q, const struct mesh *mesh)
{
    FOR_THREADS(k, BATCH * 4 * Nfp)
        const int e = k / (4 * Nfp), i = k % (4 * Nfp), f = i / Nfp, code = mesh->EToL[mesh->first * 4 + e * 4 + f];
        const int inner = mesh->lists[6 * f * Nfp + i % Nfp];
        real qM[FIELDS], qP[FIELDS], m[MEDIUM], sgeo[REDUCED_SGEO], flux[REDUCED_FLUXES];
        take(s + VGEO_AT(e) + OWN_MEDIUM, MEDIUM, m);
        UNROLL for (int c = 0; c < FIELDS; c++) qM[c] = s[(e * FIELDS + c) * Np + inner];
        if (code < 24) {
            const int64 neighbour = mesh->EToE[mesh->first * 4 + e * 4 + f];
            const int64 from = neighbour * (FIELDS * Np) + mesh->lists[code * Nfp + i % Nfp];
            UNROLL for (int c = 0; c < FIELDS; c++) qP[c] = q[from + c * Np];
        } else {
            real G[9], n[3], Fscale;
            take(s + VGEO_AT(e) + GRADIENTS, 9, G);
            unit_normal(G, f, n, &Fscale);
            law_boundary(code - 24, n, m, qM, qP, UPWIND);
        }
        take(s + SGEO_AT(e, f), REDUCED_SGEO, sgeo);
        reduced_flux(sgeo, m, qM, qP, flux);
        UNROLL for (int j = 0; j < REDUCED_FLUXES; j++) s[FLUX_AT(e, i, j)] = flux[j];
    END
}
