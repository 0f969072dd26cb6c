// Numbers with a dimension take units of it with `units: si`; everything else about a unit is refused with key,
// line and what is expected. Written quantities have SI prefixes.
#include "problem/problem.h"
#include "problem/units.h"
#include "test.h"

#define MESH "mesh: {box: {size: [40 mm, 3 cm, 0.02 m], h: 5000 um, origin: ['1 in', -2 mil, 1e-3 km]}}\n"

static int parse(const char *text)
{
    nudge_problem *problem = NULL;
    const int status = nudge_problem_parse(&problem, text, "");
    nudge_problem_destroy(problem);
    return status;
}

static void check_read(void)
{
    nudge_problem *p = NULL;
    CHECK_OK(nudge_problem_parse(
        &p,
        "units: si\n" MESH "order: 2\ntime: {end: 10 ns, dt: 35fs}\n"
        "sources: {a: {dipole: {at: [1 mm, 2 \xc2\xb5m, 3 \xce\xbcm], moment: [0, 0, 1]},\n"
        "  waveform: {pulse: {frequency: 2.4 GHz, bandwidth: 500 MHz, delay: 1.5e-3 us}}}}\n"
        "monitors: {m: {fourier: {plane: x, at: 1 ft, frequencies: [10 Hz, 2e3 Hz, '0.3 kHz']}},\n"
        "  p: {probe: {at: [1 nm, 0, 0], every: 1 ps}}}\n",
        ""));
    if (!p) return;
    const struct nd_source *s = nd_problem_source(p, 0);
    const struct nd_monitor_spec *m = nd_problem_monitor(p, 0), *probe = nd_problem_monitor(p, 1);
    CHECK(p->box.size[0] == 0.04 && p->box.size[1] == 0.03 && p->box.size[2] == 0.02 && p->box.h == 0.005);
    CHECK(p->box.origin[0] == 0.0254 && p->box.origin[1] == -5.08e-5 && p->box.origin[2] == 1);
    CHECK(p->time_end == 1e-8 && p->dt == 35e-15);
    CHECK(s->at[0] == 1e-3 && s->at[1] == 2e-6 && s->at[2] == 3e-6);
    CHECK(s->waveform.pulse_frequency == 2.4e9 && s->waveform.pulse_bandwidth == 5e8);
    CHECK(s->waveform.pulse_delay == 1.5e-9);
    CHECK(m->plane_at == 0.3048 && m->frequencies.at[0] == 10 && m->frequencies.at[1] == 2e3);
    CHECK(m->frequencies.at[2] == 300 && probe->at[0] == 1e-9 && probe->every == 1e-12);
    CHECK_OK(nudge_problem_set(p, "time.end", "3 us"));
    CHECK(p->time_end == 3e-6);
    CHECK_FAILS(nudge_problem_set(p, "time.end", "3 um"), NUDGE_EVALUE, "--set time.end");
    CHECK_FAILS(nudge_problem_set(p, "units", "natural"), NUDGE_EVALUE, "needs 'units: si'");
    nudge_problem_destroy(p);
}

/* Rates have units of their own: hertz would leave open whether 2 pi belongs to them. */
static void check_poles(void)
{
    nudge_problem *p = NULL;
    CHECK_OK(nudge_problem_parse(
        &p,
        "units: si\n" MESH "order: 2\ntime: {end: 10 ns}\nmaterials:\n"
        "  a: {poles: [{drude: {plasma: 2 PHz, collision: 30 1/ps}}, {debye: {strength: 1, relaxation: 8.27 "
        "ps}},\n"
        "    {lorentz: {strength: 2, frequency: 300 THz, damping: 0.01 1/fs, tilt: 1e12 1/s}}]}\n"
        "  b: {loss_tangent: {value: 0.01, at: 10 GHz}}\nregions: {default: a}\n",
        ""));
    if (!p) return;
    const struct nd_pole *pole = p->material[0].pole;
    CHECK(pole[0].frequency == 2e15 && pole[0].rate == 3e13 && pole[1].time == 8.27e-12);
    CHECK(pole[2].frequency == 3e14 && pole[2].rate == 1e13 && pole[2].tilt == 1e12);
    CHECK(p->material[1].loss_at == 1e10);
    nudge_problem_destroy(p);
}

