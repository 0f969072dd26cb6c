/* Makes text from files safe to print. Names in meshes, problem files and laws come from anybody: raw,
 * they could move the cursor, set the window's title, or reorder and hide the text around them. All
 * messages (error.c, log.c) and all names that the program prints pass through here. */
#ifndef ND_PRINTABLE_H
#define ND_PRINTABLE_H

#include <stddef.h>
#include <stdint.h>

/* Copies text into out[n], which always ends with NUL, and returns the length of the copy. Control
 * characters (C0, DEL, C1), bytes that are not UTF-8, and invisible characters that reorder or hide text
 * become escapes such as \x1b or \u202e. Everything else is copied unchanged, backslashes included, so
 * that a second pass changes nothing. lines: keep newlines and tabs. A copy that does not fit is cut
 * between two characters. */
size_t nd_printable(char *out, size_t n, const char *text, int lines);

/* Decodes the first character of a text. Returns its number of bytes, or 0 if they are not UTF-8 in its
 * shortest form. */
int nd_utf8_decode(const char *text, uint32_t *character);

#endif
