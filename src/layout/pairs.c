#include "layout/pairs.h"

#include <string.h>
#include "elem/geometry.h"

/* The slots that one thread block of the gather covers. */
struct cover {
    const struct nd_faces *faces;
    const struct nd_layout *layout;
    int Nfp, M_B, N_fM;
    int64_t slots; /* of a thread block */
};

/* One side of a pair. */
struct side {
    int64_t slot;
    int face;
};

static int64_t fetch_address(const struct cover *c, int64_t slot)
{
    return nd_layout_address(c->layout, slot, 0, 0);
}

static int64_t store_offset(const struct cover *c, struct side side)
{
    const int64_t K_M = c->layout->block, local = side.slot % c->slots;
    return local / K_M * c->N_fM + (local % K_M * 4 + side.face) * c->Nfp;
}

static struct side find_other(const struct cover *c, struct side side)
{
    const int64_t at = 4 * side.slot + side.face;
    return (struct side){c->faces->EToE[at], c->faces->EToL[at] / 6};
}

/* The category of the descriptor in which the side is the minus side; -1 when it is the plus side
 * of another. */
static int find_category(const struct cover *c, struct side side)
{
    if (c->faces->EToL[4 * side.slot + side.face] >= ND_FACE_LISTS) return ND_PAIR_BOUNDARY;
    const struct side other = find_other(c, side);
    if (other.slot / c->slots != side.slot / c->slots) return ND_PAIR_ONE;
    return side.slot < other.slot || (side.slot == other.slot && side.face < other.face) ? ND_PAIR_TWO : -1;
}

/* Headers and the number of descriptors. */
static void count_pairs(struct nd_face_pairs *pairs, const struct cover *c, const nd_idx *element)
{
    for (int64_t b = 0; b < pairs->blocks; b++) {
        int32_t *header = pairs->header + 4 * b, *counts = header + 1;
        header[0] = (int32_t)pairs->n;
        for (int64_t s = b * c->slots; s < (b + 1) * c->slots && s < c->layout->slots; s++)
            for (int f = 0; f < 4 && element[s] >= 0; f++) {
                const int category = find_category(c, (struct side){s, f});
                if (category >= 0) counts[category]++;
            }
        const int all = counts[0] + counts[1] + counts[2];
        pairs->n += all;
        if (all > pairs->most) pairs->most = all;
    }
}

static void describe(int32_t *ints, const struct cover *c, struct side side, int category,
                     const int32_t *material)
{
    const int code = c->faces->EToL[4 * side.slot + side.face], wall = category == ND_PAIR_BOUNDARY;
    const struct side other = wall ? side : find_other(c, side);
    const int list = wall ? 6 * side.face : code, turn = wall ? 0 : code % 6;
    ints[ND_PAIR_FETCH_M] = (int32_t)fetch_address(c, side.slot);
    ints[ND_PAIR_FETCH_P] = (int32_t)fetch_address(c, other.slot);
    ints[ND_PAIR_STORE_M] = (int32_t)store_offset(c, side);
    ints[ND_PAIR_STORE_P] = category == ND_PAIR_TWO ? (int32_t)store_offset(c, other) : -1;
    ints[ND_PAIR_LISTS] = 6 * side.face | list << 8 | turn << 16;
    ints[ND_PAIR_CONDITION] = wall ? code - ND_FACE_LISTS : -1;
    ints[ND_PAIR_MATERIAL_M] = material[side.slot];
    ints[ND_PAIR_MATERIAL_P] = material[other.slot];
}

/* The descriptors of a block, in each category by the minus side's slot. */
static void fill_block(struct nd_face_pairs *pairs, const struct cover *c, const struct nd_placed *placed,
                       const nd_idx *element, int64_t b)
{
    const int32_t *header = pairs->header + 4 * b;
    int64_t next[3] = {header[0], header[0] + header[1], header[0] + header[1] + header[2]};
    for (int64_t s = b * c->slots; s < (b + 1) * c->slots && s < c->layout->slots; s++) {
        double G[9], J, n[4][3], Fscale[4];
        if (element[s] < 0) continue;
        nd_geometry_metric(placed->mesh, element[s], G, &J);
        nd_geometry_faces(G, n, Fscale);
        for (int f = 0; f < 4; f++) {
            const int category = find_category(c, (struct side){s, f});
            if (category < 0) continue;
            const int64_t at = next[category]++;
            double *reals = pairs->reals + ND_PAIR_REALS * at;
            describe(pairs->ints + ND_PAIR_INTS * at, c, (struct side){s, f}, category, placed->material);
            for (int i = 0; i < 3; i++) reals[i] = n[f][i];
            reals[3] = Fscale[f] * J;
        }
    }
}

