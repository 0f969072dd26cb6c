// Law heads: the parsed values, errors with their lines, and the defines. Then the built-in law's
// algebra through the operator: constants do not change, linear fields have their exact curl as
// rate.
#include <unistd.h>
#include "law/assign.h"
#include "law/builtin.h"
#include "rig.h"

#define HEAD                                                                                                 \
    "#define LAW_NAME advection\n#define LAW_FIELDS u\n#define LAW_MATERIAL c d\n#define LAW_MEDIUM speed\n" \
    "#define LAW_BOUNDARIES open\n"

static void check_read(void)
{
    struct nd_law law;
    struct nd_text text = {0};
    CHECK_OK(nd_law_parse(&law, "my.law",
                          "/* a comment\n */\n" HEAD "#define   LAW_DEFAULT\t2 -3.5e-1 /* one each */\n"
                          "#define LAW_SI 1e-12 4 // a note\n#define LAW_POSITIVE d\n"
                          "#define LAW_NOTNEGATIVE c d\n#define LAW_POINTWISE 3 /* of a PML */\n"));
    CHECK(!strcmp(law.name, "advection") && law.fields.n == 1 && !strcmp(law.fields.at[0], "u"));
    CHECK(law.material.n == 2 && nd_names_find(&law.material, "d") == 1);
    CHECK(nd_names_find(&law.material, "e") == -1);
    CHECK(law.standard[0] == 2 && law.standard[1] == -0.35 && law.si[0] == 1e-12 && law.si[1] == 4);
    CHECK(law.positive.n == 1 && nd_names_find(&law.positive, "d") == 0);
    CHECK(law.notnegative.n == 2 && law.pointwise == 3);
    nd_law_defines(&law, &text);
    CHECK(strstr(text.s, "#define FIELDS 1\n") && strstr(text.s, "#define MATERIAL 2\n"));
    CHECK(strstr(text.s, "#define MEDIUM 1\n") && strstr(text.s, "enum { u };"));
    CHECK(strstr(text.s, "enum { c, d };") && strstr(text.s, "enum { BC_open };"));
    nd_text_clear(&text);
    nd_law_clear(&law);

    CHECK_OK(nd_law_parse(&law, "my.law", HEAD)); /* without numbers all are 1 */
    CHECK(law.standard[1] == 1 && law.si[0] == 1 && law.positive.n == 0 && law.valued == -1);
    CHECK(law.notnegative.n == 0 && law.pointwise == -1);
    CHECK(law.open.n == 0 && !law.nwave);
    for (int i = 0; i < ND_SOURCE_KINDS; i++) CHECK(!law.source[i].n);
    nd_law_clear(&law);

    CHECK_OK(nd_law_init(&law, "maxwell", "")); /* what sources ask of a law */
    CHECK(law.open.n == 1 && !strcmp(law.open.at[0], "absorbing"));
    CHECK(law.source[ND_ELECTRIC].n == 3 && law.source[ND_ELECTRIC].field[2] == 2);
    CHECK(law.source[ND_ELECTRIC].factor == 0 && law.source[ND_ELECTRIC].sign == -1);
    CHECK(law.source[ND_MAGNETIC].n == 3 && law.source[ND_MAGNETIC].field[0] == 3);
    CHECK(law.source[ND_MAGNETIC].factor == 1 && !law.source[ND_FORCE].n);
    CHECK(law.nwave == 3 && law.wave[1] == 1);
    nd_law_clear(&law);
}

static void refuse(const char *text, const char *says)
{
    struct nd_law law;
    CHECK_FAILS(nd_law_parse(&law, "my.law", text), NUDGE_EFORMAT, says);
}

