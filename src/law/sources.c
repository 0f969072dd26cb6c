/* Reads the lines of a law's head for sources and plane waves. */
#include <stdio.h>
#include <string.h>
#include "law/head.h"

static const struct {
    const char *word;
    int fields;
} sources[ND_SOURCE_KINDS] = {[ND_ELECTRIC] = {"LAW_ELECTRIC", 3},
                              [ND_MAGNETIC] = {"LAW_MAGNETIC", 3},
                              [ND_MONOPOLE] = {"LAW_MONOPOLE", 1},
                              [ND_FORCE] = {"LAW_FORCE", 3},
                              [ND_MOMENT] = {"LAW_MOMENT", 6}};

const char *nd_law_source_word(enum nd_source_kind kind)
{
    return sources[kind].word;
}

/* Reads "Ex Ey Ez -inv_epsilon": the fields that a source adds to, and the factor from its density to a
 * rate. */
int nd_head_source(struct nd_law *law, enum nd_source_kind kind)
{
    int status = 0, line;
    size_t length = 0;
    char word[64];
    struct nd_law_source *source = &law->source[kind];
    const char *key = sources[kind].word, *p = nd_head_line(law->text, key, &length, &line),
               *end = p ? p + length : NULL;
    const int fields = sources[kind].fields;
    if (!p || !nd_head_word(&p, end, word)) goto done;
    for (int i = 0; i < fields; i++) {
        if ((source->field[i] = nd_names_find(&law->fields, word)) < 0)
            FAIL(NUDGE_EFORMAT, "%s:%d: '%s' in %s is not in LAW_FIELDS: %d of them must be named", law->path,
                 line, word, key, fields);
        nd_head_word(&p, end, word);
    }
    const char *factor = word + (*word == '-');
    source->sign = *word == '-' ? -1 : 1;
    source->factor = nd_names_find(&law->medium, factor);
    if ((source->factor < 0 && strcmp(factor, "1")) || nd_head_word(&p, end, word))
        FAIL(NUDGE_EFORMAT,
             "%s:%d: %s needs %d of LAW_FIELDS, then one of LAW_MEDIUM or 1, with - before it where it acts "
             "against the field",
             law->path, line, key, fields);
    source->n = fields;
done:
    return status;
}

int nd_head_wave(struct nd_law *law)
{
    int status = 0, line;
    size_t n;
    struct nd_names names = {0};
    TRY(nd_head_names(law, "LAW_WAVE", 0, &names));
    if (!names.n) goto done;
    TRY(nd_head_among(law, "LAW_WAVE", &names, "LAW_FIELDS", &law->fields));
    nd_head_line(law->text, "LAW_WAVE", &n, &line);
    if (names.n != 1 && names.n != 3)
        FAIL(NUDGE_EFORMAT, "%s:%d: LAW_WAVE needs one of LAW_FIELDS, or the three of a vector", law->path,
             line);
    for (int i = 0; i < names.n; i++) law->wave[i] = nd_names_find(&law->fields, names.at[i]);
    law->nwave = names.n;
done:
    nd_names_clear(&names);
    return status;
}
