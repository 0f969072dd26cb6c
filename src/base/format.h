/* Formats and parses numbers in the C locale, whatever locale the calling program has set: "0.5" never
 * becomes "0,5". The library uses these functions instead of printf, strtod and <ctype.h>;
 * tools/check-layers.sh checks that. */
#ifndef ND_FORMAT_H
#define ND_FORMAT_H

#include <stdarg.h>
#include <stddef.h>

/* As snprintf and vsnprintf. */
int nd_format(char *out, size_t n, const char *format, ...) __attribute__((format(printf, 3, 4)));
int nd_vformat(char *out, size_t n, const char *format, va_list args) __attribute__((format(printf, 3, 0)));

/* As strtod: sets *end (may be null) to the first character that is not part of the number. */
double nd_number(const char *text, char **end);

/* Character classes of ASCII; a byte above 127 is in none of them. */
static inline int nd_is_space(char c)
{
    return c == ' ' || (c >= '\t' && c <= '\r');
}

static inline int nd_is_digit(char c)
{
    return c >= '0' && c <= '9';
}

static inline char nd_to_lower(char c)
{
    return c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c;
}

static inline int nd_is_alpha(char c)
{
    return nd_to_lower(c) >= 'a' && nd_to_lower(c) <= 'z';
}

static inline int nd_is_alnum(char c)
{
    return nd_is_alpha(c) || nd_is_digit(c);
}

#endif
