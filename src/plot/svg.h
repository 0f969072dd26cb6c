/* What Cairo's SVG files lack: words, and names that are the same in each run. */
#ifndef ND_SVG_FILE_H
#define ND_SVG_FILE_H

#include "base/text.h"

/* Changes the SVG text that begins at `from`: adds a title and, as its description, words; both null: none. Cairo names
 * elements by numbers that count on through the process; they begin at 1 here, so that equal pictures are equal files. */
int nd_svg_finish(struct nd_text *svg, size_t from, const char *title, const char *words);

#endif
