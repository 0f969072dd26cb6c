// Every CUDA text compiles for the GPUs of several years without one being there, and its kernels
// fit: registers and shared memory within a block's, no spills in the plans that are chosen.
// TEST_SHOW=1 prints the table. TEST_KEEP=FOLDER keeps the machine code there, for
// tools/compare_code.py. Without "all", of laws other than Maxwell's the stages in one launch at
// order 4, for the older GPU stages at order 1, what is beside stages as is_aside() says, and no
// stage that is_covered() by others; "assembled": nothing is compiled. With "all", the laws that are named.
// PLAIN: 1 4
// SANITIZED: 1 4 assembled
// LONG: all maxwell
// LONG: all acoustic advection
// LONG: all elastic
#include "kernel/bernstein/bernstein.h"
#include "base/file.h"
#include "base/format.h"
#include "base/hash.h"
#include "elem/elem.h"
#include "gpu.h"
#include "kernel/paper/paper.h"
#include "law/builtin.h"
#include "step/curved.h"
#include "test.h"

static const char *const targets[] = {"sm_80", "sm_90"};
enum { TARGETS = sizeof targets / sizeof *targets, OLDER = 1, NEWER = 2 };

#define REGISTERS 65536 /* of a multiprocessor, which must hold a block */

/* Spills that are known and accepted, in the chosen plans for sm_90. */
static const struct {
    const char *title, *reason;
} accepted[] = {
    {"maxwell-N7-single-paper:3-diff_field",
     "16 bytes; the tuner on an H200 found these numbers the fastest all the same, doc/explanation/tuner.md"},
    {"maxwell-N4-double-bernstein-waves", "8 bytes; the stage without waves has none"},
    {"maxwell-N5-double-bernstein-waves", "likewise"},
    {"elastic-N4-double-plain-rate_plain", "624 bytes; a kernel for comparison"},
    {NULL, NULL}};

/* One text, compiled for every target that has it. */
struct job {
    char title[128], kernel[64], *text;
    int has;    /* the targets: OLDER, NEWER */
    int chosen; /* a default choice, so that it must not spill */
    struct nd_shape shape;
    int status[TARGETS];
    struct nd_resources resources[TARGETS];
    char message[TARGETS][600];
};
static struct job *jobs;
static size_t njobs, capacity;
static int all; /* whether nothing is left out */
static int has; /* the targets that texts are being made for */

static void add_job(const struct nd_recipe *recipe, const char *file, const char *kernel, const char *title,
                    int chosen, struct nd_shape shape)
{
    struct nd_text text = {0};
    struct nd_recipe own = *recipe;
    own.dialect = ND_DIALECT_CUDA;
    CHECK_OK(nd_kernel_text(&own, file, &text));
    CHECK(text.s && strstr(text.s, kernel));
    char prefix[96];
    snprintf(prefix, sizeof prefix, "%s-N%d-%s-", recipe->law->name, recipe->N,
             recipe->single ? "single" : "double");
    for (size_t i = 0; i < njobs; i++) /* another variant may have the same; other orders are kept apart */
        if (text.s && !strncmp(jobs[i].title, prefix, strlen(prefix)) && !strcmp(jobs[i].text, text.s)) {
            jobs[i].chosen |= chosen;
            jobs[i].has |= has;
            nd_text_clear(&text);
            return;
        }
    CHECK_OK(nd_grow(&jobs, &capacity, njobs + 1, sizeof *jobs));
    struct job *job = &jobs[njobs++];
    *job = (struct job){.text = text.s, .has = has, .chosen = chosen, .shape = shape};
    snprintf(job->title, sizeof job->title, "%s%s", prefix, title);
    snprintf(job->kernel, sizeof job->kernel, "%s", kernel);
}

/* The kernels that act on some elements in addition to the passes, for fields as the plan stores them. */
static void add_rhs_terms(const struct nd_recipe *plain, const struct nd_plan *plan)
{
    static const char *const kernels[] = {"sim_time", "inject",  "arrive",
                                          "incident", "surface", "arrive_bernstein"};
    const int in_stage = plan->variant->waves != NULL;
    for (size_t i = 0; i < sizeof kernels / sizeof *kernels; i++) {
        struct nd_recipe recipe = *plain;
        char file[64], title[100];
        if (i >= 2 && in_stage != !strcmp(kernels[i], "arrive_bernstein")) continue; /* who lets waves in */
        nd_plan_recipe(plan, ND_PASS_NONE, &recipe);
        nd_recipe_define(&recipe, "STAGES_MOST", 14);
        snprintf(file, sizeof file, "%s.knl", kernels[i]);
        snprintf(title, sizeof title, "%s-%s", nd_plan_name(plan), kernels[i]);
        add_job(&recipe, file, kernels[i], title, 1, (struct nd_shape){.threads = 64});
    }
}

