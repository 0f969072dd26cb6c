/* Writes the kernels that are compiled with the library, for machines that have no compiler at run
 * time: one .c per law, order, precision and kernel, and the table of them. Used by the build only:
 * ahead FOLDER ORDERS LAW... */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "base/file.h"
#include "base/hash.h"
#include "device/cpu.h"
#include "elem/elem.h"
#include "kernel/plan.h"
#include "law/passive.h"

/* The generator itself has no kernels. */
const struct nd_ahead nd_ahead_table[] = {{0}};

/* The kernels that are built for every law, order and precision. */
static const struct {
    const char *name;     /* of the .c */
    const char *file;     /* .knl */
    const char *entry[4]; /* kernels in it, to the null */
    double upwind;
    int lanes; /* whether it computes in the lanes of the plan */
    int axes;  /* of a text of src/pml/, 0 for losses and poles; else -1 */
    enum nd_update update;
} kernels[] = {{"stage_simd", "stage_simd.knl", {"stage_simd"}, 1, 1, -1, ND_UPDATE_RK},
               {"stage_central", "stage_simd.knl", {"stage_simd"}, 0, 1, -1, ND_UPDATE_RK},
               {"rate_simd", "stage_simd.knl", {"stage_simd"}, 1, 1, -1, ND_UPDATE_RATE},
               {"rate_central", "stage_simd.knl", {"stage_simd"}, 0, 1, -1, ND_UPDATE_RATE},
               {"add_simd", "stage_simd.knl", {"stage_simd"}, 1, 1, -1, ND_UPDATE_ADD},
               {"add_central", "stage_simd.knl", {"stage_simd"}, 0, 1, -1, ND_UPDATE_ADD},
               {"energy_plain", "energy_plain.knl", {"energy_plain"}, 1, 1, -1, ND_UPDATE_RK},
               {"medium", "medium.knl", {"medium_table", "matrices"}, 1, 0, -1, ND_UPDATE_RK},
               {"losses", "losses.knl", {"losses"}, 1, 0, 0, ND_UPDATE_RK},
               {"slab", "pml.knl", {"pml"}, 1, 0, 1, ND_UPDATE_RK},
               {"corner", "pml.knl", {"pml"}, 1, 0, 3, ND_UPDATE_RK},
               {"slab_linear", "pml_linear.knl", {"pml_linear"}, 1, 0, 1, ND_UPDATE_RK},
               {"corner_linear", "pml_linear.knl", {"pml_linear"}, 1, 0, 3, ND_UPDATE_RK},
               {"slab_shifted", "pml.knl", {"pml"}, 1, 0, 1, ND_UPDATE_RK},
               {"corner_shifted", "pml.knl", {"pml"}, 1, 0, 3, ND_UPDATE_RK},
               {"slab_linear_shifted", "pml_linear.knl", {"pml_linear"}, 1, 0, 1, ND_UPDATE_RK},
               {"corner_linear_shifted", "pml_linear.knl", {"pml_linear"}, 1, 0, 3, ND_UPDATE_RK},
               {"poles", "poles.knl", {"poles"}, 1, 0, 0, ND_UPDATE_RK},
               {"poles_linear", "poles_linear.knl", {"poles_linear"}, 1, 0, 0, ND_UPDATE_RK},
               {"poles_states", "poles_states.knl", {"poles_states", "poles_pack", "poles_unpack"}, 1, 0, 0, ND_UPDATE_RK},
               {"fourier", "fourier.knl", {"fourier"}, 1, 0, -1, ND_UPDATE_RK},
               {"probe", "probe.knl", {"probe", "probe_sums"}, 1, 0, -1, ND_UPDATE_RK},
               {"sim_time", "sim_time.knl", {"sim_time"}, 1, 0, -1, ND_UPDATE_RK},
               {"inject", "inject.knl", {"inject"}, 1, 0, -1, ND_UPDATE_RK},
               {"arrive", "arrive.knl", {"arrive"}, 1, 0, -1, ND_UPDATE_RK},
               {"incident", "incident.knl", {"incident"}, 1, 0, -1, ND_UPDATE_RK},
               {"surface", "surface.knl", {"surface"}, 1, 0, -1, ND_UPDATE_RK},
               {"surface_central", "surface.knl", {"surface"}, 0, 0, -1, ND_UPDATE_RK}};

/* Vectors that every x86-64 (and ARMv8) has. */
#define VECTOR_BYTES 16

struct out {
    const char *folder;
    FILE *table, *rows;
};

/* A file with the same content keeps its time, so that make does not rebuild its object. */
static int write_changed(const char *path, const struct nd_text *source)
{
    char *old = NULL;
    size_t n = 0;
    const int same = nd_file_exists(path) && !nd_file_read(path, 1 << 24, &old, &n) && n == source->n &&
                     !memcmp(old, source->s, n);
    free(old);
    return same ? 0 : nd_file_write(path, source->s, source->n);
}

/* One .c from a recipe, with its kernels under names of their own: those of the file, because texts of two
 * orders may be the same. entries end with null. */
