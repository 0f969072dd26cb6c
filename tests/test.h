/* Included by every test. A test is a program: silent with exit status 0 when right; else it prints
 * the difference and exits with 1. */
#ifndef TEST_H
#define TEST_H

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "nudge.h"

static int test_failures;

#define CHECK(condition)                                                                                     \
    do {                                                                                                     \
        if (!(condition)) {                                                                                  \
            printf("%s:%d: not true: %s\n", __FILE__, __LINE__, #condition);                                 \
            test_failures++;                                                                                 \
        }                                                                                                    \
    } while (0)

/* The call succeeds. */
#define CHECK_OK(call)                                                                                       \
    do {                                                                                                     \
        int code_ = (call);                                                                                  \
        if (code_) {                                                                                         \
            printf("%s:%d: %s: %s: %s\n", __FILE__, __LINE__, #call, nudge_error_name(code_),                \
                   nudge_error());                                                                           \
            test_failures++;                                                                                 \
        }                                                                                                    \
    } while (0)

/* The call fails with this code and its message contains the text. */
#define CHECK_FAILS(call, code, text)                                                                        \
    do {                                                                                                     \
        int code_ = (call);                                                                                  \
        if (code_ != (code) || !strstr(nudge_error(), text)) {                                               \
            printf("%s:%d: %s: got %s \"%s\", wanted %s with \"%s\"\n", __FILE__, __LINE__, #call,           \
                   nudge_error_name(code_), code_ ? nudge_error() : "", nudge_error_name(code), text);       \
            test_failures++;                                                                                 \
        }                                                                                                    \
    } while (0)

/* The larger of two errors; NaN once one is NaN, which fmax would pass over. */
static inline double test_worse(double a, double b)
{
    return isnan(a) || isnan(b) ? NAN : fmax(a, b);
}

#define CHECK_NEAR(a, b, tolerance)                                                                          \
    do {                                                                                                     \
        double a_ = (a), b_ = (b);                                                                           \
        if (!(fabs(a_ - b_) <= (tolerance))) {                                                               \
            printf("%s:%d: %s = %.15g, %s = %.15g: differ by %.3g, more than %s\n", __FILE__, __LINE__, #a,  \
                   a_, #b, b_, fabs(a_ - b_), #tolerance);                                                   \
            test_failures++;                                                                                 \
        }                                                                                                    \
    } while (0)

#define TEST_END return test_failures ? 1 : 0

#endif
