// A PML in materials with poles, losses and diagonal tensors: no mode of a step grows in a box with such a PML, however
// coarse it is. Eigenvalues of the matrix that takes fields, the PML's variables and the states of poles from one step to
// the next; and the largest entry of its power 2^17, which is that of 131072 steps. Backward waves and
// turned tensors are refused. Arguments: order, axes with a PML, schemes, materials.
// PLAIN: 1 1 lsrk4,linear debye,drude
// PLAIN: 1 2 linear lossless
// SANITIZED: 1 1 linear debye
// LONG: 2 1 lsrk4,lsrk14,linear debye,lorentz,drude,lossless,magnetic,sigma,both,tensor,biaxial
// LONG: 1 2 lsrk4,lsrk14,linear debye,lorentz,drude,lossless,magnetic,sigma,both,tensor,biaxial
// LONG: 1 3 linear debye,lorentz,drude,sigma,biaxial
#include <lapacke.h>
#include <omp.h>
#include "pml-box.h"

static const struct {
    const char *name, *text;
} materials[] = {
    {"debye", "epsilon: 5, poles: [{debye: {strength: 20, relaxation: 1}}]"},
    {"lorentz", "epsilon: 2, poles: [{lorentz: {strength: 3, frequency: 0.4, damping: 0.3}}]"},
    {"drude", "epsilon: 2, poles: [{drude: {plasma: 0.8, collision: 0.01}}]"},
    {"magnetic", "mu: 2, magnetic_poles: [{lorentz: {strength: 3, frequency: 0.4, damping: 0.01}}]"},
    {"lossless", "epsilon: 2, poles: [{drude: {plasma: 0.8, collision: 0}}]"},
    {"sigma", "epsilon: 4, sigma: 1.5"},
    {"both", "epsilon: 4, sigma: 0.5, poles: [{debye: {strength: 10, relaxation: 2}}]"},
    {"tensor", "epsilon: [2, 2, 9], sigma: 0.2"},
    {"biaxial", "epsilon: [2, 4, 9], mu: [3, 1, 2]"},
};

static int begin(struct pml_box *s, int N, int axes, const char *scheme, const char *material)
{
    static const char *const periodic[] = {"", "[y, z]", "[z]", "[]"};
    const int n[3] = {2, axes > 1 ? 2 : 1, axes > 2 ? 2 : 1};
    const double inner[3][2] = {{-1, 1}, {-1, axes > 1 ? 1 : 9}, {-1, axes > 2 ? 1 : 9}};
    char text[768];
    snprintf(text, sizeof text,
             "mesh: {box: {size: [%d, %d, %d], divisions: [%d, %d, %d], periodic: %s}}\norder: %d\n"
             "precision: double\nboundaries: {default: pec}\nmaterials: {m: {%s}}\npml: {reflection: 1e-6}\n"
             "time: {end: 1, integrator: %s}\n",
             n[0], n[1], n[2], n[0], n[1], n[2], periodic[axes], N, material, scheme);
    return pml_box_begin(s, text, inner, NULL, "plain");
}

enum { BUFFERS_MOST = 16 };
static int find_buffers(struct pml_box *s, struct nd_buffer **buffer)
{
    nudge_solver *solver = s->solver;
    int n = 0;
    buffer[n++] = &solver->rhs.buffer[ND_Q0 + solver->rhs.now];
    for (int kind = ND_POINTWISE_SLAB; kind < ND_POINTWISE_KINDS; kind++) {
        buffer[n++] = &solver->pointwise.part[kind].aux[0];
        buffer[n++] = &solver->pointwise.part[kind].shift[0];
    }
    for (int i = 0; i < solver->poles.n; i++) buffer[n++] = &solver->poles.part[i].state[0];
    return n;
}

/* Onto the device (to = 1), or from it. */
static void move(struct pml_box *s, int to, double *values)
{
    struct nd_device *device = s->solver->device;
    struct nd_buffer *buffer[BUFFERS_MOST];
    const int n = find_buffers(s, buffer);
    for (int i = 0; i < n; i++) {
        if (!buffer[i]->bytes) continue;
        CHECK_OK(to ? device->backend->write(device, buffer[i], 0, values, buffer[i]->bytes)
                    : device->backend->read(device, values, buffer[i], 0, buffer[i]->bytes));
        values += buffer[i]->bytes / sizeof *values;
    }
}

