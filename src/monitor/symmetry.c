#include "monitor/symmetry.h"

#include <math.h>
#include <string.h>
#include "elem/geometry.h"
#include "mesh/geometry.h"

static const struct nd_pair *pair_of(const struct nd_symmetry_setup *setup, int i)
{
    return &setup->problem->symmetry.at[i];
}

static double mesh_size(const struct nd_mesh *mesh)
{
    double size = 0;
    for (size_t i = 0; i < 3 * (size_t)mesh->Nv; i++) size = fmax(size, fabs(mesh->V[i] - mesh->V[i % 3]));
    return size;
}

/* Sets the axis and the coordinate of a plane from the vertices of its faces. */
static int find_plane(struct nd_symmetry *s, const struct nd_symmetry_setup *setup, int plane)
{
    int status = 0;
    const struct nd_mesh *mesh = setup->mesh;
    double low[3] = {INFINITY, INFINITY, INFINITY}, high[3] = {-INFINITY, -INFINITY, -INFINITY};
    char where[512];
    for (size_t i = 0; i < 4 * (size_t)mesh->K; i++) {
        if (setup->connect->EToB[i] != s->boundary[plane]) continue;
        for (int v = 0; v < 3; v++) {
            const double *x = nd_mesh_vertex(mesh, mesh->EToV[i / 4 * 4 + (size_t)nd_face_vertex[i % 4][v]]);
            for (int c = 0; c < 3; c++) low[c] = fmin(low[c], x[c]), high[c] = fmax(high[c], x[c]);
        }
    }
    s->axis[plane] = -1;
    for (int c = 0; c < 3; c++)
        if (high[c] - low[c] <= s->within) s->axis[plane] = c, s->at[plane] = (low[c] + high[c]) / 2;
    nd_problem_where(setup->problem, pair_of(setup, plane)->line, where);
    if (s->axis[plane] < 0)
        FAIL(NUDGE_EVALUE,
             "%s: symmetry: boundary '%.80s' is no plane across x, y or z: it reaches from [%.6g, %.6g, "
             "%.6g] to [%.6g, "
             "%.6g, %.6g]; turn the geometry, or name the part that is one",
             where, pair_of(setup, plane)->name, low[0], low[1], low[2], high[0], high[1], high[2]);
    for (int other = 0; other < plane; other++)
        if (s->axis[other] == s->axis[plane])
            FAIL(NUDGE_EVALUE,
                 "%s: symmetry: boundaries '%.80s' and '%.80s' are both across %c, so that images would "
                 "repeat without "
                 "end; list one of them under boundaries",
                 where, pair_of(setup, other)->name, pair_of(setup, plane)->name, "xyz"[s->axis[plane]]);
done:
    return status;
}

/* -1: the wave's field along the plane, or its only one, changes its sign; 1: it does not; 0: no condition of symmetry. */
static int parity(const char *condition)
{
    if (!strcmp(condition, "pec") || !strcmp(condition, "soft")) return -1;
    return !strcmp(condition, "pmc") || !strcmp(condition, "rigid");
}

/* Whether the signs turn the flux of energy across the plane, and keep those along it. */
static bool mirrors(const struct nd_matrices *m, int axis, const double *sign)
{
    for (int k = 0; k < 3; k++) {
        double most = 0;
        for (int i = 0; i < m->n * m->n; i++) most = fmax(most, fabs(m->F[k][i]));
        for (int i = 0; i < m->n * m->n; i++) {
            const double image = sign[i / m->n] * sign[i % m->n] * m->F[k][i], want = k == axis ? -1 : 1;
            if (fabs(image - want * m->F[k][i]) > 1e-6 * most) return false;
        }
    }
    return true;
}

/* Tries all signs: a law has few fields. */
static bool find_signs(const struct nd_law *law, const struct nd_matrices *m, int axis, int wanted,
                       double *sign)
{
    const int n = law->fields.n, along = law->nwave == 3 ? law->wave[(axis + 1) % 3] : law->wave[0];
    if (!law->nwave || n > 12) return false;
    for (int bits = 0; bits < 1 << n; bits++) {
        for (int f = 0; f < n; f++) sign[f] = bits >> f & 1 ? -1 : 1;
        if (sign[along] == wanted && mirrors(m, axis, sign)) return true;
    }
    return false;
}

static int set_signs(struct nd_symmetry *s, const struct nd_symmetry_setup *setup)
{
    int status = 0;
    struct nd_matrices *m = NULL;
    ALLOC(m, 1);
    TRY(nd_matrices_init(m, setup->rhs, 0));
    s->known = true;
    for (int i = 0; i < s->planes; i++)
        s->known &= find_signs(setup->law, m, s->axis[i], parity(pair_of(setup, i)->value), s->sign[i]);
done:
    free(m);
    return status;
}

