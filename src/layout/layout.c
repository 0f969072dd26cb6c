#include "layout/layout.h"

static void begin(struct nd_layout *layout, int64_t K, int Np, int fields, int block)
{
    layout->Np = Np;
    layout->fields = fields;
    layout->block = block;
    layout->lanes = 1;
    layout->slots = layout->own = (K + block - 1) / block * block;
}

void nd_layout_paper(struct nd_layout *layout, int64_t K, int Np, int fields, int K_M, int N_pM)
{
    begin(layout, K, Np, fields, K_M);
    layout->S_b = N_pM;
    layout->S_f = layout->slots / K_M * N_pM;
    layout->S_n = 1;
    layout->S_l = Np;
    layout->length = layout->S_f * fields;
}

void nd_layout_fused(struct nd_layout *layout, int64_t K, int Np, int fields, int Np_padded)
{
    begin(layout, K, Np, fields, 1);
    layout->S_b = (int64_t)fields * Np_padded;
    layout->S_f = Np_padded;
    layout->S_n = 1;
    layout->S_l = 0;
    layout->length = layout->S_b * layout->slots;
}

void nd_layout_simd(struct nd_layout *layout, int64_t K, int Np, int fields, int lanes)
{
    begin(layout, K, Np, fields, lanes);
    layout->lanes = lanes;
    layout->S_b = (int64_t)fields * Np * lanes;
    layout->S_f = lanes;
    layout->S_n = (int64_t)fields * lanes;
    layout->S_l = 1;
    layout->length = layout->slots / lanes * layout->S_b;
}

int64_t nd_layout_address(const struct nd_layout *layout, int64_t slot, int field, int node)
{
    return slot / layout->block * layout->S_b + field * layout->S_f + node * layout->S_n +
           slot % layout->block * layout->S_l;
}
