#include "kernel/kernel.h"

#include <string.h>
#include "base/file.h"
#include "base/format.h"
#include "base/texts.h"
#include "elem/elem.h"
#include "kernel/medium.h"
#include "kernel/restated.h"
#include "kernel/used.h"

void nd_recipe_init(struct nd_recipe *recipe, const struct nd_case *c, const struct nd_layout *layout)
{
    *recipe = (struct nd_recipe){
        .law = c->law,
        .N = c->N,
        .single = c->single,
        .upwind = c->upwind,
        .block = layout->block,
        .lanes = layout->lanes,
        .S_b = layout->S_b,
        .S_n = layout->S_n,
        .S_l = layout->S_l,
    };
}

void nd_recipe_define(struct nd_recipe *recipe, const char *name, int value)
{
    if (recipe->ndefines < ND_DEFINES_MOST) {
        recipe->define[recipe->ndefines].name = name;
        recipe->define[recipe->ndefines].value = value;
    }
    recipe->ndefines++;
}

void nd_recipe_paste(struct nd_recipe *recipe, const char *file, const char *header)
{
    if (recipe->npastes < ND_PASTES_MOST) {
        recipe->paste[recipe->npastes].file = file;
        recipe->paste[recipe->npastes].header = header;
    }
    recipe->npastes++;
}

/* A part of a text, which ends with the end of a line. */
static void add_part(struct nd_text *text, const char *part)
{
    const size_t n = strlen(part);
    nd_text_add(text, "\n%s%s", part, n && part[n - 1] == '\n' ? "" : "\n");
}

static int add_file(struct nd_text *text, const char *file)
{
    int status = 0;
    char *path = NULL, *own = NULL;
    size_t n = 0;
    const char *folder = getenv("NUDGE_KERNELS"), *found = NULL;
    if (folder && *folder) {
        path = nd_path_join(folder, file);
        if (!path) FAIL(NUDGE_ENOMEM, "out of memory");
        if (nd_file_exists(path)) {
            TRY(nd_file_read(path, 1 << 20, &own, &n));
            found = own;
        }
    }
    for (const struct nd_text_file *t = nd_texts; t->name && !found; t++)
        if (!strcmp(t->name, file)) found = t->text;
    if (!found) FAIL(NUDGE_EVALUE, "kernel text %s: there is none of that name", file);
    /* The compiler's messages then name the file that a person can open. */
    nd_text_add(text, "#line 1 \"%s\"", own ? path : file);
    add_part(text, found);
done:
    free(path);
    free(own);
    return status;
}

/* Headers that a text needs in addition to those that all texts get. */
static const char *const wanted[][2] = {{"stage_fused.knl", "microblock.h"},
                                        {"gather.knl", "microblock.h"},
                                        {"lift.knl", "microblock.h"},
                                        {"diff_field.knl", "microblock.h"},
                                        {"diff_matrix.knl", "microblock.h"},
                                        {"assembly.knl", "microblock.h"},
                                        {"sim_time.knl", "dof_index.h"},
                                        {"inject.knl", "dof_index.h"},
                                        {"inject.knl", "kernel_waveform.h"},
                                        {"arrive.knl", "dof_index.h"},
                                        {"arrive.knl", "kernel_waveform.h"},
                                        {"arrive_bernstein.knl", "dof_index.h"},
                                        {"arrive_bernstein.knl", "kernel_waveform.h"},
                                        {"incident.knl", "dof_index.h"},
                                        {"surface.knl", "dof_index.h"},
                                        {"incident_curved.knl", "dof_index.h"},
                                        {"losses.knl", "dof_index.h"},
                                        {"curved.knl", "dof_index.h"},
                                        {"curved_simd.knl", "dof_index.h"},
                                        {"curved_keep.knl", "dof_index.h"},
                                        {"energy_curved.knl", "address.h"},
                                        {"pml.knl", "dof_index.h"},
                                        {"pml.knl", "pml_rates.h"},
                                        {"pml_linear.knl", "dof_index.h"},
                                        {"pml_linear.knl", "pml_rates.h"},
                                        {"poles.knl", "dof_index.h"},
                                        {"poles.knl", "poles_rates.h"},
                                        {"poles_linear.knl", "dof_index.h"},
                                        {"poles_linear.knl", "poles_rates.h"},
                                        {"poles_states.knl", "dof_index.h"},
                                        {"fourier.knl", "dof_index.h"},
                                        {"halo.knl", "dof_index.h"},
                                        {"face_term.knl", "dof_index.h"},
                                        {"face_curved.knl", "dof_index.h"},
                                        {"probe.knl", "dof_index.h"},
                                        {"to_nodes.knl", "dof_index.h"},
                                        {"from_nodes.knl", "dof_index.h"},
                                        {"energy_plain.knl", "address.h"},
                                        {"flux_plain.knl", "address.h"},
                                        {"rate_plain.knl", "address.h"}};

