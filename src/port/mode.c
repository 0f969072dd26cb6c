#include "port/mode.h"

#include <math.h>
#include <string.h>
#include "base/format.h"
#include "mesh/geometry.h"
#include "monitor/surface.h"
#include "problem/pole.h"

void nd_mode_point(const struct nd_mode *mode, nd_idx face, const double l[3], double x[3])
{
    nd_port_face_map(mode->mesh, &mode->plane->face[face], l, x, NULL);
}

/* Reads "hybrid2", which has a number. */
static int read_hybrid(struct nd_mode *mode, const char *name)
{
    if (strncmp(name, "hybrid", 6) || name[6] < '1' || name[6] > '9' || name[7]) return 0;
    mode->kind = ND_MODE_HYBRID;
    mode->hybrid = 1, mode->m = name[6] - '0';
    return 1;
}

/* Reads "TE10", "TEM", "TM2". numbers: how many follow TE and TM. */
static int read_name(struct nd_mode *mode, const char *name, int numbers, const char *where)
{
    int status = 0;
    const char *at = name ? name : "TEM";
    if (numbers == 1 && read_hybrid(mode, at)) return 0;
    mode->hybrid = numbers == 1 && !strcmp(at, "hybrid");
    if (mode->hybrid) at = "TEM";
    const int tem = !strncmp(at, "TEM", 3);
    mode->kind = tem ? ND_MODE_TEM : !strncmp(at, "TE", 2) ? ND_MODE_TE : ND_MODE_TM;
    int known = tem || !strncmp(at, "TE", 2) || !strncmp(at, "TM", 2);
    at += known ? 2 + tem : 0;
    const size_t digits = strspn(at, "0123456789");
    mode->m = mode->n = tem;
    if (tem && numbers == 1 && digits) mode->m = *at++ - '0';
    if (!tem && (int)digits == numbers) {
        mode->m = *at++ - '0';
        if (numbers == 2) mode->n = *at++ - '0';
    } else if (!tem)
        known = 0;
    if (!known || *at || (numbers == 1 && !mode->m))
        FAIL(NUDGE_EVALUE, "%s: mode '%.40s' is unknown; %s", where, name,
             numbers == 2 ? "give TEmn or TMmn with one digit each, as TE10, or TEM for a coaxial line"
                          : "give TEM, hybrid, or TE, TM or hybrid and a number from 1 to 9, as TE1");
done:
    return status;
}

/* Scales e, and finds the square of the patterns. */
static int normalize(struct nd_mode *mode)
{
    int status = 0;
    mode->scale = 1;
    TRY(nd_mode_product(mode, 0, mode->split, &mode->square));
    if (mode->kind == ND_MODE_TEM) goto done;
    mode->scale = 1 / sqrt(mode->square);
    mode->square = 1;
done:
    return status;
}

int nd_mode_init(struct nd_mode *mode, const struct nd_port_setup *setup, const struct nd_port_spec *spec,
                 const struct nd_port_plane *plane)
{
    int status = 0;
    char where[640];
    double complex media[2];
    *mode = (struct nd_mode){.plane = plane, .mesh = setup->mesh};
    nd_port_where(setup->problem, spec, where);
    TRY(read_name(mode, spec->mode, spec->section ? 1 : 2, where));
    TRY(nd_mode_filling(mode, setup, spec->section, where));
    TRY(spec->rectangular ? nd_mode_rectangular(mode, where)
        : spec->coaxial   ? nd_mode_coaxial(mode, where)
                          : nd_mode_section(mode, setup, where));
    TRY(normalize(mode));
    nd_mode_media(mode, setup->problem->sparameters.band.at[0], media);
    if (mode->kc > 0) mode->cutoff = mode->kc / (2 * M_PI * sqrt(creal(media[0]) * creal(media[1])));
done:
    if (status) nd_mode_clear(mode);
    return status;
}

void nd_mode_clear(struct nd_mode *mode)
{
    nd_elem_clear(&mode->elem);
    nd_elem_clear(&mode->flat);
    free(mode->potential);
    free(mode->vector);
    *mode = (struct nd_mode){0};
}

int nd_mode_at(const struct nd_mode *mode, nd_idx face, const double l[3], double e[3], double h[3])
{
    int status = 0;
    double own[3];
    TRY(mode->field(mode, face, l, 0, e));
    memcpy(own, e, sizeof own);
    if (mode->split) TRY(mode->field(mode, face, l, 1, own));
    nd_port_cross(mode->plane->normal, own, h);
    for (int c = 0; c < 3; c++) {
        e[c] *= mode->scale;
        h[c] *= mode->scale / mode->square;
    }
done:
    return status;
}

