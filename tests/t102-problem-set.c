/* nudge_problem_set changes a problem, or fails and leaves it as it was. */
#include "problem/problem.h"
#include "test.h"

static const char text[] =
    "mesh: {file: a.msh}\norder: 4\nmaterials: {air: {epsilon: 1}}\nregions: {default: air}\n"
    "initial: {Ey: x}\ntime: {end: 1}\n";

static void check_changes(nudge_problem *p)
{
    CHECK_OK(nudge_problem_set(p, "time.end", "0.5"));
    CHECK(p->time_end == 0.5 && p->order == 4 && p->time_line == 6);
    CHECK_OK(nudge_problem_set(p, "order", "7"));
    CHECK(p->order == 7 && p->time_end == 0.5);
    CHECK_OK(nudge_problem_set(p, "output.fields.file", "a.pvd"));
    CHECK(!strcmp(p->output.fields_file, "a.pvd") && p->output.fields_line == 0);
    CHECK_OK(nudge_problem_set(p, "materials.glass", "{epsilon: 2.25}"));
    CHECK_OK(nudge_problem_set(p, "regions.7", "glass"));
    CHECK(p->nmaterials == 2 && p->regions.n == 2 && p->regions.at[1].line == 0 &&
          p->regions.at[0].line == 4);
    CHECK_OK(nudge_problem_set(p, "initial.Ey", "sin(pi*x)"));
    CHECK(p->initial.n == 1 && !strcmp(p->initial.at[0].value, "sin(pi*x)"));
}

/* The last of settings that exclude each other wins. */
static void check_rivals(nudge_problem *p)
{
    CHECK_OK(nudge_problem_set(p, "mesh.box", "{divisions: [4, 4, 4]}"));
    CHECK(p->box.given && !p->mesh_file && p->box.divisions[1] == 4);
    CHECK_OK(nudge_problem_set(p, "mesh.box.h", "0.1"));
    CHECK(p->box.h == 0.1 && p->box.divisions[1] == 0);
    CHECK_OK(nudge_problem_set(p, "mesh.box.divisions", "[1, 2, 3]"));
    CHECK(p->box.h == 0 && p->box.divisions[2] == 3);
    CHECK_OK(nudge_problem_set(p, "mesh.file", "b.msh"));
    CHECK(!p->box.given && !strcmp(p->mesh_file, "b.msh") && p->box.divisions[2] == 0);
    CHECK_OK(nudge_problem_set(p, "mesh.box.h", "0.5"));
    CHECK(p->box.given && !p->mesh_file && p->box.h == 0.5);
}

static void check_failures(nudge_problem *p)
{
    CHECK_FAILS(nudge_problem_set(p, "time.edn", "1"), NUDGE_EVALUE,
                "--set time.edn: unknown key 'edn' in time, did you mean 'end'?");
    CHECK_FAILS(nudge_problem_set(p, "ordr", "1"), NUDGE_EVALUE,
                "--set ordr: unknown key 'ordr', did you mean 'order'?");
    CHECK_FAILS(nudge_problem_set(p, "order", "12"), NUDGE_EVALUE,
                "--set order: order must be a whole number from 1 to 9, not '12'");
    CHECK_FAILS(nudge_problem_set(p, "order", ""), NUDGE_EFORMAT, "--set order: empty");
    CHECK_FAILS(nudge_problem_set(p, "order", "[1"), NUDGE_EFORMAT,
                "--set order:2: a comma is missing, or the bracket of line 1 is not closed: while parsing a flow sequence");
    CHECK_FAILS(nudge_problem_set(p, "order.deep", "1"), NUDGE_EVALUE,
                "--set order.deep: what comes before 'deep' is not a map");
    CHECK_FAILS(nudge_problem_set(p, "", "1"), NUDGE_EVALUE, "not a key");
    CHECK_FAILS(nudge_problem_set(p, "time.", "1"), NUDGE_EVALUE, "not a key");
    CHECK_FAILS(nudge_problem_set(p, ".end", "1"), NUDGE_EVALUE, "not a key");
    CHECK_FAILS(nudge_problem_set(p, "time", "1"), NUDGE_EVALUE, "--set time: time must be a map, not '1'");
    CHECK_FAILS(nudge_problem_set(p, "a.b.c.d.e", "1"), NUDGE_EVALUE, "--set a.b.c.d.e: unknown key 'a'");
    CHECK_FAILS(nudge_problem_set(p, "regions.x", "steel"), NUDGE_EVALUE,
                "--set regions.x: region 'x' is of material 'steel'");
    CHECK_FAILS(nudge_problem_set(p, "materials", "{b: {}}"), NUDGE_EVALUE,
                "--set materials: problem:4: region 'default'");
    CHECK_FAILS(nudge_problem_set(p, "exact.Ey", "sin(x"), NUDGE_EVALUE, "--set exact.Ey: exact.Ey: missing ')'");
    CHECK_OK(nudge_problem_set(p, "time.dt", "0.1"));
    CHECK_FAILS(nudge_problem_set(p, "time.steps", "3"), NUDGE_EVALUE,
                "--set time.steps: problem:6: time has end, dt and steps");
}

int main(void)
{
    nudge_problem *p = NULL;
    CHECK_OK(nudge_problem_parse(&p, text, ""));
    if (!p) return 1;
    check_failures(p);
    CHECK(p->order == 4 && p->time_end == 1 && p->steps == 0 && p->dt == 0.1 && p->regions.n == 1 &&
          p->exact.n == 0);
    CHECK(p->nmaterials == 1 && !strcmp(p->material[0].name, "air"));
    check_changes(p);
    check_rivals(p);
    nudge_problem_destroy(p);
    nudge_problem_destroy(NULL);
    TEST_END;
}