/* The value of a define of the recipe, 0 where there is none. */
static int value_of(const struct nd_recipe *recipe, const char *name)
{
    for (int i = 0; i < recipe->ndefines; i++)
        if (!strcmp(recipe->define[i].name, name)) return recipe->define[i].value;
    return 0;
}

/* The types of numbers. `wide` is for input and output; kernels that call a law's functions at every step
 * (NARROW) do without. OpenCL's compiler alone knows whether there is a double. */
static void add_types(const struct nd_recipe *r, struct nd_text *text)
{
    const char *real = r->single ? "float" : "double";
    if (r->dialect == ND_DIALECT_OPENCL) return;
    nd_text_add(text, "typedef %s real;\ntypedef %s wide;\n", real, value_of(r, "NARROW") ? real : "double");
    if (r->dialect == ND_DIALECT_CUDA) nd_text_add(text, "typedef %s2 real2;\n", real);
}

/* How many threads a block has, where that is fixed, and of how many blocks a multiprocessor must hold the
 * registers. */
static void add_bounds(const struct nd_recipe *r, struct nd_text *text)
{
    const int threads = value_of(r, "THREADS"), blocks = value_of(r, "MIN_BLOCKS");
    const int cuda = r->dialect == ND_DIALECT_CUDA;
    nd_text_add(text, "#define BOUNDS");
    if (threads && !cuda) nd_text_add(text, " __attribute__((reqd_work_group_size(%d, 1, 1)))", threads);
    if (threads && cuda) nd_text_add(text, " __launch_bounds__(%d", threads);
    if (threads && cuda && blocks) nd_text_add(text, ", %d", blocks);
    nd_text_add(text, threads && cuda ? ")\n" : "\n");
    if (threads)
        nd_text_add(text, "#define THREAD_COUNT %d\n", threads);
    else
        nd_text_add(text, "#define THREAD_COUNT (int)%s\n", cuda ? "blockDim.x" : "get_local_size(0)");
}

/* law: does the text have the law? Else it needs its numbers and the names of its conditions. */
static void add_defines(const struct nd_recipe *r, int law, struct nd_text *text)
{
    add_types(r, text);
    add_bounds(r, text);
    nd_text_add(text, "#define SINGLE %d\n#define N %d\n#define Np %d\n#define Nfp %d\n", r->single, r->N,
                nd_elem_Np(r->N), nd_elem_Nfp(r->N));
    nd_text_add(text, "#define UPWIND REAL(%.17g)\n", r->upwind);
    nd_text_add(text, "#define BLOCK %d\n#define LANES %d\n", r->block, r->lanes);
    nd_text_add(text, "#define STRIDE_B %lldL\n#define STRIDE_N %lldL\n#define STRIDE_L %lldL\n",
                (long long)r->S_b, (long long)r->S_n, (long long)r->S_l);
    nd_text_add(text, "\n");
    for (int i = 0; i < r->ndefines; i++)
        nd_text_add(text, "#define %s %d\n", r->define[i].name, r->define[i].value);
    nd_text_add(text, "\n");
    if (law)
        nd_law_defines(r->law, text);
    else
        nd_law_conditions(r->law, text);
    if (!r->nvalues) return; /* texts of problems without are the same, compiled ahead of time or not */
    nd_text_add(text, "#define CONDITION_VALUES(V)");
    for (int i = 0; i < r->nvalues; i++) nd_text_add(text, " V(%d, REAL(%.17g))", i, r->value[i]);
    nd_text_add(text, "\n");
}

/* Compilers' messages then name the user's file and line. A path may have quotes in it. A user gets the
 * whole law. after: what follows it. */
static int add_law(struct nd_text *text, const struct nd_law *law, const char *after)
{
    int status = 0;
    struct nd_text name = {0}, quoted = {0};
    nd_text_add(&name, "%s%s", law->path, strstr(law->path, ".law") ? "" : ".law");
    TRY(nd_text_check(&name));
    nd_text_add_json_string(&quoted, name.s);
    TRY(nd_text_check(&quoted));
    nd_text_add(text, "#line 1 %s", quoted.s);
    if (nd_law_own(law))
        add_part(text, law->text);
    else {
        nd_text_add(text, "\n");
        nd_used_law(text, law->text, quoted.s, after);
    }
done:
    nd_text_clear(&name);
    nd_text_clear(&quoted);
    return status;
}

