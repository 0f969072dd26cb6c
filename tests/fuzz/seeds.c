/* Writes the seeds that are not files of the tree: seeds FOLDER. A small mesh in every format, and
 * a wisdom file with one plan for this machine. */
#include <sys/stat.h>
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

int main(int argc, char **argv)
{
    FUZZ_CHECK(argc == 2);
    mkdir(argv[1], 0700);
    write_meshes(argv[1]);
    write_wisdom(argv[1]);
    return 0;
}
