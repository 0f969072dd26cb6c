#include "base/text.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "base/error.h"
#include "base/format.h"
#include "base/printable.h"

static int reserve(struct nd_text *text, size_t more)
{
    if (text->failed) return 0;
    size_t need = text->n + more + 1;
    if (need <= text->capacity) return 1;
    size_t want = text->capacity ? text->capacity : 256;
    while (want < need) want *= 2;
    char *p = realloc(text->s, want);
    if (!p) {
        text->failed = 1;
        return 0;
    }
    text->s = p;
    text->capacity = want;
    return 1;
}

void nd_text_add_bytes(struct nd_text *text, const void *bytes, size_t n)
{
    if (!reserve(text, n)) return;
    memcpy(text->s + text->n, bytes, n);
    text->n += n;
    text->s[text->n] = 0;
}

void nd_text_add(struct nd_text *text, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    int n = nd_vformat(NULL, 0, format, args);
    va_end(args);
    if (n < 0 || !reserve(text, (size_t)n)) return;
    va_start(args, format);
    nd_vformat(text->s + text->n, (size_t)n + 1, format, args);
    va_end(args);
    text->n += (size_t)n;
}

int nd_text_check(const struct nd_text *text)
{
    int status = 0;
    if (text->failed) FAIL(NUDGE_ENOMEM, "out of memory while building a text");
done:
    return status;
}

void nd_text_clear(struct nd_text *text)
{
    free(text->s);
    memset(text, 0, sizeof *text);
}

void nd_text_add_json_string(struct nd_text *text, const char *s)
{
    nd_text_add(text, "\"");
    for (int bytes; *s; s += bytes ? bytes : 1) {
        uint32_t c;
        bytes = nd_utf8_decode(s, &c);
        if (!bytes)
            nd_text_add(text, "\\ufffd"); /* JSON is UTF-8 */
        else if (c == '"' || c == '\\')
            nd_text_add(text, "\\%c", (char)c);
        else if (c < 0x20 || (c >= 0x7F && c < 0xA0))
            nd_text_add(text, "\\u%04x", (unsigned)c);
        else
            nd_text_add_bytes(text, s, (size_t)bytes);
    }
    nd_text_add(text, "\"");
}

static int is_same(char a, char b)
{
    return nd_to_lower(a) == nd_to_lower(b);
}

/* Edits that make a from b: characters inserted, removed or replaced, and neighbours exchanged. Case is ignored; names are
 * cut at 63 characters. */
static int distance(const char *a, const char *b)
{
    enum { MOST = 64 };
    int row[3][MOST]; /* those of the characters i, i - 1 and i - 2 of a, in turn */
    const int na = (int)strnlen(a, MOST - 1), nb = (int)strnlen(b, MOST - 1);
    for (int i = 0; i <= na; i++) {
        int *now = row[i % 3], *before = row[(i + 2) % 3], *earlier = row[(i + 1) % 3];
        for (int j = 0; j <= nb; j++) {
            now[j] = i ? j ? before[j - 1] + !is_same(a[i - 1], b[j - 1]) : i : j;
            if (i && j && before[j] + 1 < now[j]) now[j] = before[j] + 1;
            if (i && j && now[j - 1] + 1 < now[j]) now[j] = now[j - 1] + 1;
            if (i > 1 && j > 1 && is_same(a[i - 1], b[j - 2]) && is_same(a[i - 2], b[j - 1]) &&
                earlier[j - 2] + 1 < now[j])
                now[j] = earlier[j - 2] + 1;
        }
    }
    return row[na % 3][nb];
}

/* One for up to four characters, so that foo is not taken for fit, and a third of longer ones. */
static int most_edits(const char *name)
{
    const int n = (int)strlen(name);
    return n < 5 ? 1 : (n + 1) / 3;
}

const char *nd_text_nearest(const char *name, const char *const *names, int n)
{
    const char *best = NULL;
    int least = most_edits(name) + 1;
    for (int i = 0; i < n; i++) {
        int d = distance(name, names[i]);
        if (d < least) {
            least = d;
            best = names[i];
        }
    }
    return best;
}
