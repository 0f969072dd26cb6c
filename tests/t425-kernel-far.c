// Kernels at the far end of memory: blocks, elements and addresses as in a problem that fills 120
// GB, by pointers moved back as far as the indices are moved up. The results are bit for bit those
// of the same elements at the beginning. In C a block's number is a long; here it is an int, as on
// a GPU, and overflow traps.
// RUN: fused 1,7
// RUN: plain 1,7
// RUN: simd 1,7
// RUN: bernstein 1,7
// NOSANITIZE: the kernels that t410 checks, and these trap where arithmetic overflows in any build
#include <sys/mman.h>
#include <sys/stat.h>
#include "base/file.h"
#include "base/texts.h"
#include "device/backend.h"
#include "kernel/bernstein/bernstein.h"
#include "rig.h"

static struct far {
    struct rig *rig;
    int64_t slots;        /* that all elements are moved up; 0: they are where they are */
    int32_t *EToE;        /* so */
    uint32_t *neighbours; /* the same for bernstein */
    char *flux;           /* fluxes of all fields and slots, most of it never touched */
} far;

/* Are residuals of a stage in the local basis laid out side by side, without the padding of its fields? */
static int is_res_interleaved(const struct nd_rhs *rhs)
{
    struct nd_recipe recipe = rhs->recipe;
    nd_plan_recipe(&rhs->plan, ND_PASS_STAGE, &recipe);
    for (int i = 0; i < recipe.ndefines; i++)
        if (!strcmp(recipe.define[i].name, "RES_INTERLEAVED")) return 1;
    return 0;
}

/* Bytes that a slot has in a buffer. */
static size_t slot_bytes(const struct nd_rhs *rhs, int which)
{
    const struct nd_layout *y = &rhs->layout;
    switch (which) {
    case ND_Q0:
    case ND_Q1:
        if (rhs->plan.number[ND_STATE]) return (size_t)rhs->plan.number[ND_STATE] * rhs->real;
        return (size_t)(y->length / y->slots) * rhs->real;
    case ND_RES:
        if (rhs->plan.number[ND_STATE] && !is_res_interleaved(rhs))
            return (size_t)rhs->plan.number[ND_STATE] * rhs->real;
        return (size_t)(y->length / y->slots) * rhs->real;
    case ND_RATE: return (size_t)(y->length / y->slots) * rhs->real;
    case ND_METRIC: return 9 * rhs->real;
    case ND_MATERIAL:
    case ND_ETOL: return 4;
    case ND_ETOE:
    case ND_NEIGHBOURS: return 16;
    case ND_VGEO: return (size_t)rhs->plan.number[ND_VGEO_REALS] * rhs->real;
    case ND_SGEO: return (size_t)rhs->plan.number[ND_SGEO_REALS] * rhs->real;
    default: return 0;
    }
}

static void *moved_pointer(const struct nd_rhs *rhs, int which)
{
    uintptr_t at = (uintptr_t)rhs->buffer[which].handle;
    if (which == ND_FLUX) return far.flux;
    if (which == ND_ETOE) at = (uintptr_t)far.EToE;
    if (which == ND_NEIGHBOURS) at = (uintptr_t)far.neighbours;
    if (which == ND_OWN && !strcmp(rhs->plan.variant->name, "simd")) /* its marks of uniform blocks */
        at -= (uintptr_t)(far.slots / rhs->layout.block);
    return (void *)(at - (uintptr_t)far.slots * slot_bytes(rhs, which));
}

/* Counts and first slots; strides stay. */
static int64_t moved_number(const struct nd_rhs *rhs, int64_t number)
{
    const struct nd_layout *y = &rhs->layout;
    if (number == y->slots || number == 0) return number + far.slots;
    if (number == y->length) return number + far.slots * (y->length / y->slots);
    CHECK(number == y->S_f);
    return number;
}

static int64_t first_group(const struct nd_rhs *rhs, const char *kernel)
{
    if (!strncmp(kernel, "stage", 5)) return far.slots / nd_plan_block(&rhs->plan);
    if (!strcmp(kernel, "update")) return far.slots * (rhs->layout.length / rhs->layout.slots) / 1024;
    return strcmp(kernel, "energy_plain") ? far.slots : 0; /* energy_plain receives its first slot */
}

