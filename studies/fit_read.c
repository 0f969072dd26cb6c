/* Tables for nudge fit as programs and web pages write them: cells between commas, semicolons or tabs, with or without quotes, a
 * byte order mark and carriage returns; empty lines, and lines that begin with #, are left out. */
#include <stdlib.h>
#include <string.h>
#include "fit_table.h"

/* The cell without spaces and quotes around it. */
static char *trim(char *cell)
{
    static const char around[] = " \t\"'";
    cell += strspn(cell, around);
    size_t n = strlen(cell);
    while (n && strchr(around, cell[n - 1])) cell[--n] = 0;
    return cell;
}

static char separator_of(const char *head)
{
    return strchr(head, '\t') ? '\t' : strchr(head, ';') ? ';' : ',';
}

/* Cuts the line into cells. Those that are empty at its end do not count: spreadsheets fill lines up. */
static int cut(char *line, char separator, char *cell[FIT_COLUMNS_MOST])
{
    int n = 0;
    for (char *p = line; p && n < FIT_COLUMNS_MOST;) {
        char *next = strchr(p, separator);
        if (next) *next++ = 0;
        cell[n++] = trim(p);
        p = next;
    }
    while (n && !*cell[n - 1]) n--;
    return n;
}

static int begin_block(struct fit_text *text, char *const *cell, int n, int line)
{
    int status = 0;
    TRY(nd_grow(&text->block, &text->capacity, (size_t)text->blocks + 1, sizeof *text->block));
    struct fit_block *b = &text->block[text->blocks++];
    *b = (struct fit_block){.line = line, .columns = n};
    ALLOC(b->name, n + 1);
    memcpy(b->name, cell, (size_t)n * sizeof *cell);
done:
    return status;
}

static int add_row(struct fit_block *b, char *const *cell, int n, int line, const char *path)
{
    int status = 0;
    const size_t rows = (size_t)b->rows, columns = (size_t)b->columns;
    if (n != b->columns)
        FAIL(NUDGE_EFORMAT, "%s:%d: %d cells, and line %d names %d columns; found '%.60s%s'", path, line, n,
             b->line, b->columns, n ? cell[0] : "", n > 1 ? " ..." : "");
    TRY(nd_grow(&b->cell, &b->cells, (rows + 1) * columns, sizeof *b->cell));
    TRY(nd_grow(&b->row_line, &b->lines, rows + 1, sizeof *b->row_line));
    memcpy(b->cell + rows * columns, cell, columns * sizeof *cell);
    b->row_line[b->rows++] = line;
done:
    return status;
}

static int has_axis(char *const *cell, int n)
{
    struct fit_axis axis;
    for (int c = 0; c < n; c++)
        if (fit_axis_of(cell[c], &axis)) return 1;
    return 0;
}

static int add_line(struct fit_text *text, char *line, int number, const char *path)
{
    int status = 0;
    char *cell[FIT_COLUMNS_MOST];
    if (!text->separator) text->separator = separator_of(line);
    const int n = cut(line, text->separator, cell);
    if (!n) return 0;
    if (!text->blocks || has_axis(cell, n))
        TRY(begin_block(text, cell, n, number));
    else
        TRY(add_row(&text->block[text->blocks - 1], cell, n, number, path));
done:
    return status;
}

int fit_text_read(struct fit_text *text, const char *path)
{
    int status = 0, number = 0;
    size_t n;
    *text = (struct fit_text){.path = path};
    TRY(nd_file_read(path, (size_t)1 << 30, &text->all, &n));
    if (memchr(text->all, 0, n) || !strncmp(text->all, "\xff\xfe", 2) || !strncmp(text->all, "\xfe\xff", 2))
        FAIL(NUDGE_EFORMAT, "%s: this is no text in UTF-8; save the table as CSV in UTF-8", path);
    char *line = text->all + (strncmp(text->all, "\xef\xbb\xbf", 3) ? 0 : 3);
    while (line) {
        char *end = strpbrk(line, "\r\n"), *next = NULL;
        if (end) {
            next = end + 1 + (end[0] == '\r' && end[1] == '\n');
            *end = 0;
        }
        number++;
        if (line[strspn(line, " \t")] && *line != '#') TRY(add_line(text, line, number, path));
        line = next;
    }
    if (!text->blocks) FAIL(NUDGE_EFORMAT, "%s: the file is empty", path);
done:
    if (status) fit_text_clear(text);
    return status;
}

void fit_text_clear(struct fit_text *text)
{
    for (int i = 0; i < text->blocks; i++) {
        free(text->block[i].name);
        free(text->block[i].cell);
        free(text->block[i].row_line);
    }
    free(text->block);
    free(text->all);
    *text = (struct fit_text){0};
}

int fit_text_number(const struct fit_text *text, char *cell, double *value)
{
    char *comma = strchr(cell, ','), *end;
    if (text->separator != ',' && comma && !strchr(comma + 1, ',') && !strchr(cell, '.')) *comma = '.';
    *value = nd_number_parse(cell, &end);
    return end != cell && !*end;
}
