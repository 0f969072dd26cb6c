#include "port/port.h"

#include <math.h>
#include <string.h>
#include "base/log.h"
#include "comm/comm.h"
#include "comm/task.h"

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

static int make_port(struct nd_ports *ports, int i, const struct nd_port_setup *setup)
{
    int status = 0;
    struct nd_port *port = &ports->at[i];
    port->spec = nd_problem_port(setup->problem, i);
    TRY(nd_port_plane_init(&port->plane, setup, port->spec));
    if (port->spec->lumped) {
        TRY(make_lumped(port, setup));
    } else {
        TRY(nd_mode_init(&port->mode, setup, port->spec, &port->plane));
        TRY(check_port(ports, port, setup));
        TRY(nd_port_weigh(port, setup));
    }
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
    nd_lumped_clear(&port->lumped);
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
