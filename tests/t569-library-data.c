// A problem as text again, named triangles and bent elements of a mesh, all rates at once and whether they are linear, and fields on
// a plane, by the public header alone.
#include "test.h"

#define BOX                                                                                                  \
    "mesh: {box: {size: [2, 1, 1], divisions: [2, 2, 2], region: \"007\"}}\norder: 2\n"                      \
    "boundaries: {default: pec, xmax: impedance 50}\n"                                                       \
    "initial: {Ez: x + 2*y, Hx: z}\ntime: {end: +.5}\noutput: {folder: \"a \\\"b\"}\n"

static void check_write(void)
{
    nudge_problem *p = NULL, *again = NULL;
    char *text = NULL, *twice = NULL;
    CHECK_OK(nudge_problem_parse(&p, BOX, NULL));
    CHECK_OK(nudge_problem_set(p, "time.cfl", "1e-1"));
    CHECK_OK(nudge_problem_write(p, &text));
    CHECK(text && strstr(text, "\"size\": [2, 1, 1]") && strstr(text, "\"region\": \"007\""));
    CHECK(text && strstr(text, "\"end\": 0.5, \"cfl\": 1e-1") && strstr(text, "\"a \\\"b\""));
    CHECK(text && strstr(text, "\"Ez\": \"x + 2*y\", \"Hx\": \"z\"") && strstr(text, "\"impedance 50\""));
    CHECK_OK(nudge_problem_parse(&again, text, NULL));
    CHECK_OK(nudge_problem_write(again, &twice));
    CHECK(text && twice && !strcmp(text, twice));
    nudge_free(text), nudge_free(twice);
    CHECK_FAILS(nudge_problem_write(NULL, &text), NUDGE_EVALUE, "problem is null");
    CHECK(!text);
    CHECK_FAILS(nudge_problem_write(p, NULL), NUDGE_EVALUE, "text is null");
    nudge_problem_destroy(again), nudge_problem_destroy(p);
}

/* All triangles of the side x = 2 have its name, and no others. */
static void check_faces(const nudge_problem *p)
{
    nudge_mesh *mesh = NULL;
    CHECK_OK(nudge_mesh_create(&mesh, p));
    const nudge_mesh_info *info = nudge_mesh_describe(mesh);
    const int32_t *face = nudge_mesh_faces(mesh), *boundary = nudge_mesh_boundaries(mesh);
    const double *V = nudge_mesh_vertices(mesh);
    CHECK(info && info->faces == 6 * 8 && face && boundary && V);
    for (int64_t i = 0; info && i < info->faces; i++) {
        const nudge_mesh_boundary *b = nudge_mesh_get_boundary(mesh, boundary[i]);
        int on = 1;
        for (int c = 0; c < 3; c++) on &= V[3 * face[3 * i + c]] == 2;
        CHECK(b && on == !strcmp(b->name, "xmax"));
    }
    CHECK(!nudge_mesh_curved(mesh) && !nudge_mesh_shapes(mesh)); /* all elements are straight */
    CHECK(!nudge_mesh_faces(NULL) && !nudge_mesh_boundaries(NULL));
    nudge_mesh_destroy(mesh);
}

/* Shape points of the corners are the vertices, and the elements of the list bend. */
static void check_curved(void)
{
    nudge_mesh *mesh = NULL;
    CHECK_OK(nudge_mesh_read(&mesh, "tests/meshes/round-2.msh"));
    const nudge_mesh_info *info = nudge_mesh_describe(mesh);
    const int32_t *curved = nudge_mesh_curved(mesh), *v = nudge_mesh_elements(mesh);
    const double *shape = nudge_mesh_shapes(mesh), *V = nudge_mesh_vertices(mesh);
    static const int corner[4] = {0, 2, 5, 9}; /* i = 2, j = 2, k = 2 after the first point */
    CHECK(info && info->order == 2 && info->curved > 0 && curved && shape);
    for (int64_t n = 0; info && n < info->curved; n++) {
        const int32_t k = curved[n];
        double bend = 0;
        CHECK(k >= 0 && k < info->elements && (!n || k > curved[n - 1]));
        for (int c = 0; c < 3; c++) {
            for (int i = 0; i < 4; i++) CHECK(shape[3 * (10 * n + corner[i]) + c] == V[3 * v[4 * k + i] + c]);
            const double *x = shape + 30 * n + c; /* edges from the first vertex: i = 1, j = 1, k = 1 */
            for (int i = 0; i < 3; i++) {
                static const int middle[3] = {1, 3, 6};
                bend = fmax(bend, fabs(x[3 * middle[i]] - (x[0] + x[3 * corner[i + 1]]) / 2));
            }
            static const int other[3] = {4, 7, 8}, end[3][2] = {{2, 5}, {2, 9}, {5, 9}};
            for (int i = 0; i < 3; i++)
                bend = fmax(bend, fabs(x[3 * other[i]] - (x[3 * end[i][0]] + x[3 * end[i][1]]) / 2));
        }
        CHECK(bend > 1e-9 && bend < 0.3);
    }
    nudge_mesh_destroy(mesh);
    CHECK(!nudge_mesh_curved(NULL) && !nudge_mesh_shapes(NULL));
}