/* The kernels of curved elements, with the points of faces of elements of second order. */
static void add_curved(const struct nd_recipe *plain, const struct nd_plan *plan, int fields)
{
    const int N = plain->N;
    struct nd_curved_form form = {.Nfq = (N + 1) * (N + 1)};
    struct nd_recipe recipe = *plain;
    char title[100];
    nd_curved_form_choose(&form, N, fields, plain->single ? 4 : 8, gpu.info.shared_static);
    nd_plan_recipe(plan, ND_PASS_NONE, &recipe);
    const char *file = nd_curved_form_define(&form, &recipe);
    snprintf(title, sizeof title, "%s-curved", nd_plan_name(plan));
    add_job(&recipe, file, "curved", title, 1, (struct nd_shape){.threads = form.threads});
    if (N > 1) return;
    recipe = *plain;
    nd_plan_recipe(plan, ND_PASS_NONE, &recipe);
    nd_recipe_define(&recipe, "NFQ", form.Nfq);
    nd_recipe_define(&recipe, "W_LANES", 0);
    nd_recipe_paste(&recipe, "incident_curved.knl", "curved_lift.h");
    snprintf(title, sizeof title, "%s-incident_curved", nd_plan_name(plan));
    add_job(&recipe, "incident_curved.knl", "incident_curved", title, 1, (struct nd_shape){.threads = 64});
    recipe = *plain;
    nd_plan_recipe(plan, ND_PASS_NONE, &recipe);
    snprintf(title, sizeof title, "%s-energy_curved", nd_plan_name(plan));
    add_job(&recipe, "energy_curved.knl", "energy_curved", title, 1, (struct nd_shape){.threads = 64});
    nd_recipe_define(&recipe, "NARROW", 1);
    snprintf(title, sizeof title, "%s-poles_curved", nd_plan_name(plan));
    add_job(&recipe, "poles_curved.knl", "poles_curved", title, 1, (struct nd_shape){.threads = 64});
    nd_recipe_define(&recipe, "FACE_AUX", 2);
    nd_recipe_define(&recipe, "FACE_ENTRY", 5);
    nd_recipe_define(&recipe, "NFQ", form.Nfq);
    snprintf(title, sizeof title, "%s-face_energy", nd_plan_name(plan));
    add_job(&recipe, "face_energy.knl", "face_energy", title, 1, (struct nd_shape){.threads = 64});
}

/* Whether kernels beside the passes are wanted: of every layout by Maxwell's law at order 1, of
 * every other law by one layout. */
static int is_aside(const struct nd_law *law, const struct nd_plan *plan, int N)
{
    return all || (strcmp(law->name, "maxwell") ? !strcmp(plan->variant->name, "bernstein") : N == 1);
}

