/* Problem files are decoded to the right values. */
#include <unistd.h>
#include "problem/problem.h"
#include "test.h"

/* The example of the documentation, as it stands. */
static const char cavity[] =
    "law: maxwell\n"
    "units: natural              # epsilon0 = mu0 = 1; or si\n"
    "mesh:\n"
    "  file: cavity.msh          # or  box: {size: [1, 1, 1], divisions: [4, 4, 4]}\n"
    "order: 4\n"
    "precision: double           # or single\n"
    "materials:\n"
    "  air: {epsilon: 1, mu: 1}\n"
    "regions: {default: air}     # region name: material\n"
    "boundaries: {default: pec}  # boundary name: condition\n"
    "initial:\n"
    "  Ey: sin(pi*x)*sin(pi*z)\n"
    "exact:\n"
    "  Ey: sin(pi*x)*sin(pi*z)*cos(sqrt(2)*pi*t)\n"
    "  Hx: sin(pi*x)*cos(pi*z)*sin(sqrt(2)*pi*t)/sqrt(2)\n"
    "  Hz: -cos(pi*x)*sin(pi*z)*sin(sqrt(2)*pi*t)/sqrt(2)\n"
    "time: {end: 0.75}           # optional: cfl, dt, steps\n"
    "output:\n"
    "  fields: {file: cavity.pvd, every: 0.05}\n";

static void check_cavity(const nudge_problem *p)
{
    CHECK(!strcmp(p->law, "maxwell") && p->law_line == 1);
    CHECK(p->units == ND_UNITS_NATURAL && p->precision == ND_DOUBLE && p->order == 4);
    CHECK(!strcmp(p->mesh_file, "cavity.msh") && p->mesh_line == 4 && !p->box.given);
    CHECK(p->nmaterials == 1 && !strcmp(p->material[0].name, "air") && p->material[0].line == 8);
    CHECK(p->material[0].nconstants == 2 && !strcmp(p->material[0].constant[1].name, "mu"));
    CHECK(p->material[0].constant[1].value == 1);
    CHECK(p->regions.n == 1 && !strcmp(nd_pairs_find(&p->regions, "anything")->value, "air"));
    CHECK(p->boundaries.n == 1 && p->boundaries.at[0].line == 10 &&
          !strcmp(p->boundaries.at[0].value, "pec"));
    CHECK(p->initial.n == 1 && !strcmp(p->initial.at[0].name, "Ey"));
    CHECK(!strcmp(p->initial.at[0].value, "sin(pi*x)*sin(pi*z)"));
    CHECK(p->exact.n == 3 && p->exact.at[2].line == 16 && !strcmp(p->exact.at[2].name, "Hz"));
    CHECK(p->time_end == 0.75 && p->cfl == 1 && p->dt == 0 && p->steps == 0 && p->time_line == 17);
    CHECK(p->upwind == 1 && p->periodic.n == 0);
    CHECK(!p->mesh_pml.given && p->mesh_pml.layers == 4 && !p->mesh_pml.side[0]);
    CHECK(!strcmp(p->output.fields_file, "cavity.pvd") && p->output.fields_every == 0.05);
    CHECK(!p->output.folder && !p->output.energy_file && p->output.fields_line == 19);
}

static void check_file(void)
{
    char folder[] = "/tmp/nudge-test-XXXXXX", path[64], where[512];
    nudge_problem *p = NULL;
    if (!mkdtemp(folder)) exit(1);
    sprintf(path, "%s/cavity.yaml", folder);
    FILE *file = fopen(path, "w");
    fputs(cavity, file);
    fclose(file);
    CHECK_OK(nudge_problem_read(&p, path));
    if (p) {
        check_cavity(p);
        CHECK(!strcmp(p->path, path) && !strcmp(p->folder, folder));
        CHECK(strstr(nd_problem_where(p, 12, where), "/cavity.yaml:12"));
        CHECK(!strcmp(nd_problem_where(p, 0, where), path));
    }
    nudge_problem_destroy(p);
    file = fopen(path, "a");
    fputs("ordr: 4\n", file);
    fclose(file);
    CHECK_FAILS(nudge_problem_read(&p, path), NUDGE_EVALUE,
                "cavity.yaml:20: unknown key 'ordr', did you mean 'order'?");
    CHECK(!p);
    remove(path);
    CHECK_FAILS(nudge_problem_read(&p, path), NUDGE_EIO, "cavity.yaml: cannot open");
    CHECK_FAILS(nudge_problem_read(&p, folder), NUDGE_EIO, "is a folder");
    rmdir(folder);
}

