#include "law/law.h"

#include <math.h>
#include <stdio.h>
#include <string.h>
#include "base/file.h"
#include "base/format.h"
#include "base/log.h"
#include "law/builtin.h"
#include "law/head.h"

/* Numbers above that of the condition with a value stand for further values, so it must be the last one. */
static int parse_valued(struct nd_law *law)
{
    int status = 0, line;
    size_t n;
    struct nd_names valued = {0};
    law->valued = -1;
    TRY(nd_head_names(law, "LAW_VALUED", 0, &valued));
    if (!valued.n) return 0;
    nd_head_line(law->text, "LAW_VALUED", &n, &line);
    if (valued.n > 1 || strcmp(valued.at[0], law->boundaries.at[law->boundaries.n - 1]))
        FAIL(NUDGE_EFORMAT, "%s:%d: LAW_VALUED is one name, the last of those in LAW_BOUNDARIES", law->path,
             line);
    law->valued = law->boundaries.n - 1;
done:
    nd_names_clear(&valued);
    return status;
}

/* Sheets have names of their own, and replace what an open condition does. */
static int check_sheets(const struct nd_law *law)
{
    int status = 0, line;
    size_t n;
    nd_head_line(law->text, "LAW_SHEETS", &n, &line);
    for (int i = 0; i < law->sheets.n; i++)
        if (nd_names_find(&law->boundaries, law->sheets.at[i]) >= 0)
            FAIL(NUDGE_EFORMAT, "%s:%d: '%s' is in LAW_SHEETS and in LAW_BOUNDARIES: choose another name",
                 law->path, line, law->sheets.at[i]);
    if (law->sheets.n && !law->open.n)
        FAIL(NUDGE_EFORMAT,
             "%s:%d: LAW_SHEETS needs a condition in LAW_OPEN, behind which nothing comes back", law->path,
             line);
done:
    return status;
}

/* The law has one name. Bounds are of constants, open conditions are conditions. */
static int check_head(const struct nd_law *law, const struct nd_names *name)
{
    int status = 0, line;
    size_t n;
    nd_head_line(law->text, "LAW_NAME", &n, &line);
    if (name->n > 1) FAIL(NUDGE_EFORMAT, "%s:%d: LAW_NAME is one name, not %d", law->path, line, name->n);
    TRY(nd_head_among(law, "LAW_POSITIVE", &law->positive, "LAW_MATERIAL", &law->material));
    TRY(nd_head_among(law, "LAW_OPEN", &law->open, "LAW_BOUNDARIES", &law->boundaries));
    TRY(nd_head_among(law, "LAW_NOTNEGATIVE", &law->notnegative, "LAW_MATERIAL", &law->material));
    TRY(check_sheets(law));
done:
    return status;
}

/* A PML node has the same auxiliary numbers for each of three axes. */
static int parse_pointwise(struct nd_law *law)
{
    int status = 0, line;
    size_t n;
    double value;
    law->pointwise = -1;
    TRY(nd_head_numbers(law, "LAW_POINTWISE", 1, "a number written out, because memory is sized by it", -1,
                        &value));
    if (!nd_head_line(law->text, "LAW_POINTWISE", &n, &line)) return 0;
    if (!(value >= 0 && value <= ND_FIELDS_MOST && fmod(value, 3) == 0))
        FAIL(NUDGE_EFORMAT, "%s:%d: LAW_POINTWISE is %g and must be 0, 3, 6 ... or %d", law->path, line,
             value, ND_FIELDS_MOST / 3 * 3);
    law->pointwise = (int)value;
done:
    return status;
}

static int parse_counts(struct nd_law *law)
{
    int status = 0, line = 0;
    size_t n;
    double value[3];
    TRY(nd_head_numbers(law, "LAW_COUNTS", 3,
                        "three numbers: operations of law_flux, of law_volume, derivatives it reads", 0,
                        value));
    nd_head_line(law->text, "LAW_COUNTS", &n, &line);
    for (int i = 0; i < 3; i++)
        if (!(value[i] >= 0 && value[i] <= 1e6))
            FAIL(NUDGE_EFORMAT, "%s:%d: %g in LAW_COUNTS must be between 0 and 1e6", law->path, line,
                 value[i]);
    law->counts = (struct nd_law_counts){(int)value[0], (int)value[1], (int)value[2]};
done:
    return status;
}

static int parse_units(struct nd_law *law)
{
    int status = 0, line = 0;
    size_t n = 0;
    char word[64];
    const char *p = nd_head_line(law->text, "LAW_UNITS", &n, &line), *end = p ? p + n : NULL;
    while (p && nd_head_word(&p, end, word)) {
        if (law->nunits > law->fields.n || strlen(word) > 15) {
            law->nunits = 0;
            break;
        }
        strcpy(law->unit[law->nunits++], word);
    }
    if (end && law->nunits != law->fields.n + 1)
        FAIL(NUDGE_EFORMAT,
             "%s:%d: LAW_UNITS needs the SI units of the %d fields, and that of the energy, as V/m or J: %d "
             "words "
             "of up to 15 characters",
             law->path, line, law->fields.n, law->fields.n + 1);
done:
    return status;
}

