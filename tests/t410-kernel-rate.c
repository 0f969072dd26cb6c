// The rate by the simd, bernstein, fused and plain variants against the reference; by bernstein
// also with other numbers than the guessed (turned). Arguments: variants, orders, precisions,
// upwind weights; lossy, where materials have losses; impedance for walls of that kind among the
// others; or laws instead of maxwell, by commas (impedance too, where they have it; elastic+ is
// with anisotropic materials).
// PLAIN: simd 1,4,9 double 1
// PLAIN: simd 2,8 single 1
// PLAIN: simd 3 double 0,0.5
// PLAIN: plain 1,6 double 1,0
// PLAIN: plain 2,7 single 1,0.5
// PLAIN: bernstein 1,5 double 1
// PLAIN: bernstein 2,6 single 1
// PLAIN: turned 2,3 double 1
// PLAIN: turned 5 single 1
// PLAIN: turned 1 single 1 elastic
// PLAIN: turned 3 double 1 elastic
// LONG: turned 1,2,3 single,double 1 elastic
// PLAIN: fused 1,4 double 1,0
// PLAIN: fused 2,7 single 1
// SANITIZED: simd,fused 1 double 1,0
// SANITIZED: simd,fused 2 single 1
// SANITIZED: bernstein 1 double 1
// SANITIZED: bernstein 2 single 1
// SANITIZED: plain 1 double 1,0
// SANITIZED: plain 2 single 1
// PLAIN: simd,plain,paper:3,fused,bernstein 3 double 1 lossy
// PLAIN: simd,bernstein 2 single 1 lossy
// SANITIZED: simd,plain,paper:3,fused,bernstein 1 single 1 lossy
// PLAIN: plain,fused,simd 2 double 1,0 impedance
// PLAIN: bernstein 2 double 1 impedance
// PLAIN: simd,bernstein 3 single 1 impedance
// SANITIZED: plain,fused,simd,bernstein 1 double 1 impedance
// PLAIN: simd,plain,fused 2 double 1 acoustic,elastic,elastic+
// PLAIN: simd,paper:3,fused 3 single 1 acoustic,elastic
// PLAIN: simd,plain 1 double 0.5 acoustic,elastic+
// SANITIZED: simd,fused 1 double 1 acoustic,elastic+
// LONG: simd,plain,paper:3,fused 1,2,3,4,5,6,7,8,9 single,double 1,0.5,0 acoustic,elastic,elastic+,advection
// PLAIN: bernstein 3 double 1 acoustic,elastic
// PLAIN: bernstein 1 single 1 elastic+
// SANITIZED: bernstein 2 double 1 acoustic,elastic
// LONG: bernstein 1,2,3,4,5,6,7,8,9 single,double 1 acoustic,elastic,elastic+,advection
// LONG: simd,plain,paper:3,fused,bernstein 1,2,3,4,5,6,7,8,9 single,double 1 lossy
// LONG: bernstein 1,2,3,4,5,6,7,8,9 single,double 1
// LONG: simd,fused,plain 1,2,3,4,5,6,7,8,9 single,double 1,0.5,0
#include "kernel/bernstein/bernstein.h"
#include "meshes-odd.h"

/* Relative L2 distance from the reference. Measured over the long run: double below 1.2e-15, single
 * below 4.2e-7; derivatives at N = 9 multiply rounding the most. Coefficients of fields that are
 * not smooth are large: the bernstein variant is within 4.7e-14 and 4.6e-6. */
static double tolerance(const struct rig_case *c)
{
    const int large = !strcmp(c->variant, "bernstein"), other = large && c->law;
    return c->single ? (other ? 1e-5 : large ? 5e-6 : 4e-6) : other ? 2e-13 : 1e-13;
}