/* In which form a text has the law. Where fields are in the local basis (STATE is defined then),
 * all have it in that. */
static enum nd_form form_of(const struct nd_recipe *recipe, const char *file)
{
    if (!strcmp(file, "stage_fused.knl") || !strcmp(file, "stage_simd.knl")) return ND_FORM_REDUCED;
    if (!strcmp(file, "vgeo.knl")) return ND_FORM_LOCAL;
    return value_of(recipe, "STATE") ? ND_FORM_LOCAL : ND_FORM_NONE;
}

static int is_among(const char *file, const char *const *files)
{
    while (*files && strcmp(*files, file)) files++;
    return *files != NULL;
}

/* Whether a text needs the geometry of an element. */
static int needs_frame(const char *file)
{
    return is_among(file, (const char *const[]){"stage_fused.knl", "stage_simd.knl", "flux_plain.knl",
                                                "restated.knl", NULL});
}

/* Whether a text changes between components along x, y, z and those of the stage. */
static int needs_components(const char *file)
{
    return is_among(file, (const char *const[]){"to_nodes.knl", "from_nodes.knl", "pml.knl", "pml_linear.knl",
                                                "probe.knl", "surface.knl", "face_term.knl", "curved.knl",
                                                "face_curved.knl", NULL});
}

/* Whether a text changes fields into the local basis or back, or computes factors of elements. */
static int needs_setup(const char *file)
{
    return needs_components(file) || !strcmp(file, "vgeo.knl") || !strcmp(file, "surface_bernstein.knl");
}

/* Variants paste the texts of further phases themselves. */
static int add_restatement(struct nd_text *text, const struct nd_recipe *recipe, const char *file)
{
    int status = 0;
    const enum nd_form form = form_of(recipe, file);
    const char *all = nd_restated_text(recipe->law, form, recipe->upwind, ""),
               *setup = nd_restated_text(recipe->law, form, recipe->upwind, "setup");
    const int plain = form == ND_FORM_LOCAL && !nd_restated(recipe->law, form, recipe->upwind);
    if (needs_frame(file) || plain) TRY(add_file(text, "frame_normal.h"));
    if (needs_frame(file)) TRY(add_file(text, "frame.h"));
    if (all) TRY(add_file(text, all));
    if (setup && needs_setup(file)) TRY(add_file(text, setup));
    if (needs_components(file))
        TRY(add_file(text, form == ND_FORM_LOCAL ? "components_local.h" : "components_nodal.h"));
done:
    return status;
}

/* The words of dof_index.h for the places of fields and residuals. */
static int add_places(struct nd_text *text, const struct nd_recipe *recipe, const char *file)
{
    int status = 0;
    if (form_of(recipe, file) == ND_FORM_LOCAL) {
        TRY(add_file(text, "dof_local.h"));
        TRY(add_file(text, value_of(recipe, "RES_INTERLEAVED") ? "res_local_interleaved.h" : "res_local.h"));
    } else {
        TRY(add_file(text, "address.h"));
        TRY(add_file(text, "dof_nodal.h"));
    }
done:
    return status;
}

/* Stages in the local basis do without the law itself where it is restated: all but the values of
 * its conditions. */
static int does_without_law(const struct nd_recipe *recipe, const char *file)
{
    return !strncmp(file, "stage_", 6) && form_of(recipe, file) == ND_FORM_LOCAL && !recipe->nvalues &&
           nd_restated(recipe->law, ND_FORM_LOCAL, recipe->upwind);
}

static const char *const languages[] = {[ND_DIALECT_C] = "dialect_c.h",
                                        [ND_DIALECT_OPENCL] = "dialect_opencl.h",
                                        [ND_DIALECT_CUDA] = "dialect_cuda.h"};

/* Files that follow the law. */
static int add_rest(const struct nd_recipe *recipe, const char *file, struct nd_text *text)
{
    int status = 0;
    TRY(add_restatement(text, recipe, file));
    for (size_t i = 0; i < sizeof wanted / sizeof *wanted; i++) {
        if (strcmp(file, wanted[i][0])) continue;
        if (!strcmp(wanted[i][1], "dof_index.h")) TRY(add_places(text, recipe, file));
        TRY(add_file(text, wanted[i][1]));
    }
    for (int i = 0; i < recipe->npastes; i++)
        if (!strcmp(file, recipe->paste[i].file)) TRY(add_file(text, recipe->paste[i].header));
    TRY(add_file(text, file));
    TRY(nd_text_check(text));
done:
    return status;
}

