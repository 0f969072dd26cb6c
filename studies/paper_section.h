/* Functions with which the sections of the page are written. */
#ifndef PAPER_SECTION_H
#define PAPER_SECTION_H

#include "internal.h"
#include "paper_page.h"

struct page {
    const char *folder;
    struct nd_text html;
    double copy; /* GB/s of the machine; NaN when it was not measured */
};

/* One for each part but the machine; the table has rows. */
typedef int section_write(struct page *page, const struct paper_table *table);
section_write section_convergence, section_speed, section_components, section_scan, section_ablation,
    section_scaling, section_parameters;

/* The different values of some columns, "4|gpu", numbers in order, texts as they come, of the rows that
 * have `is` in the columns `where`; null: all rows. */
struct keys {
    char **at;
    int n;
    size_t capacity;
};
int keys_find(struct keys *keys, const struct paper_table *table, const char *where, const char *is,
              const char *columns);
void keys_clear(struct keys *keys);

/* The lines of a chart: y * scale over x, one line for each value of the columns `by`, named by `name` with
 * these values in the place of its stars. */
struct pick {
    const char *where, *is; /* as for keys */
    const char *x, *y, *by, *name;
    double scale;
};
struct lines {
    struct nd_series *series;
    int n;
    size_t capacity;
};
int lines_pick(struct lines *lines, const struct paper_table *table, const struct pick *pick);
void lines_clear(struct lines *lines);

/* Draws the chart of one pick into the page and into FILE.svg; `chart` comes without series. The caption is
 * HTML, after the figure's name. */
int page_figure(struct page *page, const char *file, const char *caption, struct nd_chart chart,
                const struct paper_table *table, const struct pick *pick);
/* A name as it may stand in a file's: letters, digits and minus signs. */
void page_file_name(char *out, size_t most, const char *prefix, const char *name);

void page_text(struct page *page, const char *s); /* escaped */
void page_paper(struct page *page, const char *html);
void page_here_begin(struct page *page);
void page_here_end(struct page *page);
/* So many digits, without an exponent unless it is very small or large; "–" for NaN. */
void page_number(struct page *page, double value, int digits);
/* The same as a table's cell. */
void page_cell(struct page *page, double value, int digits);
/* 4.15·10⁻¹, as HTML; "–" for NaN. */
void page_power(struct page *page, double value);

/* The least and the most of some values and where they are; NaNs do not count. */
struct extent {
    int n;
    double least, most, least_at, most_at;
};
void extent_add(struct extent *extent, double value, double at);
/* "24 to 57", or "24" when they are the same. */
void page_extent(struct page *page, const struct extent *extent, int digits);

/* The paper's tables. */
enum { PAPER_ORDERS = 9, PAPER_MESHES = 4 };
struct paper_order {
    double error[PAPER_MESHES], eoc;
    const char *parameters[11]; /* K_M and so on, in the order of parameters.csv */
};
extern const int paper_elements[PAPER_MESHES];
extern const struct paper_order paper_orders[PAPER_ORDERS]; /* N - 1 */

#endif
