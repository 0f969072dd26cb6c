// The fragments of the operators hold every entry of D and LIFT once, zeros beyond, and what is split adds up again.
#include "elem/fragments.h"
#include "test.h"

/* Where entry (row, column) of a fragment lies, by the instruction's own numbers. */
static const double *at(const double *fragment, int row, int column, int each)
{
    return fragment + (column * 4 + row % 4) * each + row / 4;
}

/* Node of the result at a column: the instruction gives columns 2 c and 2 c + 1 to the item that shall have nodes c and c + 4. */
static int node_of(int column)
{
    return column % 2 ? column / 2 + 4 : column / 2;
}

/* One fragment against the operator's columns from k on; matrix: [Np][stride], `count` columns of it. */
static void check_fragment(const double *fragment, int split, const double *matrix, int stride, int Np,
                           int count, int tile, int k)
{
    for (int row = 0; row < 8; row++)
        for (int column = 0; column < 8; column++) {
            const int n = 8 * tile + node_of(column);
            const double *found = at(fragment, row, column, split ? 4 : 2);
            const double want = n < Np && k + row < count ? matrix[n * stride + k + row] : 0;
            if (!split) CHECK(found[0] == want);
            if (!split) continue;
            CHECK(fabs(found[0] - want) <= 0x1p-11 * fabs(want));
            CHECK(fabs(found[0] + found[2] - want) <= 0x1p-22 * fabs(want) + 1e-30);
            CHECK(ldexp(found[0], 60) == 0 || fmod(ldexp(frexp(found[0], &(int){0}), 11), 1) == 0);
            CHECK(ldexp(found[2], 60) == 0 || fmod(ldexp(frexp(found[2], &(int){0}), 11), 1) == 0);
        }
}

static void check_order(int N, int split)
{
    struct nd_elem e;
    CHECK_OK(nd_elem_init(&e, N));
    const double *const D[3] = {e.Dr, e.Ds, e.Dt};
    const int steps = (e.Np + 7) / 8, face_steps = (e.Nfp + 7) / 8, each = 32 * (split ? 4 : 2);
    CHECK(nd_fragments_tile(N, split) == (3 * steps + 4 * face_steps) * each);
    CHECK(nd_fragments_reals(N, split) == steps * nd_fragments_tile(N, split));
    double *all = nd_alloc((size_t)nd_fragments_reals(N, split), sizeof *all);
    nd_fragments_fill(&e, split, all);
    for (int tile = 0; tile < steps; tile++) {
        const double *fragment = all + tile * nd_fragments_tile(N, split);
        for (int k = 0; k < steps; k++)
            for (int d = 0; d < 3; d++, fragment += each)
                check_fragment(fragment, split, D[d], e.Np, e.Np, e.Np, tile, 8 * k);
        for (int f = 0; f < 4; f++)
            for (int k = 0; k < face_steps; k++, fragment += each)
                check_fragment(fragment, split, e.LIFT + f * e.Nfp, 4 * e.Nfp, e.Np, e.Nfp, tile, 8 * k);
    }
    free(all);
    nd_elem_clear(&e);
}

int main(void)
{
    for (int N = 1; N <= ND_ORDER_MOST; N++)
        for (int split = 0; split < 2; split++) check_order(N, split);
    TEST_END;
}
