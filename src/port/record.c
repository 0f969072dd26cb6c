/* What ports record: voltages and currents over time, and the waves at a frequency. */
#include <math.h>
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

int nd_ports_open(struct nd_ports *ports, const char *path)
{
    int status = 0;
    if (!ports->n) return 0;
    TRY(ND_TASK(.kind = ND_TASK_PORTS, .which = ND_PORTS_OPEN));
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

/* V or I (which: 0 or 1) of a port from a row of the table. */
static double overlap(const struct nd_ports *ports, const struct nd_port *port, const double *row, int which)
{
    double sum = 0;
    const size_t n = 6 * (size_t)(port->sides * port->plane.n) * (size_t)ports->elem->Nfp;
    for (size_t j = 0; j < n; j++)
        sum += port->weight[(size_t)which * n + j] * row[6 * (size_t)port->first + j];
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
        if (i == ports->excited) nd_ports_driven(ports, time, &V, &J);
        const int lumped = port->mode.kind == ND_MODE_LUMPED;
        line[1 + 3 * i] = overlap(ports, port, row, 0) + V / 2 + port->from_current * J;
        line[2 + 3 * i] = lumped ? J - line[1 + 3 * i] / port->mode.resistance
                                 : overlap(ports, port, row, 1) + J / 2 + port->from_voltage * V;
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
        TRY(add_row(ports, ports->row_time[r], ports->row + (size_t)r * (size_t)ports->nodes * 6));
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
