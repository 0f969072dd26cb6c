// Face-pair descriptors: every face is stored once, from coinciding points, with the right
// geometry, materials and conditions, whatever the mesh, the micro-blocks and the blocks.
#include "cubes.h"
#include "elem/geometry.h"
#include "layout/pairs.h"
#include "part/blocks.h"

struct bench {
    struct nd_mesh mesh;
    struct nd_connect connect;
    struct nd_elem elem;
    struct nd_layout layout;
    struct nd_faces faces;
    struct nd_face_pairs pairs;
    nd_idx *slot, *element; /* element[slots] or -1 */
    int32_t *material;
    double *x[3]; /* [K][Np] */
    int M_B, N_fM;
    struct nd_placed placed;
};

static const int condition[7] = {2, 0, 1, 2, 7, 1, 5};

static void place(struct bench *at, int K_M, int room)
{
    const struct nd_blocks_limits limits = {K_M * at->M_B, room ? room * K_M * at->M_B / 4 + 3 : 0, 0};
    int64_t blocks;
    at->slot = nd_alloc((size_t)at->mesh.K, sizeof *at->slot);
    CHECK_OK(nd_blocks_place(&at->connect, &at->mesh, &limits, at->slot, &blocks));
    nd_layout_paper(&at->layout, room ? (nd_idx)blocks * limits.elements : at->mesh.K, at->elem.Np, 6, K_M,
                    (K_M * at->elem.Np + 15) / 16 * 16);
    at->element = nd_alloc((size_t)at->layout.slots, sizeof *at->element);
    at->material = nd_alloc((size_t)at->layout.slots, sizeof *at->material);
    for (int64_t s = 0; s < at->layout.slots; s++) at->element[s] = -1;
    for (nd_idx k = 0; k < at->mesh.K; k++) at->element[at->slot[k]] = k;
    for (int64_t s = 0; s < at->layout.slots; s++) at->material[s] = (int32_t)(s * 7 % 5);
}

/* room: quarters of descriptors allowed per element; 0: no limit, and no empty slots. */
static void bench_init(struct bench *at, const struct cubes *cubes, int N, int K_M, int M_B, int room)
{
    memset(at, 0, sizeof *at);
    cubes_init(&at->mesh, cubes);
    CHECK_OK(nd_connect_init(&at->connect, &at->mesh));
    CHECK_OK(nd_elem_init(&at->elem, N));
    at->M_B = M_B;
    at->N_fM = (4 * at->elem.Nfp * K_M + 15) / 16 * 16;
    place(at, K_M, room);
    at->placed = (struct nd_placed){.mesh = &at->mesh,
                                    .connect = &at->connect,
                                    .elem = &at->elem,
                                    .layout = &at->layout,
                                    .slot = at->slot,
                                    .material = at->material,
                                    .condition = condition};
    CHECK_OK(nd_faces_init(&at->faces, &at->placed));
    const int Np = at->elem.Np;
    for (int i = 0; i < 3; i++) at->x[i] = nd_alloc((size_t)(at->mesh.K * Np), sizeof(double));
    for (nd_idx k = 0; k < at->mesh.K; k++)
        nd_geometry_nodes(&at->mesh, &at->elem, k, at->x[0] + k * Np, at->x[1] + k * Np, at->x[2] + k * Np);
    CHECK_OK(nd_face_pairs_init(&at->pairs, &at->placed, &at->faces, M_B, at->N_fM));
}

static void bench_clear(struct bench *at)
{
    nd_face_pairs_clear(&at->pairs);
    nd_faces_clear(&at->faces);
    nd_elem_clear(&at->elem);
    nd_connect_clear(&at->connect);
    nd_mesh_clear(&at->mesh);
    for (int i = 0; i < 3; i++) free(at->x[i]);
    free(at->slot), free(at->element), free(at->material);
}

/* The element whose node 0 has this address in a field. */
static nd_idx element_at(const struct bench *at, int address)
{
    const int64_t micro = address / at->layout.S_b, lane = address % at->layout.S_b / at->elem.Np;
    const int64_t slot = micro * at->layout.block + lane;
    if (address < 0 || address % at->layout.S_b % at->elem.Np || lane >= at->layout.block ||
        slot >= at->layout.slots)
        return -1;
    return at->element[slot];
}

