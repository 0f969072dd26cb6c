/* Expressions: values, mistakes, and evaluation by many threads at once. */
#include "problem/expr.h"
#include "test.h"

static const double at[ND_VARIABLES] = {
    [ND_X] = 0.3, [ND_Y] = -2, [ND_Z] = 5, [ND_XC] = 7, [ND_YC] = 11, [ND_ZC] = 13, [ND_T] = 0.25};

static const struct {
    const char *text;
    double value;
} values[] = {
    {"1", 1},
    {" 1.5e-3 ", 1.5e-3},
    {".5+1.", 1.5},
    {"x", 0.3},
    {"x+y*z", -9.7},
    {"xc+2*yc-zc", 16},
    {"t", 0.25},
    {"-x^2", -0.09},
    {"2*-x", -0.6},
    {"-2^2", -4},
    {"2^-1", 0.5},
    {"2^3^2", 512},
    {"2-3-4", -5},
    {"8/4/2", 1},
    {"y--z", 3},
    {"y - -z", 3},
    {"+x", 0.3},
    {"-(-x)", 0.3},
    {"-sin(-x)-sin(x)", 0},
    {"(((x)))", 0.3},
    {"pi", 3.14159265358979323846},
    {"_pi-pi", 0},
    {"e-_e", 0},
    {"e", 2.71828182845904523536},
    {"1e1+e", 12.71828182845904523536},
    {"sin(pi/2)*cos(0)", 1},
    {"sqrt(2)^2", 2},
    {"pow(2, 10)", 1024},
    {"floor(-0.5)+ceil(0.5)", 0},
    {"log(e^2)", 2},
    {"ln(e)+log2(8)+log10(1000)", 7},
    {"min(3,1,2)+max(3,1,2)+sum(1,2,3)+avg(1,3)", 12},
    {"atan2(1,1)*4", 3.14159265358979323846},
    {"abs(y)+sign(y)+rint(1.6)", 3},
    {"x<0.5 ? 10 : 20", 10},
    {"x>0.5 ? 10 : y<0 ? 30 : 40", 30},
    {"(x>0.2 && x<0.4) + (x<=0.3) + (x!=0.3) + (x==0.3 || y>=0)", 3},
    {"exp(-((x-0.3)^2+(y+2)^2)/0.01)", 1},
    {"x\n + \t y", -1.7},
    {"sin (x) - sin(0.3)", 0},
};

static const struct {
    const char *text, *message;
} mistakes[] = {
    {"", "empty"},
    {" \n", "empty"},
    {"sin(", "missing value at the end of the expression 'sin('"},
    {"(x", "missing ')' at the end of the expression '(x'"},
    {"x)", "a ) without its (, at character 2"},
    {"()", "a value is missing"},
    {"sin()", "a value is missing, at character 5"},
    {"--x", "two signs"},
    {"2*-+x", "two signs"},
    {"x---y", "two signs"},
    {"x y", "an operator, such as *, is missing, at character 3"},
    {"2x", "an operator, such as *, is missing"},
    {"2(x)", "an operator, such as *, is missing"},
    {"1.2.3", "an operator"},
    {"1e", "an operator"},
    {"0x10", "an operator"},
    {"x**2", "powers are written with ^"},
    {"x*/2", "a value is missing"},
    {"x=1", "nothing can be assigned"},
    {"x=y=1", "nothing can be assigned"},
    {"x,y", "a comma outside a function's arguments"},
    {"(x,y)", "a comma outside a function's arguments"},
    {"sin(x,y)", "sin takes 1 argument, not 2"},
    {"atan2(x)", "atan2 takes 2 arguments, not 1"},
    {"\"text\"", "a value is missing"},
    {"x+\"text\"", "a value is missing"},
    {"sin x", "a function needs its argument in parentheses"},
    {"sin", "a function needs its argument in parentheses"},
    {"x ? 1", "a ? without its :"},
    {"(x ? 1) : 2", "a ? without its :"},
    {"x : 1", "a : without its ?"},
    {"x & 1", "a character that means nothing here"},
    {"x % 2", "a character that means nothing here"},
    {"\xc3\xa9", "a value is missing"},
    {"sine(x)", "unknown name 'sine' at character 1 of 'sine(x)', did you mean 'sin'?; there are: x y z xc "
                "yc zc t pi e"},
    {"T", "unknown name 'T' at character 1 of 'T', did you mean"},
    {"1e999", "a number is too large"},
    {"1e99999", "a number is too large"},
    {".", "a point without digits"},
    {"abcdefghijklmnopqrstuvwxyzabcdefghijklmnopqrstuvwxyz", "a name is too long"},
};

