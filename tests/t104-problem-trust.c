/* Permissions of a problem's text, of its caller's settings, and those that nudge_problem_trust adds. */
#include "test.h"

#include "problem/problem.h"

#define BASE "mesh: {box: {divisions: [1, 1, 1]}}\norder: 1\ntime: {end: 1}\n"

static nudge_problem *parse(const char *text)
{
    nudge_problem *p = NULL;
    CHECK_OK(nudge_problem_parse(&p, text, "/nowhere"));
    return p;
}

/* A law file is not even opened before it is trusted. */
static void check_law(void)
{
    nudge_solver *solver;
    nudge_problem *p = parse(BASE "law: gone.law\n");
    CHECK_FAILS(nudge_solver_create(&solver, p, "cpu"), NUDGE_EVALUE,
                "problem:4: law gone.law is a file, which is compiled and run as code");
    CHECK(!solver);
    CHECK_OK(nudge_problem_trust(p, NUDGE_TRUST_PATHS));
    CHECK_FAILS(nudge_solver_create(&solver, p, "cpu"), NUDGE_EVALUE, "nudge_problem_trust");
    CHECK_OK(nudge_problem_trust(p, NUDGE_TRUST_LAW));
    CHECK_FAILS(nudge_solver_create(&solver, p, "cpu"), NUDGE_EIO, "/nowhere/gone.law: cannot open");
    CHECK_OK(nudge_problem_set(p, "order", "2")); /* trust stays */
    CHECK_FAILS(nudge_solver_create(&solver, p, "cpu"), NUDGE_EIO, "/nowhere/gone.law: cannot open");
    nudge_problem_destroy(p);

    p = parse(BASE "law: gone.law\n");
    CHECK_OK(nudge_problem_set(p, "order", "2")); /* any other key leaves the law the text's */
    CHECK_FAILS(nudge_solver_create(&solver, p, "cpu"), NUDGE_EVALUE, "run as code");
    CHECK_OK(nudge_problem_set(p, "law", "other.law"));
    CHECK_FAILS(nudge_solver_create(&solver, p, "cpu"), NUDGE_EIO, "/nowhere/other.law: cannot open");
    nudge_problem_destroy(p);

    p = parse(BASE);
    CHECK(nd_problem_trusts_law(p));
    CHECK_FAILS(nudge_problem_trust(p, 4), NUDGE_EVALUE, "NUDGE_TRUST_LAW and NUDGE_TRUST_PATHS");
    CHECK_FAILS(nudge_problem_trust(NULL, NUDGE_TRUST_LAW), NUDGE_EVALUE, "no problem");
    nudge_problem_destroy(p);
}

