// Every law by the variants against the plain one, on odd meshes with materials by region and walls
// of all kinds: rates, fields as they come back, and fields some steps later. Arguments: laws (a
// name, all, or seven or four: a law of so many fields that brings no part but the plain one),
// variants, orders, precisions. unmixed: the Bernstein stage as where few faces lie between two
// materials.
// PLAIN: acoustic,elastic bernstein 2 double
// PLAIN: elastic bernstein 3 single
// PLAIN: elastic bernstein 6 single
// PLAIN: acoustic bernstein 9 single
// PLAIN: maxwell,acoustic unmixed 3 single
// PLAIN: seven bernstein 2 single
// PLAIN: four bernstein 3 double
// SANITIZED: seven bernstein 2 single
// LONG: all bernstein 1,2,3,4,5,6,7,8,9 single,double
// LONG: all simd,fused,paper:3 1,2,3,4,5,6,7,8,9 single,double
// LONG: seven,four bernstein,simd,fused,paper:3 1,2,3,4,5,6 single,double
// LONG: all unmixed 1,2,3,4,5,6,7,8,9 single,double
#include "law/builtin.h"
#include "meshes-odd.h"

/* So many quantities, each carried along a direction of its own. */
#define CARRIED(name, n, fields)                                                                             \
    "#define LAW_NAME " name "\n#define LAW_FIELDS " fields "\n#define LAW_MATERIAL speed\n"                 \
    "#define LAW_MEDIUM s\n#define LAW_BOUNDARIES open closed\n"                                             \
    "INLINE void law_medium(const real *material, real *m) { m[s] = material[speed]; }\n"                    \
    "INLINE real law_speed(const real *m) { return 4 * m[s]; }\n"                                            \
    "INLINE lane law_energy(const lane *m, const lane *q)\n"                                                 \
    "{ lane sum = ZERO; for (int i = 0; i < " n "; i++) sum += q[i] * q[i]; return m[s] * sum; }\n"          \
    "INLINE void law_volume(const lane *m, const lane *dq, lane *rate)\n"                                    \
    "{ UNROLL for (int i = 0; i < " n "; i++)\n"                                                             \
    "      rate[i] = -m[s] * ((real)(i - 3) * dq[3 * i] + dq[3 * i + 1] - (real)(i % 2) * dq[3 * i + 2]); "  \
    "}\n"                                                                                                    \
    "INLINE void law_flux(const lane *n, const lane *mM, const lane *mP, const lane *qM, const lane *qP, "   \
    "lane "                                                                                                  \
    "upwind, lane *flux)\n"                                                                                  \
    "{ UNROLL for (int i = 0; i < " n "; i++) {\n"                                                           \
    "      const lane along = (real)(i - 3) * n[0] + n[1] - (real)(i % 2) * n[2];\n"                         \
    "      flux[i] = REAL(0.5) * (along * (mM[s] * qM[i] - mP[s] * qP[i]) +\n"                               \
    "                             upwind * magnitude(along) * (mP[s] * qP[i] - mM[s] * qM[i])); } }\n"       \
    "INLINE real law_boundary(int condition, const real *n, const real *m, const real *qM, real *qP, real "  \
    "upwind)\n"                                                                                              \
    "{ for (int i = 0; i < " n "; i++) qP[i] = condition == BC_open ? 0 : REAL(0.5) * n[0] * qM[i];\n"       \
    "  return condition == BC_open ? 1 : REAL(0.75); }\n"

static const struct {
    const char *name, *text;
} carried[] = {{"seven", CARRIED("seven", "7", "a b c d e f g")}, {"four", CARRIED("four", "4", "a b c d")}};
enum { CARRIED_LAWS = sizeof carried / sizeof *carried };

struct way {
    const char *name, *variant;
    void (*change)(struct nd_plan *plan, int N);
};

/* Both operators on one mesh, and room for their answers. */
struct pair {
    const struct nd_law *law;
    struct nd_mesh mesh;
    struct nd_elem elem;
    struct nd_connect connect;
    struct nd_device *device;
    struct nd_rhs rhs, plain;
    double *constants, *q[ND_FIELDS_MOST], *got[ND_FIELDS_MOST], *want[ND_FIELDS_MOST];
    size_t n; /* K Np */
};

