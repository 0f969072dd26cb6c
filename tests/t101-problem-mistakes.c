/* Every kind of mistake in a problem file gets its code and a message that names the line and the remedy. */
#include "problem/problem.h"
#include "test.h"

#define MESH  "mesh: {file: a.msh}\n"
#define ORDER "order: 4\n"
#define TIME  "time: {end: 1}\n"
#define BASE  MESH ORDER TIME /* lines 1 to 3 */
#define BOX   ORDER TIME "mesh:\n  box:\n    "

static const struct {
    int code;
    const char *text, *message;
} mistakes[] = {
    /* YAML */
    {NUDGE_EFORMAT, "", "problem: empty"},
    {NUDGE_EFORMAT, "# only a comment\n", "empty"},
    {NUDGE_EFORMAT, "---\n...\n", "empty"},
    {NUDGE_EFORMAT, BASE "output: {folder: [}\n", "problem:4:"},
    {NUDGE_EFORMAT, BASE "flux: {\n  upwind: 1\ntime: {end: 2}\n", "a comma is missing, or the bracket of line 4 is not closed: "},
    {NUDGE_EFORMAT, BASE "law: a: b\n",
     "problem:4: this line does not fit the lines above: check its indentation, and the colon at the end of line 3: "
     "mapping values are not allowed in this context (column 7)"},
    {NUDGE_EFORMAT, BASE "\tlaw: x\n", "problem:4:"},
    {NUDGE_EFORMAT, BASE "law: \x01\n", "problem:4: control characters are not allowed"},
    {NUDGE_EFORMAT, BASE "law: \xff\n", "problem:4:"},
    {NUDGE_EFORMAT, BASE "law: \"a\\0b\"\n", "problem:4: a text contains the character"},
    {NUDGE_EFORMAT, BASE "order: 5\n", "problem:4: duplicate key 'order', first given on line 2"},
    {NUDGE_EFORMAT, BASE "regions:\n  a: b\n  c: d\n  'a': e\n",
     "problem:7: duplicate key 'a', first given on line 5"},
    {NUDGE_EFORMAT, BASE "law: &l maxwell\n", "problem:4: anchors"},
    {NUDGE_EFORMAT, BASE "regions: &l {a: b}\n", "problem:4: anchors"},
    {NUDGE_EFORMAT, BASE "law: *l\n", "problem:4: aliases"},
    {NUDGE_EFORMAT, BASE "initial:\n  Ex: *x\n", "problem:5: aliases"},
    {NUDGE_EFORMAT, BASE "law: !!str maxwell\n", "problem:4: tags"},
    {NUDGE_EFORMAT, BASE "output: {<<: {a: b}}\n", "problem:4: merge keys"},
    {NUDGE_EFORMAT, BASE "---\n" BASE, "problem:4: a second document"},
    {NUDGE_EFORMAT, BASE "[a, b]: c\n", "problem:4: a list or map cannot be a key"},
    {NUDGE_EFORMAT, BASE "{a: b}: c\n", "problem:4: a list or map cannot be a key"},
    {NUDGE_EFORMAT, BASE "'': c\n", "problem:4: a key is empty"},
    {NUDGE_EFORMAT, BASE "law: [[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[\n",
     "problem:4: nested more than 32 deep"},
    {NUDGE_EVALUE, "just words\n", "problem:1: a problem must be a map, not 'just words'"},
    {NUDGE_EVALUE, "- a\n- b\n", "problem:1: a problem must be a map, not [a, b]"},
    {NUDGE_EVALUE, "mesh: a.msh\n" ORDER TIME, "problem:1: mesh must be a map, not 'a.msh'; write mesh: {file: a.msh}"},
    /* keys */
    {NUDGE_EVALUE, BASE "precison: double\n", "problem:4: unknown key 'precison', did you mean 'precision'?"},
    {NUDGE_EVALUE, BASE "qqqqqqqqqqqqqqq: 1\n",
     "problem:4: unknown key 'qqqqqqqqqqqqqqq'; there are: law, units"},
    {NUDGE_EVALUE, MESH ORDER "time:\n  end: 1\n  edn: 1\n",
     "problem:5: unknown key 'edn' in time, did you mean 'end'?"},
    {NUDGE_EVALUE, MESH TIME "mesh.file: a\norder: 1\n", "problem:3: unknown key 'mesh.file'"},
    {NUDGE_EVALUE, ORDER TIME "mesh: {box: {h: 1, sides: {xmim: a}}}\n",
     "'xmim' in mesh.box.sides, did you mean 'xmin'?"},
    {NUDGE_EVALUE, ORDER TIME, "mesh is missing"},
    {NUDGE_EVALUE, MESH TIME, "problem:1: order is missing"},
    {NUDGE_EVALUE, MESH ORDER, "time is missing"},
    {NUDGE_EVALUE, BASE "output:\n  fields: {every: 1}\n", "problem:5: output.fields.file is missing"},
    /* types */
    {NUDGE_EVALUE, MESH TIME "order: four\n",
     "problem:3: order must be a whole number from 1 to 9, not 'four'"},
    {NUDGE_EVALUE, MESH TIME "order: \"4\"\n", "not the quoted text '4'"},
    {NUDGE_EVALUE, MESH TIME "order: 10\n", "problem:3: order must be a whole number from 1 to 9, not '10'"},
    {NUDGE_EVALUE, MESH TIME "order: 0\n", "from 1 to 9, not '0'"},
    {NUDGE_EVALUE, MESH TIME "order: 2.5\n", "not '2.5'"},
    {NUDGE_EVALUE, MESH TIME "order: [4]\n", "not [4]"},
    {NUDGE_EVALUE, MESH TIME "order: {a: b}\n", "not a map"},
    {NUDGE_EVALUE, MESH TIME "order:\n", "problem:3: order must be a whole number from 1 to 9, not empty"},
    {NUDGE_EVALUE, MESH TIME "order: 1e400\n", "not '1e400'"},
    {NUDGE_EVALUE, BASE "units: SI\n", "problem:4: units must be natural or si, not 'SI'; did you mean si?"},
    {NUDGE_EVALUE, BASE "precision: [double]\n", "precision must be single or double, not [double]"},
    {NUDGE_EVALUE, BASE "law: [a, [b]]\n", "law must be a string, not a list of 2"},
    {NUDGE_EVALUE, BASE "law: [a]\n", "law must be a string, not [a]"},
    {NUDGE_EVALUE, BASE "law: ''\n", "law must be a string"},
    {NUDGE_EVALUE, BASE "materials: air\n", "materials must be a map of names, not 'air'"},
    {NUDGE_EVALUE, BASE "materials: {air: 1}\n", "materials.air must be a map of names, not '1'"},
    {NUDGE_EVALUE, BASE "materials:\n  air:\n    epsilon: 1x\n",
     "problem:6: materials.air.epsilon must be a number, or three or six as [xx, yy, zz, yz, xz, xy], not "
     "'1x'"},
    {NUDGE_EVALUE, BASE "materials: {air: {epsilon: .nan}}\n", "xz, xy], not '.nan'"},
    {NUDGE_EVALUE, BASE "materials: {air: {epsilon: nan}}\n", "xz, xy], not 'nan'"},
    {NUDGE_EVALUE, BASE "materials: {air: {epsilon: inf}}\n", "xz, xy], not 'inf'"},
    {NUDGE_EVALUE, BASE "materials: {air: {epsilon: 1e999}}\n", "xz, xy], not '1e999'"},
    {NUDGE_EVALUE, BASE "materials: {air: {epsilon: 0x10}}\n", "xz, xy], not '0x10'"},
    {NUDGE_EVALUE, BASE "boundaries: {a: [pec]}\n", "boundaries.a must be a condition, not [pec]"},
    {NUDGE_EVALUE, BASE "flux: {upwind: 2}\n", "flux.upwind must be a number from 0 to 1, not '2'"},
    {NUDGE_EVALUE, BASE "output: {energy: {file: e.csv, every: -1}}\n",
     "output.energy.every must be a time, 0 or above"},
    {NUDGE_EVALUE, BASE "output: {fields: {file: a.vtu}}\n", "problem:4: output.fields.file is 'a.vtu'"},
    {NUDGE_EVALUE, BASE "output: {fields: {file: .pvd}}\n",
     "'.pvd', a name before the ending is wanted, as a.pvd"},
    /* mesh */
    {NUDGE_EVALUE, ORDER TIME "mesh: {}\n", "problem:3: mesh needs one of 'file', 'box' or 'geometry'"},
    {NUDGE_EVALUE, ORDER TIME "mesh: {file: a, box: {h: 1}}\n",
     "mesh needs only one of 'file', 'box' or 'geometry', both are given"},
    {NUDGE_EVALUE, BOX "size: [1, 1, 1]\n", "problem:4: mesh.box needs one of 'divisions' or 'h'"},
    {NUDGE_EVALUE, BOX "h: 1\n    divisions: [1, 1, 1]\n", "mesh.box needs only one of 'divisions' or 'h'"},
    {NUDGE_EVALUE, BOX "divisions: [4, 4]\n",
     "problem:5: mesh.box.divisions must be three whole numbers from 1 to 100000"},
    {NUDGE_EVALUE, BOX "divisions: [4, 4, 0]\n", "mesh.box.divisions must be"},
    {NUDGE_EVALUE, BOX "divisions: 4\n", "mesh.box.divisions must be three whole numbers"},
    {NUDGE_EVALUE, BOX "divisions: [1000, 1000, 1000]\n", "6e+09 tetrahedra"},
    {NUDGE_EVALUE, BOX "h: 1e-9\n", "problem:4: mesh.box has 6e+27 tetrahedra"},
    {NUDGE_EVALUE, BOX "h: 0\n", "mesh.box.h must be a length above 0"},
    {NUDGE_EVALUE, BOX "h: 1\n    size: [1, -1, 1]\n",
     "mesh.box.size must be three lengths above 0, as [x, y, z], not [1, -1, 1]"},
    {NUDGE_EVALUE, BOX "h: 1\n    jitter: 0.5\n", "mesh.box.jitter must be a number from 0 to 0.3"},
    {NUDGE_EVALUE, BOX "h: 1\n    periodic: [x, w]\n", "mesh.box.periodic must be a list of x, y or z"},
    {NUDGE_EVALUE, BOX "h: 1\n    periodic: x\n", "mesh.box.periodic must be a list of x, y or z"},
    {NUDGE_EVALUE, BOX "h: 1\n  pml: {layers: 2}\n", "problem:6: mesh.pml.thickness is missing"},
    {NUDGE_EVALUE, BOX "h: 1\n  pml: {thickness: 0}\n", "mesh.pml.thickness must be a length above 0"},
    {NUDGE_EVALUE, BOX "h: 1\n  pml: {thickness: 1, layers: 101}\n",
     "mesh.pml.layers must be a whole number from 1 to 100, not '101'"},
    {NUDGE_EVALUE, BOX "h: 1\n  pml: {thickness: 1, sides: [x]}\n",
     "mesh.pml.sides must be a list of xmin, xmax, ymin, ymax, zmin or zmax, not [x]"},
    {NUDGE_EVALUE, BOX "divisions: [400, 400, 400]\n  pml: {thickness: 1, layers: 100}\n",
     "problem:4: mesh.box has 1.3e+09 tetrahedra with its PML"},
    /* time */
    {NUDGE_EVALUE, MESH ORDER "time: {}\n", "problem:3: time needs 'end', or 'dt' and 'steps' together"},
    {NUDGE_EVALUE, MESH ORDER "time: {dt: 1}\n", "time needs 'end', or"},
    {NUDGE_EVALUE, MESH ORDER "time: {steps: 1}\n", "time needs 'end', or"},
    {NUDGE_EVALUE, MESH ORDER "time: {end: 1, dt: 1, steps: 1}\n", "problem:3: time has end, dt and steps"},
    {NUDGE_EVALUE, MESH ORDER "time: {end: 0}\n", "time.end must be a time above 0, not '0'"},
    {NUDGE_EVALUE, MESH ORDER "time: {end: 1, cfl: 11}\n", "time.cfl must be a number above 0, at most 10"},
    {NUDGE_EVALUE, MESH ORDER "time: {dt: 1, steps: 0}\n",
     "time.steps must be a whole number from 1 to 1000000000000"},
    {NUDGE_EVALUE, MESH ORDER "time: {dt: 1, steps: 1e13}\n", "time.steps must be"},
    {NUDGE_EVALUE, MESH ORDER "time: {dt: 1e300, steps: 1e12}\n", "dt times steps is too large"},
    /* materials and regions */
    {NUDGE_EVALUE, BASE "materials: {glass: {}}\nregions:\n  a: glas\n",
     "problem:6: region 'a' is of material 'glas', which is not among the materials, did you mean 'glass'?; "
     "there are: "
     "glass, vacuum"},
    {NUDGE_EVALUE, BASE "regions: {a: air}\n", "problem:4: region 'a' is of material 'air'"},
    /* expressions */
    {NUDGE_EVALUE, BASE "initial:\n  Ey: sen(x)\n", "problem:5: initial.Ey: unknown name 'sen'"},
    {NUDGE_EVALUE, BASE "initial: {Ey: sin(t)}\n", "problem:4: initial.Ey: t cannot be used here"},
    {NUDGE_EVALUE, BASE "exact: {Ey: sin(t}\n", "problem:4: exact.Ey: missing ')' at the end of the expression 'sin(t'"},
    {NUDGE_EVALUE, BASE "exact: {Ey: [x]}\n",
     "exact.Ey must be an expression in x, y, z, xc, yc, zc, t, not [x]"},
    {NUDGE_EVALUE, BASE "exact: {Ey: }\n", "exact.Ey must be an expression"},
};

