/* A tetrahedral mesh as read: vertices, elements with a region each, tagged faces with a boundary name each.
 */
#ifndef ND_MESH_H
#define ND_MESH_H

#include "base/memory.h"

struct nd_box;
struct nd_pairs;

struct nd_mesh {
    char *name; /* the file, or "box": for messages */
    nd_idx K, Nv;
    double *V;      /* [Nv][3] */
    nd_idx *EToV;   /* [K][4], positively oriented once checked */
    nd_idx *region; /* [K] index into region_name */
    nd_gid *label;  /* [K] the file's own element number, for messages */

    nd_idx Nb;        /* tagged triangles; some may lie inside the domain */
    nd_idx *BToV;     /* [Nb][3] */
    nd_idx *boundary; /* [Nb] index into boundary_name */

    /* Names of physical groups. A group without a name is called by its number; "" means no group at all. */
    char **region_name, **boundary_name;
    nd_idx nregions, nboundaries;

    nd_idx Nperiodic; /* pairs of identified faces */
    nd_idx *periodic; /* [Nperiodic][2][3] vertices of both faces, in corresponding order */

    /* Boundaries whose triangles are walls inside the mesh too, where two elements share them. Other tagged triangles inside the
     * mesh are transparent. */
    nd_idx nwalls;
    nd_idx *wall; /* [nwalls] indices into boundary_name */

    nd_idx reoriented; /* how many tets came in negatively oriented */
};

/* Reads by content and ending: .msh (Gmsh 2.2, 4.1, ASCII or binary), .node/.ele/.face (TetGen; any of the
 * three names the set), .neu (Gambit). The mesh is checked (nd_mesh_check) and oriented. */
int nd_mesh_read(struct nd_mesh *mesh, const char *path);
int nd_mesh_read_gmsh(struct nd_mesh *mesh, const char *path);
int nd_mesh_read_tetgen(struct nd_mesh *mesh, const char *path);
int nd_mesh_read_gambit(struct nd_mesh *mesh, const char *path);
/* The built-in box; regions "box" (or box->region), boundaries as box->side, periodic pairs filled in. */
int nd_mesh_box(struct nd_mesh *mesh, const struct nd_box *box);
/* Only K, Nv and Nb of that, all else empty: for estimates. */
int nd_mesh_box_counts(struct nd_mesh *mesh, const struct nd_box *box);
void nd_mesh_clear(struct nd_mesh *mesh);

/* Index of a name in mesh->region_name or boundary_name, added when new. Returns 0 or NUDGE_ENOMEM. */
int nd_mesh_region(struct nd_mesh *mesh, const char *name, nd_idx *index);
int nd_mesh_boundary(struct nd_mesh *mesh, const char *name, nd_idx *index);

/* Makes walls of the boundaries that are listed by name; "default" and names that the mesh does not have are passed over. Replaces
 * what was set before. Call it before nd_mesh_grow and nd_connect_init, which act on it. */
int nd_mesh_set_walls(struct nd_mesh *mesh, const struct nd_pairs *boundaries);
int nd_mesh_is_wall(const struct nd_mesh *mesh, nd_idx boundary);

/* Refuses dangling vertices, flat and duplicate tets, non-finite coordinates; reorients inverted tets. */
int nd_mesh_check(struct nd_mesh *mesh);

/* Multiplies all coordinates by the factor, above 0. Refuses lengths beyond ND_LENGTH_LEAST and ND_LENGTH_MOST. */
int nd_mesh_scale(struct nd_mesh *mesh, double factor);

/* Edges are between these: areas and volumes, their squares and inverses are then far inside the range of doubles. */
#define ND_LENGTH_LEAST 1e-60
#define ND_LENGTH_MOST  1e60

/* Identifies boundary `from` with boundary `to` by the translation between them; fills mesh->periodic. */
int nd_mesh_make_periodic(struct nd_mesh *mesh, const char *from, const char *to);

/* What `nudge mesh info` tells. quality: 3 * inradius / circumradius, 1 for the regular tet. */
struct nd_mesh_info {
    double low[3], high[3], volume;
    double edge_min, edge_max;
    double inradius_min, inradius_median;
    double quality_min, quality_median;
    nd_idx histogram[10]; /* of quality in tenths */
    nd_idx smallest[5];   /* elements by inradius, smallest first; -1 where K < 5 */
    nd_idx boundary_faces, untagged_faces, inner_tagged_faces;
};
int nd_mesh_info(const struct nd_mesh *mesh, struct nd_mesh_info *info);

/* Inradius of element k. */
double nd_mesh_inradius(const struct nd_mesh *mesh, nd_idx k);

#endif
