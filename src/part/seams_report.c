/* The messages about seams: what is wrong, where, and what to do in gmsh. */
#include <stdio.h>
#include "base/format.h"
#include "base/log.h"
#include "base/text.h"
#include "part/seams.h"

#define MEANT                                                                                                \
    "If a wall is meant, put both sides into a Physical Surface and give it a condition under boundaries"

/* "element 7 (region 'air')" */
static const char *describe(const struct nd_mesh *mesh, uint32_t face, char text[128])
{
    const char *region = mesh->region_name[mesh->region[face / 4]];
    nd_format(text, 128, *region ? "element %lld (region '%.60s')" : "element %lld (no region%.0s)",
              (long long)mesh->label[face / 4], region);
    return text;
}

/* "the first pair is element 7 (region 'air') and element 9 (region 'glass'), at (1, 0.5, 0)" */
static const char *locate(const struct nd_mesh *mesh, const struct nd_seam *seam, nd_idx pairs,
                          char text[512])
{
    char one[128], two[128];
    nd_format(text, 512, "%s %s and %s, at (%.4g, %.4g, %.4g)", pairs > 1 ? "the first pair is" : "between",
              describe(mesh, seam->face[0], one), describe(mesh, seam->face[1], two), seam->at[0],
              seam->at[1], seam->at[2]);
    return text;
}

/* "1 pair of boundary faces coincides" */
static const char *count_pairs(nd_idx n, const char *one, const char *many, char text[96])
{
    nd_format(text, 96, "%d pair%s of boundary faces %s", n, n == 1 ? "" : "s", n == 1 ? one : many);
    return text;
}

static void warn_of_walls(const struct nd_seams *seams, const struct nd_mesh *mesh)
{
    char count[96], where[512];
    if (seams->coincident)
        nd_warn("%s: %s without common nodes, so that waves do not pass there: %s. In gmsh, join the "
                "bodies before meshing (BooleanFragments, or Coherence;) or merge the nodes of the "
                "finished mesh (Coherence Mesh;). " MEANT,
                mesh->name, count_pairs(seams->coincident, "coincides", "coincide", count),
                locate(mesh, &seams->coincides, seams->coincident, where));
    if (seams->near)
        nd_warn("%s: %s with a distance of up to %.3g, so that waves do not pass there: %s. If the "
                "bodies are meant to touch, let them meet exactly in gmsh and join them "
                "(BooleanFragments, or Coherence;). " MEANT,
                mesh->name, count_pairs(seams->near, "nearly coincides", "nearly coincide", count),
                seams->apart, locate(mesh, &seams->nearly, seams->near, where));
    if (seams->walls)
        nd_info("%s: %s without common nodes and with conditions by name on both sides, as a wall",
                mesh->name, count_pairs(seams->walls, "coincides", "coincide", count));
}

static void warn_of_holes(const struct nd_seams *seams, const struct nd_mesh *mesh)
{
    const struct nd_hole *h = &seams->hole;
    char count[64] = "a hole whose surface has no name:";
    if (!seams->holes) return;
    if (seams->holes > 1)
        nd_format(count, sizeof count, "%d holes whose surfaces have no name, the largest", seams->holes);
    nd_warn("%s: the mesh has %s %.4g x %.4g x %.4g around (%.4g, %.4g, %.4g), with %d faces, "
            "one of element %lld. If a body should be there, add its volume to a Physical Volume: "
            "gmsh saves only what is in a group. If it is meant (a conductor, a rigid body), put its "
            "surface into a Physical Surface and give it a condition under boundaries",
            mesh->name, count, h->high[0] - h->low[0], h->high[1] - h->low[1], h->high[2] - h->low[2],
            0.5 * (h->low[0] + h->high[0]), 0.5 * (h->low[1] + h->high[1]), 0.5 * (h->low[2] + h->high[2]),
            h->faces, (long long)mesh->label[h->face / 4]);
}

/* Lists the largest parts: "'left' (24 elements, from (0, 0, 0) to (1, 1, 1))". */
static void warn_of_parts(const struct nd_seams *seams, const struct nd_mesh *mesh)
{
    struct nd_text text = {0};
    if (seams->parts < 2) return;
    for (nd_idx i = 0; i < seams->parts && i < ND_PARTS_LISTED; i++) {
        const struct nd_part *p = &seams->part[i];
        nd_text_add(&text, "%s%s (%d element%s, from (%.6g, %.6g, %.6g) to (%.6g, %.6g, %.6g))",
                    i ? "; " : "", p->regions, p->elements, p->elements == 1 ? "" : "s", p->low[0], p->low[1],
                    p->low[2], p->high[0], p->high[1], p->high[2]);
    }
    if (!nd_text_check(&text))
        nd_warn(
            "%s: the mesh has %d parts that share no face: %s%s; no wave passes between them. If they are "
            "meant to touch, let them meet exactly in gmsh and join them (BooleanFragments, or Coherence;)",
            mesh->name, seams->parts, seams->parts > ND_PARTS_LISTED ? "the largest are " : "", text.s);
    nd_text_clear(&text);
}

static int refuse_overlap(const struct nd_seams *seams, const struct nd_mesh *mesh)
{
    int status = 0;
    const struct nd_seam *o = &seams->overlap;
    char one[128], two[128], more[64] = "";
    if (seams->overlapping > 1)
        nd_format(more, sizeof more, ", and %d pairs on the boundary in all", seams->overlapping);
    FAIL(NUDGE_EFORMAT,
         "%s: %s and %s overlap around (%.4g, %.4g, %.4g)%s: space can belong to one element "
         "only. Does a body lie inside another or cross it, does it touch it without sharing "
         "its surface, or was it meshed twice? In gmsh, BooleanFragments (or Coherence;) cuts "
         "bodies at each other and lets them share faces",
         mesh->name, describe(mesh, o->face[0], one), describe(mesh, o->face[1], two), o->at[0], o->at[1],
         o->at[2], more);
done:
    return status;
}

int nd_seams_report(const struct nd_seams *seams, const struct nd_mesh *mesh)
{
    int status = 0;
    char where[512], count[96];
    warn_of_holes(seams, mesh);
    if (seams->overlaps) TRY(refuse_overlap(seams, mesh));
    if (seams->hanging)
        FAIL(NUDGE_EFORMAT,
             "%s: %s in part only (hanging nodes), so that waves cannot pass there: %s. The "
             "bodies are not meshed alike: let them share their surface in gmsh "
             "(BooleanFragments, or Coherence;, before meshing), and give transfinite sides the "
             "same number of points. " MEANT,
             mesh->name, count_pairs(seams->hanging, "coincides", "coincide", count),
             locate(mesh, &seams->hangs, seams->hanging, where));
    warn_of_walls(seams, mesh);
    warn_of_parts(seams, mesh);
done:
    return status;
}
