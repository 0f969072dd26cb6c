/* nodes.h - the rate of a coefficient in the node phase of the Bernstein stage.
 * With the coefficients c, D_d c at a is 1/2 sum_j a_j (c[a - e_j + e_d] - c[a - e_j + e_0]): a sum
 * over the four sub-simplices a - e_j of order N - 1 around a. The law's products are taken in each
 * sub-simplex at once. nodes_*.h say which coefficients a thread takes. */

/* Reads the fields of a part at one coefficient. */
#define READ(v, from) UNROLL for (int c = 0; c < PART; c++) v[c] = (from)[c * Np];

/* Lets the law compute the numbers that an element needs at all its nodes. */
INLINE void read_factors(struct element *el)
{
    real own[LOCAL_VGEO];
    UNROLL for (int i = 0; i < LOCAL_VGEO; i++) own[i] = el->vgeo[i];
    UNROLL for (int f = 0; f < 4; f++) {
        real sgeo[LOCAL_SGEO];
        UNROLL for (int i = 0; i < LOCAL_SGEO; i++) sgeo[i] = SGEO_BEGIN(el->sgeo + SGEO_AT(f, 0))[i];
        local_lift_factors(f, own, sgeo, el->part, el->lifting[f]);
    }
    local_rate_factors(own, el->part, el->dt, el->result);
}

/* Adds the lifted fluxes to the sums v, and makes the rate of them. */
INLINE void node_rate(const struct element *el, struct node p, real *v, real *rate)
{
    UNROLL for (int f = 0; f < 4; f++) {
        real lifted[FLUXES];
        UNROLL for (int j = 0; j < FLUXES; j++) lifted[j] = p.flux[FLUX_AT(f, j)];
        local_lift(f, el->lifting[f], el->result, lifted, v);
    }
    local_rate(el->result, v, rate);
}

/* Finishes the node with the sums v of its sub-simplices; old: its residuals; here: is there a node?
 * Where registers are few and the law's sums need no factors, these are read again at each node. */
INLINE void finish_node(const struct element *known, int here, struct node p, const real *old, real *v)
{
    real rate[PART];
    struct element again = *known;
    const struct element *el = REREADS_FACTORS ? &again : known;
    if (REREADS_FACTORS) read_factors(&again);
    node_rate(el, p, v, rate);
    if (LOCAL_PARTS > 1) { IN_STEP(STEP_THREADS) } /* all parts of the node have read its fluxes */
    store_node(el, here, p, old, rate);
}
