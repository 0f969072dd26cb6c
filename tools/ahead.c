/* Writes the kernels that are compiled with the library, for machines that have no compiler at run time: one .c per
 * built-in law, order, precision and kernel, and the table of them. Used by the build only: ahead FOLDER. */
#include <stdio.h>
#include <string.h>
#include "base/file.h"
#include "base/hash.h"
#include "law/builtin.h"
#include "tune/plan.h"

/* The generator itself runs without any. */
const struct nd_ahead nd_ahead_table[] = {{0}};

static const struct {
    const char *file, *entry;
    int lanes; /* whether it computes in the lanes of the plan */
} kernels[] = {
    {"stage_simd", "stage", 1}, {"energy_plain", "energy_plain", 1}, {"medium", "medium_table", 0}};

/* A file that says the same already keeps its time, so that make leaves its object alone. */
static int write_changed(const char *path, const struct nd_text *source)
{
    char *old = NULL;
    size_t n = 0;
    const int same = nd_file_exists(path) && !nd_file_read(path, 1 << 24, &old, &n) && n == source->n &&
                     !memcmp(old, source->s, n);
    free(old);
    return same ? 0 : nd_file_write(path, source->s, source->n);
}

static int write_kernel(const char *folder, const struct nd_law *law, int N, int single, int which,
                        FILE *table, FILE *rows)
{
    int status = 0;
    /* Vectors that every x86-64 (and ARMv8) has. */
    const struct nd_device device = {.backend = nd_backends[0], .info = {.vector_bytes = 16}};
    struct nd_plan plan;
    struct nd_layout layout;
    struct nd_recipe recipe;
    struct nd_text text = {0}, source = {0};
    struct nd_hash hash;
    char key[33], path[1024], file[64];
    TRY(nd_plan_choose(&plan, &device, law, N, single, NULL));
    nd_plan_layout(&plan, &layout, 1, (N + 1) * (N + 2) * (N + 3) / 6, law->fields.n);
    nd_recipe_init(&recipe, law, &layout, N, single, 1, kernels[which].lanes ? plan.lanes : 1, plan.rows);
    snprintf(file, sizeof file, "%s.knl", kernels[which].file);
    TRY(nd_kernel_text(&recipe, file, &text));
    nd_hash_init(&hash);
    nd_hash_add_string(&hash, text.s);
    nd_hash_get(&hash, key);
    nd_text_add(&source, "#define %s nd_ahead_%s\n%s", kernels[which].entry, key, text.s);
    snprintf(path, sizeof path, "%s/%s-%d-%s-%s.c", folder, law->name, N, single ? "single" : "double",
             kernels[which].file);
    TRY(nd_text_check(&source));
    TRY(write_changed(path, &source));
    fprintf(table, "extern void nd_ahead_%s(long, long, void **);\n", key);
    fprintf(rows, "    {\"%s\", \"%s\", nd_ahead_%s},\n", key, kernels[which].entry, key);
done:
    nd_text_clear(&text);
    nd_text_clear(&source);
    return status;
}

static int write_law(const char *folder, const char *name, FILE *table, FILE *rows)
{
    int status = 0;
    struct nd_law law = {0};
    TRY(nd_law_init(&law, name, ""));
    for (int N = 1; N <= 9; N++)
        for (int single = 0; single < 2; single++)
            for (int which = 0; which < 3; which++)
                TRY(write_kernel(folder, &law, N, single, which, table, rows));
done:
    nd_law_clear(&law);
    return status;
}

int main(int argc, char **argv)
{
    const char *names[16];
    char path[1024], *text = NULL;
    size_t n = 0;
    int status = argc == 2 ? nd_folder_create(argv[1]) : 2;
    if (status) return 2;
    snprintf(path, sizeof path, "%s/table.c", argv[1]);
    FILE *table = fopen(path, "w"), *rows = open_memstream(&text, &n);
    if (!table || !rows) return 1;
    fprintf(table, "#include \"device/device.h\"\n");
    const int count = nd_law_builtin_names(names, 16);
    for (int i = 0; i < count && !status; i++) status = write_law(argv[1], names[i], table, rows);
    if (status) fprintf(stderr, "ahead: %s\n", nudge_error());
    fclose(rows);
    fprintf(table, "const struct nd_ahead nd_ahead_table[] = {\n%s    {0}};\n", text);
    free(text);
    return fclose(table) || status ? 1 : 0;
}
