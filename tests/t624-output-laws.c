// Monitors in acoustics and elastodynamics, read back from their files: the power and the pattern
// of a monopole, the power of an elastic wave through the wall by which it leaves, a receiver on a
// free surface; and far fields that do not exist.
// PLAIN:
#include "base/file.h"
#include "points.h"

static char folder[256];

/* The numbers of row `row` (from 0) below the header of a table. Returns how many. */
static int read_row(const char *name, const char *header, int row, double *values)
{
    char *text = NULL;
    size_t n = 0;
    int count = 0;
    CHECK_OK(nd_file_read(test_path(folder, name), 1 << 20, &text, &n));
    if (!text) return 0;
    CHECK(!strncmp(text, header, strlen(header)) && text[strlen(header)] == '\n');
    const char *p = strchr(text, '\n');
    for (int i = 0; i < row && p; i++) p = strchr(p + 1, '\n');
    for (p = p ? p + 1 : ""; count < 16; p++) {
        char *end;
        values[count] = strtod(p, &end);
        if (end == p) break;
        count++;
        p = end;
        if (*p != ',') break;
    }
    free(text);
    return count;
}

static const char *inside(const double c[3])
{
    return fabs(c[0]) < 0.6 && fabs(c[1]) < 0.6 && fabs(c[2]) < 0.6 ? "near" : "far";
}

/* Volume velocity Q: power rho (2 pi f)^2 |Q|^2 / (8 pi c) to all directions alike. */
static void check_monopole(void)
{
    struct made m;
    char text[2048];
    double v[16], complex_part[2];
    double complex w = 0;
    const double f = 0.8, rho = 1.5, c = 1.2;
    snprintf(text, sizeof text,
             "law: acoustic\nmesh: {box: {size: [2, 2, 2], origin: [-1, -1, -1], divisions: [6, 6, 6]}}\n"
             "order: 3\nmaterials: {air: {rho: %g, c: %g}}\nboundaries: {default: absorbing}\n"
             "sources: {one: {monopole: {at: [0, 0, 0], strength: 2}, waveform: {pulse: {frequency: 0.8, "
             "bandwidth: 0.8}}}}\nmonitors:\n  out: {power: {around: [near], frequencies: [0.8]}}\n"
             "  sky: {far_field: {around: [near], frequencies: [0.8], theta: [20, 90, 150], phi: [0, 70]}}\n"
             "output: {folder: %s}\ntime: {end: 11}\n",
             rho, c, folder);
    CHECK_OK(made_init(&m, text, inside, NULL));
    if (m.solver) {
        CHECK_OK(nudge_solver_run(m.solver, NULL, NULL));
        CHECK_OK(nd_waveform_spectrum(&m.solver->sources.at[0].wave, f, &w));
        const double want = rho * pow(2 * M_PI * f * 2 * cabs(w), 2) / (8 * M_PI * c);
        CHECK(read_row("out.csv", "frequency,power", 0, v) == 2);
        CHECK_NEAR(v[1] / want, 1, 0.05); /* with what comes back from the walls */
        CHECK(read_row("sky-totals.csv", "frequency,theta,phi,directivity,power,power_sphere", 0, v) == 6);
        CHECK_NEAR(v[3], 1, 0.01);
        CHECK_NEAR(v[5] / want, 1, 0.01);
        if (getenv("TEST_SHOW"))
            printf("monopole: directivity %.5f, power %.5f and %.5f of theory\n", v[3], v[4] / want,
                   v[5] / want);
        /* p -> i omega rho Q exp(-i k r) / (4 pi r) */
        const double complex far = I * 2 * M_PI * f * rho * 2 * w / (4 * M_PI);
        for (int row = 0; row < 6; row++) {
            CHECK(read_row("sky.csv", "frequency,theta,phi,directivity,dB,p_re,p_im", row, v) == 7);
            complex_part[0] = v[5], complex_part[1] = v[6];
            CHECK_NEAR(cabs(complex_part[0] + I * complex_part[1] - far) / cabs(far), 0, 0.01);
        }
    }
    made_clear(&m);
}

static const char *body(const double c[3])
{
    const double away = fmax(fmax(fabs(c[0]), fabs(c[1])), fabs(c[2]));
    return away < 0.34 ? "body" : away < 0.67 ? "near" : "far";
}

/* A body without losses: what the wave loses is what is scattered, by the optical theorem and by
 * two ways of summing up. */
