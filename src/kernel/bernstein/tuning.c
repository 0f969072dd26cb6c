/* Parameters of the Bernstein stage, and the combinations that the tuner begins with. */
#include "kernel/bernstein/bernstein.h"

const struct nd_parameter nd_bernstein_parameters[] = {
    {"batch", "kept", "elements of a block", ND_AT(ND_BATCH), 1, 1024, .layout = 1, .pass = ND_PASS_STAGE,
     ND_TRY(2, 4, 8, 16, 32, 64, 128)},
    {"threads", "kept", "threads of a block", ND_AT(ND_THREADS), 1, 1024, .pass = ND_PASS_STAGE,
     ND_TRY(64, 96, 128, 160, 192, 224, 256, 288, 320, 384, 448, 512)},
    {"min_blocks", "kept", "blocks per multiprocessor; bounds the registers of a thread",
     ND_AT(ND_MIN_BLOCKS), 1, 64, .pass = ND_PASS_STAGE, ND_TRY(1, 2, 3, 4, 5, 6, 8, 10, 12)},
    {"prefetch_faces", "kept", "face nodes that a thread loads before the fields have arrived",
     ND_AT(ND_PREFETCH_FACES), 1, 64, .pass = ND_PASS_STAGE, ND_TRY(1, 2)},
    {"prefetch_residuals", "kept", "pairs of residuals that a thread loads ahead in a separate update",
     ND_AT(ND_PREFETCH_RESIDUALS), 1, 64, .pass = ND_PASS_STAGE, ND_TRY(3, 4, 6, 8, 16)},
    {"persistent", "kept", "whether blocks take one batch after the other", ND_AT(ND_PERSISTENT), 0, 1,
     .pass = ND_PASS_STAGE, ND_TRY(0, 1)},
    {0},
};

/* Blocks of this plan that a multiprocessor has shared memory and threads for, as NVIDIA's have
 * them: about as much memory as one block may have at most, 1 KiB of it taken by each; 2048
 * threads; 32 blocks. */
static int fitting_blocks(const struct nd_case *c, const struct nd_plan *plan)
{
    enum { RESERVED = 1024, THREADS = 2048, BLOCKS = 32 };
    const size_t shared = nd_plan_shape(plan, c, ND_PASS_STAGE).shared_bytes,
                 memory = (c->device->info.shared_bytes + RESERVED) / (shared + RESERVED);
    const int threads = THREADS / plan->number[ND_THREADS], most = threads < BLOCKS ? threads : BLOCKS;
    return memory < 1 ? 1 : memory < (size_t)most ? (int)memory : most;
}

/* A thread takes face nodes of the batch, one after the other, and all blocks that fit should run.
 * So for each batch these start with the threads that take one node, one or two, or two of them. */
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
                next->number[ND_BATCH] = batch->value[i];
                next->number[ND_THREADS] = threads < 512 ? threads : 512;
                next->number[ND_PERSISTENT] = persistent;
                nd_plan_derive(next, c);
                next->number[ND_MIN_BLOCKS] = fitting_blocks(c, next);
            }
    return n;
}
