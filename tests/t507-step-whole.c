// Whole linear steps in one launch give the same bits as one launch per evaluation, on a GPU that guarantees
// that blocks run at the same time; elsewhere steps are never taken so. TEST_DEVICE: cpu unless said.
// Arguments: laws, orders, precision (else both).
// RUN: maxwell 2 single
// LONG: maxwell,acoustic,elastic 1,2,3,4,5,6,7,8,9
#include <string.h>
#include "law/builtin.h"
#include "step/whole_step.h"
#include "test.h"
#include "tune/fixture.h"

enum { STEPS = 5, FIELDS = 16 };

/* Fields after some steps: [fields][K Np], on the heap. whole: whether they were whole ones. */
static double *take_steps(struct nd_fixture *fixture, const struct nd_plan *plan, int *whole)
{
    const size_t n = (size_t)fixture->mesh.K * (size_t)fixture->elem.Np;
    double *all = nd_alloc((size_t)fixture->law->fields.n * n, sizeof *all);
    struct nd_integrator integrator;
    nd_rhs_clear(&fixture->rhs); /* else the fields stay as they are */
    fixture->rhs.device = NULL;
    CHECK_OK(nd_fixture_plan(fixture, plan));
    CHECK_OK(nd_integrator_init(&integrator, ND_LINEAR, 6, fixture->law->name, fixture->elem.N, 1));
    for (int i = 0; i < STEPS; i++) /* the first by itself, others from graphs, the last of another length */
        CHECK_OK(nd_integrator_step(&integrator, &fixture->rhs, i < STEPS - 1 ? 1e-3 : 5e-4));
    *whole = fixture->rhs.whole.on;
    for (int f = 0; f < fixture->law->fields.n; f++) CHECK_OK(nd_rhs_get(&fixture->rhs, 0, f, all + (size_t)f * n));
    return all;
}

static void compare(struct nd_device *device, const struct nd_law *law, int N, int single, int mixed)
{
    struct nd_fixture fixture = {0};
    struct nd_plan plan;
    const struct nd_case c = {device, law, N, single, 1, 1};
    int whole = 0, never = 1;
    CHECK_OK(nd_fixture_init(&fixture, device, law, N, single, (struct nd_fixture_size){device->info.gpu ? 2e5 : 2e4, mixed}));
    CHECK_OK(nd_plan_choose(&plan, &c, NULL));
    plan.mixed = mixed ? 1 : plan.mixed;
    nd_plan_derive(&plan, &c);
    nd_plan_fit(&plan, &c, fixture.mesh.K);
    unsetenv("NUDGE_STEPS");
    double *one = take_steps(&fixture, &plan, &whole);
    setenv("NUDGE_STEPS", "stages", 1);
    double *many = take_steps(&fixture, &plan, &never);
    const size_t bytes = (size_t)law->fields.n * (size_t)fixture.mesh.K * (size_t)fixture.elem.Np * sizeof *one;
    if (memcmp(one, many, bytes) || never || whole != device->info.cooperative) {
        printf("%s N = %d %s%s: whole steps %d, then %d, bits %s\n", law->name, N, single ? "single" : "double",
               mixed ? " mixed" : "", whole, never, memcmp(one, many, bytes) ? "differ" : "are the same");
        test_failures++;
    }
    free(one), free(many);
    nd_fixture_clear(&fixture);
}

int main(int argc, char **argv)
{
    struct nd_device *device = NULL;
    const char *wanted = getenv("TEST_DEVICE"), *names[FIELDS];
    const int laws = nd_law_builtin_names(names, FIELDS);
    CHECK(argc > 2);
    CHECK_OK(nd_device_open(&device, wanted ? wanted : "cpu"));
    for (int l = 0; l < laws && device; l++) {
        struct nd_law law;
        if (!strstr(argv[1], names[l])) continue;
        CHECK_OK(nd_law_init(&law, names[l], ""));
        for (int N = 1; N <= 9; N++)
            for (int single = 0; single < 2; single++)
                for (int mixed = 0; mixed < 2; mixed++)
                    if (strchr(argv[2], '0' + N) && (argc < 4 || single == !strcmp(argv[3], "single")))
                        compare(device, &law, N, single, mixed);
        nd_law_clear(&law);
    }
    nd_device_close(device);
    TEST_END;
}
