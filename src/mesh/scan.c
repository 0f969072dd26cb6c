#define _GNU_SOURCE /* strtod_l */
#include "mesh/scan.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include "base/file.h"
#include "base/format.h"
#include "base/work.h"

/* Far more than any mesh whose elements fit 32-bit indices. */
#define MOST_BYTES ((size_t)64 << 30)

int nd_scan_regular(const char *path)
{
    int status = 0;
    struct stat info;
    if (stat(path, &info)) FAIL(NUDGE_EIO, "%s: cannot open: %s", path, strerror(errno));
    if (S_ISDIR(info.st_mode)) FAIL(NUDGE_EIO, "%s: is a folder, a mesh file is wanted", path);
    if (!S_ISREG(info.st_mode)) FAIL(NUDGE_EIO, "%s: not a regular file; a mesh is read from one", path);
done:
    return status;
}

int nd_scan_open(struct nd_scan *scan, const char *path)
{
    int status = 0;
    memset(scan, 0, sizeof *scan);
    scan->path = path;
    scan->section = "";
    scan->line = 1;
    TRY(nd_scan_regular(path));
    scan->plain = newlocale(LC_ALL_MASK, "C", (locale_t)0);
    if (!scan->plain) FAIL(NUDGE_ENOMEM, "out of memory");
    TRY(nd_file_read(path, MOST_BYTES, &scan->bytes, &scan->n));
    scan->at = scan->bytes;
    /* Skip the byte order mark that some editors write. */
    if (scan->n >= 3 && !memcmp(scan->at, "\xEF\xBB\xBF", 3)) scan->at += 3;
    scan->end = scan->bytes + scan->n;
done:
    return status;
}

void nd_scan_close(struct nd_scan *scan)
{
    if (scan->plain) freelocale(scan->plain);
    free(scan->bytes);
    memset(scan, 0, sizeof *scan);
}

const char *nd_scan_where(struct nd_scan *scan)
{
    if (scan->offsets)
        nd_format(scan->where, sizeof scan->where, "%.500s: %s%sbyte %zu", scan->path, scan->section,
                  *scan->section ? ", " : "", (size_t)(scan->at - scan->bytes));
    else
        nd_format(scan->where, sizeof scan->where, "%.500s:%ld", scan->path, scan->line);
    return scan->where;
}

static bool is_blank(char c)
{
    return c == ' ' || c == '\t' || c == '\r' || c == '\f' || c == '\v';
}

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

static bool at_token_end(const struct nd_scan *scan, const char *p)
{
    return p >= scan->end || *p == '\n' || is_blank(*p) || (scan->comment && *p == scan->comment);
}

const char *nd_scan_token_end(const struct nd_scan *scan)
{
    const char *p = scan->at;
    while (!at_token_end(scan, p)) p++;
    return p;
}

const char *nd_scan_token(const struct nd_scan *scan)
{
    static _Thread_local char token[48];
    size_t n = 0;
    if (!scan->known) return "...";
    for (const char *p = scan->at; n < sizeof token - 4 && !at_token_end(scan, p); p++)
        token[n++] = *p >= 32 && *p < 127 ? *p : '?';
    token[n] = 0;
    if (n == sizeof token - 4) strcpy(token + n, "...");
    return token;
}

static void skip_blanks(struct nd_scan *scan)
{
    const char *p = scan->at, *end = scan->end;
    while (p < end && is_blank(*p)) p++;
    if (scan->comment && p < end && *p == scan->comment)
        while (p < end && *p != '\n') p++;
    scan->at = p;
}

bool nd_scan_more(struct nd_scan *scan)
{
    for (;;) {
        skip_blanks(scan);
        if (scan->at >= scan->end) return false;
        if (*scan->at != '\n') return true;
        scan->at++;
        scan->line++;
    }
}

int nd_scan_record(struct nd_scan *scan, const char *what)
{
    int status = 0;
    if (!(scan->records++ & 4095))
        TRY(nd_work("reading the mesh", (double)(scan->at - scan->bytes) / (double)(scan->n + 1)));
    if (scan->binary || nd_scan_more(scan)) return 0;
    BAD(scan, "%s ends where %s should be; is the file cut short, or a count wrong?",
        *scan->section ? scan->section : "the file", what);
done:
    return status;
}

bool nd_scan_line_more(struct nd_scan *scan)
{
    skip_blanks(scan);
    return scan->at < scan->end && *scan->at != '\n';
}

int nd_scan_line_end(struct nd_scan *scan)
{
    int status = 0;
    if (scan->binary) return 0;
    if (nd_scan_line_more(scan)) BAD(scan, "'%s' at the end of the line is too much", nd_scan_token(scan));
    if (scan->at < scan->end) {
        scan->at++;
        scan->line++;
    }
done:
    return status;
}

void nd_scan_line_skip(struct nd_scan *scan)
{
    const char *newline = memchr(scan->at, '\n', (size_t)(scan->end - scan->at));
    scan->at = newline ? newline + 1 : scan->end;
    if (newline) scan->line++;
}

int nd_scan_section_end(struct nd_scan *scan, const char *announced, int64_t n)
{
    int status = 0;
    if (nd_scan_more(scan))
        BAD(scan, "more follows than the %lld %s that were announced", (long long)n, announced);
done:
    return status;
}

