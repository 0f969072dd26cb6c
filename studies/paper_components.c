/* The page's section on the parts of the operator: Figs. 9 and 10a, and bytes against time. */
#include <math.h>
#include <stdio.h>
#include <string.h>
#include "internal.h"
#include "paper_section.h"

static int find_pass(const struct paper_table *t, const char *N, const char *variant, const char *pass)
{
    return paper_table_find(t, 0, "N,variant,pass", "%s|%s|%s", N, variant, pass);
}

/* Whether the pass in that row is of the kind: "lift", "gather", "diff". */
static int is_kind(const struct paper_table *t, int row, const char *kind)
{
    return !strncmp(paper_table_text(t, row, "pass"), kind, strlen(kind));
}

/* Where that kind of pass is fastest, in flops. */
static struct extent kind_extent(const struct paper_table *t, const char *variant, const char *kind,
                                 const char *column)
{
    struct extent extent = {0};
    for (int row = 0; (row = paper_table_find(t, row, "variant", "%s", variant)) >= 0; row++)
        if (is_kind(t, row, kind))
            extent_add(&extent, paper_table_number(t, row, column), paper_table_number(t, row, "N"));
    return extent;
}

/* The share of time of differentiation and lifting at that order. */
static double local_share(const struct paper_table *t, const char *variant, const char *N)
{
    double share = NAN;
    for (int row = 0; (row = paper_table_find(t, row, "variant,N", "%s|%s", variant, N)) >= 0; row++)
        if (is_kind(t, row, "diff") || is_kind(t, row, "lift"))
            share = (isnan(share) ? 0 : share) + paper_table_number(t, row, "share");
    return share;
}

static void describe_kind(struct page *page, const struct paper_table *t, const char *variant,
                          const char *kind, const char *name)
{
    const struct extent flops = kind_extent(t, variant, kind, "gflops");
    if (!flops.n) return;
    nd_text_add(&page->html, "%s does ", name);
    page_extent(page, &flops, 3);
    nd_text_add(&page->html, " GFlop/s, most at N = %g; ", flops.most_at);
}

static int describe_passes(struct page *page, const struct paper_table *t, const char *variant)
{
    int status = 0;
    struct keys N = {0};
    TRY(keys_find(&N, t, "variant", variant, "N"));
    page_here_begin(page);
    describe_kind(page, t, variant, "diff", "differentiation");
    describe_kind(page, t, variant, "lift", "lifting");
    describe_kind(page, t, variant, "gather", "the gather");
    const double first = local_share(t, variant, N.at[0]), last = local_share(t, variant, N.at[N.n - 1]);
    if (isfinite(first) && isfinite(last) && N.n > 1) {
        nd_text_add(&page->html, "differentiation and lifting take %.0f %% of the time at N = ", 100 * first);
        page_text(page, N.at[0]);
        nd_text_add(&page->html, " and %.0f %% at N = ", 100 * last);
        page_text(page, N.at[N.n - 1]);
        nd_text_add(&page->html, "; ");
    }
    const struct extent of_copy = kind_extent(t, variant, "", "of_copy");
    if (of_copy.n)
        nd_text_add(
            &page->html,
            "the passes move their bytes at %.0f to %.0f %% of the speed of a plain copy (least at N = %g, "
            "most at N = %g).",
            100 * of_copy.least, 100 * of_copy.most, of_copy.least_at, of_copy.most_at);
    page_here_end(page);
done:
    keys_clear(&N);
    return status;
}

static int add_figures(struct page *page, const struct paper_table *t, const char *variant,
                       const char *suffix)
{
    int status = 0;
    char file[96], ceiling[64];
    struct pick pick = {"variant", variant, "N", "gflops", "pass", "*", 1};
    struct nd_chart chart = {
        .title = "Speed of each part", .x_label = "polynomial order N", .y_label = "GFlop/s"};
    nd_text_add(&page->html, "<div class=\"figures\">\n");
    page_file_name(file, sizeof file, "fig9a", suffix);
    TRY(page_figure(page, file, "<b>Fig. 9a.</b> Additions and multiplications per second in each part.",
                    chart, t, &pick));
    page_file_name(file, sizeof file, "fig9b", suffix);
    pick.y = "share", pick.scale = 100;
    chart.title = "Where the time goes", chart.y_label = "% of the time", chart.style = ND_CHART_STACK;
    TRY(page_figure(page, file, "<b>Fig. 9b.</b> The parts’ shares of a stage’s time.", chart, t, &pick));
    page_file_name(file, sizeof file, "fig10a", suffix);
    pick.y = "fetched_gbs", pick.scale = 1;
    chart.title = "Bytes fetched per second", chart.y_label = "GB/s", chart.style = ND_CHART_LINES;
    snprintf(ceiling, sizeof ceiling, "plain copy, %.0f GB/s", page->copy);
    const struct nd_level level = {ceiling, page->copy};
    chart.levels = &level, chart.nlevels = isfinite(page->copy);
    TRY(page_figure(
        page, file,
        "<b>Fig. 10a.</b> Bytes fetched as the paper counts them, every fetch, also those that a cache "
        "answers.",
        chart, t, &pick));
    nd_text_add(&page->html, "</div>\n");
done:
    return status;
}

