#include "paper_table.h"

#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>
#include "internal.h"

/* Bytes of a file, bytes of a row, columns. */
enum { FILE_MOST = 64 << 20, ROW_MOST = 1 << 16, COLUMNS_MOST = 64 };

static char *cell(const struct paper_table *t, int row, int column)
{
    return t->cell[((size_t)row + 1) * (size_t)t->columns + (size_t)column];
}

/* Takes the quotes off the value that begins at s, in place; what follows it, or null when the quotes do
 * not end. */
static char *unquote(char *s)
{
    char *to = s;
    for (char *from = s + 1; *from; from++) {
        if (*from == '"' && *++from != '"') {
            *to = 0;
            return from;
        }
        *to++ = *from;
    }
    return NULL;
}

/* Cuts the line at the marks, in place; how many pieces, or -1 for bad quotes or too many pieces. Without
 * `quotes`, quotation marks are ordinary letters. */
static int cut(char *line, char mark, int quotes, char **pieces)
{
    const char marks[] = {mark, 0};
    for (int n = 0; n < COLUMNS_MOST;) {
        pieces[n++] = line;
        char *end = quotes && *line == '"' ? unquote(line) : line + strcspn(line, marks);
        if (!end || (*end && *end != mark)) return -1;
        line = end + 1;
        if (!*end) return n;
        *end = 0;
    }
    return -1;
}

static int keep_row(struct paper_table *t, char *const *pieces)
{
    int status = 0;
    const size_t first = ((size_t)t->rows + 1) * (size_t)t->columns;
    TRY(nd_grow(&t->cell, &t->capacity, first + (size_t)t->columns, sizeof *t->cell));
    for (int i = 0; i < t->columns; i++) t->cell[first + (size_t)i] = NULL;
    t->rows++; /* closing frees it from here on */
    for (int i = 0; i < t->columns; i++) STRDUP(t->cell[first + (size_t)i], pieces[i]);
done:
    return status;
}

/* Row 0 of the cells is the header's. */
static int keep_header(struct paper_table *t, const char *header)
{
    int status = 0;
    char *line = NULL, *pieces[COLUMNS_MOST];
    STRDUP(line, header);
    t->columns = cut(line, ',', 0, pieces);
    if (t->columns < 1) {
        t->columns = 0;
        FAIL(NUDGE_EINTERNAL, "%s: more than %d columns", t->path, COLUMNS_MOST);
    }
    t->rows = -1;
    TRY(keep_row(t, pieces));
done:
    if (t->rows < 0) t->rows = 0;
    free(line);
    return status;
}

/* The length of a UTF-8 letter that a table may hold, or 0. */
static size_t letter(const unsigned char *s)
{
    const size_t n = *s < 0x80 ? 1 : *s < 0xc2 ? 0 : *s < 0xe0 ? 2 : *s < 0xf0 ? 3 : *s < 0xf5 ? 4 : 0;
    if (*s < 0x20 || *s == 0x7f) return 0;
    for (size_t i = 1; i < n; i++)
        if ((s[i] & 0xc0) != 0x80) return 0;
    if ((*s == 0xe0 && s[1] < 0xa0) || (*s == 0xed && s[1] > 0x9f)) return 0;
    if ((*s == 0xf0 && s[1] < 0x90) || (*s == 0xf4 && s[1] > 0x8f)) return 0;
    return n;
}

static int is_text(const char *s)
{
    for (size_t n; *s; s += n)
        if (!(n = letter((const unsigned char *)s))) return 0;
    return 1;
}

static int read_line(struct paper_table *t, char *line, size_t n, int number)
{
    int status = 0;
    char *pieces[COLUMNS_MOST];
    if (strlen(line) != n || !is_text(line))
        FAIL(NUDGE_EFORMAT, "%s:%d: this is no text; remove the line, or the file to measure it again",
             t->path, number);
    const int columns = cut(line, ',', 1, pieces);
    if (columns != t->columns)
        FAIL(NUDGE_EFORMAT, "%s:%d: not a row of %d values; remove the line, or the file to measure it again",
             t->path, number, t->columns);
    TRY(keep_row(t, pieces));
done:
    return status;
}

/* Keeps the rows of all finished lines, t->size telling where they end. A header that was not finished
 * counts as none. */
static int read_lines(struct paper_table *t, char *bytes, size_t n, const char *header)
{
    int status = 0, number = 0;
    char *end;
    if (!memchr(bytes, '\n', n) && n <= strlen(header) && !strncmp(bytes, header, n)) return 0;
    for (char *line = bytes; number == 0 || line < bytes + n; line = end + 1) {
        end = memchr(line, '\n', n - (size_t)(line - bytes));
        if (!end && number) break;
        if (end) *end = 0;
        if (!number++) {
            if (!end || strcmp(line, header))
                FAIL(NUDGE_EFORMAT,
                     "%s: its columns are '%.200s', not '%s': it is not from this version of nudge paper; "
                     "move it away, or choose another folder with --out",
                     t->path, is_text(line) ? line : "no text", header);
        } else
            TRY(read_line(t, line, (size_t)(end - line), number));
        t->size = end + 1 - bytes;
    }
done:
    return status;
}

int paper_table_read(struct paper_table *t, const char *path, const char *header)
{
    int status = 0;
    char *bytes = NULL;
    size_t n = 0;
    *t = (struct paper_table){.file = -1};
    STRDUP(t->path, path);
    TRY(keep_header(t, header));
    if (!nd_file_exists(path)) goto done;
    TRY(nd_file_read(path, FILE_MOST, &bytes, &n));
    TRY(read_lines(t, bytes, n, header));
done:
    free(bytes);
    if (status) paper_table_close(t);
    return status;
}

