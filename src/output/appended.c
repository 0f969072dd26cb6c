#include "output/appended.h"

#include <errno.h>
#include <string.h>
#include <zlib.h>
#include "base/work.h"
#include "comm/comm.h"

/* A block holds whole elements, about this many bytes; a stretch has BATCH blocks, which are deflated side by
 * side. */
enum { BLOCK_BYTES = 1 << 18, BATCH = 16 };

/* VTK's header: the number of blocks, the size of a block, the size of the last one if it is smaller (else
 * 0), and the deflated size of each. */
enum { COUNT, SIZE, LAST, SIZES };

struct batch {
    nd_idx per_block, blocks; /* elements of a block; blocks of the array */
    size_t most;              /* upper bound of the bytes of a deflated block */
    char *plain, *packed;
    uint64_t n[BATCH]; /* deflated sizes; 0: out of memory */
    uint64_t *header;
    FILE *file; /* null on ranks other than 0 */
    const char *path;
    int failed; /* rank 0 could not write: it takes part until all have agreed on that */
};

static nd_idx smaller(nd_idx a, nd_idx b)
{
    return a < b ? a : b;
}

static nd_idx per_block(size_t width, nd_idx K)
{
    const nd_idx n = width < BLOCK_BYTES ? (nd_idx)(BLOCK_BYTES / width) : 1;
    return K ? smaller(n, K) : n;
}

nd_idx nd_appended_stretch(size_t width, nd_idx K)
{
    const nd_idx n = per_block(width, K);
    return K / n < BATCH ? K : n * BATCH;
}

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

/* The blocks of a stretch, which begins with block `first`. */
static int stretch_blocks(const struct batch *batch, nd_idx first)
{
    return first < batch->blocks ? (int)smaller(batch->blocks - first, BATCH) : 0;
}

/* Deflates a stretch; its blocks then lie one after the other. */
static int deflate_stretch(const struct nd_appended *array, struct batch *batch, nd_idx first)
{
    int status = 0;
    const int count = stretch_blocks(batch, first);
    char *end = batch->packed;
#pragma omp parallel for schedule(dynamic)
    for (int i = 0; i < count; i++) deflate_block(array, batch, first + i, i);
    for (int i = 0; i < count; i++) {
        if (!batch->n[i]) FAIL(NUDGE_ENOMEM, "out of memory while compressing fields");
        memmove(end, batch->packed + (size_t)i * batch->most, batch->n[i]);
        end += batch->n[i];
    }
done:
    return status;
}

/* Prepares the stretches of all ranks, beginning with block `first`, and deflates this rank's. */
static int make_stretches(const struct nd_appended *array, struct batch *batch, nd_idx first)
{
    int status = batch->failed;
    if (!status && batch->file) status = nd_work("writing fields", (double)first / batch->blocks);
    for (int r = 0; r < nd_comm_size() && array->prepare; r++) {
        const nd_idx block = first + r * BATCH;
        if (block >= batch->blocks) break;
        const nd_idx k0 = block * batch->per_block, n = nd_appended_stretch(array->width, array->K);
        const int code = array->prepare(array->context, k0, k0 + smaller(n, array->K - k0), r);
        if (!status) status = code;
    }
    if (!status) status = deflate_stretch(array, batch, first + nd_comm_rank() * BATCH);
    return status;
}

static int write_bytes(struct batch *batch, const void *bytes, size_t n)
{
    int status = 0;
    if (fwrite(bytes, 1, n, batch->file) != n)
        FAIL(NUDGE_EIO, "%s: cannot write: %s", batch->path, strerror(errno));
done:
    return status;
}

/* Brings the stretch of rank r to rank 0, which writes it. */
static int write_stretch(struct batch *batch, nd_idx first, int r)
{
    int status = 0;
    const int count = stretch_blocks(batch, first), own = nd_comm_rank();
    size_t n = 0;
    if (own && r != own) return 0;
    if (own) TRY(nd_comm_send(0, batch->n, (size_t)count * sizeof *batch->n));
    if (r != own) TRY(nd_comm_receive(r, batch->n, (size_t)count * sizeof *batch->n));
    for (int i = 0; i < count; i++) n += batch->n[i];
    if (own) TRY(nd_comm_send(0, batch->packed, n));
    if (r != own) TRY(nd_comm_receive(r, batch->packed, n));
    if (own) goto done;
    memcpy(batch->header + SIZES + first, batch->n, (size_t)count * sizeof *batch->n);
    if (!batch->failed) batch->failed = write_bytes(batch, batch->packed, n);
done:
    return status;
}

static int write_blocks(const struct nd_appended *array, struct batch *batch)
{
    int status = 0;
    const int ranks = nd_comm_size();
    for (nd_idx b = 0; b < batch->blocks; b += BATCH * ranks) {
        TRY(nd_comm_agree(make_stretches(array, batch, b)));
        for (int r = 0; r < ranks && b + r * BATCH < batch->blocks; r++)
            TRY(write_stretch(batch, b + r * BATCH, r));
    }
done:
    return status;
}

static int begin(const struct nd_appended *array, struct batch *batch)
{
    int status = 0;
    batch->per_block = per_block(array->width, array->K);
    batch->blocks = array->K / batch->per_block + (array->K % batch->per_block != 0);
    const size_t block_bytes = (size_t)batch->per_block * array->width,
                 slots = (size_t)stretch_blocks(batch, 0);
    batch->most = compressBound(block_bytes);
    ALLOC(batch->plain, slots * block_bytes);
    ALLOC(batch->packed, slots * batch->most);
    if (!batch->file) goto done;
    ALLOC(batch->header, SIZES + (size_t)batch->blocks);
    batch->header[COUNT] = (uint64_t)batch->blocks;
    batch->header[SIZE] = block_bytes;
    batch->header[LAST] = (size_t)(array->K % batch->per_block) * array->width;
done:
    return status;
}

/* The sizes are known only at the end, so that the header is written twice. */
static int write_header(struct batch *batch, off_t *start, int again)
{
    int status = 0;
    const size_t bytes = (SIZES + (size_t)batch->blocks) * sizeof *batch->header;
    if (!again) *start = ftello(batch->file);
    if (*start < 0 || (again && fseeko(batch->file, *start, SEEK_SET)))
        FAIL(NUDGE_EIO, "%s: cannot write: %s", batch->path, strerror(errno));
    TRY(write_bytes(batch, batch->header, bytes));
    if (again && fseeko(batch->file, 0, SEEK_END))
        FAIL(NUDGE_EIO, "%s: cannot write: %s", batch->path, strerror(errno));
done:
    return status;
}

int nd_appended_write(const struct nd_appended *array, FILE *file, const char *path)
{
    struct batch batch = {.file = file, .path = path};
    off_t start = 0;
    int status = begin(array, &batch);
    if (!status && file) status = write_header(&batch, &start, 0);
    TRY(nd_comm_agree(status));
    TRY(write_blocks(array, &batch));
    if (file) status = batch.failed ? batch.failed : write_header(&batch, &start, 1);
    TRY(nd_comm_agree(status));
done:
    free(batch.header);
    free(batch.plain);
    free(batch.packed);
    return status;
}
