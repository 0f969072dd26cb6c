/* Writes the seeds that are not files of the tree: seeds FOLDER. A small mesh in every format, a
 * wisdom file with one plan for this machine, and the output of a run for nudge report. */
#include <sys/stat.h>
#include "base/file.h"
#include "fuzz.h"
#include "law/law.h"
#include "mesh-write.h"
#include "problem/problem.h"
#include "tune/wisdom.h"

static FILE *create(const char *folder, const char *kind, const char *name)
{
    char path[1024];
    snprintf(path, sizeof path, "%s/%s", folder, kind);
    mkdir(path, 0700);
    snprintf(path, sizeof path, "%s/%s/%s", folder, kind, name);
    FILE *file = fopen(path, "wb");
    FUZZ_CHECK(file != NULL);
    return file;
}

static void write_meshes(const char *folder)
{
    const struct write_options odd = {.node_stride = 3, .node_first = 10, .parametric = true};
    const struct nd_box box = {.size = {1, 1, 1}, .divisions = {1, 1, 1}};
    struct nd_mesh mesh;
    struct nd_text t[3];
    FUZZ_CHECK(!nd_mesh_box(&mesh, &box));
    for (int i = 0; i < 2 * WRITE_FORMATS; i++) {
        char name[32];
        const int format = i % WRITE_FORMATS;
        const int parts = write_mesh(t, &mesh, format, i < WRITE_FORMATS ? &write_plainly : &odd);
        snprintf(name, sizeof name, "%d", i);
        FILE *file = create(folder, format == TETGEN ? "tetgen" : "mesh", name);
        for (int k = 0; k < parts; k++) {
            fprintf(file, "%s", k ? "@@" : "");
            fwrite(t[k].s, 1, t[k].n, file);
            nd_text_clear(&t[k]);
        }
        FUZZ_CHECK(!fclose(file));
    }
    nd_mesh_clear(&mesh);
}

static void write_wisdom(const char *folder)
{
    char path[1040];
    struct nd_device *device;
    struct nd_law law;
    struct nd_plan plan;
    fclose(create(folder, "wisdom", "0"));
    snprintf(path, 1024, "%s/wisdom/0", folder);
    remove(path);
    setenv("NUDGE_WISDOM", path, 1);
    setenv("NUDGE_CC", "none", 1);
    FUZZ_CHECK(!nd_device_open(&device, "cpu") && !nd_law_init(&law, "maxwell", ""));
    for (int N = 1; N < 3; N++) {
        const struct nd_wisdom_key key = {"maxwell", N, 1, N > 1 ? "fused" : NULL, device, 0};
        FUZZ_CHECK(!nd_plan_choose(&plan, ND_CASE(device, &law, N, 1, 1), key.variant));
        FUZZ_CHECK(!nd_wisdom_keep(&key, &plan, 1e-6));
    }
    strcat(path, ".lock");
    remove(path);
    nd_law_clear(&law);
    nd_device_close(device);
}

static void copy(FILE *to, const char *path)
{
    char *bytes;
    size_t n;
    FUZZ_CHECK(!nd_file_read(path, (size_t)1 << 20, &bytes, &n));
    FUZZ_CHECK(fwrite(bytes, 1, n, to) == n);
    free(bytes);
}

/* The parts of report.c, with a matrix that no run has written. */
static void write_report(const char *folder)
{
    static const char text[] =
        "mesh: {box: {size: [1, 1, 1], divisions: [1, 1, 1]}}\norder: 1\nprecision: single\n"
        "materials: {air: {}}\nregions: {default: air}\nboundaries: {default: pec}\ntime: {end: 1}\n"
        "sources:\n  a: {dipole: {at: [0.4, 0.5, 0.6], moment: [0, 0, 1]}, waveform: {ricker: {frequency: "
        "0.3}}}\n"
        "output: {folder: run, fields: {file: f.pvd, every: 1}, energy: {file: energy.csv, every: 0.2}}\n";
    static const char mesh[] = "{mesh: {box: {size: [1, 1, 1], divisions: [1, 1, 1]}}, order: 1, boundaries: "
                               "{default: pec}, time: {end: 1}}";
    static const char matrix[] = "@@frequency,S11_re,S11_im,S12_re,S12_im,S21_re,S21_im,S22_re,S22_im\n"
                                 "1,0.1,0,0.9,0.1,0.9,0.1,0.1,0\n2,0.1,0,0.8,0.2,0.8,0.2,0.1,0\n"
                                 "@@frequency,one_Z,one_beta,two_Z,two_beta\n1,50,1,50,1\n2,50,2,50,2\n@@";
    char path[1040];
    nudge_problem *p;
    nudge_solver *s;
    FUZZ_CHECK(!nudge_problem_parse(&p, text, folder) && !nudge_solver_create(&s, p, "cpu"));
    FUZZ_CHECK(!nudge_solver_run(s, NULL, NULL));
    nudge_solver_destroy(s);
    nudge_problem_destroy(p);
    FILE *file = create(folder, "report", "0");
    snprintf(path, sizeof path, "%s/run/run.json", folder);
    copy(file, path);
    fputs("@@", file);
    snprintf(path, sizeof path, "%s/run/energy.csv", folder);
    copy(file, path);
    fputs(matrix, file);
    snprintf(path, sizeof path, "%s/run/f_0001.vtu", folder);
    copy(file, path);
    FUZZ_CHECK(!fclose(file));
    file = create(folder, "report", "1");
    fprintf(file, "outcome: finished\nsettings: {text: '%s'}\n@@@@@@@@", mesh);
    copy(file, path);
    FUZZ_CHECK(!fclose(file));
}

int main(int argc, char **argv)
{
    FUZZ_CHECK(argc == 2);
    mkdir(argv[1], 0700);
    write_meshes(argv[1]);
    write_wisdom(argv[1]);
    write_report(argv[1]);
    return 0;
}
