/* Finds errors in a law's text that compilers would report less clearly, or not at all. */
#include <stdio.h>
#include <string.h>
#include "base/format.h"
#include "law/head.h"

/* Words of the head. One that is misspelled would be ignored. */
static const char *const head_words[] = {
    "NAME",        "FIELDS", "MATERIAL",   "DEFAULT",  "SI",       "EITHER",    "POSITIVE",
    "NOTNEGATIVE", "MEDIUM", "BOUNDARIES", "VALUED",   "OPEN",     "POINTWISE", "COUNTS",
    "WAVE",        "SHEETS", "ELECTRIC",   "MAGNETIC", "MONOPOLE", "FORCE",     "MOMENT",
};

static const char *const families[] = {"WITH_", "REFUSE_"};

/* Words of the dialect and of its three languages, which cannot be names of the head. */
static const char *const taken[] = {
    "N",        "Np",        "Nfp",       "SINGLE", "UPWIND", "BLOCK",   "LANES",     "ROWS",     "FIELDS",
    "MATERIAL", "MEDIUM",    "END",       "REAL",   "ZERO",   "INLINE",  "UNROLL",    "real",     "lane",
    "wide",     "int64",     "magnitude", "root",   "sqrt",   "if",      "else",      "for",      "while",
    "do",       "return",    "int",       "long",   "short",  "char",    "float",     "double",   "void",
    "const",    "static",    "unsigned",  "signed", "struct", "union",   "enum",      "switch",   "case",
    "default",  "break",     "continue",  "goto",   "sizeof", "typedef", "extern",    "register", "volatile",
    "auto",     "inline",    "restrict",  "half",   "bool",   "global",  "local",     "constant", "private",
    "kernel",   "uint",      "ulong",     "class",  "new",    "delete",  "this",      "template", "operator",
    "public",   "protected", "virtual",   "true",   "false",  "using",   "namespace", "I",
};

static int is_among(const char *word, const char *const *words, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (!strcmp(words[i], word)) return 1;
    return 0;
}
#define AMONG(word, words) is_among(word, words, sizeof(words) / sizeof *(words))

static int check_word(const struct nd_law *law, const char *word, int line)
{
    int status = 0;
    for (size_t i = 0; i < sizeof families / sizeof *families; i++)
        if (!strncmp(word, families[i], strlen(families[i]))) return 0;
    if (AMONG(word, head_words)) return 0;
    const char *near = !strcmp(word, "LOCAL")
                           ? "POINTWISE" /* its former name */
                           : nd_text_nearest(word, head_words, sizeof head_words / sizeof *head_words);
    if (near)
        FAIL(NUDGE_EFORMAT, "%s:%d: LAW_%s is not a line of a law's head: did you mean LAW_%s?", law->path,
             line, word, near);
done:
    return status;
}

/* A law's own macros are expanded in the kernels too. Kernels have no names in capitals of three letters or
 * more except their own macros. */
static int check_macro(const struct nd_law *law, const char *word, int line)
{
    int status = 0, small = strlen(word) < 3;
    for (const char *p = word; *p; p++) small |= *p >= 'a' && *p <= 'z';
    if (small)
        FAIL(NUDGE_EFORMAT,
             "%s:%d: a macro called %s would be replaced in the kernels too: name it in capitals, three "
             "letters "
             "or more",
             law->path, line, word);
done:
    return status;
}

static int check_lines(const struct nd_law *law)
{
    int status = 0, line = 1;
    for (const char *p = law->text; p && *p; p = strchr(p, '\n'), p = p ? p + 1 : p, line++) {
        char word[64];
        size_t n = 0;
        if (strncmp(p, "#define", 7)) continue;
        const char *q = p + 7 + strspn(p + 7, " \t");
        for (; n < sizeof word - 1 && (nd_is_alnum(*q) || *q == '_');) word[n++] = *q++;
        word[n] = 0;
        if (strncmp(word, "LAW_", 4))
            TRY(check_macro(law, word, line));
        else
            TRY(check_word(law, word + 4, line));
    }
done:
    return status;
}

/* Each name of the head is an enum constant, so none may occur twice. */
static int check_names(const struct nd_law *law)
{
    int status = 0, line;
    size_t n;
    const struct nd_names *lists[3 + ND_EITHER_MOST] = {&law->fields, &law->material, &law->medium};
    const char *keys[3 + ND_EITHER_MOST] = {"LAW_FIELDS", "LAW_MATERIAL", "LAW_MEDIUM"};
    char with[ND_EITHER_MOST][64];
    int count = 3;
    for (int i = 0; i < law->either.n; i++) {
        nd_format(with[i], sizeof with[i], "LAW_WITH_%s", nd_law_alternative(law, i));
        keys[count] = with[i];
        lists[count++] = &law->either.with[i];
    }
    for (int i = 0; i < count; i++)
        for (int j = 0; j < lists[i]->n; j++) {
            const char *name = lists[i]->at[j];
            nd_head_line(law->text, keys[i], &n, &line);
            if (AMONG(name, taken))
                FAIL(NUDGE_EFORMAT, "%s:%d: '%s' in %s is a word of the language: choose another name",
                     law->path, line, name, keys[i]);
            for (int k = 0; k < i; k++)
                if (nd_names_find(lists[k], name) >= 0)
                    FAIL(NUDGE_EFORMAT,
                         "%s:%d: '%s' is in %s and in %s: in the functions it can be one of them only; "
                         "choose another name",
                         law->path, line, name, keys[k], keys[i]);
        }
done:
    return status;
}

