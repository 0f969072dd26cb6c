// Reflections of the PML at its default depth of 4 layers, here 2 wavelengths, at order 4, against
// the same run in a box so long that nothing comes back: a pulse at normal incidence, and wave
// packets of both polarizations between conducting plates that reach into the PML, that is, plane
// waves at 60 degrees. The same in acoustics between rigid plates; and a pulse, or a packet at 60 degrees, in a medium with
// poles, losses or a tensor that goes on in the PML. Arguments: waves, variants, precisions.
// PLAIN: normal,Ez simd double
// PLAIN: normal,Hz bernstein single
// PLAIN: acoustic,oblique simd double
// PLAIN: debye simd double
// PLAIN: sigma bernstein double
// LONG: normal,Ez,Hz,acoustic,oblique,debye,lorentz,drude,sigma,tensor,magnetic,relaxing simd,plain,fused,bernstein double,single
#include <omp.h>
#include "pml-box.h"

#define LAYERS 4
#define INNER  13 /* cells of length 1 along x, before the PML */

struct wave {
    const char *name, *periodic, *initial;
    double width; /* along y */
    double end;
    double aim; /* dB */
    const char *law, *walls, *material;
};

/* Their wavelength is 2 = 2 pi/k; at 60 degrees kx = k/2 and ky = k sqrt(3)/2 = pi/width. Packets
 * are of all angles nearby. */
#define PACKET "exp(-((x-7)/3)^2)"
#define PULSE  "Ey: exp(-((x-7)/0.8)^2)"
static const struct wave waves[] = {
    {"normal", "[y, z]", "Ey: exp(-((x-7)/0.8)^2), Hz: exp(-((x-7)/0.8)^2)", 1, 16, -60, "maxwell", "pec", ""},
    {"Ez", "[z]",
     "Ez: " PACKET "*cos(pi/2*x)*sin(pi*sqrt(3)/2*y), Hy: -" PACKET "/2*cos(pi/2*x)*sin(pi*sqrt(3)/2*y), "
     "Hx: " PACKET "*sqrt(3)/2*sin(pi/2*x)*cos(pi*sqrt(3)/2*y)",
     1.1547005383792517, 32, -40, "maxwell", "pec", ""},
    {"Hz", "[z]",
     "Hz: " PACKET "*cos(pi/2*x)*cos(pi*sqrt(3)/2*y), Ey: " PACKET "/2*cos(pi/2*x)*cos(pi*sqrt(3)/2*y), "
     "Ex: " PACKET "*sqrt(3)/2*sin(pi/2*x)*sin(pi*sqrt(3)/2*y)",
     1.1547005383792517, 32, -40, "maxwell", "pec", ""},
    {"acoustic", "[y, z]", "p: exp(-((x-7)/0.8)^2), vx: exp(-((x-7)/0.8)^2)", 1, 16, -60, "acoustic",
     "rigid", ""},
    {"oblique", "[z]",
     "p: " PACKET "*cos(pi/2*x)*cos(pi*sqrt(3)/2*y), vx: " PACKET "/2*cos(pi/2*x)*cos(pi*sqrt(3)/2*y), "
     "vy: -" PACKET "*sqrt(3)/2*sin(pi/2*x)*sin(pi*sqrt(3)/2*y)",
     1.1547005383792517, 32, -40, "acoustic", "rigid", ""},
    {"debye", "[y, z]", PULSE, 1, 40, -60, "maxwell", "pec",
     "epsilon: 2, poles: [{debye: {strength: 2, relaxation: 0.05}}]"},
    {"lorentz", "[y, z]", PULSE, 1, 40, -60, "maxwell", "pec",
     "epsilon: 2, poles: [{lorentz: {strength: 2, frequency: 1.5, damping: 0.5}}]"},
    {"drude", "[y, z]", PULSE, 1, 40, -50, "maxwell", "pec",
     "epsilon: 2, poles: [{drude: {plasma: 0.1, collision: 0.05}}]"},
    {"magnetic", "[y, z]", PULSE, 1, 40, -60, "maxwell", "pec",
     "mu: 2, magnetic_poles: [{lorentz: {strength: 2, frequency: 1.5, damping: 0.5}}]"},
    {"sigma", "[y, z]", PULSE, 1, 30, -60, "maxwell", "pec", "epsilon: 4, sigma: 0.1"},
    {"tensor", "[y, z]", PULSE, 1, 30, -60, "maxwell", "pec", "epsilon: [2, 4, 3]"},
    {"relaxing", "[z]",
     "Hz: " PACKET "*cos(pi/2*x)*cos(pi*sqrt(3)/2*y)", 1.1547005383792517, 60, -40, "maxwell", "pec",
     "epsilon: 1.5, sigma: 0.01, poles: [{debye: {strength: 1, relaxation: 0.02}}]"},
};

