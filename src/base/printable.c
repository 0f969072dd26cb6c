#include "base/printable.h"

#include <string.h>
#include "base/format.h"

int nd_utf8_decode(const char *text, uint32_t *character)
{
    const unsigned char *p = (const unsigned char *)text;
    const int n = *p < 0x80                 ? 1
                  : *p >= 0xC2 && *p < 0xE0 ? 2
                  : *p >= 0xE0 && *p < 0xF0 ? 3
                  : *p >= 0xF0 && *p < 0xF5 ? 4
                                            : 0;
    static const uint32_t mask[] = {0, 0x7F, 0x1F, 0x0F, 0x07}, least[] = {0, 0, 0x80, 0x800, 0x10000};
    *character = *p & mask[n];
    for (int i = 1; i < n; i++) {
        if ((p[i] & 0xC0) != 0x80) return 0; /* also at the end of the text */
        *character = *character << 6 | (p[i] & 0x3F);
    }
    const int surrogate = *character >= 0xD800 && *character < 0xE000;
    return *character < least[n] || surrogate || *character > 0x10FFFF ? 0 : n;
}

/* Whether a terminal shows the character, and in its place. */
static int is_shown(uint32_t c)
{
    static const uint32_t hidden[][2] = {{0, 0x1F},        {0x7F, 0x9F},     {0x61C, 0x61C},
                                         {0x200B, 0x200F}, {0x2028, 0x202E}, {0x2060, 0x206F},
                                         {0xFEFF, 0xFEFF}, {0xFFF9, 0xFFFB}, {0xE0000, 0xE007F}};
    for (size_t i = 0; i < sizeof hidden / sizeof *hidden; i++)
        if (c >= hidden[i][0] && c <= hidden[i][1]) return 0;
    return 1;
}

size_t nd_printable(char *out, size_t n, const char *text, int lines)
{
    size_t used = 0;
    for (const unsigned char *p = (const unsigned char *)text; *p;) {
        uint32_t c;
        char escape[16];
        const int bytes = nd_utf8_decode((const char *)p, &c),
                  kept = (bytes && is_shown(c)) || (lines && (*p == '\n' || *p == '\t'));
        const char *piece = kept ? (const char *)p : escape;
        const int length = kept        ? bytes
                           : bytes > 1 ? nd_format(escape, sizeof escape, "\\u%04x", (unsigned)c)
                                       : nd_format(escape, sizeof escape, "\\x%02x", (unsigned)*p);
        if (used + (size_t)length >= n) break;
        memcpy(out + used, piece, (size_t)length);
        used += (size_t)length;
        p += bytes ? bytes : 1;
    }
    if (n) out[used] = 0;
    return used;
}
