/* nudge verify --law: does a law hold together? */
#include <math.h>
#include <stdio.h>
#include "options.h"
#include "printable.h"
#include "internal.h"
#include "progress.h"
#include "ref/suite.h"
#include "verify.h"

enum { ORDERS = 4, SHOWN = 3 };

struct review {
    struct nd_law law;
    struct nd_mesh mesh;
    struct nd_ref ref;
    struct nd_oracle oracle;
    double *constants;
    int *numbers;                        /* of the materials: 0, 1, ... */
    int nmaterials, found, shown, wrong; /* in this row; and rows */
    struct nd_suite_finding last;
};

/* How a material of nd_suite_materials differs from the first. */
static const char *name_material(const struct review *review, int number, char out[80])
{
    const struct nd_names *names = &review->law.material;
    int nonzero = 2;
    if (number < 2) return number ? "ten times all defaults" : "the defaults";
    for (int i = 0; i < names->n; i++)
        if (review->law.standard[i] != 0 && nonzero++ == number)
            snprintf(out, 80, "ten times %.60s", names->at[i]);
    return out;
}

static void found(void *context, const struct nd_suite_finding *f)
{
    struct review *review = context;
    const struct nd_names *walls = &review->law.boundaries;
    const struct nd_suite_finding *last = &review->last;
    char own[80] = "", other[80] = "";
    /* The same along another direction says nothing more. */
    const int again = review->found++ && f->what == last->what && f->own == last->own &&
                      f->other == last->other && f->condition == last->condition;
    review->last = *f;
    if (again || review->shown == SHOWN) return;
    review->shown++;
    printf("  %s: materials of %s", f->what, name_material(review, f->own, own));
    if (f->condition >= 0)
        printf(" at BC_%s", walls->at[f->condition < walls->n ? f->condition : walls->n - 1]);
    else if (f->other != f->own)
        printf(" and of %s", name_material(review, f->other, other));
    printf("; off by %.3g\n", f->off);
}

/* After what was found, if anything. */
static void print_row(struct review *review, const char *what)
{
    if (review->found > review->shown && review->shown)
        printf("  and %d more\n", review->found - review->shown);
    printf("%-78s %s\n", what, review->found ? "WRONG" : "ok");
    fflush(stdout);
    review->wrong += review->found > 0;
    review->found = review->shown = 0;
}

/* Returns NUDGE_ESTOPPED after a request to stop. */
static int go_on(void)
{
    int status = 0;
    if (stop_wanted()) FAIL(NUDGE_ESTOPPED, "stopped");
done:
    return status;
}

static int check_matrices(struct review *review)
{
    static const double impedances[] = {0.3, 7};
    static const int condition[8];
    int status = 0;
    const struct nd_setup setup = {.law = &review->law,
                                   .mesh = &review->mesh,
                                   .connect = &review->ref.connect,
                                   .elem = &review->ref.elem,
                                   .upwind = 1,
                                   .condition = condition,
                                   .material = review->numbers,
                                   .constants = review->constants,
                                   .nmaterials = review->nmaterials,
                                   .values = impedances,
                                   .nvalues = review->law.valued >= 0 ? 2 : 0};
    const struct nd_suite suite = {
        .oracle = &review->oracle, .setup = &setup, .fluid = -1, .found = found, .context = review};
    TRY(nd_oracle_init(&review->oracle, &review->ref, &setup));
    for (int i = 0; i < review->nmaterials; i++) {
        char name[80];
        if (nd_suite_refused(&suite, i))
            printf("left out, for the law refuses it: a material of %s\n", name_material(review, i, name));
    }
    nd_suite_waves(&suite);
    print_row(review, "waves keep the energy; none is faster than law_speed, and some as fast");
    TRY(nd_suite_faces(&suite, 1));
    print_row(review, "upwind flux: energy leaving an element enters the next; no face or wall gains");
    TRY(go_on());
    TRY(nd_suite_faces(&suite, 0));
    print_row(review, "central flux: the same, and no face loses");
done:
    return status;
}

static int check_orders(struct review *review, struct nd_device *device, int single)
{
    int status = 0;
    for (int N = 1; N <= ORDERS; N++) {
        char what[80];
        double error[2];
        const struct nd_suite_order wanted = {device, &review->law, review->constants,
                                              N,      single,       N == 1 ? 8 : N < 4 ? 6 : 4};
        TRY(go_on());
        TRY(nd_suite_order(&wanted, error));
        const double order = log2(error[0] / error[1]);
        review->found = !(order >= N + 0.7 || error[1] < (single ? 1e-5 : 1e-11));
        snprintf(what, sizeof what, "plane waves, N = %d: error %.2e, falls as h to the %.2f", N, error[1],
                 order);
        print_row(review, what);
    }
done:
    return status;
}

static int begin(struct review *review, const char *path)
{
    int status = 0;
    const struct nd_box box = {.given = true, .size = {1, 1, 1}, .divisions = {1, 1, 1}};
    TRY(nd_law_init(&review->law, path, ""));
    nd_law_announce(&review->law);
    ALLOC(review->constants, (review->law.material.n + 2) * review->law.material.n + 1);
    ALLOC(review->numbers, review->law.material.n + 2);
    review->nmaterials = nd_suite_materials(&review->law, review->constants);
    for (int i = 0; i < review->nmaterials; i++) review->numbers[i] = i;
    TRY(nd_mesh_box(&review->mesh, &box));
    TRY(nd_ref_init(&review->ref, &review->mesh, 1));
    printf("law %s: fields %d, materials to try %d, boundary conditions %d\n", printable(review->law.path),
           review->law.fields.n, review->nmaterials, review->law.boundaries.n);
done:
    return status;
}

int verify_law(const struct args *args, int single)
{
    int status = 0;
    struct review review = {0};
    struct nd_device *device = NULL;
    const char *name = args->value[OPT_DEVICE];
    static const enum option others[] = {OPT_VARIANT, OPT_QUICK, OPT_LIST, OPT_EXAMPLES, OPT_CSV, OPT_PICTURE};
    for (size_t i = 0; i < sizeof others / sizeof *others; i++)
        if (args->value[others[i]] || args->noperands)
            FAIL(NUDGE_EVALUE, "verify: --law goes with --device and --precision alone; leave the rest out");
    TRY(begin(&review, args->value[OPT_LAW]));
    TRY(nd_device_open(&device, name ? name : "auto"));
    TRY(check_matrices(&review));
    TRY(check_orders(&review, device, single));
    if (review.wrong)
        FAIL(NUDGE_EVALUE, "%s: %d of the rows above are wrong; doc/reference/law.md explains them",
             review.law.path, review.wrong);
done:
    nd_device_close(device);
    nd_oracle_clear(&review.oracle);
    nd_ref_clear(&review.ref);
    nd_mesh_clear(&review.mesh);
    free(review.constants);
    free(review.numbers);
    nd_law_clear(&review.law);
    return status;
}
