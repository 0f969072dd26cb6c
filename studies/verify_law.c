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

struct look {
    struct nd_law law;
    struct nd_mesh mesh;
    struct nd_ref ref;
    struct nd_oracle oracle;
    double *constants;
    int *numbers;                        /* of the materials: 0, 1, ... */
    int nmaterials, found, shown, wrong; /* in this row; and rows */
    struct nd_suite_finding last;
};

/* What makes a material of nd_suite_materials another than the first. */
static const char *name_material(const struct look *look, int number, char out[80])
{
    const struct nd_names *names = &look->law.material;
    int nonzero = 2;
    if (number < 2) return number ? "ten times all defaults" : "the defaults";
    for (int i = 0; i < names->n; i++)
        if (look->law.standard[i] != 0 && nonzero++ == number)
            snprintf(out, 80, "ten times %.60s", names->at[i]);
    return out;
}

static void found(void *context, const struct nd_suite_finding *f)
{
    struct look *look = context;
    const struct nd_names *walls = &look->law.boundaries;
    const struct nd_suite_finding *last = &look->last;
    char own[80] = "", other[80] = "";
    /* The same along another direction says nothing more. */
    const int again = look->found++ && f->what == last->what && f->own == last->own &&
                      f->other == last->other && f->condition == last->condition;
    look->last = *f;
    if (again || look->shown == SHOWN) return;
    look->shown++;
    printf("  %s: materials of %s", f->what, name_material(look, f->own, own));
    if (f->condition >= 0)
        printf(" at BC_%s", walls->at[f->condition < walls->n ? f->condition : walls->n - 1]);
    else if (f->other != f->own)
        printf(" and of %s", name_material(look, f->other, other));
    printf("; off by %.3g\n", f->off);
}

/* After what was found, if anything. */
static void print_row(struct look *look, const char *what)
{
    if (look->found > look->shown && look->shown) printf("  and %d more\n", look->found - look->shown);
    printf("%-78s %s\n", what, look->found ? "WRONG" : "ok");
    fflush(stdout);
    look->wrong += look->found > 0;
    look->found = look->shown = 0;
}

/* NUDGE_ESTOPPED when the user asked for it. */
static int go_on(void)
{
    int status = 0;
    if (stop_wanted()) FAIL(NUDGE_ESTOPPED, "stopped");
done:
    return status;
}

static int check_matrices(struct look *look)
{
    static const double impedances[] = {0.3, 7};
    static const int condition[8];
    int status = 0;
    const struct nd_setup setup = {.law = &look->law,
                                   .mesh = &look->mesh,
                                   .connect = &look->ref.connect,
                                   .elem = &look->ref.elem,
                                   .upwind = 1,
                                   .condition = condition,
                                   .material = look->numbers,
                                   .constants = look->constants,
                                   .nmaterials = look->nmaterials,
                                   .values = impedances,
                                   .nvalues = look->law.valued >= 0 ? 2 : 0};
    const struct nd_suite suite = {
        .oracle = &look->oracle, .setup = &setup, .fluid = -1, .found = found, .context = look};
    TRY(nd_oracle_init(&look->oracle, &look->ref, &setup));
    for (int i = 0; i < look->nmaterials; i++) {
        char name[80];
        if (nd_suite_refused(&suite, i))
            printf("left out, for the law refuses it: a material of %s\n", name_material(look, i, name));
    }
    nd_suite_waves(&suite);
    print_row(look, "waves keep the energy; none is faster than law_speed, and some as fast");
    TRY(nd_suite_faces(&suite, 1));
    print_row(look, "upwind flux: what leaves an element enters the next; no face or wall gains");
    TRY(go_on());
    TRY(nd_suite_faces(&suite, 0));
    print_row(look, "central flux: likewise, and no face loses");
done:
    return status;
}

static int check_orders(struct look *look, struct nd_device *device, int single)
{
    int status = 0;
    for (int N = 1; N <= ORDERS; N++) {
        char what[80];
        double error[2];
        const struct nd_suite_order wanted = {device, &look->law, look->constants,
                                              N,      single,     N == 1 ? 8 : N < 4 ? 6 : 4};
        TRY(go_on());
        TRY(nd_suite_order(&wanted, error));
        const double order = log2(error[0] / error[1]);
        look->found = !(order >= N + 0.7 || error[1] < (single ? 1e-5 : 1e-11));
        snprintf(what, sizeof what, "plane waves, N = %d: error %.2e, falls as h to the %.2f", N, error[1],
                 order);
        print_row(look, what);
    }
done:
    return status;
}

static int begin(struct look *look, const char *path)
{
    int status = 0;
    const struct nd_box box = {.given = true, .size = {1, 1, 1}, .divisions = {1, 1, 1}};
    TRY(nd_law_init(&look->law, path, ""));
    nd_law_announce(&look->law);
    ALLOC(look->constants, (look->law.material.n + 2) * look->law.material.n + 1);
    ALLOC(look->numbers, look->law.material.n + 2);
    look->nmaterials = nd_suite_materials(&look->law, look->constants);
    for (int i = 0; i < look->nmaterials; i++) look->numbers[i] = i;
    TRY(nd_mesh_box(&look->mesh, &box));
    TRY(nd_ref_init(&look->ref, &look->mesh, 1));
    printf("law %s: fields %d, materials to try %d, boundary conditions %d\n", printable(look->law.path),
           look->law.fields.n, look->nmaterials, look->law.boundaries.n);
done:
    return status;
}

int verify_law(const struct args *args, int single)
{
    int status = 0;
    struct look look = {0};
    struct nd_device *device = NULL;
    const char *name = args->value[OPT_DEVICE];
    static const enum option others[] = {OPT_VARIANT, OPT_QUICK, OPT_EXAMPLES, OPT_CSV, OPT_PICTURE};
    for (size_t i = 0; i < sizeof others / sizeof *others; i++)
        if (args->value[others[i]] || args->noperands)
            FAIL(NUDGE_EVALUE, "verify: --law goes with --device and --precision alone; leave the rest out");
    TRY(begin(&look, args->value[OPT_LAW]));
    TRY(nd_device_open(&device, name ? name : "auto"));
    TRY(check_matrices(&look));
    TRY(check_orders(&look, device, single));
    if (look.wrong)
        FAIL(NUDGE_EVALUE, "%s: %d of the rows above are wrong; doc/reference/law.md says what they ask for",
             look.law.path, look.wrong);
done:
    nd_device_close(device);
    nd_oracle_clear(&look.oracle);
    nd_ref_clear(&look.ref);
    nd_mesh_clear(&look.mesh);
    free(look.constants);
    free(look.numbers);
    nd_law_clear(&look.law);
    return status;
}
