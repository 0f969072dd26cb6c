// The Bernstein stage with one system thread per thread of a block and the parameters of a GPU. Loops
// over threads (C) and work-items that take turns (PoCL) hide missing barriers. Fields and residuals
// equal those of the cpu device. Where rows fill whole warps a thread sanitizer finds no race;
// elsewhere threads past the end of their row read values that others write, and discard them. Fields
// and residuals are absent until a block has waited for earlier launches.
// Arguments: law, order, precision; leaving: blocks that are not persistent; waves: incident plane
// waves; unmixed: the plan for meshes where few faces lie between two materials, which computes face
// factors instead of loading them.
// PLAIN: maxwell 3 double
// PLAIN: maxwell 5 double
// PLAIN: maxwell 4 single
// PLAIN: elastic 3 double
// PLAIN: elastic 2 single
// PLAIN: maxwell 4 single unmixed
// PLAIN: maxwell 2 double unmixed
// PLAIN: maxwell 3 single waves
// LONG: maxwell 2 double
// LONG: maxwell 4 single leaving
// LONG: maxwell 5 double leaving
// LONG: maxwell 7 double
// LONG: maxwell 7 double waves
// LONG: maxwell 2 double leaving,waves
// LONG: elastic 5 double waves
// LONG: maxwell 9 double
// LONG: maxwell 8 single
// LONG: maxwell 9 single
// LONG: acoustic 5 double
// LONG: acoustic 7 single
// LONG: elastic 5 single
// LONG: elastic 8 double
// LONG: advection 4 single
#include "kernel/bernstein/local_basis.h"
#include "real-threads-text.h"
#include "step/rhs_term.h"

static int nothing(void *self, struct nd_rhs *rhs, const struct nd_stage *stage)
{
    (void)self, (void)rhs, (void)stage;
    return 0;
}

/* In every batch but each third some faces that waves come in through, through one of them two. */
static void add_waves(struct nd_fixture *fixture)
{
    struct nd_rhs *rhs = &fixture->rhs;
    const int batch = rhs->plan.number[ND_BATCH], batches = (int)(rhs->layout.slots / batch),
              Nfp = fixture->elem.Nfp, traces = nd_local_basis(fixture->law).fluxes, most = 3 * batches;
    int32_t *first = nd_alloc((size_t)batches + 1, sizeof *first),
            *place = nd_alloc((size_t)most, sizeof *place), n = 0;
    double *factor = nd_alloc((size_t)(most * traces), sizeof *factor),
           *wave = nd_alloc((size_t)(most * Nfp), sizeof *wave);
    for (int g = 0; g < batches; g++) {
        first[g] = n;
        for (int i = 0; i < 3 && g % 3 < 2; i++)
            place[n++] = i < 2 ? (7 * g) % (2 * batch) : 2 * batch + g % (2 * batch);
    }
    first[batches] = n;
    for (int i = 0; i < most * traces; i++) factor[i] = sin(i);
    for (int i = 0; i < most * Nfp; i++) wave[i] = cos(3 * i);
    CHECK_OK(nd_rhs_upload(rhs, ND_WAVE_FIRST, first, ((size_t)batches + 1) * sizeof *first));
    CHECK_OK(nd_rhs_upload(rhs, ND_WAVE_PLACE, place, (size_t)n * sizeof *place));
    CHECK_OK(nd_transfer_reals(rhs->device, rhs->real, &rhs->buffer[ND_WAVE_FACTOR], factor,
                               (size_t)(most * traces)));
    CHECK_OK(nd_transfer_reals(rhs->device, rhs->real, &rhs->buffer[ND_WAVE], wave, (size_t)(most * Nfp)));
    CHECK_OK(nd_rhs_load_waves(rhs, n * Nfp));
    CHECK_OK(nd_rhs_term_attach(rhs, nothing, NULL, ND_TERM_WAVES, INFINITY));
    free(first), free(place), free(factor), free(wave);
}

/* A second stage, which reads the residual that the first one left; and its text and numbers.
 * Returns the threads of a block. */