/* All passes of a plan; those alone that have forms, when it is not a chosen one. */
static void add_plan(const struct nd_law *law, const struct nd_plan *plan, int N, int single, int chosen,
                     const char *form)
{
    struct nd_layout layout;
    struct nd_recipe recipe;
    char title[100];
    const int fields = law->fields.n;
    nd_plan_layout(plan, &layout, 1000, 0, nd_elem_Np(N), fields);
    nd_recipe_init(&recipe, ND_CASE(&gpu, law, N, single, 1), &layout);
    if (N == 1 && law->valued >= 0) { /* conditions with values: at one order, because they are few lines */
        recipe.nvalues = 2;
        recipe.value[0] = 50, recipe.value[1] = 0.5;
    }
    const struct nd_recipe plain = recipe;
    for (const enum nd_pass *pass = plan->variant->passes(plan); *pass; pass++) {
        const char *file = nd_plan_file(plan, *pass);
        char kernel[64];
        if (!chosen && *pass != ND_PASS_LIFT && *pass != ND_PASS_DIFF) continue;
        snprintf(kernel, sizeof kernel, "%.*s", (int)strcspn(file, "."), file);
        snprintf(title, sizeof title, "%s%s-%s", nd_plan_name(plan), form, kernel);
        nd_plan_recipe(plan, *pass, &recipe);
        add_job(&recipe, file, kernel, title, chosen,
                nd_plan_shape(plan, ND_CASE(&gpu, law, N, single, 1), *pass));
    }
    if (plan->variant->waves) {
        const char *stage = nd_plan_file(plan, ND_PASS_STAGE_WAVES);
        char kernel[64];
        nd_plan_recipe(plan, ND_PASS_STAGE_WAVES, &recipe);
        snprintf(title, sizeof title, "%s%s-waves", nd_plan_name(plan), form);
        snprintf(kernel, sizeof kernel, "%.*s", (int)strcspn(stage, "."), stage);
        add_job(&recipe, stage, kernel, title, chosen,
                nd_plan_shape(plan, ND_CASE(&gpu, law, N, single, 1), ND_PASS_STAGE));
        add_job(&recipe, "surface_bernstein.knl", "surface_bernstein", "surface_bernstein", 1,
                (struct nd_shape){.threads = plan->number[ND_THREADS]});
    }
    if (plan->variant->has_step) {
        nd_plan_recipe(plan, ND_PASS_STEP, &recipe);
        snprintf(title, sizeof title, "%s%s-step", nd_plan_name(plan), form);
        add_job(&recipe, nd_plan_file(plan, ND_PASS_STEP), "step_bernstein", title, chosen,
                nd_plan_shape(plan, ND_CASE(&gpu, law, N, single, 1), ND_PASS_STEP));
    }
    if (!strcmp(plan->variant->name, "bernstein") && plan->number[ND_SGEO_REALS])
        add_job(&recipe, "sgeo.knl", "sgeo", "sides", 1,
                (struct nd_shape){.threads = plan->number[ND_THREADS]});
    if (chosen && strcmp(plan->variant->name, "plain")) add_curved(&plain, plan, fields);
    if (!chosen || !is_aside(law, plan, N)) return;
    add_rhs_terms(&recipe, plan);
    recipe.ndefines = 0;
    snprintf(title, sizeof title, "%s-energy_plain", nd_plan_name(plan));
    add_job(&recipe, "energy_plain.knl", "energy_plain", title, chosen, (struct nd_shape){.threads = 64});
    snprintf(title, sizeof title, "%s-medium", nd_plan_name(plan));
    add_job(&recipe, "medium.knl", "medium_table", title, chosen, (struct nd_shape){.threads = 64});
    for (int axes = 0; axes < 4 && law->pointwise >= 0 && (!axes || law->pointwise > 0);
         axes += axes ? 2 : 1) {
        nd_plan_recipe(plan, ND_PASS_NONE, &recipe);
        if (axes) nd_recipe_define(&recipe, "AXES", axes);
        if (axes) nd_recipe_define(&recipe, "SHIFTED", axes == 3); /* of each a half */
        nd_recipe_define(&recipe, "NARROW", 1);
        snprintf(title, sizeof title, axes ? "%s-pml-%d" : "%s-losses", nd_plan_name(plan), axes);
        add_job(&recipe, axes ? "pml.knl" : "losses.knl", axes ? "pml" : "losses", title, chosen,
                (struct nd_shape){.threads = 256});
    }
}

/* Texts of the Bernstein stage are of devices with bulk copies, or of those without. */
static void add_bernstein(const struct nd_law *law, struct nd_plan *plan, int N, int single)
{
    for (int mixed = 0; mixed < 2; mixed++) {
        const int stored = plan->number[ND_SGEO_REALS];
        plan->mixed = mixed;
        nd_plan_derive(plan, ND_CASE(&gpu, law, N, single, 1));
        if (mixed && stored) return;
        for (int bulk = 0; bulk < 2; bulk++) {
            plan->number[ND_BULK] = bulk;
            has = bulk ? NEWER : OLDER;
            add_plan(law, plan, N, single, 1, mixed ? "-mixed" : "");
        }
        has = OLDER | NEWER;
    }
}

