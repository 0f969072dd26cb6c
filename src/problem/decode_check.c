/* Checks of a decoded problem that are about more than one key. */
#include <math.h>
#include <string.h>
#include "base/format.h"
#include "base/file.h"
#include "base/memory.h"
#include "problem/keys.h"

/* "a, b, c", as far as there is room. */
static const char *list_names(const char *const *names, int n, char all[300])
{
    size_t at = 0;
    all[0] = 0;
    for (int i = 0; i < n; i++) {
        const size_t more = strlen(names[i]) + 2;
        if (at + more + 5 > 300) {
            nd_format(all + at, 300 - at, ", ...");
            break;
        }
        nd_format(all + at, 300 - at, "%s%s", i ? ", " : "", names[i]);
        at = strlen(all);
    }
    return all;
}

static int check_regions(const nudge_problem *p, const struct nd_origin *origin)
{
    int status = 0;
    int listed = 0; /* vacuum is */
    char where[512], all[300];
    const char **names = NULL;
    ALLOC(names, p->nmaterials + 1);
    for (int m = 0; m < p->nmaterials; m++) {
        names[m] = p->material[m].name;
        if (!strcmp(names[m], "vacuum")) listed = 1;
    }
    names[p->nmaterials] = "vacuum"; /* may be named without being listed */
    for (int i = 0; i < p->regions.n; i++) {
        const struct nd_pair *region = &p->regions.at[i];
        int m = 0;
        while (m < p->nmaterials && strcmp(names[m], region->value)) m++;
        if (m < p->nmaterials) continue;
        const char *near = nd_text_nearest(region->value, names, p->nmaterials + 1);
        FAIL(NUDGE_EVALUE,
             "%s: region '%.80s' is of material '%.80s', which is not among the materials%s%.80s%s; there "
             "are: %s",
             nd_origin_where(origin, region->line, where), region->name, region->value,
             near ? ", did you mean '" : "", near ? near : "", near ? "'?" : "",
             list_names(names, p->nmaterials + !listed, all));
    }
done:
    free(names);
    return status;
}

/* Planes of symmetry become boundaries, too. */
static int add_symmetry(nudge_problem *p, const struct nd_origin *origin)
{
    int status = 0;
    char where[512];
    struct nd_pairs *to = &p->boundaries;
    size_t capacity = (size_t)to->n;
    for (int i = 0; i < p->symmetry.n; i++) {
        const struct nd_pair *pair = &p->symmetry.at[i];
        for (int j = 0; j < to->n; j++)
            if (!strcmp(to->at[j].name, pair->name))
                FAIL(NUDGE_EVALUE,
                     "%s: '%.80s' is under symmetry and under boundaries; leave one of them out",
                     nd_origin_where(origin, pair->line, where), pair->name);
        if (!strcmp(pair->name, "default"))
            FAIL(NUDGE_EVALUE, "%s: symmetry needs names of boundaries; default is none",
                 nd_origin_where(origin, pair->line, where));
        TRY(nd_grow(&to->at, &capacity, (size_t)to->n + 1, sizeof *to->at));
        to->at[to->n++] = (struct nd_pair){.line = pair->line};
        STRDUP(to->at[to->n - 1].name, pair->name);
        STRDUP(to->at[to->n - 1].value, pair->value);
    }
done:
    return status;
}

/* A monitor of resonances is a probe whose signal is analysed at the end. */
static int check_resonances(nudge_problem *p, const struct nd_origin *origin)
{
    int status = 0;
    char where[512];
    for (int i = 0; i < p->monitors.n; i++) {
        struct nd_monitor_spec *m = (struct nd_monitor_spec *)p->monitors.at + i;
        if (!m->resonances) continue;
        m->probe = true;
        if (m->frequencies.n != 2 || !(m->frequencies.at[0] < m->frequencies.at[1]))
            FAIL(NUDGE_EVALUE,
                 "%s: monitors.%.80s.resonances.band must be two frequencies, the lower one first, as [f1, f2]",
                 nd_origin_where(origin, m->frequencies.line, where), m->named.name);
    }
done:
    return status;
}

static int check_time(const nudge_problem *p, const struct nd_origin *origin)
{
    int status = 0;
    char where[512];
    bool end = !isnan(p->time_end), dt = p->dt > 0, steps = p->steps > 0;
    nd_origin_where(origin, p->time_line, where);
    if (end && dt && steps)
        FAIL(NUDGE_EVALUE, "%s: time has end, dt and steps; leave one of them out", where);
    if (!end && !(dt && steps))
        FAIL(NUDGE_EVALUE, "%s: time needs 'end', or 'dt' and 'steps' together", where);
    if (!end && !isfinite(p->dt * (double)p->steps))
        FAIL(NUDGE_EVALUE, "%s: dt times steps is too large", where);
done:
    return status;
}

