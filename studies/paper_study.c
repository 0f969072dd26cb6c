/* The page's sections on parameter scans, ablations and mesh sizes: Figs. 10b, 11a and 11b. */
#include <math.h>
#include <stdio.h>
#include <string.h>
#include "internal.h"
#include "paper_section.h"

static const char scan_group[] = "N,kernel,shared";

static int compare_numbers(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* The times of a group's rows, sorted; how many. */
static int sorted_times(const struct paper_table *t, const char *group, double *seconds, int *best)
{
    int n = 0;
    *best = -1;
    for (int row = 0; (row = paper_table_find(t, row, scan_group, "%s", group)) >= 0; row++) {
        const double time = paper_table_number(t, row, "seconds");
        if (!(time > 0 && isfinite(time))) continue;
        seconds[n++] = time;
        if (*best < 0 || time < paper_table_number(t, *best, "seconds")) *best = row;
    }
    qsort(seconds, (size_t)n, sizeof *seconds, compare_numbers);
    return n;
}

static void add_group_name(struct page *page, const struct paper_table *t, int row)
{
    page_text(page, paper_table_text(t, row, "kernel"));
    nd_text_add(&page->html, " at N = ");
    page_text(page, paper_table_text(t, row, "N"));
    nd_text_add(&page->html, " with the ");
    page_text(page, paper_table_text(t, row, "shared"));
    nd_text_add(&page->html, " in shared memory");
}

static void describe_scan(struct page *page, const struct paper_table *t, const double *seconds, int n,
                          int best)
{
    int near = 0;
    for (int i = 0; i < n; i++) near += seconds[i] <= 1.2 * seconds[0];
    page_here_begin(page);
    add_group_name(page, t, best);
    nd_text_add(&page->html, " is best at (");
    page_text(page, paper_table_text(t, best, "w_p"));
    nd_text_add(&page->html, ", ");
    page_text(page, paper_table_text(t, best, "w_i"));
    nd_text_add(&page->html, ", ");
    page_text(page, paper_table_text(t, best, "w_s"));
    nd_text_add(&page->html, "), with %.4g µs.", 1e6 * seconds[0]);
    if (n > 1)
        nd_text_add(&page->html,
                    " Of %d configurations the median takes %.0f %% longer, %.0f %% are within 20 %% of the "
                    "best, and the worst takes %.3g times as long.",
                    n, 100 * (seconds[n / 2] / seconds[0] - 1), 100.0 * near / n,
                    seconds[n - 1] / seconds[0]);
    page_here_end(page);
}

static int add_scan(struct page *page, const struct paper_table *t, const char *group, int first)
{
    int status = 0, best;
    double *seconds = NULL;
    char file[96], title[160];
    ALLOC(seconds, t->rows);
    const int n = sorted_times(t, group, seconds, &best);
    if (!n) goto done;
    describe_scan(page, t, seconds, n, best);
    page_file_name(file, sizeof file, first ? "fig10b" : "fig10b-N", first ? "" : group);
    snprintf(title, sizeof title, "%.40s, N = %.8s, %.16s in shared memory",
             paper_table_text(t, best, "kernel"), paper_table_text(t, best, "N"),
             paper_table_text(t, best, "shared"));
    const int micro = seconds[0] < 1e-3;
    const struct pick pick = {scan_group,       group, "w_p", "seconds", "w_i,w_s", "w_i = *, w_s = *",
                              micro ? 1e6 : 1e3};
    nd_text_add(&page->html, "<div class=\"figures\">\n");
    TRY(page_figure(
        page, file,
        "<b>Fig. 10b.</b> Time over w<sub>p</sub>, a line for each w<sub>i</sub> and w<sub>s</sub>; all do "
        "the same work.",
        (struct nd_chart){.title = title,
                          .x_label = "w_p, micro-blocks in parallel",
                          .close = 1,
                          .log_y = 1,
                          .y_label = micro ? "time in µs" : "time in ms"},
        t, &pick));
    nd_text_add(&page->html, "</div>\n");
done:
    free(seconds);
    return status;
}

int section_scan(struct page *page, const struct paper_table *t)
{
    int status = 0;
    struct keys groups = {0};
    page_paper(
        page,
        "differentiation at N = 4 with the matrix in shared memory is best at (w<sub>p</sub>, "
        "w<sub>i</sub>, w<sub>s</sub>) = (19, 2, 3). A configuration chosen at random would take at most "
        "about 20 % longer in all likelihood, and with bad luck about twice as long.");
    TRY(keys_find(&groups, t, NULL, NULL, scan_group));
    for (int i = 0; i < groups.n; i++) TRY(add_scan(page, t, groups.at[i], i == 0));
done:
    keys_clear(&groups);
    return status;
}

/* How much of the full speed the case keeps, over the orders that have both. */
static void describe_case(struct page *page, const struct paper_table *t, const char *name)
{
    struct extent kept = {0};
    for (int row = 0; (row = paper_table_find(t, row, "case", "%s", name)) >= 0; row++) {
        const int full = paper_table_find(t, 0, "case,N", "full|%s", paper_table_text(t, row, "N"));
        const double gflops = paper_table_number(t, row, "gflops") / paper_table_number(t, full, "gflops");
        extent_add(&kept, gflops, paper_table_number(t, row, "N"));
    }
    if (!kept.n || !strcmp(name, "full")) return;
    page_here_begin(page);
    nd_text_add(&page->html, "<i>");
    page_text(page, name);
    nd_text_add(&page->html, "</i> keeps %.0f %% of the full speed at N = %g", 100 * kept.least,
                kept.least_at);
    if (kept.n > 1)
        nd_text_add(&page->html, ", where it costs most, and %.0f %% at N = %g, where it costs least",
                    100 * kept.most, kept.most_at);
    nd_text_add(&page->html, ".");
    page_here_end(page);
}

int section_ablation(struct page *page, const struct paper_table *t)
{
    int status = 0;
    struct keys cases = {0};
    page_paper(
        page,
        "micro-blocks are worth it widely, far up in the order; the matrix in shared memory only at a few "
        "low orders. Without the thread order of the lifting kernel the matrix in shared memory would be "
        "best up to N = 6.");
    TRY(keys_find(&cases, t, NULL, NULL, "case"));
    for (int i = 0; i < cases.n; i++) describe_case(page, t, cases.at[i]);
    const struct pick pick = {NULL, NULL, "N", "gflops", "case", "*", 1};
    nd_text_add(&page->html, "<div class=\"figures\">\n");
    TRY(page_figure(page, "fig11a", "<b>Fig. 11a.</b> The operator with some of its ideas left out.",
                    (struct nd_chart){.title = "Simplified implementations",
                                      .x_label = "polynomial order N",
                                      .y_label = "GFlop/s"},
                    t, &pick));
    nd_text_add(&page->html, "</div>\n");
done:
    keys_clear(&cases);
    return status;
}

/* The smallest mesh that reaches half of the order's best speed. */
static void describe_size(struct page *page, const struct paper_table *t, const char *N)
{
    struct extent flops = {0};
    int least = -1;
    for (int row = 0; (row = paper_table_find(t, row, "N", "%s", N)) >= 0; row++)
        extent_add(&flops, paper_table_number(t, row, "gflops"), row);
    for (int row = 0; (row = paper_table_find(t, row, "N", "%s", N)) >= 0; row++)
        if (paper_table_number(t, row, "gflops") >= 0.5 * flops.most &&
            (least < 0 || paper_table_number(t, row, "dofs") < paper_table_number(t, least, "dofs")))
            least = row;
    if (least < 0) return;
    page_here_begin(page);
    nd_text_add(&page->html, "at N = ");
    page_text(page, N);
    nd_text_add(&page->html, " half of the best speed is reached, among the sizes measured, with ");
    page_number(page, paper_table_number(t, least, "elements"), 3);
    nd_text_add(&page->html, " elements (");
    page_power(page, paper_table_number(t, least, "dofs"));
    nd_text_add(&page->html, " DOFs); the best is %.4g GFlop/s.", flops.most);
    page_here_end(page);
}

int section_scaling(struct page *page, const struct paper_table *t)
{
    int status = 0;
    struct keys N = {0};
    page_paper(
        page,
        "even relatively small problems achieve decent performance, and the more so the higher the order: "
        "what counts is the work in a time step.");
    TRY(keys_find(&N, t, NULL, NULL, "N"));
    describe_size(page, t, N.at[0]);
    if (N.n > 1) describe_size(page, t, N.at[N.n - 1]);
    const struct pick pick = {NULL, NULL, "elements", "gflops", "N", "N = *", 1};
    nd_text_add(&page->html, "<div class=\"figures\">\n");
    TRY(page_figure(
        page, "fig11b", "<b>Fig. 11b.</b> Speed over the number of elements, a line for each order.",
        (struct nd_chart){
            .title = "Speed over mesh size", .x_label = "elements K", .y_label = "GFlop/s", .log_x = 1},
        t, &pick));
    nd_text_add(&page->html, "</div>\n");
done:
    keys_clear(&N);
    return status;
}
