/* Between the host files of this folder: paper.c has the plan, upload.c what lies on the device and the launches,
 * count.c what a launch does. */
#ifndef ND_PAPER_H
#define ND_PAPER_H

#include "kernel/operator.h"

enum nd_paper_buffer {
    ND_HEADER = ND_OWN, /* layout/pairs.h */
    ND_DESCRIPTOR_INTS,
    ND_DESCRIPTOR_REALS,
    ND_STORE,
    ND_INV_J,
    ND_LIFTED, /* what passes leave for each other */
    ND_DQ,
};

size_t nd_paper_bytes(const struct nd_plan *plan, const struct nd_layout *layout, int N, size_t real);
int nd_paper_upload(const struct nd_operator *op, const struct nd_setup *setup, const int32_t *material);
int64_t nd_paper_blocks(const struct nd_operator *op, enum nd_pass pass);
void nd_paper_arguments(const struct nd_operator *op, enum nd_pass pass, const struct nd_stage *stage,
                        struct nd_arguments *list);
struct nd_count nd_paper_count(const struct nd_operator *op, enum nd_pass pass);

#endif
