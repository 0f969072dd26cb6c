/* The colours of values, made in Oklab (B. Ottosson, 2020): a space of lightness and two opponent axes in
 * which distances correspond to perceived differences. */
#include "plot/canvas.h"

#include <math.h>

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
    const double degree = 0.017453292519943295, hue = (value < 0 ? 256 : 26) * degree, size = fabs(value);
    /* Lightness falls linearly; chroma stays within what a screen can show at that lightness. */
    const double L = 0.985 - 0.555 * size, chroma = 0.355 * size - 0.21 * size * size;
    return from_oklab(L, chroma * cos(hue), chroma * sin(hue));
}

void nd_palette_init(struct nd_palette *palette)
{
    for (int i = 0; i <= 2 * ND_PALETTE_LEVELS; i++)
        palette->colour[i] = make_colour((double)(i - ND_PALETTE_LEVELS) / ND_PALETTE_LEVELS);
}

void nd_palette_init_arrows(struct nd_palette *palette)
{
    const double hue = 150 * 0.017453292519943295;
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
