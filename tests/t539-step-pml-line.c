// Transmission lines whose conductors pass through the PML grown at their end: the reflection of a
// pulse, against the same line made so long that nothing comes back. Coaxial: a quarter of a square
// line, its inner conductor in an edge of the box. Strip: a flat conductor between two dielectrics,
// which continue in the PML. Arguments: lines, variants.
// PLAIN: coaxial simd
// LONG: coaxial,strip simd,bernstein
#include <omp.h>
#include "mesh/grow.h"
#include "pierce.h"
#include "pml-box.h"

#define LAYERS 4
#define INNER  6 /* length before the PML, in cells of length 1 */
#define END    12.0

struct line {
    const char *name;
    int (*conductor)(const double c[3]);
    int width, height;
    const char *initial;
    double aim; /* dB */
};

static int is_inner(const double c[3])
{
    return c[1] < 1 && c[2] < 1;
}
static int is_strip(const double c[3])
{
    return c[1] < 1 && c[2] > 1 && c[2] < 2;
}

/* Fields from one conductor to the other, nearly those of the line; what is not leaves charges
 * where it began, far from the PML. */
#define PULSE "exp(-((x-2.5)/0.7)^2)"
static const struct line lines[] = {
    {"coaxial", is_inner, 2, 2,
     "Ey: (z<1)*" PULSE ", Hz: (z<1)*" PULSE ", Ez: (y<1)*" PULSE ", Hy: -(y<1)*" PULSE, -55},
    {"strip", is_strip, 2, 4, "Ez: (z<1)*(y<1)*" PULSE ", Hy: -2*(z<1)*(y<1)*" PULSE, -50},
};

/* A line of so many cells, with a PML grown at xmax of so many layers. The lower cells are glass. */
static int make_line(struct nd_mesh *mesh, const struct line *line, int cells, int layers)
{
    int status = 0;
    const struct nd_box box = {.size = {cells, line->width, line->height},
                               .divisions = {cells, line->width, line->height}};
    nd_idx glass;
    TRY(nd_mesh_box(mesh, &box));
    TRY(nd_mesh_region(mesh, "glass", &glass));
    for (nd_idx k = 0; k < mesh->K; k++)
        if (k / 6 / cells / line->width < 1) mesh->region[k] = glass;
    TRY(pierce(mesh, line->conductor));
    if (layers)
        TRY(nd_mesh_grow(mesh,
                         &(struct nd_grow){.layers = layers, .thickness = layers, .side = {[1] = true}}));
done:
    return status;
}

static int begin(struct pml_box *s, const struct line *line, const char *variant, int cells, int layers)
{
    int status = 0;
    struct nd_mesh mesh = {0};
    char text[1024];
    *s = (struct pml_box){0};
    snprintf(text, sizeof text,
             "mesh: {box: {h: 1}}\norder: 4\nmaterials: {glass: {epsilon: %d}, air: {}}\n"
             "regions: {glass: glass, box: air}\nboundaries: {ymin: pmc, zmin: %s, ymax: pec, zmax: pec, "
             "xmax: pec, wire: pec, default: absorbing}\n"
             "initial: {%s}\ntime: {end: %g, dt: 0.03}\n",
             strcmp(line->name, "strip") ? 1 : 4, strcmp(line->name, "strip") ? "pmc" : "pec", line->initial,
             END);
    TRY(nudge_problem_parse(&s->problem, text, ""));
    TRY(make_line(&mesh, line, cells, layers));
    TRY(nd_solver_create(&s->solver, s->problem, "cpu", &mesh, variant));
    s->n = (size_t)s->solver->mesh.K * (size_t)s->solver->elem.Np;
done:
    nd_mesh_clear(&mesh);
    return status;
}

/* Both number the elements before the PML in the same order. */
static void compare(const struct pml_box *a, const struct pml_box *b, double *off, double *most)
{
    static const char *const fields[] = {"Ex", "Ey", "Ez", "Hx", "Hy", "Hz"};
    const size_t Np = (size_t)a->solver->elem.Np;
    double *u = nd_alloc(a->n, sizeof *u), *v = nd_alloc(b->n, sizeof *v), c[3];
    for (int f = 0; f < 6 && u && v; f++) {
        nd_idx m = 0;
        CHECK_OK(nudge_solver_get(a->solver, fields[f], u));
        CHECK_OK(nudge_solver_get(b->solver, fields[f], v));
        for (nd_idx k = 0; k < a->solver->mesh.K; k++, m++) {
            nd_geometry_centroid(&a->solver->mesh, k, c);
            if (c[0] > INNER) break;
            while (nd_geometry_centroid(&b->solver->mesh, m, c), c[0] > INNER) m++;
            for (size_t n = 0; n < Np; n++) {
                *off = test_worse(*off, fabs(u[(size_t)k * Np + n] - v[(size_t)m * Np + n]));
                *most = fmax(*most, fabs(v[(size_t)m * Np + n]));
            }
        }
    }
    free(u);
    free(v);
}

/* Where the conductor is not one, the PML has a gap. */
static void check_gaps(const struct pml_box *s)
{
    struct nd_connect connect;
    struct nd_assign assign = s->solver->assign;
    int condition[16];
    double at[3];
    CHECK_OK(nd_connect_init(&connect, &s->solver->mesh));
    for (nd_idx b = 0; b < s->solver->mesh.nboundaries && b < 16; b++)
        condition[b] = s->solver->assign.condition[b];
    assign.condition = condition;
    CHECK(nd_pml_gaps(&s->solver->pml, &s->solver->law, &s->solver->mesh, &connect, &assign, at) == 0);
    for (int b = 0; b < 16; b++) condition[b] = condition[0]; /* that of xmin, which is open */
    const nd_idx gaps =
        nd_pml_gaps(&s->solver->pml, &s->solver->law, &s->solver->mesh, &connect, &assign, at);
    CHECK(gaps == 2 * 2 * INNER && at[0] <= INNER && (at[1] == 1 || at[2] == 1));
    nd_connect_clear(&connect);
}

static void check(const struct line *line, const char *variant)
{
    struct pml_box a = {0}, b = {0};
    double off = 0, most = 0;
    int code = begin(&a, line, variant, INNER, LAYERS);
    CHECK_OK(code);
    if (!code && line->conductor == is_inner) check_gaps(&a);
    if (!code) CHECK_OK(code = begin(&b, line, variant, INNER + 6, 0));
    for (int i = 0; i < 10 && !code; i++) {
        CHECK_OK(nudge_solver_step(a.solver, a.solver->schedule.steps / 10));
        CHECK_OK(nudge_solver_step(b.solver, b.solver->schedule.steps / 10));
        compare(&a, &b, &off, &most);
    }
    const double dB = 20 * log10(off / most);
    if (getenv("TEST_SHOW")) printf("%s %s: %.1f dB\n", line->name, variant, dB);
    CHECK(dB < line->aim);
    pml_box_end(&a);
    pml_box_end(&b);
}

int main(int argc, char **argv)
{
    static const char *const variants[] = {"simd", "bernstein"};
    int runs = 0;
    omp_set_num_threads(1);
    for (size_t i = 0; i < sizeof lines / sizeof *lines && argc == 3; i++)
        for (size_t v = 0; v < sizeof variants / sizeof *variants; v++) {
            if (!strstr(argv[1], lines[i].name) || !strstr(argv[2], variants[v])) continue;
            check(&lines[i], variants[v]);
            runs++;
        }
    CHECK(runs > 0);
    TEST_END;
}
