/* The device operator and the reference side by side on a mesh of cubes, with random materials by
 * region, random boundary conditions by face and random fields. The tests of kernels compare the
 * results. */
#ifndef RIG_H
#define RIG_H

#include "cubes.h"
#include "ref/oracle.h"
#include "pml/pointwise.h"
#include "step/integrator.h"

#define RIG_REGIONS_MOST 8

struct rig_case {
    struct cubes cubes;
    nd_idx keep; /* only this many of the elements; 0: all */
    int N, single;
    double upwind;
    const char *law;                             /* null: maxwell; "elastic+": with anisotropic materials */
    const char *variant;                         /* null: chosen */
    void (*change)(struct nd_plan *plan, int N); /* other numbers than the guessed; may be null */
    int regions;   /* 0, 1: one of vacuum; else materials with jumps of 10 : 1 */
    int lossy;     /* all regions but the first */
    int pec;       /* all walls, or the law's first condition; else those without a value at random */
    int impedance; /* of two values, at random too */
    unsigned seed;
};

struct rig {
    struct nd_mesh mesh;
    struct nd_ref ref;       /* its connect serves both; of its own rates, those of maxwell */
    struct nd_oracle oracle; /* of other laws */
    struct nd_law law;
    struct nd_device *device;
    struct nd_rhs rhs;
    struct nd_pointwise pointwise;
    size_t n; /* K Np */
    double *q[ND_FIELDS_MOST], *rate[ND_FIELDS_MOST];
    double constants[RIG_REGIONS_MOST * ND_FIELDS_MOST]; /* [nmaterials][law.material.n] */
    int nmaterials, single;
};

/* Materials of laws other than maxwell: defaults times up to 15, except for a fluid among solids. */
static inline void rig_other_materials(struct rig *rig, unsigned *seed)
{
    const int n = rig->law.material.n, extended = nd_law_extended(&rig->law),
              fluid = !extended && !strcmp(rig->law.name, "elastic") ? 2 : -1,
              c11 = nd_names_find(&rig->law.material, "c11");
    for (int r = 0; r < rig->nmaterials; r++)
        for (int i = 0; i < n; i++) {
            double factor = r ? ((r + i) % 2 ? 10 : 1) * (0.5 + test_random(seed)) : 1;
            if (r == fluid && !strcmp(rig->law.material.at[i], "mu")) factor = 0;
            rig->constants[r * n + i] = rig->law.standard[i] * factor;
        }
    for (int r = 1; r < rig->nmaterials && extended; r += 2) /* strong on the diagonal, so positive */
        for (int i = 0, k = c11; i < 6; i++)
            for (int j = i; j < 6; j++, k++)
                rig->constants[r * n + k] = (i == j ? 10 : 1) * (0.5 + test_random(seed));
    rig->mesh.nregions = rig->nmaterials;
    for (nd_idx k = 0; k < rig->mesh.K; k++)
        rig->mesh.region[k] = (nd_idx)(rig->nmaterials * test_random(seed));
}

static inline void rig_materials(struct rig *rig, const struct rig_case *c, unsigned *seed)
{
    const int regions = c->regions > 1 ? c->regions : 1;
    rig->nmaterials = regions;
    if (c->law) {
        rig_other_materials(rig, seed);
        return;
    }
    for (int r = 0; r < regions; r++) {
        rig->constants[4 * r] = r ? (r % 2 ? 10 : 1) * (0.5 + test_random(seed)) : 1;
        rig->constants[4 * r + 1] = r ? (r % 3 ? 1 : 10) * (0.5 + test_random(seed)) : 1;
        for (int i = 2; i < 4 && c->lossy; i++) /* region 0 without */
            rig->constants[4 * r + i] = r ? 20 * test_random(seed) : 0;
    }
    rig->mesh.nregions = regions;
    for (nd_idx k = 0; k < rig->mesh.K; k++) {
        const int r = (int)(regions * test_random(seed));
        rig->mesh.region[k] = r;
        rig->ref.epsilon[k] = rig->constants[4 * r];
        rig->ref.mu[k] = rig->constants[4 * r + 1];
        rig->ref.sigma[k] = rig->constants[4 * r + 2];
        rig->ref.sigma_m[k] = rig->constants[4 * r + 3];
    }
}