static void add_variant(const struct nd_law *law, const char *variant, int N, int single)
{
    struct nd_plan plan;
    const int code = nd_plan_choose(&plan, ND_CASE(&gpu, law, N, single, 1), variant);
    CHECK_OK(code);
    if (code) return;
    if (!strcmp(variant, "bernstein")) {
        add_bernstein(law, &plan, N, single);
        return;
    }
    add_plan(law, &plan, N, single, 1, "");
    if (*plan.variant->passes(&plan) != ND_PASS_GATHER) return;
    /* Values that the tuner may try and the ablations use. */
    plan.number[DIFF_SHARED] = ND_SHARED_MATRIX;
    plan.number[GROUPING] = 0;
    if (!nd_plan_check(&plan, ND_CASE(&gpu, law, N, single, 1)))
        add_plan(law, &plan, N, single, 0, "-matrix");
}

static void add_ceilings(const struct nd_law *law, int single)
{
    struct nd_layout layout;
    struct nd_recipe recipe;
    nd_layout_fused(&layout, 1, 4, law->fields.n, 4);
    nd_recipe_init(&recipe, ND_CASE(&gpu, law, 1, single, 1), &layout);
    add_job(&recipe, "ceiling.knl", "ceiling_copy", "ceiling", 1, (struct nd_shape){.threads = 256});
}

/* Where materials may change a law's kernels, by the variant that is chosen then. */
static void add_extended(struct nd_law *law, const char *orders)
{
    struct nd_plan plan;
    for (int i = 0; i < law->either.n; i++) CHECK_OK(nd_law_use(law, i));
    for (int N = 1; N <= ND_ORDER_MOST && nd_law_extended(law); N++)
        for (int single = all ? 0 : 1; single < 2; single++) {
            if (strcmp(orders, "all") && !strchr(orders, '0' + N)) continue;
            CHECK_OK(nd_plan_choose(&plan, ND_CASE(&gpu, law, N, single, 1), NULL));
            CHECK(!strcmp(plan.variant->name, "fused"));
            add_plan(law, &plan, N, single, 1, "-extended");
        }
}

/* Whether law `name` is among the arguments; all are where none is. */
static int is_named(const char *name, int argc, char **argv)
{
    const char *names[16];
    const int laws = nd_law_builtin_names(names, 16);
    int any = 0;
    for (int i = 1; i < argc; i++)
        for (int l = 0; l < laws; l++) any |= !strcmp(argv[i], names[l]) ? 1 + !strcmp(argv[i], name) : 0;
    return !any || any > 1;
}

static void add_all(const char *orders, int argc, char **argv)
{
    const char *names[16];
    const int laws = nd_law_builtin_names(names, 16);
    for (int l = 0; l < laws; l++) {
        struct nd_law law;
        struct nd_plan plan;
        if (!is_named(names[l], argc, argv)) continue;
        CHECK_OK(nd_law_init(&law, names[l], ""));
        for (int single = all ? 0 : 1; single < 2; single++) {
            for (int N = 1; N <= ND_ORDER_MOST; N++)
                for (int i = 0; nd_plan_each(i, &plan); i++) {
                    const int brief = strcmp(law.name, "maxwell") &&
                                      (N != 4 || *plan.variant->passes(&plan) != ND_PASS_STAGE);
                    if (plan.variant != &nd_variant_simd && (all || (strchr(orders, '0' + N) && !brief)))
                        add_variant(&law, nd_plan_name(&plan), N, single);
                }
            if (all || !l) add_ceilings(&law, single);
        }
        add_extended(&law, orders);
        nd_law_clear(&law);
    }
}

/* For tools/compare_code.py. */
static void keep(struct job *job, int t, const struct nd_blob *cubin)
{
    char name[200], *path;
    const char *folder = getenv("TEST_KEEP");
    if (!folder || job->status[t]) return;
    nd_format(name, sizeof name, "%s-%s.cubin", job->title, targets[t]);
    path = nd_path_join(folder, name);
    if (!path || nd_file_write(path, cubin->bytes, cubin->n)) job->status[t] = 1;
    free(path);
}

static void compile(struct job *job, int t)
{
    struct nd_blob cubin = {0};
    struct nd_text log = {0};
    struct nd_resources found[8];
    job->status[t] = nd_cuda_compile(job->text, "", targets[t], &cubin, &log);
    if (job->status[t])
        snprintf(job->message[t], sizeof job->message[t], "%s\n%.500s", nudge_error(), log.s ? log.s : "");
    else if (nd_cuda_declares(&cubin, "nudge_overlaps") != (strstr(job->text, "\nOVERLAPS\n") != NULL))
        job->status[t] = 1, snprintf(job->message[t], sizeof job->message[t], "whether it overlaps is lost");
    keep(job, t, &cubin);
    const int n = nd_cuda_read_log(log.s, found, 8);
    for (int i = 0; i < n && i < 8; i++)
        if (!strcmp(found[i].kernel, job->kernel)) job->resources[t] = found[i];
    free(cubin.bytes);
    nd_text_clear(&log);
}

