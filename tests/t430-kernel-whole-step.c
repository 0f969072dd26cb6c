// Whole linear steps in one launch, with a process for every block and a system thread for every thread of it, and
// the parameters of a GPU: fields equal those of one launch per evaluation of the cpu device. Arguments: law,
// order, precision; unmixed: as t428.
// PLAIN: maxwell 2 single unmixed
// PLAIN: acoustic 3 double
// LONG: maxwell 4 double
// LONG: maxwell 1 single
// LONG: elastic 2 single
// LONG: maxwell 7 single unmixed
#include "real-threads-text.h"

enum { EVALUATIONS = 6 };

static void take_evaluations(struct nd_rhs *rhs, const struct nd_integrator *integrator, double dt)
{
    for (int i = 0; i < EVALUATIONS; i++) {
        const struct nd_stage stage = nd_integrator_stage(integrator, i, dt);
        CHECK_OK(nd_rhs_stage(rhs, &stage));
    }
}

static void keep_step(const char *folder, struct nd_fixture *fixture)
{
    struct nd_rhs *rhs = &fixture->rhs;
    const double dt = 1e-3;
    char numbers[400];
    struct nd_text text = {0};
    struct nd_recipe recipe = rhs->recipe;
    struct nd_integrator integrator;
    double factors[EVALUATIONS];
    const struct {
        const char *name;
        int which;
    } arrays[] = {{"vgeo", ND_VGEO},
                  {"neighbours", ND_NEIGHBOURS},
                  {"fmask", ND_FMASK},
                  {"slices", ND_SLICES},
                  {"segments", ND_SEGMENTS},
                  {"factors", ND_FACTORS},
                  {"sgeo", rhs->plan.number[ND_SGEO_REALS] ? ND_SGEO : ND_VGEO}};
    CHECK_OK(nd_integrator_init(&integrator, ND_LINEAR, 6, fixture->law->name, fixture->elem.N, 1));
    for (int i = 0; i < EVALUATIONS / 2; i++)
        factors[2 * i] = integrator.polynomial.factor[i].b, factors[2 * i + 1] = integrator.polynomial.factor[i].c;
    CHECK_OK(nd_transfer_reals(rhs->device, rhs->real, &rhs->buffer[ND_FACTORS], factors, EVALUATIONS));
    CHECK_OK(nd_rhs_settle(rhs)); /* fields are coefficients from here on */
    keep(folder, "q", rhs, rhs->now);
    for (size_t i = 0; i < sizeof arrays / sizeof *arrays; i++) keep(folder, arrays[i].name, rhs, arrays[i].which);
    take_evaluations(rhs, &integrator, dt);
    keep(folder, "q-after", rhs, rhs->now);
    make_text(folder, &rhs->plan, ND_PASS_STEP, &recipe, &text);
    keep_file(folder, "text.c", text.s, strlen(text.s));
    const int batches = (int)(rhs->layout.slots / rhs->plan.number[ND_BATCH]);
    snprintf(numbers, sizeof numbers,
             "#define DT_NUMBER %g\n#define BLOCKS_NUMBER %d\n#define EVALUATIONS_NUMBER %d\n"
             "#define FIRST_NUMBER 0xfffffffdu\n#define TOLERANCE %g\n",
             dt / rhs->unit, batches, EVALUATIONS, fixture->single ? 1e-5 : 1e-13);
    keep_file(folder, "numbers.h", numbers, strlen(numbers));
    CHECK(batches > 3);
    nd_text_clear(&text);
}

int main(int argc, char **argv)
{
    struct nd_device *device;
    struct nd_law law;
    struct nd_fixture fixture = {0};
    struct nd_plan plan;
    char folder[256];
    CHECK(argc == 4 || argc == 5);
    if (argc < 4) TEST_END;
    const int N = atoi(argv[2]), single = !strcmp(argv[3], "single");
    test_folder(folder);
    CHECK_OK(nd_device_open(&device, "cpu"));
    device->info.shared_bytes = device->info.shared_static = 1 << 20; /* C needs more of it for the same numbers */
    CHECK_OK(nd_law_init(&law, argv[1], ""));
    CHECK_OK(nd_fixture_init(&fixture, device, &law, N, single, (struct nd_fixture_size){1, 1}));
    gpu_plan(&fixture, argc > 4 ? argv[4] : "", &plan);
    plan.update = ND_UPDATE_RATE;
    nd_fixture_clear(&fixture);
    const int elements = plan.number[ND_BATCH] < 8 ? 48 : 6 * plan.number[ND_BATCH];
    CHECK_OK(nd_fixture_init(&fixture, device, &law, N, single,
                             (struct nd_fixture_size){1.0 * elements * law.fields.n * nd_elem_Np(N), 1}));
    CHECK_OK(nd_fixture_plan(&fixture, &plan));
    keep_step(folder, &fixture);
    run_threads(folder, "real-blocks.c", 0);
    nd_fixture_clear(&fixture);
    nd_law_clear(&law);
    nd_device_close(device);
    test_folder_remove(folder);
    TEST_END;
}
