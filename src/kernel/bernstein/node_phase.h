/* node_phase.h - the node phase of the Bernstein stage: derivatives, lifted fluxes, rates. Thread k
 * has part k % LOCAL_PARTS of element k / LOCAL_PARTS % BATCH; the GROUP_THREADS threads of a group
 * have all of the batch's, and the same coefficients of each. */
INLINE void node_phase(const struct block *b, GLOBAL real *res, const struct rk *rk)
{
    FOR_THREADS(k, NODE_THREADS)
        const int part = k % LOCAL_PARTS, e = k / LOCAL_PARTS % BATCH, group = k / GROUP_THREADS, other = LOCAL_PARTS - 1 - part;
        struct element el;
        el.from = b->s + e * STATE + part * PART_STRIDE;
        const struct node p = {b->s + e * STATE + other * PART_STRIDE, res + b->first * RES_ELEMENT + e * LOCAL_PARTS + other,
                               b->s + AT_FLUX + e * FLUX_STRIDE};
        el.vgeo = VGEO(b, b->odd) + e * LOCAL_VGEO, el.sgeo = b->s + AT_SGEO + SGEO_AT(0, e);
        el.part = part, el.dt = rk->dt;
        read_factors(&el);
        el.a = rk->a, el.b = rk->b;
        el.out = AT_RATE - AT_FLUX + other * PART_STRIDE;
        thread_nodes(b, &el, p, group);
    END
}