/* A wave that the plane reflects would need a second one from the other side. */
static int check_waves(const struct nd_symmetry *s, const struct nd_symmetry_setup *setup, int plane)
{
    int status = 0;
    const int axis = s->axis[plane], odd = parity(pair_of(setup, plane)->value) < 0;
    char where[512];
    for (int i = 0; i < setup->problem->sources.n; i++) {
        const struct nd_source *source = nd_problem_source(setup->problem, i);
        const double *d = source->direction, *E = source->polarization;
        if (!source->plane_wave) continue;
        const double across = fabs(E[axis]), along = hypot(E[(axis + 1) % 3], E[(axis + 2) % 3]),
                     tiny = 1e-9 * hypot(across, along);
        const bool fits = setup->law->nwave == 3 ? (odd ? along : across) <= tiny : !odd;
        if (fabs(d[axis]) <= 1e-9 * sqrt(d[0] * d[0] + d[1] * d[1] + d[2] * d[2]) && fits) continue;
        FAIL(NUDGE_EVALUE,
             "%s: symmetry: plane wave '%.80s' does not have the symmetry of '%.80s: %s': it must travel "
             "along the plane%s",
             nd_problem_where(setup->problem, source->named.line, where), source->named.name,
             pair_of(setup, plane)->name, pair_of(setup, plane)->value,
             setup->law->nwave != 3
                 ? (odd ? ", and a wave along a soft plane has no pressure there; take rigid" : "")
             : odd ? ", with its polarization across it"
                   : ", with its polarization along it");
    }
done:
    return status;
}

static int find_boundary(struct nd_symmetry *s, const struct nd_symmetry_setup *setup, int plane)
{
    int status = 0;
    const struct nd_pair *pair = pair_of(setup, plane);
    char where[512];
    nd_problem_where(setup->problem, pair->line, where);
    if (!parity(pair->value))
        FAIL(NUDGE_EVALUE,
             "%s: symmetry: '%.80s' is %.40s; planes of symmetry are pec or pmc, in acoustics rigid or soft",
             where, pair->name, pair->value);
    s->boundary[plane] = -1;
    for (nd_idx b = 0; b < setup->mesh->nboundaries; b++)
        if (!strcmp(setup->mesh->boundary_name[b], pair->name)) s->boundary[plane] = b;
    for (nd_idx i = 0; i < setup->connect->nsheets; i++)
        if (setup->connect->EToB[setup->connect->sheet[i].face] == s->boundary[plane])
            FAIL(NUDGE_EVALUE,
                 "%s: symmetry: boundary '%.80s' lies inside the mesh; a plane of symmetry is its end", where,
                 pair->name);
    TRY(find_plane(s, setup, plane));
    TRY(check_waves(s, setup, plane));
done:
    return status;
}

int nd_symmetry_init(struct nd_symmetry *s, const struct nd_symmetry_setup *setup)
{
    int status = 0;
    char where[512];
    const struct nd_pairs *pairs = &setup->problem->symmetry;
    *s = (struct nd_symmetry){.planes = pairs->n, .images = 1 << pairs->n};
    if (!pairs->n) return 0;
    if (pairs->n > 3)
        FAIL(NUDGE_EVALUE, "%s: symmetry has %d planes; there are at most three, across x, y and z",
             nd_problem_where(setup->problem, pairs->at[3].line, where), pairs->n);
    s->within = 1e-9 * mesh_size(setup->mesh);
    for (int i = 0; i < s->planes; i++) TRY(find_boundary(s, setup, i));
    TRY(set_signs(s, setup));
done:
    return status;
}

bool nd_symmetry_has(const struct nd_symmetry *s, nd_idx boundary)
{
    for (int i = 0; i < s->planes; i++)
        if (s->boundary[i] == boundary) return true;
    return false;
}

int nd_symmetry_planes_at(const struct nd_symmetry *s, const double x[3])
{
    int bits = 0;
    for (int i = 0; i < s->planes; i++) bits |= (fabs(x[s->axis[i]] - s->at[i]) <= s->within) << i;
    return bits;
}

void nd_symmetry_image(const struct nd_symmetry *s, int i, const double x[3], double image[3])
{
    memcpy(image, x, 3 * sizeof *x);
    for (int p = 0; p < s->planes; p++)
        if (i >> p & 1) image[s->axis[p]] = 2 * s->at[p] - x[s->axis[p]];
}

void nd_symmetry_turn(const struct nd_symmetry *s, int i, const double v[3], double image[3])
{
    memcpy(image, v, 3 * sizeof *v);
    for (int p = 0; p < s->planes; p++)
        if (i >> p & 1) image[s->axis[p]] = -v[s->axis[p]];
}

double nd_symmetry_sign(const struct nd_symmetry *s, int i, int field)
{
    double sign = 1;
    for (int p = 0; p < s->planes; p++)
        if (i >> p & 1) sign *= s->sign[p][field];
    return sign;
}
