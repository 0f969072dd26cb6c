/* Checks a law's text before its head is read: comments are closed, and no other file is included. */
#include <string.h>
#include "base/format.h"
#include "law/head.h"

/* The end of the string or character constant at p; p + 1 for a lone apostrophe. */
static const char *skip_quoted(const char *p)
{
    const char *q = p + 1;
    while (*q && *q != '\n' && *q != *p) q += q[0] == '\\' && q[1] && q[1] != '\n' ? 2 : 1;
    const int word = *p == '\'' && q - p > 10; /* as in "the law's" */
    return *q == *p && !word ? q + 1 : p + 1;
}

/* Whether a line that begins with # or %: includes another file. */
static int includes(const char *p)
{
    static const char *const words[] = {"include", "include_next", "import", "embed"};
    const char *word = p + (*p == '%' ? 2 : 1);
    word += strspn(word, " \t");
    const size_t n = strspn(word, "abcdefghijklmnopqrstuvwxyz_");
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (strlen(words[i]) == n && !memcmp(word, words[i], n)) return 1;
    return 0;
}

/* The end of the comment at p, or null where it is not closed. Adds its lines to *line. */
static const char *skip_comment(const char *p, int *line)
{
    const char *end = p[1] == '/' ? p + strcspn(p, "\n") : strstr(p + 2, "*/");
    if (!end) return NULL;
    for (const char *q = p; q < end; q++) *line += *q == '\n';
    return p[1] == '/' ? end : end + 2;
}

/* An open comment would swallow the rest of the law and the kernel after it. An included file would not be
 * part of the hash of compiled kernels, so its changes would go unnoticed; and device compilers find no
 * files. */
int nd_law_check_lines(const struct nd_law *law)
{
    int status = 0, line = 1, begun = 0; /* begun: this line has more than blanks and comments */
    for (const char *p = law->text; *p;) {
        if (p[0] == '/' && (p[1] == '*' || p[1] == '/')) {
            const int first = line;
            p = skip_comment(p, &line);
            if (!p)
                FAIL(NUDGE_EFORMAT, "%s:%d: the comment that begins here has no end: close it with */",
                     law->path, first);
            continue;
        }
        if (!begun && (*p == '#' || (p[0] == '%' && p[1] == ':')) && includes(p))
            FAIL(NUDGE_EFORMAT,
                 "%s:%d: a law cannot include another file, since it is compiled as one text for every "
                 "device: copy in what it needs",
                 law->path, line);
        begun = *p == '\n' ? 0 : begun || !nd_is_space(*p);
        line += *p == '\n';
        p = *p == '"' || *p == '\'' ? skip_quoted(p) : p + 1;
    }
done:
    return status;
}
