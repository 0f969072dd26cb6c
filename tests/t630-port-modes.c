// Modes of ports: closed forms against those of sections, computed on the triangles; cut-offs, impedances, patterns that are
// scaled; conductors; messages. Argument: none.
#include <complex.h>
#include "test.h"
#include "solver/solver.h"

/* The first port of a problem of these lines, with `port` as its kind; null after a failure. */
static nudge_solver *make(const char *lines, const char *port, nudge_problem **problem, int *status)
{
    char text[2048];
    nudge_solver *solver = NULL;
    snprintf(text, sizeof text,
             "law: maxwell\n%s\norder: 3\nports: {p: {%s}}\nsparameters: {band: [2, 3]}\ntime: {end: 1}\n",
             lines, port);
    *status = nudge_problem_parse(problem, text, "tests/meshes");
    if (!*status) *status = nudge_solver_create(&solver, *problem, "cpu");
    return solver;
}

static void drop(nudge_solver *solver, nudge_problem *problem)
{
    nudge_solver_destroy(solver);
    nudge_problem_destroy(problem);
}

/* The integral of e x h . n is 1 by the weights: V of the mode's own fields. */
static void check(const char *lines, const char *port, double kc, double Z, double tolerance)
{
    nudge_problem *problem = NULL;
    int status;
    nudge_solver *solver = make(lines, port, &problem, &status);
    CHECK_OK(status);
    if (!status) {
        const struct nd_mode *mode = &solver->ports.at[0].mode;
        if (!(fabs(mode->kc - kc) <= tolerance * (1 + kc))) printf("%s: ", port);
        CHECK_NEAR(mode->kc, kc, tolerance * (1 + kc));
        const double k = 4 * M_PI, beta = sqrt(k * k - kc * kc);
        const double wave = mode->kind == ND_MODE_TE ? k / beta : mode->kind == ND_MODE_TM ? beta / k : Z;
        CHECK_NEAR(creal(nd_mode_impedance(mode, 2)), wave, 3 * tolerance * wave);
        if (mode->kind != ND_MODE_TEM) CHECK_NEAR(cimag(nd_mode_gamma(mode, 2)), beta, 3 * tolerance * beta);
    }
    drop(solver, problem);
}

static void check_fails(const char *lines, const char *port, const char *message)
{
    nudge_problem *problem = NULL;
    int status;
    nudge_solver *solver = make(lines, port, &problem, &status);
    CHECK(status == NUDGE_EVALUE);
    if (status != NUDGE_EVALUE || !strstr(nudge_error(), message))
        printf("\"%s\", not \"%s\"\n", nudge_error(), message);
    CHECK(strstr(nudge_error(), message));
    drop(solver, problem);
}

#define GUIDE                                                                                                \
    "mesh: {box: {size: [1, 0.45, 0.5], divisions: [4, 2, 1]}}\nboundaries: {zmin: absorbing, default: pec}"
#define PLATES "mesh: {file: plates.msh}\n"
#define RING   "mesh: {file: ring.msh}\nboundaries: {walls: pec, default: absorbing}"
#define SIDES  "sides: pmc, in: absorbing, out: absorbing"
#define COPPER "conductors: {cu: {conductivity: 1e6, band: [2, 3]}}\n"

static void check_rectangle(void)
{
    const double y = M_PI / 0.45;
    check(GUIDE, "boundary: zmin, rectangular: {mode: TE10}", M_PI, 0, 1e-9);
    check(GUIDE, "boundary: zmin, rectangular: {mode: TM21}", hypot(2 * M_PI, y), 0, 1e-9);
    check(GUIDE, "boundary: zmin, section: {mode: TE1}", M_PI, 0, 1e-5);
    check(GUIDE, "boundary: zmin, section: {mode: TE3}", y, 0, 1e-4);
    check(GUIDE, "boundary: zmin, section: {mode: TM1}", hypot(M_PI, y), 0, 1e-3);
}

/* Plates at y = 0, 1 and 2, 1 wide. In series, epsilon 1 and 4 have the capacity 0.8, where there is 0.5 without. The
 * capacities of two plates to a third one have the eigenvalues (3 -+ sqrt(5)) / 2. */
