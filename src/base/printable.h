/* Text from files on its way to a terminal. Names in meshes, problem files and laws are anybody's: raw, they could move the cursor,
 * set the window's title, or reorder and hide what is around them. Messages (error.c, log.c) pass through here, and so does every
 * name that the program prints. */
#ifndef ND_PRINTABLE_H
#define ND_PRINTABLE_H

#include <stddef.h>
#include <stdint.h>

/* Copies text into out[n], which always ends with NUL; returns the length of the copy. Control characters (C0, DEL, C1), bytes that
 * are not UTF-8, and invisible characters that reorder or hide text become \x1b or \u202e. Other characters are copied as they are,
 * a backslash too, so that a second pass changes nothing. lines: newlines and tabs are kept. The copy is cut between two
 * characters where there is no room. */
size_t nd_printable(char *out, size_t n, const char *text, int lines);

/* The first character of a text, and how many bytes it has; 0 where they are not UTF-8 in its shortest form. */
int nd_utf8_decode(const char *text, uint32_t *character);

#endif