static void check_mistakes(void)
{
    struct nd_law law;
    struct nd_text many = {0};
    refuse("", "my.law: no line \"#define LAW_NAME");
    refuse("#define LAW_NAME a\n", "my.law: no line \"#define LAW_FIELDS");
    refuse("#define LAW_NAME a\n#define LAW_FIELDS\n", "my.law:2: LAW_FIELDS names nothing");
    refuse("#define LAW_NAME a\n#define LAW_FIELDS /* none */\n", "my.law:2: LAW_FIELDS names nothing");
    refuse("#define LAW_NAME a\n\n#define LAW_FIELDS u v u\n", "my.law:3: 'u' occurs twice in LAW_FIELDS");
    refuse("#define LAW_NAME a\n#define LAW_FIELDS u 2v\n", "my.law:2: '2v' cannot be a name in LAW_FIELDS");
    refuse("#define LAW_NAME a\n#define LAW_FIELDS u, v\n", "my.law:2: 'u,' cannot be a name");
    refuse("#define LAW_NAME a\n#define LAW_FIELDS u \\\n v\n", "my.law:2: '\\' cannot be a name");
    refuse("#define LAW_NAME a b\n" HEAD, "my.law:1: LAW_NAME is one name");
    refuse(HEAD "#define LAW_DEFAULT 1\n", "my.law:6: LAW_DEFAULT needs one number for each of the 2 names");
    refuse(HEAD "#define LAW_DEFAULT 1 2 3\n", "my.law:6: LAW_DEFAULT needs one number");
    refuse(HEAD "#define LAW_POINTWISE FIELDS\n", "my.law:6: LAW_POINTWISE needs a number written out");
    refuse(HEAD "#define LAW_COUNTS 1 2\n", "my.law:6: LAW_COUNTS needs three numbers");
    refuse(HEAD "#define LAW_COUNTS 1 1000001 2\n",
           "my.law:6: 1e+06 in LAW_COUNTS must be between 0 and 1e6");
    refuse(HEAD "#define LAW_COUNTS 429496729620 5 3\n", "my.law:6: 4.29497e+11 in LAW_COUNTS must be");
    refuse(HEAD "#define LAW_COUNTS 1 2 -1\n", "my.law:6: -1 in LAW_COUNTS must be between 0 and 1e6");
    refuse(HEAD "#define LAW_DEFAULT 1 two\n", "my.law:6: LAW_DEFAULT needs one number");
    refuse(HEAD "\n#define LAW_SI 1 nan\n", "my.law:7: LAW_SI needs");
    refuse(HEAD "#define LAW_VALUED shut\n",
           "my.law:6: LAW_VALUED is one name, the last of those in LAW_BOUNDARIES");
    refuse(HEAD "#define LAW_VALUED open open2\n", "my.law:6: LAW_VALUED is one name");
    refuse(HEAD "#define LAW_OPEN open shut\n", "my.law:6: 'shut' in LAW_OPEN is not in LAW_BOUNDARIES");
    refuse(HEAD "#define LAW_ELECTRIC u v\n", "my.law:6: 'v' in LAW_ELECTRIC is not in LAW_FIELDS: 3 of");
    refuse(HEAD "#define LAW_MONOPOLE u\n", "my.law:6: LAW_MONOPOLE needs 1 of LAW_FIELDS, then one of");
    refuse(HEAD "#define LAW_MONOPOLE u -c\n", "my.law:6: LAW_MONOPOLE needs 1 of LAW_FIELDS, then one of");
    refuse(HEAD "#define LAW_MONOPOLE u 1 2\n", "my.law:6: LAW_MONOPOLE needs 1 of LAW_FIELDS, then one");
    refuse(HEAD "#define LAW_WAVE v\n", "my.law:6: 'v' in LAW_WAVE is not in LAW_FIELDS");
    refuse(HEAD "#define LAW_MAGNETIC u v w c\n", "my.law:6: 'v' in LAW_MAGNETIC is not in LAW_FIELDS");
    refuse("#define LAW_NAME a\n#define LAW_FIELDS u v\n#define LAW_MATERIAL c\n#define LAW_MEDIUM s\n"
           "#define LAW_BOUNDARIES open\n#define LAW_WAVE u v\n",
           "my.law:6: LAW_WAVE needs one of LAW_FIELDS, or the three of a vector");
    refuse(HEAD "#define LAW_POSITIVE c e\n", "my.law:6: 'e' in LAW_POSITIVE is not in LAW_MATERIAL");
    refuse(HEAD "#define LAW_NOTNEGATIVE f\n", "my.law:6: 'f' in LAW_NOTNEGATIVE is not in LAW_MATERIAL");
    /* Comments are closed, and no other file is part of the text. */
    refuse(HEAD "/* open\n\n", "my.law:6: the comment that begins here has no end");
    refuse("/* a */ /*/\n" HEAD, "my.law:1: the comment that begins here has no end");
    refuse(HEAD "// it's /* nothing\n\"/*\" '/' '\\'' it's \"\\\"/*\" /* a\n* /\n",
           "my.law:7: the comment that begins");
    refuse(HEAD "#include <math.h>\n", "my.law:6: a law cannot include another file");
    refuse(HEAD "/* a\n */ %: /**/\n \t# \tinclude_next \"a\"\n", "my.law:8: a law cannot include");
    CHECK_OK(nd_law_parse(&law, "my.law",
                          HEAD
                          "// #include\n/* #include \n#include */ int a; #include\n#includes\n\"/*\"\n/**/"));
    nd_law_clear(&law);
    refuse(HEAD "#define LAW_POINTWISE 4\n", "my.law:6: LAW_POINTWISE is 4 and must be 0, 3, 6 ... or 30");
    refuse(HEAD "#define LAW_POINTWISE -1.5\n", "my.law:6: LAW_POINTWISE is -1.5");
    refuse(HEAD "#define LAW_EITHER c\n", "my.law:6: LAW_EITHER needs 2 to 4 groups");
    refuse(HEAD "#define LAW_EITHER c | d | \n", "my.law:6: LAW_EITHER needs 2 to 4 groups");
    refuse(HEAD "#define LAW_EITHER | c | d\n", "my.law:6: LAW_EITHER needs 2 to 4 groups");
    refuse(HEAD "#define LAW_EITHER | | | | | c\n", "my.law:6: LAW_EITHER needs 2 to 4 groups");
    refuse(HEAD "#define LAW_EITHER c | e?\n", "my.law:6: 'e?' in LAW_EITHER is not in LAW_MATERIAL");
    refuse(HEAD "#define LAW_EITHER c | ?\n", "my.law:6: '?' in LAW_EITHER is not in LAW_MATERIAL");
    refuse(HEAD "#define LAW_EITHER c? | c\n", "my.law:6: 'c' occurs twice in LAW_EITHER");
    refuse(HEAD "#define LAW_EITHER c | d\n#define LAW_WITH_d 2x\n", "my.law:7: '2x' cannot be a name");
    nd_text_add(&many, "#define LAW_NAME a\n#define LAW_FIELDS");
    for (int i = 0; i < 40; i++) nd_text_add(&many, " u%d", i);
    nd_text_add(&many, "\n");
    refuse(many.s, "my.law:2: more than 32 names in LAW_FIELDS");
    nd_text_clear(&many);
}