static int check_scale(const nudge_problem *p, const struct nd_origin *origin)
{
    int status = 0;
    char where[512];
    if (p->scale.word && p->units != ND_UNITS_SI)
        FAIL(
            NUDGE_EVALUE,
            "%s: mesh.scale is a unit of length, which stands for its metres, and units are natural, without "
            "metres; add units: si, or give mesh.scale as a number",
            nd_origin_where(origin, p->scale.line, where));
done:
    return status;
}

/* A unit in mesh.box is a size in metres already, which mesh.scale must not change once more. */
static int check_box_scale(const nudge_problem *p, const struct nd_origin *origin)
{
    int status = 0;
    char where[512];
    static const char *const keys[] = {"size", "origin", "h"};
    const struct nd_node *box = nd_node_find(p->tree, "mesh.box");
    for (size_t i = 0; box && p->scale.factor != 1 && i < sizeof keys / sizeof *keys; i++) {
        const struct nd_node *node = nd_node_get(box, keys[i]);
        if (node && nd_quantity_has_unit(node))
            FAIL(
                NUDGE_EVALUE,
                "%s: mesh.box.%s has a unit, and mesh.scale would multiply it once more; leave mesh.scale or "
                "the unit out",
                nd_origin_where(origin, node->line, where), keys[i]);
    }
done:
    return status;
}

/* Keys that would have no effect. */
static int check_make(const nudge_problem *p, const struct nd_origin *origin)
{
    int status = 0;
    char where[512];
    static const char *const keys[] = {"per", "edges"};
    const struct nd_node *make = nd_node_find(p->tree, "mesh.make");
    if (!make) return 0;
    if (!p->geometry)
        FAIL(NUDGE_EVALUE, "%s: mesh.make is about mesh.geometry, which is not given; leave it out",
             nd_origin_where(origin, p->make.line, where));
    for (size_t i = 0; i < sizeof keys / sizeof *keys && !(p->make.wavelength > 0); i++) {
        const struct nd_entry *entry = nd_node_entry(make, keys[i]);
        if (entry)
            FAIL(NUDGE_EVALUE, "%s: mesh.make.%s needs mesh.make.wavelength, from which sizes follow",
                 nd_origin_where(origin, entry->line, where), keys[i]);
    }
done:
    return status;
}

double nd_box_count(const struct nd_box *box, double bricks[3])
{
    double tets = 6;
    for (int i = 0; i < 3; i++) {
        /* Rounding must not add a cell when the division comes out whole. */
        bricks[i] = box->h > 0 ? fmax(1, ceil(box->size[i] / box->h * (1 - 1e-12))) : box->divisions[i];
        tets *= bricks[i];
    }
    return tets;
}

struct nd_box nd_box_grown(const nudge_problem *p)
{
    struct nd_box box = p->box;
    double bricks[3];
    bool chosen = false;
    if (!p->mesh_pml.given) return box;
    nd_box_count(&p->box, bricks);
    for (int side = 0; side < 6; side++) chosen |= p->mesh_pml.side[side];
    for (int i = 0; i < 6; i++)
        bricks[i / 2] += (chosen ? p->mesh_pml.side[i] : !box.periodic[i / 2]) * p->mesh_pml.layers;
    box.h = 0;
    for (int i = 0; i < 3; i++) box.divisions[i] = (int)fmin(bricks[i], INT32_MAX);
    return box;
}

static int check_box(const nudge_problem *p, const struct nd_origin *origin)
{
    int status = 0;
    char where[512];
    double bricks[3];
    if (!p->box.given) return 0;
    const struct nd_box grown = nd_box_grown(p);
    const double tets = nd_box_count(&grown, bricks);
    if (!(tets <= ND_BOX_TETS_MOST))
        FAIL(NUDGE_EVALUE,
             "%s: mesh.box has %.3g tetrahedra%s, more than %d; take fewer divisions or a larger h",
             nd_origin_where(origin, p->box.line, where), tets, p->mesh_pml.given ? " with its PML" : "",
             ND_BOX_TETS_MOST);
done:
    return status;
}

/* Marks the loads, which share a struct with ports. */
static int check_loads(nudge_problem *p, const struct nd_origin *origin)
{
    int status = 0;
    char where[512];
    for (int i = 0; i < p->loads.n; i++) {
        struct nd_port_spec *load = (struct nd_port_spec *)p->loads.at + i;
        load->load = true;
        if (!(load->resistance > 0 || load->inductance > 0 || load->capacitance > 0))
            FAIL(NUDGE_EVALUE,
                 "%s: load '%.80s' has neither resistance nor inductance nor capacitance; give at least one",
                 nd_origin_where(origin, load->named.line, where), load->named.name);
    }
done:
    return status;
}

/* A film has one way to its resistance, which must be a value that a sheet takes. */
static int check_films(nudge_problem *p, const struct nd_origin *origin)
{
    int status = 0;
    char where[512];
    for (int i = 0; i < p->sheets.n; i++) {
        const struct nd_sheet_spec *s = nd_problem_sheet(p, i);
        const int made = (s->conductivity > 0) + (s->thickness > 0);
        nd_origin_where(origin, s->named.line, where);
        if ((s->resistance > 0) == (made > 0) || made == 1)
            FAIL(NUDGE_EVALUE, "%s: sheet '%.80s': give either resistance, or conductivity and thickness", where,
                 s->named.name);
        const double R = nd_sheet_value(s);
        if (!(R >= 1e-15 && R <= 1e15))
            FAIL(NUDGE_EVALUE,
                 "%s: sheet '%.80s': its resistance per square is %g; from 1e-15 to 1e15 is required; check the units "
                 "of conductivity and thickness",
                 where, s->named.name, R);
    }
done:
    return status;
}

