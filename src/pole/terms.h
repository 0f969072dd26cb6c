/* The poles of a material as terms of an operator: each is an electric circuit that loses energy by itself
 * (poles_rates.h, doc/explanation/materials.md). */
#ifndef ND_POLE_TERMS_H
#define ND_POLE_TERMS_H

#include "problem/problem.h"

enum { ND_POLE_CURRENT = 1, ND_POLE_VOLTAGE = 2 };
struct nd_pole_term {
    double d, alpha, g, c; /* 1/time; c: none */
    int states;            /* ND_POLE_CURRENT and ND_POLE_VOLTAGE */
    bool magnetic;
};

/* Fills terms[2 * npoles], the electric ones first, and returns how many there are: a pole with two real
 * frequencies of decay may become two. epsilon, mu: of the material at high frequencies, relative to vacuum. */
int nd_pole_terms(const struct nd_material *material, double epsilon, double mu, struct nd_pole_term *terms);
/* Upper bounds of the rates at which these terms damp fields, and at which they make them oscillate, 1/time. */
void nd_pole_rates(const struct nd_pole_term *terms, int n, double *damping, double *swing);

#endif
