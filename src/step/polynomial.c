#include "step/polynomial.h"

#include <complex.h>
#include <math.h>
#include <string.h>
#include "base/error.h"
#include "base/format.h"
#include "base/texts.h"

#define COMMON "common" /* the table's name for all built-in laws together */

static const char *table(void)
{
    for (const struct nd_text_file *t = nd_texts; t->name; t++)
        if (!strcmp(t->name, "polynomials.txt")) return t->text;
    return "";
}

/* Whether the line begins with this word; *rest: behind it. */
static int takes(const char **rest, const char *word)
{
    const size_t n = strlen(word);
    const char *at = *rest + strspn(*rest, " ");
    if (strncmp(at, word, n) || at[n] != ' ') return 0;
    *rest = at + n;
    return 1;
}

/* Reads "limit damping amplification b c b c ...", over several lines. */
static void read_line(const char *at, int evaluations, struct nd_polynomial *p)
{
    char *next = NULL;
    p->factors = evaluations / 2;
    p->limit = nd_number(at, &next);
    p->damping = nd_number(next, &next);
    nd_number(next, &next); /* how much rounding errors grow inside a step */
    for (int i = 0; i < p->factors; i++) {
        p->factor[i].b = nd_number(next, &next);
        p->factor[i].c = nd_number(next, &next);
    }
}

/* The first of at most so many evaluations; entries are sorted so that those with the most come first. */
static int find(struct nd_polynomial *p, const char *law, int N, const char *upwind, int order, int most)
{
    char number[2][16];
    nd_format(number[0], sizeof number[0], "%d", N);
    nd_format(number[1], sizeof number[1], "%d", order);
    for (const char *line = table(); *line; line += strcspn(line, "\n"), line += *line == '\n') {
        const char *at = line;
        char *next = NULL;
        if (!takes(&at, law) || !takes(&at, number[0]) || !takes(&at, upwind) || !takes(&at, number[1]))
            continue;
        const int evaluations = (int)nd_number(at, &next);
        if (evaluations > most) continue;
        if (evaluations < 2 || evaluations > ND_EVALUATIONS_MOST || order >= ND_NODES_MOST) return 0;
        *p = (struct nd_polynomial){.order = order};
        read_line(next, evaluations, p);
        return 1;
    }
    return 0;
}

int nd_polynomial_find(struct nd_polynomial *p, const char *law, int N, double upwind, int order, int *common)
{
    int status = 0;
    const char *flux = upwind == 1 ? "1" : "any";
    *common = !find(p, law, N, flux, order, ND_EVALUATIONS_MOST);
    if (*common && !find(p, COMMON, N, flux, order, ND_EVALUATIONS_MOST))
        FAIL(NUDGE_EVALUE,
             "there is no linear step of order %d for law %s, elements of order %d and flux.upwind %g; use "
             "time.integrator lsrk4",
             order, law, N, upwind);
done:
    return status;
}

int nd_polynomial_fewer(struct nd_polynomial *p, const char *law, int N, double upwind)
{
    struct nd_polynomial other;
    const char *flux = upwind == 1 ? "1" : "any";
    const int common = !find(&other, law, N, flux, p->order, ND_EVALUATIONS_MOST);
    if (!find(&other, common ? COMMON : law, N, flux, p->order, 2 * p->factors - 1)) return 0;
    *p = other;
    return 1;
}

/* coefficient[k] of x^k in the polynomial that is 1 at times[j] and 0 at the others. */
static void lagrange(const double *times, int n, int j, double *coefficient)
{
    memset(coefficient, 0, (size_t)n * sizeof *coefficient);
    coefficient[0] = 1;
    for (int i = 0, degree = 0; i < n; i++) {
        if (i == j) continue;
        const double scale = 1 / (times[j] - times[i]);
        degree++;
        for (int k = degree; k >= 0; k--)
            coefficient[k] = scale * ((k ? coefficient[k - 1] : 0) - times[i] * coefficient[k]);
    }
}

/* Y[k]: derivative k of the waveform at the beginning of the step, times dt^k. They take part in the step as further
 * fields, whose time derivative is a shift. */
void nd_polynomial_forcing(const struct nd_polynomial *p, double *times, double *weight)
{
    const int n = p->order + 1;
    double Y[ND_NODES_MOST + 2] = {0}; /* two zeros at the end for shifts */
    for (int j = 0; j < n; j++) times[j] = 0.5 - 0.5 * cos(M_PI * j / p->order);
    for (int j = 0; j < n; j++) {
        lagrange(times, n, j, Y);
        for (int k = 2, factorial = 2; k < n; factorial *= ++k) Y[k] *= factorial;
        for (int f = 0; f < p->factors; f++) {
            weight[2 * f * n + j] = Y[0];
            weight[(2 * f + 1) * n + j] = Y[1];
            for (int k = 0; k < n; k++) Y[k] += p->factor[f].b * Y[k + 1] + p->factor[f].c * Y[k + 2];
        }
    }
}

/* The polynomial in iz agrees with exp(iz) up to the order. Only higher terms are summed, because at
 * small z the difference of the two would be lost in rounding. */
double nd_polynomial_error(const struct nd_polynomial *p, double z)
{
    double P[ND_EVALUATIONS_MOST + 1] = {1}, exact = 1;
    double complex power = 1, sum = 0;
    for (int f = 0; f < p->factors; f++)
        for (int k = 2 * f + 2; k > 0; k--)
            P[k] += p->factor[f].b * P[k - 1] + (k > 1 ? p->factor[f].c * P[k - 2] : 0);
    for (int k = 1; k <= 2 * p->factors + 8; k++) {
        power *= I * z;
        exact /= k;
        if (k > p->order) sum += ((k <= 2 * p->factors ? P[k] : 0) - exact) * power;
    }
    return cabs(sum);
}
