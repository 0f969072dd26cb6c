// Modes of a rectangular guide whose lower half is filled, by their numbers: phase constants over a band, cut-offs and the effect of
// losses against the closed form; messages. Argument: none.
// PLAIN:
#include <complex.h>
#include "test.h"
#include "exact/guide.h"
#include "solver/solver.h"

#define EPSILON 2.25

static nudge_solver *make_from(const char *lines, const char *port, const char *band, nudge_problem **problem,
                               int *status)
{
    char text[2048];
    nudge_solver *solver = NULL;
    snprintf(text, sizeof text,
             "law: maxwell\norder: 3\n%s\nports: {p: {%s}}\nsparameters: {band: %s}\ntime: {end: 1}\n", lines, port,
             band);
    *status = nudge_problem_parse(problem, text, "tests/meshes");
    if (!*status) *status = nudge_solver_create(&solver, *problem, "cpu");
    return solver;
}

static nudge_solver *make(const char *mode, const char *band, const char *materials, nudge_problem **problem,
                          int *status)
{
    char lines[1024], port[128];
    snprintf(lines, sizeof lines,
             "mesh: {file: plates.msh}\nmaterials: {%s}\nregions: {a: x, b: y}\n"
             "boundaries: {low: pec, high: pec, sides: pec, in: absorbing, out: absorbing}",
             materials);
    snprintf(port, sizeof port, "boundary: in, section: {mode: %s}", mode);
    return make_from(lines, port, band, problem, status);
}

static void drop(nudge_solver *solver, nudge_problem *problem)
{
    nudge_solver_destroy(solver);
    nudge_problem_destroy(problem);
}

struct mode {
    enum nd_loaded_mode kind;
    int n, i;
};

static double beta2(const struct mode *m, double epsilon, double f)
{
    return nd_loaded_guide_beta2(&(struct nd_loaded_guide){2, 1, 1, epsilon}, m->kind, m->n, m->i, 2 * M_PI * f);
}

/* The mode with this number, from 1, by falling beta. */
static struct mode find(int number, double f)
{
    struct mode all[40];
    int n = 0;
    for (int kind = 0; kind < 2; kind++)
        for (int across = kind; across <= 3; across++)
            for (int i = 1; i <= 4; i++) {
                const struct mode own = {kind ? ND_LOADED_LSM : ND_LOADED_LSE, across, i};
                int at = n++;
                for (; at > 0 && beta2(&all[at - 1], EPSILON, f) < beta2(&own, EPSILON, f); at--) all[at] = all[at - 1];
                all[at] = own;
            }
    return all[number - 1];
}

#define PLAIN "x: {epsilon: 2.25}, y: {}"

/* The frequency at which a mode begins to travel. */
static double exact_cutoff(const struct mode *known, double most)
{
    double low = 0.01, high = most;
    while (high - low > 1e-6) {
        const double middle = (low + high) / 2;
        *(beta2(known, EPSILON, middle) < 0 ? &low : &high) = middle;
    }
    return high;
}

/* The mode's own cut-off is extrapolated from the beginning of the band, and good if that is close. */
static void check_cutoff(const struct mode *known, const nudge_solver *solver, double low)
{
    const double found = nd_mode_cutoff(&solver->ports.at[0].mode), want = exact_cutoff(known, low);
    CHECK(found < low);
    if (low < 1.15 * want) CHECK_NEAR(found, want, 0.02 * want);
}

/* tolerance: of beta, relative. */
static void check(int number, double low, double high, double tolerance)
{
    char mode[16], band[64];
    nudge_problem *problem = NULL;
    int status;
    snprintf(mode, sizeof mode, "hybrid%d", number);
    snprintf(band, sizeof band, "[%g, %g]", low, high);
    nudge_solver *solver = make(mode, band, PLAIN, &problem, &status);
    const struct mode known = find(number, (low + high) / 2);
    CHECK_OK(status);
    for (int i = 0; i <= 6 && !status; i++) {
        const double f = low + (high - low) * i / 6, want = sqrt(beta2(&known, EPSILON, f));
        const struct nd_mode *own = &solver->ports.at[0].mode;
        const double complex gamma = nd_mode_gamma(own, f);
        if (!(fabs(cimag(gamma) - want) < tolerance * want)) printf("%s at %g: ", mode, f);
        CHECK_NEAR(cimag(gamma), want, tolerance * want);
        CHECK(creal(gamma) == 0);
    }
    if (!status) check_cutoff(&known, solver, low);
    drop(solver, problem);
}

