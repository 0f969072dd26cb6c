#include "exact/sound.h"

#include <math.h>
#include "base/error.h"
#include "exact/bessel.h"

/* The derivative of j_n or h_n, from the Riccati functions f_n = z j_n and f_{n+1}: j_n' = n j_n / z -
 * j_{n+1}. */
static double complex slope(const double complex *f, int n, double z)
{
    return (n * f[n] / z - f[n + 1]) / z;
}

int nd_sound_init(struct nd_sound *sound, double x, enum nd_sound_surface surface)
{
    int status = 0;
    double complex psi[ND_SOUND_MOST + 2], xi[ND_SOUND_MOST + 2];
    if (!(x >= 1e-3 && x <= 150))
        FAIL(NUDGE_EVALUE, "partial waves: k times the radius is %g; it must lie in 0.001 ... 150", x);
    *sound = (struct nd_sound){.x = x, .last = nd_bessel_orders(x)};
    nd_bessel_psi(x, sound->last + 1, psi);
    nd_bessel_xi(x, sound->last + 1, xi);
    for (int n = 0; n <= sound->last; n++)
        sound->a[n] = surface == ND_SOUND_RIGID ? -slope(psi, n, x) / slope(xi, n, x) : -psi[n] / xi[n];
done:
    return status;
}

double nd_sound_Q_sca(const struct nd_sound *sound)
{
    double sum = 0;
    for (int n = 0; n <= sound->last; n++) sum += (2 * n + 1) * creal(sound->a[n] * conj(sound->a[n]));
    return 4 * sum / (sound->x * sound->x);
}

double complex nd_sound_far(const struct nd_sound *sound, double theta)
{
    const double cosine = cos(theta);
    double before = 0, P = 1; /* P_{n-1}, P_n */
    double complex sum = 0;
    for (int n = 0; n <= sound->last; n++) {
        sum += (2 * n + 1) * sound->a[n] * P;
        const double after = ((2 * n + 1) * cosine * P - n * before) / (n + 1);
        before = P, P = after;
    }
    return -I * sum / sound->x;
}

void nd_sound_field(const struct nd_sound *sound, double r, double theta, double complex p[2])
{
    const double cosine = cos(theta), z = sound->x * r;
    double before = 0, P = 1;
    double complex xi[ND_SOUND_MOST + 2], power = 1; /* i^n */
    nd_bessel_xi(z, sound->last + 1, xi);
    p[0] = p[1] = 0;
    for (int n = 0; n <= sound->last; n++, power *= I) {
        const double complex weight = power * (2 * n + 1) * sound->a[n] * P;
        p[0] += weight * xi[n] / z;
        p[1] += weight * sound->x * slope(xi, n, z);
        const double after = ((2 * n + 1) * cosine * P - n * before) / (n + 1);
        before = P, P = after;
    }
}

double nd_room_frequency(double c, const double L[3], const int n[3])
{
    double sum = 0;
    for (int i = 0; i < 3; i++) sum += (n[i] / L[i]) * (n[i] / L[i]);
    return c / 2 * sqrt(sum);
}
