// Fields in the order of the mesh, gathered by a kernel of the device, are to the last bit those that the host collects: on
// the cpu and by OpenCL, in several layouts and in a basis that is not nodal, also after a step, and at a second call. And
// nudge_solver_expose: its layout on the cpu, what it refuses, and that its address stays. And fields of some elements.
#include "test.h"
#include "solver/solver.h"
#include "step/pick.h"

static const char text[] = "law: maxwell\n"
                           "mesh: {box: {divisions: [3, 2, 2], jitter: 0.2}}\n"
                           "order: 2\nprecision: single\n"
                           "boundaries: {default: pec}\n"
                           "initial: {Ex: x+2*y, Ey: sin(3*z), Hz: x*y-z}\n"
                           "time: {end: 1}\n";

static nudge_problem *problem(const char *order, const char *precision)
{
    nudge_problem *p = NULL;
    CHECK_OK(nudge_problem_parse(&p, text, "."));
    CHECK_OK(nudge_problem_set(p, "order", order));
    CHECK_OK(nudge_problem_set_text(p, "precision", precision));
    return p;
}

static void compare(nudge_solver *s)
{
    const size_t n = (size_t)s->mesh.K * (size_t)s->elem.Np;
    double *field = malloc(n * sizeof *field);
    double largest = 0;
    CHECK_OK(nd_gather_fill(&s->gather, &s->rhs));
    char *all = malloc(s->gather.values.bytes);
    CHECK(s->gather.values.bytes == n * (size_t)s->law.fields.n * s->rhs.real);
    CHECK_OK(s->device->backend->read(s->device, all, &s->gather.values, 0, s->gather.values.bytes));
    for (int f = 0; f < s->law.fields.n; f++) {
        int wrong = 0;
        CHECK_OK(nd_rhs_get(&s->rhs, 0, f, field));
        for (size_t i = 0; i < n; i++) {
            const size_t at = (size_t)f * n + i;
            const double got = s->rhs.real == 4 ? (double)((float *)all)[at] : ((double *)all)[at];
            wrong += got != field[i];
            largest = fmax(largest, fabs(got));
        }
        CHECK(!wrong);
    }
    CHECK(largest > 0.1);
    free(field);
    free(all);
}

/* Fields of stretches and of a list in which elements come twice and in any order. */
static void pick_some(nudge_solver *s)
{
    enum { LIST = 7, MOST = 20 };
    const nd_idx K = s->mesh.K, list[LIST] = {K - 1, 3, 3, 0, 5, K / 2, 1};
    const int Np = s->elem.Np, all = s->law.fields.n;
    const struct nd_picked what[] = {{1, 3, NULL, 4, MOST, 0},
                                     {0, all, NULL, K - 1, 1, 0},
                                     {all - 1, 1, list, 0, LIST, 0},
                                     {2, 2, list, 0, LIST, 0},
                                     {0, 1, NULL, 0, 0, 0}};
    struct nd_pick pick = {0};
    double *field = malloc((size_t)K * (size_t)Np * sizeof *field), got[6 * MOST * 20];
    CHECK(Np <= 20 && all <= 6);
    CHECK_OK(nd_pick_init(&pick, &s->rhs, all, MOST));
    for (size_t w = 0; w < sizeof what / sizeof *what; w++) {
        const struct nd_picked *p = &what[w];
        int wrong = 0;
        CHECK_OK(nd_pick_read(&pick, p, got));
        for (int f = 0; f < p->fields; f++) {
            CHECK_OK(nd_rhs_get(&s->rhs, 0, p->field + f, field));
            for (nd_idx i = 0; i < p->n; i++)
                wrong += memcmp(got + (f * p->n + i) * Np, field + (p->element ? list[i] : p->from + i) * Np,
                                (size_t)Np * sizeof *got) != 0;
        }
        CHECK(!wrong);
    }
    CHECK_FAILS(nd_pick_read(&pick, &(struct nd_picked){.fields = 1, .n = MOST + 1}, got), NUDGE_EINTERNAL,
                "21 elements");
    CHECK_OK(nd_pick_init(&pick, &s->rhs, 1, 2));
    nd_pick_clear(&pick);
    nd_pick_clear(&pick);
    CHECK_OK(nd_pick_list(&s->rhs, 1, list, LIST, got));
    CHECK_OK(nd_rhs_get(&s->rhs, 0, 1, field));
    for (int i = 0; i < LIST; i++)
        CHECK(!memcmp(got + i * Np, field + list[i] * Np, (size_t)Np * sizeof *got));
    CHECK_OK(nd_pick_list(&s->rhs, 1, NULL, 0, NULL));
    free(field);
}

