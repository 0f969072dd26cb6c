/* The excitation of a port. Its waveform is a pulse f(t), of V for TEM, TE and hybrid modes and of I for TM modes; the other one
 * follows by the impedance, which depends on the frequency: its waveform is the inverse transform of the product. Both
 * are samples for kernel_waveform.h. */
#include <math.h>
#include <string.h>
#include "layout/transfer.h"
#include "port/port.h"

#define AHEAD   6.5 /* standard deviations from t = 0 to the peak of the pulse */
#define PERIODS 8   /* of the bandwidth, after the pulse: how long its impedance's response is computed */

struct pulse {
    double frequency, bandwidth, width, delay;
};

static struct pulse pulse_of(const nudge_problem *problem)
{
    const struct nd_sparameters_spec *s = &problem->sparameters;
    struct pulse p = {.frequency = (s->band.at[0] + s->band.at[1]) / 2,
                      .bandwidth = s->bandwidth > 0 ? s->bandwidth : 1.3 * (s->band.at[1] - s->band.at[0])};
    p.width = sqrt(2 * M_LN10) / (M_PI * p.bandwidth);
    p.delay = AHEAD * p.width;
    return p;
}

double nd_ports_highest(const nudge_problem *problem)
{
    const struct pulse p = pulse_of(problem);
    return p.frequency + sqrt(3.0 / 8) * p.bandwidth;
}

static double pulse_at(const struct pulse *p, double t)
{
    const double u = t - p->delay, x = u / p->width;
    return cos(2 * M_PI * p->frequency * u) * exp(-x * x / 2);
}

/* The spectrum at a positive frequency, without the part around the negative one. */
static double complex spectrum(const struct pulse *p, double f)
{
    const double a = M_PI * p->width * (f - p->frequency);
    return p->width * sqrt(M_PI / 2) * exp(-2 * a * a) * cexp(-2 * M_PI * I * f * p->delay);
}

/* A waveform at equal times from 0. */
struct series {
    double step, *value;
    int n;
};

/* The pulse times the impedance (TM) or the admittance (TE, hybrid), from the cut-off on. It fades at its end. */
static int respond(const struct nd_mode *mode, const struct pulse *p, struct series *s)
{
    int status = 0;
    const double from = fmax(nd_mode_cutoff(mode), p->frequency - 4 / (M_PI * p->width) * 1.2),
                 to = p->frequency + 4 / (M_PI * p->width) * 1.2, end = s->n * s->step;
    const int n = (int)fmax(400, 4 * (to - from) * end);
    double complex *part = NULL;
    ALLOC(part, n);
    /* f = from + (to - from) u^2 has many points near the cut-off, where the impedance varies as a square root. */
    for (int j = 0; j < n; j++) {
        const double u = (j + 0.5) / n, f = from + (to - from) * u * u, df = 2 * u * (to - from) / n;
        const double complex Z = nd_mode_impedance(mode, f);
        part[j] = 2 * df * spectrum(p, f) * (mode->kind == ND_MODE_TM ? Z : 1 / Z);
    }
    for (int i = 0; i < s->n; i++) {
        const double t = i * s->step, fade = fmin(1, (1 - (double)i / s->n) * 4);
        double sum = 0;
        for (int j = 0; j < n; j++) {
            const double u = (j + 0.5) / n, f = from + (to - from) * u * u;
            sum += creal(part[j] * cexp(2 * M_PI * I * f * t));
        }
        s->value[i] = sum * fade * fade * (3 - 2 * fade);
    }
done:
    free(part);
    return status;
}

static int upload_samples(struct nd_ports *ports, const struct series *s, struct nd_port_drive *drive)
{
    int status = 0;
    const double head[2] = {0, 1 / s->step};
    double *all = NULL;
    ALLOC(all, s->n + 4);
    for (int i = 0; i < 2; i++) {
        all[2 * i] = ports->rhs->real == 4 ? (double)(float)head[i] : head[i];
        all[2 * i + 1] = head[i] - all[2 * i];
    }
    memcpy(all + 4, s->value, (size_t)s->n * sizeof *all);
    TRY(nd_transfer_reals(ports->rhs->device, ports->rhs->real, &drive->samples, all, (size_t)s->n + 4));
    drive->nsamples = s->n;
    drive->step = s->step;
    ALLOC(drive->value, s->n);
    memcpy(drive->value, s->value, (size_t)s->n * sizeof *s->value);
done:
    free(all);
    return status;
}

/* The polynomial through six samples, as kernel_waveform.h has it. */
static double interpolate(const struct nd_port_drive *d, double time)
{
    const double x = time / d->step;
    double sum = 0;
    if (!(d->nsamples && x >= 0 && x <= d->nsamples - 1)) return 0;
    int first = (int)x - 2;
    first = first < 0 ? 0 : first > d->nsamples - 6 ? d->nsamples - 6 : first;
    for (int k = 0; k < 6; k++) {
        double weight = 1;
        for (int j = 0; j < 6; j++)
            if (j != k) weight *= (x - first - j) / (k - j);
        sum += weight * d->value[first + k];
    }
    return sum;
}

