#include "port/port.h"

#include <math.h>
#include <string.h>
#include "base/log.h"
#include "comm/comm.h"
#include "comm/task.h"
#include "mesh/geometry.h"

#define ALIKE 0.999 /* of the fields of one mode that was computed in two ways */

static int check_surface(const struct nd_port_spec *spec, const struct nd_port_plane *plane, const struct nd_mode *mode,
                         const struct nd_port_setup *setup)
{
    int status = 0;
    char where[640], text[2][32];
    const bool si = nd_problem_si(setup->problem);
    const double low = setup->problem->sparameters.band.at[0], cutoff = nd_mode_cutoff(mode);
    nd_port_where(setup->problem, spec, where);
    TRY(nd_port_check_walls(plane, setup, spec, mode->kind == ND_MODE_TEM));
    if (!(low > cutoff))
        FAIL(NUDGE_EVALUE,
             "%s: its mode travels above %s only, and sparameters.band begins at %s; begin it above the "
             "cut-off",
             where, nd_quantity_text(cutoff, ND_DIM_FREQUENCY, si, text[0]),
             nd_quantity_text(low, ND_DIM_FREQUENCY, si, text[1]));
    for (nd_idx i = 0; i < plane->n; i++) {
        const struct nd_port_face *f = &plane->face[i];
        const nd_idx b = setup->connect->EToB[4 * (size_t)f->element[0] + (size_t)f->face[0]];
        if (b < 0) continue;
        if (nd_connect_back(setup->connect, 4 * (size_t)f->element[0] + (size_t)f->face[0]) >= 0)
            FAIL(NUDGE_EVALUE, "%s: boundary '%s' is a wall inside the mesh; take it out of boundaries",
                 where, spec->boundary);
        if (!nd_assign_open(setup->assign, setup->law, b))
            FAIL(NUDGE_EVALUE,
                 "%s: boundary '%s' is a wall; make it absorbing, or grow a PML behind it (mesh.pml.sides)",
                 where, spec->boundary);
        if (mode->kind != ND_MODE_TEM)
            nd_warn("%s: the condition absorbing reflects a part of this mode, which depends on its "
                    "direction; a PML "
                    "behind the port (mesh.pml.sides) absorbs it",
                    where);
        break;
    }
done:
    return status;
}

/* The surface of port.source, parallel to the port's own and behind it. Its mode, which may take seconds, only if the port
 * is excited. */
static int make_source(struct nd_port *port, const struct nd_port_setup *setup, int excited)
{
    int status = 0;
    char where[640];
    struct nd_port_source *source = &port->source;
    source->spec = *port->spec;
    source->spec.boundary = port->spec->source;
    memcpy(source->spec.direction, port->plane.normal, sizeof port->plane.normal);
    nd_port_where(setup->problem, port->spec, where);
    if (port->spec->lumped)
        FAIL(NUDGE_EVALUE, "%s: source is for ports with a mode; a lumped port is excited where it is", where);
    TRY(nd_port_plane_init(&source->plane, setup, &source->spec));
    const double *own = nd_mesh_vertex(setup->mesh, port->plane.face[0].v[0]),
                 *behind = nd_mesh_vertex(setup->mesh, source->plane.face[0].v[0]);
    double depth = 0;
    for (int c = 0; c < 3; c++) depth += (own[c] - behind[c]) * port->plane.normal[c];
    if (!(depth > 0) || nd_port_dot(source->plane.normal, port->plane.normal) < 1 - 1e-6)
        TRY(nd_port_refuse_source(setup, &source->spec));
    TRY(check_surface(&source->spec, &source->plane, &port->mode, setup));
    if (excited) TRY(nd_mode_init(&source->mode, setup, &source->spec, &source->plane));
done:
    return status;
}

/* V is the mean of -E l across the width, and I = -V / R and what the source gives. */
static int make_lumped(struct nd_port *port, const struct nd_port_setup *setup)
{
    int status = 0;
    struct nd_lumped *lumped = &port->lumped;
    TRY(nd_lumped_init(lumped, setup, port->spec, &port->plane));
    TRY(nd_lumped_weigh(lumped, setup, &port->plane));
    port->mode = (struct nd_mode){.kind = ND_MODE_LUMPED, .resistance = lumped->resistance};
    TRY(nd_port_weigh_lumped(port, setup));
done:
    return status;
}

