#include "problem/expr.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "base/memory.h"
#include "problem/expr_parser.h"
#include "problem/expr_scan.h"

struct nd_expr {
    struct nd_parser *parser;
    double value[ND_VARIABLES]; /* where muParser reads the variables from */
    char *text;
};

static int tell(const struct nd_expr *expr, int code, const struct nd_parser_error *error)
{
    if (code == NUDGE_ENOMEM)
        return nd_fail(code, __FILE__, __LINE__, "out of memory for '%.120s'", expr->text);
    return nd_fail(code, __FILE__, __LINE__, "%s (character %d of '%.120s')", error->message,
                   error->position + 1, expr->text);
}

static int evaluate(struct nd_expr *expr, double *result)
{
    struct nd_parser_error error;
    const int code = nd_parser_eval(expr->parser, result, &error);
    return code ? tell(expr, code, &error) : 0;
}

/* A copy without white space. It has no meaning in expressions, but muParser rejects a blank after a
 * function's name. */
static char *squeeze(const char *text)
{
    char *copy = nd_strdup(text), *end = copy;
    if (!copy) return NULL;
    for (const char *p = text; *p; p++)
        if (!strchr(" \t\r\n", *p)) *end++ = *p;
    *end = 0;
    return copy;
}

int nd_expr_create(struct nd_expr **expr, const char *text, int time)
{
    int status = 0;
    struct nd_expr *e = NULL;
    struct nd_parser_error error;
    double result;
    TRY(nd_expr_scan(text, time));
    ALLOC(e, 1);
    e->text = squeeze(text);
    if (!e->text) FAIL(NUDGE_ENOMEM, "out of memory");
    const int code = nd_parser_create(&e->parser, e->text, nd_expr_variables, e->value, &error);
    if (code) TRY(tell(e, code, &error));
    /* muParser compiles at the first evaluation; an infinite result is fine here. */
    for (int i = 0; i < ND_VARIABLES; i++) e->value[i] = 0.5 + 0.01 * i;
    TRY(evaluate(e, &result));
    *expr = e;
    e = NULL;
done:
    nd_expr_destroy(e);
    return status;
}

int nd_expr_eval(struct nd_expr *expr, const double *values, double *result)
{
    int status = 0;
    double r = 0;
    memcpy(expr->value, values, sizeof expr->value);
    TRY(evaluate(expr, &r));
    if (!isfinite(r))
        FAIL(NUDGE_EVALUE, "'%.120s' is %g, not a finite number, at x = %.9g, y = %.9g, z = %.9g, t = %.9g",
             expr->text, r, values[ND_X], values[ND_Y], values[ND_Z], values[ND_T]);
    *result = r;
done:
    return status;
}

void nd_expr_destroy(struct nd_expr *expr)
{
    if (!expr) return;
    nd_parser_destroy(expr->parser);
    free(expr->text);
    free(expr);
}
