/* The chart of nudge bench. */
#ifndef BENCH_PICTURE_H
#define BENCH_PICTURE_H

#include "internal.h"
#include "bench.h"

/* All zero to begin with. */
struct picture {
    struct picture_row {
        int N, single;
        const char *variant; /* nd_plan_name's */
        double dofs;         /* per second */
    } * row;
    int n;
    size_t capacity;
    struct nd_ceilings ceilings[2]; /* double, single; zeros: not measured */
};
int picture_add(struct picture *picture, struct picture_row row);
void picture_clear(struct picture *picture);

/* Degrees of freedom per second over the order, a chart a precision and a line a variant, under the roofs
 * that the ceilings are. */
int picture_draw(const struct picture *picture, const struct bench *bench, double dofs,
                 enum nd_picture_format format, struct nd_text *out);

#endif