/* Every key at once, in other styles of YAML. */
static void check_everything(void)
{
    static const char text[] =
        "---\nlaw: 'mine.law'\nunits: si\n"
        "mesh:\n  box:\n    size: [1, 2.5, 3e-1]\n    origin: [-1, +0.5, 1E2]\n    divisions:\n    - 4\n    "
        "- 5\n    - 6\n"
        "    jitter: 0.2\n    sides: {xmin: inlet, zmax: 7}\n    periodic: [y, x]\n    region: air\n"
        "  periodic: {left: right, top: bottom}\n"
        "  pml: {thickness: 0.5, layers: 3, sides: [zmax, xmin]}\n"
        "\"order\": 9\nprecision: single\nflux: {upwind: .5}\n"
        "materials:\n  air: {}\n  8: {epsilon: 2.25, loss: -1e-9}\n"
        "regions: {air: air, 7: 8}\nboundaries:\n  inlet: absorbing\n  no: pmc\n"
        "initial: {Ey: 1, Ez: \"x + y\"}\n"
        "time: {dt: 1e-3, steps: 1e6, cfl: 0.5}\n"
        "output: {folder: out, fields: {file: a.pvd}, energy: {file: e.csv, every: 0.1}, report: "
        "r.json}\n...\n";
    nudge_problem *p = NULL;
    CHECK_OK(nudge_problem_parse(&p, text, "here"));
    if (!p) return;
    CHECK(!strcmp(p->law, "mine.law") && p->units == ND_UNITS_SI && p->precision == ND_SINGLE &&
          p->order == 9);
    CHECK(p->box.given && !p->mesh_file && p->box.size[1] == 2.5 && p->box.size[2] == 0.3 &&
          p->box.origin[0] == -1);
    CHECK(p->box.origin[2] == 100 && p->box.divisions[0] == 4 && p->box.divisions[2] == 6 && p->box.h == 0);
    CHECK(p->box.jitter == 0.2 && p->box.periodic[0] && p->box.periodic[1] && !p->box.periodic[2]);
    CHECK(!strcmp(p->box.side[0], "inlet") && !strcmp(p->box.side[5], "7") &&
          !strcmp(p->box.side[1], "xmax"));
    CHECK(!strcmp(p->box.region, "air") && p->periodic.n == 2 && !strcmp(p->periodic.at[1].value, "bottom"));
    const struct nd_mesh_pml *pml = &p->mesh_pml;
    CHECK(pml->given && pml->line == 17 && pml->layers == 3 && pml->thickness == 0.5);
    CHECK(pml->side[0] && pml->side[5]);
    for (int side = 1; side < 5; side++) CHECK(!pml->side[side]);
    const struct nd_box grown = nd_box_grown(p);
    CHECK(grown.divisions[0] == 7 && grown.divisions[1] == 5 && grown.divisions[2] == 9);
    CHECK(p->upwind == 0.5 && p->nmaterials == 2 && p->material[0].nconstants == 0);
    CHECK(p->material[1].constant[1].value == -1e-9 && !strcmp(nd_pairs_find(&p->regions, "7")->value, "8"));
    CHECK(!nd_pairs_find(&p->regions, "other") && !strcmp(nd_pairs_find(&p->boundaries, "no")->value, "pmc"));
    CHECK(p->initial.n == 2 && !strcmp(p->initial.at[0].value, "1") &&
          !strcmp(p->initial.at[1].value, "x + y"));
    CHECK(isnan(p->time_end) && p->dt == 1e-3 && p->steps == 1000000 && p->cfl == 0.5);
    CHECK(!strcmp(p->output.folder, "out") && p->output.fields_every == 0 &&
          !strcmp(p->output.report_file, "r.json"));
    CHECK(!strcmp(p->output.energy_file, "e.csv") && p->output.energy_every == 0.1 &&
          !strcmp(p->folder, "here"));
    CHECK(!*p->path);
    nudge_problem_destroy(p);
}

