#include "figure.h"
#include "paper_page.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "internal.h"
#include "paper_section.h"

const struct paper_part_info paper_parts[PAPER_PARTS] = {
    [PAPER_MACHINE] = {"machine", "key,value"},
    [PAPER_CONVERGENCE] = {"convergence", "N,precision,mesh,elements,h,error,eoc"},
    [PAPER_SPEED] = {"speed", "N,device,variant,elements,seconds,gflops,gdofs,ratio"},
    [PAPER_COMPONENTS] = {"components", "N,variant,pass,seconds,gflops,fetched_gbs,moved_gbs,share,of_copy"},
    [PAPER_SCAN] = {"scan", "N,kernel,shared,w_p,w_i,w_s,seconds"},
    [PAPER_ABLATION] = {"ablation", "N,case,seconds,gflops"},
    [PAPER_SCALING] = {"scaling", "N,elements,dofs,seconds,gflops"},
    [PAPER_PARAMETERS] = {"parameters", "N,K_M,diff_shared,diff_wp,diff_wi,diff_ws,gather_MB,gather_wp,"
                                        "lift_shared,lift_wp,lift_wi,lift_ws,precision"},
};

static const struct {
    const char *title;
    section_write *write;
} sections[PAPER_PARTS] = {
    [PAPER_MACHINE] = {"The machine", NULL},
    [PAPER_CONVERGENCE] = {"Convergence (Table 2)", section_convergence},
    [PAPER_SPEED] = {"Speed over the order (Fig. 8)", section_speed},
    [PAPER_COMPONENTS] = {"The parts of the operator (Figs. 9 and 10a)", section_components},
    [PAPER_SCAN] = {"One kernel's parameters (Fig. 10b)", section_scan},
    [PAPER_ABLATION] = {"What each idea is worth (Fig. 11a)", section_ablation},
    [PAPER_SCALING] = {"The size of the mesh (Fig. 11b)", section_scaling},
    [PAPER_PARAMETERS] = {"The parameters that were chosen (Table 3)", section_parameters},
};

