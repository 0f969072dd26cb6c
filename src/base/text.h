/* A growing string. A failed allocation is remembered in `failed`; nd_text_check returns it as an error. */
#ifndef ND_TEXT_H
#define ND_TEXT_H

#include <stddef.h>

struct nd_text {
    char *s;  /* always NUL-terminated once something was added; null before */
    size_t n; /* without the NUL */
    size_t capacity;
    int failed;
};

void nd_text_add(struct nd_text *text, const char *format, ...) __attribute__((format(printf, 2, 3)));
void nd_text_add_bytes(struct nd_text *text, const void *bytes, size_t n);
int nd_text_check(const struct nd_text *text); /* 0 or NUDGE_ENOMEM */
void nd_text_clear(struct nd_text *text);

/* Adds s in double quotes with JSON escapes. Bytes that are not UTF-8 become U+FFFD. */
void nd_text_add_json_string(struct nd_text *text, const char *s);

/* The entry of names[0..n) with the smallest edit distance to `name`, for "did you mean"; null if none
 * is close. */
const char *nd_text_nearest(const char *name, const char *const *names, int n);

#endif