static const double rig_impedances[] = {0.3, 7};

static inline void rig_walls(struct rig *rig, const struct rig_case *c, unsigned *seed)
{
    const int plain = rig->law.valued >= 0 ? rig->law.valued : rig->law.boundaries.n;
    for (nd_idx i = 0; i < 4 * rig->mesh.K; i++) {
        if (rig->ref.connect.EToB[i] < 0) continue;
        const int condition = c->pec ? 0 : (int)((plain + (c->impedance ? 2 : 0)) * test_random(seed));
        rig->ref.connect.EToB[i] = condition; /* the boundary's name is not looked at below this stage */
        if (c->law) continue;
        rig->ref.condition[i] = (enum nd_ref_condition)(condition < 3 ? condition : ND_REF_IMPEDANCE);
        if (condition >= 3) rig->ref.wall[i] = rig_impedances[condition - 3];
    }
}

/* Fields that a device of this precision holds exactly. */
static inline void rig_fields(struct rig *rig, unsigned *seed)
{
    for (int f = 0; f < rig->law.fields.n; f++)
        for (size_t i = 0; i < rig->n; i++) {
            const double value = 2 * test_random(seed) - 1;
            rig->q[f][i] = rig->single ? (float)value : value;
        }
}

/* Without the device. */
static inline void rig_begin(struct rig *rig, const struct rig_case *c)
{
    unsigned seed = c->seed + 77;
    *rig = (struct rig){.single = c->single};
    cubes_init(&rig->mesh, &c->cubes);
    if (c->keep) {
        rig->mesh.K = c->keep;
        rig->mesh.Nb = 0; /* some tagged triangles may have lost their element */
    }
    CHECK_OK(nd_ref_init(&rig->ref, &rig->mesh, c->N));
    char law[64];
    snprintf(law, sizeof law, "%s", c->law ? c->law : "maxwell");
    char *more = strchr(law, '+');
    if (more) *more = 0;
    CHECK_OK(nd_law_init(&rig->law, law, ""));
    if (more) CHECK_OK(nd_law_use(&rig->law, rig->law.either.n - 1));
    rig->ref.upwind = c->upwind;
    rig_materials(rig, c, &seed);
    rig_walls(rig, c, &seed);
    rig->n = (size_t)rig->mesh.K * (size_t)rig->ref.elem.Np;
    for (int f = 0; f < rig->law.fields.n; f++) {
        rig->q[f] = nd_alloc(rig->n, sizeof(double));
        rig->rate[f] = nd_alloc(rig->n, sizeof(double));
    }
    rig_fields(rig, &seed);
}

static inline int rig_init(struct rig *rig, const struct rig_case *c)
{
    static const int condition[] = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9},
                     material[RIG_REGIONS_MOST] = {0, 1, 2, 3, 4, 5, 6, 7};
    int status = 0;
    struct nd_plan plan;
    rig_begin(rig, c);
    const char *wanted = getenv("TEST_DEVICE"); /* the plain kernels run on any */
    TRY(nd_device_open(&rig->device, wanted ? wanted : "cpu"));
    TRY(nd_plan_choose(&plan, ND_CASE(rig->device, &rig->law, c->N, c->single, 1), c->variant));
    if (c->change) c->change(&plan, c->N);
    const struct nd_setup setup = {rig->device,    &rig->law,           &rig->mesh,      &rig->ref.connect,
                                   &rig->ref.elem, c->single,           c->upwind,       condition,
                                   material,       rig->constants,      rig->nmaterials, &plan,
                                   rig_impedances, c->impedance ? 2 : 0, NULL};
    TRY(nd_rhs_init(&rig->rhs, &setup));
    TRY(nd_pointwise_init(&rig->pointwise, &rig->rhs, &setup, NULL, &nd_lsrk4));
    for (int f = 0; f < rig->law.fields.n; f++) TRY(nd_rhs_set(&rig->rhs, f, rig->q[f]));
    if (c->law) TRY(nd_oracle_init(&rig->oracle, &rig->ref, &setup));
