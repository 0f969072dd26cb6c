#include "elem/fragments.h"

#include <string.h>

static int eighths(int n)
{
    return (n + 7) / 8;
}

int nd_fragments_tile(int N, int split)
{
    return (3 * eighths(nd_elem_Np(N)) + 4 * eighths(nd_elem_Nfp(N))) * 32 * (split ? 4 : 2);
}

int nd_fragments_reals(int N, int split)
{
    return eighths(nd_elem_Np(N)) * nd_fragments_tile(N, split);
}

/* To the 11 bits of TF32's mantissa, halves away from zero. */
static double round_tf32(double value)
{
    float f = (float)value;
    uint32_t bits;
    memcpy(&bits, &f, sizeof bits);
    bits = (bits + 0x1000u) & 0xffffe000u;
    memcpy(&f, &bits, sizeof f);
    return f;
}

/* Entry (n, k) of the operator that fragment f of a tile belongs to, where k is row `row` of the fragment. */
static double entry(const struct nd_elem *e, int f, int n, int row)
{
    const double *const D[3] = {e->Dr, e->Ds, e->Dt};
    const int steps = eighths(e->Np), face_steps = eighths(e->Nfp), lift = f - 3 * steps;
    const int k = row + 8 * (lift < 0 ? f / 3 : lift % face_steps);
    if (n >= e->Np || k >= (lift < 0 ? e->Np : e->Nfp)) return 0;
    return lift < 0 ? D[f % 3][n * e->Np + k] : e->LIFT[n * 4 * e->Nfp + lift / face_steps * e->Nfp + k];
}

void nd_fragments_fill(const struct nd_elem *elem, int split, double *fragments)
{
    const int tiles = eighths(elem->Np), count = 3 * tiles + 4 * eighths(elem->Nfp), each = split ? 4 : 2;
    for (int i = 0; i < tiles * count * 32; i++)
        for (int x = 0; x < 2; x++) {
            const int item = i % 32, g = item / 4, n = i / 32 / count * 8 + g / 2 + 4 * (g % 2);
            const double value = entry(elem, i / 32 % count, n, item % 4 + 4 * x);
            double *to = fragments + (size_t)i * (size_t)each + x;
            to[0] = split ? round_tf32(value) : value;
            if (split) to[2] = round_tf32(value - to[0]);
        }
}
