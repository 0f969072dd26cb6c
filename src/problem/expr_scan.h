/* Checks the syntax of expressions. */
#ifndef ND_EXPR_SCAN_H
#define ND_EXPR_SCAN_H

#include "problem/expr.h"

/* In the order of enum nd_expr_variable; ends with null. */
extern const char *const nd_expr_variables[ND_VARIABLES + 1];

/* Checks characters, names, operators, parentheses and argument counts, so that muParser sees only
 * well-formed text: its messages are less clear, and it accepts some meaningless texts. */
int nd_expr_scan(const char *text, int time);

#endif