int nd_law_parse(struct nd_law *law, const char *path, const char *text)
{
    int status = 0;
    char each[96];
    struct nd_names name = {0};
    memset(law, 0, sizeof *law);
    STRDUP(law->path, path);
    STRDUP(law->text, text);
    TRY(nd_law_check_lines(law));
    TRY(nd_head_names(law, "LAW_NAME", 1, &name));
    STRDUP(law->name, name.at[0]);
    TRY(nd_head_names(law, "LAW_FIELDS", 1, &law->fields));
    TRY(nd_head_names(law, "LAW_MATERIAL", 1, &law->material));
    TRY(nd_head_names(law, "LAW_MEDIUM", 1, &law->medium));
    TRY(nd_head_names(law, "LAW_BOUNDARIES", 1, &law->boundaries));
    TRY(nd_head_names(law, "LAW_POSITIVE", 0, &law->positive));
    TRY(nd_head_names(law, "LAW_NOTNEGATIVE", 0, &law->notnegative));
    TRY(nd_head_names(law, "LAW_OPEN", 0, &law->open));
    TRY(nd_head_names(law, "LAW_SHEETS", 0, &law->sheets));
    TRY(parse_pointwise(law));
    TRY(parse_valued(law));
    TRY(check_head(law, &name));
    TRY(nd_head_either(law));
    TRY(nd_head_refusals(law));
    for (int i = 0; i < ND_SOURCE_KINDS; i++) TRY(nd_head_source(law, (enum nd_source_kind)i));
    TRY(nd_head_wave(law));
    nd_format(each, sizeof each, "one number for each of the %d name%s in LAW_MATERIAL", law->material.n,
              law->material.n == 1 ? "" : "s");
    TRY(nd_head_numbers(law, "LAW_DEFAULT", law->material.n, each, 1, law->standard));
    TRY(nd_head_numbers(law, "LAW_SI", law->material.n, each, 1, law->si));
    TRY(parse_counts(law));
    TRY(parse_units(law));
done:
    for (int i = 0; i < name.n; i++) free(name.at[i]);
    if (status) nd_law_clear(law);
    return status;
}

int nd_law_is_file(const char *name)
{
    const size_t n = strlen(name);
    return n > 4 && !strcmp(name + n - 4, ".law");
}

int nd_law_own(const struct nd_law *law)
{
    return nd_law_is_file(law->path);
}

void nd_law_announce(const struct nd_law *law)
{
    if (nd_law_own(law)) nd_info("law file %s is compiled and run as code", law->path);
}

static int take_builtin(struct nd_law *law, const char *name)
{
    int status = 0;
    const char *known[ND_FIELDS_MOST], *text = nd_law_builtin(name);
    char all[256];
    const int count = nd_law_builtin_names(known, ND_FIELDS_MOST);
    const char *near = nd_text_nearest(name, known, count);
    nd_names_join((char *const *)known, count, all, sizeof all);
    if (!text)
        FAIL(NUDGE_EVALUE,
             "law %s: not a built-in law%s%s%s; there are %s, and a file of your own ends in .law", name,
             near ? " (did you mean '" : "", near ? near : "", near ? "'?)" : "", all);
    TRY(nd_law_parse(law, name, text));
done:
    return status;
}

int nd_law_init(struct nd_law *law, const char *name, const char *folder)
{
    int status = 0;
    char *path = NULL, *text = NULL;
    size_t size;
    memset(law, 0, sizeof *law);
    if (nd_law_is_file(name)) {
        path = nd_path_join(folder, name);
        if (!path) FAIL(NUDGE_ENOMEM, "out of memory");
        TRY(nd_file_read(path, 1 << 20, &text, &size));
        if (strlen(text) != size)
            FAIL(NUDGE_EFORMAT, "%s: has zero bytes, so it is not a text; a law is a text file", path);
        TRY(nd_law_parse(law, path, text));
    } else
        TRY(take_builtin(law, name));
    TRY(nd_law_check(law));
done:
    if (status) nd_law_clear(law);
    free(path);
    free(text);
    return status;
}

void nd_law_clear(struct nd_law *law)
{
    free(law->path);
    free(law->text);
    free(law->name);
    nd_names_clear(&law->fields);
    nd_names_clear(&law->material);
    nd_names_clear(&law->medium);
    nd_names_clear(&law->boundaries);
    nd_names_clear(&law->positive);
    nd_names_clear(&law->open);
    nd_names_clear(&law->sheets);
    nd_names_clear(&law->notnegative);
    for (int i = 0; i < ND_EITHER_MOST; i++) nd_names_clear(&law->either.with[i]);
    for (int i = 0; i < ND_REFUSE_MOST; i++) free(law->refuse[i]);
    memset(law, 0, sizeof *law);
}

int nd_law_open(const struct nd_law *law, int condition)
{
    const int last = law->boundaries.n - 1;
    return condition >= 0 &&
           nd_names_find(&law->open, law->boundaries.at[condition < last ? condition : last]) >= 0;
}

int nd_law_absorbing(const struct nd_law *law)
{
    return law->open.n ? nd_names_find(&law->boundaries, law->open.at[0]) : -1;
}

const char *nd_law_unit(const struct nd_law *law, int field)
{
    return law->nunits ? law->unit[field] : "";
}

static void add_enum(struct nd_text *text, const char *prefix, const struct nd_names *names)
{
    nd_text_add(text, "enum {");
    for (int i = 0; i < names->n; i++) nd_text_add(text, "%s %s%s", i ? "," : "", prefix, names->at[i]);
    nd_text_add(text, " };\n");
}

void nd_law_conditions(const struct nd_law *law, struct nd_text *text)
{
    nd_text_add(text, "#define FIELDS %d\n#define MATERIAL %d\n#define MEDIUM %d\n#define CONDITIONS %d\n",
                law->fields.n, law->material.n, law->medium.n, law->boundaries.n);
    add_enum(text, "BC_", &law->boundaries);
}

void nd_law_defines(const struct nd_law *law, struct nd_text *text)
{
    nd_law_conditions(law, text);
    add_enum(text, "", &law->fields);
    add_enum(text, "", &law->material);
    add_enum(text, "", &law->medium);
    for (int i = 0; i < law->either.n; i++)
        if (law->either.used[i]) nd_text_add(text, "#define USES_%s 1\n", nd_law_alternative(law, i));
}
