#include "exact/layers.h"

#include <math.h>
#include "base/error.h"

/* The wave that travels or decays forward: wavenumber across the layer, and admittance (H / E along the
 * layer). */
struct forward {
    double complex kz, Y;
};

static struct forward forward_wave(const struct nd_layer *layer, double omega, double kt,
                                   enum nd_layers_wave wave)
{
    const double complex epsilon = layer->epsilon + I * layer->sigma / omega;
    const double complex mu = layer->mu + I * layer->sigma_m / omega;
    double complex kz = csqrt(omega * omega * epsilon * mu - kt * kt);
    if (cimag(kz) < 0) kz = -kz;
    /* At the critical angle TM admittances are infinite; this close to it the difference is negligible. */
    if (cabs(kz) < 1e-9 * omega) kz = 1e-9 * omega;
    return (struct forward){kz, wave == ND_LAYERS_TE ? kz / (omega * mu) : omega * epsilon / kz};
}

static int check_layers(const struct nd_layer *layers, int count, double omega, double kt)
{
    int status = 0;
    if (count < 2) FAIL(NUDGE_EVALUE, "layers: %d given, at least the two half-spaces are needed", count);
    if (!(omega > 0 && isfinite(omega))) FAIL(NUDGE_EVALUE, "layers: omega is %g, must be positive", omega);
    for (int i = 0; i < count; i++) {
        const struct nd_layer *layer = layers + i;
        if (!(cabs(layer->epsilon) > 0 && cabs(layer->mu) > 0 && layer->sigma >= 0 && layer->sigma_m >= 0))
            FAIL(NUDGE_EVALUE, "layers: epsilon or mu of layer %d is 0, or a conductivity negative", i);
        if (i > 0 && i < count - 1 && !(layer->thickness >= 0))
            FAIL(NUDGE_EVALUE, "layers: layer %d is %g thick", i, layer->thickness);
    }
    if (!(kt >= 0 && kt * kt < omega * omega * creal(layers->epsilon * layers->mu)))
        FAIL(NUDGE_EVALUE, "layers: with kt = %g along the layers no wave travels in the first half-space",
             kt);
done:
    return status;
}

/* From the last interface to the first. Only decaying exponentials occur, so that thick lossy layers are no
 * problem. */
int nd_layers_solve(const struct nd_layer *layers, int count, double omega, double kt,
                    enum nd_layers_wave wave, struct nd_layers_answer *answer)
{
    int status = 0;
    TRY(check_layers(layers, count, omega, kt));
    struct forward behind = forward_wave(layers + count - 1, omega, kt, wave), here = behind;
    const double through = creal(behind.Y);
    double complex r = 0, t = 1, travel = 1; /* travel: propagation across the layer after the interface */
    for (int i = count - 2; i >= 0; i--) {
        here = forward_wave(layers + i, omega, kt, wave);
        const double complex rho = (here.Y - behind.Y) / (here.Y + behind.Y);
        const double complex echo = r * travel * travel;
        t = (1 + rho) * t * travel / (1 + rho * echo);
        r = (rho + echo) / (1 + rho * echo);
        travel = cexp(I * here.kz * layers[i].thickness);
        behind = here;
    }
    answer->r = r;
    answer->t = t;
    answer->R = creal(r * conj(r));
    answer->T = creal(t * conj(t)) * through / creal(here.Y);
done:
    return status;
}
