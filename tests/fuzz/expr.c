/* Expressions. The first byte, 0 to 2, selects whether time and coordinates may occur. */
#include "fuzz.h"
#include "problem/expr.h"

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t n)
{
    static const double at[][ND_VARIABLES] = {{1, 2, 3, 4, 5, 6, 7}, {-1e300, 0, 1e-300}, {0}};
    struct nd_expr *expr = NULL;
    double value;
    if (!n) return 0;
    char *text = fuzz_text(bytes + 1, n - 1);
    const int code = fuzz_read(nd_expr_create(&expr, text, bytes[0] % 3));
    FUZZ_CHECK(!code == !!expr);
    for (size_t i = 0; expr && i < sizeof at / sizeof *at; i++)
        fuzz_status(nd_expr_eval(expr, at[i], &value));
    nd_expr_destroy(expr);
    free(text);
    return 0;
}
