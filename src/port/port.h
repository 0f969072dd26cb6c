/* Ports: modes that enter the mesh through flat surfaces, and the voltages and currents of modes recorded there.
 * doc/howto/ports.md is for users.
 *
 * An excited port adds the jumps of its mode's E and H to the fluxes of the faces on both sides of its surface, as a
 * source (step/rhs_term.h): a wave that goes into the device and none that goes backwards.
 *
 * V and I are recorded after each step. They are integrals over the fields that the upwind flux takes at the surface:
 * the wave out of the device from the elements inside, the wave into it from those behind and from the excitation.
 * Where waves leave an element its fields are far more accurate than where they enter it.
 *
 * The fields of the mesh are not quite those of the mode that is excited, least of all at edges of conductors, where the
 * mode is singular. The difference stays near the excited surface, and adds to the V that is recorded there. A port whose
 * excited surface lies behind its own does not see it.
 *
 * Order of calls: nd_ports_init; nd_ports_open and nd_ports_sample before the first step, nd_ports_sample after each; nd_ports_finish,
 * after which the series are complete; nd_ports_clear, before the operator is cleared. The struct must not move. */
#ifndef ND_PORT_H
#define ND_PORT_H

#include "monitor/probe.h"
#include "output/table.h"
#include "port/lumped.h"
#include "port/mode.h"
#include "step/rhs_term.h"

/* A profile in space times a waveform, for inject.knl. */
struct nd_port_drive {
    struct nd_buffer profile, samples;
    int nsamples;
    double step, *value; /* [nsamples] the samples, from t = 0 in equal steps */
};

struct nd_port {
    const struct nd_port_spec *spec;
    struct nd_port_plane plane;
    struct nd_mode mode;
    struct nd_port_source { /* where the port is excited if that is not its own surface; else plane.n is 0 */
        struct nd_port_spec spec;
        struct nd_port_plane plane;
        struct nd_mode mode;
    } source;
    struct nd_lumped lumped; /* instead of a pattern of the mode */
    nd_idx first;            /* of its faces among the probes of all ports */
    int sides;               /* 2 if there are elements behind it, else 1 */
    double *weight;          /* [2: V, I][sides][faces][Nfp][6] of the fields at its nodes */
    double from_current,
        from_voltage;          /* what the excitation's I adds to V, and its V to I, besides themselves */
    double *voltage, *current; /* [steps] */
};

struct nd_ports {
    const nudge_problem *problem;
    struct nd_rhs *rhs;
    const struct nd_mesh *mesh;
    const struct nd_elem *elem;
    struct nd_port *at;
    int n;
    int excited;                   /* -1: none */
    struct nd_subset subset;       /* elements beside the excited port */
    struct nd_port_drive drive[2]; /* E and H */
    double end;                    /* time at which the excitation has ended */
    struct nd_module *module;
    struct nd_kernel *inject;
    nd_idx faces; /* of all ports, those of both sides */
    struct nd_probes probes;
    double *row_time, *row; /* of the probes' table */
    double *time;           /* [steps] */
    size_t steps, capacity;
    struct nd_csv *csv;
};

int nd_ports_init(struct nd_ports *ports, struct nd_rhs *rhs, const struct nd_port_setup *setup);
void nd_ports_clear(struct nd_ports *ports);
/* Takes memory on the device and creates the table in the file `path`. Series of an earlier run of the solver end here:
 * new ones begin. */
int nd_ports_open(struct nd_ports *ports, const char *path);
/* Records the current fields. */
int nd_ports_sample(struct nd_ports *ports, double time);
/* Brings what was recorded to the host. Waits for the device. */
int nd_ports_flush(struct nd_ports *ports);
/* Makes room for series of so many steps, which the caller fills in. */
int nd_ports_make_room(struct nd_ports *ports, size_t steps);
/* Closes the table; the series stay. */
int nd_ports_finish(struct nd_ports *ports);
/* The time at which the excitation has ended; -INFINITY: there is none. */
double nd_ports_end(const struct nd_ports *ports);
/* On ranks other than 0: what the task says (ND_TASK_PORTS). */
enum { ND_PORTS_OPEN, ND_PORTS_SAMPLE, ND_PORTS_FLUSH };
int nd_ports_serve(struct nd_ports *ports, int what, double time);

/* The highest frequency of the pulse, at which its spectrum is 30 dB below the largest value. */
double nd_ports_highest(const nudge_problem *problem);
/* Amplitudes of the waves into the device (a) and out of it (b) at a frequency, whose squares are powers, at the
 * reference plane. */
void nd_port_waves(const struct nd_ports *ports, int i, double frequency, double complex *a,
                   double complex *b);

/* The power that the excited port feeds into the problem at a frequency, and that its source could give, as power monitors
 * count it: half the product of the amplitudes of V and I. ports: a struct nd_ports. */
void nd_ports_fed(const void *ports, double frequency, double power[2]);

/* -- between the files of this folder -- */
/* weights.c: sets weight, sides, from_current and from_voltage of a port with a mode, and of a lumped one. */
int nd_port_weigh(struct nd_port *port, const struct nd_port_setup *setup);
int nd_port_weigh_lumped(struct nd_port *port, const struct nd_port_setup *setup);
/* The surface and the mode by which a port is excited. */
static inline const struct nd_port_plane *nd_port_source_plane(const struct nd_port *port)
{
    return port->source.plane.n ? &port->source.plane : &port->plane;
}
static inline const struct nd_mode *nd_port_source_mode(const struct nd_port *port)
{
    return port->source.plane.n ? &port->source.mode : &port->mode;
}
/* drive.c: the excitation of ports->excited, and its V and I at a time. */
void nd_ports_driven(const struct nd_ports *ports, double time, double *voltage, double *current);
int nd_ports_drive(struct nd_ports *ports, const struct nd_port_setup *setup);

#endif
