/* The page's section on the parameters the tuner chose: Table 3. */
#include <stdio.h>
#include <string.h>
#include "internal.h"
#include "paper_section.h"

/* In the order of paper_orders[].parameters. */
static const char *const parameters[11] = {"K_M",     "diff_shared", "diff_wp",   "diff_wi",
                                           "diff_ws", "gather_MB",   "gather_wp", "lift_shared",
                                           "lift_wp", "lift_wi",     "lift_ws"};

static const char table_head[] =
    "<div class=\"wide\"><table>\n<thead>\n<tr><th></th><th></th><th></th><th "
    "colspan=\"4\">differentiation</th>"
    "<th colspan=\"2\">flux gather</th><th colspan=\"4\">flux lifting</th></tr>\n"
    "<tr><th>N</th><th></th><th>K<sub>M</sub></th><th>shared</th><th>w<sub>p</sub></th><th>w<sub>i</sub></th>"
    "<th>w<sub>s</sub></th><th>M<sub>B</sub></th><th>w<sub>p</sub></th><th>shared</th><th>w<sub>p</sub></th>"
    "<th>w<sub>i</sub></th><th>w<sub>s</sub></th></tr>\n</thead>\n<tbody>\n";

/* The paper's row of that order, or null. */
static const struct paper_order *paper_row(const struct paper_table *t, int row)
{
    const double N = paper_table_number(t, row, "N");
    return N >= 1 && N <= PAPER_ORDERS && N == (int)N ? &paper_orders[(int)N - 1] : NULL;
}

static void add_row(struct page *page, const struct paper_table *t, int row)
{
    const struct paper_order *paper = paper_row(t, row);
    nd_text_add(&page->html, "<tr><th>");
    page_text(page, paper_table_text(t, row, "N"));
    nd_text_add(&page->html, "</th><td>here</td>");
    for (int i = 0; i < 11; i++) {
        nd_text_add(&page->html, "<td>");
        page_text(page, paper_table_text(t, row, parameters[i]));
        nd_text_add(&page->html, "</td>");
    }
    nd_text_add(&page->html, "</tr>\n");
    if (!paper) return;
    nd_text_add(&page->html, "<tr class=\"then\"><th></th><td>paper</td>");
    for (int i = 0; i < 11; i++) nd_text_add(&page->html, "<td>%s</td>", paper->parameters[i]);
    nd_text_add(&page->html, "</tr>\n");
}

/* "N = 1, 2 and 4": the orders whose shared memory holds the matrix. */
static int add_orders(struct page *page, const struct paper_table *t, const char *precision,
                      const char *columns)
{
    int status = 0;
    struct keys N = {0};
    char is[128];
    snprintf(is, sizeof is, "%.64s|matrix", precision);
    TRY(keys_find(&N, t, columns, is, "N"));
    if (!N.n) nd_text_add(&page->html, "no order");
    for (int i = 0; i < N.n; i++) {
        nd_text_add(&page->html, "%s", i == 0 ? "N = " : i == N.n - 1 ? " and " : ", ");
        page_text(page, N.at[i]);
    }
done:
    keys_clear(&N);
    return status;
}

static int compare_parameters(struct page *page, const struct paper_table *t, const char *precision)
{
    int status = 0, same = 0, orders = 0;
    for (int row = 0; (row = paper_table_find(t, row, "precision", "%s", precision)) >= 0; row++) {
        const struct paper_order *paper = paper_row(t, row);
        orders += paper != NULL;
        same += paper && !strcmp(paper_table_text(t, row, "K_M"), paper->parameters[0]);
    }
    page_here_begin(page);
    nd_text_add(&page->html, "in ");
    page_text(page, precision);
    nd_text_add(&page->html, " precision differentiation keeps the matrix in shared memory at ");
    TRY(add_orders(page, t, precision, "precision,diff_shared"));
    nd_text_add(&page->html, ", lifting at ");
    TRY(add_orders(page, t, precision, "precision,lift_shared"));
    nd_text_add(&page->html, "; the micro-block is the paper’s at %d of %d orders.", same, orders);
    page_here_end(page);
done:
    return status;
}

static int parameter_table(struct page *page, const struct paper_table *t, const char *precision)
{
    int status = 0;
    struct keys N = {0};
    TRY(keys_find(&N, t, "precision", precision, "N"));
    nd_text_add(&page->html, "<h3>");
    page_text(page, precision);
    nd_text_add(&page->html, " precision</h3>\n%s", table_head);
    for (int i = 0; i < N.n; i++)
        add_row(page, t, paper_table_find(t, 0, "precision,N", "%s|%s", precision, N.at[i]));
    nd_text_add(&page->html, "</tbody></table></div>\n");
done:
    keys_clear(&N);
    return status;
}

int section_parameters(struct page *page, const struct paper_table *t)
{
    int status = 0;
    struct keys precision = {0};
    page_paper(page,
               "the empirically best parameters show little regularity. Differentiation keeps the matrix in "
               "shared memory for N = 1, 2, 3 and 4 and the field above; lifting keeps the field at every "
               "order. The micro-block K<sub>M</sub> follows from an alignment of 16 numbers there.");
    TRY(keys_find(&precision, t, NULL, NULL, "precision"));
    for (int i = 0; i < precision.n; i++) TRY(compare_parameters(page, t, precision.at[i]));
    for (int i = 0; i < precision.n; i++) TRY(parameter_table(page, t, precision.at[i]));
done:
    keys_clear(&precision);
    return status;
}
