#include "output/scene_choose.h"

#include <math.h>
#include <stdio.h>
#include <string.h>
#include "base/format.h"
#include "base/text.h"

/* "; its fields are a, b" or ", did you mean 'a'?" */
static void advise(const char *name, char *const *names, int n, const char *are, char out[700])
{
    char known[512];
    const char *near = nd_text_nearest(name, (const char *const *)names, n);
    nd_names_join(names, n, known, sizeof known);
    if (near)
        nd_format(out, 700, ", did you mean '%.80s'?", near);
    else
        nd_format(out, 700, "; %s %s", are, known);
}

/* The vector that the problem names, else the law's first, else -1. */
static int choose_vector(struct nd_scene_choice *choice, const nudge_problem *p, const struct nd_law *law)
{
    int status = 0, vectors = 0;
    const char *name = p->output.scene_arrows;
    const char *const *field = (const char *const *)law->fields.at;
    char stem[ND_FIELDS_MOST][40], *list[ND_FIELDS_MOST], advice[700], where[512];
    choice->vector = -1;
    for (int f = 0; f + 2 < law->fields.n; f++) {
        if (!nd_names_vector(field + f)) continue;
        nd_format(stem[vectors], sizeof stem[vectors], "%.*s", (int)strlen(field[f]) - 1, field[f]);
        list[vectors] = stem[vectors];
        if (choice->vector < 0 && (!name || !strcmp(stem[vectors], name))) choice->vector = f;
        vectors++;
    }
    if (!name || choice->vector >= 0) return 0;
    nd_problem_where(p, p->output.scene_arrows_line, where);
    if (!vectors)
        FAIL(NUDGE_EVALUE, "%s: output.scene.arrows: the law %s has no vector fields; leave it out", where,
             law->name);
    advise(name, list, vectors, "its vectors are", advice);
    FAIL(NUDGE_EVALUE, "%s: output.scene.arrows: the law %s has no vector '%.80s'%s", where, law->name, name,
         advice);
done:
    return status;
}

static int choose_colour(struct nd_scene_choice *choice, const nudge_problem *p, const struct nd_law *law)
{
    int status = 0;
    const char *name = p->output.scene_colour;
    char advice[700], where[512];
    nd_problem_where(p, p->output.scene_colour_line ? p->output.scene_colour_line : p->output.scene_line,
                     where);
    choice->colour = nd_names_find(&law->fields, name); /* -1 is ND_SCENE_MAGNITUDE */
    if (choice->colour >= 0) return 0;
    if (!strcmp(name, "incident")) {
        choice->colour = ND_SCENE_INCIDENT;
        for (int i = 0; i < p->sources.n; i++)
            if (nd_problem_source(p, i)->plane_wave) return 0;
        FAIL(NUDGE_EVALUE,
             "%s: output.scene.colour: incident needs a plane wave among the sources; add one, or name a "
             "field",
             where);
    }
    if (!strcmp(name, "magnitude") && choice->vector < 0)
        FAIL(NUDGE_EVALUE,
             "%s: output.scene.colour: the law %s has no vector to take the magnitude of; name a field",
             where, law->name);
    advise(name, law->fields.at, law->fields.n, "there are magnitude, incident and its fields", advice);
    if (strcmp(name, "magnitude"))
        FAIL(NUDGE_EVALUE, "%s: output.scene.colour: the law %s has no field '%.80s'%s", where, law->name,
             name, advice);
done:
    return status;
}

static int choose_surface(struct nd_scene_choice *choice, const nudge_problem *p, const struct nd_mesh *mesh)
{
    int status = 0;
    const struct nd_words *surface = &p->output.scene_surface;
    char advice[700], where[512];
    nd_problem_where(p, surface->line, where);
    ALLOC(choice->wanted, mesh->nboundaries);
    if (!surface->n)
        FAIL(NUDGE_EVALUE, "%s: output.scene.surface is empty; list the boundaries to show", where);
    for (int i = 0; i < surface->n; i++) {
        nd_idx b = 0;
        while (b < mesh->nboundaries && strcmp(mesh->boundary_name[b], surface->at[i])) b++;
        if (b < mesh->nboundaries) {
            choice->wanted[b] = 1;
            continue;
        }
        if (!mesh->nboundaries)
            FAIL(NUDGE_EVALUE,
                 "%s: output.scene.surface: the mesh %s names no boundaries; tag some in the mesh", where,
                 mesh->name);
        advise(surface->at[i], mesh->boundary_name, mesh->nboundaries, "its boundaries are", advice);
        FAIL(NUDGE_EVALUE, "%s: output.scene.surface: the mesh %s has no boundary '%.80s'%s", where,
             mesh->name, surface->at[i], advice);
    }
    for (nd_idx b = 0; b < mesh->Nb; b++)
        if (choice->wanted[mesh->boundary[b]]) return 0;
    FAIL(NUDGE_EVALUE, "%s: output.scene.surface: these boundaries have no faces; name others", where);
done:
    return status;
}

static int check_view(const nudge_problem *p)
{
    int status = 0;
    const double *view = p->output.scene_view, at = p->output.scene_at;
    const double end = p->dt > 0 && p->steps > 0 ? p->dt * (double)p->steps : p->time_end;
    char where[512];
    if (!view[0] && !view[1] && !view[2])
        FAIL(NUDGE_EVALUE,
             "%s: output.scene.view is [0, 0, 0]; give the direction to the eye, as [-1, -0.6, 0.5]",
             nd_problem_where(p, p->output.scene_view_line, where));
    if (at > end * (1 + 1e-9))
        FAIL(NUDGE_EVALUE, "%s: output.scene.at: the run ends at %.6g, before %.6g; choose an earlier time",
             nd_problem_where(p, p->output.scene_at_line, where), end, at);
done:
    return status;
}

int nd_scene_choose(struct nd_scene_choice *choice, const nudge_problem *problem, const struct nd_law *law,
                    const struct nd_mesh *mesh)
{
    int status = 0;
    memset(choice, 0, sizeof *choice);
    TRY(check_view(problem));
    TRY(choose_vector(choice, problem, law));
    TRY(choose_colour(choice, problem, law));
    TRY(choose_surface(choice, problem, mesh));
    choice->count = choice->vector < 0 ? 0 : problem->output.scene_count;
done:
    if (status) nd_scene_choice_clear(choice);
    return status;
}

void nd_scene_choice_clear(struct nd_scene_choice *choice)
{
    free(choice->wanted);
    choice->wanted = NULL;
}

void nd_scene_colour(const struct nd_scene_choice *choice, int points, const double *const taken[3],
                     double *out)
{
    for (int i = 0; i < points; i++)
        out[i] = choice->colour != ND_SCENE_MAGNITUDE ? taken[0][i]
                                                      : hypot(hypot(taken[0][i], taken[1][i]), taken[2][i]);
}
