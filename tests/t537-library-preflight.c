// The preflight report against numbers found by hand: nodes per wavelength, elements that set the
// time step, boundary coverage, depth of the PML, warnings and refusals.
#include <float.h>
#include "preflight/preflight.h"
#include "test.h"

/* A box of 4 x 1 x 1 bricks of edge 1/2 whose last brick is glass and whose first may be a PML; z
 * is periodic. */
static const char text[] =
    "law: maxwell\nmesh: {box: {size: [2, 0.5, 0.5], divisions: [4, 1, 1], periodic: [z]}}\norder: 4\n"
    "materials: {air: {epsilon: 1}, glass: {epsilon: 4}}\nregions: {default: air, glass: glass}\n"
    "boundaries: {default: pec, xmax: impedance 3}\n";
#define SINE(f) "{dipole: {at: [0.9, 0.2, 0.15], moment: [0, 0, 1]}, waveform: {sine: {frequency: " f "}}}"

static const char *integrator = "linear";

struct desk {
    nudge_problem *problem;
    nudge_solver *solver;
    struct nd_preflight pf;
};

static nd_idx brick(const struct nd_mesh *mesh, nd_idx k)
{
    double c[3];
    nd_geometry_centroid(mesh, k, c);
    return (nd_idx)(2 * c[0]);
}

/* keys: more of the problem; end: of the run. */
static void begin_until(struct desk *d, double end, const char *keys)
{
    struct nd_mesh mesh;
    char all[2048];
    nd_idx glass, pml;
    *d = (struct desk){0};
    snprintf(all, sizeof all, "%stime: {end: %g, integrator: %s}\n%s", text, end, integrator, keys);
    CHECK_OK(nudge_problem_parse(&d->problem, all, ""));
    if (!d->problem) return;
    CHECK_OK(nd_mesh_box(&mesh, &d->problem->box));
    CHECK_OK(nd_mesh_region(&mesh, "glass", &glass));
    CHECK_OK(nd_mesh_region(&mesh, "box.pml", &pml));
    for (nd_idx k = 0; k < mesh.K; k++)
        mesh.region[k] = brick(&mesh, k) == 3 ? glass : brick(&mesh, k) == 0 ? pml : 0;
    /* A tag between two bricks. */
    nd_idx inner;
    CHECK_OK(nd_mesh_boundary(&mesh, "sheet", &inner));
    for (nd_idx i = 0, found = 0; i < mesh.Nb && found < 2; i++) {
        double x = 0;
        for (int j = 0; j < 3; j++) x += mesh.V[3 * mesh.BToV[3 * i + j]];
        if (x > 0) continue;
        for (int j = 0; j < 3; j++) mesh.BToV[3 * i + j] += 2; /* x runs fastest among the vertices */
        mesh.boundary[i] = inner;
        found++;
    }
    CHECK_OK(nd_solver_create(&d->solver, d->problem, "cpu", &mesh, "plain"));
    if (d->solver) CHECK_OK(nd_preflight_make(&d->pf, d->solver, 1e-3));
    nd_mesh_clear(&mesh);
}

static void begin(struct desk *d, const char *keys)
{
    begin_until(d, 1, keys);
}

static void end(struct desk *d)
{
    nd_preflight_clear(&d->pf);
    nudge_solver_destroy(d->solver);
    nudge_problem_destroy(d->problem);
}

/* Each tetrahedron of a brick has three edges along axes, two across faces, one across the brick. */
static void check_regions(void)
{
    struct desk d;
    const double mean = (3 + 2 * sqrt(2) + sqrt(3)) / 12, most = sqrt(3) / 2;
    begin(&d, "sources: {a: " SINE("0.5") ", b: " SINE("1.25") "}\n");
    const struct nd_preflight_region *r = d.pf.region;
    if (!r) return end(&d);
    CHECK(r[0].elements == 12 && r[1].elements == 6 && r[2].elements == 6);
    CHECK(d.pf.highest == 1 && d.pf.band.low == 0.5 && d.pf.band.high == 1.25 && d.pf.unknown == 0);
    for (int i = 0; i < 3; i++) {
        CHECK_NEAR(r[i].edge_mean, mean, 1e-14);
        CHECK_NEAR(r[i].edge_most, most, 1e-14);
        CHECK_NEAR(r[i].wavelength, (i == 1 ? 0.5 : 1) / 1.25, 1e-14);
        CHECK_NEAR(r[i].points, 4 * r[i].wavelength / mean, 1e-12);
        CHECK(r[i].least > 0.9 * r[i].points && r[i].least <= r[i].points * (1 + 1e-12));
        CHECK_NEAR(r[i].reach, 4 * r[i].speed / (5 * mean), 1e-12);
        CHECK(r[i].pml == (i == 2)); /* as its name ends */
    }
    /* 5.08 in air, 2.54 in glass. */
    CHECK(d.pf.nwarnings == 1 &&
          strstr(d.pf.warning[0], "region 'glass' has 2.5 points per wavelength at 1.25"));
    CHECK_OK(nd_preflight_check(&d.pf));
    CHECK(d.pf.host > 0 && d.pf.device == 0 && d.pf.stage_seconds > 0);
    const double stages = d.solver->integrator.stages * (double)d.solver->schedule.steps;
    CHECK(d.solver->integrator.stages > 5);
    CHECK_NEAR(d.pf.seconds / (d.pf.stage_seconds * stages), 1, 1e-12);
    end(&d);
}