static void check_body(void)
{
    struct made m;
    char text[2048];
    double v[16];
    snprintf(
        text, sizeof text,
        "law: acoustic\nmesh: {box: {size: [2, 2, 2], origin: [-1, -1, -1], divisions: [6, 6, 6]}}\n"
        "order: 3\nmaterials: {air: {rho: 1.5, c: 1.2}, thick: {rho: 4, c: 1}}\n"
        "regions: {default: air, body: thick}\nboundaries: {default: absorbing}\n"
        "sources: {one: {plane_wave: {direction: [1, 0, 1], amplitude: -2, origin: [0.3, 0, 0], total: "
        "[body]}, waveform: {pulse: {frequency: 0.9, bandwidth: 0.9}}}}\n"
        "monitors: {sky: {far_field: {around: [body, near], frequencies: [0.9], theta: [20], phi: [0]}}}\n"
        "output: {folder: %s}\ntime: {end: 12}\n",
        folder);
    CHECK_OK(made_init(&m, text, body, NULL));
    if (m.solver) {
        CHECK_OK(nudge_solver_run(m.solver, NULL, NULL));
        CHECK(read_row("sky-totals.csv",
                       "frequency,theta,phi,backscatter,scattering,scattering_sphere,extinction", 0, v) == 7);
        CHECK_NEAR(v[1], 135, 1e-9);
        CHECK(v[5] > 0.02);
        CHECK_NEAR(v[4] / v[5], 1, 0.05);
        CHECK_NEAR(v[6] / v[5], 1, 0.05);
        if (getenv("TEST_SHOW")) printf("body: scattering %.5f, %.5f, extinction %.5f\n", v[4], v[5], v[6]);
    }
    made_clear(&m);
}

static const char *upper(const double c[3])
{
    return c[2] > 0.6 ? "high" : "low";
}

/* A P wave that leaves: its power over its own to an area is the area. */
static void check_column(void)
{
    struct made m;
    char text[2048];
    double v[16];
    snprintf(
        text, sizeof text,
        "law: elastic\nmesh: {box: {size: [0.2, 0.2, 2], divisions: [1, 1, 10], periodic: [x, y]}}\n"
        "order: 3\nmaterials: {m: {rho: 2, lambda: 3, mu: 1.5}}\nboundaries: {default: absorbing}\n"
        "sources: {one: {plane_wave: {direction: [0, 0, 1], polarization: [0, 0, 1], amplitude: 3, total: "
        "[high]}, waveform: {ricker: {frequency: 1}}}}\n"
        "monitors: {top: {power: {boundary: zmax, frequencies: [1]}}, cut: {fourier: {plane: x, at: 0.1, "
        "frequencies: [1]}}}\noutput: {folder: %s}\ntime: {end: 6}\n",
        folder);
    CHECK_OK(made_init(&m, text, upper, NULL));
    if (m.solver) {
        CHECK_OK(nudge_solver_run(m.solver, NULL, NULL));
        CHECK(read_row("top.csv", "frequency,power,cross_section", 0, v) == 3);
        CHECK_NEAR(v[2], 0.04, 4e-5);
        if (getenv("TEST_SHOW")) printf("column: area %.6f\n", v[2]);
        CHECK(nd_file_exists(test_path(folder, "cut.png")) && nd_file_exists(test_path(folder, "cut.h5")));
    }
    made_clear(&m);
}

/* A force on a free surface and a receiver on it: what is not moved by it does not start to move. */
static void check_surface(void)
{
    struct made m;
    char text[2048];
    double v[16];
    snprintf(
        text, sizeof text,
        "law: elastic\nmesh: {box: {divisions: [2, 2, 2]}}\norder: 2\nmaterials: {m: {rho: 2, lambda: 3, "
        "mu: 1.5}}\nboundaries: {default: free}\n"
        "sources: {one: {force: {at: [0.5, 0.5, 1], vector: [0, 0, -1]}, waveform: {ricker: {frequency: "
        "1}}}}\nmonitors: {here: {probe: {at: [0.25, 0.7, 1]}}}\noutput: {folder: %s}\ntime: {end: 2}\n",
        folder);
    CHECK_OK(made_init(&m, text, points_everywhere, NULL));
    if (m.solver) {
        CHECK_OK(nudge_solver_run(m.solver, NULL, NULL));
        CHECK(read_row("here.csv", "time,vx,vy,vz,sxx,syy,szz,syz,sxz,sxy", 1, v) == 10);
    }
    made_clear(&m);
}

static void refuse(const char *law, const char *wall, const char *says)
{
    struct made m;
    char text[1024];
    snprintf(text, sizeof text,
             "law: %s\nmesh: {box: {divisions: [3, 3, 3]}}\norder: 1\nmaterials: {m: {}}\n"
             "boundaries: {default: %s}\nmonitors: {sky: {far_field: {around: [all], frequencies: [1]}}}\n"
             "time: {end: 2}\n",
             law, wall);
    CHECK_FAILS(made_init(&m, text, points_everywhere, NULL), NUDGE_EVALUE, says);
    made_clear(&m);
}

int main(void)
{
    test_folder(folder);
    check_monopole();
    check_body();
    check_column();
    check_surface();
    refuse("elastic", "absorbing", "far fields are of laws whose waves have one speed");
    refuse("advection", "open", "far fields are of laws whose waves have one speed");
    test_folder_remove(folder);
    TEST_END;
}
