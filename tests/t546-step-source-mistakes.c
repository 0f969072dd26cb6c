// Impossible sources are refused before the first step, with a message that names the place and the
// remedy. The watchdog: energy may grow while a source acts, not after.
#include "sources.h"

static const char *region(const double c[3])
{
    return c[2] < 0.5 ? "air" : c[2] < 0.75 ? "body" : "rest";
}

#define WAVE(more)  "plane_wave: {direction: [0, 0, 1], polarization: [1, 0, 0]" more "}"
#define PULSE       "waveform: {pulse: {frequency: 1, bandwidth: 1}}"
#define SINE        "waveform: {sine: {frequency: 1}}"
#define WALLS       "boundaries: {zmin: absorbing, zmax: absorbing}"
#define PERIODIC_XY "periodic: [x, y]"

static int make(struct made *m, const char *sides, const char *walls, const char *more, const char *source)
{
    char text[2048];
    snprintf(text, sizeof text,
             "mesh: {box: {divisions: [1, 1, 4], %s}}\norder: 2\nmaterials: {air: {}, glass: {epsilon: 2}}\n"
             "regions: {default: air, body: glass}\n%s\n%s\nsources:\n  one: {%s}\ntime: {end: 6}\n",
             sides, walls, more, source);
    return made_init(m, text, region, NULL);
}

static void refuse(const char *source, const char *says)
{
    struct made m;
    CHECK_FAILS(make(&m, PERIODIC_XY, WALLS, "", source), NUDGE_EVALUE, says);
    made_clear(&m);
}

static void refuse_with(const char *sides, const char *walls, const char *more, const char *source,
                        const char *says)
{
    struct made m;
    CHECK_FAILS(make(&m, sides, walls, more, source), NUDGE_EVALUE, says);
    made_clear(&m);
}

static void accept(const char *sides, const char *walls, const char *source)
{
    struct made m;
    CHECK_OK(make(&m, sides, walls, "", source));
    made_clear(&m);
}

static void check_waves(void)
{
    accept(PERIODIC_XY, WALLS, WAVE(", total: [body]") ", " PULSE);
    accept(PERIODIC_XY, WALLS, WAVE(", total: [body, rest]") ", " PULSE); /* it leaves at zmax */
    refuse(WAVE(", total: [boddy]") ", " PULSE, "problem:8: source 'one': plane_wave.total: region 'boddy' "
                                                "is not in the mesh (did you mean 'body'?)");
    refuse(WAVE(", total: [air, body, rest]") ", " PULSE, "nowhere to come from");
    refuse(WAVE(", total: [air, body]") ", " PULSE,
           "region 'air' is total and reaches boundary 'zmin', where the wave would have to enter");
    refuse(WAVE("") ", " PULSE, "regions 'air' and 'body' hold scattered fields and differ in epsilon");
    refuse("plane_wave: {direction: [0, 0, 0], polarization: [1, 0, 0], total: [body]}, " PULSE,
           "direction is zero");
    refuse("plane_wave: {direction: [0, 0, 2], polarization: [0, 0, -3], total: [body]}, " PULSE,
           "polarization must have a part across");
    refuse("plane_wave: {direction: [0, 1, 1], polarization: [1, 0, 0], total: [body]}, " PULSE,
           "the mesh is periodic by [0,");
    refuse(WAVE(", total: [body], origin: [0, 0, 2]") ", " SINE, "put its origin upstream, at [0, 0, 0.5]");
    accept(PERIODIC_XY, WALLS, WAVE(", total: [body], origin: [0, 0, 2]") ", " PULSE); /* it waits */
    refuse_with(PERIODIC_XY, WALLS, "pml: {regions: [rest, body]}", WAVE(", total: [body]") ", " PULSE,
                "region 'body' is total and belongs to the PML");
}

static void check_others(void)
{
    refuse("dipole: {at: [0.5, 0.5, 1.25], moment: [1, 0, 0]}, " PULSE,
           "dipole.at [0.5, 0.5, 1.25] lies outside the mesh, by 0.25; the nearest point inside is [0.5, "
           "0.5, 1]");
    refuse("current: {regions: [body, glas], x: 1}, " PULSE,
           "current.regions: region 'glas' is not in the mesh");
    refuse("current: {regions: [body]}, " PULSE, "give at least one of x, y, z");
    refuse("current: {regions: [body], y: 1/(xc-xc)}, " PULSE, "source 'one': current.y");
    refuse("dipole: {at: [0.5, 0.5, 0.5], moment: [1, 0, 0]}, waveform: {sine: {frequency: 1, cycles: 4}}",
           "cycles must be 6 or more");
    refuse("dipole: {at: [0.5, 0.5, 0.5], moment: [1, 0, 0]}, waveform: {expression: \"t < 1 ? 1 : 0\"}",
           "too rough or too long");
    refuse("dipole: {at: [0.5, 0.5, 0.5], moment: [1, 0, 0]}, waveform: {expression: 1/(t-t)}",
           "source 'one'");
}

/* Ex becomes uniform. */
static void set_field(nudge_solver *s, double value)
{
    const size_t n = (size_t)s->mesh.K * (size_t)s->elem.Np;
    double *all = nd_alloc(n, sizeof *all);
    for (size_t i = 0; i < n; i++) all[i] = value;
    CHECK_OK(nd_rhs_set(&s->rhs, 0, all));
    free(all);
}

static void check_watch(void)
{
    struct made m;
    nudge_status status;
    CHECK_OK(
        make(&m, "region: box", "boundaries: {default: pec}", "output: {report: /dev/null}",
             "dipole: {at: [0.5, 0.4, 0.3], moment: [1, 0, 0]}, waveform: {sine: {frequency: 2, ramp: 1, "
             "cycles: 6}}"));
    nudge_solver *s = m.solver;
    if (s) {
        CHECK_NEAR(nd_sources_end(&s->sources), 3, 1e-12);
        CHECK_OK(nudge_solver_run(s, NULL, NULL));
        status = *nudge_solver_status(s);
        CHECK(status.energy > 1e-4);
        s->watch.started = 0;
        static const double time[] = {0, 1, 2.9, 3.5, 4}, field[] = {1, 2, 3, 4, 3.9};
        for (int i = 0; i < 5; i++) { /* the first look after the source has died sets what there may be */
            set_field(s, field[i]);
            CHECK_OK(nd_watch_check(&s->watch, &s->rhs, i, time[i]));
        }
        set_field(s, 4.1);
        CHECK_FAILS(nd_watch_check(&s->watch, &s->rhs, 6, 5), NUDGE_EUNSTABLE,
                    "energy grew without a source");
    }
    made_clear(&m);
}

int main(void)
{
    check_waves();
    check_others();
    check_watch();
    TEST_END;
}
