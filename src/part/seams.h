/* Finds meshes that only look connected: the positions of nodes show what the sharing of nodes does not.
 *
 * - Boundary faces of two elements that lie back to back, vertex on vertex, without sharing the vertices: a
 *   wall where waves should pass. Gives a warning.
 * - Faces back to back of which only a part coincides (hanging nodes). An error.
 * - Elements that overlap. An error.
 * - Closed boundaries inside the mesh without a name: a body may be missing from the file. Gives a warning.
 * - Parts of the mesh that neither share a face nor meet in one of these ways. Gives a warning.
 *
 * Coinciding faces are an intended wall if both sides have a condition by name. Faces of one connected
 * boundary that are farther apart than ND_TOUCH_SAME are an intended gap, however thin; faces of different
 * boundaries, if they are farther apart than ND_TOUCH_NEAR or than 0.03 of the inradius of an adjacent
 * element. */
#ifndef ND_SEAMS_H
#define ND_SEAMS_H

#include "part/connect.h"

/* Two faces, as 4 * element + face, and where they meet. */
struct nd_seam {
    uint32_t face[2];
    double at[3];
};

enum { ND_PARTS_LISTED = 3 };

struct nd_seams {
    nd_idx faces, coincident, near, walls, hanging, overlapping; /* boundary faces; pairs of these */
    /* The first pair of each kind. `overlap` names elements; they may be found without faces
     * (overlapping 0). */
    struct nd_seam coincides, nearly, hangs, overlap;
    int overlaps;
    double apart; /* the largest distance of nearly coincident faces */
    nd_idx holes; /* those without a name */
    struct nd_hole {
        double low[3], high[3];
        nd_idx faces;
        uint32_t face;
    } hole;       /* the largest */
    nd_idx parts; /* not joined by any face */
    struct nd_part {
        nd_idx elements;
        double low[3], high[3];
        char regions[256];
    } part[ND_PARTS_LISTED]; /* the largest, if there are two or more */
    uint64_t visits;         /* boxes visited: a measure of the work */
};

/* named: [mesh->nboundaries] 1 if the problem gives the boundary a condition by its own name; null:
 * if it has a name. Fails only with NUDGE_ENOMEM. */
int nd_seams_find(struct nd_seams *seams, const struct nd_mesh *mesh, const struct nd_connect *connect,
                  const unsigned char *named);
/* Warns of the findings; returns NUDGE_EFORMAT if the mesh cannot be computed on. */
int nd_seams_report(const struct nd_seams *seams, const struct nd_mesh *mesh);

#endif