/* Circuits, films and conductors. */
static void check_circuits(void)
{
    nudge_problem *p = NULL;
    CHECK_OK(nudge_problem_parse(
        &p,
        "units: si\n" MESH "order: 2\ntime: {end: 10 ns}\n"
        "materials: {a: {sigma: 2 S/cm, epsilon: 2}}\n"
        "loads:\n"
        "  a: {boundary: a, direction: [1, 0, 0], resistance: 2 kohm, inductance: 8 nH, capacitance: 1.5 "
        "pF}\n"
        "  b: {boundary: b, direction: [1, 0, 0], resistance: 50 \xce\xa9, inductance: 3 \xc2\xb5H, "
        "capacitance: 2uF}\n"
        "  c: {boundary: c, direction: [1, 0, 0], resistance: 1.5 M\xe2\x84\xa6}\n"
        "ports: {p: {boundary: p, lumped: {direction: [1, 0, 0], resistance: 50 Ohm, inductance: 1 H, "
        "capacitance: 3 fF}}}\n"
        "sparameters: {band: [1 GHz, 2 GHz]}\n"
        "conductors: {cu: {conductivity: 58 MS/m, band: [1 GHz, 2 GHz]}}\n"
        "sheets: {r: {resistance: 50 ohm}, s: {conductivity: 6.7e5 S/m, thickness: 8 nm}}\n",
        ""));
    if (!p) return;
    const struct nd_port_spec *load = p->loads.at, *port = nd_problem_port(p, 0);
    CHECK(p->material[0].constant[0].value == 200 && p->material[0].constant[1].value == 2);
    CHECK(load[0].resistance == 2000 && load[0].inductance == 8e-9 && load[0].capacitance == 1.5e-12);
    CHECK(load[1].resistance == 50 && load[1].inductance == 3e-6 && load[1].capacitance == 2e-6);
    CHECK(load[2].resistance == 1.5e6);
    CHECK(port->resistance == 50 && port->inductance == 1 && port->capacitance == 3e-15);
    CHECK(nd_problem_conductor(p, 0)->conductivity == 5.8e7);
    CHECK(nd_problem_sheet(p, 0)->resistance == 50 && nd_problem_sheet(p, 1)->conductivity == 6.7e5);
    nudge_problem_destroy(p);
}

