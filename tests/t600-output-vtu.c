/* The .vtu files, decoded again: every array, for every order, with one and with many compressed blocks;
 * and curved elements, of an order above that of the fields too. */
#define _GNU_SOURCE
#include "test.h"

#include <inttypes.h>
#include <zlib.h>
#include "base/file.h"
#include "mesh/curved.h"
#include "output/vtu.h"

/* A sheared box of 6 n^3 tetrahedra. */
static const double shear[3][3] = {{1, 0.2, 0.1}, {-0.3, 1.1, 0.2}, {0.1, 0.3, 0.9}};
static const int corner[6][4] = {{0, 1, 3, 7}, {0, 3, 2, 7}, {0, 2, 6, 7},
                                 {0, 6, 4, 7}, {0, 4, 5, 7}, {0, 5, 1, 7}};

static void make_mesh(struct nd_mesh *mesh, int n)
{
    *mesh = (struct nd_mesh){.K = 6 * n * n * n, .Nv = (n + 1) * (n + 1) * (n + 1)};
    mesh->V = nd_alloc((size_t)mesh->Nv * 3, sizeof(double));
    mesh->EToV = nd_alloc((size_t)mesh->K * 4, sizeof(nd_idx));
    mesh->region = nd_alloc((size_t)mesh->K, sizeof(nd_idx));
    mesh->label = nd_alloc((size_t)mesh->K, sizeof(nd_gid));
    for (int v = 0; v < mesh->Nv; v++) {
        int at[3] = {v % (n + 1), v / (n + 1) % (n + 1), v / (n + 1) / (n + 1)};
        for (int c = 0; c < 3; c++)
            for (int d = 0; d < 3; d++) mesh->V[3 * v + c] += shear[c][d] * at[d] / n;
    }
    for (int k = 0; k < mesh->K; k++) {
        int cell = k / 6, x = cell % n, y = cell / n % n, z = cell / n / n;
        for (int i = 0; i < 4; i++) {
            int c = corner[k % 6][i];
            mesh->EToV[4 * k + i] = x + (c & 1) + (n + 1) * (y + (c >> 1 & 1) + (n + 1) * (z + (c >> 2)));
        }
        mesh->region[k] = k % 3;
        mesh->label[k] = INT64_C(10000000000) + 7 * k;
    }
}

/* A displacement of degree `order`. */
static void displace(int order, const double x[3], double out[3])
{
    for (int c = 0; c < 3; c++) out[c] = x[c] + (order > 1 ? 0.05 * pow(x[(c + 1) % 3] - 0.4 * c, order) : 0);
}

/* Bends every second element. Neighbours do not matter here. */
static void curve(struct nd_mesh *mesh, int order)
{
    int lattice[ND_CURVED_POINTS_MOST][4];
    const int points = nd_curved_points(order);
    nd_curved_lattice(order, lattice);
    mesh->curved_order = order;
    mesh->curved = nd_alloc((size_t)mesh->K, sizeof *mesh->curved);
    mesh->shape = nd_alloc((size_t)mesh->K * (size_t)points, 3 * sizeof *mesh->shape);
    for (nd_idx k = 0; k < mesh->K; k += 2) {
        double *shape = mesh->shape + 3 * points * mesh->Ncurved;
        mesh->curved[mesh->Ncurved++] = k;
        for (int n = 0; n < points; n++) {
            double x[3] = {0};
            for (int v = 0; v < 4; v++)
                for (int c = 0; c < 3; c++)
                    x[c] += mesh->V[3 * mesh->EToV[4 * k + v] + c] * lattice[n][v] / order;
            displace(order, x, shape + 3 * n);
        }
    }
}

static void free_mesh(struct nd_mesh *mesh)
{
    free(mesh->curved);
    free(mesh->shape);
    free(mesh->V);
    free(mesh->EToV);
    free(mesh->region);
    free(mesh->label);
}

/* A polynomial of degree N, another for each field. */
static double polynomial(int N, int field, double x, double y, double z)
{
    double a = 0.3 + 0.1 * field, b = pow(x - a * y + 0.5 * z, N), c = pow(a * x + y - 0.2 * z, N - 1);
    return b + c * (field + 1) + 0.25;
}

struct file {
    char *bytes;
    size_t n;
};

static struct file read_whole(const char *path)
{
    struct file file = {0};
    CHECK_OK(nd_file_read(path, 1 << 28, &file.bytes, &file.n));
    return file;
}

static const char *find(const struct file *file, const char *text)
{
    return memmem(file->bytes, file->n, text, strlen(text));
}

