#include "monitor/orders.h"

#include <math.h>
#include <string.h>

/* Marks a region by name, and its imaginary part. */
static int mark(const struct nd_monitors_setup *setup, const struct nd_monitor_spec *spec, int which,
                char *flag)
{
    int status = 0;
    const struct nd_mesh *mesh = setup->mesh;
    const struct nd_words one = {&spec->between.at[which], 1, spec->between.line};
    TRY(nd_monitor_mark_regions(setup, spec, &one, flag));
    for (nd_idx r = 0; r < mesh->nregions && mesh->real; r++)
        flag[r] |= (char)nd_mesh_is_copy(mesh->region_name[r], spec->between.at[which]);
done:
    return status;
}

/* The fields and constants of Maxwell's equations, which the formulas need. */
static int check_law(const struct nd_monitors_setup *setup, const char *where)
{
    int status = 0, known = 1;
    static const char *const fields[] = {"Ex", "Ey", "Ez", "Hx", "Hy", "Hz"};
    for (int i = 0; i < 6; i++) known &= nd_names_find(&setup->law->fields, fields[i]) == i;
    if (!known || nd_names_find(&setup->law->material, "epsilon") < 0 ||
        nd_names_find(&setup->law->material, "mu") < 0)
        FAIL(NUDGE_EVALUE, "%s: orders are for law maxwell, not for %s; use fourier on a plane", where,
             setup->law->name);
done:
    return status;
}

/* The outward normal of face i. */
static void normal_of(const struct nd_mesh *mesh, const struct nd_surface *s, nd_idx i, double n[3])
{
    double G[9], J, normal[4][3], Fscale[4];
    nd_geometry_metric(mesh, s->element[s->owner[i]], G, &J);
    nd_geometry_faces(G, normal, Fscale);
    memcpy(n, normal[s->face[i]], 3 * sizeof *n);
}

static int check_plane(const struct nd_monitors_setup *setup, const struct nd_surface *s, const char *where)
{
    int status = 0;
    double first[3], n[3];
    normal_of(setup->mesh, s, 0, first);
    for (nd_idx i = 1; i < s->nfaces; i++) {
        normal_of(setup->mesh, s, i, n);
        if (n[0] * first[0] + n[1] * first[1] + n[2] * first[2] < 1 - 1e-6)
            FAIL(NUDGE_EVALUE, "%s: the faces between these regions do not lie in one plane", where);
    }
done:
    return status;
}

static int check_material(const struct nd_monitors_setup *setup, const struct nd_material *own,
                          const double *constants, const char *where)
{
    int status = 0;
    static const char *const names[] = {"sigma", "sigma_m"};
    const char *what = own->tensor ? "a tensor" : own->npoles ? "poles" : NULL;
    for (int i = 0; i < 2; i++) {
        const int at = nd_names_find(&setup->law->material, names[i]);
        if (at >= 0 && constants[at] > 0) what = "losses";
    }
    if (what)
        FAIL(NUDGE_EVALUE,
             "%s: the plane lies in material '%s', which has %s: orders need one epsilon and one mu; "
             "move the plane into another material, or use fourier on a plane",
             where, own->name, what);
done:
    return status;
}

/* A cell goes on beyond its sides if they are periodic, or walls at which its mirror image follows. Refuses a plane that
 * ends at another boundary. */
static int check_sides(const struct nd_monitors_setup *setup, const struct nd_surface *s, const char *where)
{
    int status = 0;
    const struct nd_mesh *mesh = setup->mesh;
    const int pec = nd_names_find(&setup->law->boundaries, "pec"),
              pmc = nd_names_find(&setup->law->boundaries, "pmc");
    char *on = NULL;
    ALLOC(on, mesh->Nv);
    for (nd_idx i = 0; i < s->nfaces; i++)
        for (int j = 0; j < 3; j++)
            on[mesh->EToV[4 * (size_t)s->element[s->owner[i]] + (size_t)nd_face_vertex[s->face[i]][j]]] = 1;
    for (size_t i = 0; i < 4 * (size_t)mesh->K; i++) {
        const nd_idx b = setup->connect->EToB[i], *v = mesh->EToV + i / 4 * 4;
        int corners = 0;
        if (b < 0 || nd_connect_back(setup->connect, i) >= 0) continue;
        const int kind = setup->assign->surface[b].kind, condition = setup->assign->condition[b];
        for (int j = 0; j < 3; j++) corners += on[v[nd_face_vertex[i % 4][j]]];
        if (corners != 2 || (!kind && (condition == pec || condition == pmc))) continue;
        FAIL(NUDGE_EVALUE,
             "%s: the plane ends at boundary '%s', and orders are waves of a cell that goes on to all sides: "
             "join this side and the opposite one by mesh.periodic, or make both pec or pmc",
             where, mesh->boundary_name[b]);
    }
done:
    free(on);
    return status;
}

