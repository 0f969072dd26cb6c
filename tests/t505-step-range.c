// Problems of any scale: the same modes and waves in lengths and amplitudes times 10^k are as exact
// as at k = 0, or refused with the reason, in every law, in single and double precision. Materials,
// sources and times out of range are refused.
// PLAIN: lengths 15
// PLAIN: amplitudes 15
// SANITIZED: lengths 45 maxwell
// SANITIZED: amplitudes 36 acoustic
// PLAIN: open
// RUN: mistakes
// LONG: lengths 1
// LONG: amplitudes 1
#include <unistd.h>
#include "solver/solver.h"
#include "test.h"

static char folder[64]; /* of what runs report */

/* The scale of a problem: the edge of the box and the size of the fields. */
struct size {
    const char *law, *precision, *units;
    double L, A;
};

/* TM101 of a cavity; the first mode of a room; a P wave in a solid without end. Returns the time of
 * about a third of a period. */
static double add_fields(const struct size *s, char *t)
{
    const int si = !strcmp(s->units, "si");
    const double L = s->L, A = s->A;
    if (!strcmp(s->law, "maxwell")) {
        const double c = si ? 299792458.0 : 1, H = A / (si ? 376.730313668 : 1) / sqrt(2),
                     w = sqrt(2) * M_PI * c / L;
        sprintf(t,
                "boundaries: {default: pec}\ninitial: {Ey: %g*sin(pi*x/%g)*sin(pi*z/%g)}\n"
                "exact:\n  Ey: %g*sin(pi*x/%g)*sin(pi*z/%g)*cos(%.17g*t)\n  Hx: "
                "%.17g*sin(pi*x/%g)*cos(pi*z/%g)*sin(%.17g*t)\n"
                "  Hz: -%.17g*cos(pi*x/%g)*sin(pi*z/%g)*sin(%.17g*t)\n",
                A, L, L, A, L, L, w, H, L, L, w, H, L, L, w);
        return 0.3 * L / c;
    }
    if (!strcmp(s->law, "acoustic")) {
        const double rho = si ? 1.2 : 1, c = si ? 343 : 1, w = M_PI * c / L;
        sprintf(
            t,
            "materials: {m: {rho: %g, c: %g}}\nboundaries: {default: rigid}\ninitial: {p: %g*cos(pi*x/%g)}\n"
            "exact:\n  p: %g*cos(pi*x/%g)*cos(%.17g*t)\n  vx: %.17g*sin(pi*x/%g)*sin(%.17g*t)\n",
            rho, c, A, L, A, L, w, A / (rho * c), L, w);
        return 0.3 * L / c;
    }
    const double rho = si ? 2700 : 1, c = si ? 6000 : 2, vs = si ? 3400 : 1, w = 2 * M_PI * c / L,
                 side = A * rho * (c * c - 2 * vs * vs) / c;
    t += sprintf(t, "materials: {m: {rho: %g, vp: %g, vs: %g}}\n", rho, c, vs);
    for (int exact = 0; exact < 2; exact++) {
        char wave[100];
        snprintf(wave, sizeof wave, exact ? "sin(2*pi*x/%g-%.17g*t)" : "sin(2*pi*x/%g)", L, w);
        t += sprintf(t, "%s:\n  vx: %.17g*%s\n  sxx: -%.17g*%s\n  syy: -%.17g*%s\n  szz: -%.17g*%s\n",
                     exact ? "exact" : "initial", A, wave, A * rho * c, wave, side, wave, side, wave);
    }
    return 0.15 * L / c;
}

/* The error; NaN where it is refused, with the reason in nudge_error. */
static double error_of(const struct size *s, int *status)
{
    static char text[4000], fields[3000];
    nudge_problem *problem = NULL;
    nudge_solver *solver = NULL;
    double error = NAN;
    const double end = add_fields(s, fields);
    snprintf(text, sizeof text,
             "law: %s\nunits: %s\nprecision: %s\norder: 2\noutput: {folder: '%s'}\n"
             "mesh: {box: {size: [%g, %g, %g], divisions: [2, 2, 2]%s}}\n%stime: {end: %.17g}\n",
             s->law, s->units, s->precision, folder, s->L, s->L, s->L,
             strcmp(s->law, "elastic") ? "" : ", periodic: [x, y, z]", fields, end);
    *status = nudge_problem_parse(&problem, text, "");
    if (!*status) *status = nudge_problem_trust(problem, NUDGE_TRUST_PATHS);
    if (!*status) *status = nudge_solver_create(&solver, problem, "cpu");
    if (!*status) *status = nudge_solver_run(solver, NULL, NULL);
    if (!*status) *status = nudge_solver_error(solver, &error);
    nudge_solver_destroy(solver);
    nudge_problem_destroy(problem);
    return error;
}

