/* Parameters of the Bernstein stage, and the combinations that the tuner begins with. */
#include "kernel/bernstein/bernstein.h"

#define AT(member) offsetof(struct nd_plan, member)

const struct nd_parameter nd_bernstein_parameters[] = {
    {"batch", "kept", "elements of a block", AT(batch), 1, 1024, .layout = 1, .pass = ND_PASS_STAGE,
     ND_TRY(2, 4, 8, 16, 32, 64, 128)},
    {"threads", "kept", "threads of a block", AT(batch_threads), 1, 1024, .pass = ND_PASS_STAGE,
     ND_TRY(64, 96, 128, 160, 192, 224, 256, 288, 320, 384, 448, 512)},
    {"min_blocks", "kept", "blocks that a multiprocessor shall hold, which bounds the registers of a thread",
     AT(batch_together), 1, 64, .pass = ND_PASS_STAGE, ND_TRY(1, 2, 3, 4, 5, 6, 8, 10, 12)},
    {"prefetch_faces", "kept", "face nodes that a thread loads before the fields have arrived",
     AT(batch_early), 1, 64, .pass = ND_PASS_STAGE, ND_TRY(1, 2)},
    {"prefetch_residuals", "kept", "pairs of residuals that a thread loads ahead in a separate update",
     AT(batch_ahead), 1, 64, .pass = ND_PASS_STAGE, ND_TRY(3, 4, 6, 8, 16)},
    {"persistent", "kept", "whether blocks take one batch after the other", AT(batch_resident), 0, 1,
     .pass = ND_PASS_STAGE, ND_TRY(0, 1)},
    {0},
};

/* Blocks of this plan that a multiprocessor has shared memory and threads for, as NVIDIA's have them: about as much memory
 * as one block may have at most, 1 KiB of it taken by each; 2048 threads; 32 blocks. */
static int fitting_blocks(const struct nd_case *c, const struct nd_plan *plan)
{
    enum { RESERVED = 1024, THREADS = 2048, BLOCKS = 32 };
    const size_t shared = nd_plan_shape(plan, c, ND_PASS_STAGE).local,
                 memory = (c->device->info.shared_bytes + RESERVED) / (shared + RESERVED);
    const int threads = THREADS / plan->batch_threads, most = threads < BLOCKS ? threads : BLOCKS;
    return memory < 1 ? 1 : memory < (size_t)most ? (int)memory : most;
}

/* A thread takes face nodes of the batch, one after the other, and all blocks that fit shall run. So for each batch the
 * threads that take one node, one or two, or two of them. */
int nd_bernstein_starts(const struct nd_case *c, const struct nd_plan *plan, struct nd_plan *list, int most)
{
    const struct nd_parameter *batch = nd_bernstein_parameters;
    const int Nfp = nd_elem_Nfp(c->N);
    int n = 0;
    for (int i = 0; i < batch->n; i++)
        for (int halves = 2; halves <= 4; halves++)
            for (int persistent = 0; persistent < 2 && n < most; persistent++) {
                struct nd_plan *next = &list[n++];
                const int nodes = (2 * batch->value[i] * Nfp + halves - 1) / halves,
                          threads = nd_round_up(nodes, 32);
                *next = *plan;
                next->batch = batch->value[i];
                next->batch_threads = threads < 512 ? threads : 512;
                next->batch_resident = persistent;
                nd_plan_derive(next, c);
                next->batch_together = fitting_blocks(c, next);
            }
    return n;
}
