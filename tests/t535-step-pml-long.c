// Energy still falls after many steps in a box with a PML of only two layers on all sides and a
// conducting rod that reaches into it. If the initial field is not free of charge, a static field
// remains, and the energy falls to its. An acoustic pressure leaves nothing. Media: soil has losses and a relaxation, in a
// metal, of almost no losses, epsilon is negative below its plasma frequency. Arguments: free, charged, acoustic, soil or
// metal, variants, precisions, steps, scheme (lsrk4).
// PLAIN: free simd single 1000
// PLAIN: free bernstein double 600
// PLAIN: charged simd double 1000
// PLAIN: free simd double 300 lsrk14
// PLAIN: acoustic simd double 600
// PLAIN: soil simd double 300
// PLAIN: metal bernstein double 100 linear
// LONG: soil simd double 100000
// LONG: metal simd double 100000
// LONG: metal bernstein single 10000 linear
// SANITIZED: free simd double 20
// SANITIZED: metal simd double 40
// SANITIZED: free bernstein single 20
// LONG: free simd single 100000
// LONG: free simd double 100000
// LONG: free bernstein single 100000
// LONG: free bernstein double 100000
// LONG: charged simd double 100000
// LONG: charged bernstein single 100000
// LONG: charged simd double 30000 lsrk14
// LONG: acoustic simd double 100000
// LONG: acoustic bernstein single 100000
#include <omp.h>
#include "pml-box.h"

/* Along x, from the inner box through the PML to the outer wall. */
static int is_rod(const double c[3])
{
    return c[0] > 3 && fabs(c[1] - 2.5) < 0.5 && fabs(c[2] - 2.5) < 0.5;
}

#define BLOB "exp(-8*((x-2.4)^2+(y-2.5)^2+(z-2.5)^2))"

#define CURL "Ex: -(y-2.5)*" BLOB ", Ey: (x-2.4)*" BLOB

static const char *scheme = "lsrk4";

struct kind {
    const char *name, *law, *walls, *initial, *material;
    int swings; /* fields of the PML, which are scaled, take up energy of the poles and give it back */
};
static const struct kind kinds[] = {
    {"free", "maxwell", "pec", CURL, "", 0},
    {"charged", "maxwell", "pec", "Ez: " BLOB ", Ex: " BLOB, "", 0},
    {"acoustic", "acoustic", "rigid", "p: " BLOB, "", 0},
    {"soil", "maxwell", "pec", CURL, "epsilon: 4, sigma: 0.05, poles: [{debye: {strength: 5, relaxation: 0.3}}]", 0},
    {"metal", "maxwell", "pec", CURL, "poles: [{drude: {plasma: 0.3, collision: 0.001}}]", 1},
};

static int begin(struct pml_box *s, const struct kind *kind, const char *variant, const char *precision)
{
    static const double inner[3][2] = {{2, 3}, {2, 3}, {2, 3}};
    char text[512];
    snprintf(text, sizeof text,
             "mesh: {box: {size: [5, 5, 5], divisions: [5, 5, 5]}}\norder: 2\nprecision: %s\n"
             "law: %s\nmaterials: {m: {%s}}\nboundaries: {default: %s}\ninitial: {%s}\ntime: {end: 1e6, integrator: %s}\n",
             precision, kind->law, kind->material, kind->walls, kind->initial, scheme);
    return pml_box_begin(s, text, inner, is_rod, variant);
}

static void check(const struct kind *kind, const char *variant, const char *precision, int steps)
{
    struct pml_box s;
    double energy = NAN, first = NAN, last = NAN;
    const int code = begin(&s, kind, variant, precision);
    CHECK_OK(code);
    if (!code) CHECK_OK(nudge_solver_energy(s.solver, &first));
    for (int i = 1; i <= 20 && !code; i++) {
        CHECK_OK(nudge_solver_step(s.solver, steps / 20));
        CHECK_OK(nudge_solver_energy(s.solver, &energy));
        const int step = i * (steps / 20), fills = i <= 10; /* at first the PML fills */
        if (getenv("TEST_SHOW"))
            printf("%s %s %s step %d: %.6g of the first energy\n", kind->name, variant, precision, step,
                   energy / first);
        /* An energy of almost nothing may vary but must stay so. */
        if (!(energy < (fills ? 1.01 : 0.5) * first &&
              (fills || kind->swings || energy <= last * 1.0001 || energy < 1e-8 * first))) {
            printf("%s %s: energy %g at step %d, %g before, %g first\n", variant, precision, energy, step,
                   last, first);
            test_failures++;
        }
        last = energy;
    }
    pml_box_end(&s);
}

int main(int argc, char **argv)
{
    static const char *const variants[] = {"simd", "bernstein", "fused"};
    if (argc != 5 && argc != 6) {
        printf("usage: free|charged|acoustic|soil|metal VARIANTS PRECISIONS STEPS [SCHEME]\n");
        return 1;
    }
    int runs = 0;
    if (argc == 6) scheme = argv[5];
    omp_set_num_threads(1);
    for (size_t k = 0; k < sizeof kinds / sizeof *kinds; k++)
        for (int v = 0; v < 3; v++)
            for (int single = 0; single < 2; single++)
                if (!strcmp(argv[1], kinds[k].name) && strstr(argv[2], variants[v]) &&
                    strstr(argv[3], single ? "single" : "double"))
                    check(&kinds[k], variants[v], single ? "single" : "double", atoi(argv[4])), runs++;
    CHECK(runs > 0);
    TEST_END;
}