/* Inflates the array whose tag contains `mark`; null when it is not there or not `bytes` long. *blocks: how
 * many. */
static void *decode(const struct file *file, const char *mark, size_t bytes, uint64_t *blocks)
{
    const char *tag = find(file, mark), *start = find(file, "<AppendedData encoding=\"raw\">\n_");
    if (!tag || !start) return NULL;
    const char *p = strchr(start, '_') + 1 + strtoull(strstr(tag, "offset=\"") + 8, NULL, 10);
    uint64_t head[3];
    memcpy(head, p, sizeof head);
    const char *sizes = p + sizeof head, *packed = sizes + 8 * head[0];
    if (!head[0] || (head[0] - 1) * head[1] + (head[2] ? head[2] : head[1]) != bytes) return NULL;
    char *out = malloc(bytes);
    for (uint64_t b = 0; b < head[0]; b++) {
        uint64_t size;
        memcpy(&size, sizes + 8 * b, 8);
        uLongf n = b == head[0] - 1 && head[2] ? head[2] : head[1], want = n;
        CHECK(packed + size <= file->bytes + file->n);
        CHECK(uncompress((Bytef *)out + b * head[1], &n, (const Bytef *)packed, size) == Z_OK && n == want);
        packed += size;
    }
    if (blocks) *blocks = head[0];
    return out;
}

static void check_cells(const struct file *file, const struct nd_mesh *mesh, int Np)
{
    size_t K = (size_t)mesh->K;
    int64_t *connectivity = decode(file, "Name=\"connectivity\"", K * (size_t)Np * 8, NULL);
    int64_t *offsets = decode(file, "Name=\"offsets\"", K * 8, NULL),
            *element = decode(file, "Name=\"element\"", K * 8, NULL);
    uint8_t *types = decode(file, "Name=\"types\"", K, NULL);
    int32_t *region = decode(file, "Name=\"region\"", K * 4, NULL);
    CHECK(connectivity && offsets && types && region && element);
    if (test_failures) return;
    for (size_t i = 0; i < K * (size_t)Np; i++) CHECK(connectivity[i] == (int64_t)i);
    for (size_t k = 0; k < K; k++)
        CHECK(offsets[k] == (int64_t)(k + 1) * Np && types[k] == 71 && region[k] == mesh->region[k] &&
              element[k] == mesh->label[k]);
    free(connectivity);
    free(offsets);
    free(types);
    free(region);
    free(element);
}

/* Points are where VTK's nodes are mapped to, E and p are there what they should be; `factor` multiplies the
 * fields, which are polynomials of degree N of the straight element's coordinates. */
static void check_fields(const struct file *file, const struct nd_mesh *mesh, int N, double factor,
                         uint64_t least_blocks)
{
    double r[220], s[220], t[220];
    uint64_t blocks = 0;
    const int bent = mesh->curved_order, cells = bent > N ? bent : N, Np = nd_elem_Np(cells);
    size_t n = (size_t)mesh->K * (size_t)Np;
    double *points = decode(file, "<Points>", n * 24, &blocks);
    float *E = decode(file, "Name=\"E\" NumberOfComponents=\"3\"", n * 12, NULL);
    float *p = decode(file, "Name=\"p&amp;q\"", n * 4, NULL);
    float *tensor = decode(file, "Name=\"s\" NumberOfComponents=\"6\"", n * 24, NULL);
    static const int order[] = {4, 5, 6, 9, 7, 8}; /* xx yy zz xy yz xz */
    CHECK(points && E && p && tensor && blocks >= least_blocks);
    if (test_failures) return;
    CHECK_OK(nd_vtk_nodes(cells, r, s, t));
    for (size_t i = 0; i < n; i++) {
        const double *at = points + 3 * i;
        const nd_idx *v = mesh->EToV + 4 * (i / (size_t)Np);
        size_t m = i % (size_t)Np;
        double x[3], place[3];
        for (int c = 0; c < 3; c++) {
            const double a = mesh->V[3 * v[0] + c];
            x[c] = a + (1 + r[m]) / 2 * (mesh->V[3 * v[1] + c] - a) +
                   (1 + s[m]) / 2 * (mesh->V[3 * v[2] + c] - a) +
                   (1 + t[m]) / 2 * (mesh->V[3 * v[3] + c] - a);
        }
        displace(nd_curved_shape(mesh, (nd_idx)(i / (size_t)Np)) ? bent : 1, x, place);
        for (int c = 0; c < 3; c++) {
            CHECK_NEAR(at[c], place[c], 1e-14);
            double want = factor * polynomial(N, c, x[0], x[1], x[2]);
            CHECK_NEAR(E[3 * i + (size_t)c], want, 1e-7 * (1 + fabs(want)));
        }
        double want = factor * polynomial(N, 3, x[0], x[1], x[2]);
        CHECK_NEAR(p[i], want, 1e-7 * (1 + fabs(want)));
        for (size_t c = 0; c < 6; c++) {
            want = factor * polynomial(N, order[c], x[0], x[1], x[2]);
            CHECK_NEAR(tensor[6 * i + c], want, 1e-7 * (1 + fabs(want)));
        }
    }
    free(points);
    free(E);
    free(p);
    free(tensor);
}