static void check_lines(void)
{
    check(PLATES "boundaries: {low: pec, high: pec, " SIDES "}", "boundary: in, section: {mode: TEM}", 0, 2,
          1e-9);
    check(
        PLATES
        "materials: {x: {}, y: {epsilon: 4}}\nregions: {a: x, b: y}\nboundaries: {low: pec, high: pec, " SIDES
        "}",
        "boundary: in, section: {}", 0, sqrt(2 / 0.8), 1e-9);
    check(PLATES "boundaries: {low: pec, middle: pec, high: pec, " SIDES "}",
          "boundary: in, section: {mode: TEM1}", 0, 2 / (3 - sqrt(5)), 1e-9);
    check(PLATES "boundaries: {low: pec, middle: pec, high: pec, " SIDES "}",
          "boundary: in, section: {mode: TEM2}", 0, 2 / (3 + sqrt(5)), 1e-9);
}

/* Radii 1 and 3. The ring's mesh is made of 20 corners and more, so that its modes differ by some percent. */
static void check_ring(void)
{
    check(RING, "boundary: in, coaxial: {mode: TEM}", 0, log(3) / (2 * M_PI), 0.02);
    check(RING, "boundary: in, section: {mode: TEM}", 0, log(3) / (2 * M_PI), 0.02);
    check(RING, "boundary: in, coaxial: {mode: TE11}", 0.513579, 0,
          1e-4); /* a root by bisection of its own */
    check(RING, "boundary: in, section: {mode: TE1}", 0.5136, 0, 0.01);
    check(RING, "boundary: in, coaxial: {mode: TM01}", 1.548459, 0,
          1e-4); /* Abramowitz and Stegun, table 9.7 */
    check(RING, "boundary: in, section: {mode: TM1}", 1.548, 0, 0.01);
}

/* Walls of conductors have the modes of electric ones. */
static void check_conductors(void)
{
    static const char guide[] = COPPER
        "mesh: {box: {size: [1, 0.45, 0.5], divisions: [4, 2, 1]}}\nboundaries: {zmin: absorbing, default: %s}";
    char lines[512];
    snprintf(lines, sizeof lines, guide, "cu");
    check(lines, "boundary: zmin, section: {mode: TM1}", hypot(M_PI, M_PI / 0.45), 0, 1e-3);
    check(lines, "boundary: zmin, rectangular: {mode: TE10}", M_PI, 0, 1e-9);
    check(COPPER "mesh: {file: ring.msh}\nboundaries: {walls: cu, default: absorbing}", "boundary: in, section: {}", 0,
          log(3) / (2 * M_PI), 0.02);
    check(COPPER PLATES
          "materials: {x: {}, y: {epsilon: 4}}\nregions: {a: x, b: y}\nboundaries: {low: cu, high: pec, " SIDES "}",
          "boundary: in, section: {mode: TEM}", 0, sqrt(2 / 0.8), 1e-9);
}