static void check_refused(void)
{
    struct desk d;
    begin(&d, "sources: {loud: {dipole: {at: [0.9, 0.2, 0.15], moment: [0, 0, 1]},\n"
              "  waveform: {pulse: {frequency: 1.2, bandwidth: 1}}}, odd: {dipole: {at: [0.9, 0.2, 0.15], "
              "moment: [0, 0, 1]},\n"
              "  waveform: {expression: sin(4000*t)}}}\n");
    /* 1.2 + 0.5 sqrt(3/2) = 1.812: air 3.5, glass 1.75. */
    CHECK_NEAR(d.pf.band.high, 1.2 + sqrt(3.0 / 8), 1e-14);
    CHECK_NEAR(d.pf.band.low, 1.2 - sqrt(3.0 / 8), 1e-14);
    CHECK(d.pf.unknown == 1 && d.pf.nwarnings == 2); /* of both regions that hold air */
    CHECK_FAILS(
        nd_preflight_check(&d.pf), NUDGE_EVALUE,
        "source 'loud' reaches the frequency 1.812, which the mesh cannot resolve: region 'glass' has 1.8");
    end(&d);
}

/* A spectrum without an end is warned of where a tenth is left of it, and refused where half is
 * that the mesh cannot hold; so is that of an expression, found from its values. */
static void check_endless(void)
{
    struct desk d;
    /* t exp(-t/T): a tenth at 3 / (2 pi T) = 2.39, half at 0.80; glass has 1.33 and 3.99 nodes. */
    begin(&d, "sources: {quake: {dipole: {at: [0.9, 0.2, 0.15], moment: [0, 0, 1]}, waveform: {brune: "
              "{duration: 0.2}}}}\n");
    CHECK_NEAR(d.pf.band.high, 1.5 / (M_PI * 0.2), 1e-12);
    CHECK_NEAR(d.pf.band.vital, 0.5 / (M_PI * 0.2), 1e-12);
    CHECK(d.pf.highest == 0 && d.pf.vital == 0 && d.pf.nwarnings == 3);
    CHECK(d.pf.nwarnings &&
          strstr(d.pf.warning[1], "region 'glass' has 1.3 points per wavelength at 2.387, where a tenth is "
                                  "left of the spectrum of source 'quake'; 5 or more are needed"));
    CHECK(d.pf.nwarnings && strstr(d.pf.warning[1], "or use only results below 0.63"));
    CHECK_OK(nd_preflight_check(&d.pf));
    end(&d);
    begin(&d, "sources: {quake: {dipole: {at: [0.9, 0.2, 0.15], moment: [0, 0, 1]}, waveform: {brune: "
              "{duration: 0.09}}}}\n");
    CHECK_FAILS(
        nd_preflight_check(&d.pf), NUDGE_EVALUE,
        "source 'quake' has half of its spectrum's peak at the frequency 1.768, which the mesh cannot "
        "resolve: region 'glass' has 1.8 points");
    end(&d);
    begin_until(&d, 20,
                "sources: {quake: {dipole: {at: [0.9, 0.2, 0.15], moment: [0, 0, 1]}, waveform: "
                "{expression: t*exp(-t/0.2)}}}\n");
    CHECK_NEAR(d.pf.band.high, 1.5 / (M_PI * 0.2), 0.05);
    CHECK_NEAR(d.pf.band.vital, 0.5 / (M_PI * 0.2), 0.05);
    CHECK(d.pf.unknown == 0 && d.pf.nwarnings == 3);
    end(&d);
}