static int keep_stage(const char *folder, struct nd_fixture *fixture)
{
    struct nd_rhs *rhs = &fixture->rhs;
    const double a = -0.4, b = 0.38, dt = 1e-3;
    const int batches = (int)(rhs->layout.slots / rhs->plan.number[ND_BATCH]),
              blocks = !rhs->plan.number[ND_PERSISTENT] || batches < 3 ? batches : 3;
    char numbers[400];
    struct nd_text text = {0};
    struct nd_recipe recipe = rhs->recipe;
    const struct {
        const char *name;
        int which;
    } arrays[] = {{"res", ND_RES},
                  {"vgeo", ND_VGEO},
                  {"neighbours", ND_NEIGHBOURS},
                  {"fmask", ND_FMASK},
                  {"slices", ND_SLICES},
                  {"segments", ND_SEGMENTS},
                  {"sgeo", rhs->plan.number[ND_SGEO_REALS] ? ND_SGEO : ND_VGEO},
                  {"wave-first", ND_WAVE_FIRST},
                  {"wave-place", ND_WAVE_PLACE},
                  {"wave-factor", ND_WAVE_FACTOR},
                  {"wave", ND_WAVE}};
    const struct nd_stage first = nd_stage_alone(0, 0.15, dt), second = nd_stage_alone(a, b, dt);
    CHECK_OK(nd_rhs_stage(rhs, &first));
    keep(folder, "q", rhs, rhs->now);
    for (size_t i = 0; i < sizeof arrays / sizeof *arrays; i++)
        if (rhs->buffer[arrays[i].which].bytes) keep(folder, arrays[i].name, rhs, arrays[i].which);
    CHECK_OK(nd_rhs_stage(rhs, &second));
    keep(folder, "q-after", rhs, rhs->now);
    keep(folder, "res-after", rhs, ND_RES);
    const enum nd_pass pass = rhs->waves.on ? ND_PASS_STAGE_WAVES : ND_PASS_STAGE;
    make_text(folder, &rhs->plan, pass, &recipe, &text);
    keep_file(folder, "text.c", text.s, strlen(text.s));
    snprintf(numbers, sizeof numbers,
             "#define A_NUMBER %g\n#define B_NUMBER %g\n#define DT_NUMBER %g\n#define BATCHES_NUMBER %d\n"
             "#define BLOCKS_NUMBER %d\n#define TOLERANCE %g\n#define WAVES %d\n#define STAGE %.*s\n",
             a, b, dt / rhs->unit, batches, blocks, fixture->single ? 1e-5 : 1e-13, rhs->waves.on,
             (int)strcspn(nd_plan_file(&rhs->plan, pass), "."), nd_plan_file(&rhs->plan, pass));
    keep_file(folder, "numbers.h", numbers, strlen(numbers));
    CHECK(batches > 3); /* persistent blocks take more than one */
    nd_text_clear(&text);
    return rhs->plan.number[ND_STATE] / rhs->plan.number[ND_PART_STRIDE] * rhs->plan.number[ND_BATCH];
}

int main(int argc, char **argv)
{
    struct nd_device *device;
    struct nd_law law;
    struct nd_fixture fixture = {0};
    struct nd_plan plan;
    char folder[256];
    const char *how = argc > 4 ? argv[4] : "";
    CHECK(argc == 4 || argc == 5);
    if (argc < 4) TEST_END;
    const int N = atoi(argv[2]), single = !strcmp(argv[3], "single");
    test_folder(folder);
    CHECK_OK(nd_device_open(&device, "cpu"));
    device->info.shared_bytes = device->info.shared_static =
        1 << 20; /* C needs more of it for the same numbers */
    CHECK_OK(nd_law_init(&law, argv[1], ""));
    CHECK_OK(nd_fixture_init(&fixture, device, &law, N, single, (struct nd_fixture_size){1, 1}));
    gpu_plan(&fixture, how, &plan);
    nd_fixture_clear(&fixture);
    const int elements = plan.number[ND_BATCH] < 8 ? 48 : 7 * plan.number[ND_BATCH];
    CHECK_OK(nd_fixture_init(&fixture, device, &law, N, single,
                             (struct nd_fixture_size){1.0 * elements * law.fields.n * nd_elem_Np(N), 1}));
    CHECK_OK(nd_fixture_plan(&fixture, &plan));
    if (strstr(how, "waves")) add_waves(&fixture);
    const int lanes = keep_stage(folder, &fixture), whole = nd_local_basis(&law).parts < 2 || lanes % 32 == 0;
    run_threads(folder, "real-threads.c", whole);
    nd_fixture_clear(&fixture);
    nd_law_clear(&law);
    nd_device_close(device);
    test_folder_remove(folder);
    TEST_END;
}