/* Coordinates of a face's node as fetched. Periodic images differ by whole numbers, so only the
 * rest is kept. */
static void fetch(const struct bench *at, nd_idx k, int list, int n, double x[3])
{
    for (int i = 0; i < 3; i++) x[i] = at->x[i][k * at->elem.Np + at->faces.lists[list * at->elem.Nfp + n]];
}

static double apart(const struct bench *at, const double a[3], const double b[3])
{
    double most = 0;
    for (int i = 0; i < 3; i++) {
        const double d = a[i] - b[i];
        most = fmax(most, fabs(at->mesh.Nperiodic ? d - round(d) : d));
    }
    return most;
}

/* A gather in plain words: what each descriptor fetches goes where it says, as coordinates; then
 * every face node of every element has to hold its own point, once from its own side and once from
 * the other. */
struct gathered {
    double *x;           /* [blocks][M_B * N_fM][3] */
    unsigned char *seen; /* [blocks][M_B * N_fM] */
};

static void put(const struct bench *at, struct gathered *g, int64_t b, int offset, const double x[3])
{
    const int size = at->M_B * at->N_fM;
    CHECK(offset >= 0 && offset < size);
    if (offset < 0 || offset >= size) return;
    memcpy(g->x + 3 * (b * size + offset), x, 3 * sizeof *x);
    g->seen[b * size + offset]++;
}

static void check_geometry(const struct bench *at, int64_t d, nd_idx k, int face)
{
    const double *n = at->pairs.reals + ND_PAIR_REALS * d;
    const nd_idx *vertex = at->mesh.EToV + 4 * k;
    const double *v[4];
    double a[3], b[3], cross[3], away = 0, area = 0, against = 0;
    for (int i = 0; i < 3; i++) v[i] = at->mesh.V + 3 * vertex[nd_face_vertex[face][i]];
    v[3] = at->mesh.V +
           3 * vertex[6 - nd_face_vertex[face][0] - nd_face_vertex[face][1] - nd_face_vertex[face][2]];
    for (int i = 0; i < 3; i++) a[i] = v[1][i] - v[0][i], b[i] = v[2][i] - v[0][i];
    for (int i = 0; i < 3; i++) cross[i] = a[(i + 1) % 3] * b[(i + 2) % 3] - a[(i + 2) % 3] * b[(i + 1) % 3];
    for (int i = 0; i < 3; i++) {
        area += cross[i] * cross[i];
        away += n[i] * (v[0][i] - v[3][i]);
        against += n[i] * cross[i];
    }
    CHECK(away > 0);                              /* outward */
    CHECK_NEAR(fabs(against), sqrt(area), 1e-13); /* normal to the face, and of length 1 */
    CHECK_NEAR(n[0] * n[0] + n[1] * n[1] + n[2] * n[2], 1, 1e-12);
    CHECK_NEAR(n[3], sqrt(area) / 2 / 2, 1e-13); /* the reference face has area 2 */
}

static void gather_one(const struct bench *at, struct gathered *g, int64_t b, int64_t d, int category)
{
    const int32_t *p = at->pairs.ints + ND_PAIR_INTS * d;
    const int lists = p[ND_PAIR_LISTS], Nfp = at->elem.Nfp, listM = lists & 255, listP = lists >> 8 & 255;
    const nd_idx kM = element_at(at, p[ND_PAIR_FETCH_M]), kP = element_at(at, p[ND_PAIR_FETCH_P]);
    CHECK(kM >= 0 && kP >= 0 && listM < 24 && listP < 24 && lists >> 16 < 6);
    if (test_failures) return;
    const int64_t per_block = (int64_t)at->layout.block * at->M_B;
    const nd_idx name = at->connect.EToB[4 * kM + listM / 6];
    CHECK(at->slot[kM] / per_block == b);
    CHECK((at->slot[kP] / per_block == b) == (category != 1));
    CHECK((p[ND_PAIR_STORE_P] >= 0) == (category == 0));
    CHECK(p[ND_PAIR_CONDITION] == (category == 2 ? condition[name] : -1) && (name >= 0) == (category == 2));
    CHECK(p[ND_PAIR_MATERIAL_M] == at->material[at->slot[kM]] &&
          p[ND_PAIR_MATERIAL_P] == at->material[at->slot[kP]]);
    check_geometry(at, d, kM, listM / 6);
    for (int n = 0; n < Nfp; n++) {
        double xM[3], xP[3];
        fetch(at, kM, listM, n, xM);
        fetch(at, kP, listP, n, xP);
        CHECK(apart(at, xM, xP) < 1e-12);
        put(at, g, b, p[ND_PAIR_STORE_M] + n, xP);
        if (category == 0) put(at, g, b, p[ND_PAIR_STORE_P] + at->pairs.store[(lists >> 16) * Nfp + n], xM);
    }
}