/* The whole line or nothing: a line that did not fit is cut off again. */
static int write_line(struct paper_table *t, const char *line, size_t n)
{
    int status = 0;
    for (size_t written = 0; written < n;) {
        const ssize_t got = write(t->file, line + written, n - written);
        if (got < 0 && errno == EINTR) continue;
        if (got < 0) {
            const int reason = errno;
            const int cut_off = !ftruncate(t->file, t->size) && lseek(t->file, t->size, SEEK_SET) >= 0;
            FAIL(NUDGE_EIO, "%s: cannot write: %s%s", t->path, strerror(reason),
                 cut_off ? "" : "; its last line is not whole, and the next run will drop it");
        }
        written += (size_t)got;
    }
    t->size += (off_t)n;
done:
    return status;
}

int paper_table_open(struct paper_table *t, const char *path, const char *header)
{
    int status = 0;
    struct nd_text line = {0};
    char *folder = NULL;
    TRY(paper_table_read(t, path, header));
    if (!(folder = nd_path_folder(path))) FAIL(NUDGE_ENOMEM, "out of memory");
    TRY(nd_folder_create(folder));
    t->file = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0666);
    if (t->file < 0) FAIL(NUDGE_EIO, "%s: cannot create: %s", path, strerror(errno));
    if (ftruncate(t->file, t->size) || lseek(t->file, t->size, SEEK_SET) < 0)
        FAIL(NUDGE_EIO, "%s: cannot write: %s", path, strerror(errno));
    nd_text_add(&line, "%s\n", header);
    TRY(nd_text_check(&line));
    if (!t->size) TRY(write_line(t, line.s, line.n));
done:
    nd_text_clear(&line);
    free(folder);
    if (status) paper_table_close(t);
    return status;
}

int paper_table_close(struct paper_table *t)
{
    int status = 0;
    for (size_t i = 0; t->cell && i < ((size_t)t->rows + 1) * (size_t)t->columns; i++) free(t->cell[i]);
    if (t->path && t->file >= 0 && close(t->file))
        FAIL(NUDGE_EIO, "%s: cannot close: %s", t->path, strerror(errno));
done:
    free(t->cell);
    free(t->path);
    *t = (struct paper_table){.file = -1};
    return status;
}

static void add_cell(struct nd_text *line, const char *s)
{
    if (!strpbrk(s, ",\"")) {
        nd_text_add(line, "%s", s);
        return;
    }
    nd_text_add(line, "\"");
    for (; *s; s++) nd_text_add(line, *s == '"' ? "\"\"" : "%c", *s);
    nd_text_add(line, "\"");
}

int paper_table_add(struct paper_table *t, const char *format, ...)
{
    int status = 0;
    char values[ROW_MOST], *pieces[COLUMNS_MOST];
    struct nd_text line = {0};
    va_list args;
    va_start(args, format);
    const int n = vsnprintf(values, sizeof values, format, args);
    va_end(args);
    if (n < 0 || n >= ROW_MOST || !is_text(values))
        FAIL(NUDGE_EINTERNAL, "%s: a row is too long or no text", t->path);
    const int columns = cut(values, '|', 0, pieces);
    if (columns != t->columns)
        FAIL(NUDGE_EINTERNAL, "%s: a row of %d values under a header of %d", t->path, columns, t->columns);
    for (int i = 0; i < columns; i++) {
        nd_text_add(&line, i ? "," : "");
        add_cell(&line, pieces[i]);
    }
    nd_text_add(&line, "\n");
    TRY(nd_text_check(&line));
    TRY(write_line(t, line.s, line.n));
    TRY(keep_row(t, pieces));
done:
    nd_text_clear(&line);
    return status;
}

int paper_table_column(const struct paper_table *t, const char *name)
{
    for (int i = 0; i < t->columns; i++)
        if (!strcmp(cell(t, -1, i), name)) return i;
    return -1;
}

int paper_table_find(const struct paper_table *t, int from, const char *columns, const char *format, ...)
{
    char names[1024], values[ROW_MOST], *name[COLUMNS_MOST], *value[COLUMNS_MOST];
    int column[COLUMNS_MOST];
    va_list args;
    va_start(args, format);
    const int length = vsnprintf(values, sizeof values, format, args);
    va_end(args);
    if (length < 0 || length >= ROW_MOST) return -1;
    snprintf(names, sizeof names, "%s", columns);
    const int n = cut(names, ',', 0, name);
    if (n < 0 || cut(values, '|', 0, value) != n) return -1;
    for (int i = 0; i < n; i++)
        if ((column[i] = paper_table_column(t, name[i])) < 0) return -1;
    for (int row = from; row < t->rows; row++) {
        int i = 0;
        while (i < n && !strcmp(cell(t, row, column[i]), value[i])) i++;
        if (i == n) return row;
    }
    return -1;
}

const char *paper_table_text(const struct paper_table *t, int row, const char *column)
{
    const int i = paper_table_column(t, column);
    return i < 0 || row < 0 || row >= t->rows ? "" : cell(t, row, i);
}

double paper_table_number(const struct paper_table *t, int row, const char *column)
{
    char *end;
    const char *s = paper_table_text(t, row, column);
    const double value = nd_number(s, &end);
    return *s && !*end ? value : NAN;
}