static const char head[] =
    "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\"/>\n"
    "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\"/>\n"
    "<title>The paper measured again</title>\n<style>\n"
    ":root { color-scheme: light dark; --ink: #222; --soft: #666; --ground: #fdfdfc; --rule: #d8d8d4; "
    "--tint: #f3f3ef; --link: #0b5a99; }\n"
    "@media (prefers-color-scheme: dark) { :root { --ink: #ddd; --soft: #9a9a9a; --ground: #181a1b; "
    "--rule: #3a3d3f; --tint: #222527; --link: #7fb8ea; } }\n"
    "body { max-width: 60rem; margin: 2rem auto 4rem; padding: 0 1rem; background: var(--ground); "
    "color: var(--ink); font: 1rem/1.5 system-ui, sans-serif; }\n"
    "h1 { font-size: 1.8rem; margin-bottom: 0.2rem; }\n"
    "h2 { font-size: 1.25rem; margin: 3rem 0 0.5rem; padding-top: 0.6rem; border-top: 1px solid var(--rule); "
    "}\n"
    "h3 { font-size: 1.05rem; margin: 1.5rem 0 0.3rem; }\n"
    "p { margin: 0.5rem 0; max-width: 46rem; }\n"
    "a { color: var(--link); }\n"
    "nav ul { columns: 2; padding-left: 1.2rem; }\n"
    "code { background: var(--tint); padding: 0.1rem 0.3rem; border-radius: 0.2rem; font-size: 0.9em; }\n"
    ".who { color: var(--soft); font-weight: 600; margin-right: 0.3rem; }\n"
    ".missing { color: var(--soft); font-style: italic; }\n"
    ".how { color: var(--soft); font-size: 0.9rem; }\n"
    ".figures { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(26rem, 100%), 1fr)); "
    "gap: 1rem; margin: 1rem 0; }\n"
    "sup, sub { line-height: 0; }\n"
    "figure { margin: 0; } figure img { display: block; width: 100%; height: auto; max-width: 36rem; "
    "border: 1px solid var(--rule); border-radius: 0.3rem; }\n"
    "figcaption { font-size: 0.85rem; color: var(--soft); margin-top: 0.3rem; }\n"
    ".wide { overflow-x: auto; }\n"
    "table { border-collapse: collapse; margin: 1rem 0; font-size: 0.9rem; font-variant-numeric: "
    "tabular-nums; }\n"
    "th, td { padding: 0.2rem 0.7rem; text-align: right; vertical-align: top; white-space: nowrap; }\n"
    "th[colspan] { text-align: center; } th.name, td.name { text-align: left; }\n"
    "thead th { border-bottom: 1px solid var(--ink); } tbody tr { border-bottom: 1px solid var(--rule); }\n"
    "td small { display: block; color: var(--soft); } tr.then, th small { color: var(--soft); }\n"
    "table.facts th, table.facts td { text-align: left; white-space: normal; }\n"
    "summary { cursor: pointer; color: var(--soft); font-size: 0.9rem; }\n"
    "@media print { h2 { break-after: avoid; } figure, tr { break-inside: avoid; } }\n"
    "</style>\n</head>\n<body>\n<h1>The paper measured again</h1>\n"
    "<p>A. Klöckner, T. Warburton, J. Bridge and J. S. Hesthaven brought the nodal discontinuous Galerkin "
    "method to the GPU in <i>Nodal discontinuous Galerkin methods on graphics processors</i>, Journal of "
    "Computational Physics 228 (2009). They measured on an Nvidia GTX 280 and one core of an Intel Core2 Duo "
    "E8400, for Maxwell’s equations in single precision. Here every table and figure of their results is "
    "measured again by <code>nudge paper</code> on the machine below. The paper prints no data for its "
    "figures, so they are compared in words.</p>\n";

int paper_part_find(const char *name)
{
    for (int i = 0; i < PAPER_PARTS; i++)
        if (!strcmp(paper_parts[i].name, name)) return i;
    return -1;
}

static int part_path(char **path, const char *folder, enum paper_part part)
{
    int status = 0;
    char name[64];
    snprintf(name, sizeof name, "%s.csv", paper_parts[part].name);
    if (!(*path = nd_path_join(folder, name))) FAIL(NUDGE_ENOMEM, "out of memory");
done:
    return status;
}

int paper_part_open(struct paper_table *table, const char *folder, enum paper_part part)
{
    int status = 0;
    char *path = NULL;
    TRY(part_path(&path, folder, part));
    TRY(paper_table_open(table, path, paper_parts[part].header));
done:
    free(path);
    return status;
}

void page_text(struct page *page, const char *s)
{
    nd_text_add_xml(&page->html, s);
}

void page_paper(struct page *page, const char *html)
{
    nd_text_add(&page->html, "<p><span class=\"who\">The paper:</span> %s</p>\n", html);
}

void page_here_begin(struct page *page)
{
    nd_text_add(&page->html, "<p><span class=\"who\">Here:</span> ");
}

void page_here_end(struct page *page)
{
    nd_text_add(&page->html, "</p>\n");
}

void page_number(struct page *page, double value, int digits)
{
    const double size = fabs(value);
    if (!isfinite(value) || (size && (size < 1e-4 || size >= 1e7)))
        page_power(page, value);
    else if (size >= 1) {
        const int whole = (int)floor(log10(size)) + 1;
        nd_text_add(&page->html, "%.*f", whole < digits ? digits - whole : 0, value);
    } else
        nd_text_add(&page->html, "%.*g", digits, value);
}

void page_cell(struct page *page, double value, int digits)
{
    nd_text_add(&page->html, "<td>");
    page_number(page, value, digits);
    nd_text_add(&page->html, "</td>");
}