static void check_gathered(const struct bench *at, const struct gathered *g)
{
    const int Nfp = at->elem.Nfp, K_M = at->layout.block;
    int64_t stored = 0, wrong = 0;
    for (nd_idx k = 0; k < at->mesh.K; k++)
        for (int n = 0; n < 4 * Nfp; n++) {
            double x[3];
            const int64_t to = (int64_t)(at->slot[k] / K_M) * at->N_fM + at->slot[k] % K_M * 4 * Nfp + n;
            fetch(at, k, n / Nfp * 6, n % Nfp, x);
            wrong += g->seen[to] != 1 || apart(at, x, g->x + 3 * to) > 1e-12;
        }
    for (int64_t i = 0; i < at->pairs.blocks * at->M_B * at->N_fM; i++) stored += g->seen[i];
    if (wrong || stored != (int64_t)at->mesh.K * 4 * Nfp) {
        printf("K = %d, K_M = %d, M_B = %d: %lld face nodes wrong, %lld stores\n", at->mesh.K, K_M, at->M_B,
               (long long)wrong, (long long)stored);
        test_failures++;
    }
}

static void check_pairs(const struct cubes *cubes, int N, int K_M, int M_B, int room)
{
    struct bench at;
    struct gathered g;
    int most = 0;
    int64_t d = 0;
    bench_init(&at, cubes, N, K_M, M_B, room);
    if (test_failures) return;
    const int64_t size = (int64_t)M_B * at.N_fM, blocks = at.pairs.blocks;
    CHECK(blocks == (at.layout.slots + K_M * M_B - 1) / (K_M * M_B));
    g.x = nd_alloc((size_t)(3 * blocks * size), sizeof *g.x);
    g.seen = nd_alloc((size_t)(blocks * size), 1);
    for (int64_t b = 0; b < blocks; b++) {
        const int32_t *header = at.pairs.header + 4 * b;
        CHECK(header[0] == d);
        for (int category = 0; category < 3; category++)
            for (int i = 0; i < header[1 + category]; i++, d++) {
                gather_one(&at, &g, b, d, category);
                CHECK(i == 0 || at.pairs.ints[ND_PAIR_INTS * d] >= at.pairs.ints[ND_PAIR_INTS * (d - 1)]);
            }
        if (d - header[0] > most) most = (int)(d - header[0]);
    }
    CHECK(d == at.pairs.n && most == at.pairs.most);
    CHECK(!room || most <= room * K_M * M_B / 4 + 3);
    check_gathered(&at, &g);
    CHECK_OK(nd_face_pairs_check(&at.pairs, &at.placed, &at.faces, M_B, at.N_fM));
    free(g.x), free(g.seen);
    bench_clear(&at);
}

/* The check sees what is wrong: each number of a descriptor is changed in turn. */
static void check_the_check(void)
{
    struct bench at;
    bench_init(&at, &(struct cubes){.n = {3, 2, 2}, .jitter = 0.2, .seed = 5}, 2, 3, 2, 0);
#define CHECKED nd_face_pairs_check(&at.pairs, &at.placed, &at.faces, at.M_B, at.N_fM)
    const int32_t *header = at.pairs.header + 4;
    CHECK(header[1] > 0 && header[2] > 0 && header[3] > 0);
    const int64_t sample[3] = {header[0], header[0] + header[1], header[0] + header[1] + header[2]};
    for (int category = 0; category < 3; category++) {
        int32_t *ints = at.pairs.ints + ND_PAIR_INTS * sample[category];
        double *reals = at.pairs.reals + ND_PAIR_REALS * sample[category];
        for (int i = 0; i <= ND_PAIR_CONDITION; i++)
            for (int by = -1; by < 2; by += 2) {
                ints[i] += by;
                CHECK_FAILS(CHECKED, NUDGE_EINTERNAL, "is wrong");
                ints[i] -= by;
            }
        for (int i = 0; i < ND_PAIR_REALS; i++) {
            const double old = reals[i];
            reals[i] = NAN;
            CHECK_FAILS(CHECKED, NUDGE_EINTERNAL, "is wrong");
            reals[i] = old;
        }
    }
    for (int i = 0; i < 8; i++) {
        at.pairs.header[i]++;
        CHECK_FAILS(CHECKED, NUDGE_EINTERNAL, "");
        at.pairs.header[i]--;
    }
    at.pairs.n--;
    CHECK_FAILS(CHECKED, NUDGE_EINTERNAL, "too many");
    at.pairs.n++;
    at.pairs.most++;
    CHECK_FAILS(CHECKED, NUDGE_EINTERNAL, "in a block");
    at.pairs.most--;
    CHECK_OK(CHECKED);
    bench_clear(&at);
}

