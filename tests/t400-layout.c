// Layouts: addresses of the three families are distinct and inside the array; fields written to a
// device read back, whatever the number of elements and the order of slots.
#include "cubes.h"
#include "layout/faces.h"
#include "layout/transfer.h"

static const char *const family_name[] = {"paper", "fused", "fused, padded", "simd"};

static void make(struct nd_layout *layout, int family, nd_idx K, int Np, int fields, int block)
{
    switch (family) {
    case 0: nd_layout_paper(layout, K, Np, fields, block, (block * Np + 31) / 32 * 32); break;
    case 1: nd_layout_fused(layout, K, Np, fields, Np); break;
    case 2: nd_layout_fused(layout, K, Np, fields, (Np + 7) / 8 * 8); break;
    default: nd_layout_simd(layout, K, Np, fields, block);
    }
}

static void check_addresses(int family, nd_idx K, int Np, int fields, int block)
{
    struct nd_layout y;
    int64_t bad = 0;
    make(&y, family, K, Np, fields, block);
    CHECK(y.slots >= K && y.slots - K < y.block && y.slots % y.block == 0);
    char *taken = nd_alloc((size_t)y.length, 1);
    for (int64_t s = 0; s < y.slots; s++)
        for (int f = 0; f < fields; f++)
            for (int n = 0; n < Np; n++) {
                const int64_t at = nd_layout_address(&y, s, f, n);
                if (at < 0 || at >= y.length || taken[at]++) bad++;
            }
    if (bad) {
        printf("%s, K = %d, Np = %d, %d fields, blocks of %d: %lld addresses out of the array or taken\n",
               family_name[family], K, Np, fields, block, (long long)bad);
        test_failures++;
    }
    free(taken);
}

/* The last number of arrays beyond what 32 bits count, in reals and in bytes. */
static void check_huge(void)
{
    static const struct {
        nd_idx K;
        int Np;
    } huge[] = {{350000000, 4}, {45000000, 35}, {13200000, 120}, {INT32_MAX / 4, 220}};
    for (int i = 0; i < 4; i++)
        for (int family = 0; family < 4; family++) {
            struct nd_layout y;
            make(&y, family, huge[i].K, huge[i].Np, 6, 8);
            const __int128 padded = family == 0   ? (8 * huge[i].Np + 31) / 32 * 4
                                    : family == 2 ? (huge[i].Np + 7) / 8 * 8
                                                  : huge[i].Np;
            CHECK(y.length == padded * 6 * y.slots && y.slots >= huge[i].K && y.slots < huge[i].K + 8);
            const int64_t last = nd_layout_address(&y, y.slots - 1, 5, huge[i].Np - 1);
            CHECK(last < y.length && last >= y.length - 32);
        }
}

/* slot[k]: a random injection of elements into slots. */
static nd_idx *random_slots(int64_t slots, unsigned *seed)
{
    nd_idx *all = nd_alloc((size_t)slots, sizeof *all);
    for (nd_idx s = 0; s < slots; s++) all[s] = s;
    for (nd_idx s = (nd_idx)slots - 1; s > 0; s--) {
        const nd_idx other = (nd_idx)((s + 1) * test_random(seed)), old = all[s];
        all[s] = all[other];
        all[other] = old;
    }
    return all;
}

/* Every real that no element owns is still zero. */
static void check_holes(const struct nd_layout *y, const nd_idx *slot, nd_idx K, size_t real,
                        const char *array)
{
    char *owned = nd_alloc((size_t)y->length, 1);
    int64_t dirty = 0;
    for (nd_idx k = 0; k < K; k++)
        for (int f = 0; f < y->fields; f++)
            for (int n = 0; n < y->Np; n++) owned[nd_layout_address(y, slot[k], f, n)] = 1;
    for (int64_t i = 0; i < y->length; i++)
        for (size_t b = 0; b < real && !owned[i]; b++) dirty += array[(size_t)i * real + b] != 0;
    CHECK(dirty == 0);
    free(owned);
}

struct made {
    const double *in; /* [fields][K][Np] */
    nd_idx K;
    int Np;
};
static void make_values(const void *context, nd_idx k, int field, double *values)
{
    const struct made *made = context;
    const size_t Np = (size_t)made->Np;
    memcpy(values, made->in + ((size_t)field * (size_t)made->K + (size_t)k) * Np, Np * sizeof *values);
}

/* The same fields made in one sweep, over memory that held other things. */
static void check_made(const struct nd_transfer *t, const struct made *made, const char *array)
{
    struct nd_buffer buffer;
    const size_t bytes = (size_t)t->layout->length * t->real;
    char *again = nd_alloc(bytes, 1);
    memset(again, 0x3c, bytes);
    CHECK_OK(nd_device_alloc(t->device, &buffer, bytes));
    CHECK_OK(t->device->backend->write(t->device, &buffer, 0, again, bytes));
    CHECK_OK(nd_transfer_make(t, &buffer, make_values, made));
    CHECK_OK(t->device->backend->read(t->device, again, &buffer, 0, bytes));
    CHECK(!memcmp(again, array, bytes));
    nd_device_free(t->device, &buffer);
    free(again);
}

