#include "port/port.h"

#include <math.h>
#include <string.h>
#include "base/log.h"
#include "comm/comm.h"
#include "comm/task.h"
#include "mesh/geometry.h"
#include "monitor/surface.h"

#define ROWS_MOST 512

/* Quadrature on a triangle, and the basis functions of a face at its points. */
struct nd_port_rule {
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
                      const struct nd_port_rule *rule)
{
    int status = 0;
    const int Nfp = setup->elem->Nfp;
    const nd_idx *corner = port->plane.face[f].v;
    const size_t one = (size_t)port->plane.n * (size_t)Nfp * 6;
    const double Z = impedance_at(setup, port->plane.face[f].element[0]),
                 area = nd_triangle_area(nd_mesh_vertex(setup->mesh, corner[0]),
                                         nd_mesh_vertex(setup->mesh, corner[1]),
                                         nd_mesh_vertex(setup->mesh, corner[2]));
    double e[3], h[3], own[2][2][6];
    for (int q = 0; q < rule->points; q++) {
        const double w = area * rule->weight[q];
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

static int make_weights(struct nd_port *port, const struct nd_port_setup *setup)
{
    int status = 0;
    const struct nd_elem *elem = setup->elem;
    const int n = elem->N + 3;
    struct nd_port_rule rule = {.points = n * n};
    port->sides = port->plane.face[0].element[1] >= 0 ? 2 : 1;
    ALLOC(rule.l, rule.points);
    ALLOC(rule.weight, rule.points);
    ALLOC(rule.trace, rule.points * elem->Nfp);
    ALLOC(port->weight, (size_t)(2 * port->sides) * (size_t)port->plane.n * (size_t)elem->Nfp * 6);
    TRY(nd_triangle_rule(n, rule.l, rule.weight));
    TRY(make_traces(elem, rule.points, (const double(*)[3])rule.l, rule.trace));
    for (nd_idx f = 0; f < port->plane.n; f++) TRY(weigh_face(port, setup, f, &rule));
done:
    free(rule.l);
    free(rule.weight);
    free(rule.trace);
    return status;
}

static int check_port(const struct nd_ports *ports, const struct nd_port *port,
                      const struct nd_port_setup *setup)
{
    int status = 0;
    char where[640];
    const double low = setup->problem->sparameters.band.at[0], cutoff = nd_mode_cutoff(&port->mode);
    nd_port_where(setup->problem, port->spec, where);
    (void)ports;
    if (!(low > cutoff))
        FAIL(NUDGE_EVALUE,
             "%s: its mode travels above %.6g only, and sparameters.band begins at %.6g; begin it above the "
             "cut-off",
             where, cutoff, low);
    for (nd_idx i = 0; i < port->plane.n; i++) {
        const struct nd_port_face *f = &port->plane.face[i];
        const nd_idx b = setup->connect->EToB[4 * (size_t)f->element[0] + (size_t)f->face[0]];
        if (b < 0) continue;
        if (nd_connect_back(setup->connect, 4 * (size_t)f->element[0] + (size_t)f->face[0]) >= 0)
            FAIL(NUDGE_EVALUE, "%s: boundary '%s' is a wall inside the mesh; take it out of boundaries",
                 where, port->spec->boundary);
        if (!nd_law_open(setup->law, setup->assign->condition[b]))
            FAIL(NUDGE_EVALUE,
                 "%s: boundary '%s' is a wall; make it absorbing, or grow a PML behind it (mesh.pml.sides)",
                 where, port->spec->boundary);
        if (port->mode.kind != ND_MODE_TEM)
            nd_warn("%s: the condition absorbing reflects a part of this mode, which depends on its "
                    "direction; a PML "
                    "behind the port (mesh.pml.sides) absorbs it",
                    where);
        break;
    }
done:
    return status;
}

static int make_port(struct nd_ports *ports, int i, const struct nd_port_setup *setup)
{
    int status = 0;
    struct nd_port *port = &ports->at[i];
    port->spec = nd_problem_port(setup->problem, i);
    TRY(nd_port_plane_init(&port->plane, setup, port->spec));
    TRY(nd_mode_init(&port->mode, setup, port->spec, &port->plane));
    TRY(check_port(ports, port, setup));
    TRY(make_weights(port, setup));
    port->first = ports->nodes;
    ports->nodes += port->sides * port->plane.n * setup->elem->Nfp;
    if (setup->problem->sparameters.excite &&
        !strcmp(setup->problem->sparameters.excite, port->spec->named.name))
        ports->excited = i;
done:
    return status;
}

int nd_ports_init(struct nd_ports *ports, struct nd_rhs *rhs, const struct nd_port_setup *setup)
{
    int status = 0;
    char where[640];
    *ports = (struct nd_ports){
        .problem = setup->problem, .rhs = rhs, .mesh = setup->mesh, .elem = setup->elem, .excited = -1};
    if (!setup->problem->ports.n) return 0;
    if (strcmp(setup->law->name, "maxwell"))
        FAIL(NUDGE_EVALUE, "%s: ports are there for law maxwell only, and this is law %s",
             nd_port_where(setup->problem, nd_problem_port(setup->problem, 0), where), setup->law->name);
    ALLOC(ports->at, setup->problem->ports.n);
    for (; ports->n < setup->problem->ports.n;) {
        ports->n++;
        TRY(make_port(ports, ports->n - 1, setup));
    }
    if (ports->excited >= 0) TRY(nd_ports_drive(ports, setup));
done:
    if (status) nd_ports_clear(ports);
    return status;
}

static void clear_port(struct nd_port *port)
{
    nd_mode_clear(&port->mode);
    nd_port_plane_clear(&port->plane);
    free(port->weight);
    free(port->voltage);
    free(port->current);
}

void nd_ports_clear(struct nd_ports *ports)
{
    if (!ports->rhs) return;
    struct nd_device *device = ports->rhs->device;
    nd_csv_destroy(ports->csv);
    nd_probes_clear(&ports->probes);
    for (int i = 0; i < ports->n && ports->at; i++) clear_port(&ports->at[i]);
    for (int i = 0; i < 2; i++) {
        nd_device_free(device, &ports->drive[i].profile);
        nd_device_free(device, &ports->drive[i].samples);
        free(ports->drive[i].value);
    }
    nd_subset_clear(&ports->subset);
    if (ports->module) device->backend->unload(device, ports->module);
    free(ports->at);
    free(ports->time);
    free(ports->row_time);
    free(ports->row);
    *ports = (struct nd_ports){0};
}

double nd_ports_end(const struct nd_ports *ports)
{
    return ports->n && ports->excited >= 0 ? ports->end : -INFINITY;
}

/* L: barycentric coordinates, in the element at a side of the face, of a node of face 0 whose vertices are the
 * face's. */
static void place_node(const struct nd_ports *ports, const struct nd_port_face *face, int side, int node,
                       double L[4])
{
    const nd_idx *v = ports->mesh->EToV + 4 * (size_t)face->element[side];
    const double l1 = (1 + ports->elem->r[node]) / 2, l2 = (1 + ports->elem->s[node]) / 2,
                 l[3] = {1 - l1 - l2, l1, l2};
    for (int w = 0; w < 4; w++) {
        L[w] = 0;
        for (int i = 0; i < 3; i++)
            if (v[w] == face->v[i]) L[w] = l[i];
    }
}

/* Probes at the nodes of all ports, on both sides. */
static int start_probes(struct nd_ports *ports)
{
    int status = 0;
    const struct nd_elem *elem = ports->elem;
    const int rows = (int)fmax(16, fmin(ROWS_MOST, 4e6 / (6 * ports->nodes)));
    nd_idx *element = NULL, at = 0;
    double(*L)[4] = NULL;
    ALLOC(element, ports->nodes);
    ALLOC(L, ports->nodes);
    ALLOC(ports->row_time, rows);
    ALLOC(ports->row, (size_t)rows * (size_t)ports->nodes * 6);
    for (int i = 0; i < ports->n; i++)
        for (int side = 0; side < ports->at[i].sides; side++)
            for (nd_idx f = 0; f < ports->at[i].plane.n; f++)
                for (int j = 0; j < elem->Nfp; j++, at++) {
                    const struct nd_port_face *face = &ports->at[i].plane.face[f];
                    element[at] = face->element[side];
                    place_node(ports, face, side, elem->Fmask[j], L[at]);
                }
    TRY(nd_probes_init(&ports->probes, ports->rhs, elem,
                       &(struct nd_points){ports->nodes, element, (const double(*)[4])L}, rows));
done:
    free(element);
    free(L);
    return status;
}

static int create_table(struct nd_ports *ports, const char *path)
{
    int status = 0;
    struct nd_text header = {0};
    nd_text_add(&header, "time");
    for (int i = 0; i < ports->n; i++) {
        const char *name = ports->at[i].spec->named.name;
        nd_text_add(&header, ",%s_V,%s_I,%s_P", name, name, name);
    }
    TRY(nd_text_check(&header));
    TRY(nd_csv_create(&ports->csv, path, header.s));
done:
    nd_text_clear(&header);
    return status;
}

int nd_ports_start(struct nd_ports *ports, double time, const char *path)
{
    int status = 0;
    if (!ports->n) return 0;
    TRY(ND_TASK(.kind = ND_TASK_PORTS, .which = ND_PORTS_START, .real = time));
    TRY(start_probes(ports));
    if (path) TRY(create_table(ports, path));
done:
    return status ? status : nd_comm_rank() ? 0 : nd_ports_sample(ports, time);
}

int nd_ports_sample(struct nd_ports *ports, double time)
{
    int status = 0;
    if (!ports->n || !ports->probes.rows) return 0;
    if (ports->probes.row == ports->probes.rows) TRY(nd_ports_flush(ports));
    TRY(ND_TASK(.kind = ND_TASK_PORTS, .which = ND_PORTS_SAMPLE, .real = time));
    ports->row_time[ports->probes.row] = time;
    TRY(nd_probes_sample(&ports->probes));
done:
    return status;
}

/* V or I (which: 0 or 1) of a port from a row of the table. */
static double overlap(const struct nd_ports *ports, const struct nd_port *port, const double *row, int which)
{
    double sum = 0;
    const size_t n = 6 * (size_t)(port->sides * port->plane.n) * (size_t)ports->elem->Nfp;
    for (size_t j = 0; j < n; j++)
        sum += port->weight[(size_t)which * n + j] * row[6 * (size_t)port->first + j];
    return sum;
}

static int add_row(struct nd_ports *ports, double time, const double *row)
{
    int status = 0;
    double line[1 + 3 * 64];
    size_t capacity = ports->capacity;
    TRY(nd_grow(&ports->time, &capacity, ports->steps + 1, sizeof *ports->time));
    for (int i = 0; i < ports->n; i++) {
        struct nd_port *port = &ports->at[i];
        size_t own = ports->capacity;
        TRY(nd_grow(&port->voltage, &own, ports->steps + 1, sizeof *port->voltage));
        own = ports->capacity;
        TRY(nd_grow(&port->current, &own, ports->steps + 1, sizeof *port->current));
        double V = 0, J = 0;
        if (i == ports->excited) nd_ports_driven(ports, time, &V, &J);
        line[1 + 3 * i] = overlap(ports, port, row, 0) + V / 2 + port->from_current * J;
        line[2 + 3 * i] = overlap(ports, port, row, 1) + J / 2 + port->from_voltage * V;
        port->voltage[ports->steps] = line[1 + 3 * i];
        port->current[ports->steps] = line[2 + 3 * i];
        line[3 + 3 * i] = line[1 + 3 * i] * line[2 + 3 * i];
    }
    ports->capacity = capacity;
    ports->time[ports->steps++] = line[0] = time;
    if (ports->csv) TRY(nd_csv_row(ports->csv, line, 1 + 3 * ports->n));
done:
    return status;
}

int nd_ports_flush(struct nd_ports *ports)
{
    int status = 0;
    const int rows = ports->probes.row;
    if (!ports->n || !rows) return 0;
    TRY(ND_TASK(.kind = ND_TASK_PORTS, .which = ND_PORTS_FLUSH));
    TRY(nd_probes_read(&ports->probes, ports->row));
    for (int r = 0; r < rows && !nd_comm_rank(); r++)
        TRY(add_row(ports, ports->row_time[r], ports->row + (size_t)r * (size_t)ports->nodes * 6));
done:
    return status;
}

int nd_ports_serve(struct nd_ports *ports, int what, double time)
{
    if (what == ND_PORTS_START) return nd_ports_start(ports, time, NULL);
    return what == ND_PORTS_SAMPLE ? nd_ports_sample(ports, time) : nd_ports_flush(ports);
}

int nd_ports_finish(struct nd_ports *ports)
{
    int status = 0;
    TRY(nd_ports_flush(ports));
    if (ports->csv) TRY(nd_csv_end(&ports->csv));
done:
    return status;
}

/* The trapezoidal rule, which is exact to rounding for a series that begins and ends with zero and has no frequencies
 * above half its rate. */
static double complex transform(const struct nd_ports *ports, const double *value, double frequency)
{
    double complex sum = 0;
    for (size_t i = 0; i < ports->steps; i++) {
        const double before = i ? ports->time[i - 1] : ports->time[i],
                     after = i + 1 < ports->steps ? ports->time[i + 1] : ports->time[i];
        sum += (after - before) / 2 * value[i] * cexp(-2 * M_PI * I * frequency * ports->time[i]);
    }
    return sum;
}

void nd_port_waves(const struct nd_ports *ports, int i, double frequency, double complex *a,
                   double complex *b)
{
    const struct nd_port *port = &ports->at[i];
    const double complex V = transform(ports, port->voltage, frequency),
                         J = transform(ports, port->current, frequency),
                         Z = nd_mode_impedance(&port->mode, frequency),
                         turn = cexp(nd_mode_gamma(&port->mode, frequency) * port->spec->shift),
                         root = 2 * csqrt(Z);
    *a = (V + Z * J) / root / turn;
    *b = (V - Z * J) / root * turn;
}
