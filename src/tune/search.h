/* Candidates of the tuner: compiled side by side, checked, timed, remembered. */
#ifndef ND_SEARCH_H
#define ND_SEARCH_H

#include "tune/fixture.h"
#include "tune/tune.h"

#define ND_MARGIN 0.98 /* a challenger must be this much faster, or chance would decide */

struct nd_tried {
    struct nd_plan plan;
    enum nd_pass pass;
    double seconds;
};

struct nd_search {
    const struct nd_tuning *tuning;
    struct nd_fixture large, small, reference; /* to time on, to check on, what to check against */
    double end;                                /* of the time allowed, by nd_seconds_now */
    int timed;
    struct nd_tried *tried;
    size_t ntried, capacity;
};

int nd_search_init(struct nd_search *search, const struct nd_tuning *tuning);
void nd_search_clear(struct nd_search *search);

/* The best of what is to be found for a pass (ND_PASS_NONE: the whole stage). */
struct nd_found {
    struct nd_plan plan;
    double seconds;
};
/* Times the candidates and puts the best in place of found where it beats it. Stops when time is up. */
int nd_search_try(struct nd_search *search, const struct nd_plan *candidates, int n, enum nd_pass pass,
                  struct nd_found *found);

#endif