int nd_mode_product(const struct nd_mode *mode, int first, int second, double *product)
{
    int status = 0;
    enum { N = 8 };
    double l[N * N][3], weight[N * N], e[3], f[3];
    *product = 0;
    TRY(nd_triangle_rule(N, l, weight));
    for (nd_idx i = 0; i < mode->plane->n; i++) {
        for (int q = 0; q < N * N; q++) {
            const double area = nd_port_face_area(mode->mesh, &mode->plane->face[i], l[q]);
            TRY(mode->field(mode, i, l[q], first, e));
            memcpy(f, e, sizeof f);
            if (second != first) TRY(mode->field(mode, i, l[q], second, f));
            *product += area * weight[q] * nd_port_dot(e, f);
        }
    }
done:
    return status;
}

/* beta^2 over w^2 mu outside the band, where beta^2 goes on straight over w^2. */
static double go_on(const struct nd_mode *mode, double wanted)
{
    const int low = wanted < mode->known[0].frequency;
    const struct nd_mode_known *a = mode->known + (low ? 0 : ND_MODE_KNOWN - 1), *b = low ? a + 1 : a - 1;
    const double fa = pow(a->frequency, 2), fb = pow(b->frequency, 2), f = wanted * wanted;
    return (fa * a->epsilon + (f - fa) * (fa * a->epsilon - fb * b->epsilon) / (fa - fb)) / f;
}

/* A hybrid mode between the frequencies known: the polynomial through them, of beta^2 for one with a cut-off. Outside, as at the
 * nearest one. */
static struct nd_mode_known known_at(const struct nd_mode *mode, double wanted)
{
    if (!(mode->known[0].frequency > 0))
        return (struct nd_mode_known){wanted, mode->epsilon, 1 / mode->square, 1, mode->sigma};
    const int tem = mode->kind == ND_MODE_TEM;
    const double frequency =
        fmin(fmax(wanted, mode->known[0].frequency), mode->known[ND_MODE_KNOWN - 1].frequency);
    struct nd_mode_known sum = {.frequency = frequency};
    for (int i = 0; i < ND_MODE_KNOWN; i++) {
        const struct nd_mode_known *own = &mode->known[i];
        double weight = 1;
        for (int j = 0; j < ND_MODE_KNOWN; j++)
            if (j != i)
                weight *=
                    (frequency - mode->known[j].frequency) / (own->frequency - mode->known[j].frequency);
        sum.epsilon += weight * own->epsilon * (tem ? 1 : pow(own->frequency / frequency, 2));
        sum.ratio += weight * own->ratio;
        sum.power += weight * own->power;
        sum.sigma += weight * own->sigma;
    }
    if (!tem && wanted != frequency) sum.epsilon = go_on(mode, wanted);
    return sum;
}

double nd_mode_power(const struct nd_mode *mode, double frequency)
{
    return mode->kind == ND_MODE_LUMPED ? 1 : known_at(mode, frequency).power;
}

double nd_mode_cutoff(const struct nd_mode *mode)
{
    return mode->cutoff;
}

void nd_mode_media(const struct nd_mode *mode, double frequency, double complex at[2])
{
    const struct nd_mode_known known = known_at(mode, frequency);
    const double w = 2 * M_PI * frequency;
    at[0] = known.epsilon, at[1] = mode->mu;
    if (known.sigma > 0) at[0] -= I * (known.sigma / w);
    if (mode->sigma_m > 0) at[1] -= I * (mode->sigma_m / w);
    for (int i = 0; i < 2 && mode->poles; i++) /* whose losses are positive imaginary parts */
        at[i] += mode->unit[i] * conj(nd_poles_at(mode->poles, i, frequency));
}

double nd_mode_loss(const struct nd_mode *mode, double frequency)
{
    double complex at[2];
    if (mode->kind == ND_MODE_LUMPED) return 0;
    nd_mode_media(mode, frequency, at);
    return -cimag(at[0] * at[1]) / creal(at[0] * at[1]);
}

double complex nd_mode_gamma(const struct nd_mode *mode, double frequency)
{
    if (mode->kind == ND_MODE_LUMPED) return 0;
    double complex at[2];
    const double w = 2 * M_PI * frequency;
    nd_mode_media(mode, frequency, at);
    const double complex square = mode->kc * mode->kc - w * w * at[0] * at[1];
    /* Without losses the root is on a cut, whose side the sign of zero would choose. */
    if (cimag(square) == 0) return creal(square) > 0 ? sqrt(creal(square)) : I * sqrt(-creal(square));
    return csqrt(square);
}

double complex nd_mode_impedance(const struct nd_mode *mode, double frequency)
{
    if (mode->kind == ND_MODE_LUMPED) return mode->resistance;
    double complex at[2];
    const double w = 2 * M_PI * frequency;
    const struct nd_mode_known known = known_at(mode, frequency);
    const double complex gamma = nd_mode_gamma(mode, frequency);
    nd_mode_media(mode, frequency, at);
    const double complex wave = mode->kind == ND_MODE_TEM  ? csqrt(at[1] / at[0])
                                : mode->kind == ND_MODE_TM ? gamma / (I * w * at[0])
                                                           : I * w * at[1] / gamma;
    return wave * known.ratio;
}
