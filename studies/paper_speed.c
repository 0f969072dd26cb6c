/* The page's section on speed over the order: Fig. 8. */
#include <math.h>
#include "internal.h"
#include "paper_section.h"

static int find_speed(const struct paper_table *t, const char *N, const char *device, const char *variant)
{
    return paper_table_find(t, 0, "N,device,variant", "%s|%s|%s", N, device, variant);
}

double paper_core_gflops(const struct paper_table *t, int N)
{
    const int blas = paper_table_find(t, 0, "N,device,variant", "%d|cpu core|BLAS", N),
              loops = paper_table_find(t, 0, "N,device,variant", "%d|cpu core|loops", N);
    if (blas < 0 || loops < 0) return NAN;
    return fmax(paper_table_number(t, blas, "gflops"), paper_table_number(t, loops, "gflops"));
}

static void speed_row(struct page *page, const struct paper_table *t, const struct keys *variants,
                      const char *N)
{
    const int order = atoi(N);
    nd_text_add(&page->html, "<tr><th>");
    page_text(page, N);
    nd_text_add(&page->html, "</th>");
    page_cell(page, paper_table_number(t, find_speed(t, N, "cpu core", "BLAS"), "gflops"), 3);
    page_cell(page, paper_table_number(t, find_speed(t, N, "cpu core", "loops"), "gflops"), 3);
    for (int i = 0; i < variants->n; i++) {
        const int row = find_speed(t, N, "gpu", variants->at[i]);
        page_cell(page, paper_table_number(t, row, "gflops"), 4);
        page_cell(page, paper_table_number(t, row, "gdofs"), 3);
        page_cell(page, paper_table_number(t, row, "ratio"), 3);
    }
    nd_text_add(&page->html, "<td>%s</td></tr>\n", order == 3 ? "48" : order == 4 ? "57" : "24–57");
}

static int speed_table(struct page *page, const struct paper_table *t, const struct keys *variants)
{
    int status = 0;
    struct keys N = {0};
    TRY(keys_find(&N, t, NULL, NULL, "N"));
    nd_text_add(&page->html,
                "<div class=\"wide\"><table>\n<thead><tr><th></th><th colspan=\"2\">CPU core, GFlop/s</th>");
    for (int i = 0; i < variants->n; i++) {
        nd_text_add(&page->html, "<th colspan=\"3\">GPU, ");
        page_text(page, variants->at[i]);
        nd_text_add(&page->html, "</th>");
    }
    nd_text_add(&page->html, "<th>paper</th></tr>\n<tr><th>N</th><th>BLAS</th><th>loops</th>");
    for (int i = 0; i < variants->n; i++)
        nd_text_add(&page->html, "<th>GFlop/s</th><th>GDOF/s</th><th>times the faster core</th>");
    nd_text_add(&page->html, "<th>times its core</th></tr></thead>\n<tbody>\n");
    for (int i = 0; i < N.n; i++) speed_row(page, t, variants, N.at[i]);
    nd_text_add(&page->html, "</tbody></table></div>\n");
done:
    keys_clear(&N);
    return status;
}

static void add_ratio_at(struct page *page, const struct paper_table *t, const char *variant, const char *N)
{
    const double ratio = paper_table_number(t, find_speed(t, N, "gpu", variant), "ratio");
    if (isfinite(ratio)) nd_text_add(&page->html, ", %.0f at N = %s", ratio, N);
}

/* How the order's DOFs per second stand against the best order's. */
static void add_dofs_at(struct page *page, const struct paper_table *t, const char *variant, const char *N,
                        const struct extent *dofs)
{
    const double here = paper_table_number(t, find_speed(t, N, "gpu", variant), "gdofs");
    if (isfinite(here) && dofs->most_at != atoi(N))
        nd_text_add(&page->html, "; N = %s reaches %.0f %% of that", N, 100 * here / dofs->most);
}

static void describe_speed(struct page *page, const struct paper_table *t, const char *variant)
{
    struct extent ratio = {0}, dofs = {0};
    for (int row = 0; (row = paper_table_find(t, row, "device,variant", "gpu|%s", variant)) >= 0; row++) {
        extent_add(&ratio, paper_table_number(t, row, "ratio"), paper_table_number(t, row, "N"));
        extent_add(&dofs, paper_table_number(t, row, "gdofs"), paper_table_number(t, row, "N"));
    }
    page_here_begin(page);
    nd_text_add(&page->html, "the GPU (");
    page_text(page, variant);
    nd_text_add(&page->html, ")");
    if (ratio.n) {
        nd_text_add(&page->html, " outperforms one CPU core by factors of ");
        page_extent(page, &ratio, 3);
        nd_text_add(&page->html, " (most at N = %g", ratio.most_at);
        add_ratio_at(page, t, variant, "3");
        add_ratio_at(page, t, variant, "4");
        nd_text_add(&page->html, ")%s", dofs.n ? ";" : ".");
    }
    if (dofs.n) {
        nd_text_add(&page->html, " its best throughput is %.3g GDOF/s, at N = %g", dofs.most, dofs.most_at);
        add_dofs_at(page, t, variant, "1", &dofs);
        add_dofs_at(page, t, variant, "2", &dofs);
        nd_text_add(&page->html, ".");
    }
    page_here_end(page);
}

int section_speed(struct page *page, const struct paper_table *t)
{
    int status = 0;
    struct keys variants = {0};
    page_paper(page,
               "the GPU outperforms one CPU core by factors from 24 to 57, 48 at N = 3 and 57 at N = 4, and "
               "goes beyond 200 GFlop/s. N = 3 and 4 are the fastest per degree of freedom too; N = 1 and 2 "
               "are slower, for they fit the hardware’s granularity badly.");
    TRY(keys_find(&variants, t, "device", "gpu", "variant"));
    for (int i = 0; i < variants.n; i++) describe_speed(page, t, variants.at[i]);
    if (!variants.n) nd_text_add(&page->html, "<p class=\"missing\">No GPU was measured.</p>\n");
    nd_text_add(&page->html, "<div class=\"figures\">\n");
    const struct nd_chart flops = {
        .title = "Speed of the operator", .x_label = "polynomial order N", .y_label = "GFlop/s", .log_y = 1};
    const struct pick both = {NULL, NULL, "N", "gflops", "device,variant", "*, *", 1};
    TRY(page_figure(
        page, "fig8a",
        "<b>Fig. 8a.</b> Additions and multiplications per second. The axis is logarithmic: distances "
        "are factors.",
        flops, t, &both));
    const struct nd_chart dofs = {
        .title = "Degrees of freedom per second", .x_label = "polynomial order N", .y_label = "GDOF/s"};
    const struct pick gpu = {"device", "gpu", "N", "gdofs", "device,variant", "*, *", 1};
    const struct pick all = {NULL, NULL, "N", "gdofs", "device,variant", "*, *", 1};
    TRY(page_figure(
        page, "fig8b",
        "<b>Fig. 8b.</b> Degrees of freedom, each of the six fields’ counted, to which the operator is "
        "applied in one second.",
        dofs, t, variants.n ? &gpu : &all));
    nd_text_add(&page->html, "</div>\n");
    TRY(speed_table(page, t, &variants));
done:
    keys_clear(&variants);
    return status;
}