static int is_accepted(const struct job *job)
{
    if (strstr(job->title, "-extended"))
        return 1; /* matrices of a face, once a face: few registers would do without */
    for (int i = 0; accepted[i].title; i++)
        if (!strcmp(accepted[i].title, job->title)) return 1;
    return 0;
}

static void check(const struct job *job, int t)
{
    const struct nd_resources *r = &job->resources[t];
    const int spills = r->spill_stores + r->spill_loads;
    const char *wrong = NULL;
    if (job->status[t])
        wrong = job->message[t];
    else if (!r->registers)
        wrong = "the compiler's log does not give its registers";
    else if ((r->registers + 7) / 8 * 8 * ((job->shape.threads + 31) / 32 * 32) > REGISTERS)
        wrong = "too many registers for its threads";
    else if (r->shared + job->shape.shared_bytes > gpu.info.shared_bytes ||
             r->shared > gpu.info.shared_static)
        wrong = "too much shared memory";
    else if (t == TARGETS - 1 && job->chosen && spills && !is_accepted(job))
        wrong = "spills in a plan that is chosen";
    if (wrong) {
        printf("%s for %s: %s\n", job->title, targets[t], wrong);
        test_failures++;
    }
    if (getenv("TEST_SHOW") || wrong)
        printf("%-44s %-6s %5d threads %4d registers %7zu + %6zu B shared %6d B stack %6d B spills\n",
               job->title, targets[t], job->shape.threads, r->registers, r->shared, job->shape.shared_bytes,
               r->stack_bytes, spills);
}

/* Whether others compile the lines of a Bernstein stage: order 1 is compiled for the older GPU, and with
 * everything in one text for the newer one, which has order 4 besides; the lines for materials that differ
 * are also in the stage with waves. */
static int is_covered(const struct job *job, int t)
{
    const char *stage = strstr(job->title, "-bernstein-");
    if (!stage || t != TARGETS - 1) return 0;
    const int mixed = !strncmp(stage, "-bernstein-mixed-", 17), waves = strstr(stage, "-waves") != NULL;
    if (strstr(job->title, "-N1-")) return strstr(stage, "-stage") || (waves && !mixed);
    return strncmp(job->title, "maxwell-", 8) && mixed && !waves;
}

/* The texts are the same for all GPUs but for a few lines of stages, which one order has as well as
 * another. */
static int is_wanted(const struct job *job, int t)
{
    return job->has & 1 << t &&
           (all || (t == TARGETS - 1 && !is_covered(job, t)) ||
            (t < TARGETS - 1 && strstr(job->title, "-N1-") && strstr(job->title, "-stage")));
}

static void compile_all(void)
{
    const int n = (int)njobs * TARGETS;
#pragma omp parallel for schedule(dynamic)
    for (int i = 0; i < n; i++)
        if (is_wanted(&jobs[i / TARGETS], i % TARGETS)) compile(&jobs[i / TARGETS], i % TARGETS);
    for (int i = 0; i < n; i++)
        if (is_wanted(&jobs[i / TARGETS], i % TARGETS)) check(&jobs[i / TARGETS], i % TARGETS);
}

/* The output of ptxas for a kernel with a stack, for a function beside it, and for a kernel that
 * needs little. */