/* Lists the elements by the steps of each by itself. */
static void sort_alone(const struct nd_dt_case *of, struct nd_dt_tight *tight)
{
    tight->n = 0;
    for (nd_idx k = 0; k < of->mesh->K; k++) {
        const double dt = nd_dt_element(of, k);
        int i = tight->n < ND_DT_TIGHT ? tight->n++ : ND_DT_TIGHT - 1;
        if (i == ND_DT_TIGHT - 1 && tight->n == ND_DT_TIGHT && k >= ND_DT_TIGHT && dt >= tight->dt[i]) continue;
        for (; i > 0 && tight->dt[i - 1] > dt; i--)
            tight->dt[i] = tight->dt[i - 1], tight->element[i] = tight->element[i - 1];
        tight->dt[i] = dt, tight->element[i] = k;
    }
}

/* The step of an element is in proportion to its inradius times the square root of epsilon mu, and
 * shorter in the PML: its six are the shortest, then air's twelve, which are alike. */
static void check_tight(void)
{
    struct desk d;
    begin(&d, "");
    const struct nd_preflight *pf = &d.pf;
    const double plain = pf->tight_dt[9];
    CHECK(pf->ntight == 10 && pf->tight_dt[0] == d.solver->stable && pf->highest == -1 && pf->nwarnings == 1);
    CHECK(pf->nwarnings && strstr(pf->warning[0], "no sources and no initial fields"));
    if (d.solver->integrator.linear)
        CHECK(isnan(pf->longer)); /* neighbours count, too */
    else
        CHECK_NEAR(pf->longer, plain / pf->tight_dt[0], 1e-12);
    CHECK(pf->tight_dt[5] < 0.99 * plain && pf->tight_dt[6] > (1 - 1e-12) * plain);
    CHECK_OK(nd_preflight_check(pf));
    for (int i = 0; i < pf->ntight; i++) {
        CHECK(d.solver->mesh.region[pf->tight[i]] != 1);
        for (int j = 0; j < i; j++) CHECK(pf->tight[i] != pf->tight[j]);
    }
    /* A flat element: an outer vertex comes near the opposite side. It and its neighbours are
     * listed first. */
    nudge_solver *s = d.solver;
    struct nd_preflight flat = {0};
    struct nd_dt_case of = nd_solver_dt_case(s);
    const double inradius_step = nd_dt_element(&of, pf->tight[9]) / nd_mesh_inradius(&s->mesh, pf->tight[9]);
    for (nd_idx v = 0; v < s->mesh.Nv; v++)
        if (s->mesh.V[3 * v] > 1.9 && s->mesh.V[3 * v + 1] < 0.1 && s->mesh.V[3 * v + 2] < 0.1)
            s->mesh.V[3 * v] -= 0.45;
    sort_alone(&of, &s->tight);
    CHECK_OK(nd_preflight_make(&flat, s, 0));
    double before = 0;
    for (int i = 0; i < flat.ntight; i++) {
        const nd_idx k = flat.tight[i];
        const double dt = flat.tight_dt[i], r = nd_mesh_inradius(&s->mesh, k);
        CHECK(dt >= before);
        const double alone = nd_dt_damped(inradius_step * r / s->speed[s->mesh.region[k]],
                                          s->pointwise.damping[k], s->integrator.damping);
        /* Less of flat ones. */
        CHECK(dt / alone < 1 + 1e-10 && dt / alone > (s->integrator.linear ? sqrt(2) / 2.613 : 2 / 2.7));
        before = dt;
    }
    CHECK(brick(&s->mesh, flat.tight[0]) == 3 && isnan(flat.seconds));
    CHECK(s->integrator.linear || flat.longer > 1.05);
    nd_preflight_clear(&flat);
    end(&d);
}

static void check_boundaries(void)
{
    struct desk d;
    begin(&d, "");
    const struct nd_mesh *mesh = &d.solver->mesh;
    int seen = 0;
    for (nd_idx b = 0; b < mesh->nboundaries; b++) {
        const struct nd_preflight_boundary *own = &d.pf.boundary[b];
        const char *name = mesh->boundary_name[b], axis = name[0];
        if (!strcmp(name, "sheet"))
            CHECK(!own->faces && !own->periodic && own->inside == 2 && !own->condition);
        else if (axis == 'z')
            CHECK(!own->faces && own->periodic == 8 && !own->inside && !own->condition);
        else if (axis == 'y')
            CHECK(own->faces == 8 && own->area == 1 && !own->inside && !strcmp(own->condition, "pec"));
        else if (!strcmp(name, "xmax"))
            CHECK(own->faces == 2 && own->area == 0.25 && !strcmp(own->condition, "impedance 3"));
        else if (!strcmp(name, "")) /* whose tags were moved */
            CHECK(own->faces == 2 && own->area == 0.25 && !own->inside && !strcmp(own->condition, "pec"));
        else
            CHECK(!own->faces && !own->periodic && !own->inside);
        seen++;
    }
    CHECK(seen == 8);
    end(&d);
}