/* The parts written by hand. */
static int add_parts(const struct nd_recipe *recipe, const char *file, struct nd_text *text)
{
    int status = 0;
    struct nd_text rest = {0};
    TRY(add_rest(recipe, file, &rest));
    TRY(add_file(text, languages[recipe->dialect]));
    if (!does_without_law(recipe, file)) {
        TRY(add_file(text, recipe->lanes > 1 ? "lanes.h" : "lane.h"));
        if (nd_law_own(recipe->law)) TRY(add_file(text, "law_functions.h"));
        TRY(add_law(text, recipe->law, rest.s));
    }
    nd_text_add_bytes(text, rest.s, rest.n);
    TRY(nd_text_check(text));
done:
    nd_text_clear(&rest);
    return status;
}

int nd_kernel_text(const struct nd_recipe *recipe, const char *file, struct nd_text *text)
{
    int status = 0;
    struct nd_text generated = {0}, by_hand = {0};
    if (recipe->ndefines > ND_DEFINES_MOST)
        FAIL(NUDGE_EINTERNAL, "%s: %d defines, room is for %d", file, recipe->ndefines, ND_DEFINES_MOST);
    if (recipe->npastes > ND_PASTES_MOST)
        FAIL(NUDGE_EINTERNAL, "%s: %d headers, room is for %d", file, recipe->npastes, ND_PASTES_MOST);
    add_defines(recipe, !does_without_law(recipe, file), &generated);
    TRY(nd_text_check(&generated));
    TRY(add_parts(recipe, file, &by_hand));
    /* A user may make conditions of numbers in ways that are not seen here. */
    nd_used_defines(text, generated.s, by_hand.s, !nd_law_own(recipe->law));
    if (!strcmp(file, "medium.knl")) nd_medium_defines(text);
    nd_text_add_bytes(text, by_hand.s, by_hand.n);
    TRY(nd_text_check(text));
done:
    nd_text_clear(&generated);
    nd_text_clear(&by_hand);
    return status;
}

static const char *options(const struct nd_device *device)
{
    switch (device->backend->dialect) {
    case ND_DIALECT_C: return "-O3 -march=native -fno-math-errno -fno-trapping-math";
    default: return "";
    }
}

static int make_text(const struct nd_device *device, const struct nd_recipe *recipe, const char *file,
                     char title[128], struct nd_text *text)
{
    struct nd_recipe own = *recipe;
    own.dialect = device->backend->dialect;
    nd_format(title, 128, "%s-N%d-%s-%.*s", recipe->law->name, recipe->N,
              recipe->single ? "single" : "double", (int)strcspn(file, "."), file);
    return nd_kernel_text(&own, file, text);
}

/* A user's law is what is wrong, most of the time. */
static int blame(const struct nd_recipe *recipe, int status)
{
    if (status == NUDGE_ECOMPILE && nd_law_own(recipe->law))
        nd_fail_prefix(status, "%s (doc/reference/law.md explains the arguments and duties of its functions)",
                       recipe->law->path);
    return status;
}

int nd_kernel_module(struct nd_device *device, const struct nd_recipe *recipe, const char *file,
                     struct nd_module **module)
{
    int status = 0;
    struct nd_text text = {0};
    char title[128];
    TRY(make_text(device, recipe, file, title, &text));
    TRY(nd_device_module(device, title, text.s, options(device), module));
done:
    nd_text_clear(&text);
    return blame(recipe, status);
}

int nd_kernel_load(struct nd_device *device, const struct nd_recipe *recipe, const char *file,
                   struct nd_module **module, struct nd_kernel **kernel)
{
    int status = 0;
    char name[64];
    nd_format(name, sizeof name, "%.*s", (int)strcspn(file, "."), file);
    TRY(nd_kernel_module(device, recipe, file, module));
    TRY(device->backend->kernel(device, *module, name, kernel));
done:
    return status;
}

int nd_kernel_prepare(struct nd_device *device, const struct nd_recipe *recipe, const char *file)
{
    int status = 0;
    struct nd_text text = {0};
    char title[128];
    TRY(make_text(device, recipe, file, title, &text));
    TRY(nd_device_prepare(device, title, text.s, options(device)));
done:
    nd_text_clear(&text);
    return blame(recipe, status);
}