/* Errors that a compiler would find get messages of our own. */
static void check_text(void)
{
#define BODY "law_medium() law_speed () law_energy() law_volume() law_flux() law_boundary()\n"
    static const struct {
        const char *text, *says; /* null: nothing is wrong */
    } bad[] = {
        {HEAD, "own.law: there is no function law_medium; doc/reference/law.md shows what a law needs"},
        {HEAD "law_medium() law_speed() law_energy() law_volume() my_law_flux() law_boundary()",
         "there is no function law_flux;"},
        {HEAD "\nreal\nlaw_speed(int a, /* b, c */ int b)\nlaw_speed(m)" BODY,
         "own.law:8: the parameters of law_speed are not what kernels give it: INLINE real law_speed(const "
         "real *m)"},
        {HEAD "void law_volume(const lane *m, const lane *dq) { }" BODY, "the parameters of law_volume"},
        {HEAD BODY "#define LAW_REFUSE_1 no\nint law_refuse(int i, int j)", "the parameters of law_refuse"},
        {HEAD "/* a\n */ // /*\n" BODY "void law_volume(const lane *m, /* of the",
         "own.law:9: the comment that begins here has no end"},
        {HEAD BODY "real law_speed(const real *m", NULL},
        {HEAD BODY "real law_speed(const real *m /* or", "the comment that begins here has no end"},
        {HEAD BODY "#define LAW_POINTWISE 0\n",
         "there is no function law_pointwise, which goes with LAW_POINTWISE;"},
        {HEAD BODY "#define LAW_REFUSE_1 no\n", "no function law_refuse, which goes with LAW_REFUSE_1;"},
        {HEAD BODY "#define LAW_POSITVE c\n",
         "own.law:7: LAW_POSITVE is not a line of a law's head: did you mean LAW_POSITIVE?"},
        {HEAD BODY "#define LAW_LOCAL 0\n",
         "own.law:7: LAW_LOCAL is not a line of a law's head: did you mean LAW_POINTWISE?"},
        {HEAD BODY "#define  LAW_DEFAULTS 1 2\n", "own.law:7: LAW_DEFAULTS is not a line"},
        {HEAD BODY "#define g 9.81\n", "own.law:7: a macro called g would be replaced in the kernels too"},
        {HEAD BODY "#define TWICE(x) (2 * (x))\n#define half_of(x) 0\n", "own.law:8: a macro called half_of"},
        {"#define LAW_NAME a\n#define LAW_FIELDS u N\n#define LAW_MATERIAL c\n#define LAW_MEDIUM m\n"
         "#define LAW_BOUNDARIES open\n" BODY,
         "own.law:2: 'N' in LAW_FIELDS is a word of the language"},
        {"#define LAW_NAME a\n#define LAW_FIELDS u\n#define LAW_MATERIAL c\n#define LAW_MEDIUM m c\n"
         "#define LAW_BOUNDARIES open\n" BODY,
         "own.law:4: 'c' is in LAW_MATERIAL and in LAW_MEDIUM"},
        {HEAD BODY "#define LAW_EITHER c | d\n#define LAW_WITH_d u\n",
         "own.law:8: 'u' is in LAW_FIELDS and in LAW_WITH_d"},
    };
    char folder[256];
    struct nd_law law;
    test_folder(folder);
    for (size_t i = 0; i <= sizeof bad / sizeof *bad; i++) {
        FILE *file = fopen(test_path(folder, "own.law"), "w");
        const int last = i == sizeof bad / sizeof *bad, good = last || !bad[i].says;
        fputs(last ? HEAD BODY "#define LAW_MY_OWN 1\n#define TWO 2\n" : bad[i].text, file);
        fclose(file);
        if (!good) CHECK_FAILS(nd_law_init(&law, "own.law", folder), NUDGE_EFORMAT, bad[i].says);
        if (!good) continue;
        CHECK_OK(nd_law_init(&law, "own.law", folder));
        nd_law_clear(&law);
    }
    test_folder_remove(folder);
}

