/* The page's section on convergence: Table 2. */
#include <math.h>
#include <stdio.h>
#include <string.h>
#include "internal.h"
#include "paper_section.h"

/* The paper's row of that order, or null. */
static const struct paper_order *paper_order(double N)
{
    return N >= 1 && N <= PAPER_ORDERS ? &paper_orders[(int)N - 1] : NULL;
}

/* The paper's error, or NaN for what it did not compute. */
static double paper_error(double N, double elements)
{
    for (int i = 0; i < PAPER_MESHES && paper_order(N); i++)
        if (paper_elements[i] == elements) return paper_order(N)->error[i];
    return NAN;
}

static double paper_eoc(double N)
{
    return paper_order(N) ? paper_order(N)->eoc : NAN;
}

static int find_error(const struct paper_table *t, const char *precision, const char *N, const char *elements)
{
    return paper_table_find(t, 0, "precision,N,elements", "%s|%s|%s", precision, N, elements);
}

/* A value with the paper's under it. */
static void add_pair(struct page *page, double here, double there, int power)
{
    nd_text_add(&page->html, "<td>");
    if (power || !isfinite(here))
        page_power(page, here);
    else
        nd_text_add(&page->html, "%.2f", here);
    nd_text_add(&page->html, "<small>");
    if (isfinite(there) && power) page_power(page, there);
    if (isfinite(there) && !power) nd_text_add(&page->html, "%.2f", there);
    nd_text_add(&page->html, "</small></td>");
}

/* The EOC stands on each row of its order, or only on some. */
static double order_eoc(const struct paper_table *t, const char *precision, const char *N)
{
    double eoc = NAN;
    for (int row = 0; (row = paper_table_find(t, row, "precision,N", "%s|%s", precision, N)) >= 0; row++)
        if (isfinite(paper_table_number(t, row, "eoc"))) eoc = paper_table_number(t, row, "eoc");
    return eoc;
}

static int error_table(struct page *page, const struct paper_table *t, const char *precision)
{
    int status = 0;
    struct keys N = {0}, elements = {0};
    struct nd_text *html = &page->html;
    TRY(keys_find(&N, t, "precision", precision, "N"));
    TRY(keys_find(&elements, t, "precision", precision, "elements"));
    nd_text_add(html, "<div class=\"wide\"><table>\n<thead><tr><th>N</th>");
    for (int i = 0; i < elements.n; i++) {
        const int row = paper_table_find(t, 0, "precision,elements", "%s|%s", precision, elements.at[i]);
        nd_text_add(html, "<th>K = ");
        page_text(page, elements.at[i]);
        nd_text_add(html, "<br/><small>h = ");
        page_text(page, paper_table_text(t, row, "h"));
        nd_text_add(html, "</small></th>");
    }
    nd_text_add(html, "<th>EOC</th></tr></thead>\n<tbody>\n");
    for (int n = 0; n < N.n; n++) {
        const int order = atoi(N.at[n]);
        nd_text_add(html, "<tr><th>%d</th>", order);
        for (int i = 0; i < elements.n; i++)
            add_pair(page, paper_table_number(t, find_error(t, precision, N.at[n], elements.at[i]), "error"),
                     paper_error(order, nd_number(elements.at[i], NULL)), 1);
        add_pair(page, order_eoc(t, precision, N.at[n]), paper_eoc(order), 0);
        nd_text_add(html, "</tr>\n");
    }
    nd_text_add(html, "</tbody></table></div>\n");
done:
    keys_clear(&N);
    keys_clear(&elements);
    return status;
}

static void compare_errors(struct page *page, const struct paper_table *t, const char *precision)
{
    struct extent ratio = {0}, off = {0}, error = {0};
    for (int row = 0; (row = paper_table_find(t, row, "precision", "%s", precision)) >= 0; row++) {
        const double N = paper_table_number(t, row, "N"), here = paper_table_number(t, row, "error");
        extent_add(&ratio, here / paper_error(N, paper_table_number(t, row, "elements")), N);
        extent_add(&off, fabs(paper_table_number(t, row, "eoc") - paper_eoc(N)), N);
        extent_add(&error, here, N);
    }
    page_here_begin(page);
    nd_text_add(&page->html, "in ");
    page_text(page, precision);
    nd_text_add(&page->html, " precision");
    if (ratio.n) {
        nd_text_add(&page->html, " %d errors are ", ratio.n);
        page_extent(page, &ratio, 2);
        nd_text_add(&page->html,
                    " times the paper’s (furthest below it at N = %g, furthest above at N = %g);",
                    ratio.least_at, ratio.most_at);
    }
    if (off.n)
        nd_text_add(&page->html,
                    " the orders of convergence differ from the paper’s by at most %.2f, at N = %g;",
                    off.most, off.most_at);
    if (error.n) {
        nd_text_add(&page->html, " the smallest error is ");
        page_power(page, error.least);
        nd_text_add(&page->html, ", at N = %g.", error.least_at);
    }
    page_here_end(page);
}

int section_convergence(struct page *page, const struct paper_table *t)
{
    int status = 0;
    struct keys precision = {0};
    char file[64], title[96];
    page_paper(page,
               "relative L<sup>2</sup> errors of a cavity mode on four coarse meshes fall as "
               "h<sup>N+1</sup> until single precision saturates them near 10<sup>−6</sup>, at N = 9 on "
               "the finest meshes. Its values stand small under ours.");
    TRY(keys_find(&precision, t, NULL, NULL, "precision"));
    for (int i = 0; i < precision.n; i++) compare_errors(page, t, precision.at[i]);
    for (int i = 0; i < precision.n; i++) {
        nd_text_add(&page->html, "<h3>");
        page_text(page, precision.at[i]);
        nd_text_add(&page->html, " precision</h3>\n");
        TRY(error_table(page, t, precision.at[i]));
    }
    nd_text_add(&page->html, "<div class=\"figures\">\n");
    for (int i = 0; i < precision.n; i++) {
        const struct pick pick = {"precision", precision.at[i], "h", "error", "N", "N = *", 1};
        page_file_name(file, sizeof file, "convergence-", precision.at[i]);
        snprintf(title, sizeof title, "Error over mesh size, %.40s precision", precision.at[i]);
        TRY(page_figure(page, file, "The table above as lines: one slope for each order.",
                        (struct nd_chart){.title = title,
                                          .x_label = "mesh size h",
                                          .y_label = "relative L² error",
                                          .log_x = 1,
                                          .log_y = 1},
                        t, &pick));
    }
    nd_text_add(&page->html, "</div>\n");
done:
    keys_clear(&precision);
    return status;
}
