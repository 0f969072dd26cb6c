/* A strict PNG reader (8-bit RGB) for tests, independent of the writer. */
#ifndef PNG_READ_H
#define PNG_READ_H

#include "test.h"
#include <zlib.h>
#include "base/file.h"

struct png {
    unsigned width, height;
    unsigned char *rgb; /* [height][width][3]; null when the file is not right */
};

static inline unsigned png_number(const unsigned char *at)
{
    return (unsigned)at[0] << 24 | (unsigned)at[1] << 16 | (unsigned)at[2] << 8 | at[3];
}

/* A filtered row in place. above: null for the first. */
static inline void png_row(int filter, size_t n, unsigned char *row, const unsigned char *above)
{
    for (size_t i = 0; i < n; i++) {
        const int a = i >= 3 ? row[i - 3] : 0, b = above ? above[i] : 0,
                  c = i >= 3 && above ? above[i - 3] : 0;
        const int pa = abs(b - c), pb = abs(a - c), pc = abs(a + b - 2 * c);
        const int guess[5] = {0, a, b, (a + b) / 2, pa <= pb && pa <= pc ? a : pb <= pc ? b : c};
        row[i] = (unsigned char)(row[i] + guess[filter]);
    }
}

static inline void png_inflate(struct png *png, const unsigned char *packed, size_t n)
{
    const size_t row = 3 * (size_t)png->width;
    uLongf size = (uLongf)(png->height * (row + 1));
    unsigned char *bytes = malloc(size + 1);
    uLongf got = size + 1;
    CHECK(uncompress(bytes, &got, packed, (uLong)n) == Z_OK && got == size);
    if (got == size) png->rgb = malloc(size);
    for (size_t y = 0; y < png->height && png->rgb; y++) {
        const int filter = bytes[y * (row + 1)];
        CHECK(filter <= 4);
        memcpy(png->rgb + y * row, bytes + y * (row + 1) + 1, row);
        png_row(filter % 5, row, png->rgb + y * row, y ? png->rgb + (y - 1) * row : NULL);
    }
    free(bytes);
}

static inline struct png png_read(const char *path)
{
    struct png png = {0};
    char *file = NULL, order[64] = "";
    size_t n = 0, at = 8, packed_n = 0;
    CHECK_OK(nd_file_read(path, 1 << 28, &file, &n));
    unsigned char *bytes = (unsigned char *)file, *packed = malloc(n + 1);
    CHECK(n > 8 && !memcmp(bytes, "\x89PNG\r\n\x1a\n", 8));
    while (at + 12 <= n && strlen(order) < 40) {
        const size_t length = png_number(bytes + at);
        const unsigned char *data = bytes + at + 8;
        if (length > n - at - 12) break;
        CHECK(png_number(data + length) == crc32(0, bytes + at + 4, (uInt)length + 4));
        /* Cairo also states the background; data may come in several pieces. */
        const int again = !memcmp(bytes + at + 4, "IDAT", 4) && strlen(order) > 3 &&
                          !strcmp(order + strlen(order) - 4, "IDAT");
        if (!again && memcmp(bytes + at + 4, "bKGD", 4)) strncat(order, file + at + 4, 4);
        if (!memcmp(bytes + at + 4, "IHDR", 4)) {
            CHECK(length == 13 && !memcmp(data + 8, "\10\2\0\0\0", 5));
            png.width = png_number(data);
            png.height = png_number(data + 4);
        }
        if (!memcmp(bytes + at + 4, "IDAT", 4)) {
            memcpy(packed + packed_n, data, length);
            packed_n += length;
        }
        at += length + 12;
    }
    CHECK(at == n && !strcmp(order, "IHDRIDATIEND"));
    if (at == n) png_inflate(&png, packed, packed_n);
    free(packed);
    free(file);
    return png;
}

static inline long png_count(const struct png *png, int r, int g, int b)
{
    long count = 0;
    for (size_t i = 0; png->rgb && i < (size_t)png->width * png->height; i++)
        count += png->rgb[3 * i] == r && png->rgb[3 * i + 1] == g && png->rgb[3 * i + 2] == b;
    return count;
}

static inline void png_free(struct png *png)
{
    free(png->rgb);
    *png = (struct png){0};
}

#endif
