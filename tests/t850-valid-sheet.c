// The closed forms of sheets: power is conserved, limits, and known values. The film that absorbs most takes half.
#include "exact/sheet.h"
#include "test.h"

int main(void)
{
    static const double Z[] = {0.3, 1, 2, 377}, R[] = {1e-6, 0.5, 2, 188, 1e6};
    for (int i = 0; i < 4; i++)
        for (int j = 0; j < 4; j++)
            for (int k = 0; k < 5; k++) {
                const struct nd_sheet_answer e = nd_sheet_resistive(Z[i], Z[j], R[k]),
                                             p = nd_sheet_porous(Z[i], Z[j], R[k]);
                CHECK_NEAR(e.R + e.T + e.A, 1, 1e-12);
                CHECK_NEAR(p.R + p.T + p.A, 1, 1e-12);
            }
    CHECK_NEAR(nd_sheet_resistive(1, 1, 0.5).t, 0.5, 1e-15);
    CHECK_NEAR(nd_sheet_resistive(1, 1, 0.5).A, 0.5, 1e-15);
    CHECK_NEAR(nd_sheet_resistive(1, 1, 1e-12).r, -1, 1e-11);
    CHECK_NEAR(nd_sheet_resistive(1, 0.5, 1e12).r, -1.0 / 3, 1e-11);
    CHECK_NEAR(nd_sheet_porous(1, 1, 2).A, 0.5, 1e-15);
    CHECK_NEAR(nd_sheet_porous(1, 1, 1e12).r, 1, 1e-11);
    CHECK_NEAR(nd_sheet_rcs(4, 1, 1), 201.06192982974676, 1e-10);
    TEST_END;
}