/* What a problem says that its law does not have. */
static void check_law(void)
{
    static const char *const what[][3] = {
        {"boundaries", "{default: pec}", NULL},
        {"boundaries", "{default: pecc}", "'pecc' is not a condition"},
        {"initial", "{Ew: 1}", "'Ew' is not a field"},
        {"materials", "{box: {eps: 2}}", "no constant 'eps'"},
        {"output.picture", "{file: a.png, field: Q}", "no field 'Q'"},
        {"law", "maxwel", "maxwel"},
    };
    for (size_t i = 0; i < sizeof what / sizeof *what; i++) {
        nudge_problem *p = NULL;
        CHECK_OK(nudge_problem_parse(&p, BOX, NULL));
        CHECK_OK(nudge_problem_set(p, what[i][0], what[i][1]));
        if (what[i][2])
            CHECK_FAILS(nudge_problem_check(p), NUDGE_EVALUE, what[i][2]);
        else
            CHECK_OK(nudge_problem_check(p));
        nudge_problem_destroy(p);
    }
    CHECK_FAILS(nudge_problem_check(NULL), NUDGE_EVALUE, "problem is null");
}

/* States and sources beside the fields, one at a time. */
static void check_linear(void)
{
    static const char *const what[][3] = {
        {"order", "1", NULL},
        {"boundaries", "{default: absorbing, xmin: pmc}", NULL},
        {"materials", "{box: {epsilon: 2, sigma: 1}}", NULL},
        {"sources", "{s: {dipole: {at: [1, 0.4, 0.4], moment: [0, 0, 1]}, waveform: {expression: t}}}",
         "sources"},
        {"materials", "{box: {poles: [{lorentz: {strength: 1, frequency: 0.2, damping: 0.1}}]}}", "poles"},
        {"mesh.pml", "{layers: 1, thickness: 1, sides: [xmax]}", "pml"},
    };
    for (size_t i = 0; i < sizeof what / sizeof *what; i++) {
        nudge_problem *p = NULL;
        nudge_solver *s = NULL;
        CHECK_OK(nudge_problem_parse(&p, BOX, NULL));
        CHECK_OK(nudge_problem_set(p, "boundaries", "{default: absorbing}"));
        CHECK_OK(nudge_problem_set(p, what[i][0], what[i][1]));
        CHECK_OK(nudge_solver_create(&s, p, "cpu"));
        if (what[i][2])
            CHECK_FAILS(nudge_solver_check_linear(s), NUDGE_EVALUE, what[i][2]);
        else
            CHECK_OK(nudge_solver_check_linear(s));
        nudge_solver_destroy(s), nudge_problem_destroy(p);
    }
    CHECK_FAILS(nudge_solver_check_linear(NULL), NUDGE_EVALUE, "solver is null");
}

