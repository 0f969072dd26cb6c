#include "law/head.h"

#include <math.h>
#include <stdio.h>
#include <string.h>
#include "base/format.h"

const char *nd_head_line(const char *text, const char *name, size_t *n, int *line)
{
    size_t length = strlen(name);
    *line = 1;
    for (const char *p = text; p && *p; p = strchr(p, '\n'), p = p ? p + 1 : p, ++*line) {
        if (strncmp(p, "#define ", 8)) continue;
        const char *q = p + 8 + strspn(p + 8, " \t");
        if (strncmp(q, name, length) || !nd_is_space(q[length])) continue;
        q += length;
        *n = strcspn(q, "\n");
        const char *comment = memchr(q, '/', *n);
        while (comment && comment[1] != '*' && comment[1] != '/')
            comment = memchr(comment + 1, '/', *n - (size_t)(comment + 1 - q));
        if (comment) *n = (size_t)(comment - q);
        return q;
    }
    return NULL;
}

static int valid_name(const char *s, size_t n)
{
    if (!n || n > 31 || nd_is_digit(s[0])) return 0;
    for (size_t i = 0; i < n; i++)
        if (!nd_is_alnum(s[i]) && s[i] != '_') return 0;
    return 1;
}

int nd_head_names(const struct nd_law *law, const char *key, int required, struct nd_names *names)
{
    int status = 0, line;
    size_t n = 0;
    const char *p = nd_head_line(law->text, key, &n, &line), *end = p ? p + n : NULL;
    if (!p && required)
        FAIL(NUDGE_EFORMAT,
             "%s: no line \"#define %s ...\" in the law's head; doc/reference/law.md shows what a law needs",
             law->path, key);
    while (p && p < end) {
        while (p < end && nd_is_space(*p)) p++;
        const char *word = p;
        while (p < end && !nd_is_space(*p)) p++;
        if (p == word) break;
        if (!valid_name(word, (size_t)(p - word)))
            FAIL(NUDGE_EFORMAT, "%s:%d: '%.*s' cannot be a name in %s", law->path, line, (int)(p - word),
                 word, key);
        if (names->n == ND_FIELDS_MOST)
            FAIL(NUDGE_EFORMAT, "%s:%d: more than %d names in %s", law->path, line, ND_FIELDS_MOST, key);
        char *copy = strndup(word, (size_t)(p - word));
        if (!copy) FAIL(NUDGE_ENOMEM, "out of memory");
        if (nd_names_find(names, copy) >= 0) {
            free(copy);
            FAIL(NUDGE_EFORMAT, "%s:%d: '%.*s' occurs twice in %s", law->path, line, (int)(p - word), word,
                 key);
        }
        names->at[names->n++] = copy;
    }
    if (required && !names->n) FAIL(NUDGE_EFORMAT, "%s:%d: %s names nothing", law->path, line, key);
done:
    return status;
}

int nd_head_numbers(const struct nd_law *law, const char *key, int wanted, const char *which, double standard,
                    double *values)
{
    int status = 0, line, count = 0;
    size_t n = 0;
    const char *p = nd_head_line(law->text, key, &n, &line), *end = p ? p + n : NULL;
    for (int i = 0; i < wanted; i++) values[i] = standard;
    while (p && p < end) {
        while (p < end && nd_is_space(*p)) p++;
        if (p == end) break;
        char *after;
        double value = nd_number(p, &after);
        if (after == p || after > end || count == wanted || !isfinite(value)) break;
        values[count++] = value;
        p = after;
    }
    if ((p && p < end) || (count && count != wanted))
        FAIL(NUDGE_EFORMAT, "%s:%d: %s needs %s", law->path, line, key, which);
done:
    return status;
}

int nd_head_among(const struct nd_law *law, const char *key, const struct nd_names *names, const char *of,
                  const struct nd_names *among)
{
    int status = 0, line;
    size_t n;
    nd_head_line(law->text, key, &n, &line);
    for (int i = 0; i < names->n; i++)
        if (nd_names_find(among, names->at[i]) < 0)
            FAIL(NUDGE_EFORMAT, "%s:%d: '%s' in %s is not in %s", law->path, line, names->at[i], key, of);
done:
    return status;
}

int nd_head_word(const char **p, const char *end, char *word)
{
    while (*p < end && nd_is_space(**p)) ++*p;
    int n = 0;
    for (; *p < end && !nd_is_space(**p); ++*p)
        if (n < 63) word[n++] = **p;
    word[n] = 0;
    return n > 0;
}