/* Copies the next n bytes of a binary section. */
static int take(struct nd_scan *scan, const char *what, void *to, size_t n)
{
    int status = 0;
    if ((size_t)(scan->end - scan->at) < n)
        BAD(scan, "the data end where %s should be; is the file cut short, or a count wrong?", what);
    memcpy(to, scan->at, n);
    scan->at += n;
done:
    return status;
}

static int text_int(struct nd_scan *scan, const char *what, int64_t *value)
{
    int status = 0;
    skip_blanks(scan);
    const char *p = scan->at, *end = scan->end;
    if (p >= end || *p == '\n') BAD(scan, "the line ends where %s should be", what);
    bool negative = *p == '-';
    if (*p == '-' || *p == '+') p++;
    const char *first = p;
    int64_t sum = 0;
    for (; p < end && is_digit(*p) && p - first < 18; p++) sum = 10 * sum + (*p - '0');
    if (p == first || !at_token_end(scan, p))
        BAD(scan, "'%s' where a whole number should be (%s)", nd_scan_token(scan), what);
    scan->at = p;
    *value = negative ? -sum : sum;
done:
    return status;
}

int nd_scan_int(struct nd_scan *scan, const char *what, int64_t *value)
{
    if (!scan->binary) return text_int(scan, what, value);
    int32_t raw = 0;
    int status = take(scan, what, &raw, sizeof raw);
    if (!status) *value = raw;
    return status;
}

int nd_scan_size(struct nd_scan *scan, const char *what, int64_t *value)
{
    int status = 0;
    if (scan->binary) {
        uint64_t raw = 0;
        TRY(take(scan, what, &raw, sizeof raw));
        if (raw > INT64_MAX) BAD(scan, "%llu is impossible for %s", (unsigned long long)raw, what);
        *value = (int64_t)raw;
    } else {
        TRY(text_int(scan, what, value));
        if (*value < 0) BAD(scan, "%lld is impossible for %s", (long long)*value, what);
    }
done:
    return status;
}

/* The digits of a number without its decimal point; from the 19th on they are only counted. */
struct digits {
    uint64_t value;
    int64_t significant, seen;
};

static const char *parse_digits(const char *p, const char *end, struct digits *digits)
{
    for (; p < end && is_digit(*p); p++, digits->seen++) {
        if (!digits->significant && *p == '0') continue;
        if (++digits->significant < 19) digits->value = 10 * digits->value + (uint64_t)(*p - '0');
    }
    return p;
}

/* Parses the part of a number after "e"; null if it has no digit. */
static const char *parse_exponent(const char *p, const char *end, int64_t *exponent)
{
    int sign = p < end && *p == '-' ? -1 : 1, power = 0;
    if (p < end && (*p == '-' || *p == '+')) p++;
    if (p >= end || !is_digit(*p)) return NULL;
    for (; p < end && is_digit(*p); p++)
        if (power < 100000) power = 10 * power + (*p - '0');
    *exponent += sign * power;
    return p;
}

/* Converts decimal text. Up to 2^53, times or over a power of ten up to 10^22, one operation is exact; the C
 * library does the rest. Returns the end of the number, or null if there is none at p. */
static const char *parse_real(const struct nd_scan *scan, const char *p, double *value)
{
    static const double ten[] = {1e0,  1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,  1e8,  1e9,  1e10, 1e11,
                                 1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22};
    const char *begin = p, *end = scan->end;
    struct digits digits = {0};
    int64_t exponent = 0;
    bool negative = *p == '-';
    if (*p == '-' || *p == '+') p++;
    p = parse_digits(p, end, &digits);
    if (p < end && *p == '.') {
        int64_t whole = digits.seen;
        p = parse_digits(p + 1, end, &digits);
        exponent = whole - digits.seen;
    }
    if (!digits.seen) return NULL;
    if (p < end && (*p == 'e' || *p == 'E')) p = parse_exponent(p + 1, end, &exponent);
    if (!p) return NULL;
    if (digits.significant < 19 && digits.value <= (uint64_t)1 << 53 && exponent >= -22 && exponent <= 22) {
        double x = (double)digits.value;
        x = exponent < 0 ? x / ten[-exponent] : x * ten[exponent];
        *value = negative ? -x : x;
    } else
        *value = strtod_l(begin, NULL, scan->plain);
    return p;
}

int nd_scan_real(struct nd_scan *scan, const char *what, double *value)
{
    int status = 0;
    if (scan->binary) {
        TRY(take(scan, what, value, sizeof *value));
        if (!isfinite(*value)) BAD(scan, "%s is %g, not a finite number", what, *value);
        return 0;
    }
    skip_blanks(scan);
    if (scan->at >= scan->end || *scan->at == '\n') BAD(scan, "the line ends where %s should be", what);
    const char *p = parse_real(scan, scan->at, value);
    if (!p || !at_token_end(scan, p))
        BAD(scan, "'%s' where a finite number should be (%s)", nd_scan_token(scan), what);
    if (!isfinite(*value)) BAD(scan, "'%s' is too large a number (%s)", nd_scan_token(scan), what);
    scan->at = p;
done:
    return status;
}

bool nd_scan_word(struct nd_scan *scan, const char *word)
{
    skip_blanks(scan);
    size_t n = strlen(word);
    if ((size_t)(scan->end - scan->at) < n || memcmp(scan->at, word, n)) return false;
    if (!at_token_end(scan, scan->at + n)) return false;
    scan->at += n;
    return true;
}