/* Numbers of a medium that only problems with certain materials have. */
static void check_alternatives(void)
{
    struct nd_law law;
    struct nd_text text = {0};
    CHECK_OK(nd_law_init(&law, "elastic", ""));
    const int plain = law.medium.n;
    CHECK(law.either.n == 3 && !strcmp(nd_law_alternative(&law, 2), "c11") && !nd_law_alternative(&law, 3));
    CHECK(law.either.of[0] == -1 && law.either.of[1] == 0 && law.either.of[4] == 1 && law.either.of[25] == 2);
    CHECK(!law.either.optional[5] && law.either.optional[6] && !law.either.optional[25]);
    CHECK(law.refuse[0] && law.refuse[3] && !law.refuse[4] &&
          !strncmp(law.refuse[1], "vs must be below", 16));
    CHECK_OK(nd_law_use(&law, 1));
    CHECK(law.medium.n == plain && !nd_law_extended(&law));
    nd_law_defines(&law, &text);
    CHECK(!strstr(text.s, "USES_"));
    nd_text_clear(&text);
    CHECK_OK(nd_law_use(&law, 2));
    CHECK_OK(nd_law_use(&law, 2)); /* as often as there are materials */
    CHECK(law.medium.n == plain + 21 && nd_law_extended(&law));
    nd_law_defines(&law, &text);
    CHECK(strstr(text.s, "#define USES_c11 1\n") && strstr(text.s, ", C66 }"));
    nd_text_clear(&text);
    nd_law_clear(&law);
}