void page_power(struct page *page, double value)
{
    char digits[32];
    snprintf(digits, sizeof digits, "%.2e", value);
    char *e = strchr(digits, 'e');
    if (!e) {
        nd_text_add(&page->html, "–");
        return;
    }
    *e = 0;
    const int power = atoi(e + 1);
    nd_text_add(&page->html, "%s·10<sup>%s%d</sup>", digits, power < 0 ? "−" : "", abs(power));
}

void extent_add(struct extent *extent, double value, double at)
{
    if (!isfinite(value)) return;
    if (!extent->n || value < extent->least) extent->least = value, extent->least_at = at;
    if (!extent->n || value > extent->most) extent->most = value, extent->most_at = at;
    extent->n++;
}

void page_extent(struct page *page, const struct extent *extent, int digits)
{
    page_number(page, extent->least, digits);
    if (extent->most - extent->least <= 0.5 * pow(10, -digits) * fabs(extent->most)) return;
    nd_text_add(&page->html, " to ");
    page_number(page, extent->most, digits);
}

static void write_machine(struct page *page, const struct paper_table *table)
{
    nd_text_add(&page->html, "<div class=\"wide\"><table class=\"facts\"><tbody>\n");
    for (int row = 0; row < table->rows; row++) {
        nd_text_add(&page->html, "<tr><th>");
        page_text(page, paper_table_text(table, row, "key"));
        nd_text_add(&page->html, "</th><td>");
        page_text(page, paper_table_text(table, row, "value"));
        nd_text_add(&page->html, "</td></tr>\n");
    }
    nd_text_add(&page->html, "</tbody></table></div>\n");
    const int row = paper_table_find(table, 0, "key", "copy GB/s");
    if (row >= 0) page->copy = paper_table_number(table, row, "value");
}

static int write_part(struct page *page, enum paper_part part)
{
    int status = 0;
    const char *name = paper_parts[part].name;
    struct paper_table table = {0};
    char *path = NULL;
    TRY(part_path(&path, page->folder, part));
    TRY(paper_table_read(&table, path, paper_parts[part].header));
    nd_text_add(&page->html, "<section id=\"%s\">\n<h2>%s</h2>\n", name, sections[part].title);
    if (!table.rows)
        nd_text_add(
            &page->html,
            "<p class=\"missing\">not measured yet: <code>nudge paper --out DIR --part %s</code></p>\n",
            name);
    else if (sections[part].write)
        TRY(sections[part].write(page, &table));
    else
        write_machine(page, &table);
    if (table.rows)
        nd_text_add(
            &page->html,
            "<p class=\"how\">Made by <code>nudge paper --out DIR --part %s</code>; the numbers are in "
            "<a href=\"%s.csv\">%s.csv</a>.</p>\n",
            name, name, name);
    nd_text_add(&page->html, "</section>\n");
done:
    paper_table_close(&table);
    free(path);
    return status;
}

int paper_page_write(const char *folder)
{
    int status = 0;
    struct page page = {.folder = folder, .copy = NAN};
    char *path = NULL;
    TRY(nd_folder_create(folder));
    nd_text_add(&page.html, "%s<nav><ul>\n", head);
    for (int i = 0; i < PAPER_PARTS; i++)
        nd_text_add(&page.html, "<li><a href=\"#%s\">%s</a></li>\n", paper_parts[i].name, sections[i].title);
    nd_text_add(&page.html, "</ul></nav>\n");
    for (int i = 0; i < PAPER_PARTS; i++) TRY(write_part(&page, i));
    figure_script(&page.html);
    nd_text_add(&page.html, "</body>\n</html>\n");
    TRY(nd_text_check(&page.html));
    if (!(path = nd_path_join(folder, "index.html"))) FAIL(NUDGE_ENOMEM, "out of memory");
    TRY(nd_file_write(path, page.html.s, page.html.n));
done:
    nd_text_clear(&page.html);
    free(path);
    return status;
}
