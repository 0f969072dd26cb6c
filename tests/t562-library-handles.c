// Meshes, devices, kernels and the tuner by the public header alone: what they report, and misuse.
// RUN:
#include "test.h"
#include <unistd.h>

#define BOX                                                                                                  \
    "law: acoustic\nunits: si\nmesh: {box: {size: [1, 1, 2], divisions: [2, 2, 4]}, scale: 0.5}\norder: 2\n" \
    "materials: {air: {}}\nregions: {default: air}\nboundaries: {default: rigid}\n"                          \
    "initial: {p: x}\ntime: {end: 1}\n"

static void check_helpers(void)
{
    static const char *const names[] = {"plain", "simd", "fused"};
    char out[32], *text = NULL, path[] = "/tmp/nudge-api-XXXXXX";
    const int file = mkstemp(path);
    CHECK(nudge_printable(out, sizeof out, "a\033b") == 6 && !strcmp(out, "a\\x1bb"));
    CHECK(nudge_printable(out, 3, "abcdef") == 2 && !strcmp(out, "ab"));
    CHECK(nudge_printable(NULL, 3, "a") == 0 && nudge_printable(out, sizeof out, NULL) == 0 && !*out);
    CHECK(!strcmp(nudge_nearest("smid", names, 3), "simd") && !nudge_nearest("xxxxxxxxx", names, 3));
    CHECK(!nudge_nearest("foo", (const char *const[]){"fit"}, 1));
    CHECK(!nudge_nearest(NULL, names, 3) && !nudge_nearest("a", NULL, 3));
    CHECK_OK(nudge_file_write(path, "two\n", 4));
    CHECK_FAILS(nudge_file_write(NULL, "two\n", 4), NUDGE_EVALUE, "path is null");
    CHECK_FAILS(nudge_file_write(path, NULL, 4), NUDGE_EVALUE, "bytes is null");
    CHECK_FAILS(nudge_file_write("/nowhere/at/all", "", 0), NUDGE_EIO, "/nowhere/at/all");
    FILE *in = fopen(path, "r");
    CHECK(in && fgets(out, sizeof out, in) && !strcmp(out, "two\n"));
    fclose(in), close(file), unlink(path);
    CHECK_OK(nudge_keys_write(NUDGE_KEYS_MARKDOWN, &text));
    CHECK(text && strstr(text, "| `time.end` |"));
    nudge_free(text);
    CHECK_OK(nudge_keys_write(NUDGE_KEYS_SCHEMA, &text));
    CHECK(text && strstr(text, "\"time\""));
    nudge_free(text);
    CHECK_FAILS(nudge_keys_write(7, &text), NUDGE_EVALUE, "no format 7");
    CHECK(!text);
    CHECK_FAILS(nudge_keys_write(0, NULL), NUDGE_EVALUE, "text is null");
    nudge_free(NULL);
}

static void check_threads(void)
{
    CHECK_OK(nudge_threads_set(2, "--workers"));
    CHECK(nudge_ranks() == 1 && nudge_rank() == 0 && nudge_ranks_local() == 1);
    CHECK(nudge_threads_describe()->threads == 2 && nudge_threads_describe()->wanted == 2);
    CHECK(nudge_threads_describe()->decision == NUDGE_THREADS_SET && nudge_threads_describe()->cores >= 1);
    CHECK_FAILS(nudge_threads_set(-1, NULL), NUDGE_EVALUE, "-1 threads");
    CHECK(nudge_threads_describe()->threads == 2);
    CHECK_OK(nudge_threads_set(0, NULL));
    CHECK(nudge_threads_describe()->decision != NUDGE_THREADS_SET);
}

