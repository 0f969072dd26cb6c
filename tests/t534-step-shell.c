// What comes back from the absorbing shell, against the same run in a box so long that nothing comes back: a pulse that meets
// it head on, and wave packets of both polarizations between conducting plates, which are plane waves that meet it at 60
// degrees. Arguments: cases, variants, precisions.
#include "shell.h"

#define LAYERS 4
#define INNER  20 /* cells along x, of length 1 */

static double layers_of = LAYERS;

/* One cell along z, `wide` along y (to PEC plates, where not periodic); x from 0. */
static void write_problem(char *text, size_t n, int cells, double width, const char *periodic, double end,
                          const char *initial, int single, int pml)
{
    snprintf(text, n,
             "mesh: {box: {size: [%d, %.15g, 1], divisions: [%d, 1, 1], periodic: %s}}\n"
             "order: 4\nprecision: %s\nmaterials: {air: {epsilon: 1}}\nregions: {default: air}\n"
             "boundaries: {default: pec}\ninitial: {%s}\ntime: {end: %.15g, dt: 0.05}\n%s",
             cells, width, cells, periodic, single ? "single" : "double", initial, end,
             pml && getenv("PML") ? getenv("PML") : "");
}

struct wave {
    const char *name, *periodic, *initial;
    double width, end, aim;
};

static double run(const struct wave *w, const char *variant, int single)
{
    char text[1024];
    const double inner[3][2] = {{-1, INNER}, {-9, 9}, {-9, 9}};
    struct shelled a, b;
    double most = 0, off = 0;
    int beyond = (int)(w->end + 2) / 2;
    write_problem(text, sizeof text, INNER + (int)layers_of, w->width, w->periodic, w->end, w->initial,
                  single, 1);
    CHECK_OK(shelled_begin(&a, text, inner, NULL, variant));
    write_problem(text, sizeof text, INNER + beyond, w->width, w->periodic, w->end, w->initial, single, 0);
    CHECK_OK(shelled_begin(&b, text, NULL, NULL, "simd"));
    double *u = nd_alloc(b.n, sizeof *u), *v = nd_alloc(b.n, sizeof *v);
    double *xa = nd_alloc(b.n, sizeof *u), *xb = nd_alloc(b.n, sizeof *u);
    CHECK_OK(nudge_solver_get(a.solver, "x", xa));
    CHECK_OK(nudge_solver_get(b.solver, "x", xb));
    static const char *const fields[] = {"Ex", "Ey", "Ez", "Hx", "Hy", "Hz"};
    const size_t inside = (size_t)(INNER * 6) * (size_t)a.solver->elem.Np; /* the first elements of both */
    for (int i = 0; i <= 40 && a.solver && b.solver; i++) {
        double here = 0;
        for (int f = 0; f < 6; f++) {
            CHECK_OK(nudge_solver_get(a.solver, fields[f], u));
            CHECK_OK(nudge_solver_get(b.solver, fields[f], v));
            size_t m = 0;
            for (size_t j = 0; j < a.n; j++) {
                if (a.solver->mesh.region[j / (size_t)a.solver->elem.Np]) continue;
                while (m < b.n && xb[m] > INNER + 1e-9) m++;
                here = fmax(here, fabs(u[j] - v[j]));
                most = fmax(most, fabs(v[j]));
                m++;
            }
        }
        off = fmax(off, here);
        CHECK_OK(nudge_solver_step(a.solver, a.solver->schedule.steps / 40));
        CHECK_OK(nudge_solver_step(b.solver, b.solver->schedule.steps / 40));
    }
    (void)inside;
    double e;
    CHECK_OK(nudge_solver_energy(a.solver, &e));
    if (getenv("TEST_SHOW"))
        printf("%s %s %s: %.1f dB, most %.3g, dt stable %.3g, tot %.3g\n", w->name, variant,
               single ? "single" : "double", 20 * log10(off / most), most, a.solver->stable, e);
    free(u), free(v), free(xa), free(xb);
    shelled_end(&a);
    shelled_end(&b);
    return 20 * log10(off / most);
}

int main(int argc, char **argv)
{
    /* 60 degrees: kx = k/2, ky = k sqrt(3)/2 = pi/width. Wavelength 2: k = pi. */
    static const struct wave waves[] = {
        {"normal", "[y, z]", "Ey: exp(-((x-10)/0.8)^2), Hz: exp(-((x-10)/0.8)^2)", 1, 24, -60},
        {"Ez", "[z]",
         "Ez: exp(-((x-10)/4)^2)*cos(pi/2*x)*sin(pi*sqrt(3)/2*y), "
         "Hy: -exp(-((x-10)/4)^2)/2*cos(pi/2*x)*sin(pi*sqrt(3)/2*y), "
         "Hx: exp(-((x-10)/4)^2)*sqrt(3)/2*sin(pi/2*x)*cos(pi*sqrt(3)/2*y)",
         1.1547005383792517, 60, -40},
        {"Hz", "[z]",
         "Hz: exp(-((x-10)/4)^2)*cos(pi/2*x)*cos(pi*sqrt(3)/2*y), "
         "Ey: exp(-((x-10)/4)^2)/2*cos(pi/2*x)*cos(pi*sqrt(3)/2*y), "
         "Ex: exp(-((x-10)/4)^2)*sqrt(3)/2*sin(pi/2*x)*sin(pi*sqrt(3)/2*y)",
         1.1547005383792517, 60, -40},
    };
    if (argc < 4) return 1;
    if (argc > 4) layers_of = atof(argv[4]);
    for (int i = 0; i < 3; i++) {
        if (!strstr(argv[1], waves[i].name)) continue;
        const char *variants[] = {"simd", "bernstein", "tensor"};
        for (int v = 0; v < 3; v++)
            if (strstr(argv[2], variants[v]))
                for (int single = 0; single < 2; single++)
                    if (strstr(argv[3], single ? "single" : "double")) run(&waves[i], variants[v], single);
    }
    TEST_END;
}
