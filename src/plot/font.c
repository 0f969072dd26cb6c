#include "plot/font.h"

/* clang-format off */
static const uint64_t glyphs[95] = {
    0x000000000000, 0x108421004000, 0x14a000000000, 0x0a57d5f52800, 0x047d1c5f1000, 0x19d08885cc00, 0x0c9511593400,  /*  !"#$%& */
    /* '()*+,- */
    0x108000000000, 0x044421041000, 0x104108444000, 0x00255d520000, 0x00213e420000, 0x000000002110, 0x00003c000000,
    /* ./01234 */
    0x000000002000, 0x011088844000, 0x0c94a5293000, 0x046508421000, 0x0e8844447c00, 0x1e1118293000, 0x0422152f8800,
    /* 56789:; */
    0x1f878218b800, 0x06443d18b800, 0x1f0884421000, 0x0e8c5d18b800, 0x0e8c5e113000, 0x000400004000, 0x000200002110,
    /* <=>?@AB */
    0x001110410000, 0x000781e00000, 0x008208880000, 0x0c9088802000, 0x0e8deb783c00, 0x0452a3f8c400, 0x1e8c7d18f800,
    /* CDEFGHI */
    0x0e8c2108b800, 0x1e8c6318f800, 0x1e8439087800, 0x1e8439084000, 0x0e8c2718b800, 0x118c7f18c400, 0x108421084000,
    /* JKLMNOP */
    0x021084293000, 0x119531494400, 0x108421087800, 0x11dd6318c400, 0x11cd6b38c400, 0x0e8c6318b800, 0x1e8c7d084000,
    /* QRSTUVW */
    0x0e8c63593400, 0x1e8c7d494400, 0x0e8c1c18b800, 0x1f2108421000, 0x118c6318b800, 0x118c54a51000, 0x118c635dc400,
    /* XYZ[\]^ */
    0x118a88a8c400, 0x118a88421000, 0x1f0888887c00, 0x188421086000, 0x104208210400, 0x184210846000, 0x045440000000,
    /* _`abcde */
    0x0000000003e0, 0x104000000000, 0x000304e93800, 0x108725297000, 0x000325093000, 0x0213a5293800, 0x000325e83800,
    /* fghijkl */
    0x044710842000, 0x0003a529384c, 0x108725294800, 0x100421084000, 0x040108421098, 0x1084a98a4800, 0x108421084000,
    /* mnopqrs */
    0x0007ab5ad400, 0x000725294800, 0x000325293000, 0x000725297210, 0x0003a5293842, 0x000531084000, 0x0003a0c17000,
    /* tuvwxyz */
    0x084710841000, 0x0004a5293800, 0x000462a51000, 0x0004635aa800, 0x000454454400, 0x0004a529384c, 0x000784c87800,
    0x044220841000, 0x108421084000, 0x104208844000, 0x000011510000,  /* {|}~ */
};
/* clang-format on */
static const uint64_t unknown = 0x1f8c6318fc00;

uint64_t nd_font_glyph(char letter)
{
    const int place = (unsigned char)letter - ' ';
    return place >= 0 && place < 95 ? glyphs[place] : unknown;
}

int nd_font_cell(uint64_t glyph, int row, int column)
{
    if (row < 0 || row >= ND_FONT_HEIGHT || column < 0 || column >= ND_FONT_WIDTH) return 0;
    return glyph >> (ND_FONT_HEIGHT * ND_FONT_WIDTH - 1 - row * ND_FONT_WIDTH - column) & 1;
}

int nd_font_columns(uint64_t glyph)
{
    int columns = 0;
    for (int row = 0; row < ND_FONT_HEIGHT; row++)
        for (int column = columns; column < ND_FONT_WIDTH; column++)
            if (nd_font_cell(glyph, row, column)) columns = column + 1;
    return columns ? columns : 2;
}