void nd_ports_driven(const struct nd_ports *ports, double time, double *voltage, double *current)
{
    *voltage = interpolate(&ports->drive[0], time);
    *current = interpolate(&ports->drive[1], time);
}

/* The waveforms of V and I. */
static int make_waveforms(struct nd_ports *ports, const struct nd_mode *mode)
{
    int status = 0;
    const struct pulse p = pulse_of(ports->problem);
    const int dispersive = mode->kind == ND_MODE_TE || mode->kind == ND_MODE_TM || mode->kind == ND_MODE_HYBRID,
              tm = mode->kind == ND_MODE_TM;
    const double silent = p.delay + 7 * p.width;
    const int lumped = mode->kind == ND_MODE_LUMPED;
    struct series s = {.step = 1 / (40 * nd_ports_highest(ports->problem))};
    const double Z = cabs(nd_mode_impedance(mode, p.frequency));
    ports->end = silent + (dispersive ? PERIODS / p.bandwidth : 0);
    s.n = (int)ceil(ports->end / s.step) + 8;
    ALLOC(s.value, s.n);
    for (int i = 0; i < s.n; i++) s.value[i] = pulse_at(&p, i * s.step) / (tm ? Z : 1);
    /* A lumped port has a source of current alone, half of which goes through its resistor. */
    if (!lumped) TRY(upload_samples(ports, &s, &ports->drive[tm]));
    for (int i = 0; i < s.n && !dispersive; i++) s.value[i] *= (lumped ? 2 : 1) / Z;
    if (dispersive) TRY(respond(mode, &p, &s));
    for (int i = 0; i < s.n && tm; i++) s.value[i] /= Z;
    TRY(upload_samples(ports, &s, &ports->drive[!tm]));
done:
    free(s.value);
    return status;
}

/* The flux of the mode through one side of a face of the port. */
struct wave {
    const struct nd_mode *mode;
    nd_idx face; /* of the plane */
    double sign; /* 1: the device, which the wave enters; -1: behind the port, where it is not */
    double epsilon, mu, Z, Z_behind, upwind;
};

/* The rate of change that a jump of E or H (0 or 1: which) by the vector adds: the flux of maxwell.law. */
static void jump_flux(const struct wave *s, const double n[3], int which, const double jump[3], double out[6])
{
    double across[3];
    const double along = nd_port_dot(n, jump), Z = s->Z, Zp = s->Z_behind;
    nd_port_cross(n, jump, across);
    for (int c = 0; c < 3; c++) {
        const double flat = s->upwind * (jump[c] - n[c] * along);
        out[c] = s->sign * (which ? Zp * across[c] : flat) / (s->epsilon * (Z + Zp));
        out[3 + c] = s->sign * (which ? flat : -across[c] / Zp) / (s->mu * (1 / Z + 1 / Zp));
    }
}

/* flux[2][6]: one for each of E and H. */
static int mode_flux(const void *self, const double l[3], const double n[3], double *flux)
{
    int status = 0;
    const struct wave *wave = self;
    double pattern[2][3];
    TRY(nd_mode_at(wave->mode, wave->face, l, pattern[0], pattern[1]));
    for (int which = 0; which < 2; which++) jump_flux(wave, n, which, pattern[which], flux + 6 * which);
done:
    return status;
}

static int by_number(const void *a, const void *b)
{
    const nd_idx p = *(const nd_idx *)a, q = *(const nd_idx *)b;
    return (p > q) - (p < q);
}

/* The elements beside the port, each once. */
static nd_idx list_elements(const struct nd_port_plane *plane, nd_idx *element)
{
    nd_idx n = 0, unique = 0;
    for (nd_idx i = 0; i < plane->n; i++)
        for (int side = 0; side < 2; side++)
            if (plane->face[i].element[side] >= 0) element[n++] = plane->face[i].element[side];
    qsort(element, (size_t)n, sizeof *element, by_number);
    for (nd_idx i = 0; i < n; i++)
        if (!unique || element[unique - 1] != element[i]) element[unique++] = element[i];
    return unique;
}

