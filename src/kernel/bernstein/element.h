/* element.h - what a thread has in the node phase of the Bernstein stage. */
struct element { /* what a thread needs of an element and part at all coefficients */
    real lifting[4][LOCAL_LIFT_FACTORS], result[LOCAL_RATE_FACTORS], a, b, dt;
    NEAR const real *vgeo, *sgeo; /* of the element, and of its face 0: what the law makes the numbers above of */
    NEAR const real *from;        /* the part's coefficients */
    int part, out;                /* out: from a coefficient's fluxes to its rate or new fields */
};

struct node { /* one coefficient: its fields and residual, of the part whose rates are computed; its lifted fluxes */
    NEAR const real *now;
    GLOBAL real *res;
    NEAR real *flux;
};

/* The node that is `by` coefficients further. */
INLINE struct node node_at(struct node p, int by)
{
    p.now += by, p.flux += by, p.res += by * RES_NODE;
    return p;
}
