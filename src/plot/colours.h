/* Colours of ink and paper, and of values. */
#ifndef ND_COLOURS_H
#define ND_COLOURS_H

struct nd_colour {
    unsigned char r, g, b;
};

/* Text, pale text, lines, the background, and what lies outside the mesh. */
extern const struct nd_colour nd_ink, nd_ink_pale, nd_ink_line, nd_paper, nd_outside;
/* Seven colours that colour-blind people can distinguish (M. Okabe, K. Ito). */
enum { ND_SERIES_COLOURS = 7 };
extern const struct nd_colour nd_series_colour[ND_SERIES_COLOURS];

/* Colours of values from -1 to 1 (clamped). Equal differences in value look equal. */
#define ND_PALETTE_LEVELS 127 /* on either side of 0 */
struct nd_palette {
    struct nd_colour colour[2 * ND_PALETTE_LEVELS + 1];
};
/* Signed values: blue, white in the middle, red; opposite values are equally light. */
void nd_palette_init_signed(struct nd_palette *palette);
/* Magnitudes: from pale yellow at 0 by red to dark violet; the sign does not matter. */
void nd_palette_init_magnitude(struct nd_palette *palette);
/* Magnitudes of arrows in front of those colours: from pale at 0 to dark green. */
void nd_palette_init_arrows(struct nd_palette *palette);
struct nd_colour nd_palette_get(const struct nd_palette *palette, double value);

#endif