static void check_values(void)
{
    for (size_t i = 0; i < sizeof values / sizeof *values; i++) {
        struct nd_expr *expr = NULL;
        double v = NAN;
        int before = test_failures;
        CHECK_OK(nd_expr_create(&expr, values[i].text, 1));
        if (expr) CHECK_OK(nd_expr_eval(expr, at, &v));
        CHECK_NEAR(v, values[i].value, 1e-13);
        if (test_failures > before) printf("    for '%s'\n", values[i].text);
        nd_expr_destroy(expr);
    }
}

static void check_mistakes(void)
{
    struct nd_expr *expr = NULL;
    for (size_t i = 0; i < sizeof mistakes / sizeof *mistakes; i++)
        CHECK_FAILS(nd_expr_create(&expr, mistakes[i].text, 1), NUDGE_EVALUE, mistakes[i].message);
    CHECK_FAILS(nd_expr_create(&expr, "x+t", 0), NUDGE_EVALUE, "t cannot be used here");
    char text[20000];
    memset(text, '(', 300);
    strcpy(text + 300, "x");
    CHECK_FAILS(nd_expr_create(&expr, text, 0), NUDGE_EVALUE, "more than 200 parentheses");
    memset(text, '1', sizeof text);
    text[sizeof text - 1] = 0;
    CHECK_FAILS(nd_expr_create(&expr, text, 0), NUDGE_EVALUE, "longer than 16384");
    text[1000] = 0;
    CHECK_FAILS(nd_expr_create(&expr, text, 0), NUDGE_EVALUE, "longer than 64 characters");
    CHECK(!expr);
}

/* The longest and the deepest that are allowed work. */
static void check_limits(void)
{
    struct nd_expr *expr = NULL;
    double v = 0;
    static char text[16385];
    for (int i = 0; i < 16383; i++) text[i] = i % 2 ? '+' : 'x';
    CHECK_OK(nd_expr_create(&expr, text, 0));
    if (expr) CHECK_OK(nd_expr_eval(expr, at, &v));
    CHECK_NEAR(v, 8192 * 0.3, 1e-9);
    nd_expr_destroy(expr);
    for (int i = 0; i < 200; i++) text[i] = '(', text[201 + i] = ')';
    text[200] = 'x';
    text[401] = 0;
    expr = NULL;
    CHECK_OK(nd_expr_create(&expr, text, 0));
    if (expr) CHECK_OK(nd_expr_eval(expr, at, &v));
    CHECK(v == 0.3);
    nd_expr_destroy(expr);
}

static void check_infinite(void)
{
    struct nd_expr *expr = NULL;
    double v = 0, here[ND_VARIABLES] = {0};
    CHECK_OK(nd_expr_create(&expr, "1/x+sqrt(z)", 1));
    if (!expr) return;
    CHECK_FAILS(nd_expr_eval(expr, here, &v), NUDGE_EVALUE,
                "'1/x+sqrt(z)' is inf, not a finite number, at x = 0, y = 0");
    here[ND_X] = 0.5;
    here[ND_Z] = -1;
    CHECK_FAILS(nd_expr_eval(expr, here, &v), NUDGE_EVALUE, "at x = 0.5, y = 0, z = -1, t = 0");
    here[ND_Z] = 4;
    CHECK_OK(nd_expr_eval(expr, here, &v));
    CHECK(v == 4);
    nd_expr_destroy(expr);
}

/* Each thread with handles of its own, some of them failing. */
static void check_threads(void)
{
    int wrong = 0;
#pragma omp parallel for num_threads(8) schedule(dynamic) reduction(+ : wrong)
    for (int i = 0; i < 400; i++) {
        struct nd_expr *expr = NULL, *bad = NULL;
        char text[64], name[32];
        double v = 0, here[ND_VARIABLES] = {[ND_X] = i};
        sprintf(text, "x^2+%d*max(x,1)", i);
        sprintf(name, "q%d+x", i);
        wrong += nd_expr_create(&bad, name, 0) != NUDGE_EVALUE;
        name[strlen(name) - 2] = 0;
        wrong += !strstr(nudge_error(), name);
        if (nd_expr_create(&expr, text, 0)) {
            wrong++;
            continue;
        }
        for (int k = 0; k < 20; k++) {
            here[ND_X] = k;
            wrong += nd_expr_eval(expr, here, &v) || v != k * k + i * (k > 1 ? k : 1);
        }
        nd_expr_destroy(expr);
    }
    CHECK(wrong == 0);
}

int main(void)
{
    check_values();
    check_mistakes();
    check_limits();
    check_infinite();
    check_threads();
    TEST_END;
}
