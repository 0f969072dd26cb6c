/* Expressions in problem files, by muParser: pi, ^, the usual functions. One nd_expr serves one thread. */
#ifndef ND_EXPR_H
#define ND_EXPR_H

struct nd_expr;

enum nd_expr_variable { ND_X, ND_Y, ND_Z, ND_XC, ND_YC, ND_ZC, ND_T, ND_VARIABLES };

/* Compiles and tries the text. time: 0: t may not occur, 1: it may, 2: it may and no place. The message says what is wrong, and where in the text. */
int nd_expr_create(struct nd_expr **expr, const char *text, int time);
/* values[ND_VARIABLES]; fails on a result that is not finite. */
int nd_expr_eval(struct nd_expr *expr, const double *values, double *result);
void nd_expr_destroy(struct nd_expr *expr);

#endif
