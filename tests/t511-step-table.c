// Every entry of src/step/polynomials.txt. Its limit of stability, found by bisection on a periodic box with random
// fields, is the table's. And with the step that the solver takes, energy does not grow where materials differ by
// factors of 100, in halves and from element to element, in flat and in graded meshes, with losses from weak to
// stiff, and in a PML. Entries `common` are tried with every built-in law, also with tensors of epsilon, for which there are
// no others.
// Arguments: laws of the table, orders; "limit", or one of the situations below, or "all" of them; 1, any or both: entries
// of that flux; a number: only entries with so many evaluations.
// PLAIN: maxwell 2 limit
// PLAIN: elastic,advection 1 limit
// PLAIN: maxwell,acoustic 1 all
// LONG: maxwell 1,3,4,5,6,7,8,9 limit
// LONG: acoustic 1,2,3,4,5,6,7,8,9 limit
// LONG: elastic 2,3,4,5,6,7,8,9 limit
// LONG: advection 2,3,4,5,6,7,8,9 limit
// LONG: common 1,2,3,4,5,6,7,8,9 limit
// LONG: elastic,advection,common 1,2,3,4,5,6,7,8,9 all
// LONG: maxwell,acoustic 2,3,4,5,6,7,8,9 all
#include <omp.h>
#include "base/format.h"
#include "base/texts.h"
#include "pml-box.h"
#include "step/dt.h"

/* -- the table -- */

struct entry {
    char law[16], flux[8];
    int N, order;
    struct nd_polynomial polynomial;
};

static int evaluations_wanted; /* 0: any */

/* Reads the entry at *line and moves behind it; returns 0 at the end. */
static int read_entry(const char **line, struct entry *e)
{
    int evaluations, used;
    while (**line == '#' || **line == '\n') *line += strcspn(*line, "\n") + (**line != '\n'), *line += **line == '\n';
    *e = (struct entry){0};
    struct nd_polynomial *p = &e->polynomial;
    if (sscanf(*line, "%15s %d %7s %d %d %lf %lf %*f%n", e->law, &e->N, e->flux, &e->order, &evaluations, &p->limit,
               &p->damping, &used) != 7)
        return 0;
    p->order = e->order;
    p->factors = evaluations / 2;
    char *at = (char *)*line + used;
    for (int i = 0; i < p->factors; i++) p->factor[i].b = strtod(at, &at), p->factor[i].c = strtod(at, &at);
    *line = at + strspn(at, " \n");
    return 1;
}

/* The same for the next one with as many evaluations as wanted. */
static int next_entry(const char **line, struct entry *e)
{
    while (read_entry(line, e))
        if (!evaluations_wanted || evaluations_wanted == 2 * e->polynomial.factors) return 1;
    return 0;
}

static const char *table(void)
{
    const struct nd_text_file *t = nd_texts;
    while (t->name && strcmp(t->name, "polynomials.txt")) t++;
    return t->name ? t->text : "";
}

/* -- the situations -- */

enum { MEDIA = 6 };

static const struct law {
    const char *name, *wall;
    const char *media[MEDIA]; /* whose spectra are united in the table's limit */
    const char *other;        /* beside the first medium: 100 times slower, or denser */
    const char *loss;         /* a rate of decay of %g */
    int pml;
    int common; /* 1: only entries `common` are for it */
} laws[] = {
    {"maxwell", "pec", {"{}"}, "{epsilon: 100}", "{sigma: %g}", 1, 0},
    {"acoustic", "rigid", {"{}"}, "{rho: 100, c: 0.1}", NULL, 1, 0},
    {"elastic", "free", {"{rho: 1, vp: 1, vs: 0.862}", "{rho: 1, vp: 1, vs: 0.05}"}, "{rho: 100, vp: 0.1, vs: 0.05}", NULL, 0, 0},
    {"advection", "open",
     {"{ax: 1, ay: -1, az: 0}", "{ax: 1, ay: 1, az: -1}", "{ax: 1, ay: -1, az: 1}", "{ax: 1, ay: 2, az: -3}",
      "{ax: 2, ay: -1, az: -1}", "{ax: 0, ay: 0, az: 1}"},
     "{ax: 0.01, ay: -0.01, az: 0}", NULL, 0, 0},
    {"maxwell", "pec", {"{epsilon: [1, 4, 9]}", "{epsilon: [2, 3, 4, 0.5, -0.8, 0.6]}"}, "{epsilon: [100, 50, 200]}",
     "{epsilon: [1, 4, 9], sigma: %g}", 1, 1},
};
enum { LAWS = sizeof laws / sizeof *laws };

