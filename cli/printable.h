/* Names and paths out of files, as they may be printed. */
#ifndef PRINTABLE_H
#define PRINTABLE_H

/* The text with what a terminal would act upon escaped, cut at the length of the longest path. Valid until
 * it has been called sixteen times more. */
const char *printable(const char *text);
/* As printable, for a name of the mesh: "(not tagged)" where it has none. */
const char *printable_tag(const char *name);

#endif
