/* The built-in letters of pictures: printable ASCII on a grid 5 wide and 9 high, the last two rows below the
 * base line. */
#ifndef ND_FONT_H
#define ND_FONT_H

#include <stdint.h>

enum { ND_FONT_WIDTH = 5, ND_FONT_HEIGHT = 9, ND_FONT_BASE = 6 /* the row that stands on the base line */ };

/* 45 bits, row by row from the top left, the first one highest; a square for what is not printable ASCII. */
uint64_t nd_font_glyph(char letter);
/* Whether a cell of the glyph is set; no cell outside the grid is. */
int nd_font_cell(uint64_t glyph, int row, int column);
/* Columns up to the last one set; 2 for the space. */
int nd_font_columns(uint64_t glyph);

#endif