static void check_builtin(void)
{
    struct nd_law law;
    const char *names[8];
    char folder[256], path[300];
    CHECK(nd_law_builtin("maxwell") && !nd_law_builtin("maxwel"));
    const int n = nd_law_builtin_names(names, 8);
    int found = 0;
    for (int i = 0; i < n; i++) found += !strcmp(names[i], "maxwell");
    CHECK(found == 1);
    CHECK_OK(nd_law_init(&law, "maxwell", "nowhere"));
    CHECK(law.fields.n == 6 && law.material.n == 4 && law.boundaries.n == 4 && law.valued == 3 &&
          law.positive.n == 2);
    CHECK_NEAR(1 / sqrt(law.si[0] * law.si[1]), 299792458, 1e-6);
    nd_law_clear(&law);
    CHECK_FAILS(nd_law_init(&law, "maxwel", ""), NUDGE_EVALUE, "did you mean 'maxwell'?");
    CHECK_FAILS(nd_law_init(&law, "gone.law", "/nowhere"), NUDGE_EIO, "/nowhere/gone.law");

    test_folder(folder);
    snprintf(path, sizeof path, "%s/own.law", folder);
    FILE *file = fopen(path, "w");
    fputs(HEAD "#define LAW_DEFAULT x\n", file);
    fclose(file);
    snprintf(path, sizeof path, "%s/own.law:6: LAW_DEFAULT", folder);
    CHECK_FAILS(nd_law_init(&law, "own.law", folder), NUDGE_EFORMAT, path);
    test_folder_remove(folder);
}

/* The problem's regions and boundaries, checked against the mesh and the law. */
static void check_assign(void)
{
    static const char base[] =
        "law: maxwell\nmesh: {box: {size: [1, 1, 1], divisions: [1, 1, 1]}}\norder: 1\n"
        "time: {end: 1}\n";
    static const struct {
        const char *text, *says;
    } bad[] = {
        {"materials: {air: {epsilon: 1}}\nregions: {bax: air}\nboundaries: {default: pec}\n",
         "did you mean 'box'?"},
        {"materials: {air: {epsilon: 1}}\nregions: {box: air}\nboundaries: {xmin: pec}\n",
         "has no condition"},
        {"materials: {air: {epsilon: 1}}\nregions: {box: air}\nboundaries: {default: pek}\n",
         "did you mean 'pec'?"},
        {"materials: {air: {epsilon: 1}}\nregions: {box: air}\nboundaries: {default: pec, top: pec}\n",
         "'top'"},
        {"materials: {air: {epsilon: 1}}\nregions: {box: air}\nboundaries: {default: impedence 3}\n",
         "'impedence' is not a condition of law maxwell (did you mean 'impedance'?); it has pec,"},
        {"materials: {air: {epsilon: 1}}\nregions: {box: air}\nboundaries: {default: pec, xmin: impedance}\n",
         "boundary 'xmin': impedance needs a value, for example 'impedance 50'"},
        {"materials: {air: {epsilon: 1}}\nregions: {box: air}\nboundaries: {default: pec, xmin: impedance "
         "0}\n",
         "boundary 'xmin': '0' cannot be the value of impedance: a number above 0"},
        {"materials: {air: {epsilon: 1}}\nregions: {box: air}\nboundaries: {default: impedance 1, xmin: "
         "impedance -2}\n",
         "'-2' cannot be the value"},
        {"materials: {air: {epsilon: 1}}\nregions: {box: air}\nboundaries: {default: impedance 5o}\n",
         "'5o' cannot be the value"},
        {"materials: {air: {epsilon: 1}}\nregions: {box: air}\nboundaries: {default: impedance nan}\n",
         "'nan' cannot be the value"},
        {"materials: {air: {epsilon: 1}}\nregions: {box: air}\nboundaries: {default: pec 3}\n",
         "boundary 'default': pec takes no value, and '3' is behind it"},
        {"materials: {air: {epsilom: 1}}\nregions: {box: air}\nboundaries: {default: pec}\n",
         "did you mean 'epsilon'?"},
        {"materials: {air: {n: 1.5}}\nregions: {box: air}\nboundaries: {default: pec}\n",
         "law maxwell has no constant 'n'; it has epsilon, mu, sigma, sigma_m; a refractive index n without losses is epsilon = n^2: "
         "write epsilon: 2.25"},
        {"materials: {air: {epsilon: 2, k: 0.1}}\nregions: {box: air}\nboundaries: {default: pec}\n",
         "has no constant 'k'; it has epsilon, mu, sigma, sigma_m; losses are sigma, loss_tangent or poles, which nudge fit finds"},
        {"materials: {air: {epsilon: -1}}\nregions: {box: air}\nboundaries: {default: pec}\n",
         "greater than 0"},
        {"materials: {air: {epsilon: 1}}\nregions: {box: air}\nboundaries: {default: pec}\ninitial: {Eq: "
         "x}\n",
         "'Eq'"},
    };
    for (unsigned i = 0; i < sizeof bad / sizeof *bad; i++) {
        char text[512];
        nudge_problem *problem = NULL;
        nudge_solver *solver = NULL;
        snprintf(text, sizeof text, "%s%s", base, bad[i].text);
        int code = nudge_problem_parse(&problem, text, "");
        if (!code) code = nudge_solver_create(&solver, problem, "cpu");
        CHECK_FAILS(code, NUDGE_EVALUE, bad[i].says);
        nudge_solver_destroy(solver);
        nudge_problem_destroy(problem);
    }
}