/* mesh.shell, the older spelling of mesh.pml, is read from files and options alike. */
static void check_older_spelling(void)
{
    nudge_problem *p = NULL;
    CHECK_OK(nudge_problem_parse(&p, "mesh: {box: {h: 1}, shell: {thickness: 2}}\norder: 1\ntime: {end: 1}\n",
                                 NULL));
    if (!p) return;
    CHECK(p->mesh_pml.given && p->mesh_pml.thickness == 2 && p->mesh_pml.line == 1);
    CHECK_OK(nudge_problem_set(p, "mesh.shell.layers", "7"));
    CHECK(p->mesh_pml.layers == 7 && p->mesh_pml.thickness == 2);
    CHECK_OK(nudge_problem_set(p, "mesh.shell", "{thickness: 3}"));
    CHECK(p->mesh_pml.layers == 4 && p->mesh_pml.thickness == 3);
    CHECK_OK(nudge_problem_set(p, "mesh", "{box: {h: 1}, shell: {thickness: 4}}"));
    CHECK(p->mesh_pml.thickness == 4);
    CHECK_FAILS(nudge_problem_set(p, "mesh.shells", "{thickness: 3}"), NUDGE_EVALUE, "unknown key 'shells'");
    nudge_problem_destroy(p);
    CHECK_FAILS(nudge_problem_parse(
                    &p, "mesh: {box: {h: 1}, pml: {thickness: 1}, shell: {thickness: 2}}\norder: 1\n", NULL),
                NUDGE_EVALUE, "unknown key 'shell'");
}

static void check_defaults(void)
{
    nudge_problem *p = NULL;
    CHECK_OK(nudge_problem_parse(&p, "mesh: {box: {h: 0.25}}\norder: 1\ntime: {end: 1, steps: 3}\n", NULL));
    if (!p) return;
    CHECK(!strcmp(p->law, "maxwell") && p->precision == ND_DOUBLE && p->box.h == 0.25 && p->box.size[2] == 1);
    CHECK(p->nmaterials == 1 && !strcmp(p->material[0].name, "vacuum") && p->material[0].nconstants == 0);
    CHECK(p->regions.n == 1 && !strcmp(p->regions.at[0].name, "default") &&
          !strcmp(p->regions.at[0].value, "vacuum"));
    CHECK(p->boundaries.n == 0 && p->initial.n == 0 && p->steps == 3 && !*p->folder);
    nudge_problem_destroy(p);
    CHECK_OK(nudge_problem_parse(
        &p,
        "mesh: {file: a.msh}\norder: 1\ntime: {end: 1}\nmaterials: {glass: {epsilon: 2}}\n"
        "initial:\n  Ex: |\n    x *\n    y\n",
        ""));
    if (!p) return;
    CHECK(p->regions.n == 1 && !strcmp(p->regions.at[0].value, "glass") &&
          !strcmp(p->initial.at[0].value, "x *\ny\n"));
    nudge_problem_destroy(p);
}

int main(void)
{
    nudge_problem *p = NULL;
    CHECK_OK(nudge_problem_parse(&p, cavity, ""));
    if (p) check_cavity(p);
    nudge_problem_destroy(p);
    check_file();
    check_everything();
    check_older_spelling();
    check_defaults();
    TEST_END;
}
