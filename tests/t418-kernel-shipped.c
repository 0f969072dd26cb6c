// Parameters that are shipped for a device: on an H200 every variant has the plan of tests/plans-h200.txt, for all built-in laws,
// orders and precisions; other devices get plans that they can run from the model.
#include "elem/elem.h"
#include "gpu.h"
#include "kernel/plan.h"
#include "kernel/shipped.h"
#include "test.h"

/* "batch=8,1,96 ..." as wisdom lines have it, in which the name gives the option. */
static void describe(const struct nd_plan *plan, struct nd_text *text)
{
    const struct nd_parameter *row = plan->variant->parameters;
    while (row && row->options) row++;
    for (const struct nd_parameter *p = row; p && p->name; p++) {
        const int value = nd_plan_get(plan, p);
        if (p > row && !strcmp(p->field, p[-1].field))
            nd_text_add(text, ",");
        else
            nd_text_add(text, "%s%s=", p > row ? " " : "", p->field);
        if (p->words)
            nd_text_add(text, "%s", p->words[value]);
        else
            nd_text_add(text, "%d", value);
    }
}

/* One line of the table: law, order, precision, variant or *, the variant that is chosen, its parameters. */
static int check_line(const char *line)
{
    char law_name[32], precision[16], asked[32], chosen[32], wanted[256];
    int N;
    if (sscanf(line, "%31s %d %15s %31s %31s %255[^\n]", law_name, &N, precision, asked, chosen, wanted) != 6)
        return 0;
    struct nd_law law;
    struct nd_plan plan;
    struct nd_text text = {0};
    const int single = !strcmp(precision, "single");
    CHECK_OK(nd_law_init(&law, law_name, ""));
    CHECK_OK(nd_plan_choose(&plan, ND_CASE(&gpu, &law, N, single, 1), strcmp(asked, "*") ? asked : NULL));
    describe(&plan, &text);
    if (strcmp(nd_plan_name(&plan), chosen) || strcmp(text.s, wanted)) {
        printf("wanted %s, got %s %s\n", line, nd_plan_name(&plan), text.s);
        test_failures++;
    }
    CHECK((plan.source == ND_PLAN_SHIPPED) == !strcmp(chosen, "bernstein"));
    nd_text_clear(&text);
    nd_law_clear(&law);
    return 1;
}

static void check_table(void)
{
    char line[512];
    int lines = 0;
    FILE *file = fopen("tests/plans-h200.txt", "r");
    CHECK(file != NULL);
    while (file && fgets(line, sizeof line, file)) lines += check_line(line);
    if (file) fclose(file);
    CHECK(lines == 4 * 9 * 2 * 6);
}

/* Shipped for names that begin alike, and for no other device. */
static void check_devices(void)
{
    static const struct {
        const char *name;
        int shipped;
    } devices[] = {{"NVIDIA H200", 1},
                   {"NVIDIA H200 NVL", 1},
                   {"NVIDIA H100 80GB HBM3", 1},
                   {"NVIDIA GH200 480GB", 1},
                   {"NVIDIA H20", 0},
                   {"NVIDIA A100-SXM4-40GB", 0},
                   {"AMD Instinct MI300X", 0},
                   {"", 0},
                   {"H200", 0}};
    struct nd_law law;
    struct nd_plan plan;
    CHECK_OK(nd_law_init(&law, "maxwell", ""));
    for (size_t i = 0; i < sizeof devices / sizeof *devices; i++)
        for (int N = 1; N <= ND_ORDER_MOST; N++)
            for (int single = 0; single < 2; single++) {
                struct nd_device device = gpu;
                snprintf(device.info.name, sizeof device.info.name, "%s", devices[i].name);
                const struct nd_case c = {&device, &law, N, single, 1, 0};
                CHECK_OK(nd_plan_choose(&plan, &c, "bernstein"));
                CHECK_OK(nd_plan_check(&plan, &c));
                CHECK((plan.source == ND_PLAN_SHIPPED) == devices[i].shipped);
                CHECK(strstr(nd_plan_origin(&plan), devices[i].shipped ? "shipped" : "model"));
                CHECK(*nd_plan_find(&plan, "batch") >= 8);
            }
    nd_law_clear(&law);
}

/* Linear steps have parameters of their own where those were found faster, and else the same as
 * Runge-Kutta stages. */
static void check_linear(void)
{
    struct nd_law law;
    struct nd_plan stages, linear;
    int others = 0;
    CHECK_OK(nd_law_init(&law, "maxwell", ""));
    for (int N = 1; N <= ND_ORDER_MOST; N++)
        for (int single = 0; single < 2; single++) {
            const struct nd_case c = {&gpu, &law, N, single, 1, 1};
            CHECK_OK(nd_plan_choose(&stages, ND_CASE(&gpu, &law, N, single, 1), NULL));
            CHECK_OK(nd_plan_choose(&linear, &c, NULL));
            CHECK(linear.source == ND_PLAN_SHIPPED && linear.update == ND_UPDATE_RATE &&
                  stages.update == ND_UPDATE_RK);
            others += !nd_plan_same(&stages, &linear);
            if (N == 6 && single)
                CHECK(*nd_plan_find(&linear, "batch") == 8 && *nd_plan_find(&stages, "batch") == 16);
        }
    CHECK(others == 5);
    nd_law_clear(&law);
}

/* A device of that name with less shared memory cannot run what is shipped, and gets something else. */
static void check_small(void)
{
    struct nd_device device = gpu;
    struct nd_law law;
    struct nd_plan plan;
    CHECK_OK(nd_law_init(&law, "elastic", ""));
    device.info.shared_bytes = 24 << 10;
    const struct nd_case c = {&device, &law, 5, 0, 1, 0};
    CHECK_OK(nd_plan_choose(&plan, &c, "bernstein"));
    CHECK(plan.source == ND_PLAN_MODEL);
    CHECK_OK(nd_plan_check(&plan, &c));
    nd_law_clear(&law);
}

int main(void)
{
    check_table();
    check_devices();
    check_linear();
    check_small();
    TEST_END;
}
