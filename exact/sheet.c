#include "exact/sheet.h"

#include <math.h>

/* 1 + r = t and (1 - r) / Z1 = t / Z2 + t / resistance. */
struct nd_sheet_answer nd_sheet_resistive(double Z1, double Z2, double resistance)
{
    const double t = 2 / (1 + Z1 / Z2 + Z1 / resistance), r = t - 1;
    return (struct nd_sheet_answer){r, t, r * r, t * t * Z1 / Z2, t * t * Z1 / resistance};
}

/* (1 - r) / Z1 = t / Z2 and 1 + r = t + resistance t / Z2. */
struct nd_sheet_answer nd_sheet_porous(double Z1, double Z2, double resistance)
{
    const double t = 2 / (1 + Z1 / Z2 + resistance / Z2), r = 1 - t * Z1 / Z2;
    return (struct nd_sheet_answer){r, t, r * r, t * t * Z1 / Z2, t * t * resistance * Z1 / (Z2 * Z2)};
}

double nd_sheet_rcs(double area, double wavelength, double reflected_power)
{
    return 4 * M_PI * area * area / (wavelength * wavelength) * reflected_power;
}