/* Right, or refused by a message that says which precision and what is out of its range. */
static int is_right(double error, double wanted, int status)
{
    if (!status) return fabs(error - wanted) <= 2e-3 * wanted;
    return strstr(nudge_error(), "precision supports fields") != NULL;
}

static void sweep(int lengths, int step, const char *only)
{
    static const char *const law[] = {"maxwell", "acoustic", "elastic"};
    for (int i = 0; i < 3; i++)
        for (int variant = 0; variant < 4; variant++) {
            if (only && strcmp(only, law[i])) continue;
            struct size s = {law[i], variant & 1 ? "double" : "single", variant & 2 ? "si" : "natural", 1, 1};
            int status, refused = 0, runs = 0;
            const double wanted = error_of(&s, &status);
            CHECK_OK(status);
            CHECK(wanted < 0.5);
            for (int k = -45; k <= 45; k += step, runs++) {
                *(lengths ? &s.L : &s.A) = pow(10, k);
                const double error = error_of(&s, &status);
                refused += status != 0;
                if (is_right(error, wanted, status)) continue;
                printf("%s %s %s, %s times 1e%d: error %.6g, wanted %.6g; %s\n", s.law, s.precision, s.units,
                       lengths ? "lengths" : "amplitudes", k, error, wanted,
                       status ? nudge_error() : "not refused");
                test_failures++;
            }
            /* Lengths are computed with in a unit of their own, and doubles have room for all of these. */
            CHECK(refused == 0 || (!lengths && !(variant & 1)));
            CHECK(lengths || (variant & 1) || refused < runs);
        }
}

/* A source, losses, a PML around and a monitor, all in lengths times 10^k; what the field is at
 * the end, or null where it is refused. */
static double *fields_of(int k, const char *precision, int *n)
{
    const double s = pow(10, k);
    char text[1000];
    nudge_problem *problem = NULL;
    nudge_solver *solver = NULL;
    double *values = NULL;
    snprintf(text, sizeof text,
             "order: 2\nprecision: %s\nmesh: {box: {divisions: [2, 2, 2]}, scale: %g, pml: {layers: 1, "
             "thickness: %g}}\npml: {}\n"
             "materials: {m: {sigma: %g}}\nboundaries: {default: absorbing}\n"
             "sources: {d: {dipole: {at: [%g, %g, %g], moment: [0, 0, %g]}, waveform: {pulse: {frequency: "
             "%g, bandwidth: %g}}}}\n"
             "monitors: {w: {power: {frequencies: [%g], around: [box]}}}\ntime: {end: %.17g}\noutput: "
             "{folder: '%s'}\n",
             precision, s, 0.4 * s, 0.5 / s, 0.45 * s, 0.5 * s, 0.55 * s, s * s, 0.8 / s, 1 / s, 0.8 / s,
             2 * s, folder);
    CHECK_OK(nudge_problem_parse(&problem, text, ""));
    CHECK_OK(nudge_problem_trust(problem, NUDGE_TRUST_PATHS));
    const int status = nudge_solver_create(&solver, problem, "cpu");
    if (!status) {
        *n = solver->mesh.K * solver->elem.Np;
        values = malloc((size_t)*n * sizeof *values);
        CHECK_OK(nudge_solver_step(solver, solver->schedule.steps));
        CHECK_OK(nudge_solver_get(solver, "Ez", values));
    } else {
        CHECK(status == NUDGE_EVALUE && strstr(nudge_error(), "single precision"));
    }
    nudge_solver_destroy(solver);
    nudge_problem_destroy(problem);
    return values;
}

static void check_open(int k, const char *precision, int refused)
{
    int n = 0, m = 0;
    double *one = fields_of(0, precision, &n), *other = fields_of(k, precision, &m), most = 0, differ = 0;
    CHECK(one && (other == NULL) == refused);
    for (int i = 0; one && other && i < n; i++) {
        most = fmax(most, fabs(one[i]));
        differ = test_worse(differ, fabs(one[i] - other[i]));
    }
    if (one && other && (n != m || !(most > 0 && differ < 1e-4 * most))) {
        printf("lengths times 1e%d in %s precision: fields of %g differ by %g\n", k, precision, most, differ);
        test_failures++;
    }
    free(one);
    free(other);
}

