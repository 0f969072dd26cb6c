#include "plot/svg.h"

#include <string.h>
#include "base/error.h"
#include "base/format.h"
#include "base/memory.h"
#include "base/printable.h"
#include "base/xml.h"

/* Numbers in the order in which they were first seen. */
struct numbers {
    long *at;
    size_t n, capacity;
};

static int place_of(struct numbers *numbers, long number, size_t *place)
{
    int status = 0;
    for (*place = 0; *place < numbers->n; ++*place)
        if (numbers->at[*place] == number) return 0;
    TRY(nd_grow(&numbers->at, &numbers->capacity, numbers->n + 1, sizeof *numbers->at));
    numbers->at[numbers->n++] = number;
done:
    return status;
}

/* Names of surfaces and images count on through the process; other names count in each file. The length of one,
 * behind a quote or a #, without its number; 0: there is none. */
static size_t counted(const char *s)
{
    static const char *const names[] = {"surface", "image"};
    if (*s != '"' && *s != '#') return 0;
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        const size_t n = strlen(names[i]);
        if (!strncmp(s + 1, names[i], n) && nd_is_digit(s[1 + n])) return 1 + n;
    }
    return 0;
}

static int renumber(const char *from, struct nd_text *out)
{
    int status = 0;
    struct numbers numbers = {0};
    size_t place;
    for (const char *s = from, *next; *s; s = next) {
        const size_t name = counted(s);
        next = s + 1 + strcspn(s + 1, "\"#");
        if (!name) {
            nd_text_add_bytes(out, s, (size_t)(next - s));
            continue;
        }
        char *end;
        TRY(place_of(&numbers, (long)nd_number(s + name, &end), &place));
        nd_text_add(out, "%.*s%zu", (int)name, s, place + 1);
        next = end;
    }
done:
    free(numbers.at);
    return status;
}

int nd_svg_finish(struct nd_text *svg, size_t from, const char *title, const char *words)
{
    int status = 0;
    char safe[512], *whole = NULL;
    STRDUP(whole, svg->s + from);
    char *tag = strstr(whole, "<svg"), *end = tag ? strchr(tag, '>') : NULL;
    if (!end) FAIL(NUDGE_EINTERNAL, "Cairo wrote an SVG file without an opening tag");
    svg->n = from + (size_t)(end + 1 - whole);
    nd_printable(safe, sizeof safe, title ? title : "", 0);
    nd_text_add(svg, "\n<title>");
    nd_text_add_xml(svg, safe);
    nd_text_add(svg, "</title>\n<desc>\n");
    nd_text_add_xml(svg, words ? words : "");
    nd_text_add(svg, "</desc>");
    TRY(renumber(end + 1, svg));
    TRY(nd_text_check(svg));
done:
    free(whole);
    return status;
}