/* Nothing that follows overflows: addresses, offsets and numbers of descriptors are of 32 bits. */
static int check_sizes(const struct cover *c, int Np)
{
    int status = 0;
    const struct nd_layout *y = c->layout;
    if (y->S_n != 1 || y->S_l != Np || y->S_b < (int64_t)y->block * Np)
        FAIL(NUDGE_EINTERNAL,
             "face pairs are for the layout of one array per field with whole elements in it");
    if (c->M_B < 1 || c->N_fM < y->block * 4 * c->Nfp)
        FAIL(NUDGE_EVALUE, "gather blocks of %d micro-blocks with %d reals for the %d face nodes of each",
             c->M_B, c->N_fM, y->block * 4 * c->Nfp);
    if (y->S_f > INT32_MAX || y->slots > INT32_MAX / 4)
        FAIL(NUDGE_EVALUE,
             "%lld elements of %d nodes: a field has %lld reals, and the gather counts to %d; use fewer "
             "elements, a "
             "lower order, or another variant",
             (long long)y->slots, Np, (long long)y->S_f, INT32_MAX);
    if ((int64_t)c->M_B * c->N_fM > INT32_MAX)
        FAIL(NUDGE_EVALUE, "gather blocks of %d micro-blocks are too large", c->M_B);
done:
    return status;
}

static int find_elements(nd_idx *element, int64_t slots, nd_idx K, const nd_idx *slot)
{
    int status = 0;
    for (int64_t s = 0; s < slots; s++) element[s] = -1;
    for (nd_idx k = 0; k < K; k++) {
        if (slot[k] < 0 || slot[k] >= slots || element[slot[k]] >= 0)
            FAIL(NUDGE_EINTERNAL, "element %d has slot %d, which is another's or not one of %lld", k, slot[k],
                 (long long)slots);
        element[slot[k]] = k;
    }
done:
    return status;
}

int nd_face_pairs_init(struct nd_face_pairs *pairs, const struct nd_placed *placed,
                       const struct nd_faces *faces, int M_B, int N_fM)
{
    int status = 0;
    const struct nd_elem *elem = placed->elem;
    const struct nd_layout *layout = placed->layout;
    const struct cover c = {faces, layout, elem->Nfp, M_B, N_fM, (int64_t)layout->block * M_B};
    nd_idx *element = NULL;
    memset(pairs, 0, sizeof *pairs);
    TRY(check_sizes(&c, elem->Np));
    ALLOC(element, layout->slots);
    TRY(find_elements(element, layout->slots, placed->mesh->K, placed->slot));
    pairs->blocks = (layout->slots + c.slots - 1) / c.slots;
    ALLOC(pairs->header, 4 * pairs->blocks);
    count_pairs(pairs, &c, element);
    ALLOC(pairs->ints, pairs->n * ND_PAIR_INTS);
    ALLOC(pairs->reals, pairs->n * ND_PAIR_REALS);
    ALLOC(pairs->store, 6 * elem->Nfp);
    for (int i = 0; i < 6 * elem->Nfp; i++) pairs->store[i] = elem->permuted[i];
#pragma omp parallel for schedule(static)
    for (int64_t b = 0; b < pairs->blocks; b++) fill_block(pairs, &c, placed, element, b);
done:
    free(element);
    if (status) nd_face_pairs_clear(pairs);
    return status;
}

void nd_face_pairs_clear(struct nd_face_pairs *pairs)
{
    free(pairs->header);
    free(pairs->ints);
    free(pairs->reals);
    free(pairs->store);
    memset(pairs, 0, sizeof *pairs);
}

/* -- the check -- */

/* The face whose fluxes go to this offset of block b; slot -1 when no face's do. */
static struct side find_stored(const struct cover *c, int64_t b, int offset)
{
    const struct side none = {-1, 0};
    const int rest = offset % c->N_fM, face = rest / c->Nfp;
    if (offset < 0 || offset >= c->M_B * c->N_fM || rest % c->Nfp || face >= 4 * c->layout->block)
        return none;
    const int64_t slot = b * c->slots + offset / c->N_fM * c->layout->block + face / 4;
    return slot < c->layout->slots ? (struct side){slot, face % 4} : none;
}

