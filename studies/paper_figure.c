/* Charts from tables. */
#include <math.h>
#include <stdio.h>
#include <string.h>
#include "figure.h"
#include "internal.h"
#include "paper_section.h"

/* "a,b" and "c" to "a,b,c"; either may be null. */
static void join(struct nd_text *out, const char *first, const char *second, char mark)
{
    if (first) nd_text_add(out, "%s", first);
    if (first && second) nd_text_add(out, "%c", mark);
    if (second) nd_text_add(out, "%s", second);
}

/* The row's values of "a,b". */
static void add_values(struct nd_text *out, const struct paper_table *t, int row, const char *columns)
{
    char name[64];
    for (const char *p = columns; *p; p += *p == ',') {
        const size_t n = strcspn(p, ",");
        snprintf(name, sizeof name, "%.*s", (int)n, p);
        nd_text_add(out, "%s%s", p == columns ? "" : "|", paper_table_text(t, row, name));
        p += n;
    }
}

static int is_new(const struct keys *keys, const char *key)
{
    for (int i = 0; i < keys->n; i++)
        if (!strcmp(keys->at[i], key)) return 0;
    return 1;
}

/* Whether a comes before b by the first piece in which both are different numbers. */
static int is_before(const char *a, const char *b)
{
    for (;;) {
        char *a_end, *b_end;
        const double x = nd_number(a, &a_end), y = nd_number(b, &b_end);
        if (a_end == a || b_end == b || (*a_end && *a_end != '|') || (*b_end && *b_end != '|')) return 0;
        if (x != y || !*a_end || !*b_end) return x < y;
        a = a_end + 1, b = b_end + 1;
    }
}

static int keep_key(struct keys *keys, const char *key)
{
    int status = 0, i;
    char *own = NULL;
    STRDUP(own, key);
    TRY(nd_grow(&keys->at, &keys->capacity, (size_t)keys->n + 1, sizeof *keys->at));
    for (i = keys->n++; i > 0 && is_before(own, keys->at[i - 1]); i--) keys->at[i] = keys->at[i - 1];
    keys->at[i] = own;
    own = NULL;
done:
    free(own);
    return status;
}

int keys_find(struct keys *keys, const struct paper_table *t, const char *where, const char *is,
              const char *columns)
{
    int status = 0;
    struct nd_text key = {0};
    *keys = (struct keys){0};
    for (int row = 0; row < t->rows; row++) {
        if (where && (row = paper_table_find(t, row, where, "%s", is)) < 0) break;
        nd_text_clear(&key);
        add_values(&key, t, row, columns);
        TRY(nd_text_check(&key));
        if (is_new(keys, key.s)) TRY(keep_key(keys, key.s));
    }
done:
    nd_text_clear(&key);
    if (status) keys_clear(keys);
    return status;
}

void keys_clear(struct keys *keys)
{
    for (int i = 0; i < keys->n; i++) free(keys->at[i]);
    free(keys->at);
    *keys = (struct keys){0};
}

/* The name with the key's values in the place of its stars. */
static char *fill_stars(const char *name, const char *key)
{
    struct nd_text out = {0};
    for (; *name; name++) {
        if (*name != '*') {
            nd_text_add_bytes(&out, name, 1);
            continue;
        }
        const size_t n = strcspn(key, "|");
        nd_text_add_bytes(&out, key, n);
        key += n + (key[n] == '|');
    }
    return out.failed ? NULL : out.s;
}

/* Rows come as they were measured; a line goes from left to right. */
static void insert_point(struct nd_series *s, double x, double y)
{
    double *xs = (double *)s->x, *ys = (double *)s->y;
    int i = s->n++;
    for (; i > 0 && xs[i - 1] > x; i--) xs[i] = xs[i - 1], ys[i] = ys[i - 1];
    xs[i] = x, ys[i] = y;
}

static int pick_line(struct lines *lines, const struct paper_table *t, const struct pick *pick,
                     const char *key)
{
    int status = 0;
    struct nd_text columns = {0}, values = {0};
    double *x = NULL, *y = NULL;
    TRY(nd_grow(&lines->series, &lines->capacity, (size_t)lines->n + 1, sizeof *lines->series));
    struct nd_series *s = &lines->series[lines->n];
    *s = (struct nd_series){0};
    lines->n++;
    if (!(s->name = fill_stars(pick->name, key))) FAIL(NUDGE_ENOMEM, "out of memory");
    ALLOC(x, t->rows);
    s->x = x;
    ALLOC(y, t->rows);
    s->y = y;
    join(&columns, pick->where, pick->by, ',');
    join(&values, pick->is, key, '|');
    TRY(nd_text_check(&columns));
    TRY(nd_text_check(&values));
    for (int row = 0; (row = paper_table_find(t, row, columns.s, "%s", values.s)) >= 0; row++) {
        const double at = paper_table_number(t, row, pick->x);
        if (isfinite(at)) insert_point(s, at, pick->scale * paper_table_number(t, row, pick->y));
    }
done:
    nd_text_clear(&columns);
    nd_text_clear(&values);
    return status;
}

int lines_pick(struct lines *lines, const struct paper_table *t, const struct pick *pick)
{
    int status = 0;
    struct keys keys = {0};
    *lines = (struct lines){0};
    TRY(keys_find(&keys, t, pick->where, pick->is, pick->by));
    for (int i = 0; i < keys.n; i++) TRY(pick_line(lines, t, pick, keys.at[i]));
done:
    keys_clear(&keys);
    if (status) lines_clear(lines);
    return status;
}

void lines_clear(struct lines *lines)
{
    for (int i = 0; i < lines->n; i++) {
        free((void *)lines->series[i].name);
        free((void *)lines->series[i].x);
        free((void *)lines->series[i].y);
    }
    free(lines->series);
    *lines = (struct lines){0};
}

void page_file_name(char *out, size_t most, const char *prefix, const char *name)
{
    size_t n = (size_t)snprintf(out, most, "%s", prefix);
    for (; *name && n + 1 < most; name++)
        if (nd_is_alnum(*name) || (n && out[n - 1] != '-')) out[n++] = nd_is_alnum(*name) ? *name : '-';
    out[n] = 0;
}

int page_figure(struct page *page, const char *file, const char *caption, struct nd_chart chart,
                const struct paper_table *t, const struct pick *pick)
{
    int status = 0;
    struct lines lines = {0};
    char advice[512], name[128], *path = NULL;
    TRY(lines_pick(&lines, t, pick));
    chart.series = lines.series;
    chart.nseries = lines.n;
    snprintf(name, sizeof name, "%s.svg", file);
    if (!(path = nd_path_join(page->folder, name))) FAIL(NUDGE_ENOMEM, "out of memory");
    nd_text_add(&page->html, "<figure>\n");
    TRY(figure_add(&page->html, &chart));
    nd_text_add(&page->html, "<figcaption>%s", caption);
    if (nd_canvas_ready(advice)) {
        TRY(nd_chart_write(&chart, path));
        nd_text_add(&page->html, " <a href=\"%s\">SVG</a>", name);
    }
    nd_text_add(&page->html, "</figcaption>\n</figure>\n");
done:
    lines_clear(&lines);
    free(path);
    return status;
}
