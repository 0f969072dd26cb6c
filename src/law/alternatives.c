/* Reads LAW_EITHER, LAW_WITH_... and LAW_REFUSE_... of a law's head, and applies them. */
#include <stdio.h>
#include <string.h>
#include "base/format.h"
#include "law/head.h"

/* One word of LAW_EITHER: a constant, followed by "?" where it is optional. */
static int parse_either_word(struct nd_law *law, int line, const char *word, size_t n)
{
    int status = 0;
    struct nd_either *either = &law->either;
    char name[32];
    const int optional = word[n - 1] == '?';
    nd_format(name, sizeof name, "%.*s", (int)(n - (size_t)optional), word);
    const int at = nd_names_find(&law->material, name);
    if (at < 0)
        FAIL(NUDGE_EFORMAT, "%s:%d: '%.*s' in LAW_EITHER is not in LAW_MATERIAL", law->path, line, (int)n,
             word);
    if (either->of[at] >= 0)
        FAIL(NUDGE_EFORMAT, "%s:%d: '%s' occurs twice in LAW_EITHER", law->path, line, name);
    either->of[at] = either->n - 1;
    either->optional[at] = optional;
done:
    return status;
}

/* LAW_EITHER lists alternatives, "lambda mu | vp vs | c11 c12?". LAW_WITH_... is called by the first
 * constant of its alternative. */
int nd_head_either(struct nd_law *law)
{
    int status = 0, line;
    size_t n = 0;
    const char *p = nd_head_line(law->text, "LAW_EITHER", &n, &line), *end = p ? p + n : NULL;
    char key[64];
    for (int i = 0; i < ND_FIELDS_MOST; i++) law->either.of[i] = -1;
    if (!p) return 0;
    law->either.n = 1;
    for (;;) {
        while (p < end && nd_is_space(*p)) p++;
        const char *word = p;
        while (p < end && !nd_is_space(*p)) p++;
        if (p == word) break;
        if (p != word + 1 || *word != '|')
            TRY(parse_either_word(law, line, word, (size_t)(p - word)));
        else if (law->either.n++ == ND_EITHER_MOST || !nd_law_alternative(law, law->either.n - 2))
            FAIL(NUDGE_EFORMAT, "%s:%d: LAW_EITHER needs 2 to %d groups of constants, a | between them",
                 law->path, line, ND_EITHER_MOST);
    }
    if (law->either.n < 2 || !nd_law_alternative(law, law->either.n - 1))
        FAIL(NUDGE_EFORMAT, "%s:%d: LAW_EITHER needs 2 to %d groups of constants, a | between them",
             law->path, line, ND_EITHER_MOST);
    for (int i = 0; i < law->either.n; i++) {
        nd_format(key, sizeof key, "LAW_WITH_%s", nd_law_alternative(law, i));
        TRY(nd_head_names(law, key, 0, &law->either.with[i]));
        if (law->medium.n + law->either.with[i].n > ND_FIELDS_MOST)
            FAIL(NUDGE_EFORMAT, "%s: %s and LAW_MEDIUM together have more than %d names", law->path, key,
                 ND_FIELDS_MOST);
    }
done:
    return status;
}

/* The rest of the line LAW_REFUSE_n is message n. */
int nd_head_refusals(struct nd_law *law)
{
    int status = 0, line;
    size_t n;
    char key[32];
    for (int i = 0; i < ND_REFUSE_MOST; i++) {
        nd_format(key, sizeof key, "LAW_REFUSE_%d", i + 1);
        const char *p = nd_head_line(law->text, key, &n, &line), *end = p ? p + n : NULL;
        if (!p) break;
        while (p < end && nd_is_space(*p)) p++;
        while (end > p && nd_is_space(end[-1])) end--;
        law->refuse[i] = strndup(p, (size_t)(end - p));
        if (!law->refuse[i]) FAIL(NUDGE_ENOMEM, "out of memory");
    }
done:
    return status;
}

const char *nd_law_alternative(const struct nd_law *law, int alternative)
{
    for (int i = 0; i < law->material.n; i++)
        if (law->either.of[i] == alternative) return law->material.at[i];
    return NULL;
}

int nd_law_use(struct nd_law *law, int alternative)
{
    int status = 0;
    const struct nd_names *with = &law->either.with[alternative];
    if (!with->n || law->either.used[alternative]) return 0;
    if (law->medium.n + with->n > ND_FIELDS_MOST)
        FAIL(NUDGE_EVALUE, "%s: a problem with materials of all kinds has more than %d numbers of a medium",
             law->path, ND_FIELDS_MOST);
    for (int i = 0; i < with->n; i++) {
        STRDUP(law->medium.at[law->medium.n], with->at[i]);
        law->medium.n++;
    }
    law->either.used[alternative] = 1;
done:
    return status;
}

int nd_law_extended(const struct nd_law *law)
{
    int used = 0;
    for (int i = 0; i < law->either.n; i++) used |= law->either.used[i];
    return used;
}
