// Numbers outside the range of a double are refused with key and line; mesh.scale is a number or a
// unit of length; vacuum needs no materials.
#include "problem/problem.h"
#include "test.h"

#define MESH "mesh: {box: {divisions: [1, 1, 1]}}\n"
#define REST "order: 1\ntime: {end: 1}\n"

static int parse(const char *text)
{
    nudge_problem *problem = NULL;
    const int status = nudge_problem_parse(&problem, text, "");
    nudge_problem_destroy(problem);
    return status;
}

static void check_numbers(void)
{
    static const struct {
        const char *text, *message;
    } bad[] = {
        {MESH REST "materials: {m: {epsilon: 1e400}}\n",
         "materials.m.epsilon must be a number, or three or six as [xx, yy, zz, yz, xz, xy], not '1e400', which is"},
        {MESH REST "materials: {m: {epsilon: 1e-400}}\n",
         "not '1e-400', which is outside the range of numbers"},
        {MESH REST "materials: {m: {sigma: -1.5e-999}}\n", "outside the range of numbers"},
        {MESH "order: 1\ntime:\n  end: 1e-400\n",
         "problem:4: time.end must be a time above 0, not '1e-400', which is"},
        {"mesh: {box: {divisions: [1, 1, 1], origin: [0, 1e-400, 0]}}\n" REST,
         "outside the range of numbers"},
        {"mesh: {box: {divisions: [1, 1, 1], origin: [0, .nan, 0]}}\n" REST,
         "mesh.box.origin must be three lengths"},
        {MESH REST "flux: {upwind: nan}\n", "flux.upwind must be a number from 0 to 1, not 'nan'"},
        {MESH REST "initial: {Ex: 1e-400*x}\n", "a number is too small"},
        {MESH REST "initial: {Ex: 1e400*x}\n", "a number is too large"},
        {MESH REST "monitors: {m: {power: {boundary: xmin, frequencies: [1, 1e-400]}}}\n",
         "outside the range of numbers"},
    };
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        CHECK_FAILS(parse(bad[i].text), NUDGE_EVALUE, bad[i].message);
    CHECK_OK(parse(MESH REST "materials: {m: {epsilon: 1e-300, sigma: 0.00e-500}}\n"));
    CHECK_OK(parse(MESH REST "initial: {Ex: 0.0*x + 1e-300}\n"));
}

static double scale_of(const char *scale)
{
    char text[300];
    nudge_problem *problem = NULL;
    double factor = NAN;
    snprintf(text, sizeof text, "units: si\nmesh: {box: {divisions: [1, 1, 1]}%s%s}\n" REST,
             *scale ? ", scale: " : "", scale);
    CHECK_OK(nudge_problem_parse(&problem, text, ""));
    if (problem) factor = problem->scale.factor;
    nudge_problem_destroy(problem);
    return factor;
}

static void check_scale(void)
{
    static const struct {
        const char *word;
        double metres;
    } unit[] = {{"", 1},     {"nm", 1e-9},     {"um", 1e-6},   {"mm", 1e-3},   {"cm", 1e-2},      {"m", 1},
                {"km", 1e3}, {"mil", 2.54e-5}, {"in", 0.0254}, {"ft", 0.3048}, {"2.5e-7", 2.5e-7}};
    for (size_t i = 0; i < sizeof unit / sizeof *unit; i++) CHECK(scale_of(unit[i].word) == unit[i].metres);
    CHECK_FAILS(parse("mesh: {box: {divisions: [1, 1, 1]}, scale: mm}\n" REST), NUDGE_EVALUE,
                "units are natural, without metres; add units: si");
    CHECK_OK(parse("mesh: {box: {divisions: [1, 1, 1]}, scale: 1e-3}\n" REST));
    static const char *const bad[] = {"0", "-1", "yard", "[1, 1, 1]", "1e400", "\"\""};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        char text[200];
        snprintf(text, sizeof text, "units: si\nmesh: {box: {divisions: [1, 1, 1]}, scale: %s}\n" REST,
                 bad[i]);
        CHECK_FAILS(parse(text), NUDGE_EVALUE,
                    "mesh.scale must be a number above 0, or nm, um, mm, cm, m, km, mil, in or ft");
    }
}

static void check_vacuum(void)
{
    nudge_problem *problem = NULL;
    CHECK_OK(nudge_problem_parse(&problem, MESH REST "regions: {default: vacuum}\n", ""));
    if (problem)
        CHECK(problem->nmaterials == 1 && !strcmp(problem->material[0].name, "vacuum") &&
              problem->material[0].vacuum);
    nudge_problem_destroy(problem);
    problem = NULL;
    CHECK_OK(nudge_problem_parse(
        &problem, MESH REST "materials: {glass: {epsilon: 2}}\nregions: {box: glass, default: vacuum}\n",
        ""));
    if (problem) CHECK(problem->nmaterials == 2 && problem->material[1].vacuum);
    nudge_problem_destroy(problem);
    problem = NULL;
    /* The user's own comes first. */
    CHECK_OK(nudge_problem_parse(
        &problem, MESH REST "materials: {vacuum: {epsilon: 3}}\nregions: {default: vacuum}\n", ""));
    if (problem)
        CHECK(problem->nmaterials == 1 && !problem->material[0].vacuum &&
              problem->material[0].constant[0].value == 3);
    nudge_problem_destroy(problem);
    CHECK_FAILS(parse(MESH REST "regions: {default: vacum}\n"), NUDGE_EVALUE,
                "'vacum', which is not among the materials");
}

int main(void)
{
    check_numbers();
    check_scale();
    check_vacuum();
    TEST_END;
}