void dgemm_(const char *, const char *, const int *, const int *, const int *, const double *, const double *,
            const int *, const double *, const int *, const double *, double *, const int *);

/* The largest entry of the power 2^17 of A. */
static double power(const double *A, int n)
{
    const double one = 1, none = 0;
    const size_t all = (size_t)n * (size_t)n;
    double *P[2] = {nd_alloc(all, sizeof *A), nd_alloc(all, sizeof *A)}, most = 0;
    memcpy(P[0], A, all * sizeof *A);
    for (int i = 0; i < 17; i++)
        dgemm_("N", "N", &n, &n, &n, &one, P[i % 2], &n, P[i % 2], &n, &none, P[1 - i % 2], &n);
    for (size_t i = 0; i < all; i++) most = test_worse(most, fabs(P[1][i]));
    free(P[0]), free(P[1]);
    return most;
}

/* late: the largest entry after 131072 steps. */
static double largest(struct pml_box *s, double *late)
{
    struct nd_buffer *buffer[BUFFERS_MOST];
    const int buffers = find_buffers(s, buffer);
    size_t n = 0;
    for (int i = 0; i < buffers; i++) n += buffer[i]->bytes / sizeof(double);
    double *A = nd_alloc(n * n, sizeof *A), *unit = nd_alloc(n, sizeof *unit), *re = nd_alloc(n, sizeof *re),
           *im = nd_alloc(n, sizeof *im), most = 0;
    for (size_t j = 0; j < n; j++) {
        unit[j] = 1;
        move(s, 1, unit);
        CHECK_OK(nd_integrator_step(&s->solver->integrator, &s->solver->rhs, s->solver->stable));
        move(s, 0, A + j * n);
        unit[j] = 0;
    }
    *late = power(A, (int)n);
    CHECK(LAPACKE_dgeev(LAPACK_COL_MAJOR, 'N', 'N', (int)n, A, (int)n, re, im, NULL, 1, NULL, 1) == 0);
    for (size_t i = 0; i < n; i++) most = test_worse(most, hypot(re[i], im[i]));
    free(A), free(unit), free(re), free(im);
    return most;
}

/* Whether a word is in a list with commas. */
static int listed(const char *list, const char *word)
{
    char all[256], one[64];
    snprintf(all, sizeof all, ",%s,", list);
    snprintf(one, sizeof one, ",%s,", word);
    return strstr(all, one) != NULL;
}

static void check_refused(void)
{
    struct pml_box s;
    CHECK_FAILS(begin(&s, 1, 1, "linear",
                      "poles: [{drude: {plasma: 1, collision: 0}}], magnetic_poles: [{drude: {plasma: "
                      "2, collision: 0}}]"),
                NUDGE_EVALUE, "epsilon and mu are both negative at 0.01");
    pml_box_end(&s);
    CHECK_FAILS(begin(&s, 1, 1, "linear", "epsilon: [2, 2, 3, 0.1, 0, 0]"), NUDGE_EVALUE,
                "whose tensor is not diagonal");
    pml_box_end(&s);
}

int main(int argc, char **argv)
{
    static const char *const schemes[] = {"lsrk4", "lsrk14", "linear"};
    omp_set_num_threads(1);
    CHECK(argc > 4);
    if (argc < 5) TEST_END;
    for (size_t m = 0; m < sizeof materials / sizeof *materials; m++)
        for (int i = 0; i < 3; i++) {
            struct pml_box s;
            if (!listed(argv[3], schemes[i]) || !listed(argv[4], materials[m].name)) continue;
            const int code = begin(&s, atoi(argv[1]), atoi(argv[2]), schemes[i], materials[m].text);
            CHECK_OK(code);
            double late = NAN;
            const double most = code ? NAN : largest(&s, &late);
            if (getenv("TEST_SHOW"))
                printf("%s, %s: dt %.3g, largest eigenvalue 1 %+.3g, largest entry after 2^17 steps %.3g\n",
                       schemes[i], materials[m].name, s.solver->stable, most - 1, late);
            CHECK(most < 1 + 1e-6);
            CHECK(late < 1e3);
            pml_box_end(&s);
        }
    check_refused();
    TEST_END;
}
