// Impossible uses of walls inside the mesh are refused, with the wall's name and the remedy;
// possible ones are not.
#include <omp.h>
#include "preflight/preflight.h"
#include "sheets.h"

static const char *folder;

static void hear(void *context, int level, const char *message)
{
    (void)context;
    if (level != NUDGE_LOG_WARNING) return;
    printf("a warning: %s\n", message); /* walls are as they should be */
    test_failures++;
}

static const char *nested(const double c[3])
{
    for (int i = 0; i < 3; i++)
        if (c[i] < 0.25 || c[i] > 0.75) return "outer";
    return "inner";
}

static int small(const double x[3])
{
    return hypot(hypot(x[0] - 0.5, x[1] - 0.5), x[2] - 0.5) < 0.1;
}

static int narrow(const double x[3])
{
    return hypot(x[0] - 0.5, x[1] - 0.5) < 0.1;
}

static int wide(const double x[3])
{
    return fabs(x[0] - 0.5) < 0.3 && fabs(x[1] - 0.5) < 0.1;
}

/* boundaries and the rest of a problem with a plate at z; null: no message. */
static void check(double z, int (*chosen)(const double x[3]), const char *rest, const char *message)
{
    const struct sheet plate = {"plate", 2, z, chosen};
    const struct sheet_box box = {
        .size = {1, 1, 1}, .divisions = {4, 4, 4}, .sheet = &plate, .nsheets = 1, .region = nested};
    struct sheeted s;
    char text[1024];
    snprintf(text, sizeof text, "mesh: {file: a.msh}\norder: 1\ntime: {end: 1}\n%s", rest);
    if (message)
        CHECK_FAILS(sheeted_init(&s, &box, text, "simd", folder), NUDGE_EVALUE, message);
    else
        CHECK_OK(sheeted_init(&s, &box, text, "simd", folder));
    sheeted_clear(&s);
}

#define PEC   "boundaries: {default: absorbing, plate: pec}\n"
#define BLACK "boundaries: {default: pec, plate: absorbing}\n"
#define WAVE                                                                                                 \
    "sources: {w: {plane_wave: {direction: [0, 0, 1], polarization: [1, 0, 0]}, waveform: {pulse: "          \
    "{frequency: 0.3, bandwidth: 0.1}}}}\n"
#define FAR "monitors: {m: {far_field: {around: [inner], frequencies: [0.3]}}}\n"

static void check_far(void)
{
    check(0.5, small, PEC WAVE FAR, NULL);
    check(0.5, small, "boundaries: {default: absorbing, plate: absorbing}\n" WAVE FAR, NULL);
    check(0.75, narrow, PEC WAVE FAR,
          "monitors.m: boundary 'plate', a wall inside the mesh, lies in the surface near [");
    check(0.75, narrow, "boundaries: {default: absorbing, plate: absorbing}\n" WAVE FAR,
          "monitors.m: boundary 'plate', a wall inside the mesh, lies in the surface near [");
    check(0.5, wide, PEC WAVE FAR,
          "monitors.m: boundary 'plate', a wall inside the mesh, goes on outside of the surface");
    check(0.5, NULL, PEC WAVE FAR, "put the surface around the whole wall");
    /* Transparent surfaces are no walls. */
    check(0.75, wide, "boundaries: {default: absorbing}\ninitial: {Ex: 1}\n" FAR, NULL);
}

/* A region with walls all around it. */
static void check_closed(const char *monitor, const char *message)
{
    const struct sheet_box box = {
        .size = {1, 1, 1}, .divisions = {4, 4, 4}, .region = nested, .between = "can"};
    struct sheeted s;
    char text[1024];
    snprintf(text, sizeof text,
             "mesh: {file: a.msh}\norder: 1\ntime: {end: 1}\nboundaries: {default: absorbing, can: pec}\n"
             "initial: {Ex: 1}\nmonitors: {m: {%s: {around: [inner], frequencies: [0.3]}}}\n",
             monitor);
    CHECK_FAILS(sheeted_init(&s, &box, text, "simd", folder), NUDGE_EVALUE, message);
    sheeted_clear(&s);
}