/* For a stage with a basis of its own, the kernels that convert its fields stay where they are. */
static int is_moved(const struct nd_rhs *rhs, const char *kernel)
{
    return far.slots && (!rhs->plan.variant->waves || !strncmp(kernel, "stage", 5));
}

static int launch(struct nd_device *device, struct nd_kernel *kernel, struct nd_grid grid,
                  const struct nd_arg *args, int nargs)
{
    const struct nd_rhs *rhs = &far.rig->rhs;
    void *values[32], *pointer[32];
    int64_t number[32];
    enum { BATCHES = 10 }; /* among the arguments of stage_bernstein.knl */
    int batches;
    const int moved = is_moved(rhs, kernel->name);
    (void)device;
    for (int i = 0; i < nargs; i++) {
        int which = 0;
        while (which < ND_BUFFERS && args[i].value != &rhs->buffer[which].handle) which++;
        values[i] = (void *)args[i].value;
        if (which < ND_BUFFERS && moved) {
            pointer[i] = moved_pointer(rhs, which);
            values[i] = &pointer[i];
        } else if (args[i].size == sizeof *number && moved) {
            number[i] = moved_number(rhs, *(const int64_t *)args[i].value);
            values[i] = &number[i];
        } else if (i == BATCHES && moved && rhs->plan.number[ND_STATE]) {
            batches = *(const int *)args[i].value + (int)(far.slots / rhs->plan.number[ND_BATCH]);
            values[i] = &batches;
        }
    }
    const int64_t first = moved ? first_group(rhs, kernel->name) : 0;
    ((nd_cpu_entry)kernel->handle)((long)first, (long)(first + grid.blocks), values);
    return 0;
}

/* The fields after two stages, residuals, and energies: [12][n], [K]. */
static void run(struct rig *rig, double *fields, double *energy)
{
    double total;
    for (int f = 0; f < 6; f++) CHECK_OK(nd_rhs_set(&rig->rhs, f, rig->q[f]));
    const struct nd_stage first = nd_stage_alone(0, 0.4, 1e-3), second = nd_stage_alone(-0.7, 0.3, 1e-3);
    CHECK_OK(nd_rhs_stage(&rig->rhs, &first));
    CHECK_OK(nd_rhs_stage(&rig->rhs, &second));
    for (int i = 0; i < 12; i++) CHECK_OK(nd_rhs_get(&rig->rhs, i / 6, i % 6, fields + (size_t)i * rig->n));
    CHECK_OK(nd_rhs_energy(&rig->rhs, &total, energy));
}

/* As many slots as 120 GB have room for, or elements can be counted; a multiple of 1024 and of the block. */
static int64_t far_slots(const struct nd_rhs *rhs)
{
    const int64_t most = (int64_t)120e9 / (3 * (int64_t)slot_bytes(rhs, ND_Q0)), multiple = 1024;
    const int64_t slots = most < INT32_MAX / 4 - rhs->layout.slots ? most : INT32_MAX / 4 - rhs->layout.slots;
    const int64_t block = nd_plan_block(&rhs->plan);
    return slots / (multiple * block) * multiple * block;
}

