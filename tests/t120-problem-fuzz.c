// PLAIN: 20000 1
// SANITIZED: 5000 1
// LONG: 300000 2
/* Mutated problem files: an error or a problem, never a crash, a leak or a hang. Arguments: rounds, seed. */
#include <stdint.h>
#include "problem/expr.h"
#include "problem/problem.h"
#include "test.h"

static const char *const seeds[] = {
    "law: maxwell\nunits: natural # c\nmesh:\n  file: cavity.msh\norder: 4\nprecision: double\nmaterials:\n  "
    "air: "
    "{epsilon: 1, mu: 1}\nregions: {default: air}\nboundaries: {default: pec}\ninitial:\n  Ey: "
    "sin(pi*x)*sin(pi*z)\nexact:\n  Ey: -cos(pi*x)*cos(sqrt(2)*pi*t)/sqrt(2)\ntime: {end: 0.75}\noutput:\n  "
    "fields: {file: "
    "cavity.pvd, every: 0.05}\n",
    "%YAML 1.1\n---\nmesh:\n  box:\n    size: [1, 2, 3]\n    divisions:\n    - 4\n    - 5\n    - 6\n    "
    "sides: {xmin: a}\n"
    "    periodic: [y]\norder: 9\nflux: {upwind: 0}\ninitial:\n  Ex: |\n    x *\n    y\n  'Hy': >-\n    x<y "
    "? 1 : "
    "max(x,2)\ntime:\n  dt: 1e-3\n  steps: 100\n",
    "{mesh: {file: \"a\\x41.msh\", periodic: {l: r}}, ? order : 2, time: {end: 1, cfl: .5}, materials: {a: "
    "{}, 7: {k: 1}},\n"
    "  regions: {7: 'a', b: 7}, exact: {Ey: 1}, output: {energy: {file: e, every: 1e-9}, report: r.json, "
    "folder: o}}\n",
};

static const char *const pieces[] = {"[",   "]",     "{",   "}",    ": ",    "\n",   "  ",   "- ",
                                     "&a ", "*a",    "!t ", "<<: ", "---\n", "'",    "\"",   "#",
                                     "|\n", "> ",    "? ",  ",",    "%",     "\xff", "\xc3", "\\",
                                     "\t",  "1e999", "nan", "(",    ")",     "^",    "?",    "=="};

static uint64_t state;

static uint32_t draw(uint32_t below)
{
    state = state * 6364136223846793005u + 1442695040888963407u;
    return (uint32_t)(state >> 33) % below;
}

enum { MOST = 4096 };

/* One change: a byte, a piece put in, a part cut out, a part said twice, or a part of another seed. */
static void mutate(char *text)
{
    size_t n = strlen(text), at = draw((uint32_t)n + 1), length = draw(20);
    const char *piece = pieces[draw(sizeof pieces / sizeof *pieces)];
    const char *other = seeds[draw(3)];
    char copy[64] = "";
    switch (draw(5)) {
    case 0:
        if (at < n) text[at] = (char)(1 + draw(255));
        return;
    case 1: strcpy(copy, piece); break;
    case 2:
        if (at + length < n) memmove(text + at, text + at + length, n - at - length + 1);
        return;
    case 3:
        if (at + length < n) memcpy(copy, text + at, length);
        break;
    default: memcpy(copy, other + draw((uint32_t)strlen(other) - 20), length);
    }
    size_t more = strlen(copy);
    if (n + more >= MOST) return;
    memmove(text + at + more, text + at, n - at + 1);
    memcpy(text + at, copy, more);
}

static int try_problem(const char *text, const char *key)
{
    nudge_problem *p = NULL;
    int code = nudge_problem_parse(&p, text, "");
    CHECK(code == 0 || code == NUDGE_EFORMAT || code == NUDGE_EVALUE);
    CHECK(!code == !!p);
    if (p) {
        int order = p->order;
        code = nudge_problem_set(p, key, text);
        CHECK(code == NUDGE_EFORMAT || code == NUDGE_EVALUE || code == 0);
        CHECK(order == p->order || code == 0);
        nudge_problem_destroy(p);
        return 1;
    }
    CHECK(*nudge_error());
    return 0;
}

static int try_expression(const char *text)
{
    struct nd_expr *expr = NULL;
    double v, at[ND_VARIABLES] = {1, 2, 3, 4, 5, 6, 7};
    if (nd_expr_create(&expr, text, 1)) return 0;
    nd_expr_eval(expr, at, &v);
    nd_expr_destroy(expr);
    return 1;
}

int main(int argc, char **argv)
{
    static const char *const keys[] = {"order", "time", "mesh.box", "materials.a", "initial.Ey", "a.b.c"};
    static const char *const formulas[] = {"sin(pi*x)*sin(pi*z)/sqrt(2)", "x<y ? 1e-3 : max(x,2,-t^2)",
                                           "-(x-1)^2--y+(x>=1 && y!=2)"};
    long rounds = argc > 1 ? atol(argv[1]) : 1000;
    state = argc > 2 ? (uint64_t)atol(argv[2]) : 1;
    long good = 0, formed = 0;
    for (long i = 0; i < rounds; i++) {
        char text[MOST], formula[MOST];
        strcpy(text, seeds[i % 3]);
        strcpy(formula, formulas[i % 3]);
        for (uint32_t k = draw(6); k; k--) mutate(text);
        for (uint32_t k = draw(4); k; k--) {
            formula[draw((uint32_t)strlen(formula))] = "()+-*/^,?:<>=!&|xyzt.e0129 "[draw(27)];
        }
        good += try_problem(text, keys[draw(6)]);
        formed += try_expression(formula);
    }
    /* The changes are small enough that some leave a problem, and large enough that some do not. */
    CHECK(rounds < 1000 || (good > rounds / 20 && good < rounds));
    CHECK(rounds < 1000 || (formed > rounds / 20 && formed < rounds));
    TEST_END;
}
