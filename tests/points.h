/* Point sources in free space, near enough to see the near field, before any reflection arrives
 * from the walls. */
#ifndef POINTS_H
#define POINTS_H

#include "sources.h"

/* w and its derivative: exp(-((t - 0.7) / 0.2)^2). */
#define POINTS_WAVEFORM "waveform: {expression: exp(-((t-0.7)/0.2)^2)}"
static inline double points_w(double t)
{
    const double u = (t - 0.7) / 0.2;
    return t > 0 ? exp(-u * u) : 0;
}
static inline double points_dw(double t)
{
    return -2 * (t - 0.7) / 0.04 * points_w(t);
}

static const double points_from[3] = {0.05, -0.03, 0.02};

static inline const char *points_everywhere(const double c[3])
{
    (void)c;
    return "all";
}

/* From the source to x: unit vector and distance. */
static inline double points_away(const double x[3], double gamma[3])
{
    double r = 0;
    for (int c = 0; c < 3; c++) gamma[c] = x[c] - points_from[c], r += gamma[c] * gamma[c];
    for (int c = 0; c < 3; c++) gamma[c] /= sqrt(r);
    return sqrt(r);
}

typedef void (*points_exact)(const double x[3], double t, double *u);

/* The largest error over the largest of the first `fields` fields, at a point, over all steps until `end`. */
static inline double points_error(const char *law, const char *material, const char *source, int N, int cells,
                                  double end, const char *variant, const double point[3], int fields,
                                  points_exact exact)
{
    struct made m;
    char text[1024];
    double most = 0, worst = 0;
    snprintf(text, sizeof text,
             "law: %s\nmesh: {box: {size: [2, 2, 2], origin: [-1, -1, -1], divisions: [%d, %d, %d]}}\n"
             "order: %d\nmaterials: {all: {%s}}\nboundaries: {default: absorbing}\n"
             "sources: {one: {%s, " POINTS_WAVEFORM "}}\ntime: {end: %g}\n",
             law, cells, cells, cells, N, material, source, end);
    CHECK_OK(made_init(&m, text, points_everywhere, variant));
    for (double t = 0.5; t < end; t += 0.01) {
        double want[ND_FIELDS_MOST] = {0};
        exact(point, t, want);
        for (int f = 0; f < fields; f++) most = fmax(most, fabs(want[f]));
    }
    while (m.solver && m.solver->step < m.solver->schedule.steps) {
        double got[ND_FIELDS_MOST], want[ND_FIELDS_MOST] = {0};
        CHECK_OK(nudge_solver_step(m.solver, 1));
        if (m.solver->time < 0.5) continue;
        made_probe(&m, point, got);
        exact(point, m.solver->time, want);
        for (int f = 0; f < fields; f++) worst = test_worse(worst, fabs(got[f] - want[f]));
    }
    made_clear(&m);
    if (getenv("TEST_SHOW"))
        printf("%s, %s, N = %d, %d cells, %s: %.3g of %.3g\n", law, source, N, cells,
               variant ? variant : "chosen", worst, most);
    return worst / most;
}

#endif
