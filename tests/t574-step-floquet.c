// Periodic sides with a phase: a plane wave whose wave vector is that of the problem travels through a periodic box as it
// does in free space, for Maxwell's equations and acoustics, in any direction, with both integrators. Arguments: variants.
// PLAIN: simd
// SANITIZED: simd
// LONG: simd,bernstein,fused,plain,paper:3
#include <omp.h>
#include "rig.h"
#include "sheets.h"

static const double k[3] = {2, -1.2, 0.9};

/* A field of the wave exp(-i (k.x - omega t)): the real part, or the imaginary one of the second copy. */
static double wave(double amplitude, const double x[3], double t, int second)
{
    const double angle =
        k[0] * x[0] + k[1] * x[1] + k[2] * x[2] - sqrt(k[0] * k[0] + k[1] * k[1] + k[2] * k[2]) * t;
    return amplitude * (second ? -sin(angle) : cos(angle));
}

/* values[K Np]: one field of the wave in all elements at a time. */
static void fill(const nudge_solver *s, double amplitude, double t, double *values)
{
    const struct nd_mesh *mesh = &s->mesh;
    const int Np = s->elem.Np;
    double *x = nd_alloc(3 * (size_t)Np, sizeof *x);
    for (nd_idx e = 0; e < mesh->K; e++) {
        const int second = e >= mesh->real;
        nd_geometry_nodes(mesh, &s->elem, e, x, x + Np, x + 2 * Np);
        for (int n = 0; n < Np; n++) {
            double at[3];
            for (int c = 0; c < 3; c++) at[c] = x[c * Np + n] - (second ? mesh->apart[c] : 0);
            values[(size_t)e * (size_t)Np + (size_t)n] = wave(amplitude, at, t, second);
        }
    }
    free(x);
}

/* Amplitudes of all fields. Maxwell: E across k, H = k x E / |k|; acoustics: v = p k / |k|. */
static void amplitudes(int maxwell, double out[6])
{
    const double size = sqrt(k[0] * k[0] + k[1] * k[1] + k[2] * k[2]);
    const double E[3] = {k[1] / size, -k[0] / size, 0};
    if (maxwell) {
        for (int c = 0; c < 3; c++) out[c] = E[c];
        for (int c = 0; c < 3; c++)
            out[3 + c] = (k[(c + 1) % 3] * E[(c + 2) % 3] - k[(c + 2) % 3] * E[(c + 1) % 3]) / size;
        return;
    }
    out[0] = 1;
    for (int c = 0; c < 3; c++) out[1 + c] = k[c] / size;
}

#define BOX "box: {size: [1, 1, 1], divisions: [2, 3, 2], jitter: 0.2, periodic: [x, y, z]}"
/* Its sides bend, opposite ones alike. */
#define BENT "file: bent-cell.msh, periodic: {xmin: xmax, ymin: ymax, zmin: zmax}"

static void check(int maxwell, const char *cell, const char *variant, const char *integrator)
{
    nudge_problem *problem = NULL;
    nudge_solver *s = NULL;
    char text[512];
    double amplitude[6], off = 0, end = 0.7;
    snprintf(text, sizeof text,
             "law: %s\nmesh: {%s}\norder: 4\n"
             "floquet: {wave_vector: [%g, %g, %g]}\nmaterials: {m: {}}\ntime: {end: %g, integrator: %s}\n",
             maxwell ? "maxwell" : "acoustic", cell, k[0], k[1], k[2], end, integrator);
    CHECK_OK(nudge_problem_parse(&problem, text, "tests/meshes"));
    CHECK_OK(nd_solver_create(&s, problem, "cpu", NULL, variant));
    if (!s) return;
    const size_t n = (size_t)s->mesh.K * (size_t)s->elem.Np;
    double *q = nd_alloc(n, sizeof *q), *exact = nd_alloc(n, sizeof *exact);
    CHECK(s->mesh.K == 2 * s->mesh.real && (s->mesh.Ncurved ? s->mesh.Ncurved == 96 : s->mesh.real == 72));
    amplitudes(maxwell, amplitude);
    for (int f = 0; f < s->law.fields.n; f++) {
        fill(s, amplitude[f], 0, q);
        CHECK_OK(nudge_solver_set(s, s->law.fields.at[f], q));
    }
    CHECK_OK(nudge_solver_step(s, s->schedule.steps));
    for (int f = 0; f < s->law.fields.n; f++) {
        CHECK_OK(nudge_solver_get(s, s->law.fields.at[f], q));
        fill(s, amplitude[f], end, exact);
        for (size_t i = 0; i < n; i++) off = test_worse(off, fabs(q[i] - exact[i]));
    }
    if (getenv("TEST_SHOW")) printf("%s %s %s: %.3g\n", s->law.name, variant, integrator, off);
    CHECK(off < 2e-3);
    free(q);
    free(exact);
    nudge_solver_destroy(s);
    nudge_problem_destroy(problem);
}

static void check_mistakes(void)
{
    static const struct {
        const char *rest, *message;
    } all[] = {
        {"mesh: {box: {divisions: [2, 2, 2]}}\nboundaries: {default: pec}\nfloquet: {wave_vector: [0, 0, "
         "0]}\n",
         "floquet: the mesh has no periodic sides"},
        {"mesh: {box: {divisions: [2, 2, 2], periodic: [x]}}\nboundaries: {default: pec}\nfloquet: "
         "{wave_vector: [0, 1, 0]}\n",
         "wave_vector has a part along y, and the mesh is not periodic along y"},
        {"mesh: {box: {divisions: [2, 2, 2], periodic: [x]}}\nboundaries: {default: pec}\nfloquet: "
         "{wave_vector: [1, 0, 0]}\n"
         "initial: {Ex: 1}\n",
         "initial and exact fields are real"},
        {"mesh: {box: {divisions: [2, 2, 2], periodic: [x]}}\nboundaries: {default: pec}\nfloquet: "
         "{wave_vector: [1, 0, 0]}\n"
         "sources: {d: {dipole: {at: [0.5, 0.5, 0.5], moment: [0, 0, 1]}, waveform: {ricker: {frequency: "
         "1}}}}\n",
         "with floquet.wave_vector sources are in regions"},
    };
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
        nudge_problem *problem = NULL;
        nudge_solver *s = NULL;
        char text[1024];
        snprintf(text, sizeof text, "order: 1\ntime: {end: 1}\n%s", all[i].rest);
        CHECK_OK(nudge_problem_parse(&problem, text, NULL));
        CHECK_FAILS(nd_solver_create(&s, problem, "cpu", NULL, NULL), NUDGE_EVALUE, all[i].message);
        nudge_solver_destroy(s);
        nudge_problem_destroy(problem);
    }
}

int main(int argc, char **argv)
{
    static const char *const variants[] = {"simd", "bernstein", "fused", "paper:3", "plain"};
    char list[256];
    snprintf(list, sizeof list, ",%s,", argc > 1 ? argv[1] : "simd");
    omp_set_num_threads(1); /* meshes too small to share */
    check_mistakes();
    for (size_t v = 0; v < sizeof variants / sizeof *variants; v++) {
        char name[32];
        snprintf(name, sizeof name, ",%s,", variants[v]);
        if (!strstr(list, name)) continue;
        check(1, BOX, variants[v], "lsrk4");
        if (!v) check(0, BOX, variants[v], "lsrk4");
        if (strncmp(variants[v], "paper", 5)) check(1, BOX, variants[v], "linear");
        if (strncmp(variants[v], "paper", 5)) check(v != 1, BENT, variants[v], "linear");
    }
    TEST_END;
}
