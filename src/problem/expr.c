#include "problem/expr.h"

#include <math.h>
#include <muParserDLL.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include "base/memory.h"
#include "problem/expr_scan.h"

struct nd_expr {
    muParserHandle_t parser;
    double value[ND_VARIABLES]; /* where muParser reads the variables from */
    char *text;
};

/* Errors are asked for with mupError; nothing is to happen before that. */
static void ignore(muParserHandle_t parser)
{
    (void)parser;
}

/* muParser returns every message in one buffer of 2048 characters that all handles share, and does not look
 * whether the message, which may quote the whole text, fits. */
static int check_parser(struct nd_expr *expr)
{
    static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
    int status = 0;
    if (!mupError(expr->parser)) return 0;
    pthread_mutex_lock(&lock);
    status = nd_fail(NUDGE_EVALUE, __FILE__, __LINE__, "%s (character %d of '%.120s')",
                     strlen(expr->text) < 1024 ? mupGetErrorMsg(expr->parser) : "muParser refuses it",
                     mupGetErrorPos(expr->parser) + 1, expr->text);
    pthread_mutex_unlock(&lock);
    mupErrorReset(expr->parser);
    return status;
}

/* A copy without white space: it means nothing between the pieces of an expression, but muParser minds one
 * after a function's name. */
static char *squeeze(const char *text)
{
    char *copy = nd_strdup(text), *end = copy;
    if (!copy) return NULL;
    for (const char *p = text; *p; p++)
        if (!strchr(" \t\r\n", *p)) *end++ = *p;
    *end = 0;
    return copy;
}

static void define_names(struct nd_expr *expr)
{
    muParserHandle_t parser = expr->parser;
    for (int i = 0; i < ND_VARIABLES; i++) mupDefineVar(parser, nd_expr_variables[i], &expr->value[i]);
    /* muParser's own _pi has 12 digits in some versions. */
    mupDefineConst(parser, "_pi", M_PI);
    mupDefineConst(parser, "pi", M_PI);
    mupDefineConst(parser, "_e", M_E);
    mupDefineConst(parser, "e", M_E);
    mupDefineFun1(parser, "floor", floor, 1);
    mupDefineFun1(parser, "ceil", ceil, 1);
    mupDefineFun2(parser, "pow", pow, 1);
}

int nd_expr_create(struct nd_expr **expr, const char *text, int time)
{
    int status = 0;
    struct nd_expr *e = NULL;
    TRY(nd_expr_scan(text, time));
    ALLOC(e, 1);
    e->text = squeeze(text);
    if (!e->text) FAIL(NUDGE_ENOMEM, "out of memory");
    e->parser = mupCreate(muBASETYPE_FLOAT);
    if (!e->parser) FAIL(NUDGE_ENOMEM, "out of memory");
    mupSetErrorHandler(e->parser, ignore);
    define_names(e);
    mupSetExpr(e->parser, e->text);
    TRY(check_parser(e));
    /* muParser compiles at the first evaluation; here the result may well be infinite. */
    for (int i = 0; i < ND_VARIABLES; i++) e->value[i] = 0.5 + 0.01 * i;
    mupEval(e->parser);
    TRY(check_parser(e));
    *expr = e;
    e = NULL;
done:
    nd_expr_destroy(e);
    return status;
}

int nd_expr_eval(struct nd_expr *expr, const double *values, double *result)
{
    int status = 0;
    memcpy(expr->value, values, sizeof expr->value);
    double r = mupEval(expr->parser);
    TRY(check_parser(expr));
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
    if (expr->parser) mupRelease(expr->parser);
    free(expr->text);
    free(expr);
}
