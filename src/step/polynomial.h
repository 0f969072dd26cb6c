/* Time steps that are polynomials of the operator. The laws are linear, q' = L q + s f(t), so a step
 * without sources is q <- P(dt L) q with P(z) = exp(z) up to the order. P is a product of quadratics
 * 1 + b z + c z^2. Each takes two evaluations of L and two arrays:
 *
 *     w = dt L q,   q = q + b w + c dt L w
 *
 * The quadratics depend on law, order of the elements and flux. They are the table polynomials.txt,
 * which tools/step_polynomials.py makes; doc/explanation/time-steps.md explains it. */
#ifndef ND_POLYNOMIAL_H
#define ND_POLYNOMIAL_H

#define ND_FACTORS_MOST     18 /* quadratics of a step */
#define ND_EVALUATIONS_MOST (2 * ND_FACTORS_MOST)
#define ND_NODES_MOST       9 /* times of a step at which waveforms are evaluated: its order + 1 */

struct nd_polynomial {
    int order;
    int factors;
    struct {
        double b, c;
    } factor[ND_FACTORS_MOST]; /* in the order of their application, which keeps rounding errors small */
    double limit;              /* of the step, as in dt.h */
    double damping;            /* the largest step times rate of decay, at a step of that length */
};

/* The polynomial of a law; or one for all built-in laws together if the table has no such law, which
 * sets *common. upwind: weight of the upwind terms of the flux. Returns NUDGE_EVALUE if there is none. */
int nd_polynomial_find(struct nd_polynomial *p, const char *law, int N, double upwind, int order,
                       int *common);

/* Puts in its place the next polynomial of the same order with fewer evaluations, for shorter steps. Returns 0 if there
 * is none, and *p is as before. */
int nd_polynomial_fewer(struct nd_polynomial *p, const char *law, int N, double upwind);

/* How sources enter. A waveform is replaced by the polynomial of degree `order` through its values
 * at order + 1 times of the step, fractions of its length. Evaluation i then takes the sum of
 * weight[i * (order + 1) + j] times value j as the source. So the result has the order of the
 * scheme, for every waveform that is smooth. */
void nd_polynomial_forcing(const struct nd_polynomial *p, double *times, double *weight);

/* The error of one step for a wave of amplitude 1 whose phase advances by z in it. */
double nd_polynomial_error(const struct nd_polynomial *p, double z);

#endif
