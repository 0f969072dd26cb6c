/* What a launch of the paper's passes does, counted: the paper's figures are such counts over times. Zeros for the
 * other kernels. */
#ifndef ND_COUNT_H
#define ND_COUNT_H

#include "step/rhs.h"

struct nd_count {   /* of one launch over the whole mesh */
    double flops;   /* additions and multiplications, as the paper counts them */
    double fetched; /* bytes that items ask for or send, whatever the caches hold: the paper's count */
    double moved;   /* bytes that must cross to memory and back at the least: every array once */
};
struct nd_count nd_count_launch(const struct nd_rhs *rhs, const struct nd_law *law, enum nd_pass pass);

#endif
