/* The weights with which fields at the nodes of a port enter its voltage and current. */
#include <math.h>
#include "monitor/surface.h"
#include "port/port.h"

/* Quadrature on a triangle, and the basis functions of a face at its points. */
struct rule {
    int points;
    double (*l)[3], *weight, *trace; /* [points], the last [points][Nfp] */
};

/* The basis functions of a face at the points of a rule: [points][Nfp], for vertices as face 0 has them. */
static int make_traces(const struct nd_elem *elem, int points, const double (*l)[3], double *trace)
{
    int status = 0;
    double *r = NULL, *all = NULL;
    ALLOC(r, 3 * points);
    ALLOC(all, points * elem->Np);
    for (int q = 0; q < points; q++)
        r[q] = 2 * l[q][1] - 1, r[points + q] = 2 * l[q][2] - 1, r[2 * points + q] = -1;
    TRY(nd_interpolation(elem, points, r, r + points, r + 2 * points, all));
    for (int q = 0; q < points; q++)
        for (int j = 0; j < elem->Nfp; j++) trace[q * elem->Nfp + j] = all[q * elem->Np + elem->Fmask[j]];
done:
    free(r);
    free(all);
    return status;
}

/* Wave impedance of the material at a face. */
static double impedance_at(const struct nd_port_setup *setup, nd_idx element)
{
    const int n = setup->law->material.n;
    const double *own = setup->assign->constants + n * setup->assign->material[setup->mesh->region[element]];
    return sqrt(own[nd_names_find(&setup->law->material, "mu")] /
                own[nd_names_find(&setup->law->material, "epsilon")]);
}

/* What a point adds to V and I. The flux's fields are E* = (in + out) / 2 and n x H* = (out - in) / (2 Z), with the wave
 * out of the device, out = E + Z n x H, of the elements inside, and the wave into it, in = E - Z n x H, of those
 * behind. V is the integral of E* . v, v = h x n, and I that of -e . (n x H*). */
static void weigh_point(const double n[3], const double e[3], const double h[3], double Z, double to[2][2][6])
{
    double v[3], across[2][3];
    nd_port_cross(h, n, v);
    nd_port_cross(v, n, across[0]);
    nd_port_cross(n, e, across[1]);
    for (int side = 0; side < 2; side++)
        for (int c = 0; c < 3; c++) {
            const double sign = side ? -1 : 1;
            to[0][side][c] = v[c] / 2, to[0][side][3 + c] = sign * Z * across[0][c] / 2;
            to[1][side][c] = -sign * e[c] / (2 * Z), to[1][side][3 + c] = across[1][c] / 2;
        }
}

static int weigh_face(struct nd_port *port, const struct nd_port_setup *setup, nd_idx f,
                      const struct rule *rule)
{
    int status = 0;
    const int Nfp = setup->elem->Nfp;
    const size_t one = (size_t)port->plane.n * (size_t)Nfp * 6;
    const double Z = impedance_at(setup, port->plane.face[f].element[0]);
    double e[3], h[3], own[2][2][6];
    for (int q = 0; q < rule->points; q++) {
        const double w = rule->weight[q] * nd_port_face_area(setup->mesh, &port->plane.face[f], rule->l[q]);
        TRY(nd_mode_at(&port->mode, f, rule->l[q], e, h));
        weigh_point(port->plane.normal, e, h, Z, own);
        port->from_voltage += w * nd_port_dot(e, e) / (2 * Z);
        port->from_current += w * nd_port_dot(h, h) * Z / 2;
        for (int j = 0; j < Nfp; j++)
            for (int which = 0; which < 2; which++)
                for (int side = 0; side < port->sides; side++)
                    for (int c = 0; c < 6; c++)
                        port->weight[(size_t)(which * port->sides + side) * one +
                                     ((size_t)f * (size_t)Nfp + (size_t)j) * 6 + (size_t)c] +=
                            w * rule->trace[q * Nfp + j] * own[which][side][c];
    }
done:
    return status;
}

static int make_rule(struct rule *rule, const struct nd_port_setup *setup)
{
    int status = 0;
    const int n = setup->elem->N + 3 + setup->mesh->curved_order;
    rule->points = n * n;
    ALLOC(rule->l, rule->points);
    ALLOC(rule->weight, rule->points);
    ALLOC(rule->trace, rule->points * setup->elem->Nfp);
    TRY(nd_triangle_rule(n, rule->l, rule->weight));
    TRY(make_traces(setup->elem, rule->points, (const double(*)[3])rule->l, rule->trace));
done:
    return status;
}

static void clear_rule(struct rule *rule)
{
    free(rule->l);
    free(rule->weight);
    free(rule->trace);
}

int nd_port_weigh(struct nd_port *port, const struct nd_port_setup *setup)
{
    int status = 0;
    struct rule rule = {0};
    port->sides = port->plane.face[0].element[1] >= 0 ? 2 : 1;
    TRY(make_rule(&rule, setup));
    ALLOC(port->weight, (size_t)(2 * port->sides) * (size_t)port->plane.n * (size_t)setup->elem->Nfp * 6);
    for (nd_idx f = 0; f < port->plane.n; f++) TRY(weigh_face(port, setup, f, &rule));
done:
    clear_rule(&rule);
    return status;
}

/* The weights of a lumped port at a face: E between both sides, by the formula in lumped.h. */
static void weigh_lumped_face(struct nd_port *port, const struct nd_port_setup *setup, nd_idx f,
                              const struct rule *rule)
{
    const struct nd_lumped *lumped = &port->lumped;
    const int Nfp = setup->elem->Nfp;
    const size_t one = (size_t)port->plane.n * (size_t)Nfp * 6;
    for (int q = 0; q < rule->points; q++) {
        const double share = rule->weight[q] *
                             nd_port_face_area(setup->mesh, &port->plane.face[f], rule->l[q]) *
                             lumped->share[f] / lumped->width;
        port->from_current += share / lumped->width;
        for (int i = 0; i < 2 * Nfp * 6; i++) {
            const int side = i / (6 * Nfp), j = i / 6 % Nfp, c = i % 6;
            port->weight[(size_t)side * one + ((size_t)f * (size_t)Nfp + (size_t)j) * 6 + (size_t)c] -=
                share * rule->trace[q * Nfp + j] * lumped->gains[12 * (size_t)f + (size_t)(6 * side + c)];
        }
    }
}

int nd_port_weigh_lumped(struct nd_port *port, const struct nd_port_setup *setup)
{
    int status = 0;
    struct rule rule = {0};
    port->sides = 2;
    TRY(make_rule(&rule, setup));
    ALLOC(port->weight, 4 * (size_t)port->plane.n * (size_t)setup->elem->Nfp * 6);
    for (nd_idx f = 0; f < port->plane.n; f++) weigh_lumped_face(port, setup, f, &rule);
done:
    clear_rule(&rule);
    return status;
}