static void check_log(void)
{
    static const char log[] =
        "ptxas info    : 0 bytes gmem\n"
        "ptxas info    : Compiling entry function 'one' for 'sm_90'\nptxas info    : Function properties for "
        "one\n"
        "ptxas         .     560 bytes stack frame, 600 bytes spill stores, 744 bytes spill loads\n"
        "ptxas info    : Used 64 registers, used 1 barriers, 560 bytes cumulative stack size, 128 bytes "
        "smem\n"
        "ptxas info    : Function properties for helper\n"
        "ptxas         .     8 bytes stack frame, 0 bytes spill stores, 0 bytes spill loads\n"
        "ptxas info    : Compiling entry function 'two' for 'sm_90'\nptxas info    : Function properties for "
        "two\n"
        "ptxas         .     0 bytes stack frame, 0 bytes spill stores, 0 bytes spill loads\n"
        "ptxas info    : Used 8 registers, used 0 barriers";
    struct nd_resources r[2];
    CHECK(nd_cuda_read_log(log, r, 2) == 2 && nd_cuda_read_log(log, r, 1) == 2);
    CHECK(nd_cuda_read_log(NULL, r, 2) == 0 && nd_cuda_read_log("", r, 2) == 0);
    nd_cuda_read_log(log, r, 2);
    CHECK(!strcmp(r[0].kernel, "one") && r[0].registers == 64 && r[0].stack_bytes == 560);
    CHECK(r[0].spill_stores == 600 && r[0].spill_loads == 744 && r[0].shared == 128);
    CHECK(!strcmp(r[1].kernel, "two") && r[1].registers == 8 && !r[1].stack_bytes && !r[1].shared);
}

/* A text that cannot keep its numbers in registers, and one that is wrong. */
static void check_compiler(void)
{
    static const char spilling[] =
        "extern \"C\" __global__ void __launch_bounds__(1024) much(float *x, int n)\n{\n    float s[120];\n"
        "    for (int i = 0; i < 120; i++) s[i] = x[i * n];\n"
        "    for (int k = 0; k < n; k++)\n        for (int i = 0; i < 120; i++) s[i] = s[i] * s[(i + 1) % "
        "120];\n"
        "    for (int i = 0; i < 120; i++) x[i * n] = s[i];\n}\n";
    struct nd_blob cubin = {0};
    struct nd_text log = {0};
    struct nd_resources r = {0};
    int major, minor;
    nd_cuda_compiler_version(&major, &minor);
    CHECK(major >= 11);
    CHECK_OK(nd_cuda_compile(spilling, "", "sm_90", &cubin, &log));
    CHECK(nd_cuda_read_log(log.s, &r, 1) == 1 && !strcmp(r.kernel, "much"));
    CHECK(r.registers == 64 && r.spill_stores > 0 && r.spill_loads > 0 && r.stack_bytes > 0);
    CHECK(cubin.n > 100 && !memcmp(cubin.bytes, "\177ELF", 4));
    free(cubin.bytes);
    cubin = (struct nd_blob){0};
    nd_text_clear(&log);
    CHECK_FAILS(nd_cuda_compile("int x = undeclared_thing;", "", "sm_90", &cubin, &log), NUDGE_ECOMPILE,
                "NVRTC");
    CHECK(log.s && strstr(log.s, "undeclared_thing") && !cubin.bytes);
    nd_text_clear(&log);
    CHECK_FAILS(nd_cuda_compile("int a;\n#line 7 \"my \\\"own\\\".law\"\nint x = undeclared_thing;", "",
                                "sm_90", &cubin, &log),
                NUDGE_ECOMPILE, "NVRTC");
    CHECK(log.s && strstr(log.s, "my \"own\".law(7): error")); /* a user's law, as kernel.c names it */
    nd_text_clear(&log);
    CHECK_FAILS(nd_cuda_compile("int x;", "", "sm_1", &cubin, &log), NUDGE_ECOMPILE, "NVRTC");
    nd_text_clear(&log);
}

int main(int argc, char **argv)
{
    char orders[64] = "";
    int assembled = 0;
    for (int i = 1; i < argc; i++) {
        if (!strcmp(argv[i], "assembled"))
            assembled = 1;
        else if (strlen(orders) + strlen(argv[i]) < sizeof orders &&
                 (strchr("123456789", argv[i][0]) || !strcmp(argv[i], "all")))
            strcat(orders, argv[i]);
    }
    check_log();
    CHECK(strstr(nd_cuda_advice(719), "start it again") && strstr(nd_cuda_advice(2), "smaller mesh"));
    CHECK(!*nd_cuda_advice(1));
    all = !strcmp(orders, "all");
    has = OLDER | NEWER;
    add_all(*orders ? orders : "149", argc, argv);
    CHECK(njobs > 10);
    if (nd_cuda_compiler_found()) {
        check_compiler();
        if (!assembled) compile_all();
    } else
        printf("the texts were assembled and not compiled: %s\n", nd_cuda_compiler_missing());
    for (size_t i = 0; i < njobs; i++) free(jobs[i].text);
    free(jobs);
    TEST_END;
}
