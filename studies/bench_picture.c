/* The roofline over the order: what the copy bandwidth allows, what the multiply-add rate allows, what was
 * measured. */
#include "bench_picture.h"

#include <math.h>
#include <stdio.h>
#include <string.h>
#include "internal.h"

int picture_add(struct picture *p, struct picture_row row)
{
    int status = 0;
    TRY(nd_grow(&p->row, &p->capacity, (size_t)p->n + 1, sizeof *p->row));
    p->row[p->n++] = row;
done:
    return status;
}

void picture_clear(struct picture *p)
{
    free(p->row);
    *p = (struct picture){0};
}

enum { NAME = 64 };

/* The chart of one precision. */
struct panel {
    int single;
    double unit; /* of what is drawn, in degrees of freedom per second */
    double x[ND_ORDER_MOST], memory[ND_ORDER_MOST], arithmetic[ND_ORDER_MOST];
    double measured[ND_ORDER_MOST], (*y)[ND_ORDER_MOST]; /* orders that were; of each series */
    struct nd_series *series, bounds[2];
    int nseries;
    char memory_name[NAME], arithmetic_name[NAME];
};

static const struct picture_row *find(const struct picture *p, int N, int single, const char *variant)
{
    for (int i = p->n - 1; i >= 0; i--)
        if (p->row[i].N == N && p->row[i].single == single &&
            (!variant || !strcmp(p->row[i].variant, variant)))
            return &p->row[i];
    return NULL;
}

static int is_used(const struct picture *p, const char *variant)
{
    for (int i = 0; i < p->n; i++)
        if (!strcmp(p->row[i].variant, variant)) return 1;
    return 0;
}

/* A line a variant, in the order of their table, with gaps where another one was chosen. Those of the other
 * precision only have none but a name, so that a colour means the same in both. */
static int fill_series(struct panel *panel, const struct picture *p)
{
    int status = 0, variants = 0, orders = 0;
    struct nd_plan plan;
    while (nd_plan_each(variants, &plan)) variants++;
    ALLOC(panel->series, variants);
    ALLOC(panel->y, variants);
    for (int N = 1; N <= ND_ORDER_MOST; N++)
        if (find(p, N, panel->single, NULL)) panel->measured[orders++] = N;
    for (int v = 0; v < variants && nd_plan_each(v, &plan); v++) {
        const char *name = nd_plan_name(&plan);
        double *y = panel->y[panel->nseries];
        if (!is_used(p, name)) continue;
        for (int i = 0; i < orders; i++) {
            const struct picture_row *row = find(p, (int)panel->measured[i], panel->single, name);
            y[i] = row ? row->dofs / panel->unit : NAN;
        }
        panel->series[panel->nseries++] = (struct nd_series){name, panel->measured, y, orders};
    }
done:
    return status;
}

static void name_bound(char name[NAME], const char *what, double rate, const char *unit)
{
    const int large = rate >= 1e12;
    snprintf(name, NAME, "%s: %.3g %c%s", what, rate * (large ? 1e-12 : 1e-9), large ? 'T' : 'G', unit);
}

/* At every order, whichever were measured. */
static void fill_bounds(struct panel *panel, const struct bench *b, const struct nd_ceilings *c)
{
    for (int N = 1; N <= ND_ORDER_MOST; N++) {
        const double dofs = b->law.fields.n * nd_elem_Np(N) / panel->unit;
        panel->x[N - 1] = N;
        panel->memory[N - 1] = dofs * c->bytes_per_second / nd_model_bytes(N, b->law.fields.n, panel->single);
        panel->arithmetic[N - 1] = dofs * c->flops_per_second / nd_model_flops(N, b->law.fields.n);
    }
    name_bound(panel->memory_name, "memory", c->bytes_per_second, "B/s");
    name_bound(panel->arithmetic_name, "arithmetic", c->flops_per_second, "Flop/s");
    panel->bounds[0] = (struct nd_series){panel->memory_name, panel->x, panel->memory, ND_ORDER_MOST};
    panel->bounds[1] = (struct nd_series){panel->arithmetic_name, panel->x, panel->arithmetic, ND_ORDER_MOST};
}

static void reach(double range[2], const struct nd_series *series, int n)
{
    for (int s = 0; s < n; s++)
        for (int i = 0; i < series[s].n; i++) {
            range[0] = fmin(range[0], series[s].y[i]);
            range[1] = fmax(range[1], series[s].y[i]);
        }
}

struct page_out {
    enum nd_picture_format format;
    struct nd_text *text;
};

/* All on one scale, for the eye goes from one to the other. */
static int make_page(const struct panel *panels, int n, const struct bench *b, double dofs,
                     struct page_out out)
{
    struct nd_chart charts[2];
    struct nd_chart_page sheet = {.charts = charts, .ncharts = n};
    struct nd_text title = {0}, caption = {0};
    double range[] = {HUGE_VAL, 0};
    for (int i = 0; i < n; i++) {
        reach(range, panels[i].series, panels[i].nseries);
        reach(range, panels[i].bounds, 2);
    }
    for (int i = 0; i < n; i++)
        charts[i] = (struct nd_chart){.title = panels[i].single ? "single precision" : "double precision",
                                      .x_label = "polynomial order N",
                                      .y_label = panels[i].unit == 1e9 ? "GDOF/s" : "MDOF/s",
                                      .log_y = 1,
                                      .close = 1,
                                      .y_low = range[0],
                                      .y_high = range[1],
                                      .series = panels[i].series,
                                      .nseries = panels[i].nseries,
                                      .bounds = panels[i].bounds,
                                      .nbounds = 2};
    nd_text_add(&title, "One Runge–Kutta stage: %s, law %s, %.3g million degrees of freedom",
                b->device->info.name, b->law_name, dofs * 1e-6);
    nd_text_add(
        &caption,
        "Dashed: all that must move (fields, residual, new fields, geometry), once, at the copy bandwidth "
        "measured in the same run; what stays in the caches may pass it.");
    nd_text_add(&caption,
                " Dotted: the operations of the nodal operator at the multiply-add rate measured in the same "
                "run; kernels that do fewer may pass it.");
    sheet.title = title.s;
    sheet.caption = caption.s;
    int status = nd_text_check(&title);
    if (!status) status = nd_text_check(&caption);
    if (!status) status = nd_chart_page_encode(&sheet, out.format, out.text);
    nd_text_clear(&title);
    nd_text_clear(&caption);
    return status;
}

int picture_draw(const struct picture *p, const struct bench *b, double dofs, enum nd_picture_format format,
                 struct nd_text *out)
{
    int status = 0, n = 0;
    struct panel panels[2] = {0};
    for (int single = 0; single < 2; single++) {
        if (!p->ceilings[single].bytes_per_second && (n || !single)) continue;
        struct panel *panel = &panels[n++];
        panel->single = single;
        panel->unit = b->device->info.gpu ? 1e9 : 1e6;
        fill_bounds(panel, b, &p->ceilings[single]);
        TRY(fill_series(panel, p));
    }
    TRY(make_page(panels, n, b, dofs, (struct page_out){format, out}));
done:
    for (int i = 0; i < 2; i++) {
        free(panels[i].y);
        free(panels[i].series);
    }
    return status;
}
