/* Expressions in problem files: numbers, coordinates, time, pi, ^ and the usual functions; evaluated by
 * muParser. An nd_expr may be used by one thread at a time. */
#ifndef ND_EXPR_H
#define ND_EXPR_H

struct nd_expr;

enum nd_expr_variable { ND_X, ND_Y, ND_Z, ND_XC, ND_YC, ND_ZC, ND_T, ND_VARIABLES };

/* Compiles and test-evaluates the text. time: 0: t may not occur; 1: it may; 2: it may, and coordinates
 * may not. The message names the error and its position in the text. */
int nd_expr_create(struct nd_expr **expr, const char *text, int time);
/* values[ND_VARIABLES]. Returns NUDGE_EVALUE if the result is not finite. */
int nd_expr_eval(struct nd_expr *expr, const double *values, double *result);
void nd_expr_destroy(struct nd_expr *expr);

#endif
