#include "plot/raster.h"

#include <math.h>
#include <string.h>

int nd_raster_init(struct nd_raster *raster, int width, int height, struct nd_colour background)
{
    int status = 0;
    const size_t n = (size_t)width * (size_t)height * ND_RASTER_SCALE * ND_RASTER_SCALE;
    *raster = (struct nd_raster){width * ND_RASTER_SCALE, height * ND_RASTER_SCALE, NULL, NULL};
    ALLOC(raster->depth, n);
    ALLOC(raster->rgb, 3 * n);
    for (size_t i = 0; i < n; i++) {
        raster->depth[i] = -INFINITY;
        memcpy(raster->rgb + 3 * i, (const unsigned char[3]){background.r, background.g, background.b}, 3);
    }
done:
    if (status) nd_raster_clear(raster);
    return status;
}

void nd_raster_clear(struct nd_raster *raster)
{
    free(raster->depth);
    free(raster->rgb);
    memset(raster, 0, sizeof *raster);
}

/* The first and last of n samples whose centres lie between the least and the largest of a, b, c. */
static void sample_range(double a, double b, double c, int n, int range[2])
{
    range[0] = (int)fmin(fmax(ceil(fmin(a, fmin(b, c)) - 0.5), 0), n);
    range[1] = (int)fmax(fmin(floor(fmax(a, fmax(b, c)) - 0.5), n - 1), -1);
}

static void paint(struct nd_raster *raster, size_t sample, double depth, struct nd_colour colour,
                  double shade)
{
    if (!(depth > raster->depth[sample])) return;
    const unsigned char from[3] = {colour.r, colour.g, colour.b};
    raster->depth[sample] = (float)depth;
    for (int i = 0; i < 3; i++) raster->rgb[3 * sample + (size_t)i] = (unsigned char)lrint(shade * from[i]);
}

void nd_raster_triangle(struct nd_raster *raster, const struct nd_palette *palette,
                        const struct nd_corner c[3])
{
    const double *a = c[0].at, *b = c[1].at, *d = c[2].at;
    const double area = (d[0] - a[0]) * (b[1] - a[1]) - (b[0] - a[0]) * (d[1] - a[1]);
    int across[2], down[2];
    if (!(area > 0) || !isfinite(area)) return;
    sample_range(a[0], b[0], d[0], raster->width, across);
    sample_range(a[1], b[1], d[1], raster->height, down);
    for (int j = down[0]; j <= down[1]; j++)
        for (int i = across[0]; i <= across[1]; i++) {
            const double x = i + 0.5, y = j + 0.5;
            const double Lb = ((d[0] - a[0]) * (y - a[1]) - (x - a[0]) * (d[1] - a[1])) / area;
            const double Ld = ((x - a[0]) * (b[1] - a[1]) - (b[0] - a[0]) * (y - a[1])) / area;
            const double La = 1 - Lb - Ld;
            if (La < 0 || Lb < 0 || Ld < 0) continue;
            const double value = La * c[0].value + Lb * c[1].value + Ld * c[2].value;
            const double shade = La * c[0].shade + Lb * c[1].shade + Ld * c[2].shade;
            paint(raster, (size_t)j * (size_t)raster->width + (size_t)i, La * a[2] + Lb * b[2] + Ld * d[2],
                  nd_palette_get(palette, value), shade);
        }
}

/* Whether a sample within `reach` is nearer to the eye by more than `jump`. */
static int is_behind(const struct nd_raster *r, int x, int y, int reach, double jump)
{
    const float here = r->depth[(size_t)y * (size_t)r->width + (size_t)x];
    for (int j = -reach; j <= reach; j++)
        for (int i = -reach; i <= reach; i++) {
            if (i * i + j * j > reach * reach || x + i < 0 || y + j < 0 || x + i >= r->width ||
                y + j >= r->height)
                continue;
            const float there = r->depth[(size_t)(y + j) * (size_t)r->width + (size_t)(x + i)];
            if (there > -INFINITY && (double)there - (double)here > jump) return 1;
        }
    return 0;
}

void nd_raster_outline(struct nd_raster *raster, int reach, double jump, struct nd_colour colour,
                       double share)
{
    const unsigned char from[3] = {colour.r, colour.g, colour.b};
#pragma omp parallel for
    for (int y = 0; y < raster->height; y++)
        for (int x = 0; x < raster->width; x++) {
            if (!is_behind(raster, x, y, reach, jump)) continue;
            unsigned char *rgb = raster->rgb + 3 * ((size_t)y * (size_t)raster->width + (size_t)x);
            for (int i = 0; i < 3; i++) rgb[i] = (unsigned char)lrint(rgb[i] + share * (from[i] - rgb[i]));
        }
}

int nd_raster_draw(const struct nd_raster *raster, struct nd_canvas *canvas, double x, double y)
{
    enum { S = ND_RASTER_SAMPLES };
    int status = 0;
    const int columns = raster->width / S, rows = raster->height / S;
    unsigned char *rgb = NULL;
    ALLOC(rgb, 3 * (size_t)columns * (size_t)rows);
    for (size_t pixel = 0; pixel < (size_t)columns * (size_t)rows; pixel++)
        for (size_t c = 0; c < 3; c++) {
            int sum = 0;
            const size_t row = pixel / (size_t)columns, column = pixel % (size_t)columns;
            for (size_t i = 0; i < S * S; i++)
                sum += raster->rgb[3 * ((row * S + i / S) * (size_t)raster->width + column * S + i % S) + c];
            rgb[3 * pixel + c] = (unsigned char)((sum + S * S / 2) / (S * S));
        }
    nd_canvas_image(canvas, &(struct nd_image){columns, rows, rgb}, x, y,
                    (double)raster->width / ND_RASTER_SCALE, (double)raster->height / ND_RASTER_SCALE);
done:
    free(rgb);
    return status;
}