int nd_orders_set(const struct nd_monitors_setup *setup, struct nd_monitor *monitor)
{
    int status = 0;
    const struct nd_monitor_spec *spec = monitor->spec;
    const struct nd_mesh *mesh = setup->mesh;
    char *from = NULL, *to = NULL, where[640];
    nd_monitor_where(setup->problem, spec, spec->between.line, where);
    TRY(check_law(setup, where));
    if (spec->between.n != 2)
        FAIL(NUDGE_EVALUE, "%s: between names %d regions; two are wanted, as [front, slab]", where,
             spec->between.n);
    ALLOC(from, mesh->nregions + 1);
    ALLOC(to, mesh->nregions + 1);
    TRY(mark(setup, spec, 0, from));
    TRY(mark(setup, spec, 1, to));
    TRY(nd_surface_between(&monitor->surface, mesh, setup->connect, from, to));
    if (!monitor->surface.nfaces)
        FAIL(NUDGE_EVALUE, "%s: regions '%s' and '%s' share no face", where, spec->between.at[0],
             spec->between.at[1]);
    TRY(check_plane(setup, &monitor->surface, where));
    TRY(check_sides(setup, &monitor->surface, where));
    const int material = setup->assign->material[mesh->region[monitor->surface.element[0]]];
    const double *constants = setup->assign->constants + material * setup->law->material.n;
    TRY(check_material(setup, &setup->problem->material[material], constants, where));
    monitor->epsilon = constants[nd_names_find(&setup->law->material, "epsilon")];
    monitor->mu = constants[nd_names_find(&setup->law->material, "mu")];
done:
    free(from);
    free(to);
    return status;
}

/* The plane and its lattice. */
struct cell {
    double n[3];             /* normal, forwards */
    double area;             /* of the cell's faces */
    double reciprocal[2][3]; /* 0 where there is no period */
    double k[3];             /* the given wave vector */
};

static void cross(const double a[3], const double b[3], double out[3])
{
    for (int i = 0; i < 3; i++) out[i] = a[(i + 1) % 3] * b[(i + 2) % 3] - a[(i + 2) % 3] * b[(i + 1) % 3];
}

