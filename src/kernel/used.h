/* Leaves out of a kernel text what the text does not use. A use is the name, as a word, wherever it stands. */
#ifndef ND_USED_H
#define ND_USED_H

#include "base/text.h"

/* Adds the lines of `generated` that define a name which `by_hand` uses, and lines that define none. An
 * enum is left out if none of its names is used, and so are blank lines. enums: whole numbers become the
 * constants of an enum, those of consecutive lines together, except names in conditions of the
 * preprocessor, which sees no enum. */
void nd_used_defines(struct nd_text *text, const char *generated, const char *by_hand, int enums);

/* Adds the text of a law less the functions, and the #define LAW_ lines, that neither `after` (what
 * follows the law) nor the rest of the law uses. #line gives what comes after a gap its line of the
 * law's file; name: that of the file, in quotes. A function is left out only if a blank line ends it
 * and no condition of the preprocessor is in it, as in the laws that are built in. */
void nd_used_law(struct nd_text *text, const char *law, const char *name, const char *after);

#endif
