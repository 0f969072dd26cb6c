#include "port/lift.h"

#include <math.h>
#include "elem/geometry.h"
#include "mesh/curved.h"

int nd_lift_init(struct nd_lift *lift, const struct nd_port_setup *setup)
{
    *lift = (struct nd_lift){.setup = setup};
    return setup->mesh->Ncurved ? nd_curved_rule_init(&lift->rule, setup->elem, setup->mesh->curved_order)
                                : 0;
}

void nd_lift_clear(struct nd_lift *lift)
{
    nd_curved_rule_clear(&lift->rule);
    *lift = (struct nd_lift){0};
}

/* Which vertices of the element at a side are those of the face. */
static void find_corners(const struct nd_mesh *mesh, const struct nd_lift_side *s, int corner[3])
{
    for (int v = 0; v < 3; v++)
        for (int w = 0; w < 4; w++)
            if (mesh->EToV[4 * (size_t)s->face->element[s->side] + (size_t)w] == s->face->v[v]) corner[v] = w;
}

static int add_straight(const struct nd_lift *lift, const struct nd_lift_side *s, double *nodal)
{
    int status = 0;
    const struct nd_elem *elem = lift->setup->elem;
    const int f = s->face->face[s->side], Np = elem->Np, Nfp = elem->Nfp;
    int corner[3] = {0};
    double G[9], J, normal[4][3], Fscale[4], flux[ND_LIFT_MOST];
    find_corners(lift->setup->mesh, s, corner);
    nd_geometry_metric(lift->setup->mesh, s->face->element[s->side], G, &J);
    nd_geometry_faces(G, normal, Fscale);
    for (int j = 0; j < Nfp; j++) {
        const int node = elem->Fmask[f * Nfp + j];
        const double L[4] = {-(1 + elem->r[node] + elem->s[node] + elem->t[node]) / 2,
                             (1 + elem->r[node]) / 2, (1 + elem->s[node]) / 2, (1 + elem->t[node]) / 2},
                     l[3] = {L[corner[0]], L[corner[1]], L[corner[2]]};
        TRY(s->flux(s->self, l, normal[f], flux));
        for (int i = 0; i < s->n; i++)
            for (int m = 0; m < Np; m++)
                nodal[i * Np + m] += Fscale[f] * elem->LIFT[m * 4 * Nfp + f * Nfp + j] * flux[i];
    }
done:
    return status;
}

/* The basis functions of an element [points][Np] at the rule's points of a face. */
static int make_traces(const struct nd_lift *lift, const int corner[3], double *trace)
{
    int status = 0;
    const int points = lift->rule.Nfq;
    double *r = NULL;
    ALLOC(r, 3 * points);
    for (int q = 0; q < points; q++) {
        double L[4] = {0};
        for (int v = 0; v < 3; v++) L[corner[v]] = lift->rule.face[3 * q + v];
        for (int c = 0; c < 3; c++) r[c * points + q] = 2 * L[c + 1] - 1;
    }
    TRY(nd_interpolation(lift->setup->elem, points, r, r + points, r + 2 * points, trace));
done:
    free(r);
    return status;
}

/* The integral over the face of the flux times each basis function, integral[n][Np]. */
static int integrate(const struct nd_lift *lift, const struct nd_lift_side *s, const double *shape,
                     double *integral)
{
    int status = 0;
    const struct nd_curved_rule *rule = &lift->rule;
    const int Np = rule->Np;
    int corner[3] = {0};
    double *trace = NULL, *normal = NULL, flux[ND_LIFT_MOST];
    ALLOC(trace, rule->Nfq * Np);
    ALLOC(normal, 4 * rule->Nfq);
    find_corners(lift->setup->mesh, s, corner);
    TRY(make_traces(lift, corner, trace));
    nd_curved_normals(rule, shape, corner, normal);
    for (int q = 0; q < rule->Nfq; q++) {
        TRY(s->flux(s->self, rule->face + 3 * q, normal + 4 * q, flux));
        for (int i = 0; i < s->n; i++)
            for (int m = 0; m < Np; m++)
                integral[i * Np + m] += normal[4 * q + 3] * flux[i] * trace[q * Np + m];
    }
done:
    free(trace);
    free(normal);
    return status;
}

static int add_curved(const struct nd_lift *lift, const struct nd_lift_side *s, const double *shape,
                      double *nodal)
{
    int status = 0;
    const int Np = lift->rule.Np;
    double *M = NULL, *K = NULL, *Jw = NULL, *inverse = NULL, *integral = NULL;
    ALLOC(M, Np * Np);
    ALLOC(K, 3 * Np * Np);
    ALLOC(Jw, lift->rule.Nq);
    ALLOC(inverse, Np * Np);
    ALLOC(integral, s->n * Np);
    TRY(nd_curved_matrices(&lift->rule, shape, M, K, Jw));
    TRY(nd_inverse(Np, M, inverse));
    TRY(integrate(lift, s, shape, integral));
    for (int i = 0; i < s->n; i++)
        for (int m = 0; m < Np; m++)
            for (int k = 0; k < Np; k++) nodal[i * Np + m] += inverse[m * Np + k] * integral[i * Np + k];
done:
    free(M);
    free(K);
    free(Jw);
    free(inverse);
    free(integral);
    return status;
}

int nd_lift_add(const struct nd_lift *lift, const struct nd_lift_side *s, double *nodal)
{
    const double *shape = nd_curved_shape(lift->setup->mesh, s->face->element[s->side]);
    return shape ? add_curved(lift, s, shape, nodal) : add_straight(lift, s, nodal);
}
