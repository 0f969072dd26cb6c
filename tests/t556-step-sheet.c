// Walls inside the mesh against the same mesh cut open there, with doubled vertices: all fields
// after some steps, for every condition of every law, between materials, with plane waves, and with
// a PML that grows. `cut` LAWS VARIANTS ORDERS, `wave` VARIANTS, `pml` VARIANTS.
// PLAIN: cut maxwell,acoustic,elastic,advection simd,bernstein 2
// PLAIN: cut maxwell fused,paper:3,paper:5,plain 3
// PLAIN: cut own simd 2
// PLAIN: wave simd,bernstein
// PLAIN: pml simd
// SANITIZED: cut maxwell,acoustic simd 1
// LONG: cut maxwell,acoustic,elastic,advection,own simd,bernstein,fused,paper:3,paper:5,paper:4,plain 1,3,4
// LONG: wave simd,bernstein,fused,paper:3,paper:5,plain
// LONG: pml simd,bernstein,fused,paper:3,paper:5,plain
#include <limits.h>
#include <omp.h>
#include "rig.h"
#include "sheets.h"

static const char *folder;

static int low_y(const double x[3])
{
    return x[1] < 0.7;
}

static int middle(const double x[3])
{
    return x[1] > 0.2 && x[1] < 0.8 && x[2] > 0.2 && x[2] < 0.8;
}

static const char *layered(const double c[3])
{
    return c[0] < 2 ? "first" : "second";
}

/* Fields at random, the same for meshes of the same elements; `steps` steps. */
static double *run(struct sheeted *s, int steps)
{
    unsigned seed = 5;
    const int fields = s->solver->law.fields.n;
    double *q = nd_alloc((size_t)fields * s->n, sizeof *q);
    for (int f = 0; f < fields && steps; f++) {
        for (size_t i = 0; i < s->n; i++) q[i] = 2 * test_random(&seed) - 1;
        CHECK_OK(nudge_solver_set(s->solver, s->solver->law.fields.at[f], q));
    }
    CHECK_OK(nudge_solver_step(s->solver, steps ? steps : s->solver->schedule.steps));
    for (int f = 0; f < fields; f++)
        CHECK_OK(nudge_solver_get(s->solver, s->solver->law.fields.at[f], q + (size_t)f * s->n));
    return q;
}

struct placed {
    double at[3];
    nd_idx k;
};

static int by_place(const void *a, const void *b)
{
    const struct placed *p = a, *q = b;
    for (int c = 0; c < 3; c++)
        if (fabs(p->at[c] - q->at[c]) > 1e-9) return p->at[c] < q->at[c] ? -1 : 1;
    return 0;
}

/* Elements by their centroids: PMLs number theirs by the vertices, of which a cut mesh has others. */
static struct placed *places(const struct sheeted *s)
{
    const nd_idx K = s->solver->mesh.K;
    struct placed *out = nd_alloc((size_t)K, sizeof *out);
    for (nd_idx k = 0; k < K; k++) {
        nd_geometry_centroid(&s->solver->mesh, k, out[k].at);
        out[k].k = k;
    }
    qsort(out, (size_t)K, sizeof *out, by_place);
    return out;
}

/* The largest difference of the fields in elements at the same place. */
static double difference(const struct sheeted s[2], double *const q[2])
{
    const size_t Np = (size_t)s->solver->elem.Np;
    struct placed *p[2] = {places(&s[0]), places(&s[1])};
    double off = 0;
    for (nd_idx i = 0; i < s->solver->mesh.K; i++) {
        CHECK(!by_place(&p[0][i], &p[1][i]));
        for (int f = 0; f < s->solver->law.fields.n; f++)
            for (size_t n = 0; n < Np; n++)
                off = test_worse(off, fabs(q[0][(size_t)f * s->n + (size_t)p[0][i].k * Np + n] -
                                           q[1][(size_t)f * s->n + (size_t)p[1][i].k * Np + n]));
    }
    free(p[0]);
    free(p[1]);
    return off;
}

/* The largest difference of fields between tagged and cut, by the largest field. steps 0: to the
 * end, from nothing. */
static void compare(struct sheet_box box, const char *text, const char *variant, int steps)
{
    struct sheeted s[2];
    double *q[2] = {NULL}, most = 0, off = 0;
    for (int i = 0; i < 2; i++) {
        box.cut = i;
        CHECK_OK(sheeted_init(&s[i], &box, text, variant, folder));
        if (s[i].solver) q[i] = run(&s[i], steps);
    }
    if (q[0] && q[1] && s[0].n == s[1].n) {
        CHECK(s[1].solver->mesh.Nv > s[0].solver->mesh.Nv);
        for (size_t i = 0; i < s[0].n * (size_t)s[0].solver->law.fields.n; i++)
            most = fmax(most, fabs(q[1][i]));
        off = difference(s, q);
    }
    if (getenv("TEST_SHOW")) printf("%s: %.3g of %.3g\n%s\n", variant, off, most, text);
    if (!(most > 1e-3 && off <= 1e-12 * most)) {
        printf("%s: fields differ by %.3g of %.3g in\n%s", variant, off, most, text);
        test_failures++;
    }
    for (int i = 0; i < 2; i++) {
        sheeted_clear(&s[i]);
        free(q[i]);
    }
}

/* A user's law, from the examples. */
static const char *own_law(void)
{
    static char path[PATH_MAX];
    CHECK(realpath("examples/law/shallow-water.law", path) != NULL);
    return path;
}

/* A wall of every condition, the valued one with two values, some with a rim and some from side to
 * side; the second is a region's skin. */