static void check_problem(void)
{
    nudge_problem *p = NULL;
    CHECK_OK(nudge_problem_parse(&p, BOX, NULL));
    const nudge_problem_info *info = nudge_problem_describe(p);
    CHECK(info->order == 2 && info->precision == NUDGE_DOUBLE && info->si && !info->outside_folder);
    CHECK(!strcmp(info->law, "acoustic") && !info->law_runs_code && !strcmp(info->path, ""));
    /* As YAML this would be a map and a comment. */
    CHECK_OK(nudge_problem_set_text(p, "law", "odd: name # \"x\".law"));
    info = nudge_problem_describe(p);
    CHECK(!strcmp(info->law, "odd: name # \"x\".law") && info->law_runs_code); /* the caller's own */
    CHECK_OK(nudge_problem_set(p, "precision", "single"));
    CHECK_OK(nudge_problem_set_text(p, "output.folder", "/tmp"));
    info = nudge_problem_describe(p);
    CHECK(info->precision == NUDGE_SINGLE);
    CHECK_FAILS(nudge_problem_set_text(p, "order", "many"), NUDGE_EVALUE, "order");
    CHECK(nudge_problem_describe(p)->order == 2);
    CHECK_FAILS(nudge_problem_set_text(NULL, "a", "b"), NUDGE_EVALUE, "problem is null");
    CHECK_FAILS(nudge_problem_set_text(p, NULL, "b"), NUDGE_EVALUE, "key is null");
    CHECK_FAILS(nudge_problem_set_text(p, "a", NULL), NUDGE_EVALUE, "text is null");
    CHECK(!nudge_problem_describe(NULL));
    nudge_problem_destroy(p);
}

/* Volume and lowest corner from the arrays themselves. */
static double measure(const nudge_mesh *mesh, double low[3])
{
    const nudge_mesh_info *info = nudge_mesh_describe(mesh);
    const double *V = nudge_mesh_vertices(mesh);
    const int32_t *E = nudge_mesh_elements(mesh), *R = nudge_mesh_regions(mesh);
    double volume = 0;
    low[0] = low[1] = low[2] = INFINITY;
    for (int64_t v = 0; v < 3 * info->vertices; v++) low[v % 3] = fmin(low[v % 3], V[v]);
    for (int64_t k = 0; k < info->elements; k++) {
        double e[3][3];
        for (int i = 0; i < 3; i++)
            for (int c = 0; c < 3; c++) e[i][c] = V[3 * E[4 * k + 1 + i] + c] - V[3 * E[4 * k] + c];
        CHECK(R[k] >= 0 && R[k] < info->regions);
        volume += (e[0][0] * (e[1][1] * e[2][2] - e[1][2] * e[2][1]) +
                   e[0][1] * (e[1][2] * e[2][0] - e[1][0] * e[2][2]) +
                   e[0][2] * (e[1][0] * e[2][1] - e[1][1] * e[2][0])) /
                  6;
    }
    return volume;
}

static void check_box(void)
{
    nudge_problem *p = NULL;
    nudge_mesh *mesh = NULL;
    double low[3], area = 0;
    CHECK_OK(nudge_problem_parse(&p, BOX, NULL));
    CHECK_OK(nudge_mesh_create(&mesh, p));
    const nudge_mesh_info *info = nudge_mesh_describe(mesh);
    CHECK(info->elements == 96 && info->vertices == 45 && info->regions == 1 && info->boundaries == 6);
    CHECK(info->boundary_faces == 2 * (2 * 4 + 4 * 8) && info->untagged_faces == 0 && !info->inside_faces);
    CHECK_NEAR(info->volume, 0.25, 1e-14); /* scaled by 1/2 */
    CHECK_NEAR(measure(mesh, low), info->volume, 1e-14);
    CHECK(low[0] == info->low[0] && low[2] == info->low[2] && info->high[2] - info->low[2] == 1);
    CHECK_NEAR(nudge_mesh_get_region(mesh, 0)->volume, 0.25, 1e-14);
    CHECK(nudge_mesh_get_region(mesh, 0)->elements == 96 && !nudge_mesh_get_region(mesh, 1) &&
          !nudge_mesh_get_region(mesh, -1));
    for (int i = 0; i < 6; i++) area += nudge_mesh_get_boundary(mesh, i)->area;
    CHECK_NEAR(area, 2.5, 1e-14);
    CHECK(!nudge_mesh_get_boundary(mesh, 6) && !nudge_mesh_get_boundary(mesh, -1));
    CHECK(info->smallest == 5 && !nudge_mesh_get_smallest(mesh, 5) && !nudge_mesh_get_smallest(mesh, -1));
    for (int i = 1; i < 5; i++)
        CHECK(nudge_mesh_get_smallest(mesh, i)->inradius >= nudge_mesh_get_smallest(mesh, i - 1)->inradius);
    CHECK(!strcmp(nudge_mesh_get_smallest(mesh, 0)->region, "box") &&
          isnan(nudge_mesh_get_smallest(mesh, 0)->stable_step));
    CHECK_OK(nudge_mesh_check(mesh));
    nudge_mesh_destroy(mesh);
    nudge_problem_destroy(p);
}