enum situation { LIMIT, HALVES, SCATTERED, FLAT, GRADED, LOSSY, STIFF, PML, SITUATIONS };
static const char *const situation_name[] = {"limit", "halves", "scattered", "flat", "graded", "lossy", "stiff", "pml"};

struct stand {
    const struct law *law;
    const char *medium;
    enum situation situation;
    int N;
    double upwind;
};

/* Lossy: decays by a third in the time that waves take through an element; stiff: a thousand times as fast. */
static void write_text(const struct stand *s, char *text, size_t size)
{
    char lossy[64];
    const double rate = s->situation == LOSSY ? 1 : 1000;
    const int cells = s->situation == LIMIT || (s->N > 4 && s->situation != PML) ? 2 : 3;
    const int loss = s->situation == LOSSY || s->situation == STIFF;
    if (loss) snprintf(lossy, sizeof lossy, s->law->loss, rate);
    snprintf(text, size,
             "law: %s\norder: %d\nprecision: double\nflux: {upwind: %g}\n"
             "mesh: {box: {size: [1, 1, 1], divisions: [%d, %d, %d], jitter: %g, periodic: [%s]}}\n"
             "materials: {a: %s, b: %s}\nregions: {box: a, default: %s}\nboundaries: {default: %s}\n"
             "time: {end: 1, integrator: linear}\n",
             s->law->name, s->N, s->upwind, cells, cells, cells, s->situation == LIMIT || s->situation == PML ? 0.0 : 0.2,
             s->situation == LIMIT ? "x, y, z" : "",
             s->medium, loss ? lossy : s->law->other, s->situation == LIMIT || s->situation == PML ? "a" : "b", s->law->wall);
}

/* Flat: a tenth as high. Graded: cells grow tenfold along each axis. */
static void shape(struct nd_mesh *mesh, enum situation situation)
{
    for (nd_idx v = 0; v < mesh->Nv; v++) {
        double *x = mesh->V + 3 * v;
        if (situation == FLAT) x[2] *= 0.1;
        for (int d = 0; d < 3 && situation == GRADED; d++) x[d] = expm1(3.5 * x[d]) / expm1(3.5);
    }
}

static int place(struct nd_mesh *mesh, enum situation situation)
{
    static const double left[3][2] = {{-1, 0.5}, {-1, 2}, {-1, 2}}, middle[3][2] = {{0.33, 0.67}, {0.33, 0.67}, {0.33, 0.67}};
    int status = 0;
    unsigned seed = 11;
    TRY(pml_box_name(mesh, situation == PML ? middle : left));
    if (situation != PML) strcpy(mesh->region_name[1], "other");
    for (nd_idx k = 0; k < mesh->K && situation == SCATTERED; k++) {
        seed = seed * 1664525u + 1013904223u;
        mesh->region[k] = seed >> 31;
    }
done:
    return status;
}

static void fill(nudge_solver *s)
{
    const size_t n = (size_t)s->mesh.K * (size_t)s->elem.Np;
    double *q = nd_alloc(n, sizeof *q);
    unsigned seed = 17;
    for (int f = 0; f < s->law.fields.n; f++) {
        for (size_t i = 0; i < n; i++) {
            seed = seed * 1664525u + 1013904223u;
            q[i] = (seed >> 8) / 8388608.0 - 1;
        }
        CHECK_OK(nd_rhs_set(&s->rhs, f, q));
    }
    free(q);
}