/* A text of n copies of piece, with a number in each when it has a %d. */
static char *repeat(const char *head, const char *piece, int n, const char *tail)
{
    char *text = malloc(strlen(head) + (strlen(piece) + 10) * (size_t)n + strlen(tail) + 1), *end = text;
    end += sprintf(end, "%s", head);
    for (int i = 0; i < n; i++) end += snprintf(end, strlen(piece) + 10, piece, i);
    strcpy(end, tail);
    return text;
}

static void check_large(const char *head, const char *piece, int n, const char *tail, int code,
                        const char *message)
{
    nudge_problem *p = NULL;
    char *text = repeat(head, piece, n, tail);
    CHECK_FAILS(nudge_problem_parse(&p, text, ""), code, message);
    free(text);
}

int main(void)
{
    for (size_t i = 0; i < sizeof mistakes / sizeof *mistakes; i++) {
        nudge_problem *p = NULL;
        int before = test_failures;
        CHECK_FAILS(nudge_problem_parse(&p, mistakes[i].text, ""), mistakes[i].code, mistakes[i].message);
        if (test_failures > before) printf("    for this text:\n%s\n", mistakes[i].text);
        CHECK(!p);
        nudge_problem_destroy(p);
    }
    check_large(BASE "law: [", "a,", 100001, "]\n", NUDGE_EFORMAT, "problem:4: more than 100000 values");
    check_large(BASE "regions:\n", "  r%d: a\n", 32769, "", NUDGE_EVALUE,
                "regions has 32769 entries, at most 32768");
    check_large(BASE "regions:\n", "  r%d: a\n", 40000, "  r7: a\n", NUDGE_EFORMAT,
                "duplicate key 'r7', first given on line 12");
    check_large(BASE "# ", "0123456789abcdef", 1 << 20, "\n", NUDGE_EFORMAT, "larger than 16 MB");
    check_large(BASE "initial: {Ey: ", "(", 300, "x}\n", NUDGE_EVALUE, "more than 200 parentheses");
    check_large(BASE "initial: {Ey: ", "x+", 10000, "x}\n", NUDGE_EVALUE, "longer than 16384 characters");
    check_large(BASE, "k", 1000, ": 1\n", NUDGE_EVALUE, "problem:4: unknown key 'kkkk");
    TEST_END;
}