/* Solids: one group of constants, all of it, and such as can be. */
static void check_elastic(void)
{
    static const struct {
        const char *material, *says;
    } bad[] = {
        {"{rho: 2}",
         "problem:2: material 'r': law elastic needs the constants of one of these groups: lambda "
         "mu | vp vs | c11"},
        {"{rho: 2, vp: 3}", "problem:2: material 'r': vp is given without vs: add it"},
        {"{c11: 3, c22: 3, c33: 3, c44: 1, c66: 1}", "material 'r': c11 is given without c55: add it"},
        {"{vp: 3, vs: 1, mu: 2}",
         "material 'r': mu is given beside vp: law elastic takes the constants of one of"},
        {"{rho: 2, vp: 3, vs: 2.6}", "problem:2: material 'r': vs must be below vp sqrt(3)/2"},
        {"{lambda: -1, mu: 1}", "problem:2: material 'r': lambda + 2/3 mu must be above 0"},
        {"{lambda: 1, mu: -1}", "material 'r': mu is -1 and must not be less than 0"},
        {"{c11: 3, c22: 3, c33: 3, c44: 1, c55: 1, c66: 1, c12: 4}",
         "problem:2: material 'r': the stiffness c11 ... c66 is not positive definite"},
        {"{c11: 3, c22: 3, c33: 3, c44: 1, c55: 1, c66: -1}", "c66 is -1 and must be greater than 0"},
        {"{c11: 3, c22: 3, c33: 3, c44: 1, c55: 1, c66: 1}, s: {lambda: 1, mu: 0}",
         "material 's': a fluid (mu or vs 0) cannot be in one problem with"},
        {"{vp: 3, vs: 0}", NULL},
        {"{c11: 3, c22: 3, c33: 3, c44: 1, c55: 1, c66: 1}", NULL},
    };
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        char text[512];
        nudge_problem *problem = NULL;
        nudge_solver *solver = NULL;
        snprintf(text, sizeof text,
                 "law: elastic\nmaterials: {r: %s}\nregions: {default: %s}\nmesh: {box: {size: [1, 1, 1], "
                 "divisions: [1, 1, 1]}}\norder: 1\n"
                 "boundaries: {default: free}\ntime: {end: 1}\n",
                 bad[i].material, strstr(bad[i].material, "}, s:") ? "s" : "r");
        CHECK_OK(nudge_problem_parse(&problem, text, ""));
        const int code = nudge_solver_create(&solver, problem, "cpu");
        if (bad[i].says)
            CHECK_FAILS(code, NUDGE_EVALUE, bad[i].says);
        else
            CHECK_OK(code);
        nudge_solver_destroy(solver);
        nudge_problem_destroy(problem);
    }
}

