/* The built-in font of pictures: printable ASCII on a grid of 5 columns and 9 rows, the last two below the
 * base line. */
#ifndef ND_FONT_H
#define ND_FONT_H

#include <stdint.h>

enum { ND_FONT_WIDTH = 5, ND_FONT_HEIGHT = 9, ND_FONT_BASE = 6 /* the row on the base line */ };

/* 45 bits, row by row from the top left, the most significant first; a box for anything but printable
 * ASCII. */
uint64_t nd_font_glyph(char letter);
/* Whether a cell of the glyph is set; cells outside the grid are not. */
int nd_font_cell(uint64_t glyph, int row, int column);
/* The number of columns up to the last one set; 2 for the space. */
int nd_font_columns(uint64_t glyph);

#endif
