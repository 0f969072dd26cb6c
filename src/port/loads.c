#include "port/loads.h"

#include <math.h>
#include <string.h>
#include "port/circuit.h"
#include "port/lumped.h"

/* A side of a face while the list is made. */
struct row {
    struct nd_face_entry entry;
    const struct nd_port_spec *spec;
    double along[3], open; /* open: 1 / (Y1 + Y2) */
    struct nd_circuit_terms terms;
};

struct rows {
    struct row *at;
    size_t n, capacity;
    int states; /* the most of all circuits */
};

static struct nd_circuit circuit_of(const struct nd_port_spec *spec)
{
    /* Inductance and capacitance of a port are joined to what it records (record.c). */
    if (!spec->load) return (struct nd_circuit){.R = spec->resistance};
    return (struct nd_circuit){spec->resistance, spec->inductance, spec->capacitance,
                               spec->connection == ND_SERIES};
}

static double admittance(const struct nd_port_setup *setup, const struct nd_port_face *face)
{
    double sum = 0, epsilon, mu;
    for (int side = 0; side < 2; side++) {
        nd_port_media(setup, face->element[side], &epsilon, &mu);
        sum += sqrt(epsilon / mu);
    }
    return sum;
}

static int add_faces(struct rows *rows, const struct nd_port_setup *setup, const struct nd_port_spec *spec)
{
    int status = 0;
    struct nd_port_plane plane = {0};
    struct nd_lumped lumped = {0};
    const struct nd_circuit circuit = circuit_of(spec);
    TRY(nd_port_plane_init(&plane, setup, spec));
    TRY(nd_lumped_init(&lumped, setup, spec, &plane));
    TRY(nd_grow(&rows->at, &rows->capacity, rows->n + 2 * (size_t)plane.n, sizeof *rows->at));
    for (nd_idx i = 0; i < 2 * plane.n; i++) {
        const struct nd_port_face *f = &plane.face[i / 2];
        const int side = (int)(i % 2);
        const double Y = admittance(setup, f);
        struct row *row = &rows->at[rows->n++];
        *row = (struct row){.spec = spec, .open = 1 / Y};
        row->entry = nd_face_pair(setup->mesh, 4 * (size_t)f->element[side] + (size_t)f->face[side],
                                  4 * (size_t)f->element[!side] + (size_t)f->face[!side]);
        memcpy(row->along, lumped.along, sizeof row->along);
        row->terms = nd_circuit_terms(&circuit, lumped.length / lumped.width, Y);
        if (row->terms.states > rows->states) rows->states = row->terms.states;
    }
done:
    nd_lumped_clear(&lumped);
    nd_port_plane_clear(&plane);
    return status;
}

static int by_face(const void *a, const void *b)
{
    const struct nd_face_entry *x = &((const struct row *)a)->entry, *y = &((const struct row *)b)->entry;
    if (x->element != y->element) return x->element < y->element ? -1 : 1;
    return x->face - y->face;
}

/* param[4 + 2 states + states^2]: see face_lumped.h. */
static void fill_param(const struct row *row, int states, double *param)
{
    const struct nd_circuit_terms *t = &row->terms;
    memcpy(param, row->along, sizeof row->along);
    param[3] = t->direct - row->open;
    for (int i = 0; i < states; i++) {
        param[4 + i] = t->from[i];
        param[4 + states + i] = t->into[i];
        for (int j = 0; j < states; j++) param[4 + 2 * states + states * i + j] = t->rate[i][j];
    }
}

static int list_rows(struct rows *rows, const struct nd_port_setup *setup)
{
    int status = 0;
    char where[640];
    const nudge_problem *problem = setup->problem;
    for (int i = 0; i < problem->ports.n; i++)
        if (nd_problem_port(problem, i)->lumped) TRY(add_faces(rows, setup, nd_problem_port(problem, i)));
    for (int i = 0; i < problem->loads.n; i++) TRY(add_faces(rows, setup, nd_problem_load(problem, i)));
    if (rows->n) qsort(rows->at, rows->n, sizeof *rows->at, by_face);
    for (size_t i = 1; i < rows->n; i++)
        if (!by_face(&rows->at[i - 1], &rows->at[i]))
            FAIL(NUDGE_EVALUE, "%s: its surface is also that of '%s'; give each its own",
                 nd_port_where(problem, rows->at[i].spec, where), rows->at[i - 1].spec->named.name);
done:
    return status;
}

/* Both sides of the sheet compute the same states. */
static void fill_stored(const struct row *row, int states, double *stored)
{
    for (int i = 0; i < states; i++) stored[i] = row->terms.stored[i] / 2;
}

static int add_rates(struct nd_loads *loads, const struct rows *rows, nd_idx K)
{
    int status = 0;
    if (!rows->states) return 0;
    ALLOC(loads->decay, K);
    ALLOC(loads->swing, K);
    ALLOC(loads->worst, K);
    for (size_t i = 0; i < rows->n; i++) {
        const struct row *row = &rows->at[i];
        const nd_idx k = row->entry.element;
        if (row->terms.decay + row->terms.swing > 0 &&
            (!loads->worst[k] || row->terms.decay > loads->decay[k]))
            loads->worst[k] = row->spec;
        loads->decay[k] = fmax(loads->decay[k], row->terms.decay);
        loads->swing[k] = fmax(loads->swing[k], row->terms.swing);
    }
done:
    return status;
}

int nd_loads_init(struct nd_loads *loads, struct nd_rhs *rhs, const struct nd_port_setup *setup,
                  const struct nd_setup *rhs_setup)
{
    int status = 0;
    char where[640];
    struct rows rows = {0};
    struct nd_face_entry *entry = NULL;
    double *param = NULL, *stored = NULL;
    *loads = (struct nd_loads){0};
    if (setup->problem->loads.n && !nd_port_has_law(setup->law))
        FAIL(NUDGE_EVALUE, "%s: loads are there for law maxwell only, and this is law %s",
             nd_port_where(setup->problem, nd_problem_load(setup->problem, 0), where), setup->law->name);
    if (!nd_port_has_law(setup->law)) return 0; /* nd_ports_init says so */
    TRY(list_rows(&rows, setup));
    if (!rows.n) goto done;
    const int states = rows.states, params = 4 + 2 * states + states * states;
    ALLOC(entry, rows.n);
    ALLOC(param, rows.n * (size_t)params);
    ALLOC(stored, rows.n * (size_t)states);
    for (size_t i = 0; i < rows.n; i++) {
        entry[i] = rows.at[i].entry;
        fill_param(&rows.at[i], states, param + i * (size_t)params);
        fill_stored(&rows.at[i], states, stored + i * (size_t)states);
    }
    TRY(add_rates(loads, &rows, setup->mesh->K));
    TRY(nd_face_term_init(&loads->term, rhs, rhs_setup,
                          &(struct nd_face_spec){.header = "face_lumped.h",
                                                 .others = 1,
                                                 .params = params,
                                                 .aux = states,
                                                 .n = (nd_idx)rows.n,
                                                 .entry = entry,
                                                 .param = param,
                                                 .stored = stored}));
done:
    free(rows.at);
    free(entry);
    free(param);
    free(stored);
    if (status) nd_loads_clear(loads);
    return status;
}

void nd_loads_clear(struct nd_loads *loads)
{
    nd_face_term_clear(&loads->term);
    free(loads->decay);
    free(loads->swing);
    free(loads->worst);
    *loads = (struct nd_loads){0};
}