/* Where materials have losses: of all elements but those of region 0. */
static void check_parts(const struct rig *rig, const struct rig_case *c)
{
    nd_idx lossy = 0;
    if (c->law) return;
    for (nd_idx k = 0; k < rig->mesh.K; k++) lossy += c->lossy && rig->mesh.region[k];
    CHECK(rig->pointwise.part[ND_POINTWISE_LOSSES].subset.n == lossy);
    CHECK(!rig->pointwise.part[ND_POINTWISE_SLAB].subset.n &&
          !rig->pointwise.part[ND_POINTWISE_CORNER].subset.n);
}

static void check(const struct rig_case *c)
{
    struct rig rig;
    const int code = rig_init(&rig, c);
    CHECK_OK(code);
    check_parts(&rig, c);
    const double difference = code ? NAN : rig_compare_rate(&rig);
    if (getenv("TEST_SHOW")) rig_describe(c, rig.mesh.K), printf("%.3g\n", difference);
    if (!(difference <= tolerance(c))) {
        rig_describe(c, rig.mesh.K);
        printf("differs by %.3g from the reference\n", difference);
        test_failures++;
    }
    rig_clear(&rig);
}

static void check_meshes(struct rig_case c)
{
    for (unsigned i = 0; i < ODD_MESHES; i++) {
        const struct rig_case one = odd_case(&c, i);
        check(&one);
    }
}

/* Groups that stay where they would leave, and the other way round; smaller batches. */
static void turned(struct nd_plan *plan, int N)
{
    (void)N;
    plan->number[ND_PERSISTENT] = !plan->number[ND_PERSISTENT];
    plan->number[ND_BATCH] = plan->number[ND_BATCH] > 4 ? plan->number[ND_BATCH] / 2 : plan->number[ND_BATCH];
    plan->number[ND_PREFETCH_FACES] = 3 - plan->number[ND_PREFETCH_FACES];
}

static void check_laws(struct rig_case c, const char *laws)
{
    char name[32];
    int n = 0;
    if (!laws) check_meshes(c);
    for (const char *at = laws; at && sscanf(at, "%31[^,]%n", name, &n) == 1; at += n + (at[n] == ',')) {
        struct nd_law law;
        c.law = name;
        c.impedance = 0;
        if (!strchr(name, '+')) {
            CHECK_OK(nd_law_init(&law, name, ""));
            c.impedance = law.valued >= 0;
            nd_law_clear(&law);
        }
        check_meshes(c);
    }
}

int main(int argc, char **argv)
{
    const int lossy = argc == 6 && !strcmp(argv[5], "lossy"),
              impedance = argc == 6 && !strcmp(argv[5], "impedance");
    const char *laws = argc == 6 && !lossy && !impedance ? argv[5] : NULL;
    if (argc != 5 && argc != 6) {
        printf("usage: VARIANTS ORDERS PRECISIONS WEIGHTS [lossy|impedance|LAWS]\n");
        return 1;
    }
    static const struct {
        const char *name, *variant;
        void (*change)(struct nd_plan *plan, int N);
    } ways[] = {{"simd", "simd", NULL},   {"bernstein", "bernstein", NULL}, {"fused", "fused", NULL},
                {"plain", "plain", NULL}, {"paper:3", "paper:3", NULL},     {"turned", "bernstein", turned}};
    int runs = 0;
    for (size_t v = 0; v < sizeof ways / sizeof *ways; v++) {
        if (!strstr(argv[1], ways[v].name)) continue;
        for (const char *N = argv[2]; *N; N += N[1] ? 2 : 1)
            for (int single = 0; single < 2; single++) {
                if (!strstr(argv[3], single ? "single" : "double")) continue;
                for (char *at = argv[4], *end; *at; at = *end ? end + 1 : end) {
                    const double upwind = strtod(at, &end);
                    check_laws((struct rig_case){.N = *N - '0',
                                                 .single = single,
                                                 .upwind = upwind,
                                                 .lossy = lossy,
                                                 .variant = ways[v].variant,
                                                 .impedance = impedance,
                                                 .change = ways[v].change},
                               laws);
                    runs++;
                }
            }
    }
    CHECK(runs > 0);
    TEST_END;
}
