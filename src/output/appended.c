#include "output/appended.h"

#include <errno.h>
#include <string.h>
#include <zlib.h>
#include "base/work.h"

/* A block holds whole elements, about this many bytes; BATCH blocks are deflated side by side. */
enum { BLOCK_BYTES = 1 << 18, BATCH = 16 };

/* VTK's header: the number of blocks, the size of a block, the size of the last one if it is smaller (else
 * 0), and the deflated size of each. */
enum { COUNT, SIZE, LAST, SIZES };

struct batch {
    nd_idx per_block; /* elements */
    size_t most;      /* upper bound of the bytes of a deflated block */
    char *plain, *packed;
    uint64_t n[BATCH]; /* deflated sizes; 0: out of memory */
};

static void deflate_block(const struct nd_appended *array, struct batch *batch, nd_idx block, int slot)
{
    nd_idx k0 = block * batch->per_block;
    nd_idx k1 = array->K - k0 < batch->per_block ? array->K : k0 + batch->per_block;
    char *plain = batch->plain + (size_t)slot * (size_t)batch->per_block * array->width;
    array->fill(array->context, k0, k1, plain);
    uLongf n = batch->most;
    int code = compress2((Bytef *)batch->packed + (size_t)slot * batch->most, &n, (const Bytef *)plain,
                         (size_t)(k1 - k0) * array->width, Z_BEST_SPEED);
    batch->n[slot] = code == Z_OK ? n : 0;
}

static int write_blocks(const struct nd_appended *array, struct batch *batch, FILE *file, const char *path,
                        nd_idx blocks, uint64_t *sizes)
{
    int status = 0;
    for (nd_idx b = 0; b < blocks; b += BATCH) {
        int count = blocks - b < BATCH ? (int)(blocks - b) : BATCH;
        TRY(nd_work("writing fields", (double)b / blocks));
#pragma omp parallel for schedule(dynamic)
        for (int i = 0; i < count; i++) deflate_block(array, batch, b + i, i);
        for (int i = 0; i < count; i++) {
            size_t n = batch->n[i];
            if (!n) FAIL(NUDGE_ENOMEM, "%s: out of memory while compressing", path);
            if (fwrite(batch->packed + (size_t)i * batch->most, 1, n, file) != n)
                FAIL(NUDGE_EIO, "%s: cannot write: %s", path, strerror(errno));
            sizes[b + i] = n;
        }
    }
done:
    return status;
}

int nd_appended_write(const struct nd_appended *array, FILE *file, const char *path)
{
    int status = 0;
    struct batch batch = {.per_block = array->width < BLOCK_BYTES ? (nd_idx)(BLOCK_BYTES / array->width) : 1};
    uint64_t *header = NULL;
    if (batch.per_block > array->K && array->K) batch.per_block = array->K;
    size_t block_bytes = (size_t)batch.per_block * array->width;
    nd_idx blocks = array->K / batch.per_block + (array->K % batch.per_block != 0);
    int slots = blocks < BATCH ? (int)blocks : BATCH;
    batch.most = compressBound(block_bytes);
    ALLOC(header, SIZES + (size_t)blocks);
    ALLOC(batch.plain, (size_t)slots * block_bytes);
    ALLOC(batch.packed, (size_t)slots * batch.most);
    header[COUNT] = (uint64_t)blocks;
    header[SIZE] = block_bytes;
    header[LAST] = (size_t)(array->K % batch.per_block) * array->width;

    /* The sizes are known only at the end, so that the header is written twice. */
    size_t header_bytes = (SIZES + (size_t)blocks) * sizeof *header;
    off_t start = ftello(file);
    if (start < 0 || fwrite(header, 1, header_bytes, file) != header_bytes)
        FAIL(NUDGE_EIO, "%s: cannot write: %s", path, strerror(errno));
    TRY(write_blocks(array, &batch, file, path, blocks, header + SIZES));
    if (fseeko(file, start, SEEK_SET) || fwrite(header, 1, header_bytes, file) != header_bytes ||
        fseeko(file, 0, SEEK_END))
        FAIL(NUDGE_EIO, "%s: cannot write: %s", path, strerror(errno));
done:
    free(header);
    free(batch.plain);
    free(batch.packed);
    return status;
}
