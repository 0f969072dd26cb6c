/* What expressions are made of, and whether a text is one. */
#ifndef ND_EXPR_SCAN_H
#define ND_EXPR_SCAN_H

#include "problem/expr.h"

/* In the order of enum nd_expr_variable; ends with null. */
extern const char *const nd_expr_variables[ND_VARIABLES + 1];

/* Checks characters, names, operators, parentheses and argument counts, so that muParser sees well-formed
 * text only: its messages say less than ours, and it takes some texts that mean nothing. */
int nd_expr_scan(const char *text, int time);

#endif