static void check_mesh(void)
{
    nudge_mesh *mesh = NULL;
    int64_t all = 0;
    CHECK_OK(nudge_mesh_read(&mesh, "tests/meshes/paper_box_K475.msh"));
    const nudge_mesh_info *info = nudge_mesh_describe(mesh);
    CHECK(info && info->elements == 475 && strstr(info->name, "K475"));
    for (int i = 0; i < 10; i++) all += info->quality_histogram[i];
    CHECK(all == 475 && info->quality_min > 0 && info->quality_median <= 1);
    CHECK(info->edge_min < info->edge_max && info->inradius_min < info->inradius_median);
    nudge_mesh_destroy(mesh);
    CHECK_OK(nudge_mesh_read(&mesh, "tests/meshes/hanging.msh"));
    CHECK_FAILS(nudge_mesh_check(mesh), NUDGE_EFORMAT, "hanging");
    nudge_mesh_destroy(mesh);
    CHECK_FAILS(nudge_mesh_read(&mesh, "tests/meshes/none.msh"), NUDGE_EIO, "none.msh");
    CHECK(!mesh);
    CHECK_FAILS(nudge_mesh_read(NULL, "a"), NUDGE_EVALUE, "mesh is null");
    CHECK_FAILS(nudge_mesh_read(&mesh, NULL), NUDGE_EVALUE, "path is null");
    CHECK_FAILS(nudge_mesh_create(&mesh, NULL), NUDGE_EVALUE, "problem is null");
    CHECK_FAILS(nudge_mesh_create(NULL, NULL), NUDGE_EVALUE, "mesh is null");
    CHECK_FAILS(nudge_mesh_check(NULL), NUDGE_EVALUE, "mesh is null");
    CHECK(!nudge_mesh_describe(NULL) && !nudge_mesh_get_region(NULL, 0) &&
          !nudge_mesh_get_boundary(NULL, 0) && !nudge_mesh_get_smallest(NULL, 0));
    CHECK(!nudge_mesh_vertices(NULL) && !nudge_mesh_elements(NULL) && !nudge_mesh_regions(NULL));
    nudge_mesh_destroy(NULL);
}

static void check_devices(nudge_device **cpu)
{
    nudge_devices *devices = NULL;
    int found = 0;
    CHECK_OK(nudge_devices_create(&devices));
    for (int i = 0; i < nudge_devices_count(devices); i++)
        found += !strcmp(nudge_devices_name(devices, i), "cpu") && !nudge_devices_failure(devices, i);
    CHECK(found == 1);
    CHECK(!nudge_devices_name(devices, -1) && !nudge_devices_name(devices, nudge_devices_count(devices)) &&
          !nudge_devices_failure(devices, -1));
    nudge_devices_destroy(devices);
    CHECK_FAILS(nudge_devices_create(NULL), NUDGE_EVALUE, "devices is null");
    CHECK(nudge_devices_count(NULL) == 0 && !nudge_devices_name(NULL, 0) && !nudge_devices_failure(NULL, 0));
    nudge_devices_destroy(NULL);
    CHECK_OK(nudge_device_open(cpu, "cpu"));
    const nudge_device_info *info = nudge_device_describe(*cpu);
    CHECK(!strcmp(info->name, "cpu") && !info->gpu && info->units >= 1 && info->vector_bytes >= 16);
    CHECK(*info->hardware && *info->compiler && info->memory_bytes > 1 << 20 && info->shared_bytes > 0);
    nudge_device *other = *cpu;
    CHECK_FAILS(nudge_device_open(&other, "abacus"), NUDGE_EVALUE, "abacus");
    CHECK(!other);
    CHECK_FAILS(nudge_device_open(NULL, "cpu"), NUDGE_EVALUE, "device is null");
    CHECK(!nudge_device_describe(NULL));
    CHECK_OK(nudge_device_measure(*cpu, NUDGE_DOUBLE, NULL, NULL));
    CHECK_FAILS(nudge_device_measure(NULL, 0, NULL, NULL), NUDGE_EVALUE, "device is null");
    nudge_device_close(NULL);
}

