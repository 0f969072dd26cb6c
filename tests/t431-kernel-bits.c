// The numbers of a plan change results by rounding only: three steps with each value of each parameter beside those with the
// guess. TEST_SHOW prints which plans give the same bits (doc/explanation/ranks.md). Arguments: device, laws, orders,
// precision, variants.
// LONG: cpu maxwell 3 double simd,bernstein,fused
// LONG: cpu elastic 2 single simd,bernstein,fused
// LONG: opencl maxwell 2 single bernstein,fused
#include "kernel/variant.h"
#include "rig.h"

enum { STEPS = 3 };

static long plans; /* that were compared */

/* A number in [-1/2, 1/2) by its place. */
static void random_values(const void *context, nd_idx k, int field, double *values)
{
    const struct nd_setup *setup = context;
    for (int n = 0; n < setup->elem->Np; n++) {
        uint64_t h = ((uint64_t)k * 64 + (uint64_t)field) * 1000 + (uint64_t)n + 1;
        h *= 0x9e3779b97f4a7c15u;
        h = (h ^ h >> 30) * 0xbf58476d1ce4e5b9u;
        values[n] = (double)(int64_t)(h >> 40) * 0x1p-24 - 0.5;
    }
}

/* Fields after some steps: [fields][K Np]; free() them. *n: how many numbers. */
static double *take_steps(struct nd_setup *setup, const struct nd_plan *plan, const struct nd_integrator *integrator, size_t *n)
{
    struct nd_rhs rhs;
    const size_t count = (size_t)setup->mesh->K * (size_t)setup->elem->Np;
    *n = count * (size_t)setup->law->fields.n;
    double *values = nd_alloc(*n, sizeof *values);
    setup->plan = plan;
    CHECK_OK(nd_rhs_init(&rhs, setup));
    CHECK_OK(nd_rhs_make(&rhs, random_values, setup));
    for (int i = 0; i < STEPS; i++) CHECK_OK(nd_integrator_step(integrator, &rhs, 0.01));
    for (int f = 0; f < setup->law->fields.n; f++) CHECK_OK(nd_rhs_get(&rhs, 0, f, values + (size_t)f * count));
    nd_rhs_clear(&rhs);
    return values;
}

/* One plan beside the guess, whose fields are given. */
static void compare(struct nd_setup *setup, const struct nd_case *c, const struct nd_integrator *integrator,
                    struct nd_plan plan, const struct nd_parameter *p, const double *guess)
{
    size_t n;
    double off = 0, all = 0;
    nd_plan_derive(&plan, c);
    if (nd_plan_check(&plan, c)) return;
    double *values = take_steps(setup, &plan, integrator, &n);
    for (size_t i = 0; i < n; i++) off += (values[i] - guess[i]) * (values[i] - guess[i]), all += guess[i] * guess[i];
    plans++;
    const int same = !memcmp(values, guess, n * sizeof *values), right = sqrt(off / all) < (c->single ? 1e-6 : 1e-14);
    if (!right || getenv("TEST_SHOW"))
        printf("%s %s N = %d %s %s: %s = %d: %s bits, %.1e\n", nd_plan_name(&plan), c->law->name, c->N,
               c->single ? "single" : "double", integrator->name, p->name, nd_plan_get(&plan, p),
               same ? "the same" : "other", sqrt(off / all));
    CHECK(right && all > 0);
    free(values);
}

/* Each parameter in turn, the others as they were guessed. */
static void check_variant(struct nd_setup *setup, const struct nd_case *c, const struct nd_integrator *integrator,
                          const char *variant)
{
    static const int of_processors[] = {2, 4, 8, 16};
    struct nd_plan guess;
    CHECK_OK(nd_plan_choose(&guess, c, variant));
    guess.mixed = 1;
    nd_plan_derive(&guess, c);
    size_t size;
    double *fields = take_steps(setup, &guess, integrator, &size);
    for (const struct nd_parameter *p = guess.variant->parameters; p && p->name; p++) {
        const int n = p->n ? p->n : p->options ? 0 : 4, *value = p->n ? p->value : of_processors;
        for (int i = 0; i < n; i++) {
            struct nd_plan plan = guess;
            if (value[i] == nd_plan_get(&guess, p) || value[i] < p->least || value[i] > p->most) continue;
            nd_plan_set(&plan, p, value[i]);
            compare(setup, c, integrator, plan, p, fields);
        }
    }
    free(fields);
}

static void check(struct nd_device *device, const char *law_name, int N, int single, int linear, const char *variants)
{
    const struct nd_box box = {.given = true, .size = {1, 1, 1}, .divisions = {3, 3, 2}, .jitter = 0.2};
    const int material[] = {0, 1};
    int condition[16] = {0};
    double constants[64];
    nd_idx second;
    struct nd_law law;
    struct nd_elem elem;
    struct nd_mesh mesh;
    struct nd_connect connect;
    struct nd_integrator integrator;
    CHECK_OK(nd_law_init(&law, law_name, ""));
    CHECK_OK(nd_elem_init(&elem, N));
    for (int m = 0; m < 2; m++)
        for (int i = 0; i < law.material.n; i++) constants[m * law.material.n + i] = (1 + m * (i + 1)) * law.standard[i];
    CHECK_OK(nd_mesh_box(&mesh, &box));
    CHECK_OK(nd_mesh_region(&mesh, "second", &second));
    for (nd_idx k = 0; k < mesh.K; k += 3) mesh.region[k] = second;
    CHECK_OK(nd_connect_init(&connect, &mesh));
    CHECK_OK(nd_integrator_init(&integrator, linear ? ND_LINEAR : ND_LSRK4, 6, law_name, N, 1));
    const struct nd_case c = {device, &law, N, single, 1, linear};
    struct nd_setup setup = {.device = device,
                             .law = &law,
                             .mesh = &mesh,
                             .connect = &connect,
                             .elem = &elem,
                             .single = single,
                             .upwind = 1,
                             .condition = condition,
                             .material = material,
                             .constants = constants,
                             .nmaterials = 2};
    for (const struct nd_variant *const *v = nd_variants; *v; v++) {
        struct nd_plan plan;
        if (!strstr(variants, (*v)->name) || (linear && !(*v)->linear) || nd_plan_choose(&plan, &c, (*v)->name)) continue;
        check_variant(&setup, &c, &integrator, (*v)->name);
    }
    nd_connect_clear(&connect);
    nd_mesh_clear(&mesh);
    nd_elem_clear(&elem);
    nd_law_clear(&law);
}

int main(int argc, char **argv)
{
    struct nd_device *device = NULL;
    char laws[64], *rest = NULL;
    if (argc < 6) return printf("usage: DEVICE LAWS ORDERS PRECISION VARIANTS\n"), 1;
    const int single = !strcmp(argv[4], "single");
    CHECK_OK(nd_device_open(&device, argv[1]));
    snprintf(laws, sizeof laws, "%s", argv[2]);
    for (char *law = strtok_r(laws, ",", &rest); law && device; law = strtok_r(NULL, ",", &rest))
        for (const char *N = argv[3]; *N; N++)
            for (int linear = 0; *N != ',' && linear < 2; linear++) check(device, law, *N - '0', single, linear, argv[5]);
    CHECK(plans > 3);
    nd_device_close(device);
    TEST_END;
}
