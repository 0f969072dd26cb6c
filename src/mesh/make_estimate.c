/* How many elements a geometry will have, before gmsh starts: a wavelength in another unit than the geometry asks for more
 * than any machine can make, or for none but those that the shape needs. */
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "base/error.h"
#include "base/log.h"
#include "base/memory.h"
#include "mesh/make_gmsh.h"
#include "problem/problem.h"

#define TETS_PER_CUBE 8.  /* tetrahedra of gmsh in a cube of their largest edge, about */
#define TETS_LONG     2e6 /* takes a minute or more */
#define EDGE_PER_SPAN                                                                                        \
    3. /* largest edge over the span of the geometry, above which it is probably a mistake */

struct span {
    double of[3];
};

static double longest(struct span span)
{
    return fmax(span.of[0], fmax(span.of[1], span.of[2]));
}

/* Of a volume, or of the whole model with dim and tag -1. */
static int find_span(const struct nd_gmsh *gmsh, const struct nd_mesh_make *make, int dim, int tag,
                     struct span *span)
{
    int status = 0, ierr = 0;
    double low[3], high[3];
    gmsh->box(dim, tag, &low[0], &low[1], &low[2], &high[0], &high[1], &high[2], &ierr);
    TRY(nd_gmsh_check(gmsh, ierr, make->geometry, "find its extent"));
    for (int d = 0; d < 3; d++) span->of[d] = high[d] - low[d];
done:
    return status;
}

/* Of the region with this tag; 1 if none is given or if it is below 1, for `size` limits all elements. */
static double index_of(const struct nd_gmsh *gmsh, const struct nd_mesh_make *make, int tag)
{
    int ierr = 0;
    char *name = NULL;
    double index = 1;
    gmsh->group_name(3, tag, &name, &ierr);
    for (int i = 0; !ierr && name && i < make->nindices; i++)
        if (!strcmp(make->index[i].region, name)) index = fmax(index, make->index[i].index);
    if (name) gmsh->free(name);
    return index;
}

/* Largest indices of the volumes, which may be in several regions: index[i] is that of pairs[2 i + 1]. */
static int find_indices(const struct nd_gmsh *gmsh, const struct nd_mesh_make *make, const int *pairs,
                        size_t n, double *index)
{
    int status = 0, ierr = 0, *groups = NULL, *inside = NULL;
    size_t ngroups = 0, ninside = 0;
    for (size_t i = 0; i < n; i++) index[i] = 1;
    gmsh->groups(&groups, &ngroups, 3, &ierr);
    TRY(nd_gmsh_check(gmsh, ierr, make->geometry, "list regions"));
    for (size_t g = 0; g < ngroups / 2; g++) {
        const double own = index_of(gmsh, make, groups[2 * g + 1]);
        if (own <= 1) continue;
        gmsh->group_entities(3, groups[2 * g + 1], &inside, &ninside, &ierr);
        TRY(nd_gmsh_check(gmsh, ierr, make->geometry, "find the volumes of a region"));
        for (size_t i = 0; i < n; i++)
            for (size_t j = 0; j < ninside; j++)
                if (pairs[2 * i + 1] == inside[j]) index[i] = fmax(index[i], own);
        gmsh->free(inside);
        inside = NULL;
    }
done:
    if (groups) gmsh->free(groups);
    if (inside) gmsh->free(inside);
    return status;
}

/* A volume that is not of OpenCASCADE counts as its bounding box. */
static int estimate(const struct nd_gmsh *gmsh, const struct nd_mesh_make *make, double *elements)
{
    int status = 0, ierr = 0, *pairs = NULL;
    size_t n = 0;
    double *index = NULL;
    *elements = 0;
    gmsh->entities(&pairs, &n, 3, &ierr);
    TRY(nd_gmsh_check(gmsh, ierr, make->geometry, "list volumes"));
    ALLOC(index, n / 2 + 1);
    TRY(find_indices(gmsh, make, pairs, n / 2, index));
    for (size_t i = 0; i < n / 2; i++) {
        struct span span;
        double volume = 0;
        gmsh->mass(3, pairs[2 * i + 1], &volume, &ierr);
        if (ierr || !(volume > 0)) {
            TRY(find_span(gmsh, make, 3, pairs[2 * i + 1], &span));
            volume = span.of[0] * span.of[1] * span.of[2];
        }
        *elements += TETS_PER_CUBE * volume * pow(index[i] / make->size, 3);
    }
done:
    if (pairs) gmsh->free(pairs);
    free(index);
    return status;
}

int nd_make_judge(const struct nd_gmsh *gmsh, const struct nd_mesh_make *make)
{
    int status = 0;
    struct span span;
    double elements;
    TRY(find_span(gmsh, make, -1, -1, &span));
    TRY(estimate(gmsh, make, &elements));
    if (elements > ND_BOX_TETS_MOST)
        FAIL(NUDGE_EVALUE,
             "%s: the geometry spans %.3g x %.3g x %.3g, and the wavelength asks for edges of %.3g: about "
             "%.1g "
             "elements, and a mesh can have %.1g; is the wavelength in another unit than the geometry "
             "(mesh.scale of a "
             "problem)?",
             make->geometry, span.of[0], span.of[1], span.of[2], make->size, elements,
             (double)ND_BOX_TETS_MOST);
    if (elements > TETS_LONG)
        nd_warn("%s: gmsh makes about %.1g elements with edges of %.3g where the geometry spans %.3g x %.3g "
                "x %.3g; "
                "this may take minutes",
                make->geometry, elements, make->size, span.of[0], span.of[1], span.of[2]);
    if (make->size > EDGE_PER_SPAN * longest(span))
        nd_warn("%s: the wavelength asks for edges of %.3g, and the whole geometry spans %.3g x %.3g x %.3g: "
                "its shape "
                "alone sets the mesh; is the wavelength in another unit than the geometry (mesh.scale of a "
                "problem)?",
                make->geometry, make->size, span.of[0], span.of[1], span.of[2]);
done:
    return status;
}
