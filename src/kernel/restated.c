#include "kernel/restated.h"

#include <string.h>
#include "base/format.h"
#include "base/texts.h"
#include "law/head.h"

static const struct {
    const char *folder;
    int extended; /* whether restatements cover the numbers that LAW_WITH_... adds to a medium */
} forms[] = {[ND_FORM_REDUCED] = {"fused/laws/", 1}, [ND_FORM_LOCAL] = {"bernstein/laws/", 0}};

/* The i-th text of a law, of all phases. */
static const struct nd_text_file *find(const char *folder, const char *law, int i)
{
    char stem[128];
    const int n = nd_format(stem, sizeof stem, "%s%s", folder, law);
    for (const struct nd_text_file *t = nd_texts; t->name && n < (int)sizeof stem; t++)
        if (!strncmp(t->name, stem, (size_t)n) && strchr("._", t->name[n]) && !i--) return t;
    return NULL;
}

int nd_restated(const struct nd_law *law, enum nd_form form, double upwind)
{
    return form != ND_FORM_NONE && !nd_law_own(law) && upwind == 1 &&
           (forms[form].extended || !nd_law_extended(law)) && find(forms[form].folder, law->name, 0);
}

const char *nd_restated_text(const struct nd_law *law, enum nd_form form, double upwind, const char *phase)
{
    char name[160];
    if (form == ND_FORM_NONE) return NULL;
    nd_format(name, sizeof name, "%s%s%s%s.h", forms[form].folder,
              nd_restated(law, form, upwind) ? law->name : "plain", *phase ? "_" : "", phase);
    for (const struct nd_text_file *t = nd_texts; t->name; t++)
        if (!strcmp(t->name, name)) return t->name;
    return NULL;
}

int nd_restated_number(const struct nd_law *law, enum nd_form form, const char *word, int otherwise)
{
    const struct nd_text_file *text;
    for (int i = 0; nd_restated(law, form, 1) && (text = find(forms[form].folder, law->name, i)); i++) {
        size_t n;
        int line;
        const char *p = nd_head_line(text->text, word, &n, &line);
        if (p) return (int)nd_number(p, NULL);
    }
    return otherwise;
}
