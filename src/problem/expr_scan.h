/* What expressions are made of, and whether a text is one. */
#ifndef ND_EXPR_SCAN_H
#define ND_EXPR_SCAN_H

#include "problem/expr.h"

/* In the order of enum nd_expr_variable. */
extern const char *const nd_expr_variables[ND_VARIABLES];

/* Checks characters, names, operators, parentheses and argument counts, so that muParser sees well-formed
 * text only: it reports errors through one buffer of 2048 characters that all handles share, unchecked. */
int nd_expr_scan(const char *text, int time);

#endif
