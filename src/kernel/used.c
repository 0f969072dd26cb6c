#define _GNU_SOURCE /* memmem */
#include "kernel/used.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "base/format.h"

enum { WIDTH = 110 }; /* of lines of enums */

static int is_of_word(char c)
{
    return nd_is_alnum(c) || c == '_';
}

/* The first place in s[0..n) where the word stands, or null. */
static const char *find_word(const char *s, size_t n, const char *word)
{
    const size_t length = strlen(word);
    for (const char *at = s; (at = memmem(at, n - (size_t)(at - s), word, length)); at += length)
        if ((at == s || !is_of_word(at[-1])) && (at + length == s + n || !is_of_word(at[length]))) return at;
    return NULL;
}

static int begins(const char *s, const char *with)
{
    return !strncmp(s, with, strlen(with));
}

static int is_condition(const char *line)
{
    line += strspn(line, " \t");
    if (*line != '#') return 0;
    line += 1 + strspn(line + 1, " \t");
    return begins(line, "if") || begins(line, "el") || begins(line, "endif");
}

/* Does a condition of the preprocessor have the word? */
static int decides(const char *text, const char *word)
{
    for (const char *line = text, *next; *line; line = next) {
        next = line + strcspn(line, "\n");
        if (is_condition(line) && find_word(line, (size_t)(next - line), word)) return 1;
        next += *next == '\n';
    }
    return 0;
}

/* -- generated lines
 * ------------------------------------------------------------------------ */

/* Adds a constant to the enum that ends in this column; 0: there is none yet. */
static void add_number(struct nd_text *text, int *column, const char *name, int value)
{
    char item[96];
    const int n = nd_format(item, sizeof item, "%s = %d", name, value), fits = *column + 2 + n < WIDTH;
    const char *between = !*column ? "enum { " : fits ? ", " : ",\n       ";
    nd_text_add(text, "%s%s", between, item);
    *column = n + (*column && fits ? *column + 2 : 7);
}

static void end_numbers(struct nd_text *text, int *column)
{
    if (*column) nd_text_add(text, " };\n");
    *column = 0;
}

/* Does the text use a name of an enum? Lines that define something else count as used. */
static int is_enum_used(const char *line, const char *text)
{
    char name[64];
    if (!begins(line, "enum {")) return 1;
    for (const char *at = line + 6; *at != '}'; at += *at != '}') {
        at += strspn(at, " ,");
        if (sscanf(at, "%63[A-Za-z0-9_]", name) == 1 && find_word(text, strlen(text), name)) return 1;
        at += strcspn(at, ",}");
    }
    return 0;
}

void nd_used_defines(struct nd_text *text, const char *generated, const char *by_hand, int enums)
{
    const size_t n = strlen(by_hand);
    int column = 0, value;
    char name[64], end;
    for (const char *line = generated, *next; *line; line = next) {
        next = line + strcspn(line, "\n") + 1;
        const int define = sscanf(line, "#define %63[A-Za-z0-9_]", name) == 1;
        const int named = define || sscanf(line, "typedef %*s %63[A-Za-z0-9_]", name) == 1;
        if ((named && !find_word(by_hand, n, name)) || !is_enum_used(line, by_hand)) continue;
        if (enums && define && sscanf(line, "#define %*s %d%c", &value, &end) == 2 && end == '\n' &&
            !decides(by_hand, name))
            add_number(text, &column, name, value);
        else {
            end_numbers(text, &column);
            if (*line != '\n') nd_text_add(text, "%.*s", (int)(next - line), line);
        }
    }
    end_numbers(text, &column);
}

/* -- laws
 * ------------------------------------------------------------------------ */

struct line {
    const char *s;
    size_t n; /* with its end */
    int left_out;
};

static int is_blank(const struct line *line)
{
    return line->s[0] == '\n';
}

/* Do the lines that stay, or what follows them, use the name? */
static int is_used(const struct line *line, int count, const char *after, const char *name)
{
    for (int i = 0; i < count; i++)
        if (!line[i].left_out && find_word(line[i].s, line[i].n, name)) return 1;
    return find_word(after, strlen(after), name) != NULL;
}

/* The name of the only function of a paragraph, "" where there is another number of functions. */
static void name_function(const struct line *line, int count, char name[64])
{
    int functions = 0;
    name[0] = 0;
    for (int i = 0; i < count; i++) functions += sscanf(line[i].s, "INLINE %*s %63[A-Za-z0-9_](", name) == 1;
    if (functions != 1 || !begins(line[count - 1].s, "}\n")) name[0] = 0;
}

/* Marks what is left out of a paragraph, `count` lines; so many more follow it. */
static void mark_paragraph(struct line *line, int count, int more, const char *after)
{
    char name[64];
    for (int i = 0; i < count; i++)
        if (is_condition(line[i].s)) return;
    name_function(line, count, name);
    if (name[0] && !is_used(line + count, more, after, name))
        for (int i = 0; i < count; i++) line[i].left_out = 1;
    for (int i = 0; i < count; i++)
        if (sscanf(line[i].s, "#define %63[A-Za-z0-9_]", name) == 1 && begins(name, "LAW_"))
            line[i].left_out = !is_used(line + i + 1, count + more - i - 1, after, name);
        else if (i > 0 && line[i - 1].n > 1 && line[i - 1].s[line[i - 1].n - 2] == '\\')
            line[i].left_out = line[i - 1].left_out;
}

/* Marks what is left out, from the end on, because functions are used after they are defined. */
static void mark(struct line *line, int count, const char *after)
{
    for (int end = count, start; end > 0; end = start) {
        int last = end;
        while (last > 0 && is_blank(&line[last - 1])) last--;
        for (start = last; start > 0 && !is_blank(&line[start - 1]);) start--;
        if (start < last) mark_paragraph(line + start, last - start, count - last, after);
        for (int i = last; i < end && i > 0; i++) line[i].left_out = line[i - 1].left_out;
    }
}

void nd_used_law(struct nd_text *text, const char *law, const char *name, const char *after)
{
    int count = 0, gap = 0;
    struct line *lines = calloc(strlen(law) + 1, sizeof *lines);
    if (!lines) {
        text->failed = 1;
        return;
    }
    for (const char *s = law; *s; s += lines[count++].n)
        lines[count] = (struct line){.s = s, .n = strcspn(s, "\n") + (s[strcspn(s, "\n")] == '\n')};
    mark(lines, count, after);
    for (int i = 0; i < count; i++) {
        if (!lines[i].left_out && gap) nd_text_add(text, "#line %d %s\n", i + 1, name);
        if (!lines[i].left_out) nd_text_add_bytes(text, lines[i].s, lines[i].n);
        gap = lines[i].left_out;
    }
    free(lines);
}
