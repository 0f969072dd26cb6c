// The text of the Bernstein stage stays short enough to be read: lines in all, defines in the parts
// written by hand (all but the first, which the host makes), lines of the kernel's body; for every
// built-in law, order and precision, in C, OpenCL C and CUDA C, with and without plane waves, by the
// plan for an H200 and by those of devices that nothing is shipped for. TEST_SHOW=1 prints the table.
// Argument: the distance of orders.
// PLAIN: 1
// SANITIZED: 8
#include "device/cpu.h"
#include "device/opencl.h"
#include "elem/elem.h"
#include "gpu.h"
#include "kernel/plan.h"
#include "kernel/used.h"
#include "law/builtin.h"
#include "test.h"

enum { LINES_MOST = 900, DEFINES_MOST = 120, BODY_MOST = 60, WAVES_MORE = 45, TENSORS_MORE = 100 };

struct size {
    int lines, defines, body;
};

static int begins(const char *line, const char *word)
{
    return !strncmp(line, word, strlen(word));
}

static struct size measure(const char *text)
{
    struct size size = {0};
    int by_hand = 0, in_body = 0;
    for (const char *line = text, *next; *line; line = next) {
        const size_t n = strcspn(line, "\n");
        next = line + n + (line[n] == '\n');
        by_hand |= begins(line, "#line ");
        in_body |= begins(line, "KERNEL(");
        size.lines++;
        size.defines += by_hand && begins(line + strspn(line, " "), "#define ");
        size.body += in_body;
        if (begins(line, "END_KERNEL")) in_body = 0;
    }
    return size;
}

static struct size worst;

static void raise_to(int *most, int n)
{
    if (n > *most) *most = n;
}

/* Checks the text of one stage. */
static void check_text(const struct nd_recipe *recipe, const char *file, enum nd_pass pass,
                       const char *device)
{
    struct nd_text text = {0};
    CHECK_OK(nd_kernel_text(recipe, file, &text));
    const struct size size = measure(text.s ? text.s : "");
    const int lines_most = LINES_MOST + (pass == ND_PASS_STAGE_WAVES ? WAVES_MORE : 0) +
                           (strstr(recipe->law->name, "tensor") ? TENSORS_MORE : 0),
              bad = size.lines > lines_most || size.defines > DEFINES_MOST || size.body > BODY_MOST;
    CHECK(size.lines > 100 && size.defines > 10 && size.body > 10); /* they were counted */
    if (bad || getenv("TEST_SHOW"))
        printf("%-9s N = %d %s %-12s %-30s %s %4d lines, %3d defines by hand, body %2d lines\n",
               recipe->law->name, recipe->N, recipe->single ? "single" : "double", device, file,
               pass == ND_PASS_STAGE_WAVES ? "waves" : "     ", size.lines, size.defines, size.body);
    test_failures += bad;
    raise_to(&worst.lines, size.lines);
    raise_to(&worst.defines, size.defines);
    raise_to(&worst.body, size.body);
    nd_text_clear(&text);
}

static void check_case(const struct nd_case *c)
{
    static const enum nd_pass passes[] = {ND_PASS_STAGE, ND_PASS_STAGE_WAVES};
    struct nd_plan plan;
    struct nd_layout layout;
    const int code = nd_plan_choose(&plan, c, "bernstein");
    CHECK_OK(code);
    if (code) return;
    for (int mixed = 0; mixed < 2; mixed++) { /* materials that differ have a form of their own */
        plan.mixed = mixed;
        nd_plan_derive(&plan, c);
        nd_plan_layout(&plan, &layout, 1000, 0, nd_elem_Np(c->N), c->law->fields.n);
        for (int i = 0; i < 2; i++) {
            struct nd_recipe recipe;
            nd_recipe_init(&recipe, c, &layout);
            nd_plan_recipe(&plan, passes[i], &recipe);
            recipe.dialect = c->device->backend->dialect;
            check_text(&recipe, nd_plan_file(&plan, passes[i]), passes[i], c->device->info.name);
        }
    }
}

static void check_law(const struct nd_law *law, int distance)
{
    const struct nd_device_info unknown = {.name = "a GPU",
                                           .shared_bytes = 99 << 10,
                                           .shared_static = 48 << 10,
                                           .alignment = 32,
                                           .threads_most = 1024,
                                           .units = 40,
                                           .gpu = 1};
    const struct nd_device devices[] = {gpu,
                                        {.backend = &nd_backend_cuda, .info = unknown},
                                        {.backend = &nd_backend_opencl, .info = unknown},
                                        {.backend = &nd_backend_cpu,
                                         .info = {.name = "a CPU",
                                                  .shared_bytes = 256 << 10,
                                                  .shared_static = 256 << 10,
                                                  .alignment = 8,
                                                  .vector_bytes = 32,
                                                  .threads_most = 1 << 20,
                                                  .units = 4}}};
    for (size_t d = 0; d < sizeof devices / sizeof *devices; d++)
        for (int N = 1; N <= ND_ORDER_MOST; N += distance)
            for (int single = 0; single < 2; single++) check_case(ND_CASE(&devices[d], law, N, single, 1));
}

/* Counts are right, so that the limits mean something. */
static void check_measure(void)
{
    const struct size size = measure("#define N 4\n#line 1 \"a.h\"\n#define A 1\n  #define B 2\n\n"
                                     "KERNEL(a)\nFOR_BLOCKS(g)\nEND\nEND_KERNEL\nlast");
    CHECK(size.lines == 10 && size.defines == 2 && size.body == 4);
}

/* Functions that a text does not use are left out, and lines keep their numbers. */
static void check_used(void)
{
    static const char law[] =
        "/* a.law */\n#define LAW_A 1\n#define LAW_B \\\n 2\n\nINLINE int a(void)\n{\n}\n\n"
        "INLINE int b(void)\n{\n}\n\nINLINE int c(void)\n{\n    b();\n}\n";
    struct nd_text text = {0};
    nd_used_law(&text, law, "\"a.law\"", "c(LAW_A);");
    CHECK(text.s &&
          !strcmp(text.s, "/* a.law */\n#define LAW_A 1\n#line 10 \"a.law\"\nINLINE int b(void)\n{\n}\n\n"
                          "INLINE int c(void)\n{\n    b();\n}\n"));
    nd_text_clear(&text);
    nd_used_defines(&text,
                    "typedef float real;\n#define A 1\n#define B -2\n#define C 3\n\n#define D 4\n#define E "
                    "x\nenum { F, G };\n",
                    "#if C\nA B D E AA real GG\n#endif\n", 1);
    CHECK(
        text.s &&
        !strcmp(text.s,
                "typedef float real;\nenum { A = 1, B = -2 };\n#define C 3\nenum { D = 4 };\n#define E x\n"));
    nd_text_clear(&text);
}

int main(int argc, char **argv)
{
    const int distance = argc > 1 ? atoi(argv[1]) : 1;
    const char *names[16];
    const int laws = nd_law_builtin_names(names, 16);
    check_measure();
    check_used();
    for (int i = 0; i < laws; i++) {
        struct nd_law law;
        CHECK_OK(nd_law_init(&law, names[i], ""));
        check_law(&law, distance);
        nd_law_clear(&law);
    }
    if (getenv("TEST_SHOW"))
        printf("most: %d lines, %d defines by hand, body %d lines\n", worst.lines, worst.defines, worst.body);
    TEST_END;
}
