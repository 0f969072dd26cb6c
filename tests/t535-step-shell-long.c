// Energy still falls after many steps in a box with an absorbing shell on all sides and a conducting rod that reaches into it, which
// starts with a field that is not free of charge: what is left in the end is static. Arguments: variants, precisions, steps.
// PLAIN: simd single 2000
// PLAIN: bernstein double 1000
// SANITIZED: simd double 40
// SANITIZED: bernstein single 40
// LONG: simd single 100000
// LONG: simd double 100000
// LONG: bernstein single 100000
// LONG: bernstein double 100000
#include <omp.h>
#include "shell.h"

/* Along x, from the inner box through the shell to the outer wall. */
static int is_rod(const double c[3])
{
    return c[0] > 3 && fabs(c[1] - 2.5) < 0.5 && fabs(c[2] - 2.5) < 0.5;
}

static void check(const char *variant, const char *precision, int steps)
{
    static const double inner[3][2] = {{2, 3}, {2, 3}, {2, 3}};
    char text[512];
    struct shelled s;
    double energy = NAN, last = NAN;
    snprintf(text, sizeof text,
             "mesh: {box: {size: [5, 5, 5], divisions: [5, 5, 5]}}\norder: 2\nprecision: %s\n"
             "boundaries: {default: pec}\n"
             "initial: {Ez: exp(-8*((x-2.4)^2+(y-2.5)^2+(z-2.5)^2)), Ex: "
             "exp(-8*((x-2.4)^2+(y-2.5)^2+(z-2.5)^2))}\n"
             "time: {end: 1e6}\n",
             precision);
    const int code = shelled_begin(&s, text, inner, is_rod, variant);
    CHECK_OK(code);
    if (code) return;
    CHECK_OK(nudge_solver_energy(s.solver, &last));
    for (int i = 1; i <= 20; i++) {
        CHECK_OK(nudge_solver_step(s.solver, steps / 20));
        CHECK_OK(nudge_solver_energy(s.solver, &energy));
        if (getenv("TEST_SHOW"))
            printf("%s %s step %d: energy %.5g\n", variant, precision, i * (steps / 20), energy);
        if (i > 10 && !(energy < last * 1.0001)) { /* at first the shell fills */
            printf("%s %s: energy %g at step %d, %g before\n", variant, precision, energy, i * (steps / 20),
                   last);
            test_failures++;
        }
        last = energy;
    }
    shelled_end(&s);
}

int main(int argc, char **argv)
{
    static const char *const variants[] = {"simd", "bernstein", "tensor", "fused"};
    if (argc != 4) {
        printf("usage: VARIANTS PRECISIONS STEPS\n");
        return 1;
    }
    omp_set_num_threads(1);
    for (int v = 0; v < 4; v++)
        for (int single = 0; single < 2; single++)
            if (strstr(argv[1], variants[v]) && strstr(argv[2], single ? "single" : "double"))
                check(variants[v], single ? "single" : "double", atoi(argv[3]));
    TEST_END;
}
