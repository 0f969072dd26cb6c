/* A plane wave through plane layers between two half-spaces. Time factor e^{-i omega t}, natural units
 * (epsilon0 = mu0 = c = 1). The modes of a guide filled section by section are the same problem: TE10 of a
 * guide of width a is a TE wave with kt = pi / a. */
#ifndef ND_EXACT_LAYERS_H
#define ND_EXACT_LAYERS_H

#include <complex.h>

struct nd_layer {
    double complex epsilon, mu; /* relative; losses are positive imaginary parts */
    double sigma, sigma_m; /* electric and magnetic conductivity, also as losses: epsilon + i sigma / omega */
    double thickness;      /* ignored in the two half-spaces */
};

/* TE: E parallel to the layers, as in the H-plane; TM: H parallel to them. */
enum nd_layers_wave { ND_LAYERS_TE, ND_LAYERS_TM };

struct nd_layers_answer {
    double complex r,
        t;       /* of E along the layers: reflected at the first interface, transmitted at the last */
    double R, T; /* of power */
};

/* layers[0] and layers[count - 1] are the half-spaces, count >= 2. kt: the wavenumber along the layers, which
 * is omega sqrt(epsilon mu) sin(angle) in layers[0], where the wave must propagate. */
int nd_layers_solve(const struct nd_layer *layers, int count, double omega, double kt,
                    enum nd_layers_wave wave, struct nd_layers_answer *answer);

#endif