/* The attenuation of small losses of the filling: the slope of beta^2 over epsilon, times what losses add to that. */
static void check_losses(int number, double f, const char *mode)
{
    char band[64];
    nudge_problem *problem = NULL;
    int status;
    const double tangent = 0.01, step = 1e-4;
    snprintf(band, sizeof band, "[%g, %g]", 0.9 * f, 1.1 * f);
    char materials[128];
    snprintf(materials, sizeof materials, "x: {epsilon: 2.25, loss_tangent: {value: %g, at: %g}}, y: {}", tangent, f);
    nudge_solver *solver = make(mode, band, materials, &problem, &status);
    CHECK_OK(status);
    if (!status) {
        const struct mode m = find(number, f);
        const double slope = (beta2(&m, EPSILON + step, f) - beta2(&m, EPSILON - step, f)) / (2 * step);
        const double complex want = csqrt(-beta2(&m, EPSILON, f) + I * slope * EPSILON * tangent),
                             found = nd_mode_gamma(&solver->ports.at[0].mode, f);
        CHECK_NEAR(creal(found), creal(want), 1e-3 * creal(want));
        CHECK_NEAR(cimag(found), cimag(want), 1e-3 * cimag(want));
    }
    drop(solver, problem);
}

/* An empty square has modes in pairs of one phase constant, each of which counts. */
static void check_square(void)
{
    static const double cutoff[] = {1, 1, 2, 2, 4, 4};
    for (int i = 0; i < 6; i++) {
        char port[128];
        nudge_problem *problem = NULL;
        int status;
        snprintf(port, sizeof port, "boundary: zmin, section: {mode: hybrid%d}", i + 1);
        nudge_solver *solver = make_from("mesh: {box: {size: [1, 1, 0.5], divisions: [3, 3, 1]}}\n"
                                         "boundaries: {zmin: absorbing, default: pec}",
                                         port, "[1.1, 1.2]", &problem, &status);
        CHECK_OK(status);
        for (double f = 1.1; f < 1.21 && !status; f += 0.05) {
            const double want = M_PI * sqrt(4 * f * f - cutoff[i]);
            CHECK_NEAR(cimag(nd_mode_gamma(&solver->ports.at[0].mode, f)), want, 1e-3 * want);
        }
        drop(solver, problem);
    }
}

static void check_fails(const char *mode, const char *band, const char *materials, const char *message)
{
    nudge_problem *problem = NULL;
    int status;
    nudge_solver *solver = make(mode, band, materials, &problem, &status);
    CHECK(status == NUDGE_EVALUE);
    if (status != NUDGE_EVALUE || !strstr(nudge_error(), message))
        printf("\"%s\", not \"%s\"\n", nudge_error(), message);
    CHECK(strstr(nudge_error(), message));
    drop(solver, problem);
}

int main(void)
{
    check(1, 0.21, 0.3, 1e-3);
    check(1, 0.5, 0.6, 1e-3);
    for (int number = 2; number <= 5; number++) check(number, 0.6, 0.64, 1e-3);
    check_square();
    check_losses(1, 0.25, "hybrid");
    check_losses(3, 0.6, "hybrid3");
    check_fails("hybrid2", "[0.2, 0.3]", PLAIN, "where 1 mode does");
    check_fails("hybrid1", "[0.15, 0.3]", PLAIN, "below its cut-off");
    check_fails("hybrid0", "[0.2, 0.3]", PLAIN, "is unknown");
    check_fails("TE1", "[0.2, 0.3]", PLAIN, "two materials");
    check_fails("hybrid1", "[0.2, 0.3]", "x: {mu: 2}, y: {}", "two materials");
    check_fails("hybrid1", "[0.2, 0.3]", "x: {sigma: 5}, y: {}", "a line of insulators");
    check_fails("hybrid1", "[0.2, 0.3]", "x: {poles: [{lorentz: {frequency: 1, damping: 0.1, strength: 1}}]}, y: {}",
                "one of them with poles");
    TEST_END;
}