/* The rates in the element at a side of face i: own[2][6][Np]. */
static int fill_side(const struct nd_ports *ports, const struct nd_lift *lift, nd_idx i, int side,
                     double *own)
{
    const struct nd_port_setup *setup = lift->setup;
    const struct nd_port *port = &ports->at[ports->excited];
    const struct nd_port_face *face = &nd_port_source_plane(port)->face[i];
    const nd_idx k = face->element[side], behind = face->element[!side];
    double epsilon, mu;
    if (port->mode.kind == ND_MODE_LUMPED)
        return nd_lumped_lift(&port->lumped, lift, face, side, -port->lumped.share[i] / port->lumped.width,
                              own + 6 * setup->elem->Np);
    struct wave wave = {.mode = nd_port_source_mode(port), .face = i, .sign = side ? -1 : 1};
    nd_port_media(setup, k, &wave.epsilon, &wave.mu);
    nd_port_media(setup, behind < 0 ? k : behind, &epsilon, &mu);
    wave.Z = sqrt(wave.mu / wave.epsilon), wave.Z_behind = sqrt(mu / epsilon);
    wave.upwind = behind < 0 ? 1 : setup->problem->upwind;
    return nd_lift_add(lift, &(struct nd_lift_side){face, side, mode_flux, &wave, 12}, own);
}

/* nodal: [2][elements][6][Np]. */
static int fill_profiles(struct nd_ports *ports, const struct nd_port_setup *setup, const nd_idx *element,
                         nd_idx n, double *nodal)
{
    int status = 0;
    const struct nd_port_plane *plane = nd_port_source_plane(&ports->at[ports->excited]);
    const size_t one = 6 * (size_t)setup->elem->Np;
    struct nd_lift lift;
    double *own = NULL;
    TRY(nd_lift_init(&lift, setup));
    ALLOC(own, 2 * one);
    for (nd_idx i = 0; i < 2 * plane->n; i++) {
        const nd_idx k = plane->face[i / 2].element[i % 2];
        if (k < 0) continue;
        memset(own, 0, 2 * one * sizeof *own);
        TRY(fill_side(ports, &lift, i / 2, (int)(i % 2), own));
        const nd_idx at =
            (nd_idx)((const nd_idx *)bsearch(&k, element, (size_t)n, sizeof k, by_number) - element);
        for (size_t w = 0; w < 2; w++)
            for (size_t f = 0; f < one; f++)
                nodal[(w * (size_t)n + (size_t)at) * one + f] += own[w * one + f];
    }
done:
    nd_lift_clear(&lift);
    free(own);
    return status;
}

static int launch(void *self, struct nd_rhs *rhs, const struct nd_stage *stage)
{
    int status = 0;
    struct nd_ports *p = self;
    const struct nd_rhs_term_args extra = nd_rhs_term_args(rhs, stage);
    const struct nd_rhs_forcing_args forcing = nd_rhs_forcing_args(rhs, stage, 0);
    int64_t stride_f = rhs->layout.S_f;
    for (int i = 0; i < 2 && p->subset.n; i++) {
        if (!p->drive[i].nsamples) continue;
        const struct nd_arg args[] = {ND_ARG_BUFFER(p->subset.slot),
                                      ND_ARG_BUFFER(p->drive[i].profile),
                                      ND_ARG_BUFFER(rhs->buffer[ND_SIM_TIME]),
                                      ND_ARG_BUFFER(p->drive[i].samples),
                                      ND_ARG_SCALAR(p->drive[i].nsamples),
                                      ND_FORCING_ARGS(rhs, forcing),
                                      ND_TERM_ARGS(rhs, extra),
                                      ND_ARG_SCALAR(stride_f)};
        TRY(rhs->device->backend->launch(rhs->device, p->inject,
                                         (struct nd_grid){.blocks = p->subset.n, .threads = 64}, args,
                                         (int)(sizeof args / sizeof *args)));
    }
done:
    return status;
}

int nd_ports_drive(struct nd_ports *ports, const struct nd_port_setup *setup)
{
    int status = 0;
    struct nd_rhs *rhs = ports->rhs;
    const struct nd_port *port = &ports->at[ports->excited];
    const size_t one = 6 * (size_t)setup->elem->Np;
    struct nd_recipe recipe;
    nd_idx *element = NULL, n;
    double *nodal = NULL;
    ALLOC(element, 2 * (size_t)nd_port_source_plane(port)->n);
    n = list_elements(nd_port_source_plane(port), element);
    ALLOC(nodal, 2 * (size_t)n * one);
    TRY(fill_profiles(ports, setup, element, n, nodal));
    TRY(nd_subset_init(&ports->subset, rhs, element, n));
    for (size_t i = 0; i < 2; i++)
        TRY(nd_subset_upload(&ports->subset, nodal + i * (size_t)n * one, &ports->drive[i].profile));
    TRY(make_waveforms(ports, nd_port_source_mode(port)));
    nd_rhs_term_recipe(rhs, &recipe);
    recipe.upwind = 1; /* the text does not use the flux, so that one text serves every upwind weight */
    TRY(nd_kernel_module(rhs->device, &recipe, "inject.knl", &ports->module));
    TRY(rhs->device->backend->kernel(rhs->device, ports->module, "inject", &ports->inject));
    TRY(nd_rhs_term_attach(rhs, launch, ports, ND_TERM_TIMED, ports->end));
done:
    free(element);
    free(nodal);
    return status;
}
