// Ports and loads of a mesh in which a material has a tensor: a rectangular guide with a layer of a diagonal tensor across it,
// of which TE10 sees one number alone, beside the closed form of a scalar layer; and surfaces that touch a tensor.
// Argument: "guide", "scalar", which compares the same with a scalar, too, or "mistakes".
// PLAIN: guide
// LONG: scalar
// RUN: mistakes
#include <complex.h>
#include <omp.h>
#include "exact/layers.h"
#include "rig.h"
#include "sheets.h"

static const char *folder;

static const char *layered(const double c[3])
{
    return c[2] < 1 ? "front" : c[2] < 1.5 ? "layer" : "back";
}

#define GUIDE                                                                                                \
    "mesh: {file: a.msh, pml: {layers: 3, thickness: 1.5, sides: [zmin, zmax]}}\norder: 3\n"                 \
    "materials: {air: {}, layer: {epsilon: %s}}\nregions: {%s: layer, default: air}\n"                       \
    "boundaries: {xmin: pec, xmax: pec, ymin: pec, ymax: pec, default: absorbing}\n"

/* Between the walls x = 0 and 1: the wave is TE, and E is along y. */
static double complex exact(double f, int transmitted)
{
    const struct nd_layer layers[3] = {
        {.epsilon = 1, .mu = 1}, {.epsilon = 3, .mu = 1, .thickness = 0.5}, {.epsilon = 1, .mu = 1}};
    struct nd_layers_answer answer;
    CHECK_OK(nd_layers_solve(layers, 3, 2 * M_PI * f, M_PI, ND_LAYERS_TE, &answer));
    return transmitted ? answer.t : answer.r;
}

/* The reflection of the layer, and how far S11 and S21 are from the exact ones. */
static double off_by(const char *epsilon, double reflection[3])
{
    const struct sheet_box box = {.size = {1, 0.5, 2.5}, .divisions = {4, 2, 10}, .region = layered};
    const nudge_sparameters_options options = {.size = sizeof options, .device = "cpu"};
    nudge_problem *problem = NULL;
    nudge_sparameters *result = NULL;
    char text[2048];
    double worst = 0;
    snprintf(text, sizeof text,
             GUIDE "ports: {left: {boundary: zmin, rectangular: {mode: TE10}, shift: 1}, right: {boundary: zmax, "
                   "rectangular: {mode: TE10}, shift: 1}}\nsparameters: {band: [0.65, 0.95], points: 3}\n"
                   "time: {end: 60, decay: 40}\noutput: {folder: out}\n",
             epsilon, "layer");
    sheet_write(&box, folder);
    CHECK_OK(nudge_problem_parse(&problem, text, folder));
    CHECK_OK(nudge_sparameters_create(&result, problem, &options));
    const nudge_sparameters_info *info = result ? nudge_sparameters_describe(result) : NULL;
    CHECK(info && info->points == 3);
    for (int k = 0; info && k < info->points; k++)
        for (int out = 0; out < 2; out++) {
            double s[2];
            CHECK_OK(nudge_sparameters_get(result, k, out, 0, s));
            /* exp(+i w t): the conjugate of the closed form. */
            const double error = cabs(conj(s[0] + I * s[1]) - exact(info->frequency[k], out));
            if (getenv("TEST_SHOW")) printf("%s f = %g S%d1: %.2g\n", epsilon, info->frequency[k], out + 1, error);
            if (!out) reflection[k] = hypot(s[0], s[1]);
            worst = test_worse(worst, error);
        }
    nudge_sparameters_destroy(result);
    nudge_problem_destroy(problem);
    return worst;
}

static void check_guide(int both)
{
    double scalar[3], tensor[3];
    CHECK(off_by("[2, 3, 4]", tensor) < 4e-3);
    if (!both) return;
    CHECK(off_by("3", scalar) < 4e-3);
    for (int k = 0; k < 3; k++) CHECK_NEAR(tensor[k], scalar[k], 2e-3);
}

static void refuses(const char *region, const char *what, const char *message)
{
    static const struct sheet film = {"film", 2, 1, NULL};
    const struct sheet_box box = {
        .size = {1, 0.5, 2.5}, .divisions = {2, 1, 5}, .sheet = &film, .nsheets = 1, .region = layered};
    struct sheeted s;
    char text[2048];
    snprintf(text, sizeof text, GUIDE "%stime: {end: 1}\ninitial: {Ey: 1}\n", "[2, 3, 4]", region, what);
    if (message)
        CHECK_FAILS(sheeted_init(&s, &box, text, "simd", folder), NUDGE_EVALUE, message);
    else
        CHECK_OK(sheeted_init(&s, &box, text, "simd", folder));
    sheeted_clear(&s);
}

static void check_mistakes(void)
{
    const char *port = "ports: {left: {boundary: zmin, rectangular: {mode: TE10}}}\nsparameters: {band: [0.65, 0.95]}\n",
               *load = "loads: {film: {boundary: film, direction: [0, 1, 0], inductance: 1}}\n",
               *lumped = "ports: {gap: {boundary: film, lumped: {direction: [0, 1, 0], resistance: 1}}}\n"
                         "sparameters: {band: [0.65, 0.95]}\n";
    refuses("back", port, NULL);
    refuses("front", port,
            "ports.left: boundary 'zmin' touches region 'front', whose material 'layer' has a tensor; put it where epsilon "
            "and mu are numbers on both sides");
    refuses("back", load, NULL);
    refuses("layer", load, "loads.film: boundary 'film' touches region 'layer', whose material 'layer' has a tensor");
    refuses("front", lumped, "ports.gap: boundary 'film' touches region 'front', whose material 'layer' has a tensor");
    refuses("back", lumped, NULL);
}

int main(int argc, char **argv)
{
    char path[256];
    omp_set_num_threads(1); /* meshes too small to share */
    test_folder(path);
    folder = path;
    if (argc == 2 && strcmp(argv[1], "mistakes"))
        check_guide(!strcmp(argv[1], "scalar"));
    else
        check_mistakes();
    test_folder_remove(path);
    TEST_END;
}
