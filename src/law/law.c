#include "law/law.h"

#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <string.h>
#include "base/file.h"
#include "law/builtin.h"

/* What follows "#define NAME" on its line; -> into text, *n its length. Null when there is none. */
static const char *head_line(const char *text, const char *name, size_t *n, int *line)
{
    size_t length = strlen(name);
    *line = 1;
    for (const char *p = text; p && *p; p = strchr(p, '\n'), p = p ? p + 1 : p, ++*line) {
        if (strncmp(p, "#define ", 8)) continue;
        const char *q = p + 8 + strspn(p + 8, " \t");
        if (strncmp(q, name, length) || !isspace((unsigned char)q[length])) continue;
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
    if (!n || n > 31 || isdigit((unsigned char)s[0])) return 0;
    for (size_t i = 0; i < n; i++)
        if (!isalnum((unsigned char)s[i]) && s[i] != '_') return 0;
    return 1;
}

static void clear_names(struct nd_names *names)
{
    for (int i = 0; i < names->n; i++) free(names->at[i]);
    names->n = 0;
}

static int parse_names(const struct nd_law *law, const char *key, int required, struct nd_names *names)
{
    int status = 0, line;
    size_t n = 0;
    const char *p = head_line(law->text, key, &n, &line), *end = p ? p + n : NULL;
    if (!p && required)
        FAIL(NUDGE_EFORMAT,
             "%s: no line \"#define %s ...\" in the law's head; doc/law.md shows what a law needs", law->path,
             key);
    while (p && p < end) {
        while (p < end && isspace((unsigned char)*p)) p++;
        const char *word = p;
        while (p < end && !isspace((unsigned char)*p)) p++;
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

/* Numbers behind that of the condition that takes a value stand for its further values: it must be the last. */
static int parse_valued(struct nd_law *law)
{
    int status = 0, line;
    size_t n;
    struct nd_names valued = {0};
    law->valued = -1;
    TRY(parse_names(law, "LAW_VALUED", 0, &valued));
    if (!valued.n) return 0;
    head_line(law->text, "LAW_VALUED", &n, &line);
    if (valued.n > 1 || strcmp(valued.at[0], law->boundaries.at[law->boundaries.n - 1]))
        FAIL(NUDGE_EFORMAT, "%s:%d: LAW_VALUED is one name, the last of those in LAW_BOUNDARIES", law->path,
             line);
    law->valued = law->boundaries.n - 1;
done:
    clear_names(&valued);
    return status;
}

/* A line of `wanted` numbers, which `which` tells in words; where there is no such line, all are `standard`. */
static int parse_numbers(const struct nd_law *law, const char *key, int wanted, const char *which,
                         double standard, double *values)
{
    int status = 0, line, count = 0;
    size_t n = 0;
    const char *p = head_line(law->text, key, &n, &line), *end = p ? p + n : NULL;
    for (int i = 0; i < wanted; i++) values[i] = standard;
    while (p && p < end) {
        while (p < end && isspace((unsigned char)*p)) p++;
        if (p == end) break;
        char *after;
        double value = strtod(p, &after);
        if (after == p || after > end || count == wanted || !isfinite(value)) break;
        values[count++] = value;
        p = after;
    }
    if ((p && p < end) || (count && count != wanted))
        FAIL(NUDGE_EFORMAT, "%s:%d: %s wants %s", law->path, line, key, which);
done:
    return status;
}

/* Every name of a line is one of another's. */
static int check_among(const struct nd_law *law, const char *key, const struct nd_names *names,
                       const char *of, const struct nd_names *among)
{
    int status = 0, line;
    size_t n;
    head_line(law->text, key, &n, &line);
    for (int i = 0; i < names->n; i++)
        if (nd_names_find(among, names->at[i]) < 0)
            FAIL(NUDGE_EFORMAT, "%s:%d: '%s' in %s is not in %s", law->path, line, names->at[i], key, of);
done:
    return status;
}

static const struct {
    const char *key;
    int fields;
} acts[ND_ACTS] = {[ND_ELECTRIC] = {"LAW_ELECTRIC", 3},
                   [ND_MAGNETIC] = {"LAW_MAGNETIC", 3},
                   [ND_MONOPOLE] = {"LAW_MONOPOLE", 1},
                   [ND_FORCE] = {"LAW_FORCE", 3},
                   [ND_MOMENT] = {"LAW_MOMENT", 6}};

const char *nd_law_act(enum nd_act act)
{
    return acts[act].key;
}

/* The next word of a head's line into word[64]; 0: there is none. */
static int next_word(const char **p, const char *end, char *word)
{
    while (*p < end && isspace((unsigned char)**p)) ++*p;
    int n = 0;
    for (; *p < end && !isspace((unsigned char)**p); ++*p)
        if (n < 63) word[n++] = **p;
    word[n] = 0;
    return n > 0;
}

/* "Ex Ey Ez -inv_epsilon": the fields that a source acts on, and by what its density becomes a rate. */
static int parse_act(const struct nd_law *law, enum nd_act which, struct nd_act_names *act)
{
    int status = 0, line;
    size_t length = 0;
    char word[64];
    const char *key = acts[which].key, *p = head_line(law->text, key, &length, &line),
               *end = p ? p + length : NULL;
    if (!p || !next_word(&p, end, word)) goto done;
    for (int i = 0; i < acts[which].fields; i++) {
        if ((act->field[i] = nd_names_find(&law->fields, word)) < 0)
            FAIL(NUDGE_EFORMAT, "%s:%d: '%s' in %s is not in LAW_FIELDS: %d of them are wanted", law->path,
                 line, word, key, acts[which].fields);
        next_word(&p, end, word);
    }
    const char *factor = word + (*word == '-');
    act->sign = *word == '-' ? -1 : 1;
    act->factor = nd_names_find(&law->medium, factor);
    if ((act->factor < 0 && strcmp(factor, "1")) || next_word(&p, end, word))
        FAIL(NUDGE_EFORMAT,
             "%s:%d: %s wants %d of LAW_FIELDS, then one of LAW_MEDIUM or 1, with - before it where it acts "
             "against the field",
             law->path, line, key, acts[which].fields);
    act->n = acts[which].fields;
done:
    return status;
}

static int parse_wave(struct nd_law *law)
{
    int status = 0, line;
    size_t n;
    struct nd_names names = {0};
    TRY(parse_names(law, "LAW_WAVE", 0, &names));
    if (!names.n) goto done;
    TRY(check_among(law, "LAW_WAVE", &names, "LAW_FIELDS", &law->fields));
    head_line(law->text, "LAW_WAVE", &n, &line);
    if (names.n != 1 && names.n != 3)
        FAIL(NUDGE_EFORMAT, "%s:%d: LAW_WAVE wants one of LAW_FIELDS, or the three of a vector", law->path,
             line);
    for (int i = 0; i < names.n; i++) law->wave[i] = nd_names_find(&law->fields, names.at[i]);
    law->nwave = names.n;
done:
    clear_names(&names);
    return status;
}

/* One word of LAW_EITHER: a constant, "?" behind it where it may be left out. */
static int parse_either_word(struct nd_law *law, int line, const char *word, size_t n)
{
    int status = 0;
    struct nd_either *either = &law->either;
    char name[32];
    const int optional = word[n - 1] == '?';
    snprintf(name, sizeof name, "%.*s", (int)(n - (size_t)optional), word);
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

/* "lambda mu | vp vs | c11 c12?": groups of constants, of which a material has one; and LAW_WITH_..., each by the first of its group. */
static int parse_either(struct nd_law *law)
{
    int status = 0, line;
    size_t n = 0;
    const char *p = head_line(law->text, "LAW_EITHER", &n, &line), *end = p ? p + n : NULL;
    char key[64];
    for (int i = 0; i < ND_FIELDS_MOST; i++) law->either.of[i] = -1;
    if (!p) return 0;
    law->either.n = 1;
    for (;;) {
        while (p < end && isspace((unsigned char)*p)) p++;
        const char *word = p;
        while (p < end && !isspace((unsigned char)*p)) p++;
        if (p == word) break;
        if (p != word + 1 || *word != '|')
            TRY(parse_either_word(law, line, word, (size_t)(p - word)));
        else if (law->either.n++ == ND_EITHER_MOST || !nd_law_alternative(law, law->either.n - 2))
            FAIL(NUDGE_EFORMAT, "%s:%d: LAW_EITHER wants 2 to %d groups of constants, a | between them",
                 law->path, line, ND_EITHER_MOST);
    }
    if (law->either.n < 2 || !nd_law_alternative(law, law->either.n - 1))
        FAIL(NUDGE_EFORMAT, "%s:%d: LAW_EITHER wants 2 to %d groups of constants, a | between them",
             law->path, line, ND_EITHER_MOST);
    for (int i = 0; i < law->either.n; i++) {
        snprintf(key, sizeof key, "LAW_WITH_%s", nd_law_alternative(law, i));
        TRY(parse_names(law, key, 0, &law->either.with[i]));
        if (law->medium.n + law->either.with[i].n > ND_FIELDS_MOST)
            FAIL(NUDGE_EFORMAT, "%s: %s and LAW_MEDIUM together have more than %d names", law->path, key,
                 ND_FIELDS_MOST);
    }
done:
    return status;
}

/* LAW_REFUSE_1 ...: the rest of each line is what is said. */
static int parse_refusals(struct nd_law *law)
{
    int status = 0, line;
    size_t n;
    char key[32];
    for (int i = 0; i < ND_REFUSE_MOST; i++) {
        snprintf(key, sizeof key, "LAW_REFUSE_%d", i + 1);
        const char *p = head_line(law->text, key, &n, &line), *end = p ? p + n : NULL;
        if (!p) break;
        while (p < end && isspace((unsigned char)*p)) p++;
        while (end > p && isspace((unsigned char)end[-1])) end--;
        law->refuse[i] = strndup(p, (size_t)(end - p));
        if (!law->refuse[i]) FAIL(NUDGE_ENOMEM, "out of memory");
    }
done:
    return status;
}

/* One name for the law, bounded ones only among the constants, open ones only among the conditions, and a shell's numbers three by
 * three. */
static int check_head(const struct nd_law *law, const struct nd_names *name)
{
    int status = 0, line;
    size_t n;
    head_line(law->text, "LAW_NAME", &n, &line);
    if (name->n > 1) FAIL(NUDGE_EFORMAT, "%s:%d: LAW_NAME is one name, not %d", law->path, line, name->n);
    TRY(check_among(law, "LAW_POSITIVE", &law->positive, "LAW_MATERIAL", &law->material));
    TRY(check_among(law, "LAW_OPEN", &law->open, "LAW_BOUNDARIES", &law->boundaries));
    TRY(check_among(law, "LAW_NOTNEGATIVE", &law->notnegative, "LAW_MATERIAL", &law->material));
    head_line(law->text, "LAW_LOCAL", &n, &line);
    if (law->local != -1 && !(law->local >= 0 && law->local <= ND_FIELDS_MOST && fmod(law->local, 3) == 0))
        FAIL(NUDGE_EFORMAT, "%s:%d: LAW_LOCAL is %g and must be 0, 3, 6 ... or %d", law->path, line,
             law->local, ND_FIELDS_MOST / 3 * 3);
done:
    return status;
}

static const char written_out[] = "a number written out, for memory is sized by it";

/* Of a law that does not say how to keep fields, the numbers of frame.h. */
static int parse_kept(struct nd_law *law)
{
    int status = 0, line;
    size_t n;
    static const char *const keys[] = {"LAW_PARTS", "LAW_RECORD", "LAW_SIDE", "LAW_KEPT_TRACES"};
    double *kept = law->kept;
    for (int i = 0; i < 4; i++) TRY(parse_numbers(law, keys[i], 1, written_out, 0, &kept[i]));
    if (!head_line(law->text, keys[0], &n, &line)) {
        kept[0] = 1, kept[1] = 9 + law->medium.n, kept[2] = 2 + law->medium.n, kept[3] = law->fields.n;
        return 0;
    }
    if (!kept[3]) kept[3] = law->frame[1];
    for (int i = 0; i < 4; i++)
        if (!(kept[i] >= 1 && kept[i] <= 1000 && kept[i] == floor(kept[i])))
            FAIL(NUDGE_EFORMAT, "%s:%d: with LAW_PARTS, %s must be a whole number from 1 to 1000", law->path,
                 line, keys[i]);
    if (fmod(law->fields.n, kept[0]) != 0)
        FAIL(NUDGE_EFORMAT, "%s:%d: LAW_PARTS is %g, which does not divide the %d fields", law->path, line,
             kept[0], law->fields.n);
done:
    return status;
}

int nd_law_parse(struct nd_law *law, const char *path, const char *text)
{
    int status = 0;
    static const char *const frame[] = {"LAW_OPERANDS", "LAW_TRACES", "LAW_FACE"};
    char each[96];
    struct nd_names name = {0};
    memset(law, 0, sizeof *law);
    STRDUP(law->path, path);
    STRDUP(law->text, text);
    TRY(parse_names(law, "LAW_NAME", 1, &name));
    STRDUP(law->name, name.at[0]);
    TRY(parse_names(law, "LAW_FIELDS", 1, &law->fields));
    TRY(parse_names(law, "LAW_MATERIAL", 1, &law->material));
    TRY(parse_names(law, "LAW_MEDIUM", 1, &law->medium));
    TRY(parse_names(law, "LAW_BOUNDARIES", 1, &law->boundaries));
    TRY(parse_names(law, "LAW_POSITIVE", 0, &law->positive));
    TRY(parse_names(law, "LAW_NOTNEGATIVE", 0, &law->notnegative));
    TRY(parse_names(law, "LAW_OPEN", 0, &law->open));
    TRY(parse_numbers(law, "LAW_LOCAL", 1, written_out, -1, &law->local));
    TRY(parse_valued(law));
    TRY(check_head(law, &name));
    TRY(parse_either(law));
    TRY(parse_refusals(law));
    for (int i = 0; i < ND_ACTS; i++) TRY(parse_act(law, (enum nd_act)i, &law->act[i]));
    TRY(parse_wave(law));
    snprintf(each, sizeof each, "one number for each of the %d names in LAW_MATERIAL", law->material.n);
    TRY(parse_numbers(law, "LAW_DEFAULT", law->material.n, each, 1, law->standard));
    TRY(parse_numbers(law, "LAW_SI", law->material.n, each, 1, law->si));
    for (int i = 0; i < 3; i++) TRY(parse_numbers(law, frame[i], 1, written_out, 0, &law->frame[i]));
    TRY(parse_kept(law));
    TRY(parse_numbers(law, "LAW_COUNTS", 3,
                      "three numbers: operations of law_flux, of law_volume, derivatives it reads", 0,
                      law->counts));
done:
    for (int i = 0; i < name.n; i++) free(name.at[i]);
    if (status) nd_law_clear(law);
    return status;
}

int nd_law_init(struct nd_law *law, const char *name, const char *folder)
{
    int status = 0;
    char *path = NULL, *text = NULL;
    size_t n = strlen(name), size;
    memset(law, 0, sizeof *law);
    if (n > 4 && !strcmp(name + n - 4, ".law")) {
        path = nd_path_join(folder, name);
        if (!path) FAIL(NUDGE_ENOMEM, "out of memory");
        TRY(nd_file_read(path, 1 << 20, &text, &size));
        TRY(nd_law_parse(law, path, text));
    } else {
        const char *known[ND_FIELDS_MOST];
        int count = nd_law_builtin_names(known, ND_FIELDS_MOST);
        const char *builtin = nd_law_builtin(name), *near = nd_text_nearest(name, known, count);
        if (!builtin)
            FAIL(NUDGE_EVALUE, "law %s: not a built-in law%s%s%s; a file of your own ends in .law", name,
                 near ? " (did you mean '" : "", near ? near : "", near ? "'?)" : "");
        TRY(nd_law_parse(law, name, builtin));
    }
done:
    free(path);
    free(text);
    return status;
}

void nd_law_clear(struct nd_law *law)
{
    free(law->path);
    free(law->text);
    free(law->name);
    clear_names(&law->fields);
    clear_names(&law->material);
    clear_names(&law->medium);
    clear_names(&law->boundaries);
    clear_names(&law->positive);
    clear_names(&law->open);
    clear_names(&law->notnegative);
    for (int i = 0; i < ND_EITHER_MOST; i++) clear_names(&law->either.with[i]);
    for (int i = 0; i < ND_REFUSE_MOST; i++) free(law->refuse[i]);
    memset(law, 0, sizeof *law);
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
    memset(law->kept, 0, sizeof law->kept); /* which is for problems without */
done:
    return status;
}

int nd_law_open(const struct nd_law *law, int condition)
{
    const int last = law->boundaries.n - 1;
    return condition >= 0 &&
           nd_names_find(&law->open, law->boundaries.at[condition < last ? condition : last]) >= 0;
}

int nd_names_find(const struct nd_names *names, const char *name)
{
    for (int i = 0; i < names->n; i++)
        if (!strcmp(names->at[i], name)) return i;
    return -1;
}

int nd_names_vector(const char *const *names)
{
    size_t n = strlen(names[0]);
    if (n < 2) return 0;
    for (int c = 0; c < 3; c++)
        if (strlen(names[c]) != n || strncmp(names[c], names[0], n - 1) || names[c][n - 1] != "xyz"[c])
            return 0;
    return 1;
}

int nd_names_tensor(const char *const *names)
{
    static const char *const ending[] = {"xx", "yy", "zz", "yz", "xz", "xy"};
    const size_t n = strlen(names[0]);
    if (n < 3) return 0;
    for (int c = 0; c < 6; c++)
        if (strlen(names[c]) != n || strncmp(names[c], names[0], n - 2) ||
            strcmp(names[c] + n - 2, ending[c]))
            return 0;
    return 1;
}

void nd_names_join(char *const *names, int count, char *out, size_t n)
{
    size_t used = 0;
    out[0] = 0;
    for (int i = 0; i < count && used < n; i++)
        used += (size_t)snprintf(out + used, n - used, "%s%s", i ? ", " : "",
                                 names[i][0] ? names[i] : "(unnamed)");
}

void nd_names_list(const struct nd_names *names, char *out, size_t n)
{
    nd_names_join(names->at, names->n, out, n);
}

static void add_enum(struct nd_text *text, const char *prefix, const struct nd_names *names)
{
    nd_text_add(text, "enum {");
    for (int i = 0; i < names->n; i++) nd_text_add(text, "%s %s%s", i ? "," : "", prefix, names->at[i]);
    nd_text_add(text, " };\n");
}

void nd_law_defines(const struct nd_law *law, struct nd_text *text)
{
    nd_text_add(text, "#define FIELDS %d\n#define MATERIAL %d\n#define MEDIUM %d\n", law->fields.n,
                law->material.n, law->medium.n);
    add_enum(text, "", &law->fields);
    add_enum(text, "", &law->material);
    add_enum(text, "", &law->medium);
    add_enum(text, "BC_", &law->boundaries);
    for (int i = 0; i < law->either.n; i++)
        if (law->either.used[i]) nd_text_add(text, "#define USES_%s 1\n", nd_law_alternative(law, i));
}