static void gather(const char *device, const char *variant, const char *order, const char *precision)
{
    nudge_problem *p = problem(order, precision);
    nudge_solver *s = NULL;
    const nudge_exposed *e;
    const nudge_solver_options options = {.size = sizeof options, .device = device, .variant = variant};
    CHECK_OK(nudge_solver_create_with(&s, p, &options));
    pick_some(s); /* its kernel serves both */
    compare(s);
    CHECK_OK(nudge_solver_step(s, 2));
    compare(s);
    CHECK_OK(nudge_solver_step(s, 1)); /* fields are whole after it */
    compare(s);
    pick_some(s);
    if (!strcmp(device, "opencl")) {
        CHECK(nudge_solver_expose(s, &e) == NUDGE_EDEVICE && !e);
        CHECK(strstr(nudge_error(), "no address") != NULL);
    }
    nudge_solver_destroy(s);
    nudge_problem_destroy(p);
}

static void expose(const char *precision)
{
    nudge_problem *p = problem("3", precision);
    nudge_solver *s = NULL;
    const nudge_exposed *e = NULL;
    CHECK(nudge_solver_expose(NULL, &e) == NUDGE_EVALUE);
    CHECK_OK(nudge_solver_create(&s, p, "cpu"));
    CHECK(nudge_solver_expose(s, NULL) == NUDGE_EVALUE);
    CHECK_OK(nudge_solver_expose(s, &e));
    const nudge_status status = *nudge_solver_status(s);
    const size_t n = (size_t)e->elements * (size_t)e->nodes, single = e->precision == NUDGE_SINGLE;
    const void *address = e->values;
    double *field = malloc(n * sizeof *field);
    CHECK(!e->cuda && e->fields == status.fields && e->elements == status.elements &&
          e->nodes == status.nodes);
    CHECK(e->bytes == n * (size_t)e->fields * (single ? 4 : 8) && single == !strcmp(precision, "single"));
    for (int round = 0; round < 2; round++) {
        for (int f = 0; f < e->fields; f++) {
            int wrong = 0;
            CHECK_OK(nudge_solver_get(s, nudge_solver_field(s, f), field));
            for (size_t i = 0; i < n; i++)
                wrong += (single ? (double)((float *)e->values)[(size_t)f * n + i]
                                 : ((double *)e->values)[(size_t)f * n + i]) != field[i];
            CHECK(!wrong);
        }
        CHECK_OK(nudge_solver_step(s, 3));
        CHECK_OK(nudge_solver_expose(s, &e));
        CHECK(e->values == address);
    }
    free(field);
    nudge_solver_destroy(s);
    nudge_problem_destroy(p);
}

// PLAIN: cpu
// PLAIN: opencl
// SANITIZED: cpu
int main(int argc, char **argv)
{
    const char *device = argc > 1 ? argv[1] : "cpu";
    gather(device, "plain", "2", "single");
    if (!strcmp(device, "cpu")) {
        gather(device, "simd", "3", "double");
        expose("single");
        expose("double");
    } else {
        gather(device, "bernstein", "3", "double");
        gather(device, "paper", "2", "single");
    }
    TEST_END;
}