/* Whether a type precedes p. */
static int follows_type(const char *text, const char *p)
{
    static const char *const types[] = {"void", "real", "lane", "int"};
    const char *end = p;
    while (end > text && nd_is_space(end[-1])) end--;
    for (size_t i = 0; end < p && i < sizeof types / sizeof *types; i++) {
        const size_t n = strlen(types[i]);
        if (end - text >= (ptrdiff_t)n && !memcmp(end - n, types[i], n)) return 1;
    }
    return 0;
}

/* The ( after the first call or definition of a function; defined: after its definition. Null: there is
 * none. */
static const char *find_function(const char *text, const char *name, int defined)
{
    const size_t n = strlen(name);
    for (const char *p = strstr(text, name); p; p = strstr(p + n, name)) {
        const char *q = p + n + strspn(p + n, " \t");
        if (*q != '(' || (p > text && (nd_is_alnum(p[-1]) || p[-1] == '_'))) continue;
        if (!defined || follows_type(text, p)) return q;
    }
    return NULL;
}

/* Counts the parameters of a list that begins with a ( and is not empty. */
static int count_parameters(const char *list)
{
    int count = 1;
    for (const char *p = list; *p && *p != ')'; p++) {
        if (p[0] == '/' && p[1] == '*') {
            const char *end = strstr(p + 2, "*/");
            if (!end) break;
            p = end + 1;
        } else
            count += *p == ',';
    }
    return count;
}

static int check_function(const struct nd_law *law, const char *name, const char *with, const char *form)
{
    int status = 0, line = 1;
    if (!find_function(law->text, name, 0))
        FAIL(NUDGE_EFORMAT, "%s: there is no function %s%s%s; doc/reference/law.md shows what a law needs",
             law->path, name, with ? ", which goes with " : "", with ? with : "");
    const char *list = find_function(law->text, name, 1);
    if (!form || !list || count_parameters(list) == count_parameters(strchr(form, '('))) return 0;
    for (const char *p = law->text; p < list; p++) line += *p == '\n';
    FAIL(NUDGE_EFORMAT, "%s:%d: the parameters of %s are not what kernels give it: INLINE %s", law->path,
         line, name, form);
done:
    return status;
}

static int check_functions(const struct nd_law *law)
{
    int status = 0, line;
    size_t n;
    static const struct {
        const char *name, *with; /* required where the head has this line; null: always */
        const char *form;        /* null: not checked */
    } wanted[] = {
        {"law_medium", NULL, "void law_medium(const real *material, real *m)"},
        {"law_speed", NULL, "real law_speed(const real *m)"},
        {"law_energy", NULL, "lane law_energy(const lane *m, const lane *q)"},
        {"law_volume", NULL, "void law_volume(const lane *m, const lane *dq, lane *rate)"},
        {"law_flux", NULL,
         "void law_flux(const lane *n, const lane *mM, const lane *mP, const lane *qM, const lane *qP, lane "
         "upwind, lane *flux)"},
        {"law_boundary", NULL,
         "real law_boundary(int condition, const real *n, const real *m, const real *qM, real *qP, real "
         "upwind)"},
        {"law_pointwise", "LAW_POINTWISE",
         "void law_pointwise(const real *m, const real *s, const real *q, const real *aux, real *rate, real "
         "*aux_rate)"},
        {"law_sheet", "LAW_SHEETS",
         "void law_sheet(int sheet, real value, const real *n, const real *mM, const real *mP, const real "
         "*qM, "
         "const real *qP, real *outer)"},
        {"law_refuse", "LAW_REFUSE_1", "int law_refuse(const real *material)"},
    };
    for (size_t i = 0; i < sizeof wanted / sizeof *wanted; i++)
        if (!wanted[i].with || nd_head_line(law->text, wanted[i].with, &n, &line))
            TRY(check_function(law, wanted[i].name, wanted[i].with, wanted[i].form));
done:
    return status;
}

int nd_law_check(const struct nd_law *law)
{
    int status = 0;
    TRY(check_lines(law));
    TRY(check_names(law));
    TRY(check_functions(law));
done:
    return status;
}