static int pair_rhs(struct pair *p, struct nd_rhs *rhs, const struct way *way, int regions, int single)
{
    static const int number[] = {0, 1, 2, 3, 4, 5, 6, 7};
    static const double values[] = {0.3, 7};
    int status = 0;
    struct nd_plan plan;
    TRY(nd_plan_choose(&plan, ND_CASE(p->device, p->law, p->elem.N, single, 1), way->variant));
    if (way->change) way->change(&plan, p->elem.N);
    const struct nd_setup setup = {.device = p->device,
                                   .law = p->law,
                                   .mesh = &p->mesh,
                                   .connect = &p->connect,
                                   .elem = &p->elem,
                                   .single = single,
                                   .upwind = 1,
                                   .condition = number,
                                   .material = number,
                                   .constants = p->constants,
                                   .nmaterials = regions,
                                   .plan = &plan,
                                   .values = values,
                                   .nvalues = p->law->valued >= 0 ? 2 : 0};
    TRY(nd_rhs_init(rhs, &setup));
    for (int f = 0; f < p->law->fields.n; f++) TRY(nd_rhs_set(rhs, f, p->q[f]));
done:
    return status;
}

/* Materials with jumps of up to 10 : 1, walls at random, fields that both precisions hold. */
static void pair_random(struct pair *p, int regions, unsigned seed)
{
    const int each = p->law->material.n, kinds = p->law->boundaries.n + (p->law->valued >= 0);
    p->mesh.nregions = regions;
    p->constants = nd_alloc((size_t)(regions * each), sizeof(double));
    for (int i = 0; i < regions * each; i++)
        p->constants[i] = (i % 3 ? 1 : 4) * (0.5 + 2 * test_random(&seed)) * p->law->standard[i % each];
    for (nd_idx k = 0; k < p->mesh.K; k++) p->mesh.region[k] = (int)(regions * test_random(&seed));
    for (nd_idx i = 0; i < 4 * p->mesh.K; i++)
        if (p->connect.EToB[i] >= 0) p->connect.EToB[i] = (int)(kinds * test_random(&seed));
    for (int f = 0; f < p->law->fields.n; f++) {
        p->q[f] = nd_alloc(p->n, sizeof(double));
        p->got[f] = nd_alloc(p->n, sizeof(double));
        p->want[f] = nd_alloc(p->n, sizeof(double));
        for (size_t i = 0; i < p->n; i++) p->q[f][i] = (float)(2 * test_random(&seed) - 1);
    }
}

static int pair_init(struct pair *p, const struct nd_law *law, const struct way *way, int mesh, int N,
                     int single)
{
    int status = 0;
    const struct rig_case *c = &odd_meshes[mesh];
    const struct way plain = {"plain", "plain", NULL};
    const char *wanted = getenv("TEST_DEVICE");
    *p = (struct pair){.law = law};
    cubes_init(&p->mesh, &c->cubes);
    if (c->keep) p->mesh.K = c->keep, p->mesh.Nb = 0;
    TRY(nd_elem_init(&p->elem, N));
    TRY(nd_connect_init(&p->connect, &p->mesh));
    p->n = (size_t)p->mesh.K * (size_t)p->elem.Np;
    pair_random(p, c->regions, (unsigned)mesh + 5);
    TRY(nd_device_open(&p->device, wanted ? wanted : "cpu"));
    TRY(pair_rhs(p, &p->plain, &plain, c->regions, single));
    TRY(pair_rhs(p, &p->rhs, way, c->regions, single));
done:
    return status;
}

static void pair_clear(struct pair *p)
{
    nd_rhs_clear(&p->rhs);
    nd_rhs_clear(&p->plain);
    nd_device_close(p->device);
    nd_connect_clear(&p->connect);
    nd_elem_clear(&p->elem);
    p->mesh.nregions = 0; /* they have no names */
    nd_mesh_clear(&p->mesh);
    free(p->constants);
    for (int f = 0; f < ND_FIELDS_MOST; f++) free(p->q[f]), free(p->got[f]), free(p->want[f]);
}

/* |got - want| / |want| over all fields. */
static double difference(const struct pair *p, double *const *want)
{
    double off = 0, size = 0;
    for (int f = 0; f < p->law->fields.n; f++)
        for (size_t i = 0; i < p->n; i++) {
            off += (p->got[f][i] - want[f][i]) * (p->got[f][i] - want[f][i]);
            size += want[f][i] * want[f][i];
        }
    return sqrt(off / size);
}

