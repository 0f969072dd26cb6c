/* Reads numbers and lines from a file in memory, and knows the place for messages.
 *
 * The text functions do not cross the end of a line, so that a short or long record is noticed where it
 * occurs. In binary mode the same calls read numbers as Gmsh writes them, and there are no lines. */
#ifndef ND_SCAN_H
#define ND_SCAN_H

#include <locale.h>
#include <stdbool.h>
#include "base/memory.h"

struct nd_scan {
    const char *path;
    char *bytes; /* the whole file, with a NUL added */
    size_t n;
    const char *at, *end; /* the unread part of the present section */
    long line;            /* line number of `at` */
    const char *section;  /* "$Nodes", for messages; "" outside of sections */
    bool binary;          /* how the next numbers are stored */
    bool offsets;         /* messages give byte offsets, because the file has no lines */
    bool known;           /* the file begins like a mesh: messages may quote it */
    unsigned records;     /* number of calls of nd_scan_record */
    char comment;         /* starts a comment to the end of the line; 0: none */
    locale_t plain;       /* the C locale, whatever the calling program's is */
    char where[640];
};

/* Returns NUDGE_EIO unless path is a regular file: a device or a pipe may never end. */
int nd_scan_regular(const char *path);
/* path must outlive the scan. Call nd_scan_close also after a failure. */
int nd_scan_open(struct nd_scan *scan, const char *path);
void nd_scan_close(struct nd_scan *scan);

/* "file:12", or "file: $Nodes, byte 345". Valid until the next call. */
const char *nd_scan_where(struct nd_scan *scan);
/* The present token, shortened and made printable. Until the file is known to be a mesh, "...": a problem
 * file may name any file of the user. Valid until the next call on this thread. */
const char *nd_scan_token(const struct nd_scan *scan);
/* The end of the present token. */
const char *nd_scan_token_end(const struct nd_scan *scan);

#define BAD(scan, format, ...)                                                                               \
    FAIL(NUDGE_EFORMAT, "%s: " format, nd_scan_where(scan) __VA_OPT__(, ) __VA_ARGS__)

/* Skips blank lines and comments; false at the end of the section. */
bool nd_scan_more(struct nd_scan *scan);
/* Goes to the next record; fails if none is left. Does nothing in binary mode. */
int nd_scan_record(struct nd_scan *scan, const char *what);
/* Goes to the next line; fails if more than blanks is left on this one. Does nothing in binary mode. */
int nd_scan_line_end(struct nd_scan *scan);
/* Whether more than blanks is left on this line. */
bool nd_scan_line_more(struct nd_scan *scan);
void nd_scan_line_skip(struct nd_scan *scan);
/* Fails if anything is left in the section, which announced n items. */
int nd_scan_section_end(struct nd_scan *scan, const char *announced, int64_t n);

/* Read an integer (binary: 32 bits), a count or non-negative number (binary: 64 bits), a finite number. */
int nd_scan_int(struct nd_scan *scan, const char *what, int64_t *value);
int nd_scan_size(struct nd_scan *scan, const char *what, int64_t *value);
int nd_scan_real(struct nd_scan *scan, const char *what, double *value);
/* Consumes the word if it is next on this line. */
bool nd_scan_word(struct nd_scan *scan, const char *word);

#endif