static void check_cut(const char *law, const char *variant, int order)
{
    static const struct {
        const char *law, *material, *condition[5];
    } all[] = {{"maxwell", "epsilon: 3", {"pec", "pmc", "absorbing", "impedance 0.3", "impedance 7"}},
               {"acoustic", "rho: 3", {"rigid", "soft", "absorbing", "impedance 0.3", "impedance 7"}},
               {"elastic", "rho: 3, lambda: 2, mu: 1", {"free", "fixed", "absorbing", "free", "fixed"}},
               {"advection", "ax: 3", {"open", "open", "open", "open", "open"}},
               {"own", "depth: 3", {"wall", "open", "wall", "open", "wall"}}};
    static const struct sheet sheets[] = {
        {"a", 0, 1, low_y}, {"b", 0, 2, NULL}, {"c", 0, 3, middle}, {"d", 0, 4, low_y}, {"e", 0, 5, NULL}};
    const struct sheet_box box = {.size = {6, 1, 1},
                                  .divisions = {6, 3, 3},
                                  .sheet = sheets,
                                  .nsheets = 5,
                                  .warp = 1,
                                  .region = layered};
    char text[PATH_MAX + 1024];
    size_t l = 0;
    while (strcmp(all[l].law, law)) l++;
    const char *const *c = all[l].condition;
    if (!strcmp(law, "own")) law = own_law();
    snprintf(text, sizeof text,
             "law: %s\nmesh: {file: a.msh}\norder: %d\nmaterials: {m: {}, n: {%s}}\n"
             "regions: {first: m, second: n}\n"
             "boundaries: {default: %s, a: %s, b: %s, c: %s, d: %s, e: %s}\ntime: {end: 10}\n",
             law, order, all[l].material, c[0], c[0], c[1], c[2], c[3], c[4]);
    compare(box, text, variant, 12);
}

static const char *nested(const double c[3])
{
    return c[0] > 1 && c[0] < 3 ? "total" : "outer";
}

/* Walls in total fields, in scattered ones, and between the two; all but open ones, because at the
 * end of a mesh the wave itself passes. */
static void check_wave(const char *variant)
{
    static const struct sheet sheets[] = {{"a", 0, 0.5, middle}, {"b", 0, 1, middle}, {"c", 0, 2, low_y}};
    const struct sheet_box box = {
        .size = {4, 1, 1}, .divisions = {8, 3, 3}, .sheet = sheets, .nsheets = 3, .region = nested};
    compare(
        box,
        "mesh: {file: a.msh}\norder: 2\nboundaries: {default: absorbing, a: pmc, b: pec, c: impedance 2}\n"
        "sources: {wave: {plane_wave: {direction: [1, 0, 0], polarization: [0, 1, 1], total: [total]}, "
        "waveform: {pulse: {frequency: 0.6, bandwidth: 1}}}}\ntime: {end: 5}\n",
        variant, 0);
    compare(box,
            "law: acoustic\nmesh: {file: a.msh}\norder: 2\n"
            "boundaries: {default: absorbing, a: rigid, b: soft, c: impedance 2}\n"
            "sources: {wave: {plane_wave: {direction: [2, 1, 0]}, "
            "waveform: {pulse: {frequency: 0.6, bandwidth: 1}}}}\ntime: {end: 4}\n",
            variant, 0);
}

static int low_z(const double x[3])
{
    return x[2] < 0.6;
}

static int centre(const double x[3])
{
    return hypot(hypot(x[0] - 0.5, x[1] - 0.5), x[2] - 0.5) < 0.3;
}

/* Two crossing walls that reach sides on which PMLs grow, and edges of the box; one that does not. */
static void check_pml(const char *variant)
{
    static const struct sheet sheets[] = {{"a", 0, 0.5, NULL}, {"b", 1, 0.5, low_z}, {"c", 2, 0.75, centre}};
    const struct sheet_box box = {
        .size = {1, 1, 1}, .divisions = {4, 4, 4}, .sheet = sheets, .nsheets = 3, .warp = 0};
    compare(box,
            "mesh: {file: a.msh, pml: {layers: 2, thickness: 0.5}}\norder: 1\n"
            "boundaries: {default: absorbing, a: pec, b: pec, c: pmc}\n"
            "sources: {s: {dipole: {at: [0.2, 0.3, 0.4], moment: [1, 2, 3]}, "
            "waveform: {pulse: {frequency: 1, bandwidth: 1}}}}\ntime: {end: 2.5}\n",
            variant, 0);
}

int main(int argc, char **argv)
{
    static const char *const variants[] = {"simd",    "bernstein", "fused", "paper:3",
                                           "paper:4", "paper:5",   "plain"},
                             *const laws[] = {"maxwell", "acoustic", "elastic", "advection", "own"};
    if (argc < 3) {
        printf("usage: cut LAWS VARIANTS ORDERS | wave VARIANTS | pml VARIANTS\n");
        return 1;
    }
    const int cut = !strcmp(argv[1], "cut") && argc == 5;
    char list[256];
    omp_set_num_threads(1); /* meshes too small to share */
    folder = folder_create();
    snprintf(list, sizeof list, ",%s,", argv[cut ? 3 : 2]);
    for (size_t v = 0; v < sizeof variants / sizeof *variants; v++) {
        char name[32];
        snprintf(name, sizeof name, ",%s,", variants[v]);
        if (!strstr(list, name)) continue;
        for (size_t l = 0; l < 5 && cut; l++)
            for (int order = 1; order < 10 && strstr(argv[2], laws[l]); order++)
                if (strchr(argv[4], '0' + order)) check_cut(laws[l], variants[v], order);
        if (!strcmp(argv[1], "wave")) check_wave(variants[v]);
        if (!strcmp(argv[1], "pml")) check_pml(variants[v]);
    }
    folder_remove(folder);
    TEST_END;
}