static void check_points(void)
{
    check(0.5, NULL,
          BLACK "sources: {s: {dipole: {at: [0.5, 0.3, 0.5], moment: [1, 0, 0]}, waveform: {pulse: "
                "{frequency: 1, bandwidth: 1}}}}\n",
          "dipole.at [0.5, 0.3, 0.5] lies on boundary 'plate' inside the mesh, which has two sides: move it");
    check(0.5, NULL,
          BLACK "sources: {s: {dipole: {at: [0.5, 0.3, 0.4999], moment: [1, 0, 0]}, waveform: {pulse: "
                "{frequency: 1, bandwidth: 1}}}}\n",
          NULL);
    check(0.5, NULL, PEC "initial: {Ex: 1}\nmonitors: {p: {probe: {at: [0.25, 0.25, 0.5]}}}\n",
          "monitors.p: the point [0.25, 0.25, 0.5] lies on boundary 'plate' inside the mesh, at whose sides "
          "fields differ");
    check(0.5, small, PEC "initial: {Ex: 1}\nmonitors: {p: {probe: {at: [0.25, 0.125, 0.5]}}}\n", NULL);
    check(0.5, NULL,
          "boundaries: {default: pec}\ninitial: {Ex: 1}\nmonitors: {p: {probe: {at: [0.25, 0.25, 0.5]}}}\n",
          NULL);
}

static void check_surfaces(void)
{
    check(0.5, NULL, "boundaries: {default: pec, plat: pec}\ninitial: {Ex: 1}\n",
          "boundary 'plat' is not in the mesh (did you mean 'plate'?)");
    check(0.5, NULL, "boundaries: {default: pec, plate: pecc}\ninitial: {Ex: 1}\n",
          "boundary 'plate': 'pecc' is not a condition");
    check(0.5, NULL,
          "boundaries: {default: pec}\ninitial: {Ex: 1}\nmonitors: {m: {power: {boundary: plate, "
          "frequencies: [0.3]}}}\n",
          "this boundary has no face with a condition");
    check(0.5, NULL, PEC "initial: {Ex: 1}\nmonitors: {m: {power: {boundary: plate, frequencies: [0.3]}}}\n",
          NULL);
}

/* The preflight report on the two sides of a wall, and on a surface that is not a wall. */
static void check_preflight(const char *boundaries, nd_idx sheet, nd_idx inside)
{
    const struct sheet plate = {"plate", 2, 0.5, NULL};
    const struct sheet_box box = {.size = {1, 1, 1}, .divisions = {4, 4, 4}, .sheet = &plate, .nsheets = 1};
    struct sheeted s;
    struct nd_preflight pf = {0};
    char text[512];
    nd_idx b = 0;
    snprintf(text, sizeof text, "mesh: {file: a.msh}\norder: 1\ntime: {end: 1}\ninitial: {Ex: 1}\n%s",
             boundaries);
    CHECK_OK(sheeted_init(&s, &box, text, "simd", folder));
    if (s.solver) CHECK_OK(nd_preflight_make(&pf, s.solver, 0));
    while (s.solver && strcmp(s.solver->mesh.boundary_name[b], "plate")) b++;
    if (pf.boundary) {
        CHECK(pf.boundary[b].faces == 0 && pf.boundary[b].sheet == sheet && pf.boundary[b].inside == inside);
        CHECK_NEAR(pf.boundary[b].sheet_area, sheet ? 1 : 0, 1e-12);
        CHECK(sheet ? !strcmp(pf.boundary[b].condition, "pmc") : !pf.boundary[b].condition);
    }
    nd_preflight_clear(&pf);
    sheeted_clear(&s);
}

int main(void)
{
    omp_set_num_threads(1); /* meshes too small to share */
    folder = folder_create();
    nudge_log_set(hear, NULL);
    check_far();
    check_closed("far_field",
                 "monitors.m: boundary 'can', a wall inside the mesh, lies in the surface near [");
    check_closed("power", "there is no such surface: the regions have no neighbours, or walls on all sides");
    check_points();
    check_surfaces();
    check_preflight("boundaries: {default: pec, plate: pmc}\n", 64, 0);
    check_preflight("boundaries: {default: pmc}\n", 0, 32);
    folder_remove(folder);
    TEST_END;
}
