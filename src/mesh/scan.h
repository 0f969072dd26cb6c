/* Numbers and lines out of a file held in memory, knowing where it is for messages.
 *
 * The text functions stay on their line: a record that ends early or goes on too long is noticed where it
 * happens. In binary mode the same calls take numbers as Gmsh writes them, and lines do not exist. */
#ifndef ND_SCAN_H
#define ND_SCAN_H

#include <locale.h>
#include <stdbool.h>
#include "base/memory.h"

struct nd_scan {
    const char *path;
    char *bytes; /* the file, NUL after its end */
    size_t n;
    const char *at, *end; /* what is left of the present section */
    long line;            /* that `at` is on */
    const char *section;  /* "$Nodes", for messages; "" outside of sections */
    bool binary;          /* how numbers are taken now */
    bool offsets;         /* messages tell bytes, for lines mean nothing in this file */
    bool known;           /* it has begun as a mesh does: its tokens may stand in messages */
    unsigned records;     /* that were asked for */
    char comment;         /* starts a comment to the end of the line; 0: none */
    locale_t plain;       /* numbers have a point, whatever the host program's locale */
    char where[640];
};

/* Fails unless there is a file: not a folder, and not a device or a pipe, which may never end. */
int nd_scan_regular(const char *path);
/* scan may be closed after a failed open, and path must outlive it. */
int nd_scan_open(struct nd_scan *scan, const char *path);
void nd_scan_close(struct nd_scan *scan);

/* "file:12", or "file: $Nodes, byte 345". Valid until the next call. */
const char *nd_scan_where(struct nd_scan *scan);
/* The token at hand, cut short and made printable; "..." before the file is known to be a mesh, since a problem file may name any
 * file of the user's. Valid until the next call on this thread. */
const char *nd_scan_token(const struct nd_scan *scan);
/* Where the token at hand ends. */
const char *nd_scan_token_end(const struct nd_scan *scan);

#define BAD(scan, format, ...)                                                                               \
    FAIL(NUDGE_EFORMAT, "%s: " format, nd_scan_where(scan) __VA_OPT__(, ) __VA_ARGS__)

/* Skips blank lines and comments; false at the end of the section. */
bool nd_scan_more(struct nd_scan *scan);
/* Goes to the next record; fails when nothing is left. No step in binary mode. */
int nd_scan_record(struct nd_scan *scan, const char *what);
/* Nothing but blanks may be left on this line; goes to the next. No step in binary mode. */
int nd_scan_line_end(struct nd_scan *scan);
/* Whether something is left on this line. */
bool nd_scan_line_more(struct nd_scan *scan);
void nd_scan_line_skip(struct nd_scan *scan);
/* Nothing may be left in the section. */
int nd_scan_section_end(struct nd_scan *scan, const char *announced, int64_t n);

/* A whole number (binary: 32 bits), a count or number that is never negative (binary: 64 bits), a finite
 * real. */
int nd_scan_int(struct nd_scan *scan, const char *what, int64_t *value);
int nd_scan_size(struct nd_scan *scan, const char *what, int64_t *value);
int nd_scan_real(struct nd_scan *scan, const char *what, double *value);
/* Consumes the word when it stands next on this line. */
bool nd_scan_word(struct nd_scan *scan, const char *word);

#endif
