// Every restatement of a law computes what the law's plain functions do: the volume term, and the
// flux at faces between two materials and at every boundary condition, at random states, materials
// and elements of both orientations, in both precisions. tests/restated.knl computes both; this
// file draws the cases and compares. Argument: "double", for that precision only.
// PLAIN:
// SANITIZED: double
#include "base/file.h"
#include "cubes.h"
#include "own.h"
#include "device/device.h"
#include "kernel/kernel.h"
#include "kernel/restated.h"
#include "test.h"

enum { CASES = 240, PAIRS = 3, VALUES = 2 };

static const char *const pair_names[PAIRS] = {"volume", "flux", "change of basis"};

struct cases {
    int size; /* reals of one */
    double *in, *out;
    int32_t *where;
};

static double det(const double p[5][3], int tip)
{
    double e[3][3];
    for (int i = 0; i < 3; i++)
        for (int c = 0; c < 3; c++) e[i][c] = p[i][c] - p[tip][c];
    return e[0][0] * (e[1][1] * e[2][2] - e[1][2] * e[2][1]) -
           e[0][1] * (e[1][0] * e[2][2] - e[1][2] * e[2][0]) +
           e[0][2] * (e[1][0] * e[2][1] - e[1][1] * e[2][0]);
}

/* Five points in a cube of side 2, of two elements that are not too flat, on both sides of the face. */
static void draw_points(double p[5][3], unsigned *seed)
{
    do {
        for (int i = 0; i < 15; i++) p[i / 3][i % 3] = 2 * test_random(seed);
    } while (fabs(det(p, 3)) < 0.4 || fabs(det(p, 4)) < 0.4 || det(p, 3) * det(p, 4) > 0);
}

/* 1 where vertices in the order of restated.knl's metric() are positively oriented, with the tip at
 * its place for face f. */
static int is_positive(const double p[5][3], int f)
{
    static const int last[4] = {3, 2, 0, 1};
    double v[4][3], ordered[5][3];
    for (int i = 0, k = 0; i < 4; i++) memcpy(v[i], p[i == last[f] ? 3 : k++], sizeof v[i]);
    for (int i = 0; i < 4; i++) memcpy(ordered[i], v[(i + 1) % 4], sizeof v[i]);
    return det(ordered, 3) > 0;
}

/* Defaults times a random factor; elastics are a fluid now and then, and anisotropic where the law
 * is extended. */
static void draw_material(const struct nd_law *law, double *constants, unsigned *seed)
{
    const int c11 = nd_names_find(&law->material, "c11"), mu = nd_names_find(&law->material, "mu");
    for (int i = 0; i < law->material.n; i++) constants[i] = law->standard[i] * (0.5 + 2 * test_random(seed));
    if (c11 >= 0 && !nd_law_extended(law) && test_random(seed) < 0.25) constants[mu] = 0;
    for (int i = 0, k = c11; i < 6 && nd_law_extended(law); i++)
        for (int j = i; j < 6; j++, k++) constants[k] = (i == j ? 6 : 1) * (0.5 + test_random(seed));
}

static void draw(const struct nd_law *law, enum nd_form form, struct cases *cases)
{
    unsigned seed = 5;
    const int conditions = law->boundaries.n + (law->valued >= 0 ? VALUES - 1 : 0);
    for (int i = 0; i < CASES; i++) {
        double *in = cases->in + i * cases->size, p[5][3];
        int32_t *where = cases->where + 3 * i;
        where[0] = i % 4;
        where[1] = i / 4 % 4;
        where[2] = i % 2 ? -1 : i / 2 % conditions;
        draw_points(p, &seed);
        if (form == ND_FORM_REDUCED && !is_positive(p, where[0]))
            for (int c = 0; c < 3; c++) {
                const double x = p[0][c];
                p[0][c] = p[1][c], p[1][c] = x;
            }
        memcpy(in, p, sizeof p);
        for (int k = 0; k < 2; k++) draw_material(law, in + 15 + k * law->material.n, &seed);
        for (int k = 15 + 2 * law->material.n; k < cases->size; k++) in[k] = 2 * test_random(&seed) - 1;
    }
}