static void check_transfer(struct nd_device *device, int family, nd_idx K, int Np, int block, size_t real)
{
    enum { FIELDS = 3 };
    struct nd_layout y;
    struct nd_buffer buffer;
    unsigned seed = (unsigned)(K * 31 + block);
    make(&y, family, K, Np, FIELDS, block);
    nd_idx *slot = random_slots(y.slots, &seed);
    const size_t n = (size_t)K * (size_t)Np;
    double *in = nd_alloc(FIELDS * n, sizeof *in), *out = nd_alloc(n, sizeof *out);
    char *array = nd_alloc((size_t)y.length, real);
    for (size_t i = 0; i < FIELDS * n; i++) in[i] = 2 * test_random(&seed) - 1 + 1e-9;
    CHECK_OK(nd_device_alloc(device, &buffer, (size_t)y.length * real));
    const struct nd_transfer t = {device, &y, slot, K, real};
    for (int f = 0; f < FIELDS; f++) CHECK_OK(nd_transfer_write(&t, &buffer, f, in + (size_t)f * n));
    int wrong = 0, misplaced = 0;
    for (int f = FIELDS - 1; f >= 0; f--) {
        CHECK_OK(nd_transfer_read(&t, &buffer, f, out));
        for (size_t i = 0; i < n; i++) {
            const double want = in[(size_t)f * n + i];
            wrong += out[i] != (real == 4 ? (double)(float)want : want);
        }
    }
    CHECK_OK(device->backend->read(device, array, &buffer, 0, (size_t)y.length * real));
    for (nd_idx k = 0; k < K; k++)
        for (int f = 0; f < FIELDS; f++)
            for (int node = 0; node < Np; node++) {
                const int64_t at = nd_layout_address(&y, slot[k], f, node);
                const double want = in[(size_t)f * n + (size_t)(k * Np + node)];
                misplaced += real == 4 ? ((float *)array)[at] != (float)want : ((double *)array)[at] != want;
            }
    if (wrong || misplaced) {
        printf(
            "%s, K = %d, Np = %d, blocks of %d, %zu bytes: %d values came back otherwise, %d lay elsewhere\n",
            family_name[family], K, Np, block, real, wrong, misplaced);
        test_failures++;
    }
    check_holes(&y, slot, K, real, array);
    check_made(&t, &(struct made){in, K, Np}, array);
    nd_device_free(device, &buffer);
    free(slot), free(in), free(out), free(array);
}

/* The face table: symmetric through the slots, its lists name the same points, empty slots face themselves.
 */
static void check_faces(void)
{
    struct nd_mesh mesh;
    struct nd_connect connect;
    struct nd_elem elem;
    struct nd_layout y;
    struct nd_faces faces;
    unsigned seed = 3;
    const int condition[6] = {2, 0, 1, 2, 0, 1};
    cubes_init(&mesh, &(struct cubes){.n = {2, 1, 1}, .seed = 11});
    CHECK_OK(nd_connect_init(&connect, &mesh));
    CHECK_OK(nd_elem_init(&elem, 3));
    nd_layout_simd(&y, mesh.K, elem.Np, 6, 8);
    nd_idx *slot = random_slots(y.slots, &seed);
    const struct nd_placed placed = {.mesh = &mesh,
                                     .connect = &connect,
                                     .elem = &elem,
                                     .layout = &y,
                                     .slot = slot,
                                     .condition = condition};
    CHECK_OK(nd_faces_init(&faces, &placed));
    int inner = 0, wall = 0, filled[64] = {0};
    for (nd_idx k = 0; k < mesh.K; k++) {
        filled[slot[k]] = 1;
        for (int f = 0; f < 4; f++) {
            const int code = faces.EToL[4 * slot[k] + f];
            const nd_idx neighbour = faces.EToE[4 * slot[k] + f], name = connect.EToB[4 * k + f];
            if (name >= 0) {
                CHECK(code == ND_FACE_LISTS + condition[name] && neighbour == slot[k]);
                wall++;
            } else {
                CHECK(code < ND_FACE_LISTS && faces.EToE[4 * neighbour + code / 6] == slot[k]);
                CHECK(faces.EToL[4 * neighbour + code / 6] / 6 == f);
                inner++;
            }
        }
    }
    CHECK(inner > 0 && wall == 20);
    for (int64_t s = 0; s < y.slots; s++)
        for (int f = 0; f < 4 && !filled[s]; f++)
            CHECK(faces.EToE[4 * s + f] == s && faces.EToL[4 * s + f] == 6 * f);
    nd_faces_clear(&faces);
    nd_elem_clear(&elem);
    nd_connect_clear(&connect);
    nd_mesh_clear(&mesh);
    free(slot);
}

int main(void)
{
    static const nd_idx Ks[] = {1, 2, 7, 8, 9, 33};
    static const int Nps[] = {4, 10, 35, 220}, blocks[] = {1, 2, 3, 8, 16};
    struct nd_device *device;
    setenv("NUDGE_CC", "none", 1); /* nothing is compiled here */
    CHECK_OK(nd_device_open(&device, "cpu"));
    for (int family = 0; family < 4; family++)
        for (int k = 0; k < 6; k++)
            for (int p = 0; p < 4; p++)
                for (int b = 0; b < 5; b++) {
                    check_addresses(family, Ks[k], Nps[p], 1 + 5 * (b % 2), blocks[b]);
                    if (p < 3)
                        for (size_t real = 4; real <= 8; real += 4)
                            check_transfer(device, family, Ks[k], Nps[p], blocks[b], real);
                }
    for (int family = 0; family < 4; family++)
        check_transfer(device, family, 65000, 35, 8, 8); /* in pieces */
    nd_device_close(device);
    check_huge();
    check_faces();
    TEST_END;
}
