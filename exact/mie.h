/* Mie's series: a plane wave x-polarised travelling along +z, E = x e^{i k z}, H = y e^{i k z}, scattered by
 * a sphere centred at the origin. Time factor e^{-i omega t}: losses are positive imaginary parts of epsilon
 * and mu. Natural units, epsilon0 = mu0 = c = 1, so k = omega. Notation of Bohren and Huffman. */
#ifndef ND_EXACT_MIE_H
#define ND_EXACT_MIE_H

#include <complex.h>

enum { ND_MIE_MOST = 220 };

struct nd_mie {
    double x;                          /* k times the radius */
    double complex m, mu;              /* inside: refractive index and relative mu; m = 0 for PEC */
    int last;                          /* orders n = 1 ... last */
    double complex a[ND_MIE_MOST + 1]; /* scattered, electric multipoles */
    double complex b[ND_MIE_MOST + 1]; /* scattered, magnetic multipoles */
    double complex c[ND_MIE_MOST + 1]; /* inside, magnetic; 0 for PEC */
    double complex d[ND_MIE_MOST + 1]; /* inside, electric; 0 for PEC */
};

/* A sphere of size x = k radius, of relative epsilon and mu. */
int nd_mie_init(struct nd_mie *mie, double x, double complex epsilon, double complex mu);
int nd_mie_init_pec(struct nd_mie *mie, double x);

/* Cross-sections over pi radius^2; backscatter: the radar cross-section, 4 pi times the power per solid
 * angle. */
double nd_mie_Q_sca(const struct nd_mie *mie);
double nd_mie_Q_ext(const struct nd_mie *mie);
double nd_mie_Q_back(const struct nd_mie *mie);
/* Amplitudes at the angle theta from +z, theta = 0 forward: S[0] = S1 across the plane of scattering, S[1] =
 * S2 in it. */
void nd_mie_amplitudes(const struct nd_mie *mie, double theta, double complex S[2]);
/* Bistatic radar cross-section over pi radius^2; phi = 0 is the E-plane, phi = pi / 2 the H-plane. */
double nd_mie_rcs(const struct nd_mie *mie, double theta, double phi);
/* The scattered far field along theta and phi: E -> F e^{i k r} / (k r). */
void nd_mie_far(const struct nd_mie *mie, double theta, double phi, double complex F[2]);

/* u = Ex Ey Ez Hx Hy Hz at a point in units of the radius: outside (|point| >= 1) the scattered field,
 * without the incident one; inside the total field (0 for PEC). */
void nd_mie_field(const struct nd_mie *mie, const double point[3], double complex u[6]);
/* The incident field by the same series, for comparison with x e^{i k z}; accurate inside the sphere and
 * close to it. */
void nd_mie_incident(const struct nd_mie *mie, const double point[3], double complex u[6]);

#endif