/* Closed forms are modes between electric walls, TE and TM of sections between electric and magnetic ones. */
static void check_walls(void)
{
    static const char guide[] =
        "mesh: {box: {size: [1, 0.45, 0.5], divisions: [4, 2, 1]}}\nboundaries: {zmin: absorbing, %s, default: pec}";
    static const char *const sides[] = {"ymax: absorbing", "ymax: impedance 2", "ymax: pmc"};
    char lines[512];
    for (int i = 0; i < 3; i++) {
        snprintf(lines, sizeof lines, guide, sides[i]);
        check_fails(lines, "boundary: zmin, rectangular: {mode: TE10}", "is at the rim of its surface, and its mode");
        if (i < 2) check_fails(lines, "boundary: zmin, section: {mode: TE1}", "make it pec, one of conductors, or pmc");
        if (i < 2) check_fails(lines, "boundary: zmin, section: {mode: TM1}", "make it pec, one of conductors, or pmc");
    }
    check(lines, "boundary: zmin, section: {mode: TE1}", M_PI / 0.9, 0, 1e-4);
    check_fails(lines, "boundary: zmin, rectangular: {mode: TE10}", "or use section, which takes magnetic walls");
    check_fails("mesh: {file: ring.msh}\nboundaries: {walls: absorbing, default: absorbing}", "boundary: in, coaxial: {}",
                "ports.p: boundary 'walls' (absorbing) is at the rim of its surface");
    check_fails(PLATES "boundaries: {low: pec, high: pec, middle: pec, sides: pec, in: absorbing, out: absorbing}",
                "boundary: in, rectangular: {mode: TE10}", "boundary 'middle' (pec) is within its surface");
    check_fails("mesh: {box: {size: [1, 0.45, 0.5], divisions: [4, 2, 1], periodic: [y]}}\n"
                "boundaries: {zmin: absorbing, default: pec}",
                "boundary: zmin, rectangular: {mode: TE10}", "the rim of its surface meets no wall near");
    check_fails(COPPER "mesh: {box: {size: [1, 0.45, 0.5], divisions: [4, 2, 1]}}\nboundaries: {zmin: cu, default: pec}",
                "boundary: zmin, rectangular: {mode: TE10}", "boundary 'zmin' is a wall; make it absorbing");
}

/* A quarter of a round guide and of a coaxial line, of 61 and 72 elements: errors fall with the order of curved elements. With
 * straight ones cut-offs and impedance are off by 2.3 and 2.4 %. */
#define ROUND(order)                                                                                         \
    "mesh: {file: round-" #order                                                                             \
    ".msh}\nboundaries: {wall: pec, electric: pec, magnetic: pmc, default: absorbing}"
#define COAX(order) "mesh: {file: coax-" #order ".msh}\nboundaries: {wall: pec, default: pmc, in: absorbing}"

static void check_curved(void)
{
    const double te = 1.841183781, tm = 3.831705970, Z = 4 * log(2.5) / (2 * M_PI);
    check(ROUND(2), "boundary: in, section: {mode: TE1}", te, 0, 7e-5);
    check(ROUND(3), "boundary: in, section: {mode: TE1}", te, 0, 1e-5);
    check(ROUND(2), "boundary: in, section: {mode: TM1}", tm, 0, 8e-5);
    check(ROUND(3), "boundary: in, section: {mode: TM1}", tm, 0, 1e-5);
    check(COAX(2), "boundary: in, section: {}", 0, Z, 1.5e-4);
    check(COAX(3), "boundary: in, section: {}", 0, Z, 2.5e-5);
}

static void check_messages(void)
{
    check_fails(GUIDE, "boundary: zmxn, section: {}", "did you mean 'zm");
    check_fails(GUIDE, "boundary: zmin, section: {mode: TEM}", "1 separate conductor");
    check_fails(GUIDE, "boundary: zmin, rectangular: {mode: TE00}", "there is no mode");
    check_fails(GUIDE, "boundary: zmin, rectangular: {mode: XY}", "is unknown");
    check_fails(GUIDE, "boundary: zmin, coaxial: {}", "not a ring");
    check_fails(GUIDE, "boundary: zmax, rectangular: {mode: TE10}", "is a wall");
    check_fails(GUIDE, "boundary: zmin, rectangular: {mode: TE90}", "travels above 4.5 only");
    check_fails(RING, "boundary: walls, section: {}", "not flat");
    check_fails(ROUND(2), "boundary: wall, section: {}", "not flat");
    check_fails(RING, "boundary: in, rectangular: {mode: TE10}", "not a rectangle");
    check_fails(PLATES "boundaries: {low: pec, high: pec, " SIDES "}", "boundary: middle, section: {}",
                "give direction");
    check_fails(PLATES "materials: {x: {}, y: {epsilon: 4}}\nregions: {a: x, b: y}\nboundaries: {" SIDES
                       ", default: pec}",
                "boundary: in, section: {mode: TE1}", "two materials");
}

int main(void)
{
    check_rectangle();
    check_lines();
    check_ring();
    check_conductors();
    check_walls();
    check_curved();
    check_messages();
    TEST_END;
}
