/* PNG, third edition: a signature, then chunks of length, type, data and CRC. Pixels are deflated; each row
 * begins with the number of its filter, here 0, none. */
#include "plot/png.h"

#include <string.h>
#include <zlib.h>
#include "base/file.h"
#include "base/memory.h"
#include "base/text.h"

static void add_number(struct nd_text *text, uint32_t value)
{
    const unsigned char bytes[4] = {value >> 24, value >> 16 & 255, value >> 8 & 255, value & 255};
    nd_text_add_bytes(text, bytes, 4);
}

static void add_chunk(struct nd_text *text, const char type[5], const unsigned char *data, uint32_t n)
{
    uLong crc = crc32(0, (const Bytef *)type, 4);
    if (n) crc = crc32(crc, data, n);
    add_number(text, n);
    nd_text_add_bytes(text, type, 4);
    if (n) nd_text_add_bytes(text, data, n);
    add_number(text, (uint32_t)crc);
}

static void add_header(struct nd_text *text, int width, int height)
{
    struct nd_text header = {0};
    add_number(&header, (uint32_t)width);
    add_number(&header, (uint32_t)height);
    nd_text_add_bytes(&header, "\10\2\0\0\0", 5); /* 8 bits, RGB, deflate, filters by row, not interlaced */
    if (!header.failed) add_chunk(text, "IHDR", (const unsigned char *)header.s, (uint32_t)header.n);
    text->failed |= header.failed;
    nd_text_clear(&header);
}

int nd_png_write(const char *path, int width, int height, const unsigned char *rgb)
{
    int status = 0;
    unsigned char *rows = NULL, *packed = NULL;
    struct nd_text text = {0};
    if (width < 1 || height < 1 || (double)width * height > 1e8)
        FAIL(NUDGE_EVALUE, "%s: a picture of %d x %d pixels cannot be written; at most 1e8 pixels are", path,
             width, height);
    const size_t row = (size_t)width * 3, n = (size_t)height * (row + 1);
    uLongf packed_n = compressBound((uLong)n);
    ALLOC(rows, n);
    ALLOC(packed, packed_n);
    for (size_t y = 0; y < (size_t)height; y++) memcpy(rows + y * (row + 1) + 1, rgb + y * row, row);
    const int code = compress2(packed, &packed_n, rows, (uLong)n, 9);
    if (code != Z_OK)
        FAIL(code == Z_MEM_ERROR ? NUDGE_ENOMEM : NUDGE_EINTERNAL, "%s: zlib failed: %s", path, zError(code));
    nd_text_add_bytes(&text, "\x89PNG\r\n\x1a\n", 8);
    add_header(&text, width, height);
    add_chunk(&text, "IDAT", packed, (uint32_t)packed_n);
    add_chunk(&text, "IEND", NULL, 0);
    TRY(nd_text_check(&text));
    TRY(nd_file_write(path, text.s, text.n));
done:
    nd_text_clear(&text);
    free(rows);
    free(packed);
    return status;
}