static double dot(const double a[3], const double b[3])
{
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

/* The periods of the mesh, at most two that are not parallel. */
static int find_periods(const struct nd_mesh *mesh, double period[2][3])
{
    int found = 0;
    for (nd_idx i = 0; i < mesh->Nperiodic && found < 2; i++) {
        const nd_idx *v = mesh->periodic + 6 * (size_t)i;
        double by[3], across[3];
        for (int c = 0; c < 3; c++)
            by[c] = mesh->V[3 * (size_t)v[3] + (size_t)c] - mesh->V[3 * (size_t)v[0] + (size_t)c];
        if (found) cross(by, period[0], across);
        if (found && dot(across, across) < 1e-12 * dot(by, by) * dot(period[0], period[0])) continue;
        memcpy(period[found++], by, sizeof by);
    }
    return found;
}

static void set_cell(struct cell *cell, const struct nd_monitors *m, const struct nd_trace *trace)
{
    double period[2][3], side[3];
    const int n = find_periods(m->mesh, period);
    *cell = (struct cell){{0}, 0, {{0}}, {0}};
    if (m->mesh->real) memcpy(cell->k, m->problem->floquet.k, sizeof cell->k);
    normal_of(m->mesh, trace->surface, 0, cell->n);
    for (size_t i = 0; i < trace->n; i++) cell->area += fabs(dot(trace->dS + 3 * i, cell->n));
    if (m->mesh->real) cell->area /= 2;
    for (int i = 0; i < n; i++) {
        if (n == 1)
            memcpy(side, period[0], sizeof side);
        else
            cross(period[1 - i], cell->n, side);
        for (int c = 0; c < 3; c++) cell->reciprocal[i][c] = 2 * M_PI * side[c] / dot(side, period[i]);
    }
}

/* mean[6]: of exp(i t.x) times the complex fields over the cell. */
static void project(const struct nd_monitors *m, const struct nd_trace *trace, const struct cell *cell,
                    const double t[3], double complex mean[6])
{
    const struct nd_mesh *mesh = m->mesh;
    for (int f = 0; f < 6; f++) mean[f] = 0;
    for (size_t i = 0; i < trace->n; i++) {
        const nd_idx face = (nd_idx)(i / (size_t)trace->points);
        const int second = mesh->real && trace->surface->element[trace->surface->owner[face]] >= mesh->real;
        double x[3];
        for (int c = 0; c < 3; c++) x[c] = trace->x[3 * i + (size_t)c] - (second ? mesh->apart[c] : 0);
        const double complex weight =
            cexp(I * dot(t, x)) * fabs(dot(trace->dS + 3 * i, cell->n)) / cell->area * (second ? I : 1);
        for (int f = 0; f < 6; f++) mean[f] += weight * trace->u[i * (size_t)trace->fields + (size_t)f];
    }
}

/* Adds the row of one order, if it travels: amplitudes of E along s = n x t / |t| (s) and along t (p), in both
 * directions; power per area. */
static int write_order(struct nd_csv *csv, const struct cell *cell, const struct nd_monitor *monitor,
                       const double head[3], const double t[3], const double complex mean[6])
{
    const double omega = 2 * M_PI * head[0], k = omega * sqrt(monitor->epsilon * monitor->mu),
                 kt = sqrt(dot(t, t)), eta = sqrt(monitor->mu / monitor->epsilon);
    double along[3] = {fabs(cell->n[0]) < 0.9, fabs(cell->n[0]) >= 0.9, 0}, s[3];
    if (!(kt < k * (1 - 1e-9))) return 0;
    const double cosine = sqrt(1 - kt * kt / (k * k)), normal = dot(along, cell->n);
    for (int c = 0; c < 3; c++) along[c] = kt > 1e-9 * k ? t[c] / kt : along[c] - normal * cell->n[c];
    cross(cell->n, along, s);
    double complex E[2] = {0}, H[2] = {0}; /* along s, along t */
    for (int c = 0; c < 3; c++) {
        E[0] += s[c] * mean[c], E[1] += along[c] * mean[c];
        H[0] += s[c] * mean[3 + c], H[1] += along[c] * mean[3 + c];
    }
    const double complex forward[2] = {(E[0] - eta / cosine * H[1]) / 2, (E[1] + eta * cosine * H[0]) / 2},
                         backward[2] = {(E[0] + eta / cosine * H[1]) / 2, (E[1] - eta * cosine * H[0]) / 2};
    const double power[2] = {cosine / (2 * eta), 1 / (2 * eta * cosine)};
    double row[13] = {head[0], head[1], head[2]};
    for (int i = 0; i < 2; i++) {
        row[3 + 4 * i] = creal(forward[i]), row[4 + 4 * i] = cimag(forward[i]);
        row[5 + 4 * i] = creal(backward[i]), row[6 + 4 * i] = cimag(backward[i]);
        row[11] += power[i] * pow(cabs(forward[i]), 2);
        row[12] += power[i] * pow(cabs(backward[i]), 2);
    }
    return nd_csv_row(csv, row, 13);
}

static int write_frequency(struct nd_csv *csv, const struct nd_monitors *m, const struct nd_monitor *monitor,
                           const struct nd_trace *trace, double frequency)
{
    int status = 0;
    struct cell cell;
    set_cell(&cell, m, trace);
    const int most[2] = {dot(cell.reciprocal[0], cell.reciprocal[0]) > 0 ? monitor->spec->most : 0,
                         dot(cell.reciprocal[1], cell.reciprocal[1]) > 0 ? monitor->spec->most : 0};
    for (int i = -most[0]; i <= most[0]; i++)
        for (int j = -most[1]; j <= most[1]; j++) {
            double complex mean[6];
            double t[3];
            for (int c = 0; c < 3; c++)
                t[c] = cell.k[c] + i * cell.reciprocal[0][c] + j * cell.reciprocal[1][c];
            project(m, trace, &cell, t, mean);
            TRY(write_order(csv, &cell, monitor, (const double[]){frequency, i, j}, t, mean));
        }
done:
    return status;
}

int nd_orders_write(struct nd_monitors *m, struct nd_monitor *monitor, char *const *paths)
{
    int status = 0;
    const size_t one = (size_t)monitor->count * (size_t)(m->law->fields.n * m->elem->Np);
    struct nd_trace trace = {0};
    struct nd_csv *csv = NULL;
    double *re = NULL, *im = NULL;
    ALLOC(re, one);
    ALLOC(im, one);
    TRY(nd_trace_init(&trace,
                      &(struct nd_trace_setup){&monitor->surface, m->mesh, m->elem, m->law->fields.n, NULL}));
    TRY(nd_csv_create(
        &csv, paths[ND_MONITOR_TABLE],
        "frequency,m,n,forward_s_re,forward_s_im,backward_s_re,backward_s_im,forward_p_re,forward_p_im,"
        "backward_p_re,backward_p_im,forward_power,backward_power"));
    if (m->keep) TRY(nd_csv_keep(csv, &monitor->results));
    for (int k = 0; k < monitor->fourier.n; k++) {
        TRY(nd_monitor_trace(monitor, k, re, im, &trace));
        TRY(write_frequency(csv, m, monitor, &trace, monitor->fourier.frequency[k]));
    }
    TRY(nd_csv_end(&csv));
done:
    nd_csv_destroy(csv);
    nd_trace_clear(&trace);
    free(re);
    free(im);
    return status;
}

double nd_orders_cutoff(const struct nd_monitors *m, const struct nd_monitor *monitor)
{
    const double *k = m->problem->floquet.k;
    double n[3], across[3];
    if (!m->mesh->real) return 0;
    normal_of(m->mesh, &monitor->surface, 0, n);
    cross(k, n, across);
    return sqrt(dot(across, across) / (monitor->epsilon * monitor->mu)) / (2 * M_PI);
}