static void check_rates(nudge_solver *s)
{
    const nudge_status *now = nudge_solver_status(s);
    const size_t n = (size_t)(now->elements * now->nodes), count = (size_t)now->fields;
    double *all = calloc(n * count, sizeof *all), *one = calloc(n, sizeof *one), most = 0;
    char name[32];
    CHECK_OK(nudge_solver_rates(s, all));
    for (size_t f = 0; f < count; f++) {
        snprintf(name, sizeof name, "rate_%s", nudge_solver_field(s, (int)f));
        CHECK_OK(nudge_solver_get(s, name, one));
        CHECK(!memcmp(one, all + f * n, n * sizeof *one));
        for (size_t i = 0; i < n; i++) most = fmax(most, fabs(one[i]));
    }
    CHECK(most > 0 && isfinite(most));
    double *fields = calloc(n * count, sizeof *fields), *twice = calloc(n * count, sizeof *twice);
    for (size_t f = 0; f < count; f++) {
        CHECK_OK(nudge_solver_get(s, nudge_solver_field(s, (int)f), fields + f * n));
        for (size_t i = 0; i < n; i++) fields[f * n + i] *= 2;
    }
    CHECK_OK(nudge_solver_rates_of(s, fields, twice));
    for (size_t i = 0; i < n * count; i++) CHECK(fabs(twice[i] - 2 * all[i]) <= 1e-5 * most);
    CHECK_OK(nudge_solver_get(s, nudge_solver_field(s, 0), one));
    CHECK(!memcmp(one, fields, n * sizeof *one));
    for (size_t f = 0; f < count; f++) {
        for (size_t i = 0; i < n; i++) fields[f * n + i] /= 2;
        CHECK_OK(nudge_solver_set(s, nudge_solver_field(s, (int)f), fields + f * n));
    }
    CHECK_FAILS(nudge_solver_rates_of(NULL, fields, all), NUDGE_EVALUE, "solver is null");
    CHECK_FAILS(nudge_solver_rates_of(s, NULL, all), NUDGE_EVALUE, "fields is null");
    CHECK_FAILS(nudge_solver_rates_of(s, fields, NULL), NUDGE_EVALUE, "values is null");
    free(fields), free(twice);
    CHECK_FAILS(nudge_solver_rates(NULL, all), NUDGE_EVALUE, "solver is null");
    CHECK_FAILS(nudge_solver_rates(s, NULL), NUDGE_EVALUE, "values is null");
    free(all), free(one);
}

static void check_slice(nudge_solver *s)
{
    nudge_plane plane = {.size = sizeof plane, .axis = 2, .at = 0.3};
    static double values[200 * 400];
    CHECK_OK(nudge_solver_slice(s, "Ez", &plane, NULL));
    CHECK(plane.columns == 400 && plane.rows == 200 && plane.low[0] == 0 && plane.high[0] == 2);
    CHECK_OK(nudge_solver_slice(s, "Ez", &plane, values));
    for (int i = 0; i < 200; i++)
        for (int j = 0; j < 400; j++)
            CHECK(fabs(values[400 * i + j] - ((j + 0.5) / 200 + 2 * (i + 0.5) / 200)) < 1e-9);
    plane.rows = 3, plane.columns = 2, plane.axis = 0, plane.at = 2; /* on the wall */
    CHECK_OK(nudge_solver_slice(s, "Hx", &plane, values));
    for (int i = 0; i < 6; i++) CHECK_NEAR(values[i], (i / 2 + 0.5) / 3, 1e-9);
    CHECK_OK(nudge_solver_slice(s, "region", &plane, values));
    CHECK(values[0] == 0 && values[5] == 0);
    CHECK_FAILS(nudge_solver_slice(s, "Eq", &plane, values), NUDGE_EVALUE, "'Eq' is not a field");
    plane.at = 2.5;
    CHECK_FAILS(nudge_solver_slice(s, "Ez", &plane, values), NUDGE_EVALUE, "misses the mesh");
    plane.axis = 3;
    CHECK_FAILS(nudge_solver_slice(s, "Ez", &plane, values), NUDGE_EVALUE, "axis is 3");
    plane.axis = 0, plane.rows = -1;
    CHECK_FAILS(nudge_solver_slice(s, "Ez", &plane, values), NUDGE_EVALUE, "-1 points");
    plane.size = 0;
    CHECK_FAILS(nudge_solver_slice(s, "Ez", &plane, values), NUDGE_EVALUE, "size is 0");
    CHECK_FAILS(nudge_solver_slice(NULL, "Ez", &plane, values), NUDGE_EVALUE, "solver is null");
    CHECK_FAILS(nudge_solver_slice(s, NULL, &plane, values), NUDGE_EVALUE, "field is null");
    CHECK_FAILS(nudge_solver_slice(s, "Ez", NULL, values), NUDGE_EVALUE, "plane is null");
}

int main(void)
{
    nudge_problem *p = NULL;
    nudge_solver *s = NULL;
    check_write();
    CHECK_OK(nudge_problem_parse(&p, BOX, NULL));
    CHECK_OK(nudge_problem_set(p, "boundaries", "{default: pec}"));
    check_faces(p);
    check_curved();
    check_law();
    check_linear();
    CHECK_OK(nudge_solver_create(&s, p, "cpu"));
    check_rates(s);
    check_slice(s);
    nudge_solver_destroy(s), nudge_problem_destroy(p);
    TEST_END;
}