static void check(const char *variant, int N)
{
    struct rig rig;
    const struct rig_case c = {.cubes = {.n = {2, 2, 3}, .seed = 5},
                               .N = N,
                               .single = 1,
                               .upwind = 1,
                               .variant = variant,
                               .regions = 3,
                               .seed = 9};
    far.slots = 0;
    CHECK_OK(rig_init(&rig, &c));
    if (test_failures) return;
    struct nd_backend own = *rig.device->backend;
    const struct nd_backend *const before = rig.device->backend;
    own.launch = launch;
    rig.device->backend = &own;
    far.rig = &rig;
    double *near = nd_alloc(12 * rig.n, sizeof *near), *there = nd_alloc(12 * rig.n, sizeof *there);
    double *near_energy = nd_alloc((size_t)rig.mesh.K, sizeof *near_energy),
           *energy = nd_alloc((size_t)rig.mesh.K, sizeof *energy);
    run(&rig, near, near_energy);

    const int64_t slots = rig.rhs.layout.slots, S = far_slots(&rig.rhs);
    const size_t flux = (size_t)(S + slots) * 4 * 6 * (size_t)rig.ref.elem.Nfp * rig.rhs.real;
    CHECK(S > 10000000);
    far.EToE = nd_alloc((size_t)slots * 4, sizeof *far.EToE);
    far.neighbours = nd_alloc((size_t)slots * 4, sizeof *far.neighbours);
    for (int64_t i = 0; i < 4 * slots && !rig.rhs.plan.number[ND_STATE]; i++)
        far.EToE[i] = ((int32_t *)rig.rhs.buffer[ND_ETOE].handle)[i] + (int32_t)S;
    for (int64_t i = 0; i < 4 * slots && rig.rhs.plan.number[ND_STATE]; i++) {
        const uint32_t d = ((uint32_t *)rig.rhs.buffer[ND_NEIGHBOURS].handle)[i];
        far.neighbours[i] = d < 0xfffffe00u ? d + 8 * (uint32_t)S : d; /* ND_NEIGHBOUR_BOUNDARY */
    }
    far.flux = mmap(NULL, flux, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    CHECK(far.flux != MAP_FAILED);
    far.slots = S;
    if (far.flux != MAP_FAILED) run(&rig, there, energy);
    if (memcmp(near, there, 12 * rig.n * sizeof *near) ||
        memcmp(near_energy, energy, (size_t)rig.mesh.K * sizeof *energy)) {
        printf("%s, N = %d: otherwise at slot %lld than at the beginning\n", variant, N, (long long)S);
        test_failures++;
    }
    if (far.flux != MAP_FAILED) munmap(far.flux, flux);
    free(far.EToE), free(far.neighbours), free(near), free(there), free(near_energy), free(energy);
    rig.device->backend = before;
    rig_clear(&rig);
}

/* A header with blocks counted as on a GPU, in a folder that kernel texts are looked for in. */
static void count_by_int(const char *folder, const char *header)
{
    static const char by_long[] = "for (long g = first_; g < last_; g++) {",
                      by_int[] = "for (long g##_ = first_; g##_ < last_; g##_++) { const int g = (int)g##_;";
    struct nd_text text = {0};
    char path[300];
    int found = 0;
    for (const struct nd_text_file *t = nd_texts; t->name; t++) {
        const char *from = t->text;
        if (strcmp(t->name, header)) continue;
        for (const char *at; (at = strstr(from, by_long)); from = at + strlen(by_long), found++)
            nd_text_add(&text, "%.*s%s", (int)(at - from), from, by_int);
        nd_text_add(&text, "%s", from);
    }
    CHECK(found == 1);
    CHECK(text.n > 0);
    snprintf(path, sizeof path, "%s/%s", folder, header);
    CHECK_OK(nd_file_write(path, text.s, text.n));
    nd_text_clear(&text);
    setenv("NUDGE_KERNELS", folder, 1);
}

int main(int argc, char **argv)
{
    char folder[256], path[300];
    const char *tmp = getenv("TMPDIR");
    CHECK(argc == 3);
    if (argc != 3) TEST_END;
    snprintf(folder, sizeof folder, "%s/nudge-test-XXXXXX", tmp && *tmp ? tmp : "/tmp");
    CHECK(mkdtemp(folder) != NULL);
    setenv("NUDGE_CFLAGS", "-fsanitize=signed-integer-overflow -fsanitize-undefined-trap-on-error", 1);
    if (strcmp(argv[1], "simd")) { /* that is C only */
        count_by_int(folder, "dialect_c.h");
        count_by_int(folder, "batches_c.h");
    }
    for (const char *N = argv[2]; *N; N += N[1] ? 2 : 1) check(argv[1], *N - '0');
    snprintf(path, sizeof path, "%s/dialect_c.h", folder);
    remove(path);
    snprintf(path, sizeof path, "%s/batches_c.h", folder);
    remove(path);
    remove(folder);
    TEST_END;
}