static int begin(struct pml_box *box, const struct stand *stand)
{
    int status = 0;
    char text[1024];
    struct nd_mesh mesh = {0};
    *box = (struct pml_box){0};
    write_text(stand, text, sizeof text);
    TRY(nudge_problem_parse(&box->problem, text, ""));
    TRY(nd_mesh_box(&mesh, &box->problem->box));
    if (stand->situation != LIMIT) TRY(place(&mesh, stand->situation));
    shape(&mesh, stand->situation);
    TRY(nd_solver_create(&box->solver, box->problem, "cpu", &mesh, NULL));
done:
    nd_mesh_clear(&mesh);
    return status;
}

/* -- growth -- */

/* The largest step that the solver would take with this polynomial. */
static double stable_step(nudge_solver *s, const struct entry *e)
{
    double dt = NAN;
    nd_idx worst;
    s->integrator.polynomial = e->polynomial;
    s->integrator.order = e->order;
    s->integrator.stages = 2 * e->polynomial.factors;
    s->integrator.damping = e->polynomial.damping;
    struct nd_connect connect; /* the solver's own is gone by now */
    struct nd_dt_case of = nd_solver_dt_case(s);
    CHECK_OK(nd_connect_init(&connect, &s->mesh));
    of.connect = &connect;
    CHECK_OK(nd_dt_stable(&of, &dt, &worst));
    nd_connect_clear(&connect);
    nd_rhs_forget(&s->rhs);
    return dt;
}

/* Whether energy grows from one look to the next. */
static int grows(nudge_solver *s, double dt, int steps)
{
    double last = INFINITY, energy = NAN;
    fill(s);
    for (int i = 1; i <= steps; i++) {
        CHECK_OK(nd_integrator_step(&s->integrator, &s->rhs, dt));
        if (i % 4) continue;
        CHECK_OK(nd_rhs_energy(&s->rhs, &energy, NULL));
        if (!(energy <= last * (1 + 1e-9))) return 1;
        last = energy;
    }
    return 0;
}

/* Fields and the PML's variables exchange energy, and random fields begin without the latter. So energy may grow at
 * first, to that of a static field; modes that grow would outgrow it. */
static int grows_late(nudge_solver *s, double dt, int steps)
{
    double most[2] = {0}, energy = NAN;
    fill(s);
    for (int i = 0; i < 2 * steps; i++) {
        CHECK_OK(nd_integrator_step(&s->integrator, &s->rhs, dt));
        CHECK_OK(nd_rhs_energy(&s->rhs, &energy, NULL));
        most[i / steps] = test_worse(most[i / steps], energy);
    }
    return !(most[1] < 2 * most[0]);
}

/* The largest stable step over the table's limit, or `known` if that is stable here, too. The solver takes 0.95. */
static double bisect(nudge_solver *s, const struct entry *e, double known)
{
    const double dt = stable_step(s, e) / 0.95;
    double low = 0.95, high = fmin(known, 1.25);
    if (known < INFINITY && !grows(s, known * dt, 60)) return known;
    if (grows(s, low * dt, 60)) return 0;
    while (high - low > 0.01) {
        const double middle = (low + high) / 2;
        *(grows(s, middle * dt, 60) ? &high : &low) = middle;
    }
    return low;
}

static int chosen(const char *list, const char *word)
{
    const size_t n = strlen(word);
    for (const char *at = list; (at = strstr(at, word)); at += n)
        if ((at == list || at[-1] == ',') && (!at[n] || at[n] == ',')) return 1;
    return 0;
}

/* With the solver's own step. */
static void try_step(nudge_solver *s, const struct stand *stand, const struct entry *e)
{
    const double dt = stable_step(s, e);
    const int bad = stand->situation == PML ? grows_late(s, dt, 1000 / s->integrator.stages) : grows(s, dt, 40);
    if (bad || getenv("TEST_SHOW"))
        printf("%s N %d upwind %s order %d, %d evaluations, with %s, weight %g, %s: %s\n", e->law, e->N, e->flux,
               e->order, 2 * e->polynomial.factors, stand->law->name, stand->upwind,
               situation_name[stand->situation], bad ? "energy grows" : "stable");
    test_failures += bad;
}

