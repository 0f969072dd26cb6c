/* The colours of values, made in Oklab (B. Ottosson, 2020): a space of lightness and two opponent axes in
 * which distances correspond to perceived differences. */
#include "plot/colours.h"

#include <math.h>
#include <string.h>

const struct nd_colour nd_ink = {32, 42, 51}, nd_ink_pale = {84, 96, 106}, nd_ink_line = {140, 150, 158},
                       nd_paper = {255, 255, 255}, nd_outside = {222, 225, 228};
const struct nd_colour nd_series_colour[ND_SERIES_COLOURS] = {
    {0, 114, 178}, {213, 94, 0}, {0, 158, 115}, {204, 121, 167}, {230, 159, 0}, {86, 180, 233}, {48, 48, 48}};
static const double degree = 0.017453292519943295;

/* The transfer curve of sRGB. */
static unsigned char encode(double linear)
{
    linear = fmin(fmax(linear, 0), 1);
    const double curved = linear <= 0.0031308 ? 12.92 * linear : 1.055 * pow(linear, 1 / 2.4) - 0.055;
    return (unsigned char)lrint(255 * curved);
}

static struct nd_colour from_oklab(double L, double a, double b)
{
    const double l = pow(L + 0.3963377774 * a + 0.2158037573 * b, 3);
    const double m = pow(L - 0.1055613458 * a - 0.0638541728 * b, 3);
    const double s = pow(L - 0.0894841775 * a - 1.2914855480 * b, 3);
    return (struct nd_colour){encode(+4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s),
                              encode(-1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s),
                              encode(-0.0041960863 * l - 0.7034186147 * m + 1.7076147010 * s)};
}

static struct nd_colour make_colour(double value)
{
    const double hue = (value < 0 ? 256 : 26) * degree, size = fabs(value);
    /* Lightness falls linearly; chroma stays within what a screen can show at that lightness. */
    const double L = 0.985 - 0.555 * size, chroma = 0.355 * size - 0.21 * size * size;
    return from_oklab(L, chroma * cos(hue), chroma * sin(hue));
}

void nd_palette_init_signed(struct nd_palette *palette)
{
    for (int i = 0; i <= 2 * ND_PALETTE_LEVELS; i++)
        palette->colour[i] = make_colour((double)(i - ND_PALETTE_LEVELS) / ND_PALETTE_LEVELS);
}

/* A point of the path of magnitudes: L, a, b. Lightness falls, the hue turns from yellow by red to violet, and chroma
 * stays within what a screen can show. */
static void magnitude_at(double s, double lab[3])
{
    const double chroma = 0.03 * (1 - s) + 0.48 * s * (1 - s) + 0.1 * s, hue = (105 - 175 * s) * degree;
    lab[0] = 0.985 - 0.735 * s;
    lab[1] = chroma * cos(hue);
    lab[2] = chroma * sin(hue);
}

/* The length of the path from one point to the next. */
static double way(const double a[3], const double b[3])
{
    return sqrt((a[0] - b[0]) * (a[0] - b[0]) + (a[1] - b[1]) * (a[1] - b[1]) +
                (a[2] - b[2]) * (a[2] - b[2]));
}

/* Levels are equally far apart along the path. */
void nd_palette_init_magnitude(struct nd_palette *palette)
{
    enum { FINE = 4096 };
    double lab[3], before[3], all = 0, sum = 0;
    magnitude_at(0, before);
    for (int i = 1; i <= FINE; i++, all += way(before, lab), memcpy(before, lab, sizeof lab))
        magnitude_at((double)i / FINE, lab);
    magnitude_at(0, before);
    for (int i = 0, level = 0; i <= FINE; i++) {
        magnitude_at((double)i / FINE, lab);
        sum += way(before, lab);
        for (; level <= ND_PALETTE_LEVELS && sum >= all * (level / (double)ND_PALETTE_LEVELS - 1e-9); level++)
            palette->colour[ND_PALETTE_LEVELS + level] = palette->colour[ND_PALETTE_LEVELS - level] =
                from_oklab(lab[0], lab[1], lab[2]);
        memcpy(before, lab, sizeof lab);
    }
}

void nd_palette_init_arrows(struct nd_palette *palette)
{
    const double hue = 150 * degree;
    for (int i = 0; i <= 2 * ND_PALETTE_LEVELS; i++) {
        const double size = fabs((double)(i - ND_PALETTE_LEVELS) / ND_PALETTE_LEVELS);
        const double L = 0.93 - 0.43 * size, chroma = 0.03 + 0.10 * size;
        palette->colour[i] = from_oklab(L, chroma * cos(hue), chroma * sin(hue));
    }
}

struct nd_colour nd_palette_get(const struct nd_palette *palette, double value)
{
    return palette->colour[ND_PALETTE_LEVELS + (int)lrint(ND_PALETTE_LEVELS * fmin(fmax(value, -1), 1))];
}