/* Sources whose fields single precision cannot hold; materials and times beyond it. */
static void check_mistake(const char *law, const char *rest, const char *message)
{
    char text[2000];
    nudge_problem *problem = NULL;
    nudge_solver *solver = NULL;
    snprintf(text, sizeof text,
             "law: %s\norder: 2\nprecision: single\nmesh: {box: {divisions: [2, 2, 2]}}\nboundaries: "
             "{default: %s}\n"
             "output: {folder: '%s'}\n%s",
             law, strcmp(law, "maxwell") ? "absorbing" : "pec", folder, rest);
    CHECK_OK(nudge_problem_parse(&problem, text, ""));
    CHECK_OK(nudge_problem_trust(problem, NUDGE_TRUST_PATHS));
    int status = nudge_solver_create(&solver, problem, "cpu");
    if (!status) status = nudge_solver_run(solver, NULL, NULL);
    if (!status == !*message && (!status || (strstr(nudge_error(), message) && status == NUDGE_EVALUE)))
        goto done;
    printf("%s: got %s \"%s\", wanted \"%s\"\n", rest, nudge_error_name(status), status ? nudge_error() : "",
           message);
    test_failures++;
done:
    nudge_solver_destroy(solver);
    nudge_problem_destroy(problem);
}

#define TIME "time: {end: 2}\n"
#define DIPOLE(moment)                                                                                       \
    "sources: {s: {dipole: {at: [0.3, 0.4, 0.6], moment: [0, 0, " moment                                     \
    "]}, waveform: {pulse: {frequency: 1, bandwidth: 2}}}}\n" TIME

#define WAVE(amplitude)                                                                                      \
    "sources: {w: {plane_wave: {direction: [1, 0, 0], polarization: [0, 1, 0], amplitude: " amplitude        \
    "}, waveform: {pulse: {frequency: 1, bandwidth: 2}}}}\n" TIME

static void check_mistakes(void)
{
    check_mistake("maxwell", DIPOLE("1"), "");
    check_mistake("maxwell", DIPOLE("1e-25"), "");
    check_mistake("maxwell", DIPOLE("1e-35"), "fields are at most");
    check_mistake("maxwell", DIPOLE("1e-45"), "too small for single precision");
    check_mistake("maxwell", DIPOLE("1e40"), "too large for single precision");
    check_mistake("maxwell", "materials: {m: {epsilon: 1e-20}}\ninitial: {Ex: 1}\ntime: {end: 1e-10}\n",
                  "material 'm': its equations hold numbers from 1 to 1e+20, and single precision supports");
    check_mistake("maxwell", "materials: {m: {epsilon: 1e25}}\ninitial: {Ex: 1}\ntime: {end: 1e12}\n",
                  "single precision supports");
    check_mistake("maxwell", "materials: {m: {epsilon: 1e-40}}\ninitial: {Ex: 1}\n" TIME, "single precision");
    check_mistake("maxwell", "materials: {m: {mu: 1e40}}\ninitial: {Ex: 1}\n" TIME,
                  "too large for single precision");
    check_mistake(
        "elastic",
        "materials: {m: {rho: 2700, lambda: 2e10, mu: 3e10}}\ninitial: {vx: x}\ntime: {end: 1e-4}\n", "");
    check_mistake("maxwell", WAVE("1e-20"), "");
    check_mistake("maxwell", WAVE("1e-37"), "source 'w': fields are at most 1e-37");
    check_mistake("maxwell", WAVE("1e37"), "source 'w': fields reach 1e+37");
    check_mistake("maxwell", "initial: {Ex: 1e-37*x}\n" TIME, "use precision: double");
}

int main(int argc, char **argv)
{
    snprintf(folder, sizeof folder, "%s/range-XXXXXX",
             getenv("TMPDIR") && strlen(getenv("TMPDIR")) < 32 ? getenv("TMPDIR") : "/tmp");
    CHECK(mkdtemp(folder) != NULL);
    if (argc > 2)
        sweep(!strcmp(argv[1], "lengths"), atoi(argv[2]), argc > 3 ? argv[3] : NULL);
    else if (strcmp(argv[1], "open"))
        check_mistakes();
    else {
        check_open(-14, "single", 0);
        check_open(15, "single", 0);
        check_open(-40, "single", 1);
        check_open(40, "single", 1);
        check_open(-40, "double", 0);
    }
    char report[100];
    snprintf(report, sizeof report, "%s/run.json", folder);
    remove(report);
    CHECK(rmdir(folder) == 0);
    TEST_END;
}
