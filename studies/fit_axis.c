/* Names of the columns that give frequencies. */
#include <string.h>
#include "fit_table.h"

#define LIGHT  299792458.
#define PLANCK 4.135667696e-15 /* eV s */

enum quantity { NONE, WAVELENGTH, FREQUENCY, ENERGY, WAVENUMBER };

static const struct {
    const char *name;
    enum quantity quantity;
} words[] = {{"wavelength", WAVELENGTH}, {"wl", WAVELENGTH},        {"lambda", WAVELENGTH},
             {"\xce\xbb", WAVELENGTH},   {"frequency", FREQUENCY},  {"freq", FREQUENCY},
             {"energy", ENERGY},         {"photon", ENERGY},        {"e", ENERGY},
             {"f", FREQUENCY},           {"wavenumber", WAVENUMBER}};

static const struct unit {
    const char *name;
    enum quantity quantity;
    double factor;
} units[] = {{"um", WAVELENGTH, LIGHT * 1e6},
             {"nm", WAVELENGTH, LIGHT * 1e9},
             {"angstrom", WAVELENGTH, LIGHT * 1e10},
             {"mm", WAVELENGTH, LIGHT * 1e3},
             {"m", WAVELENGTH, LIGHT},
             {"hz", FREQUENCY, 1},
             {"khz", FREQUENCY, 1e3},
             {"mhz", FREQUENCY, 1e6},
             {"ghz", FREQUENCY, 1e9},
             {"thz", FREQUENCY, 1e12},
             {"phz", FREQUENCY, 1e15},
             {"ev", ENERGY, 1 / PLANCK},
             {"mev", ENERGY, 1e-3 / PLANCK},
             {"kev", ENERGY, 1e3 / PLANCK},
             {"cm-1", WAVENUMBER, LIGHT * 100},
             {"cm^-1", WAVENUMBER, LIGHT * 100}};

/* Lower case, with u for the micro sign and the Greek letter. */
static void simplify(const char *name, char plain[64])
{
    size_t n = 0;
    while (*name && n < 63) {
        const int micro = !strncmp(name, "\xc2\xb5", 2) || !strncmp(name, "\xce\xbc", 2);
        plain[n++] = micro ? 'u' : nd_to_lower(*name);
        name += 1 + micro;
    }
    plain[n] = 0;
}

/* What is assumed without a unit, and values that are unlikely then. */
static void assume(enum quantity quantity, struct fit_axis *axis)
{
    if (quantity == WAVELENGTH)
        *axis = (struct fit_axis){LIGHT * 1e6, 1, "micrometres", "wavelength (nm)", 0, 50, 1000};
    else if (quantity == FREQUENCY)
        *axis = (struct fit_axis){1, 0, "Hz", "frequency (THz)", 1e6, 1e20, 1e20};
    else if (quantity == ENERGY)
        *axis = (struct fit_axis){1 / PLANCK, 0, "eV", "energy (meV)", 0, 50, 1e6};
    else
        *axis = (struct fit_axis){LIGHT * 100, 0, "1/cm", "wavenumber (cm-1)", 0, 1e9, 1e9};
}

int fit_axis_of(const char *name, struct fit_axis *axis)
{
    static const char between[] = " _([{)]}/,";
    char plain[64], *next = plain;
    enum quantity quantity = NONE;
    const struct unit *unit = NULL;
    simplify(name, plain);
    while (*(next += strspn(next, between))) {
        const size_t n = strcspn(next, between);
        int known = n == 2 && !strncmp(next, "in", 2);
        for (size_t i = 0; i < sizeof words / sizeof *words; i++)
            if (strlen(words[i].name) == n && !strncmp(next, words[i].name, n))
                quantity = words[i].quantity, known = 1;
        for (size_t i = 0; i < sizeof units / sizeof *units; i++)
            if (strlen(units[i].name) == n && !strncmp(next, units[i].name, n)) unit = &units[i], known = 1;
        if (!known) return 0;
        next += n;
    }
    if (unit && quantity && unit->quantity != quantity) return 0;
    if (!unit && !quantity) return 0;
    if (!unit)
        assume(quantity, axis);
    else
        *axis = (struct fit_axis){.factor = unit->factor, .inverse = unit->quantity == WAVELENGTH};
    return 1;
}