/* Two faces of one element that meet each other: a pair like any other, and needing one descriptor. */
static void check_own(void)
{
    struct bench at;
    bench_init(&at, &(struct cubes){.n = {1, 1, 1}, .seed = 4}, 3, 2, 2, 0);
    int wall[2] = {-1, -1};
    for (int f = 0; f < 4; f++)
        if (at.connect.EToB[f] >= 0) wall[wall[0] >= 0] = f;
    const int64_t n = at.pairs.n;
    unsigned char *EToL = at.faces.EToL + 4 * at.slot[0];
    CHECK(wall[1] > wall[0]);
    int back = 0; /* inverse of permutation 3 */
    for (int p = 0; p < 6; p++) {
        int same = 1;
        for (int i = 0; i < 3; i++) same = same && nd_permutation[p][nd_permutation[3][i]] == i;
        if (same) back = p;
    }
    EToL[wall[0]] = (unsigned char)(6 * wall[1] + 3);
    EToL[wall[1]] = (unsigned char)(6 * wall[0] + back);
    nd_face_pairs_clear(&at.pairs);
    CHECK_OK(nd_face_pairs_init(&at.pairs, &at.placed, &at.faces, at.M_B, at.N_fM));
    CHECK_OK(CHECKED);
    CHECK(at.pairs.n == n - 1);
    bench_clear(&at);
}

/* Too large, or no layout for this. */
static void check_refused(void)
{
    struct bench at;
    struct nd_face_pairs pairs;
    bench_init(&at, &(struct cubes){.n = {1, 1, 1}}, 2, 2, 1, 0);
#define TRIED(M_B, N_fM) nd_face_pairs_init(&pairs, &at.placed, &at.faces, M_B, N_fM)
    CHECK_FAILS(TRIED(0, 64), NUDGE_EVALUE, "gather blocks of 0");
    CHECK_FAILS(TRIED(1, 47), NUDGE_EVALUE, "47 reals for the 48 face nodes");
    CHECK_FAILS(TRIED(100000000, 64), NUDGE_EVALUE, "too large");
    nd_idx old = at.slot[0];
    at.slot[0] = at.slot[1];
    CHECK_FAILS(TRIED(1, 48), NUDGE_EINTERNAL, "which is another's");
    at.slot[0] = old;
    nd_layout_paper(&at.layout, 220000000, at.elem.Np, 6, 2, 32);
    CHECK_FAILS(TRIED(1, 48), NUDGE_EVALUE, "use fewer elements");
    nd_layout_simd(&at.layout, at.mesh.K, at.elem.Np, 6, 2);
    CHECK_FAILS(TRIED(1, 48), NUDGE_EINTERNAL, "one array per field");
    bench_clear(&at);
}

int main(void)
{
    static const int shape[][2] = {{1, 1}, {1, 3}, {4, 1}, {3, 2}, {4, 4}, {7, 1}, {8, 5}, {64, 2}};
    for (size_t i = 0; i < CUBES_ODD; i++)
        for (size_t j = 0; j < sizeof shape / sizeof *shape; j++)
            for (int room = 0; room <= 12; room += 6)
                check_pairs(&cubes_odd[i], 2, shape[j][0], shape[j][1], room);
    for (int N = 1; N <= 9; N++) {
        check_pairs(&cubes_odd[0], N, 5, 3, 0);
        check_pairs(&cubes_odd[3], N, 2, 2, 0);
    }
    check_the_check();
    check_own();
    check_refused();
    TEST_END;
}