/* All passes of the order together, as one that moves their bytes in their time. */
static double whole_of_copy(const struct paper_table *t, const char *variant, const char *N)
{
    double seconds = 0, at_copy = 0;
    for (int row = 0; (row = paper_table_find(t, row, "variant,N", "%s|%s", variant, N)) >= 0; row++) {
        const double time = paper_table_number(t, row, "seconds");
        seconds += time;
        at_copy += time * paper_table_number(t, row, "of_copy");
    }
    return at_copy / seconds;
}

static void add_percent(struct page *page, double part)
{
    if (isfinite(part))
        nd_text_add(&page->html, "<td>%.0f %%</td>", 100 * part);
    else
        nd_text_add(&page->html, "<td>–</td>");
}

/* How near each pass is to its own bandwidth limit. */
static void near_table(struct page *page, const struct paper_table *t, const char *variant,
                       const struct keys *N, const struct keys *passes)
{
    nd_text_add(
        &page->html,
        "<p>Bytes that must be moved, over time, as a part of a plain copy’s speed: 100 %% is the limit of a "
        "pass that only moves its bytes once.</p>\n<div class=\"wide\"><table>\n<thead><tr><th>N</th>");
    for (int i = 0; i < passes->n; i++) {
        nd_text_add(&page->html, "<th>");
        page_text(page, passes->at[i]);
        nd_text_add(&page->html, "</th>");
    }
    nd_text_add(&page->html, "<th>all</th></tr></thead>\n<tbody>\n");
    for (int n = 0; n < N->n; n++) {
        nd_text_add(&page->html, "<tr><th>");
        page_text(page, N->at[n]);
        nd_text_add(&page->html, "</th>");
        for (int i = 0; i < passes->n; i++)
            add_percent(page,
                        paper_table_number(t, find_pass(t, N->at[n], variant, passes->at[i]), "of_copy"));
        add_percent(page, whole_of_copy(t, variant, N->at[n]));
        nd_text_add(&page->html, "</tr>\n");
    }
    nd_text_add(&page->html, "</tbody></table></div>\n");
}

static void bytes_row(struct page *page, const struct paper_table *t, int row)
{
    const double seconds = paper_table_number(t, row, "seconds"),
                 moved = paper_table_number(t, row, "moved_gbs");
    nd_text_add(&page->html, "<tr><th>");
    page_text(page, paper_table_text(t, row, "N"));
    nd_text_add(&page->html, "</th><td class=\"name\">");
    page_text(page, paper_table_text(t, row, "pass"));
    nd_text_add(&page->html, "</td>");
    page_cell(page, 1e6 * seconds, 4);
    page_cell(page, 1e3 * moved * seconds, 4);
    page_cell(page, moved, 4);
    add_percent(page, paper_table_number(t, row, "of_copy"));
    page_cell(page, paper_table_number(t, row, "fetched_gbs"), 4);
    page_cell(page, paper_table_number(t, row, "gflops"), 4);
    nd_text_add(&page->html, "</tr>\n");
}

static void bytes_table(struct page *page, const struct paper_table *t, const char *variant,
                        const struct keys *N)
{
    nd_text_add(&page->html,
                "<details><summary>Bytes moved against time, pass by pass</summary>\n"
                "<div class=\"wide\"><table>\n<thead><tr><th>N</th><th class=\"name\">pass</th><th>µs</th>"
                "<th>MB moved</th><th>GB/s moved</th><th>of copy</th><th>GB/s fetched</th>"
                "<th>GFlop/s</th></tr></thead>\n<tbody>\n");
    for (int n = 0; n < N->n; n++)
        for (int row = 0; (row = paper_table_find(t, row, "variant,N", "%s|%s", variant, N->at[n])) >= 0;
             row++)
            bytes_row(page, t, row);
    nd_text_add(&page->html, "</tbody></table></div></details>\n");
}

static int add_variant(struct page *page, const struct paper_table *t, const char *variant, int first)
{
    int status = 0;
    struct keys N = {0}, passes = {0};
    char suffix[64];
    page_file_name(suffix, sizeof suffix, first ? "" : "-", first ? "" : variant);
    nd_text_add(&page->html, "<h3>");
    page_text(page, variant);
    nd_text_add(&page->html, "</h3>\n");
    TRY(describe_passes(page, t, variant));
    TRY(add_figures(page, t, variant, suffix));
    TRY(keys_find(&N, t, "variant", variant, "N"));
    TRY(keys_find(&passes, t, "variant", variant, "pass"));
    near_table(page, t, variant, &N, &passes);
    bytes_table(page, t, variant, &N);
done:
    keys_clear(&N);
    keys_clear(&passes);
    return status;
}

int section_components(struct page *page, const struct paper_table *t)
{
    int status = 0;
    struct keys variants = {0};
    page_paper(
        page,
        "differentiation and lifting rise almost alike with the order and take most of the time at high "
        "orders (of 933 GFlop/s peak); the gather is best at N = 3 and 4. Differentiation fetches at "
        "nearly the peak of 141.7 GB/s; lifting, which fetches its small matrix again and again through "
        "the texture cache, goes beyond it from N = 5 on; the gather stays below, its accesses being "
        "scattered, and so does the assembly.");
    TRY(keys_find(&variants, t, NULL, NULL, "variant"));
    for (int i = 0; i < variants.n; i++) TRY(add_variant(page, t, variants.at[i], i == 0));
done:
    keys_clear(&variants);
    return status;
}