static void check_paths(void)
{
    static const struct {
        const char *line, *says; /* null: fine */
    } cases[] = {
        {"output: {energy: {file: e.csv}, report: a/b.json}\n", NULL},
        {"output: {energy: {file: ./e.csv}, report: a/./..b/.../b.json}\n",
         "problem:4: output.report: 'a/./..b/.../b.json' is a hidden"},
        {"output: {energy: {file: a..b/c...csv}}\n", NULL},
        {"output: {energy: {file: /dev/null}, report: /dev/stdout}\n", NULL},
        {"output: {energy: {file: /dev/nullx}}\n", "'/dev/nullx' leads out of the output folder"},
        {"output:\n  energy: {file: 'a//..//../b.csv'}\n",
         "problem:5: output.energy.file: 'a//..//../b.csv' leads out"},
        {"output: {fields: {file: /tmp/f.pvd}}\n", "output.fields.file: '/tmp/f.pvd' leads out"},
        {"output: {picture: {file: ../f.png}}\n", "output.picture.file: '../f.png' leads out"},
        {"output: {scene: {file: ../f.png, surface: [xmin]}}\n", "output.scene.file: '../f.png' leads out"},
        {"output: {report: ..}\n", "output.report: '..' leads out"},
        {"output: {report: .profile}\n", "'.profile' is a hidden file"},
        {"output: {folder: out/a..b, report: r.json}\n", NULL},
        {"output: {folder: ./out}\n", NULL},
        {"output: {folder: /tmp/anywhere}\n",
         "problem:4: output.folder: '/tmp/anywhere' leads out of the problem"},
        {"output: {folder: ../.ssh, energy: {file: id_rsa}}\n", "--set output.folder=../.ssh"},
        {"output: {folder: a/.ssh}\n", "output.folder: 'a/.ssh' is a hidden folder"},
        {"monitors: {'a/../../m': {probe: {at: [0, 0, 0]}}}\n", "problem:4: monitors: 'a/../../m' leads out"},
        {"monitors: {../m: {file: m.csv, probe: {at: [0, 0, 0]}}}\n", NULL},
        {"monitors: {m: {file: /m.csv, probe: {at: [0, 0, 0]}}}\n", "monitors: '/m.csv' leads out"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char text[512];
        snprintf(text, sizeof text, BASE "%s", cases[i].line);
        nudge_problem *p = parse(text);
        if (!p) continue;
        if (cases[i].says)
            CHECK_FAILS(nd_problem_check_paths(p), NUDGE_EVALUE, cases[i].says);
        else
            CHECK_OK(nd_problem_check_paths(p));
        CHECK_OK(nudge_problem_trust(p, NUDGE_TRUST_LAW));
        CHECK(!nd_problem_check_paths(p) == !cases[i].says);
        CHECK_OK(nudge_problem_trust(p, NUDGE_TRUST_PATHS));
        CHECK_OK(nd_problem_check_paths(p));
        nudge_problem_destroy(p);
    }
    nudge_problem *p = parse(BASE "output: {report: ../a.json}\n");
    CHECK_OK(nudge_problem_set(p, "output.energy.file", "/tmp/e.csv"));
    CHECK_FAILS(nd_problem_check_paths(p), NUDGE_EVALUE, "../a.json");
    CHECK_OK(nudge_problem_set(p, "output.report", "../b.json"));
    CHECK_OK(nudge_problem_set(p, "monitors.m", "{file: ../m.csv, probe: {at: [0, 0, 0]}}"));
    CHECK_OK(nd_problem_check_paths(p));
    nudge_problem_destroy(p);
    static const char *const homes[][2] = {{"output.folder", "~/out"},
                                           {"output.energy.file", "~/e.csv"},
                                           {"output.report", "~me"},
                                           {"monitors.m", "{file: ~me/m.csv, probe: {at: [0, 0, 0]}}"},
                                           {"monitors.~m", "{probe: {at: [0, 0, 0]}}"}};
    for (size_t i = 0; i < sizeof homes / sizeof *homes; i++) {
        p = parse(BASE);
        CHECK_OK(nudge_problem_trust(p, NUDGE_TRUST_PATHS));
        CHECK_OK(nudge_problem_set(p, homes[i][0], homes[i][1]));
        CHECK_FAILS(nd_problem_check_paths(p), NUDGE_EVALUE, "the shell's ~ is not expanded here");
        nudge_problem_destroy(p);
    }
}

static void check_folder(void)
{
    static const struct {
        const char *folder;
        int outside;
    } cases[] = {{"out", 0},  {"./a/..b", 0},  {"..", 1},           {"a/../b", 1},
                 {"/tmp", 1}, {"/nowhere", 0}, {"/nowhere/out", 0}, {"/nowhere2", 1}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char text[512];
        snprintf(text, sizeof text, BASE "output: {folder: %s}\n", cases[i].folder);
        nudge_problem *p = parse(text);
        CHECK(nd_problem_writes_outside(p) == cases[i].outside);
        CHECK_OK(nudge_problem_set(p, "output.folder", "/elsewhere"));
        CHECK(!nd_problem_writes_outside(p));
        nudge_problem_destroy(p);
    }
}

int main(void)
{
    check_law();
    check_paths();
    check_folder();
    TEST_END;
}