static double compare(struct pair *p, int residual)
{
    for (int f = 0; f < p->law->fields.n; f++) {
        CHECK_OK(nd_rhs_get(&p->rhs, residual, f, p->got[f]));
        CHECK_OK(nd_rhs_get(&p->plain, residual, f, p->want[f]));
    }
    return difference(p, p->want);
}

static void check_within(const char *what, double value, double most, const struct pair *p,
                         const struct way *way, int single)
{
    const int wrong = !(value <= most);
    if (getenv("TEST_SHOW") || wrong)
        printf("%s %s %s N = %d, %d elements: %s differs by %.3g, at most %.3g\n", p->law->name, way->name,
               single ? "single" : "double", p->elem.N, p->mesh.K, what, value, most);
    test_failures += wrong;
}

/* Rounding errors grow with the condition of the basis; see t410 and t503. The step is far below
 * the stable one for these materials. */
static void check(const struct nd_law *law, const struct way *way, int mesh, int N, int single)
{
    struct pair p;
    const double rounding = !single ? 2e-13 : N < 9 ? 1e-5 : 2e-5; /* 1.2e-5 on a GPU */
    const int code = pair_init(&p, law, way, mesh, N, single);
    CHECK_OK(code);
    if (!code) {
        CHECK_OK(nd_rhs_rate(&p.rhs));
        CHECK_OK(nd_rhs_rate(&p.plain));
        check_within("the rate", compare(&p, 1), rounding, &p, way, single);
        for (int i = 0; i < 3; i++) {
            CHECK_OK(nd_integrator_step(&nd_lsrk4, &p.rhs, 2e-4));
            CHECK_OK(nd_integrator_step(&nd_lsrk4, &p.plain, 2e-4));
        }
        check_within("the field", compare(&p, 0), rounding, &p, way, single);
        CHECK(difference(&p, p.q) > 1e-4); /* it moved */
        double energy[2] = {NAN, NAN};
        CHECK_OK(nd_rhs_energy(&p.rhs, &energy[0], NULL));
        CHECK_OK(nd_rhs_energy(&p.plain, &energy[1], NULL));
        check_within("the energy", fabs(energy[0] / energy[1] - 1), rounding, &p, way, single);
    }
    pair_clear(&p);
}

static void unmixed(struct nd_plan *plan, int N)
{
    (void)N;
    plan->mixed = -1;
}

static void check_law(const struct nd_law *law, char **argv)
{
    static const struct way ways[] = {{"simd", "simd", NULL},
                                      {"bernstein", "bernstein", NULL},
                                      {"fused", "fused", NULL},
                                      {"paper:3", "paper:3", NULL},
                                      {"unmixed", "bernstein", unmixed}};
    static const int meshes[] = {0, 3, 5};
    for (size_t v = 0; v < sizeof ways / sizeof *ways; v++) {
        if (!strstr(argv[2], ways[v].name)) continue;
        for (const char *N = argv[3]; *N; N += N[1] ? 2 : 1)
            for (int single = 0; single < 2; single++)
                for (int i = 0; i < 3 && strstr(argv[4], single ? "single" : "double"); i++)
                    check(law, &ways[v], meshes[i], *N - '0', single);
    }
}

int main(int argc, char **argv)
{
    const char *names[16];
    const int laws = nd_law_builtin_names(names, 16);
    int runs = 0;
    struct nd_law law;
    CHECK(argc == 5);
    if (argc != 5) TEST_END;
    for (int i = 0; i < laws; i++) {
        if (!strstr(argv[1], names[i]) && strcmp(argv[1], "all")) continue;
        CHECK_OK(nd_law_init(&law, names[i], ""));
        check_law(&law, argv);
        nd_law_clear(&law);
        runs++;
    }
    for (int i = 0; i < CARRIED_LAWS; i++) {
        if (!strstr(argv[1], carried[i].name)) continue;
        CHECK_OK(nd_law_parse(&law, "carried.law", carried[i].text));
        check_law(&law, argv);
        nd_law_clear(&law);
        runs++;
    }
    CHECK(runs > 0);
    TEST_END;
}