static void check_refused(void)
{
    static const struct {
        const char *text, *message;
    } bad[] = {
        {"units: si\nmesh: {box: {h: 1}}\norder: 1\ntime:\n  end: 2 GHz\n",
         "problem:5: time.end must be a time above 0, not '2 GHz'; 'GHz' is a unit of frequencies: a time is "
         "a "
         "number in SI units, or a number and one of the units fs ps ns us ms s min h"},
        {"units: si\nmesh: {box: {h: 1}}\norder: 1\ntime: {end: 2 weeks}\n",
         "'weeks' is no unit known here: a time is a number in SI units"},
        {"units: si\nmesh: {box: {h: 1}}\norder: 1\ntime: {end: -1 s}\n", "time.end must be a time above 0"},
        {"units: si\nmesh: {box: {h: 1}}\norder: 1\nmaterials: {a: {poles: [{drude: {plasma: 2 THz, "
         "collision: 1 "
         "THz}}]}}\ntime: {end: 1}\n",
         "'THz' is a unit of frequencies: a rate is a number in SI units, or a number and one of the units "
         "1/s 1/ms "
         "1/us 1/ns 1/ps 1/fs; a rate is not divided by 2 pi: 2 pi x 1 THz is 6.283e+12 1/s"},
        {"units: si\nmesh: {box: {h: 1}}\norder: 1\ntime: {end: 1 1/s}\n", "'1/s' is a unit of rates"},
        {"mesh: {box: {h: 1}}\norder: 1\nmaterials: {a: {poles: [{debye: {strength: 2, relaxation: 1 "
         "ps}}]}}\ntime: "
         "{end: 1}\n",
         "a unit needs 'units: si'"},
        {"mesh: {box: {h: 1}}\norder: 1\ntime: {end: 2 ns}\n",
         "problem:3: time.end must be a time above 0, not '2 ns'; a unit needs 'units: si'"},
        {"mesh: {box: {h: 1 mm}}\norder: 1\ntime: {end: 2}\n", "natural units know no metres"},
        {"units: si\nmesh: {box: {h: 1}}\norder: 2 mm\ntime: {end: 2}\n",
         "'2 mm' is a length, and this key takes a number without a unit"},
        {"units: si\nmesh: {box: {h: 1}}\norder: 1\nmaterials: {m: {epsilon: 2 mm}}\ntime: {end: 2}\n",
         "materials.m.epsilon must be a number, or three or six as [xx, yy, zz, yz, xz, xy], not '2 mm'"},
        {"units: si\nmesh: {box: {size: [1, 2 s, 3], h: 1}}\norder: 1\ntime: {end: 2}\n",
         "mesh.box.size must be three lengths above 0, as [x, y, z], not [1, 2 s, 3]; 's' is a unit of "
         "times"},
        {"units: si\nmesh: {box: {size: [40 mm, 30, 20], h: 1}}\norder: 1\ntime: {end: 2}\n",
         "problem:2: mesh.box.size: some of its numbers have a unit and 30 has none: it would be 30 m; give "
         "all of them a "
         "unit, or none"},
        {"units: si\nmesh: {box: {size: [1, 1 m, 1 m], h: 1}}\norder: 1\ntime: {end: 2}\n", "and 1 has none"},
        {"mesh: {box: {h: 1}}\norder: 1\nsheets: {s: {resistance: 50 ohm}}\ntime: {end: 2}\n",
         "problem:3: sheets.s.resistance must be a resistance above 0, at most 1e+15, not '50 ohm'; a unit "
         "needs 'units: "
         "si': natural units know no ohms, so add that line or write a number alone"},
        {"mesh: {box: {h: 1}}\norder: 1\nmaterials: {m: {sigma: 2 S/m}}\ntime: {end: 2}\n",
         "natural units know no siemens"},
        {"units: si\nmesh: {box: {h: 1}}\norder: 1\nsheets: {s: {resistance: 50 pF}}\ntime: {end: 2}\n",
         "'pF' is a unit of capacitances: a resistance is a number in SI units, or a number and one of the "
         "units mohm ohm "
         "kohm Mohm"},
        {"units: si\nmesh: {box: {h: 1}}\norder: 1\nsheets: {s: {resistance: 50 ohms}}\ntime: {end: 2}\n",
         "'ohms' is no unit known here"},
        {"units: si\nmesh: {box: {h: 2 mm}, scale: mm}\norder: 1\ntime: {end: 2}\n",
         "mesh.box.h has a unit, and mesh.scale would multiply it once more"},
        {"units: si\nmesh: {box: {h: 1}}\norder: 1\ntime: {end: 1e300 0x}\n",
         "time.end must be a time above 0"},
        {"units: si\nmesh: {box: {h: 1}}\norder: 1\ntime: {end: 1e308 h}\n",
         "time.end must be a time above 0"},
        {"units: si\nmesh: {box: {h: 1}}\norder: 1\ntime: {end: s}\n",
         "time.end must be a time above 0, not 's'"},
    };
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        CHECK_FAILS(parse(bad[i].text), NUDGE_EVALUE, bad[i].message);
}

static void check_written(void)
{
    static const struct {
        double value;
        enum nd_dim dim;
        const char *text;
    } known[] = {{2.4e9, ND_DIM_FREQUENCY, "2.4 GHz"},
                 {35e-6, ND_DIM_LENGTH, "35 um"},
                 {1.5e-9, ND_DIM_TIME, "1.5 ns"},
                 {3600, ND_DIM_TIME, "3600 s"},
                 {0, ND_DIM_TIME, "0 s"},
                 {12e3, ND_DIM_LENGTH, "12 km"},
                 {0.99999, ND_DIM_LENGTH, "1 m"},
                 {2.5e-17, ND_DIM_TIME, "0.025 fs"},
                 {7, ND_DIM_NONE, "7"},
                 {5e17, ND_DIM_FREQUENCY, "500 PHz"}};
    char out[32];
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        nd_quantity_text(known[i].value, known[i].dim, true, out);
        if (strcmp(out, known[i].text)) printf("'%s' instead of '%s'\n", out, known[i].text);
        CHECK(!strcmp(out, known[i].text));
    }
    CHECK(!strcmp(nd_quantity_text(2.4e9, ND_DIM_FREQUENCY, false, out), "2.4e+09"));
}

int main(void)
{
    check_read();
    check_poles();
    check_circuits();
    check_refused();
    check_written();
    TEST_END;
}
