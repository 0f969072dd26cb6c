/* Texts of the report: escapes, base64, numbers, notes. */
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include "report.h"

/* Control characters and bytes that are not UTF-8 are not allowed in HTML; nd_printable makes them visible. */
void report_escape(struct nd_text *out, const char *s)
{
    const size_t most = 6 * strlen(s) + 1; /* \u202e and \x1b are the longest escapes */
    char *plain = malloc(most);
    if (!plain) {
        out->failed = 1;
        return;
    }
    nd_printable(plain, most, s, 1);
    for (char *at = plain, *end; *at; at = end) {
        end = at + strcspn(at, "'");
        const char quote = *end;
        *end = 0;
        nd_text_add_xml(out, at);
        if (quote) nd_text_add(out, "&#39;"), end++;
    }
    free(plain);
}

void report_json_string(struct nd_text *out, const char *s)
{
    struct nd_text json = {0};
    nd_text_add_json_string(&json, s);
    for (size_t i = 0; i < json.n; i++)
        if (strchr("<>&'", json.s[i]))
            nd_text_add(out, "\\u%04x", (unsigned)json.s[i]);
        else
            nd_text_add_bytes(out, json.s + i, 1);
    if (json.failed) out->failed = 1;
    nd_text_clear(&json);
}

void report_note(struct report *r, const char *format, ...)
{
    char line[2048];
    va_list args;
    va_start(args, format);
    nd_vformat(line, sizeof line, format, args);
    va_end(args);
    nd_text_add(&r->notes, "<li>");
    report_escape(&r->notes, line);
    nd_text_add(&r->notes, "</li>\n");
    r->nnotes++;
}

int report_room(const struct report *r, double bytes)
{
    return (double)r->page.n + (double)r->notes.n + bytes < REPORT_BYTES - 200000; /* head and lists */
}

void report_fact(struct report *r, const char *name, const char *format, ...)
{
    char value[2048];
    va_list args;
    va_start(args, format);
    nd_vformat(value, sizeof value, format, args);
    va_end(args);
    report_add(r, "<div><dt>");
    report_escape(&r->page, name);
    report_add(r, "</dt><dd>");
    report_escape(&r->page, value);
    report_add(r, "</dd></div>\n");
}

void report_count(char *out, size_t n, double value)
{
    char plain[64];
    if (!isfinite(value) || fabs(value) >= 1e15) {
        nd_format(out, n, "%.6g", value);
        return;
    }
    nd_format(plain, sizeof plain, "%.0f", value);
    size_t used = 0, length = strlen(plain);
    for (size_t i = 0; i < length && used + 4 < n; i++) {
        if (i && (length - i) % 3 == 0 && plain[i - 1] != '-') {
            memcpy(out + used, "\xc2\xa0", 2); /* a blank at which lines do not break */
            used += 2;
        }
        out[used++] = plain[i];
    }
    out[used] = 0;
}

void report_size(char *out, size_t n, double bytes)
{
    static const char *const unit[] = {"B", "kB", "MB", "GB", "TB"};
    int i = 0;
    for (; i < 4 && bytes >= 1000; i++) bytes /= 1000;
    nd_format(out, n, i ? "%.3g %s" : "%.0f %s", bytes, unit[i]);
}