/* The range of an impedance: from 1e-15 to 1e15. */
static void check_bounds(void)
{
    static const struct {
        const char *value;
        int good;
    } cases[] = {{"1e-15", 1},  {"1e15", 1},   {"9.9e-16", 0},  {"1.01e15", 0},   {"0", 0},
                 {"-0", 0},     {"-1e-15", 0}, {"-50", 0},      {"nan", 0},       {"-nan", 0},
                 {"inf", 0},    {"-inf", 0},   {"infinity", 0}, {"1e400", 0},     {"1e-400", 0},
                 {"50 ohm", 0}, {"50 50", 0},  {"1e", 0},       {"376.730313", 1}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char text[300], says[80];
        nudge_problem *problem = NULL;
        struct nd_law law;
        struct nd_mesh mesh = {0};
        struct nd_connect connect = {0};
        struct nd_assign assign = {0};
        snprintf(text, sizeof text,
                 "mesh: {box: {divisions: [1, 1, 1]}}\norder: 1\ntime: {end: 1}\n"
                 "boundaries: {default: impedance %s}\n",
                 cases[i].value);
        snprintf(says, sizeof says, "boundary 'default': '%s' cannot be the value of impedance",
                 cases[i].value);
        CHECK_OK(nudge_problem_parse(&problem, text, ""));
        CHECK_OK(nd_law_init(&law, "maxwell", ""));
        CHECK_OK(nd_mesh_box(&mesh, &problem->box));
        CHECK_OK(nd_connect_init(&connect, &mesh));
        const int code = nd_assign_init(&assign, problem, &law, &mesh, &connect);
        if (cases[i].good)
            CHECK_OK(code);
        else
            CHECK_FAILS(code, NUDGE_EVALUE, says);
        CHECK(!cases[i].good || (assign.nvalues == 1 && assign.value[0] == atof(cases[i].value)));
        nd_assign_clear(&assign);
        nd_connect_clear(&connect);
        nd_mesh_clear(&mesh);
        nd_law_clear(&law);
        nudge_problem_destroy(problem);
    }
}

/* Every value of impedance is a condition of its own, however it is written; those without faces are none. */
static void check_values(void)
{
    nudge_problem *problem = NULL;
    struct nd_law law;
    struct nd_mesh mesh = {0};
    struct nd_connect connect = {0};
    struct nd_assign assign = {0};
    CHECK_OK(nudge_problem_parse(
        &problem,
        "law: maxwell\nmesh: {box: {size: [1, 1, 1], divisions: [1, 1, 1]}}\norder: 1\ntime: {end: 1}\n"
        "materials: {air: {epsilon: 1}}\nregions: {box: air}\n"
        "boundaries: {default: impedance 9, xmin: impedance 50, xmax: pmc, ymin: impedance  5e1, ymax: "
        "absorbing, "
        "zmin: impedance 0.25, zmax: impedance 50}\n",
        ""));
    CHECK_OK(nd_law_init(&law, "maxwell", ""));
    CHECK_OK(nd_mesh_box(&mesh, &problem->box));
    CHECK_OK(nd_connect_init(&connect, &mesh));
    CHECK_OK(nd_assign_init(&assign, problem, &law, &mesh, &connect));
    const int first = assign.value[0] == 50 ? 3 : 4; /* whichever face came first */
    CHECK(assign.nvalues == 2 && assign.value[first - 3] == 50 && assign.value[4 - first] == 0.25);
    const int want[6] = {first, 1, first, 2, 7 - first, first};
    for (int b = 0; b < 6 && assign.condition; b++) CHECK(assign.condition[b] == want[b]);
    nd_assign_clear(&assign);
    nd_connect_clear(&connect);
    nd_mesh_clear(&mesh);

    struct nd_mesh cells = {0};
    struct nd_text text = {0};
    nd_text_add(&text, "boundaries: {b0: impedance 1");
    for (int i = 1; i <= ND_VALUES_MOST; i++) nd_text_add(&text, ", b%d: impedance %d", i, i + 1);
    nd_text_add(&text, "}\nlaw: maxwell\nmesh: {box: {size: [1, 1, 1], divisions: [3, 3, 3]}}\norder: 1\n"
                       "time: {end: 1}\nmaterials: {air: {epsilon: 1}}\nregions: {box: air}\n");
    nudge_problem_destroy(problem);
    CHECK_OK(nudge_problem_parse(&problem, text.s, ""));
    CHECK_OK(nd_mesh_box(&cells, &problem->box));
    CHECK_OK(nd_connect_init(&connect, &cells));
    char *names[ND_VALUES_MOST + 1], **keep = cells.boundary_name;
    char store[ND_VALUES_MOST + 1][8];
    for (int i = 0; i <= ND_VALUES_MOST; i++) snprintf(names[i] = store[i], 8, "b%d", i);
    for (size_t i = 0, n = 0; i < 4 * (size_t)cells.K; i++)
        if (connect.EToB[i] >= 0) connect.EToB[i] = (nd_idx)(n++ % (ND_VALUES_MOST + 1));
    const nd_idx had = cells.nboundaries;
    cells.boundary_name = names, cells.nboundaries = ND_VALUES_MOST + 1;
    free(connect.inside);
    connect.inside = calloc(ND_VALUES_MOST + 1, sizeof *connect.inside);
    CHECK_FAILS(nd_assign_init(&assign, problem, &law, &cells, &connect), NUDGE_EVALUE,
                "boundary 'b16': 17 is one value of impedance too many; there may be 16 different ones");
    cells.boundary_name = keep, cells.nboundaries = had;
    nd_connect_clear(&connect);
    nd_mesh_clear(&cells);
    nd_text_clear(&text);
    nd_law_clear(&law);
    nudge_problem_destroy(problem);
}