struct given {
    const double *const *values;
    size_t Np;
    int fields;
    nd_idx most;
};

static int begin(void *context, int fields, nd_idx most)
{
    struct given *given = context;
    given->fields = fields, given->most = most;
    return 0;
}

static int give(void *context, const struct nd_picked *what, double *values)
{
    const struct given *given = context;
    CHECK(what->fields <= given->fields && what->n <= given->most && !what->element && !what->rank);
    for (int f = 0; f < what->fields; f++)
        memcpy(values + (size_t)f * (size_t)what->n * given->Np,
               given->values[what->field + f] + (size_t)what->from * given->Np,
               (size_t)what->n * given->Np * sizeof *values);
    return 0;
}

/* bent: the order of curved elements; 0: there are none. */
static void check_order(const char *folder, int N, int cells, uint64_t least_blocks, int bent)
{
    static const char *const fields[] = {"Ex", "Ey", "Ez", "p&q", "sxx", "syy", "szz", "syz", "sxz", "sxy"};
    enum { ALL = 10 };
    struct nd_mesh mesh;
    struct nd_elem elem;
    struct nd_pvd *pvd = NULL;
    struct given given = {0};
    double *values[ALL], x[220], y[220], z[220];
    char path[256];
    make_mesh(&mesh, cells);
    const struct nd_mesh straight = mesh;
    if (bent) curve(&mesh, bent);
    CHECK_OK(nd_elem_init(&elem, N));
    size_t Np = (size_t)elem.Np;
    for (int f = 0; f < ALL; f++) values[f] = nd_alloc((size_t)mesh.K * Np, sizeof(double));
    given = (struct given){(const double *const *)values, Np, 0, 0};
    const struct nd_vtu_fields from = {begin, give, &given};
    snprintf(path, sizeof path, "%s/deep/er/N%d.pvd", folder, N);
    CHECK_OK(nd_pvd_create(&pvd, path, &mesh, &elem, fields, ALL));
    for (int step = 0; step < 3 && !test_failures; step++) {
        for (nd_idx k = 0; k < mesh.K; k++) {
            nd_geometry_nodes(&straight, &elem, k, x, y, z);
            for (int f = 0; f < ALL; f++)
                for (size_t n = 0; n < Np; n++)
                    values[f][(size_t)k * Np + n] = (step + 1) * polynomial(N, f, x[n], y[n], z[n]);
        }
        CHECK_OK(nd_pvd_write(pvd, 0.1 * step, &from));
        snprintf(path, sizeof path, "%s/deep/er/N%d_%04d.vtu", folder, N, step);
        struct file file = read_whole(path);
        check_cells(&file, &mesh, nd_elem_Np(bent > N ? bent : N));
        check_fields(&file, &mesh, N, step + 1, least_blocks);
        /* The mesh is copied from the first file, even when someone has taken that away. */
        if (step == 0) remove(path);
        free(file.bytes);
    }
    nd_pvd_destroy(pvd);
    nd_elem_clear(&elem);
    free_mesh(&mesh);
    for (int f = 0; f < ALL; f++) free(values[f]);
}

int main(void)
{
    char folder[256], command[300];
    const char *tmp = getenv("TMPDIR");
    snprintf(folder, sizeof folder, "%s/nudge-vtu-XXXXXX", tmp ? tmp : "/tmp");
    CHECK(mkdtemp(folder) != NULL);
    for (int N = 1; N <= 9; N++) check_order(folder, N, 1, 1, 0);
    check_order(folder, 9, 4, 7, 0);
    for (int bent = 2; bent <= 4; bent++)
        for (int N = 1; N <= 5; N += 2) check_order(folder, N, 1, 1, bent);
    snprintf(command, sizeof command, "rm -rf '%s'", folder);
    CHECK(system(command) == 0);
    TEST_END;
}