/* Marks the face; returns whether it belongs to an element, is fetched from the right place, and is new. */
static int mark(const struct cover *c, struct side side, int fetch, unsigned char *stored)
{
    return side.slot >= 0 && fetch == fetch_address(c, side.slot) && !stored[4 * side.slot + side.face]++;
}

static int pair_is_right(const struct nd_face_pairs *pairs, const struct cover *c, int64_t b, int64_t at,
                         int category, unsigned char *stored)
{
    const int32_t *ints = pairs->ints + ND_PAIR_INTS * at;
    const double *n = pairs->reals + ND_PAIR_REALS * at;
    const int lists = ints[ND_PAIR_LISTS], wall = category == ND_PAIR_BOUNDARY;
    const struct side minus = find_stored(c, b, ints[ND_PAIR_STORE_M]);
    if (!mark(c, minus, ints[ND_PAIR_FETCH_M], stored)) return 0;
    const int64_t face = 4 * minus.slot + minus.face;
    const struct side plus = {c->faces->EToE[face], wall ? minus.face : c->faces->EToL[face] / 6};
    const double length = n[0] * n[0] + n[1] * n[1] + n[2] * n[2];
    if (!(length > 1 - 1e-9 && length < 1 + 1e-9 && n[3] > 0)) return 0;
    if (ND_PAIR_LIST_M(lists) != 6 * minus.face || ints[ND_PAIR_FETCH_P] != fetch_address(c, plus.slot))
        return 0;
    if (wall) {
        return ints[ND_PAIR_CONDITION] == c->faces->EToL[face] - ND_FACE_LISTS &&
               ints[ND_PAIR_CONDITION] >= 0 && ints[ND_PAIR_STORE_P] == -1 &&
               ints[ND_PAIR_MATERIAL_P] == ints[ND_PAIR_MATERIAL_M];
    }
    if (ND_PAIR_LIST_P(lists) != c->faces->EToL[face] || ND_PAIR_TURN(lists) != ND_PAIR_LIST_P(lists) % 6 ||
        ints[ND_PAIR_CONDITION] != -1)
        return 0;
    if (category == ND_PAIR_ONE) return ints[ND_PAIR_STORE_P] == -1 && plus.slot / c->slots != b;
    const struct side other = find_stored(c, b, ints[ND_PAIR_STORE_P]);
    return other.slot == plus.slot && other.face == plus.face &&
           mark(c, other, ints[ND_PAIR_FETCH_P], stored);
}

int nd_face_pairs_check(const struct nd_face_pairs *pairs, const struct nd_placed *placed,
                        const struct nd_faces *faces, int M_B, int N_fM)
{
    int status = 0, most = 0;
    const struct nd_layout *layout = placed->layout;
    const nd_idx K = placed->mesh->K, *slot = placed->slot;
    const struct cover c = {faces, layout, placed->elem->Nfp, M_B, N_fM, (int64_t)layout->block * M_B};
    unsigned char *stored = NULL;
    int64_t at = 0, total = 0;
    ALLOC(stored, 4 * layout->slots);
    for (int64_t b = 0; b < pairs->blocks; b++) {
        const int32_t *header = pairs->header + 4 * b;
        if (header[0] != at || at + header[1] + header[2] + header[3] > pairs->n)
            FAIL(NUDGE_EINTERNAL, "the descriptors of block %lld begin at %d, not %lld, or are too many",
                 (long long)b, header[0], (long long)at);
        for (int category = 0; category < 3; category++)
            for (int i = 0; i < header[1 + category]; i++, at++)
                if (!pair_is_right(pairs, &c, b, at, category, stored))
                    FAIL(NUDGE_EINTERNAL, "descriptor %lld, of block %lld and category %d, is wrong",
                         (long long)at, (long long)b, category);
        if (at - header[0] > most) most = (int)(at - header[0]);
    }
    for (int64_t i = 0; i < 4 * layout->slots; i++) total += stored[i];
    for (nd_idx k = 0; k < K; k++)
        for (int64_t f = 0; f < 4; f++)
            if (stored[4 * (int64_t)slot[k] + f] != 1)
                FAIL(NUDGE_EINTERNAL, "face %d of element %d is not stored", (int)f, k);
    if (total != 4 * (int64_t)K || at != pairs->n || most != pairs->most)
        FAIL(NUDGE_EINTERNAL,
             "%lld faces are stored by %lld descriptors, %d in a block; there are %lld, %lld, %d",
             (long long)total, (long long)at, most, 4 * (long long)K, (long long)pairs->n, pairs->most);
done:
    free(stored);
    return status;
}