static int has_name(const char *(*name)(int), const char *wanted)
{
    int found = 0;
    for (int i = 0; name(i); i++) found += !strcmp(name(i), wanted);
    return found == 1 && !name(-1);
}

static void check_kernels(nudge_device *cpu)
{
    nudge_case c = {sizeof c, cpu, NULL, 4, NUDGE_SINGLE, NULL};
    const nudge_variant *v;
    char *text = NULL;
    int tunable = 0, plain = 0;
    CHECK(has_name(nudge_law_name, "maxwell") && has_name(nudge_kernel_name, "stage_simd.knl"));
    for (int i = 0; (v = nudge_variant_get(i)); i++) {
        tunable += v->tunable;
        plain += !strcmp(v->name, "plain") && !v->tunable && strchr(v->passes, ' ');
        CHECK(*v->about);
    }
    CHECK(tunable >= 2 && plain == 1 && !nudge_variant_get(-1) && !nudge_variant_get(1000));
    for (int i = 0; (v = nudge_variant_get(i)); i++) CHECK_OK(nudge_variant_check(v->name));
    CHECK_OK(nudge_variant_check("paper:3"));
    CHECK_OK(nudge_variant_check("paper:5"));
    CHECK_FAILS(nudge_variant_check("paper:2"), NUDGE_EVALUE, "must be paper:3, paper:4 or paper:5, not");
    CHECK_FAILS(nudge_variant_check("paper:6"), NUDGE_EVALUE, "must be paper:3, paper:4 or paper:5, not");
    CHECK_FAILS(nudge_variant_check("simd:3"), NUDGE_EVALUE, "must be simd, not 'simd:3'");
    CHECK_FAILS(nudge_variant_check(":3"), NUDGE_EVALUE, "must be simd, ");
    CHECK_FAILS(nudge_variant_check("paper4"), NUDGE_EVALUE, "variant paper4 is now paper:4");
    CHECK_FAILS(nudge_variant_check(NULL), NUDGE_EVALUE, "name is null");
    CHECK_OK(nudge_kernel_text(&c, "volume", &text));
    CHECK(text && strstr(text, " Np = 35") && strstr(text, "#define SINGLE 1"));
    nudge_free(text);
    CHECK_FAILS(nudge_kernel_text(&c, "volumen", &text), NUDGE_EVALUE, "did you mean volume");
    CHECK(!text);
    CHECK_FAILS(nudge_kernel_text(NULL, "volume", &text), NUDGE_EVALUE, "the case is null");
    CHECK_FAILS(nudge_kernel_text(&c, NULL, &text), NUDGE_EVALUE, "kernel is null");
    CHECK_FAILS(nudge_kernel_text(&c, "volume", NULL), NUDGE_EVALUE, "text is null");
    c.order = 10;
    CHECK_FAILS(nudge_kernel_text(&c, "volume", &text), NUDGE_EVALUE, "orders are 1 to 9");
    c.order = 4, c.precision = 7;
    CHECK_FAILS(nudge_kernel_text(&c, "volume", &text), NUDGE_EVALUE, "nudge_case.precision is 7");
    c.precision = NUDGE_DOUBLE, c.device = NULL;
    CHECK_FAILS(nudge_kernel_text(&c, "volume", &text), NUDGE_EVALUE, "nudge_device_open");
    c.device = cpu, c.size = 0;
    CHECK_FAILS(nudge_kernel_text(&c, "volume", &text), NUDGE_EVALUE, "set it to sizeof(nudge_case)");
    c.size = sizeof c, c.law = "nolaw";
    CHECK_FAILS(nudge_kernel_text(&c, "volume", &text), NUDGE_EVALUE, "nolaw");
    CHECK_OK(nudge_law_text("acoustic", &text));
    CHECK(text && strstr(text, "LAW_FIELDS"));
    nudge_free(text);
    CHECK_FAILS(nudge_law_text(NULL, &text), NUDGE_EVALUE, "law is null");
    CHECK_FAILS(nudge_law_text("acoustic", NULL), NUDGE_EVALUE, "text is null");
}

