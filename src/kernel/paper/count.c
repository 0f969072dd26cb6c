#include "kernel/paper/paper.h"

/* All of one element unless said; n fields, s bytes a real. */
struct sizes {
    double K, Np, Nf, n, s; /* Nf: 4 Nfp */
};

/* pairs_of: of the three categories of layout/pairs.h. Own and neighbour's traces at every node of
 * every pair, and the descriptors. */
static struct nd_count count_gather(const int64_t *pairs_of, const struct nd_law *law, const struct sizes *z)
{
    const double two = (double)pairs_of[0], one = (double)pairs_of[1], boundary = (double)pairs_of[2];
    const double Nfp = z->Nf / 4, pairs = two + one + boundary, faces = 2 * two + one + boundary;
    const double traces = 2 * two + 2 * one + boundary;
    const double descriptors = pairs * (8 * 4 + 4 * z->s), written = faces * Nfp * z->n * z->s;
    return (struct nd_count){
        .flops = faces * Nfp * (law->counts.flux + z->n),
        .fetched = traces * Nfp * (z->n * z->s + 4) + descriptors + written,
        .moved = z->K * z->Np * z->n * z->s + descriptors + written,
    };
}

static struct nd_count count_lift(const struct nd_plan *p, const struct sizes *z)
{
    const double flux = z->Nf * z->n * z->s, array = z->Np * z->n * z->s;
    const double stored = nd_paper_commutes(p) ? 5 * array : array, inv_J = z->s * z->n;
    return (struct nd_count){
        .flops = z->K * z->n * z->Np * (2 * z->Nf + 1 + (nd_paper_commutes(p) ? 6 : 0)),
        .fetched = z->K * (flux + z->Np * z->Nf * z->n * z->s / p->number[LIFT_I] + stored + inv_J),
        .moved = z->K * (flux + stored + z->s),
    };
}

static struct nd_count count_diff(const struct nd_plan *p, const struct nd_law *law, const struct sizes *z)
{
    const double array = z->Np * z->n * z->s, together = nd_paper_commutes(p) ? z->n : 1;
    const double out = nd_paper_commutes(p) ? array : 3 * array, metric = 9 * z->s;
    const double matrix = 3 * z->Np * z->Np * z->s * z->n / together; /* read by all nodes for one unit */
    const double read =
        p->number[DIFF_SHARED] == ND_SHARED_FIELD
            ? array + matrix / p->number[DIFF_I]
            : z->Np * array + matrix / (p->number[DIFF_P] * p->number[DIFF_I] * p->number[DIFF_S]);
    return (struct nd_count){
        .flops = z->K * z->Np * (z->n * (6 * z->Np + 15) + (nd_paper_commutes(p) ? law->counts.volume : 0)),
        .fetched = z->K * (read + out + metric * z->Np * z->n / together),
        .moved = z->K * (array + out + metric),
    };
}

struct nd_count nd_paper_count(const struct nd_operator *op, enum nd_pass pass)
{
    const struct nd_plan *p = op->plan;
    const struct nd_law *law = op->recipe->law;
    const int N = op->recipe->N;
    const struct sizes z = {(double)op->K, nd_elem_Np(N), 4.0 * nd_elem_Nfp(N), op->layout->fields,
                            (double)op->real};
    const double array = z.K * z.Np * z.n * z.s;
    switch (pass) {
    case ND_PASS_GATHER: return count_gather(op->pairs, law, &z);
    case ND_PASS_LIFT: return count_lift(p, &z);
    case ND_PASS_DIFF: return count_diff(p, law, &z);
    case ND_PASS_ASSEMBLY: {
        /* The derivatives that the law reads. */
        const double read = law->counts.derivatives > 0 ? law->counts.derivatives / z.n : 3;
        const double bytes = (read + 1 + (nd_paper_updates(p) ? 4 : 1)) * array;
        const double flops = law->counts.volume + z.n + (nd_paper_updates(p) ? 5 * z.n : 0);
        return (struct nd_count){z.K * z.Np * flops, bytes, bytes};
    }
    case ND_PASS_UPDATE: return (struct nd_count){z.K * z.Np * z.n * 5, 5 * array, 5 * array};
    default: return (struct nd_count){0};
    }
}
