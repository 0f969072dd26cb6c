// Errors about losses and the PML come before the first step, with the remedy; the geometry found
// for a PML: its parts, thickness and strength, its memory and its effect on the step.
#include "pml-box.h"

#define BOX                                                                                                  \
    "mesh: {box: {size: [6, 6, 6], divisions: [6, 6, 6], region: air}}\norder: 1\nboundaries: {default: "    \
    "pec}\n"                                                                                                 \
    "time:\n  end: 1\n"

#define PML "pml: {reflection: 1e-6, grading: 2}\n"

static const double inner[3][2] = {{2, 4}, {-1, 5}, {-1, 7}};

static void refuse(const char *more, const double box[3][2], const char *message)
{
    struct pml_box s;
    char text[1024];
    snprintf(text, sizeof text, BOX "%s", more);
    CHECK_FAILS(pml_box_begin(&s, text, box, NULL, NULL), NUDGE_EVALUE, message);
    pml_box_end(&s);
}

static void check_mistakes(void)
{
    static const double none[3][2] = {{-1, 7}, {-1, 7}, {-1, 7}}, all[3][2] = {{9, 9}, {9, 9}, {9, 9}},
                        core[3][2] = {{2, 4}, {2, 4}, {2, 4}};
    refuse("pml: {regions: [box.pm]}\n", inner,
           "pml.regions: 'box.pm' is not in the mesh (did you mean 'box.pml'?); "
           "the mesh has: air, box.pml");
    refuse("pml: {reflection: 1e-6}\n", none, "no element is in the PML: name its regions under pml.regions");
    refuse("", all, "it surrounds nothing");
    refuse("pml: {regions: [air]}\n", core, "the PML has no thickness");
    refuse("materials: {m: {sigma: -1}}\n", NULL, "material 'm': sigma is -1 and must not be less than 0");
    refuse("materials: {m: {sigma_m: -1e-30}}\n", NULL, "must not be less than 0");
}

static void check_parts(int linear)
{
    struct pml_box s;
    const char *const text = linear ? BOX PML : BOX "  integrator: lsrk4\n" PML;
    CHECK_OK(pml_box_begin(&s, text, inner, NULL, NULL));
    const struct nd_pointwise *local = &s.solver->pointwise;
    const struct nd_pml *pml = &s.solver->pml;
    /* 2 of 6 cells along x, 5 of 6 along y. */
    CHECK(pml->n == 6 * 6 * (36 - 2 * 5));
    CHECK(local->part[ND_POINTWISE_CORNER].subset.n == 6 * 6 * 4);
    CHECK(local->part[ND_POINTWISE_SLAB].subset.n == 6 * 6 * (36 - 2 * 5 - 4));
    CHECK(!local->part[ND_POINTWISE_LOSSES].subset.n);
    CHECK(pml->thickness[0][0] == 2 && pml->thickness[0][1] == 2 && pml->thickness[1][0] == 0 &&
          pml->thickness[1][1] == 1 && pml->thickness[2][0] == 0 && pml->thickness[2][1] == 0);
    CHECK(pml->layered[0][0] && pml->layered[0][1] && !pml->layered[1][0] && pml->layered[1][1]);
    /* Largest where both are, (grading + 1) ln(1/reflection) c / (2 thickness) at the end: along x
     * 7/12 of it in the mean of the outer one of two layers, along y 1/3 in the only one. */
    double most = 0;
    for (nd_idx k = 0; k < s.solver->mesh.K; k++) most = fmax(most, local->damping[k]);
    CHECK_NEAR(local->fastest, 3 * log(1e6) / 2 * (7.0 / 12 / 2 + 1.0 / 3 / 1), 1e-9);
    /* lsrk4 takes it once a step, along one axis after the other: of them y has most. */
    CHECK_NEAR(most, linear ? local->fastest : 3 * log(1e6) / 2 / 3 * 4.2 / 2, 1e-9);
    struct nd_dt_case waves = nd_solver_dt_case(s.solver);
    waves.damping = NULL;
    const double tightest = nd_dt_damped(nd_dt_element(&waves, s.solver->tightest),
                                         local->damping[s.solver->tightest], s.solver->integrator.damping);
    CHECK_NEAR(s.solver->stable, tightest, 1e-12);
    CHECK(s.solver->stable < s.solver->undamped);
    if (!linear) CHECK(s.solver->integrator.damping == 4.2);
    const struct nd_pml plain = {.n = 10}, shifted = {.n = 10, .shifted = 1};
    CHECK(nd_pointwise_bytes(&s.solver->law, &plain, 4, 0, 0) >= 10 * 6 * 4 * 8);
    CHECK(nd_pointwise_bytes(&s.solver->law, &plain, 4, 0, 1) >= 2 * 10 * 6 * 4 * 8);
    CHECK(nd_pointwise_bytes(&s.solver->law, &shifted, 4, 0, 1) >= 2 * 10 * (6 + 6) * 4 * 8);
    pml_box_end(&s);
}

/* A law of a user's own that says nothing of what happens inside an element. */
static void check_law(void)
{
    struct nd_law law = {0};
    struct nd_pml pml;
    nudge_problem *problem = NULL;
    struct nd_mesh mesh = {0};
    CHECK_OK(nudge_problem_parse(&problem, BOX, ""));
    CHECK_OK(nd_mesh_box(&mesh, &problem->box));
    CHECK_OK(pml_box_name(&mesh, inner));
    CHECK_OK(nd_law_parse(&law, "bare.law",
                          "#define LAW_NAME bare\n#define LAW_FIELDS a\n#define LAW_MATERIAL m\n"
                          "#define LAW_MEDIUM n\n#define LAW_BOUNDARIES wall\n"));
    CHECK_FAILS(nd_pml_init(&pml, problem, &law, &mesh), NUDGE_EVALUE, "law bare has no PML terms");
    nd_law_clear(&law);
    nd_mesh_clear(&mesh);
    nudge_problem_destroy(problem);
}

int main(void)
{
    check_mistakes();
    check_parts(0);
    check_parts(1);
    check_law();
    TEST_END;
}
