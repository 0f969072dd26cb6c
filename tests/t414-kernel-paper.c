// The paper's kernels against the reference: every variant, several values of every parameter.
// Arguments: variants, orders, precisions, plans (all, or some of guess, matrix, table, bare, odd),
// and "impedance" to include walls of that kind.
// PLAIN: paper:5,paper:4,paper:3 1 double all
// PLAIN: paper:5,paper:4,paper:3 4 double guess
// PLAIN: paper:5,paper:3 3 single all
// PLAIN: paper:4 2,6 single guess,odd
// PLAIN: paper:5,paper:3 9 single guess
// PLAIN: paper:3 6,8 double guess
// PLAIN: paper:5,paper:4,paper:3 2 double guess impedance
// SANITIZED: paper:5,paper:3 1 double all
// SANITIZED: paper:4 2 single guess,matrix
// LONG: paper:5,paper:4,paper:3 1,2,3,4,5,6,7,8,9 single,double all
#include "meshes-odd.h"

#include "kernel/paper/paper.h"

/* Measured with TEST_SHOW, paper:3 and paper:5, N = 1 ... 9, plans guess and matrix: double below
 * 7.8e-16, single below 3.0e-07. */
static double tolerance(int single)
{
    return single ? 4e-6 : 1e-13;
}

/* The matrix in shared memory, in segments that wrap around inside an element. */
static void matrix(struct nd_plan *p, int N)
{
    (void)N;
    p->number[DIFF_SHARED] = ND_SHARED_MATRIX;
    p->number[DIFF_P] = 2, p->number[DIFF_I] = 2, p->number[DIFF_S] = 3,
    p->number[DIFF_ROWS] = p->number[ALIGN];
}

/* The paper's Table 3, at its half-warps. */
static void table(struct nd_plan *p, int N)
{
    static const int row[9][11] = {
        {4, 1, 6, 2, 3, 4, 28, 4, 2},  {8, 1, 19, 1, 3, 2, 26, 3, 3}, {4, 1, 14, 2, 3, 3, 19, 2, 3},
        {4, 1, 19, 2, 3, 2, 18, 2, 4}, {2, 0, 1, 4, 1, 3, 15, 2, 3},  {2, 0, 1, 4, 1, 1, 4, 2, 4},
        {2, 0, 2, 4, 1, 2, 8, 2, 3},   {1, 0, 2, 4, 1, 1, 1, 2, 4},   {1, 0, 2, 4, 1, 1, 2, 2, 4}};
    const int *r = row[N - 1];
    nd_paper_microblocks(p, N, 16, r[0]);
    p->number[DIFF_SHARED] = r[1] ? ND_SHARED_MATRIX : ND_SHARED_FIELD;
    p->number[DIFF_P] = r[2], p->number[DIFF_I] = r[3], p->number[DIFF_S] = r[4], p->number[DIFF_ROWS] = 16;
    p->number[M_B] = r[5], p->number[GATHER_P] = r[6], p->number[LIFT_P] = r[7], p->number[LIFT_I] = r[8];
    p->number[GROUPING] = 16;
}

/* No micro-blocks, nothing side by side, threads in the usual order. */
static void bare(struct nd_plan *p, int N)
{
    nd_paper_microblocks(p, N, 16, 1);
    p->number[M_B] = p->number[GATHER_P] = p->number[LIFT_P] = p->number[LIFT_I] = p->number[DIFF_P] =
        p->number[DIFF_I] = 1;
    p->number[GROUPING] = 0;
}

/* Numbers that divide nothing. */
static void odd(struct nd_plan *p, int N)
{
    nd_paper_microblocks(p, N, 32, 3);
    p->number[M_B] = 2, p->number[GATHER_P] = 5, p->number[LIFT_P] = 1, p->number[LIFT_I] = 5,
    p->number[DIFF_P] = 1, p->number[DIFF_I] = 3, p->number[DIFF_ROWS] = 32;
    p->number[GROUPING] = 32;
}

static const struct {
    const char *name;
    void (*change)(struct nd_plan *plan, int N);
} plans[] = {{"guess", NULL}, {"matrix", matrix}, {"table", table}, {"bare", bare}, {"odd", odd}};

/* Can the device run it? Some plans are too large for some devices; a guess never is. */
static int fits(const struct rig_case *c)
{
    struct nd_device *device = NULL;
    struct nd_law law;
    struct nd_plan plan;
    const char *wanted = getenv("TEST_DEVICE");
    CHECK_OK(nd_device_open(&device, wanted ? wanted : "cpu"));
    CHECK_OK(nd_law_init(&law, "maxwell", ""));
    CHECK_OK(nd_plan_choose(&plan, ND_CASE(device, &law, c->N, c->single, 1), c->variant));
    if (c->change) c->change(&plan, c->N);
    const int bad = nd_plan_check(&plan, ND_CASE(device, &law, c->N, c->single, 1));
    if (bad) printf("N = %d: %s\n", c->N, nudge_error());
    nd_law_clear(&law);
    nd_device_close(device);
    return !bad;
}

static void check(const struct rig_case *c, const char *plan)
{
    struct rig rig;
    const int code = rig_init(&rig, c);
    CHECK_OK(code);
    const double difference = code ? NAN : rig_compare_rate(&rig);
    if (getenv("TEST_SHOW")) rig_describe(c, rig.mesh.K), printf("%s: %.3g\n", plan, difference);
    if (!(difference <= tolerance(c->single))) {
        rig_describe(c, rig.mesh.K);
        printf("plan %s differs by %.3g from the reference\n", plan, difference);
        test_failures++;
    }
    rig_clear(&rig);
}

static int check_plans(struct rig_case c, const char *wanted)
{
    int runs = 0;
    for (unsigned p = 0; p < sizeof plans / sizeof *plans; p++) {
        c.change = plans[p].change;
        if ((strcmp(wanted, "all") && !strstr(wanted, plans[p].name)) || (c.change && !fits(&c))) continue;
        for (unsigned i = 0; i < ODD_MESHES; i++) {
            const struct rig_case one = odd_case(&c, i);
            check(&one, plans[p].name);
        }
        runs++;
    }
    return runs;
}

int main(int argc, char **argv)
{
    if (argc != 5 && argc != 6) {
        printf("usage: VARIANTS ORDERS PRECISIONS PLANS [impedance]\n");
        return 1;
    }
    char *save = NULL;
    for (char *variant = strtok_r(argv[1], ",", &save); variant; variant = strtok_r(NULL, ",", &save))
        for (const char *N = argv[2]; *N; N += N[1] ? 2 : 1)
            for (int single = 0; single < 2; single++)
                if (strstr(argv[3], single ? "single" : "double"))
                    CHECK(check_plans((struct rig_case){.N = *N - '0',
                                                        .single = single,
                                                        .upwind = 1,
                                                        .variant = variant,
                                                        .impedance = argc > 5},
                                      argv[4]) > 0);
    TEST_END;
}
