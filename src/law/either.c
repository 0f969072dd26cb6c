#include "law/either.h"

#include <stdio.h>
#include <string.h>
#include "base/format.h"

/* "lambda mu | vp vs". */
static void list(const struct nd_law *law, char *out, size_t n)
{
    size_t used = 0;
    out[0] = 0;
    for (int a = 0; a < law->either.n && used < n; a++) {
        if (a) used += (size_t)nd_format(out + used, n - used, " |");
        for (int i = 0, first = !a; i < law->material.n && used < n; i++) {
            if (law->either.of[i] != a) continue;
            used += (size_t)nd_format(out + used, n - used, "%s%s", first ? "" : " ", law->material.at[i]);
            first = 0;
        }
    }
}

static const struct nd_constant *find(const struct nd_material *material, const char *name)
{
    for (int i = 0; i < material->nconstants; i++)
        if (!strcmp(material->constant[i].name, name)) return &material->constant[i];
    return NULL;
}

/* The first given constant of an alternative other than `but`, or null. */
static const struct nd_constant *first_of(const struct nd_law *law, const struct nd_material *material,
                                          int but, int *alternative)
{
    for (int i = 0; i < material->nconstants; i++) {
        const int at = nd_names_find(&law->material, material->constant[i].name);
        if (at < 0 || law->either.of[at] < 0 || law->either.of[at] == but) continue;
        *alternative = law->either.of[at];
        return &material->constant[i];
    }
    return NULL;
}

/* Finds the alternative of a material. A material without constants has the defaults of the first. */
static int choose(const struct nd_law *law, const nudge_problem *problem, const struct nd_material *material,
                  int *alternative)
{
    int status = 0, other;
    char where[512], all[512];
    *alternative = 0;
    if (!material->nconstants) return 0;
    list(law, all, sizeof all);
    const struct nd_constant *one = first_of(law, material, -1, alternative);
    if (!one)
        FAIL(NUDGE_EVALUE, "%s: material '%s': law %s needs the constants of one of these groups: %s",
             nd_problem_where(problem, material->line, where), material->name, law->name, all);
    const struct nd_constant *two = first_of(law, material, *alternative, &other);
    if (two)
        FAIL(
            NUDGE_EVALUE,
            "%s: material '%s': %s is given beside %s: law %s takes the constants of one of these groups: %s",
            nd_problem_where(problem, two->line, where), material->name, two->name, one->name, law->name,
            all);
    for (int i = 0; i < law->material.n; i++)
        if (law->either.of[i] == *alternative && !law->either.optional[i] &&
            !find(material, law->material.at[i]))
            FAIL(NUDGE_EVALUE, "%s: material '%s': %s is given without %s: add it",
                 nd_problem_where(problem, one->line, where), material->name, one->name, law->material.at[i]);
done:
    return status;
}

int nd_either_choose(struct nd_law *law, const nudge_problem *problem)
{
    int status = 0, alternative;
    for (int i = 0; i < problem->nmaterials && law->either.n; i++) {
        TRY(choose(law, problem, &problem->material[i], &alternative));
        TRY(nd_law_use(law, alternative));
    }
done:
    return status;
}

void nd_either_clear_others(const struct nd_law *law, const struct nd_material *material, double *value)
{
    int alternative = 0;
    first_of(law, material, -1, &alternative);
    for (int i = 0; i < law->material.n; i++)
        if (law->either.of[i] >= 0 && law->either.of[i] != alternative) value[i] = 0;
}