static int write_source(const struct out *out, const struct nd_recipe *recipe, const char *file,
                        const char *name, const char *const *entries)
{
    int status = 0;
    struct nd_text text = {0}, source = {0};
    struct nd_hash hash;
    char key[33], path[1024], symbol[128];
    TRY(nd_kernel_text(recipe, file, &text));
    nd_hash_init(&hash);
    nd_hash_add_string(&hash, text.s);
    nd_hash_get(&hash, key);
    snprintf(symbol, sizeof symbol, "%s", name);
    for (char *c = symbol; *c; c++)
        if (*c == '-') *c = '_';
    for (const char *const *entry = entries; *entry; entry++) {
        nd_text_add(&source, "#define %s nd_ahead_%s_%s\n", *entry, symbol, *entry);
        fprintf(out->table, "extern void nd_ahead_%s_%s(long, long, void **);\n", symbol, *entry);
        fprintf(out->rows, "    {\"%s\", \"%s\", nd_ahead_%s_%s},\n", key, *entry, symbol, *entry);
    }
    nd_text_add(&source, "%s", text.s);
    TRY(nd_text_check(&source));
    snprintf(path, sizeof path, "%s/%s.c", out->folder, name);
    TRY(write_changed(path, &source));
done:
    nd_text_clear(&text);
    nd_text_clear(&source);
    return status;
}

/* Whether it is for a PML whose materials have poles or losses. */
static int is_shifted(int which)
{
    return strstr(kernels[which].name, "shifted") != NULL;
}

static int write_kernel(const struct out *out, const struct nd_law *law, int N, int single, int which)
{
    int status = 0;
    const struct nd_device device = {.backend = &nd_backend_cpu,
                                     .info = {.vector_bytes = VECTOR_BYTES, .threads_most = 1}};
    struct nd_plan plan;
    struct nd_layout layout;
    struct nd_recipe recipe;
    char name[128];
    TRY(nd_plan_choose(&plan, ND_CASE(&device, law, N, single, 1), NULL));
    nd_plan_layout(&plan, &layout, 1, 0, nd_elem_Np(N), law->fields.n);
    nd_recipe_init(&recipe, ND_CASE(&device, law, N, single, kernels[which].upwind), &layout);
    if (!kernels[which].lanes) recipe.lanes = 1;
    plan.update = kernels[which].update;
    if (!strcmp(kernels[which].file, nd_plan_file(&plan, ND_PASS_STAGE)))
        nd_plan_recipe(&plan, ND_PASS_STAGE, &recipe);
    if (kernels[which].axes > 0) {
        nd_recipe_define(&recipe, "AXES", kernels[which].axes);
        nd_recipe_define(&recipe, "SHIFTED", is_shifted(which));
    }
    if (kernels[which].axes >= 0) nd_recipe_define(&recipe, "NARROW", 1);
    snprintf(name, sizeof name, "%s-%d-%s-%s", law->name, N, single ? "single" : "double",
             kernels[which].name);
    TRY(write_source(out, &recipe, kernels[which].file, name, kernels[which].entry));
done:
    return status;
}

/* Whether a law needs a kernel: one with pointwise terms, or one whose materials may have poles. */
static int needs(const struct nd_law *law, int which)
{
    if (is_shifted(which) || !strncmp(kernels[which].file, "poles", 5)) return nd_law_has_poles(law);
    return kernels[which].axes < 0 || law->pointwise >= 0;
}

static int write_law(const struct out *out, const char *name, int most)
{
    int status = 0;
    struct nd_law law = {0};
    TRY(nd_law_init(&law, name, ""));
    for (int N = 1; N <= most; N++)
        for (int single = 0; single < 2; single++)
            for (int which = 0; which < (int)(sizeof kernels / sizeof *kernels); which++)
                if (needs(&law, which)) TRY(write_kernel(out, &law, N, single, which));
done:
    nd_law_clear(&law);
    return status;
}

/* The yardsticks of `nudge bench`, by the recipe of src/tune/measure.c; tests/t421-device-aot.c
 * holds them together. */
static int write_ceilings(const struct out *out)
{
    int status = 0;
    static const char *const entries[] = {"ceiling_copy", "ceiling_stream", "ceiling_fma", "ceiling_launch",
                                          NULL};
    struct nd_law law = {0};
    struct nd_layout layout;
    struct nd_recipe recipe;
    TRY(nd_law_init(&law, "maxwell", ""));
    nd_layout_fused(&layout, 1, 4, law.fields.n, 4);
    for (int single = 0; single < 2; single++) {
        nd_recipe_init(&recipe, ND_CASE(NULL, &law, 1, single, 1), &layout);
        recipe.lanes = VECTOR_BYTES / (single ? 4 : 8);
        TRY(write_source(out, &recipe, "ceiling.knl", single ? "ceiling-single" : "ceiling-double", entries));
    }
done:
    nd_law_clear(&law);
    return status;
}

int main(int argc, char **argv)
{
    char path[1024], *text = NULL;
    size_t n = 0;
    int status = argc > 3 ? nd_folder_create(argv[1]) : 2;
    if (status) return 2;
    snprintf(path, sizeof path, "%s/table.c", argv[1]);
    const struct out out = {argv[1], fopen(path, "w"), open_memstream(&text, &n)};
    if (!out.table || !out.rows) return 1;
    fprintf(out.table, "#include \"device/device.h\"\n");
    for (int i = 3; i < argc && !status; i++) status = write_law(&out, argv[i], atoi(argv[2]));
    if (!status) status = write_ceilings(&out);
    if (status) fprintf(stderr, "ahead: %s\n", nudge_error());
    fclose(out.rows);
    fprintf(out.table, "const struct nd_ahead nd_ahead_table[] = {\n%s    {0}};\n", text);
    free(text);
    return fclose(out.table) || status ? 1 : 0;
}
