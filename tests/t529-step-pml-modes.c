// No mode of a step grows in a box with a PML, however coarse and strong it is: eigenvalues of the
// matrix that takes fields and the PML's variables from one step to the next. Arguments: order,
// axes with a PML, its layers, schemes, reflections.
// PLAIN: 2 1 1 lsrk4,lsrk14 1e-6
// PLAIN: 1 2 1 lsrk4 1e-6
// LONG: 2 1 1 lsrk4,lsrk14 1e-60
// LONG: 2 1 2 lsrk4,lsrk14 1e-6 1e-16 1e-130
// LONG: 1 3 1 lsrk4,lsrk14 1e-6 1e-16 1e-130
// LONG: 3 1 1 lsrk4,lsrk14 1e-6 1e-16 1e-130
#include <lapacke.h>
#include <omp.h>
#include "pml-box.h"

static int begin(struct pml_box *s, int N, int axes, int layers, const char *scheme, const char *reflection)
{
    static const char *const periodic[] = {"", "[y, z]", "[z]", "[]"};
    const int n[3] = {1 + layers, axes > 1 ? 1 + layers : 1, axes > 2 ? 1 + layers : 1};
    const double inner[3][2] = {{-1, 1}, {-1, axes > 1 ? 1 : 9}, {-1, axes > 2 ? 1 : 9}};
    char text[512];
    snprintf(text, sizeof text,
             "mesh: {box: {size: [%d, %d, %d], divisions: [%d, %d, %d], periodic: %s}}\norder: "
             "%d\nprecision: double\n"
             "boundaries: {default: pec}\npml: {reflection: %s}\ntime: {end: 1, integrator: %s}\n",
             n[0], n[1], n[2], n[0], n[1], n[2], periodic[axes], N, reflection, scheme);
    return pml_box_begin(s, text, inner, NULL, "plain");
}

/* Fields, then what slabs and corners keep: onto the device (to = 1), or from it. */
static void move(struct pml_box *s, int to, double *values)
{
    struct nd_rhs *rhs = &s->solver->rhs;
    struct nd_device *device = s->solver->device;
    struct nd_buffer *buffer[] = {&rhs->buffer[ND_Q0 + rhs->now],
                                  &s->solver->pointwise.part[ND_POINTWISE_SLAB].aux[0],
                                  &s->solver->pointwise.part[ND_POINTWISE_CORNER].aux[0]};
    for (int i = 0; i < 3; i++) {
        if (!buffer[i]->bytes) continue;
        CHECK_OK(to ? device->backend->write(device, buffer[i], 0, values, buffer[i]->bytes)
                    : device->backend->read(device, values, buffer[i], 0, buffer[i]->bytes));
        values += buffer[i]->bytes / sizeof *values;
    }
}

static double largest(struct pml_box *s)
{
    const struct nd_pointwise *local = &s->solver->pointwise;
    const size_t n = (s->solver->rhs.buffer[ND_Q0].bytes + local->part[ND_POINTWISE_SLAB].aux[0].bytes +
                      local->part[ND_POINTWISE_CORNER].aux[0].bytes) /
                     sizeof(double);
    double *A = nd_alloc(n * n, sizeof *A), *unit = nd_alloc(n, sizeof *unit), *re = nd_alloc(n, sizeof *re),
           *im = nd_alloc(n, sizeof *im), most = 0;
    for (size_t j = 0; j < n; j++) {
        unit[j] = 1;
        move(s, 1, unit);
        CHECK_OK(nd_integrator_step(&s->solver->integrator, &s->solver->rhs, s->solver->stable));
        move(s, 0, A + j * n);
        unit[j] = 0;
    }
    CHECK(LAPACKE_dgeev(LAPACK_COL_MAJOR, 'N', 'N', (int)n, A, (int)n, re, im, NULL, 1, NULL, 1) == 0);
    for (size_t i = 0; i < n; i++) most = test_worse(most, hypot(re[i], im[i]));
    free(A), free(unit), free(re), free(im);
    return most;
}

int main(int argc, char **argv)
{
    static const char *const schemes[] = {"lsrk4", "lsrk14"};
    omp_set_num_threads(1);
    CHECK(argc > 5);
    for (int r = 5; r < argc; r++)
        for (int i = 0; i < 2; i++) {
            struct pml_box s;
            char name[16];
            snprintf(name, sizeof name, ",%s,", argv[4]);
            if (!strstr(name, i ? ",lsrk14," : ",lsrk4,")) continue;
            const int code = begin(&s, atoi(argv[1]), atoi(argv[2]), atoi(argv[3]), schemes[i], argv[r]);
            CHECK_OK(code);
            const double most = code ? NAN : largest(&s);
            if (getenv("TEST_SHOW"))
                printf("%s, reflection %s: dt %.3g, largest rate times dt %.3g, largest eigenvalue 1 %+.3g\n",
                       schemes[i], argv[r], s.solver->stable, s.solver->pointwise.fastest * s.solver->stable,
                       most - 1);
            CHECK(most < 1 + 1e-6);
            pml_box_end(&s);
        }
    TEST_END;
}
