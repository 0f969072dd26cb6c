/* The n-th mode of a cross-section by falling beta in the middle of a band, followed to its ends. */
#include <math.h>
#include <string.h>
#include "port/hybrid.h"

#define ALIKE 0.5  /* least likeness of the mode at neighbouring frequencies */
#define ABOVE 1.01 /* the largest beta^2 of the search over that of the densest material alone */

/* How alike the patterns of two modes are, each e and e + grad psi: 1 if they are the same, and 0 for two modes of one
 * frequency. */
static double likeness(const struct nd_hybrid *h, const double *a, const double *b, size_t half)
{
    return nd_hybrid_overlap(h, a, b + half) * nd_hybrid_overlap(h, b, a + half) /
           (nd_hybrid_overlap(h, a, a + half) * nd_hybrid_overlap(h, b, b + half));
}

/* Keeps mode number m of those found as the one of a frequency. */
static void keep(struct nd_hybrid *h, const struct nd_hybrid_modes *modes, int m, double *to)
{
    memcpy(h->x, modes->x + (size_t)m * (size_t)h->unknowns, (size_t)h->unknowns * sizeof *h->x);
    nd_hybrid_keep(h, to);
}

/* The mode most like that of the frequency beside, whose patterns are `beside`; -1: none is. Its patterns are in `own`. */
static int find_alike(struct nd_hybrid *h, const struct nd_hybrid_modes *modes, const double *beside, size_t half,
                      double *own)
{
    int best = -1;
    double most = ALIKE;
    for (int m = 0; m < modes->n; m++) {
        keep(h, modes, m, own);
        const double like = likeness(h, own, beside, half);
        if (like > most) most = like, best = m;
    }
    if (best >= 0) keep(h, modes, best, own);
    return best;
}

/* The mode at frequency number i; at that of the middle, where `beside` is null, by its number. */
static int find_at(struct nd_hybrid *h, int i, struct nd_hybrid_modes *modes, const double *beside, double *own,
                   const char *where)
{
    int status = 0, m;
    struct nd_mode *mode = h->s->mode;
    const size_t half = 3 * (size_t)mode->plane->n * (size_t)h->Nf;
    const double f = mode->known[i].frequency, w2 = pow(2 * M_PI * f, 2) * mode->mu;
    double largest = 0;
    for (nd_idx k = 0; k < mode->plane->n; k++) largest = fmax(largest, h->s->epsilon[k]);
    TRY(nd_hybrid_fill(h, w2 * mode->filling));
    TRY(nd_hybrid_search(h, ABOVE * w2 * mode->filling * largest, modes, where));
    if (!beside) {
        m = mode->m - 1;
        if (m >= modes->n)
            FAIL(NUDGE_EVALUE,
                 "%s: hybrid%d does not travel at %.6g, the middle of sparameters.band, where %d mode%s; take a "
                 "lower number or a higher band",
                 where, mode->m, f, modes->n, modes->n == 1 ? " does" : "s do");
        keep(h, modes, m, own);
    } else if ((m = find_alike(h, modes, beside, half, own)) < 0)
        FAIL(NUDGE_EVALUE,
             "%s: hybrid%d of the middle of sparameters.band is not found at %.6g: there it is below its cut-off, or "
             "very different; take a narrower band",
             where, mode->m, f);
    mode->known[i].epsilon = modes->beta2[m] / w2;
    TRY(nd_hybrid_loss(h, modes->beta2[m], &mode->known[i].sigma));
done:
    return status;
}

/* Where beta^2 is 0 if it goes on below the band as it does at its beginning. */
static double find_cutoff(const struct nd_mode *mode)
{
    const struct nd_mode_known *a = mode->known, *b = a + 1;
    const double slope = (pow(b->frequency, 2) * b->epsilon - pow(a->frequency, 2) * a->epsilon) /
                         (pow(b->frequency, 2) - pow(a->frequency, 2));
    return sqrt(fmax(0, pow(a->frequency, 2) * (1 - a->epsilon / slope)));
}

int nd_hybrid_follow(struct nd_hybrid *h, const double band[2], double *all, const char *where)
{
    int status = 0;
    enum { MIDDLE = ND_MODE_KNOWN / 2 };
    struct nd_mode *mode = h->s->mode;
    const size_t one = 6 * (size_t)mode->plane->n * (size_t)h->Nf;
    struct nd_hybrid_modes modes = {.most = mode->m + 2};
    struct nd_mode_known *known = mode->known;
    ALLOC(modes.x, (size_t)modes.most * (size_t)h->unknowns);
    ALLOC(modes.beta2, modes.most);
    for (int i = 0; i < ND_MODE_KNOWN; i++)
        known[i].frequency = band[0] + (band[1] - band[0]) * i / (ND_MODE_KNOWN - 1);
    TRY(find_at(h, MIDDLE, &modes, NULL, all + MIDDLE * one, where));
    for (int i = MIDDLE + 1; i < ND_MODE_KNOWN; i++)
        TRY(find_at(h, i, &modes, all + (size_t)(i - 1) * one, all + (size_t)i * one, where));
    for (int i = MIDDLE - 1; i >= 0; i--)
        TRY(find_at(h, i, &modes, all + (size_t)(i + 1) * one, all + (size_t)i * one, where));
    mode->cutoff = find_cutoff(mode);
    mode->split = 1;
done:
    free(modes.x);
    free(modes.beta2);
    return status;
}