/* Says what a lossy line does to the port's wave. */
static void say_losses(const struct nd_port *port, const struct nd_port_setup *setup)
{
    char where[640];
    const double *band = setup->problem->sparameters.band.at, middle = (band[0] + band[1]) / 2,
                 tangent = nd_mode_loss(&port->mode, middle);
    if (tangent > 0)
        nd_info("%s: losses of its line: tan delta %.3g, attenuation %.4g nepers per unit of length at %.6g; the "
                "pattern of its mode is that without losses",
                nd_port_where(setup->problem, port->spec, where), tangent,
                creal(nd_mode_gamma(&port->mode, middle)), middle);
}

static int make_port(struct nd_ports *ports, int i, const struct nd_port_setup *setup)
{
    int status = 0;
    struct nd_port *port = &ports->at[i];
    const char *excite = setup->problem->sparameters.excite;
    port->spec = nd_problem_port(setup->problem, i);
    if (excite && !strcmp(excite, port->spec->named.name)) ports->excited = i;
    TRY(nd_port_plane_init(&port->plane, setup, port->spec));
    if (port->spec->lumped) {
        TRY(make_lumped(port, setup));
    } else {
        TRY(nd_mode_init(&port->mode, setup, port->spec, &port->plane));
        TRY(check_surface(port->spec, &port->plane, &port->mode, setup));
        TRY(nd_port_weigh(port, setup));
        say_losses(port, setup);
    }
    if (port->spec->source) TRY(make_source(port, setup, ports->excited == i));
    port->first = ports->faces;
    ports->faces += port->sides * port->plane.n;
done:
    return status;
}

/* |cosine| between the fields with which two modes of one surface, seen from one side, are weighed. */
static double likeness(const struct nd_port *a, const struct nd_port *b, int Nfp)
{
    double ab = 0, aa = 0, bb = 0;
    for (size_t i = 0; i < (size_t)a->plane.n * (size_t)Nfp * 6; i++) {
        ab += a->weight[i] * b->weight[i];
        aa += a->weight[i] * a->weight[i];
        bb += b->weight[i] * b->weight[i];
    }
    return fabs(ab) / sqrt(aa * bb);
}

/* Names of a mode may differ, as TE10 of a rectangle and TE1 of a section. */
static int is_same(const struct nd_port *a, const struct nd_port *b, int Nfp)
{
    const struct nd_port_spec *s = a->spec, *t = b->spec;
    if (strcmp(s->boundary, t->boundary)) return 0;
    if (a->mode.kind == b->mode.kind && a->mode.m == b->mode.m && a->mode.n == b->mode.n &&
        s->section == t->section && s->coaxial == t->coaxial)
        return 1;
    return !s->lumped && !t->lumped && nd_port_dot(a->plane.normal, b->plane.normal) > 0 &&
           likeness(a, b, Nfp) > ALIKE;
}

/* Waves of two ports with one mode are the same ones, and have no matrix. */
static int check_twins(const struct nd_ports *ports, const struct nd_port_setup *setup)
{
    int status = 0;
    char where[640];
    const struct nd_port *last = &ports->at[ports->n - 1];
    for (int i = 0; i < ports->n - 1; i++)
        if (is_same(&ports->at[i], last, setup->elem->Nfp))
            FAIL(NUDGE_EVALUE,
                 "%s: port '%s' has the same boundary '%s' and the same mode; take one of them out, or give them "
                 "different modes",
                 nd_port_where(setup->problem, last->spec, where), ports->at[i].spec->named.name,
                 last->spec->boundary);
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
    if (!nd_port_has_law(setup->law))
        FAIL(NUDGE_EVALUE, "%s: ports are there for law maxwell only, and this is law %s",
             nd_port_where(setup->problem, nd_problem_port(setup->problem, 0), where), setup->law->name);
    ALLOC(ports->at, setup->problem->ports.n);
    for (; ports->n < setup->problem->ports.n;) {
        ports->n++;
        TRY(make_port(ports, ports->n - 1, setup));
        TRY(check_twins(ports, setup));
    }
    if (ports->excited >= 0) TRY(nd_ports_drive(ports, setup));
done:
    if (status) nd_ports_clear(ports);
    return status;
}

static void clear_port(struct nd_port *port)
{
    nd_mode_clear(&port->mode);
    nd_lumped_clear(&port->lumped);
    nd_port_plane_clear(&port->plane);
    nd_mode_clear(&port->source.mode);
    nd_port_plane_clear(&port->source.plane);
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