static void check_pml(void)
{
    struct desk d;
    begin(&d, "pml: {}\nsources: {a: " SINE("0.4") ", b: " SINE("1") "}\n");
    CHECK(d.pf.pml_elements == 6);
    CHECK_NEAR(d.pf.pml_thickness, 0.5, 1e-14);
    CHECK_NEAR(d.pf.pml_longest, 2.5, 1e-14);
    CHECK_NEAR(d.pf.pml_shortest, 1, 1e-14);
    CHECK(d.pf.region[2].pml && !d.pf.region[0].pml && !d.pf.region[1].pml);
    int warned = 0;
    for (int i = 0; i < d.pf.nwarnings; i++)
        warned += strstr(d.pf.warning[i], "the PML is 0.5 thick, 0.2 of the longest") != NULL;
    CHECK(warned == 1);
    end(&d);
    begin(&d, "pml: {regions: [glass]}\nsources: {a: " SINE("1") "}\n");
    CHECK(d.pf.pml_elements == 6 && d.pf.region[1].pml && !d.pf.region[2].pml);
    CHECK_NEAR(d.pf.pml_thickness / d.pf.pml_longest, 1, 1e-14);
    CHECK(d.pf.nwarnings == 1 && strstr(d.pf.warning[0], "region 'glass'")); /* of its nodes only */
    end(&d);
}

/* Returns whether flat elements give a warning; *lost: the error of sxx, in units of the reported
 * loss, when random stresses of size 1 or less are set and read back. The longest edge of all
 * elements is the cell's diagonal, their least height its height, or that between two diagonal
 * planes. */
static int warns_of_flat(const char *precision, const char *variant, const char *height, double *lost)
{
    char all[700], wanted[80];
    struct desk d = {0};
    int warned = 0;
    snprintf(all, sizeof all,
             "law: elastic\nmesh: {box: {size: [2, 2, %s], divisions: [2, 2, 1]}}\norder: 1\nprecision: %s\n"
             "boundaries: {default: free}\ntime: {end: 1}\n",
             height, precision);
    CHECK_OK(nudge_problem_parse(&d.problem, all, ""));
    if (d.problem) CHECK_OK(nd_solver_create(&d.solver, d.problem, "cpu", NULL, variant));
    if (d.solver) {
        double q[24 * 4], back[24 * 4];
        CHECK_OK(nd_preflight_make(&d.pf, d.solver, 0));
        const double h = atof(height), flatness = sqrt(2 + h * h) * sqrt(1 + h * h) / h;
        snprintf(wanted, sizeof wanted, "element 1, %.3g times as long as high, with %.1e", d.pf.flattest,
                 FLT_EPSILON / 2 * d.pf.flattest * d.pf.flattest);
        if (d.pf.flattest > 0) CHECK_NEAR(d.pf.flattest / flatness, 1, 1e-12);
        for (int i = 0; i < d.pf.nwarnings; i++) warned += strstr(d.pf.warning[i], wanted) != NULL;
        /* The other: that nothing will happen. */
        CHECK(warned + 1 == d.pf.nwarnings && d.pf.flat == (warned ? 24 : 0));
        for (int f = 5; f >= 0; f--) {
            static const char *const stress[] = {"sxx", "syy", "szz", "syz", "sxz", "sxy"};
            for (int i = 0; i < 96; i++) q[i] = sin(3 * i + f + 1);
            CHECK_OK(nudge_solver_set(d.solver, stress[f], q));
        }
        CHECK_OK(nd_rhs_settle(&d.solver->rhs)); /* as before a stage */
        CHECK_OK(nudge_solver_get(d.solver, "sxx", back));
        *lost = 0;
        for (int i = 0; i < 96; i++) *lost = fmax(*lost, fabs(back[i] - q[i]));
        *lost /= FLT_EPSILON / 2 * flatness * flatness;
    }
    end(&d);
    return warned;
}

