#include "exact/dipole.h"

#include <math.h>

/* p: the moment and its derivatives at the retarded time. With d its direction, n the unit vector from it to
 * the point,
 *   4 pi E = (3 (d.n) n - d) (p / r^3 + p' / r^2) + ((d.n) n - d) p'' / r,
 *   4 pi H = d x n (p' / r^2 + p'' / r). */
static void fields(const struct nd_dipole *dipole, const double point[3], const double complex p[3],
                   double complex u[6])
{
    const double *d = dipole->direction;
    double n[3], r = 0, dn = 0;
    for (int i = 0; i < 3; i++) n[i] = point[i] - dipole->at[i];
    r = hypot(hypot(n[0], n[1]), n[2]);
    for (int i = 0; i < 3; i++) n[i] /= r, dn += d[i] * n[i];
    const double complex near = (p[0] / (r * r * r) + p[1] / (r * r)) / (4 * M_PI);
    const double complex far = p[2] / r / (4 * M_PI), curl = p[1] / (r * r) / (4 * M_PI) + far;
    for (int i = 0; i < 3; i++) {
        const int j = (i + 1) % 3, k = (i + 2) % 3;
        const double complex along = (3 * dn * n[i] - d[i]) * near + (dn * n[i] - d[i]) * far;
        const double complex around = (d[j] * n[k] - d[k] * n[j]) * curl;
        u[i] = dipole->kind == ND_DIPOLE_ELECTRIC ? along : -around;
        u[3 + i] = dipole->kind == ND_DIPOLE_ELECTRIC ? around : along;
    }
}

static double distance(const struct nd_dipole *dipole, const double point[3])
{
    const double *at = dipole->at;
    return hypot(hypot(point[0] - at[0], point[1] - at[1]), point[2] - at[2]);
}

void nd_dipole_field(const struct nd_dipole *dipole, nd_dipole_moment *moment, const void *context,
                     const double point[3], double t, double u[6])
{
    double p[3];
    double complex all[6];
    moment(t - distance(dipole, point), context, p);
    fields(dipole, point, (double complex[]){p[0], p[1], p[2]}, all);
    for (int i = 0; i < 6; i++) u[i] = creal(all[i]);
}

void nd_dipole_harmonic(const struct nd_dipole *dipole, double omega, double complex current,
                        const double point[3], double complex u[6])
{
    const double complex slope = current * cexp(I * omega * distance(dipole, point));
    fields(dipole, point, (double complex[]){slope / (-I * omega), slope, -I * omega * slope}, u);
}

double nd_dipole_power(double omega, double current)
{
    return omega * omega * current * current / (12 * M_PI);
}

double nd_dipole_directivity(double theta)
{
    return 1.5 * sin(theta) * sin(theta);
}

double nd_half_wave_directivity(double theta)
{
    const double Cin = 2.437653393, sine = sin(theta); /* the integral of (1 - cos x) / x from 0 to 2 pi */
    return fabs(sine) < 1e-9 ? 0 : 4 / Cin * pow(cos(M_PI / 2 * cos(theta)) / sine, 2);
}
