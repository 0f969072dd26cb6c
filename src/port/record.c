/* What ports record: voltages and currents over time, and the waves at a frequency. */
#include <math.h>
#include <string.h>
#include "comm/comm.h"
#include "comm/task.h"
#include "port/circuit.h"
#include "port/port.h"

#define ROWS_MOST 512

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

/* The ingredients of the probes of all ports. */
struct faces {
    nd_idx *element;  /* [faces] */
    double (*L)[4];   /* [faces][Nfp] */
    double *weight;   /* [faces][ND_PROBE_SUMS][Nfp][6] */
};

static void add_face(const struct nd_ports *ports, const struct nd_port *port, int side, nd_idx f, struct faces *to)
{
    const size_t Nfp = (size_t)ports->elem->Nfp, n = (size_t)port->plane.n, one = 6 * Nfp,
                 at = (size_t)port->first + (size_t)side * n + (size_t)f;
    const struct nd_port_face *face = &port->plane.face[f];
    to->element[at] = face->element[side];
    for (size_t j = 0; j < Nfp; j++) place_node(ports, face, side, ports->elem->Fmask[j], to->L[at * Nfp + j]);
    for (size_t which = 0; which < ND_PROBE_SUMS; which++)
        memcpy(to->weight + (at * ND_PROBE_SUMS + which) * one,
               port->weight + ((which * (size_t)port->sides + (size_t)side) * n + (size_t)f) * one,
               one * sizeof *to->weight);
}

/* V and I of each face of all ports, on both sides. */
static int start_probes(struct nd_ports *ports)
{
    int status = 0;
    const size_t n = (size_t)ports->faces, Nfp = (size_t)ports->elem->Nfp;
    const int rows = (int)fmax(16, fmin(ROWS_MOST, 4e6 / (double)(ND_PROBE_SUMS * n)));
    struct faces faces = {0};
    ALLOC(faces.element, n);
    ALLOC(faces.L, n * Nfp);
    ALLOC(faces.weight, n * ND_PROBE_SUMS * Nfp * 6);
    ALLOC(ports->row_time, rows);
    ALLOC(ports->row, (size_t)rows * n * ND_PROBE_SUMS);
    for (int i = 0; i < ports->n; i++)
        for (int side = 0; side < ports->at[i].sides; side++)
            for (nd_idx f = 0; f < ports->at[i].plane.n; f++) add_face(ports, &ports->at[i], side, f, &faces);
    TRY(nd_probes_init_sums(&ports->probes, ports->rhs, ports->elem,
                            &(struct nd_probe_sums){ports->faces, faces.element, ports->elem->Nfp,
                                                    (const double(*)[4])faces.L, faces.weight},
                            rows));
done:
    free(faces.element);
    free(faces.L);
    free(faces.weight);
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

/* Frees what an earlier run of the same solver recorded. */
static int close_records(struct nd_ports *ports)
{
    struct nd_csv *csv = ports->csv;
    nd_probes_clear(&ports->probes);
    free(ports->row_time);
    free(ports->row);
    ports->row_time = ports->row = NULL;
    ports->csv = NULL;
    ports->steps = 0;
    return nd_csv_destroy(csv);
}

int nd_ports_open(struct nd_ports *ports, const char *path)
{
    int status = 0;
    if (!ports->n) return 0;
    TRY(ND_TASK(.kind = ND_TASK_PORTS, .which = ND_PORTS_OPEN));
    TRY(close_records(ports));
    TRY(start_probes(ports));
    if (path) TRY(create_table(ports, path));
done:
    return status;
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

/* V or I (which: 0 or 1) of a port from a row of the table. Faces are summed in the order of the plane, on any number of
 * ranks. */
static double overlap(const struct nd_port *port, const double *row, int which)
{
    double sum = 0;
    const size_t n = (size_t)(port->sides * port->plane.n);
    for (size_t f = 0; f < n; f++) sum += row[((size_t)port->first + f) * ND_PROBE_SUMS + (size_t)which];
    return sum;
}

/* All series have the same capacity. */
static int grow(struct nd_ports *ports, size_t steps)
{
    int status = 0;
    size_t capacity = ports->capacity;
    TRY(nd_grow(&ports->time, &capacity, steps, sizeof *ports->time));
    for (int i = 0; i < 2 * ports->n; i++) {
        size_t own = ports->capacity;
        TRY(nd_grow(i % 2 ? &ports->at[i / 2].current : &ports->at[i / 2].voltage, &own, steps,
                    sizeof(double)));
    }
    ports->capacity = capacity;
done:
    return status;
}

int nd_ports_make_room(struct nd_ports *ports, size_t steps)
{
    const int status = grow(ports, steps);
    if (!status) ports->steps = steps;
    return status;
}

static int add_row(struct nd_ports *ports, double time, const double *row)
{
    int status = 0;
    double line[1 + 3 * 64];
    TRY(grow(ports, ports->steps + 1));
    for (int i = 0; i < ports->n; i++) {
        struct nd_port *port = &ports->at[i];
        double V = 0, J = 0;
        if (i == ports->excited && !port->source.plane.n) nd_ports_driven(ports, time, &V, &J);
        const int lumped = port->mode.kind == ND_MODE_LUMPED;
        line[1 + 3 * i] = overlap(port, row, 0) + V / 2 + port->from_current * J;
        line[2 + 3 * i] = lumped ? J - line[1 + 3 * i] / port->mode.resistance
                                 : overlap(port, row, 1) + J / 2 + port->from_voltage * V;
        port->voltage[ports->steps] = line[1 + 3 * i];
        port->current[ports->steps] = line[2 + 3 * i];
        line[3 + 3 * i] = line[1 + 3 * i] * line[2 + 3 * i];
    }
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
        TRY(add_row(ports, ports->row_time[r], ports->row + (size_t)r * (size_t)ports->faces * ND_PROBE_SUMS));
done:
    return status;
}

int nd_ports_serve(struct nd_ports *ports, int what, double time)
{
    if (what == ND_PORTS_OPEN) return nd_ports_open(ports, NULL);
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

/* Adds inductance and capacitance between a lumped port and the device to what was recorded at the device. */
static void join(const struct nd_port_spec *spec, double frequency, double complex *V, double complex *J)
{
    struct nd_circuit circuit = {
        .L = spec->inductance, .C = spec->capacitance, .series = spec->connection == ND_SERIES};
    if (!spec->lumped || !(circuit.L > 0 || circuit.C > 0)) return;
    const double complex Z = nd_circuit_impedance(&circuit, frequency);
    if (circuit.series)
        *V += Z * *J;
    else
        *J += *V / Z;
}

void nd_port_waves(const struct nd_ports *ports, int i, double frequency, double complex *a,
                   double complex *b)
{
    const struct nd_port *port = &ports->at[i];
    double complex V = transform(ports, port->voltage, frequency),
                   J = transform(ports, port->current, frequency);
    join(port->spec, frequency, &V, &J);
    const double complex Z = nd_mode_impedance(&port->mode, frequency),
                         turn = cexp(nd_mode_gamma(&port->mode, frequency) * port->spec->shift),
                         root = 2 * csqrt(Z * nd_mode_power(&port->mode, frequency));
    *a = (V + Z * J) / root / turn;
    *b = (V - Z * J) / root * turn;
}

void nd_ports_fed(const void *self, double frequency, double power[2])
{
    const struct nd_ports *ports = self;
    double complex a, b;
    nd_port_waves(ports, ports->excited, frequency, &a, &b);
    power[0] = (pow(cabs(a), 2) - pow(cabs(b), 2)) / 2;
    power[1] = pow(cabs(a), 2) / 2;
}