static void check_flat(void)
{
    double lost;
    CHECK(warns_of_flat("single", "bernstein", "0.02", &lost) == 1);
    CHECK(lost > 0.03 && lost < 2); /* the reported number */
    /* The limit is a loss of 1e-4: at 41 times as long as high. */
    CHECK(warns_of_flat("single", "bernstein", "0.0342", &lost) == 1);
    CHECK(warns_of_flat("single", "bernstein", "0.0348", &lost) == 0);
    CHECK(warns_of_flat("double", "bernstein", "0.02", &lost) == 0);
    CHECK(lost < 1e-6);
    CHECK(warns_of_flat("single", "fused", "0.02", &lost) == 0);
    CHECK(lost < 1e-2);
}

/* In a solid the S waves count, and for waveforms the frequencies that they reach. */
static void check_slowest(void)
{
    static const char solid[] =
        "law: elastic\nmesh: {box: {divisions: [2, 2, 2]}}\norder: 3\nmaterials: {m: {rho: 2, lambda: 4, "
        "mu: 2}}\nboundaries: {default: free}\ntime: {end: 1}\nsources: {a: {force: {at: [0.5, 0.5, 1], "
        "vector: [0, 0, 1]}, waveform: {ricker: {frequency: 0.5}}}, b: {moment: {at: [0.5, 0.5, 0.5], "
        "tensor: [1, 1, 1, 0, 0, 0]}, waveform: {brune: {duration: 2}}}}\n";
    struct desk d = {0};
    CHECK_OK(nudge_problem_parse(&d.problem, solid, ""));
    if (d.problem) CHECK_OK(nd_solver_create(&d.solver, d.problem, "cpu", NULL, "plain"));
    if (d.solver) {
        CHECK_OK(nd_preflight_make(&d.pf, d.solver, 0));
        CHECK_NEAR(d.pf.region[0].speed, 2, 1e-12);
        CHECK_NEAR(d.pf.region[0].slowest, 1, 1e-12);
        CHECK_NEAR(d.pf.band.high, 1.25433, 1e-4);
        CHECK(d.pf.band.low == 0 && d.pf.highest == 0 && !d.pf.unknown);
        CHECK_NEAR(d.pf.region[0].points, 3 / (d.pf.band.high * d.pf.region[0].edge_mean), 1e-9);
    }
    end(&d);
}

static int is_warned(const struct desk *d, const char *of)
{
    for (int i = 0; i < d->pf.nwarnings; i++)
        if (strstr(d->pf.warning[i], of)) return 1;
    return 0;
}

/* Sources and probes in the PML, sources of nothing, frequencies that no source holds. */
static void check_monitors(void)
{
#define PULSE "waveform: {pulse: {frequency: 1, bandwidth: 0.4}}}"
#define MONITORS                                                                                             \
    "monitors: {%s: {probe: {at: [%s, 0.2, 0.2]}}, cut: {fourier: {plane: y, at: 0.2, frequencies: "         \
    "[%s]}}}\n"
    struct desk d;
    char keys[1024];
    snprintf(keys, sizeof keys,
             "pml: {}\nsources: {a: {dipole: {at: [0.2, 0.25, 0.15], moment: [0, 0, 1]}, " PULSE
             ", b: {dipole: {at: [0.9, 0.2, 0.15], moment: [0, 0, 0]}, " PULSE "}\n" MONITORS,
             "eye", "0.3", "1, 1.3");
    begin(&d, keys);
    CHECK(is_warned(&d, "source 'a' lies in the PML") && !is_warned(&d, "source 'a' makes"));
    CHECK(is_warned(&d, "source 'b' makes no waves: its moment is zero") &&
          !is_warned(&d, "source 'b' lies"));
    CHECK(is_warned(&d, "monitor 'eye' has fields of the PML"));
    CHECK(is_warned(&d, "monitor 'cut' has the frequency 1.3, at which the sources hardly radiate: "
                        "0.7551 to 1.245"));
    end(&d);
    snprintf(keys, sizeof keys,
             "pml: {}\nsources: {a: {dipole: {at: [0.7, 0.2, 0.2], moment: [0, 0, 1]}, " PULSE "}\n" MONITORS,
             "eye", "0.8", "0.8, 1.2");
    begin(&d, keys);
    CHECK(!is_warned(&d, "lies in") && !is_warned(&d, "makes no") && !is_warned(&d, "has the frequency") &&
          !is_warned(&d, "has fields of"));
    end(&d);
}

int main(void)
{
    check_monitors();
    check_slowest();
    check_regions();
    check_refused();
    check_endless();
    check_flat();
    check_tight();
    integrator = "lsrk4";
    check_tight();
    integrator = "linear";
    check_boundaries();
    check_pml();
    TEST_END;
}