done:
    return status;
}

static inline void rig_clear(struct rig *rig)
{
    nd_pointwise_clear(&rig->pointwise);
    nd_rhs_clear(&rig->rhs);
    nd_device_close(rig->device);
    nd_oracle_clear(&rig->oracle);
    nd_ref_clear(&rig->ref);
    rig->mesh.nregions = 0; /* they have no names */
    nd_mesh_clear(&rig->mesh);
    nd_law_clear(&rig->law);
    for (int f = 0; f < ND_FIELDS_MOST; f++) {
        free(rig->q[f]);
        free(rig->rate[f]);
    }
}

/* |a - b| / |b| over the first fields. */
static inline double rig_differ(double *const *a, double *const *b, int fields, size_t n)
{
    double off = 0, size = 0;
    for (int f = 0; f < fields; f++)
        for (size_t i = 0; i < n; i++) {
            off += (a[f][i] - b[f][i]) * (a[f][i] - b[f][i]);
            size += b[f][i] * b[f][i];
        }
    return sqrt(off / size);
}

static inline double rig_difference(double *const a[6], double *const b[6], size_t n)
{
    return rig_differ(a, b, 6, n);
}

/* Relative difference of the device's rate from the reference's, NaN when something failed. */
static inline double rig_compare_rate(struct rig *rig)
{
    double *got[ND_FIELDS_MOST], difference = NAN;
    const int fields = rig->law.fields.n;
    for (int f = 0; f < fields; f++) got[f] = nd_alloc(rig->n, sizeof(double));
    int code = rig->oracle.n ? nd_oracle_rate(&rig->oracle, rig->q, rig->rate)
                             : nd_ref_rate(&rig->ref, rig->q, rig->rate);
    if (!code) code = nd_rhs_rate(&rig->rhs);
    for (int f = 0; f < fields && !code; f++) code = nd_rhs_get(&rig->rhs, 1, f, got[f]);
    CHECK_OK(code);
    if (!code) difference = rig_differ(got, rig->rate, fields, rig->n);
    for (int f = 0; f < fields; f++) free(got[f]);
    return difference;
}

static inline void rig_describe(const struct rig_case *c, nd_idx K)
{
    printf("%s %s %s N = %d, %d elements, %d regions, upwind %g, periodic %d%d%d, seed %u: ",
           c->law ? c->law : "maxwell", c->variant ? c->variant : "chosen", c->single ? "single" : "double",
           c->N, K, c->regions, c->upwind, c->cubes.periodic[0], c->cubes.periodic[1], c->cubes.periodic[2],
           c->seed);
}

/* A folder of the test's own. */
static inline void test_folder(char path[256])
{
    const char *tmp = getenv("TMPDIR");
    snprintf(path, 256, "%s/nudge-test-XXXXXX", tmp && *tmp ? tmp : "/tmp");
    if (!mkdtemp(path)) {
        printf("no temporary folder: %s\n", path);
        exit(1);
    }
}

/* A file in it; the last four answers stay good. */
static inline const char *test_path(const char *folder, const char *name)
{
    static char path[4][320];
    static int next;
    next = (next + 1) % 4;
    snprintf(path[next], sizeof path[0], "%s/%s", folder, name);
    return path[next];
}

static inline void test_folder_remove(const char *path)
{
    char command[300];
    snprintf(command, sizeof command, "rm -rf '%s'", path);
    CHECK(system(command) == 0);
}

#endif