static int refuse_excite(const nudge_problem *p, const char *where)
{
    int status = 0;
    char all[300];
    const char **names = NULL;
    ALLOC(names, p->ports.n);
    for (int i = 0; i < p->ports.n; i++) names[i] = nd_problem_port(p, i)->named.name;
    FAIL(NUDGE_EVALUE, "%s: sparameters.excite: '%.80s' is not among the ports; there are: %s", where,
         p->sparameters.excite, list_names(names, p->ports.n, all));
done:
    free(names);
    return status;
}

static int check_ports(const nudge_problem *p, const struct nd_origin *origin)
{
    int status = 0;
    const struct nd_sparameters_spec *s = &p->sparameters;
    const double *band = s->band.at;
    char where[512];
    if (p->ports.n && !s->given)
        FAIL(NUDGE_EVALUE,
             "%s: there are ports and no sparameters; add sparameters: {band: [LOWEST, HIGHEST]}, the "
             "frequencies at which they are used",
             nd_origin_where(origin, nd_problem_port(p, 0)->named.line, where));
    if (!s->given) return 0;
    nd_origin_where(origin, s->line, where);
    if (!p->ports.n) FAIL(NUDGE_EVALUE, "%s: sparameters: there are no ports; add some", where);
    if (s->band.n != 2 || !(band[1] > band[0]))
        FAIL(NUDGE_EVALUE, "%s: sparameters.band: two frequencies are wanted, the lower one first", where);
    if (strchr(s->file, '/') || !*s->file || *s->file == '.')
        FAIL(NUDGE_EVALUE, "%s: sparameters.file is '%.80s', a name without folder and ending is wanted",
             where, s->file);
    for (int i = 0; i < p->ports.n; i++) {
        const char *name = nd_problem_port(p, i)->named.name;
        const size_t n = strspn(name, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-");
        if (!n || name[n] || n > 40)
            FAIL(NUDGE_EVALUE,
                 "%s: port '%.80s': the name is used for a folder and for columns: give up to 40 letters, digits, "
                 "_ and -",
                 nd_origin_where(origin, nd_problem_port(p, i)->named.line, where), name);
    }
    for (int i = 0; i < p->ports.n; i++)
        if (s->excite && !strcmp(s->excite, nd_problem_port(p, i)->named.name)) return 0;
    if (s->excite) TRY(refuse_excite(p, where));
done:
    return status;
}

/* Other programs go by the ending of these files. endings: separated by |. */
static int check_ending(const struct nd_origin *origin, int line, const char *key, const char *file,
                        const char *endings)
{
    int status = 0;
    char where[512], list[64];
    if (!file) return 0;
    const char *dot = strrchr(nd_path_name(file), '.');
    const size_t n = strcspn(endings, "|"), last = strlen(endings) - 4;
    nd_format(list, sizeof list, endings[n] ? "%.*s, %.*s or %s" : "%.*s", (int)n, endings, (int)n,
              endings + n + 1, endings + last);
    if (dot == nd_path_name(file))
        FAIL(NUDGE_EVALUE, "%s: %s is '%.80s', a name before the ending is wanted, as a%.*s",
             nd_origin_where(origin, line, where), key, file, (int)n, endings);
    if (!dot || nd_choice_find(endings, dot) < 0)
        FAIL(NUDGE_EVALUE, "%s: %s is '%.80s', a name ending in %s is wanted",
             nd_origin_where(origin, line, where), key, file, list);
done:
    return status;
}

int nd_problem_check(nudge_problem *p, const struct nd_origin *origin)
{
    static const char pictures[] = ".png|.svg|.pdf";
    int status = 0;
    TRY(check_regions(p, origin));
    TRY(check_time(p, origin));
    TRY(check_resonances(p, origin));
    TRY(add_symmetry(p, origin));
    TRY(check_scale(p, origin));
    TRY(check_box_scale(p, origin));
    TRY(check_box(p, origin));
    TRY(check_make(p, origin));
    TRY(check_ports(p, origin));
    TRY(check_loads(p, origin));
    TRY(check_films(p, origin));
    TRY(check_ending(origin, p->output.fields_line, "output.fields.file", p->output.fields_file, ".pvd"));
    for (int i = 0; i < p->output.pictures.n; i++) {
        const struct nd_picture_spec *spec = nd_problem_picture(p, i);
        TRY(check_ending(origin, spec->named.line, "output.picture.file", spec->file, pictures));
    }
    TRY(check_ending(origin, p->output.scene_line, "output.scene.file", p->output.scene_file, pictures));
done:
    return status;
}