/* Entries of one law of the table, order and flux in one situation, with one law of the solver: limit[i] is the
 * least of entry i so far. */
static void try_entries(const struct stand *stand, const char *name, const char *flux, double *limit)
{
    struct pml_box box = {0};
    struct entry e;
    int i = 0;
    for (const char *line = table(); next_entry(&line, &e);) {
        if (strcmp(e.law, name) || e.N != stand->N || strcmp(e.flux, flux)) continue;
        if (!box.solver || stand->situation == PML) { /* whose variables begin as 0 */
            pml_box_end(&box);
            CHECK_OK(begin(&box, stand));
        }
        if (!box.solver) break;
        if (stand->situation == LIMIT)
            limit[i] = bisect(box.solver, &e, limit[i]);
        else
            try_step(box.solver, stand, &e);
        i++;
    }
    pml_box_end(&box);
}

/* Limits are those of all Bloch phases, of which a box of two cells has eight: it may allow longer steps. */
static void judge(const char *name, int N, const char *flux, const double *limit)
{
    struct entry e;
    int i = 0;
    for (const char *line = table(); next_entry(&line, &e);) {
        if (strcmp(e.law, name) || e.N != N || strcmp(e.flux, flux)) continue;
        const int bad = !(limit[i] >= 0.97 && limit[i] <= 1.13);
        if (bad || getenv("TEST_SHOW"))
            printf("%s N %d upwind %s order %d, %d evaluations: the limit found is %.3f of the table's%s\n", name, N,
                   flux, e.order, 2 * e.polynomial.factors, limit[i], bad ? ": wrong" : "");
        test_failures += bad;
        i++;
    }
    CHECK(i > 0);
}

static int exists(const struct law *law, enum situation situation)
{
    if (situation == LOSSY || situation == STIFF) return law->loss != NULL;
    return situation != PML || law->pml;
}

static int checks;

static void check(const char *name, int N, const char *flux, enum situation situation)
{
    static const double weight[] = {1, 0, 0.35};
    double limit[16];
    for (int i = 0; i < 16; i++) limit[i] = INFINITY;
    for (int l = 0; l < LAWS; l++) {
        if (strcmp(name, "common") && (laws[l].common || strcmp(name, laws[l].name))) continue;
        if (!exists(&laws[l], situation)) continue;
        for (int w = 0; w < (strcmp(flux, "1") ? 3 : 1); w++)
            for (int m = 0; m < (situation == LIMIT ? MEDIA : 1) && laws[l].media[m]; m++)
                try_entries(&(struct stand){&laws[l], laws[l].media[m], situation, N, weight[w]}, name, flux, limit);
    }
    if (situation == LIMIT) judge(name, N, flux, limit);
    checks++;
}

int main(int argc, char **argv)
{
    static const char *const names[] = {"maxwell", "acoustic", "elastic", "advection", "common"};
    CHECK(argc >= 4 && argc <= 6);
    if (argc < 4 || argc > 6) return 1;
    const char *flux = argc > 4 ? argv[4] : "both";
    evaluations_wanted = argc > 5 ? atoi(argv[5]) : 0;
    omp_set_num_threads(1); /* meshes too small to share */
    for (int n = 0; n < 5; n++)
        for (const char *N = argv[2]; *N && chosen(argv[1], names[n]); N += N[1] ? 2 : 1)
            for (int s = 0; s < SITUATIONS; s++) {
                if (strcmp(argv[3], situation_name[s]) && !(s && !strcmp(argv[3], "all"))) continue;
                if (strcmp(flux, "any")) check(names[n], *N - '0', "1", s);
                if (strcmp(flux, "1")) check(names[n], *N - '0', "any", s);
            }
    CHECK(checks > 0); /* arguments that name nothing */
    TEST_END;
}
