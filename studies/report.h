/* nudge report: one HTML page about a run, from its output folder. The body is written section by section;
 * what is missing, broken or too large becomes a note at its end, not an error. */
#ifndef STUDIES_REPORT_H
#define STUDIES_REPORT_H

#include "figure.h"
#include "internal.h"

/* The page has at most REPORT_BYTES, of these REPORT_VIEW_BYTES for the view in space (before base64). */
enum { REPORT_BYTES = 10000000, REPORT_VIEW_BYTES = 3000000, REPORT_FILE_BYTES = 16 << 20 };

struct report_file {
    char *name; /* below the folder, at most one level deep */
    double bytes;
    int shown; /* 1 if a section shows its content */
    int tried; /* 1 if a section shows it, or a note says why not: no other section tries again */
};

struct report {
    const char *folder;
    struct nd_text page;  /* the body */
    struct nd_text notes; /* <li> elements */
    int nnotes;
    struct report_file *file; /* [nfiles] sorted by name; links and hidden files are left out */
    int nfiles;
    size_t capacity;
    char *json;          /* text of run.json */
    struct nd_node *run; /* the same as a tree; null if it is broken */
    nudge_problem *problem;
    char *problem_path;
    nudge_mesh *mesh;
};

/* Frees what the report holds, except the folder's name. */
void report_clear(struct report *r);

/* Adds formatted text to the body, or text with everything escaped that HTML would act upon. */
#define report_add(r, ...) nd_text_add(&(r)->page, __VA_ARGS__)
void report_escape(struct nd_text *out, const char *s);
/* A string of JSON inside a script element: no text can end the element. */
void report_json_string(struct nd_text *out, const char *s);
/* States, at the end of the page, what is missing or was left out. */
void report_note(struct report *r, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* Whether so many bytes more fit into the page. */
int report_room(const struct report *r, double bytes);
/* One row of a list of facts: a name and its value, formatted and escaped. */
void report_fact(struct report *r, const char *name, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
/* 1234567 as "1 234 567"; bytes as "1.23 MB". */
void report_count(char *out, size_t n, double value);
void report_size(char *out, size_t n, double bytes);

int report_list(struct report *r);
/* The path of a file of the folder; free() it. */
char *report_path(const struct report *r, const char *name);
struct report_file *report_find(struct report *r, const char *name);
int report_ends(const char *name, const char *ending);
/* The scalar at a dotted path of run.json; null and NaN if there is none. */
const char *report_value(const struct report *r, const char *path);
double report_number(const struct report *r, const char *path);

/* Sections. */
int report_run_read(struct report *r);
void report_head(const struct report *r, struct nd_text *out);
int report_setup(struct report *r);
void report_preflight(struct report *r);
int report_tables(struct report *r, int energy); /* those that no section before has shown */
/* The matrices of nudge sparameters, with their pictures: before report_pictures. */
int report_sparameters(struct report *r);
int report_pictures(struct report *r);
int report_mesh(struct report *r);
int report_view(struct report *r);
void report_files(struct report *r);
void report_end(struct report *r);

/* A table (.csv). Values of cells that are not numbers are NaN. The widest that nudge writes is the matrix of 64
 * ports. */
enum { REPORT_COLUMNS = 1 + 2 * 64 * 64 };
struct report_table {
    char *text;          /* cells point into it */
    const char **column; /* [columns], at most REPORT_COLUMNS */
    int columns;
    const char **cell; /* [rows][columns] */
    size_t rows, capacity;
};
/* After a failure the table has the rows before the mistake. Clear it in any case. */
int report_table_read(const struct report *r, const char *name, struct report_table *table);
void report_table_clear(struct report_table *table);
double report_cell(const struct report_table *table, size_t row, int column);
/* Adds charts and rows of a table, or a note on why not. */
int report_table_show(struct report *r, struct report_file *file);
/* Adds a picture of the folder, or a note. */
int report_picture(struct report *r, struct report_file *file);

/* The values of the last .vtu file at points of faces. */
struct report_face {
    uint32_t face; /* 4 k + f, as in part/connect.h */
    int group;     /* boundary, and below it surface or inside */
};
struct report_fields {
    int order, cells, Np;
    double time;
    long start; /* of the appended section in the file */
    int narrays;
    struct report_array {
        char name[64];
        int components, bytes; /* bytes: per number */
        double offset, scale;
        short *value; /* [components][faces][points] in 1/32767 of scale */
    } array[12], points;
};
/* Reads the head of a file of nudge's own; others are refused. */
int report_vtu_open(struct report_fields *fields, FILE *file, const char *path);
/* Called with the bytes of the elements k0 to k1 - 1. */
typedef void report_vtu_take(void *context, nd_idx k0, nd_idx k1, const char *bytes);
int report_vtu_read(const struct report_fields *fields, const struct report_array *array, FILE *file,
                    report_vtu_take *take, void *context);

#endif