/* Runs the kernel. */
static void compute(struct nd_device *device, const char *text, const char *title, int single,
                    struct cases *cases, int fields)
{
    const struct nd_backend *b = device->backend;
    struct nd_module *module = NULL;
    struct nd_kernel *kernel;
    struct nd_buffer in, where, out;
    const size_t real = single ? 4 : 8, n = (size_t)(CASES * cases->size),
                 m = (size_t)(CASES * 2 * PAIRS * fields);
    float *narrow = nd_alloc(n + m, sizeof *narrow);
    for (size_t i = 0; i < n; i++) narrow[i] = (float)cases->in[i];
    CHECK_OK(nd_device_module(device, title, text, "-O0 -w", &module));
    if (!module) goto done;
    CHECK_OK(nd_device_alloc(device, &in, n * real));
    CHECK_OK(nd_device_alloc(device, &where, 3 * CASES * sizeof *cases->where));
    CHECK_OK(nd_device_alloc(device, &out, m * real));
    CHECK_OK(b->write(device, &in, 0, single ? (void *)narrow : cases->in, n * real));
    CHECK_OK(b->write(device, &where, 0, cases->where, 3 * CASES * sizeof *cases->where));
    const struct nd_arg args[] = {ND_ARG_BUFFER(in), ND_ARG_BUFFER(where), ND_ARG_BUFFER(out)};
    CHECK_OK(b->kernel(device, module, "restated", &kernel));
    CHECK_OK(b->launch(device, kernel, (struct nd_grid){.blocks = CASES, .threads = 1}, args, 3));
    CHECK_OK(b->read(device, single ? (void *)narrow : cases->out, &out, 0, m * real));
    for (size_t i = 0; i < m && single; i++) cases->out[i] = narrow[i];
    nd_device_free(device, &in);
    nd_device_free(device, &where);
    nd_device_free(device, &out);
    b->unload(device, module);
done:
    free(narrow);
}

/* Errors relative to the largest field of the pair, or to 1, because states are of that size and
 * fluxes may cancel. */
static void compare(const struct cases *cases, const char *title, int single, int fields)
{
    const double tolerance = single ? 1e-4 : 1e-12;
    for (int pair = 0; pair < PAIRS; pair++) {
        double worst = 0, largest = 1;
        int at = 0;
        for (int i = 0; i < CASES; i++) {
            const double *plain = cases->out + (i * PAIRS + pair) * 2 * fields, *restated = plain + fields;
            double scale = 1, error = 0;
            for (int k = 0; k < fields; k++) {
                scale = test_worse(scale, fabs(plain[k]));
                error = test_worse(error, fabs(plain[k] - restated[k]));
            }
            error /= scale;
            largest = test_worse(largest, scale);
            if (!(error <= worst)) worst = error, at = i;
        }
        if (getenv("TEST_SHOW")) printf("%s: %s: %.2g\n", title, pair_names[pair], worst);
        CHECK(pair == PAIRS - 1 || largest > 2); /* numbers were computed */
        if (worst <= tolerance) continue;
        printf("%s: %s: relative error %.3g, more than %g, at face %d, neighbour's face %d, condition %d\n",
               title, pair_names[pair], worst, tolerance, cases->where[3 * at], cases->where[3 * at + 1],
               cases->where[3 * at + 2]);
        test_failures++;
    }
}

struct form {
    enum nd_form form;
    int N, single;
    double upwind;
    const char *factors; /* the text for them, where a law has two */
};

/* The texts of all phases. */
static void paste_all(struct nd_recipe *recipe, const char *factors)
{
    const char *const phases[] = {"setup", "faces", "sgeo", "wall", "nodes", factors};
    for (size_t i = 0; i < sizeof phases / sizeof *phases; i++) {
        const char *text =
            phases[i] ? nd_restated_text(recipe->law, ND_FORM_LOCAL, recipe->upwind, phases[i]) : NULL;
        if (text && (recipe->nvalues || strcmp(phases[i], "wall")))
            nd_recipe_paste(recipe, "restated.knl", text);
    }
}

static void check(struct nd_device *device, const struct nd_law *law, struct form f)
{
    const int fields = law->fields.n, size = 15 + 2 * law->material.n + 5 * fields;
    struct cases cases = {.size = size,
                          .in = nd_alloc((size_t)(CASES * size), sizeof *cases.in),
                          .out = nd_alloc((size_t)(CASES * 2 * PAIRS * fields), sizeof *cases.out),
                          .where = nd_alloc(3 * CASES, sizeof *cases.where)};
    struct nd_layout layout;
    struct nd_recipe recipe;
    struct nd_text text = {0};
    char title[96];
    nd_layout_fused(&layout, 8, 4, fields, 4);
    nd_recipe_init(&recipe, ND_CASE(NULL, law, f.N, f.single, f.upwind), &layout);
    if (law->valued >= 0) recipe.nvalues = VALUES, recipe.value[0] = 3, recipe.value[1] = 0.5;
    if (f.form == ND_FORM_LOCAL) nd_recipe_define(&recipe, "STATE", fields * 4);
    if (f.form == ND_FORM_LOCAL) paste_all(&recipe, f.factors);
    CHECK_OK(nd_kernel_text(&recipe, f.form == ND_FORM_LOCAL ? "restated.knl" : "stage_fused.knl", &text));
    snprintf(title, sizeof title, "%s%s, %s %s, N = %d, %s, upwind %g", law->name,
             nd_law_extended(law) ? " (extended)" : "", f.form == ND_FORM_LOCAL ? "local basis" : "reduced",
             f.factors ? f.factors : "", f.N, f.single ? "single" : "double", f.upwind);
    draw(law, f.form, &cases);
    if (text.s) compute(device, text.s, title, f.single, &cases, fields);
    compare(&cases, title, f.single, fields);
    nd_text_clear(&text);
    free(cases.in), free(cases.out), free(cases.where);
}