/* Constants in a periodic box, and a linear field away from where it is torn: the rate is the curl. */
static void check_algebra(double upwind)
{
    static const double slope[6][3] = {{1, -2, 3}, {0.5, 4, -1}, {-3, 2, 2},
                                       {1, 1, -4}, {2, -5, 0.3}, {-1, 0.7, 6}};
    const struct rig_case c = {
        .cubes = {.n = {3, 3, 3}, .seed = 2, .jitter = 0.2, .periodic = {1, 1, 1}}, .N = 2, .upwind = upwind};
    struct rig rig;
    CHECK_OK(rig_init(&rig, &c));
    const int Np = rig.ref.elem.Np;
    double *x = nd_alloc(3 * rig.n, sizeof *x), *got = nd_alloc(rig.n, sizeof *got), most = 0;
    for (nd_idx k = 0; k < rig.mesh.K; k++)
        nd_geometry_nodes(&rig.mesh, &rig.ref.elem, k, x + k * Np, x + rig.n + k * Np,
                          x + 2 * rig.n + k * Np);
    for (int linear = 0; linear < 2; linear++) {
        for (int f = 0; f < 6; f++) {
            for (size_t i = 0; i < rig.n; i++) {
                rig.q[f][i] = f - 2.5;
                for (int d = 0; d < 3 && linear; d++) rig.q[f][i] += slope[f][d] * x[(size_t)d * rig.n + i];
            }
            CHECK_OK(nd_rhs_set(&rig.rhs, f, rig.q[f]));
        }
        CHECK_OK(nd_rhs_rate(&rig.rhs));
        int inside = 0;
        for (int f = 0; f < 6; f++) {
            const int from = f < 3 ? 3 : 0, a = (f + 1) % 3, b = (f + 2) % 3;
            double want = linear * (slope[from + b][a] - slope[from + a][b]);
            if (f >= 3) want = -want;
            CHECK_OK(nd_rhs_get(&rig.rhs, 1, f, got));
            for (nd_idx k = 0; k < rig.mesh.K; k++) {
                double away = 1; /* whether all neighbours are true ones */
                for (int face = 0; face < 4; face++) {
                    double here[3], there[3];
                    nd_geometry_centroid(&rig.mesh, k, here);
                    nd_geometry_centroid(&rig.mesh, rig.ref.connect.EToE[4 * k + face], there);
                    for (int d = 0; d < 3; d++)
                        if (fabs(here[d] - there[d]) > 0.5) away = 0;
                }
                if (linear && !away) continue;
                inside++;
                for (int n = 0; n < Np; n++) most = fmax(most, fabs(got[k * Np + n] - want));
            }
        }
        CHECK(inside > 100);
    }
    CHECK_NEAR(most, 0, 2e-12); /* measured 2e-13 */
    free(x), free(got);
    rig_clear(&rig);
}

int main(void)
{
    check_read();
    check_mistakes();
    check_text();
    check_alternatives();
    check_builtin();
    check_assign();
    check_elastic();
    check_values();
    check_bounds();
    check_algebra(1);
    check_algebra(0.5);
    TEST_END;
}
