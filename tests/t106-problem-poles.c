/* Poles and loss tangents in a problem file: what they become, and every mistake with its line and remedy. */
#include "law/assign.h"
#include "problem/pole.h"
#include "solver/solver.h"
#include "test.h"

#define BASE "mesh: {box: {divisions: [1, 1, 1]}}\norder: 1\ntime: {end: 1}\nboundaries: {default: pec}\n"

static const struct {
    const char *materials, *message;
} mistakes[] = {
    {"m: {poles: 3}", "problem:5: materials.m.poles must be a list of maps, not '3'"},
    {"m: {poles: [drude]}", "materials.m.poles.1 must be a map, not 'drude'"},
    {"m: {poles: [{durde: {}}]}", "unknown key 'durde' in materials.m.poles.1, did you mean 'drude'?"},
    {"m: {poles: [{}]}", "materials.m.poles.1 needs one of 'drude', 'lorentz' or 'debye'"},
    {"m: {poles: [{drude: {plasma: 1}}]}", "materials.m.poles.1.drude.collision is missing"},
    {"m: {poles: [{debye: {strength: 1, relaxation: 0}}]}", "relaxation must be a time above 0"},
    {"m: {poles: [{lorentz: {frequency: 2, damping: 1, strength: -1}}]}",
     "problem:5: material 'm' is not passive: at the frequency 2 the"},
    {"m: {magnetic_poles: [{lorentz: {frequency: 2, damping: -1, strength: 1}}]}",
     "the imaginary part of its mu is"},
    {"m: {poles: [{debye: {strength: 9, relaxation: 1}}, {debye: {strength: -1, relaxation: 1}}]}",
     "pole 2, debye, is not passive by itself (its strength is below 0), though the sum of all is"},
    {"m: {poles: [{lorentz: {frequency: 2, damping: 1, strength: 1, tilt: 1.1}}]}",
     "its tilt is not between 0 and its damping"},
    {"m: {epsilon: 2, epsilon_inf: 2}", "epsilon and epsilon_inf are the same constant: leave one out"},
    {"m: {loss_tangent: 0.1}", "materials.m.loss_tangent must be a map, as {value: 0.1, at: 0.5}, not '0.1'"},
    {"m: {loss_tangent: {value: 0.1}}", "materials.m.loss_tangent.at is missing"},
    {"m: {sigma: 1, loss_tangent: {value: 0.1, at: 1}}", "give sigma or loss_tangent, not both"},
    {"m: {poles: [{drude: {plasma: 9, collision: 1}}], loss_tangent: {value: 0.1, at: 1}}",
     "a loss tangent needs one above 0"},
};

static void check_mistake(const char *text, const char *message)
{
    nudge_problem *problem = NULL;
    nudge_solver *solver = NULL;
    int code = nudge_problem_parse(&problem, text, "");
    if (!code) code = nudge_solver_create(&solver, problem, "cpu");
    if (code != NUDGE_EVALUE || !strstr(nudge_error(), message)) {
        printf("%s\n: code %d, '%s', not '%s'\n", text, code, code ? nudge_error() : "", message);
        test_failures++;
    }
    nudge_solver_destroy(solver);
    nudge_problem_destroy(problem);
}

/* A conductivity in both systems of units, with the real part of the poles. */
static void check_loss_tangent(void)
{
    static const char *const texts[] = {
        BASE "materials: {m: {epsilon: 2, loss_tangent: {value: 0.01, at: 3}}}\n",
        BASE "units: si\nmaterials: {m: {epsilon: 4, loss_tangent: {value: 0.002, at: 10e9}}}\n",
        BASE "materials: {m: {epsilon: 2, poles: [{debye: {strength: 1, relaxation: 0.1}}], loss_tangent: "
             "{value: 0.01, "
             "at: 3}}}\n"};
    const double w = 2 * M_PI * 3 * 0.1,
                 want[] = {2 * M_PI * 3 * 2 * 0.01, 2 * M_PI * 10e9 * 4 * 8.8541878128e-12 * 0.002,
                           2 * M_PI * 3 * (2 + 1 / (1 + w * w)) * 0.01};
    for (int i = 0; i < 3; i++) {
        nudge_problem *problem = NULL;
        nudge_solver *solver = NULL;
        CHECK_OK(nudge_problem_parse(&problem, texts[i], ""));
        CHECK_OK(nudge_solver_create(&solver, problem, "cpu"));
        if (solver) CHECK_NEAR(solver->assign.constants[2] / want[i], 1, 1e-9);
        nudge_solver_destroy(solver);
        nudge_problem_destroy(problem);
    }
}

int main(void)
{
    char text[1024];
    for (size_t i = 0; i < sizeof mistakes / sizeof *mistakes; i++) {
        snprintf(text, sizeof text, BASE "materials: {%s}\n", mistakes[i].materials);
        check_mistake(text, mistakes[i].message);
    }
#define POLE "poles: [{debye: {strength: 1, relaxation: 1}}]"
    check_mistake("law: acoustic\n" BASE "materials: {m: {" POLE "}}\n", "law acoustic has no poles");
    check_mistake(BASE "materials: {m: {" POLE
                       "}}\nsources: {w: {plane_wave: {direction: [1, 0, 0], polarization: [0, 0, "
                       "1]}, waveform: {ricker: {frequency: 0.1}}}}\n",
                  "has poles: plane waves disperse there");
    check_loss_tangent();
    TEST_END;
}
