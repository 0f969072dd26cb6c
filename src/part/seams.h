/* Meshes that only look connected: what elements share nodes does not tell, but their place in space does.
 *
 * - Boundary faces of two elements that lie back to back, vertex upon vertex, without sharing the vertices: a wall where waves
 *   should pass. A warning.
 * - Back to back where only a part of one lies on the other (hanging nodes). Refused.
 * - Elements that have space in common. Refused.
 * - Closed boundaries inside the mesh without a name: a body that was not saved? A warning.
 * - Parts of the mesh that neither share a face nor meet in one of these ways. A warning.
 *
 * Faces that coincide are a wall that is meant when both sides were given a condition by name. Faces of one connected boundary
 * that are apart by more than ND_TOUCH_SAME are a gap that is meant, however thin; of different ones, when they are apart by
 * more than ND_TOUCH_NEAR, or by more than 0.03 of the inradius of an element behind them. */
#ifndef ND_SEAMS_H
#define ND_SEAMS_H

#include "part/connect.h"

/* Two faces, as 4 * element + face, and where they meet. */
struct nd_seam {
    uint32_t face[2];
    double at[3];
};

enum { ND_PARTS_TOLD = 3 };

struct nd_seams {
    nd_idx faces, coincident, near, walls, hanging, overlapping; /* boundary faces; pairs of these */
    /* The first pair of each kind. Of `overlap` the elements count, which may have been found without faces (overlapping 0). */
    struct nd_seam coincides, nearly, hangs, overlap;
    int overlaps;
    double apart; /* the largest distance of nearly coincident faces */
    nd_idx holes; /* without a name */
    struct nd_hole {
        double low[3], high[3];
        nd_idx faces;
        uint32_t face;
    } hole;       /* the largest */
    nd_idx parts; /* that no face joins */
    struct nd_part {
        nd_idx elements;
        double low[3], high[3];
        char regions[256];
    } part[ND_PARTS_TOLD]; /* the largest, where there are two or more */
    uint64_t visits;       /* boxes looked at: a measure of the work */
};

/* named: [mesh->nboundaries] 1 where the boundary was given a condition by its own name; null: where it has a name. Fails only when
 * memory is out. */
int nd_seams_find(struct nd_seams *seams, const struct nd_mesh *mesh, const struct nd_connect *connect,
                  const unsigned char *named);
/* Warns of what was found and fails with NUDGE_EFORMAT where it cannot be computed on. */
int nd_seams_report(const struct nd_seams *seams, const struct nd_mesh *mesh);

#endif