/* Which laws have one, and that a user's file has none whatever its name. */
static void check_found(struct nd_law *law, const char *folder)
{
    struct nd_law own;
    CHECK(nd_restated(law, ND_FORM_LOCAL, 1) && nd_restated(law, ND_FORM_REDUCED, 1));
    CHECK(!nd_restated(law, ND_FORM_LOCAL, 0.5) && !nd_restated(law, ND_FORM_NONE, 1));
    CHECK(!strcmp(nd_restated_text(law, ND_FORM_LOCAL, 1, ""), "bernstein/laws/maxwell.h"));
    CHECK(!strcmp(nd_restated_text(law, ND_FORM_LOCAL, 1, "faces"), "bernstein/laws/maxwell_faces.h"));
    CHECK(!strcmp(nd_restated_text(law, ND_FORM_LOCAL, 0, "faces"), "bernstein/laws/plain_faces.h"));
    CHECK(!strcmp(nd_restated_text(law, ND_FORM_REDUCED, 0, ""), "fused/laws/plain.h"));
    CHECK(!nd_restated_text(law, ND_FORM_REDUCED, 0, "faces"));
    CHECK(!nd_restated_text(law, ND_FORM_NONE, 1, ""));
    CHECK(nd_restated_number(law, ND_FORM_LOCAL, "LOCAL_PARTS", 7) == 2);
    CHECK(nd_restated_number(law, ND_FORM_LOCAL, "NO_SUCH_WORD", 7) == 7);
    CHECK_OK(nd_file_write(test_path(folder, "maxwell.law"), law->text, strlen(law->text)));
    CHECK_OK(nd_law_init(&own, "maxwell.law", folder));
    CHECK(!strcmp(own.name, "maxwell") && !nd_restated(&own, ND_FORM_LOCAL, 1));
    CHECK(!nd_restated(&own, ND_FORM_REDUCED, 1));
    CHECK(!strcmp(nd_restated_text(&own, ND_FORM_LOCAL, 1, ""), "bernstein/laws/plain.h"));
    nd_law_clear(&own);
}

static void check_law(struct nd_device *device, const char *name, const char *folder, int precisions)
{
    struct nd_law law;
    CHECK_OK(nd_law_init(&law, name, ""));
    for (int single = 0; single < precisions; single++) {
        check(device, &law, (struct form){ND_FORM_REDUCED, 1, single, 1, NULL});
        check(device, &law, (struct form){ND_FORM_LOCAL, 1, single, 1, "products"});
    }
    if (!strcmp(name, "maxwell")) {
        check(device, &law, (struct form){ND_FORM_LOCAL, 4, 0, 1, "metric"});
        check(device, &law, (struct form){ND_FORM_REDUCED, 1, 0, 0.5, NULL}); /* plain.h */
        check_found(&law, folder);
    }
    if (law.either.n) {
        for (int i = 0; i < law.either.n; i++) CHECK_OK(nd_law_use(&law, i));
        CHECK(nd_restated(&law, ND_FORM_REDUCED, 1) && !nd_restated(&law, ND_FORM_LOCAL, 1));
        check(device, &law, (struct form){ND_FORM_REDUCED, 1, 0, 1, NULL});
        check(device, &law, (struct form){ND_FORM_LOCAL, 1, 0, 1, NULL}); /* plain.h */
    }
    nd_law_clear(&law);
}

int main(int argc, char **argv)
{
    static const char *const laws[] = {"maxwell", "acoustic", "elastic"};
    char folder[256], *text = NULL;
    size_t n = 0;
    struct nd_device *device = NULL;
    test_folder(folder);
    CHECK_OK(nd_file_read("tests/restated.knl", 1 << 20, &text, &n));
    CHECK_OK(nd_file_write(test_path(folder, "restated.knl"), text, n));
    CHECK_OK(nd_file_write(test_path(folder, "stage_fused.knl"), text, n));
    setenv("NUDGE_KERNELS", folder, 1);
    setenv("NUDGE_CACHE", test_path(folder, "cache"), 1);
    CHECK_OK(nd_device_open(&device, "cpu"));
    for (size_t i = 0; i < sizeof laws / sizeof *laws; i++)
        check_law(device, laws[i], folder, argc > 1 && !strcmp(argv[1], "double") ? 1 : 2);
    nd_device_close(device);
    test_folder_remove(folder);
    free(text);
    TEST_END;
}