/* A program that was compiled with a shorter struct: members beyond its size are neither read nor written. */
static void check_timing(nudge_device *cpu)
{
    const nudge_case c = {sizeof c, cpu, "acoustic", 2, NUDGE_DOUBLE, "simd"};
    nudge_timing t = {.size = offsetof(nudge_timing, roofline), .roofline = -7};
    CHECK_OK(nudge_case_time(&c, 2e4, &t));
    CHECK(!strcmp(t.variant, "simd") && t.stage_seconds > 0 && t.bytes_per_second > 0);
    CHECK(t.size == offsetof(nudge_timing, roofline) && t.roofline == -7);
    CHECK_NEAR(t.dofs_per_second * t.stage_seconds, 40. * (double)t.elements, 1e-6 * (double)t.elements);
    CHECK_FAILS(nudge_case_time(&c, 2e4, NULL), NUDGE_EVALUE, "timing is null");
    CHECK_FAILS(nudge_case_time(&c, 2e4, &(nudge_timing){0}), NUDGE_EVALUE, "nudge_timing");
}

static int stop_at_once(void *context, const nudge_trial *trial)
{
    CHECK(trial->refused || (trial->seconds > 0 && *trial->pass));
    ++*(int *)context;
    return 1;
}

static void check_tuning(nudge_device *cpu)
{
    nudge_case c = {sizeof c, cpu, "acoustic", 1, NUDGE_SINGLE, "fused"};
    int calls = 0;
    nudge_tune_options o = {.size = sizeof o, .patience = NUDGE_ESTIMATE};
    nudge_tuned *tuned = NULL;
    char *path = NULL;
    CHECK_OK(nudge_tune(&tuned, &c, &o));
    const nudge_tuned_info *t = nudge_tuned_describe(tuned);
    CHECK(t && !strcmp(t->variant, "fused") && isnan(t->seconds) && t->tried == 0 && t->parameters >= 2);
    CHECK(t->fields == 4 && t->nodes == 4 && !strcmp(t->name[0], "batch") && atoi(t->value[0]) > 0);
    setenv("NUDGE_WISDOM", "/nowhere/wisdom.txt", 1);
    CHECK_OK(nudge_tuned_save(tuned)); /* a guess is not saved */
    CHECK_OK(nudge_wisdom_path(&path));
    CHECK(path && !strcmp(path, "/nowhere/wisdom.txt"));
    nudge_free(path);
    setenv("NUDGE_WISDOM", "none", 1);
    CHECK_OK(nudge_wisdom_path(&path));
    CHECK(!path);
    nudge_tuned_destroy(tuned);
    c.variant = "plain";
    CHECK_OK(nudge_tune(&tuned, &c, NULL));
    CHECK(tuned && nudge_tuned_describe(tuned)->parameters == 0);
    nudge_tuned_destroy(tuned);
    c.variant = "fused";
    o = (nudge_tune_options){.size = sizeof o, .dofs = 500, .hook = stop_at_once, .context = &calls};
    CHECK(nudge_tune(&tuned, &c, &o) == NUDGE_ESTOPPED && !tuned && calls == 1);
    o.patience = 9;
    CHECK_FAILS(nudge_tune(&tuned, &c, &o), NUDGE_EVALUE, "patience is 9");
    CHECK_FAILS(nudge_tune(&tuned, NULL, NULL), NUDGE_EVALUE, "the case is null");
    CHECK_FAILS(nudge_tune(NULL, &c, NULL), NUDGE_EVALUE, "tuned is null");
    CHECK_FAILS(nudge_tuned_save(NULL), NUDGE_EVALUE, "tuned is null");
    CHECK_FAILS(nudge_wisdom_path(NULL), NUDGE_EVALUE, "path is null");
    CHECK(!nudge_tuned_describe(NULL));
    nudge_tuned_destroy(NULL);
}

int main(void)
{
    nudge_device *cpu = NULL;
    setenv("NUDGE_WISDOM", "none", 1);
    check_helpers();
    check_threads();
    check_problem();
    check_box();
    check_mesh();
    check_devices(&cpu);
    check_kernels(cpu);
    check_timing(cpu);
    check_tuning(cpu);
    nudge_device_close(cpu);
    TEST_END;
}