static int begin(struct pml_box *s, const struct wave *w, const char *variant, int single, int cells, int pml)
{
    static const double inner[3][2] = {{-1, INNER}, {-9, 9}, {-9, 9}};
    char text[1024];
    snprintf(
        text, sizeof text,
        "mesh: {box: {size: [%d, %.15g, 1], divisions: [%d, 1, 1], periodic: %s}}\norder: 4\nprecision: %s\n"
        "law: %s\nmaterials: {m: {%s}}\nboundaries: {default: %s}\ninitial: {%s}\ntime: {end: %.15g, dt: 0.05}\n",
        cells, w->width, cells, w->periodic, single ? "single" : "double", w->law, w->material, w->walls, w->initial,
        w->end);
    return pml_box_begin(s, text, pml ? inner : NULL, NULL, variant);
}

/* Largest difference of two runs where there is no PML, and the largest value; both number
 * elements there in the same order. */
static void compare(const struct pml_box *a, const struct pml_box *b, double *off, double *most)
{
    const struct nd_law *law = &a->solver->law;
    const size_t Np = (size_t)a->solver->elem.Np;
    double *u = nd_alloc(a->n, sizeof *u), *v = nd_alloc(b->n, sizeof *v), c[3];
    for (int f = 0; f < law->fields.n && u && v; f++) {
        nd_idx m = 0;
        CHECK_OK(nudge_solver_get(a->solver, law->fields.at[f], u));
        CHECK_OK(nudge_solver_get(b->solver, law->fields.at[f], v));
        for (nd_idx k = 0; k < a->solver->mesh.K; k++) {
            if (a->solver->mesh.region[k]) continue;
            while (nd_geometry_centroid(&b->solver->mesh, m, c), c[0] > INNER) m++;
            for (size_t n = 0; n < Np; n++) {
                const double here = v[(size_t)m * Np + n];
                *off = test_worse(*off, fabs(u[(size_t)k * Np + n] - here));
                *most = fmax(*most, fabs(here));
            }
            m++;
        }
    }
    free(u);
    free(v);
}

static void check(const struct wave *w, const char *variant, int single)
{
    struct pml_box a, b;
    double off = 0, most = 0;
    int code = begin(&a, w, variant, single, INNER + LAYERS, 1);
    CHECK_OK(code);
    if (!code) CHECK_OK(code = begin(&b, w, variant, single, INNER + (int)(w->end - INNER) / 2 + 6, 0));
    for (int i = 0; i < 20 && !code; i++) {
        CHECK_OK(nudge_solver_step(a.solver, a.solver->schedule.steps / 20));
        CHECK_OK(nudge_solver_step(b.solver, b.solver->schedule.steps / 20));
        compare(&a, &b, &off, &most);
    }
    const double dB = 20 * log10(off / most);
    if (getenv("TEST_SHOW"))
        printf("%s %s %s: %.1f dB\n", w->name, variant, single ? "single" : "double", dB);
    if (!(dB < w->aim)) {
        printf("%s, %s, %s: %.1f dB come back\n", w->name, variant, single ? "single" : "double", dB);
        test_failures++;
    }
    pml_box_end(&a);
    pml_box_end(&b);
}

int main(int argc, char **argv)
{
    static const char *const variants[] = {"simd", "plain", "fused", "bernstein"};
    int runs = 0;
    omp_set_num_threads(1); /* meshes too small to share */
    for (size_t i = 0; i < sizeof waves / sizeof *waves && argc == 4; i++)
        for (size_t v = 0; v < sizeof variants / sizeof *variants; v++)
            for (int single = 0; single < 2; single++) {
                if (!strstr(argv[1], waves[i].name) || !strstr(argv[2], variants[v]) ||
                    !strstr(argv[3], single ? "single" : "double"))
                    continue;
                check(&waves[i], variants[v], single);
                runs++;
            }
    CHECK(runs > 0);
    TEST_END;
}
