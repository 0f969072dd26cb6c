/* A tetrahedral mesh: vertices, elements with one region each, tagged faces with one boundary name each.
 *
 * Order of calls: nd_mesh_read or nd_mesh_box; nd_mesh_scale; nd_mesh_set_walls; nd_mesh_make_periodic for
 * each pair of boundaries; nd_mesh_grow (grow.h) for a PML; nd_mesh_clear at the end. */
#ifndef ND_MESH_H
#define ND_MESH_H

#include "base/memory.h"

struct nd_box;
struct nd_pairs;

struct nd_mesh {
    char *name; /* the file's path, or "box"; for messages */
    nd_idx K, Nv;
    double *V;      /* [Nv][3] */
    nd_idx *EToV;   /* [K][4], positively oriented after nd_mesh_check */
    nd_idx *region; /* [K] index into region_name */
    nd_gid *label;  /* [K] the file's own element number, for messages */

    nd_idx Nb;        /* tagged triangles; some may lie inside the domain */
    nd_idx *BToV;     /* [Nb][3] */
    nd_idx *boundary; /* [Nb] index into boundary_name */

    /* Names of physical groups. A group without a name is named by its number; "" means no group. */
    char **region_name, **boundary_name;
    nd_idx nregions, nboundaries;

    nd_idx Nperiodic; /* pairs of identified faces */
    nd_idx *periodic; /* [Nperiodic][2][3] vertices of both faces, in corresponding order */

    /* Boundaries that act as walls inside the mesh, where two elements share their triangles. Other tagged
     * triangles inside the mesh are transparent. */
    nd_idx nwalls;
    nd_idx *wall; /* [nwalls] indices into boundary_name */

    /* Complex fields: elements `real` and on are a copy of the first ones, `apart` from them, which holds the
     * imaginary parts; 0: there is none. */
    nd_idx real;
    double apart[3];

    nd_idx reoriented; /* number of tetrahedra that the file gives inverted */

    /* Elements whose edges or faces bend (curved.h); the others are straight. */
    int curved_order; /* degree of the maps; 0 or 1: all elements are straight */
    nd_idx Ncurved;
    nd_idx *curved; /* [Ncurved] ascending */
    double *shape;  /* [Ncurved][nd_curved_points][3] */
};

/* Reads a mesh file; its content and ending decide the format: .msh (Gmsh 2.2, 4.1, text or binary),
 * .node/.ele/.face (TetGen; any of the three names the set), .neu (Gambit). Checks and orients the mesh. */
int nd_mesh_read(struct nd_mesh *mesh, const char *path);
int nd_mesh_read_gmsh(struct nd_mesh *mesh, const char *path);
int nd_mesh_read_tetgen(struct nd_mesh *mesh, const char *path);
int nd_mesh_read_gambit(struct nd_mesh *mesh, const char *path);
/* The built-in box: region "box" (or box->region), boundaries named by box->side, periodic pairs
 * filled in. */
int nd_mesh_box(struct nd_mesh *mesh, const struct nd_box *box);
/* Sets only K, Nv and Nb, for estimates. */
int nd_mesh_box_counts(struct nd_mesh *mesh, const struct nd_box *box);
void nd_mesh_clear(struct nd_mesh *mesh);
/* Copies the mesh of rank 0 to the other ranks, whose meshes are empty. Collective; fails on all ranks or on none. */
int nd_mesh_bcast(struct nd_mesh *mesh);

/* *index: of a name in mesh->region_name or boundary_name; a new name is added. Returns NUDGE_EFORMAT if there are more
 * boundaries than nd_connect has numbers for. */
#define ND_BOUNDARIES_MOST INT16_MAX
int nd_mesh_region(struct nd_mesh *mesh, const char *name, nd_idx *index);
int nd_mesh_boundary(struct nd_mesh *mesh, const char *name, nd_idx *index);

/* Turns the listed boundaries into walls; replaces an earlier list. Ignores "default" and names that the
 * mesh does not have. Call it before nd_mesh_grow and nd_connect_init, which use the walls. */
int nd_mesh_set_walls(struct nd_mesh *mesh, const struct nd_pairs *boundaries);
int nd_mesh_is_wall(const struct nd_mesh *mesh, nd_idx boundary);

/* Rejects dangling vertices, flat and duplicate tetrahedra and non-finite coordinates; reorients inverted
 * tetrahedra. */
int nd_mesh_check(struct nd_mesh *mesh);

/* Multiplies all coordinates by factor, which is above 0. Returns NUDGE_EVALUE if an edge would then be
 * outside the limits below. */
int nd_mesh_scale(struct nd_mesh *mesh, double factor);

/* Limits of edge lengths: areas, volumes, their squares and inverses are then far inside the range
 * of doubles. */
#define ND_LENGTH_LEAST 1e-60
#define ND_LENGTH_MOST  1e60

/* Joins boundary `from` to boundary `to` by the translation between them; adds to mesh->periodic. */
int nd_mesh_make_periodic(struct nd_mesh *mesh, const char *from, const char *to);

/* Takes the mesh twice: elements, vertices, tags and periodic pairs, the copy displaced by a vector. Region NAME
 * becomes NAME.imag there, and NAME.pml NAME.imag.pml. */
int nd_mesh_add_imaginary(struct nd_mesh *mesh, const double by[3]);
/* Whether the region is the copy of the one called `of`. */
int nd_mesh_is_copy(const char *region, const char *of);

/* Data of `nudge mesh info`. quality: 3 * inradius / circumradius, 1 for the regular tetrahedron. */
struct nd_mesh_info {
    double low[3], high[3], volume;
    double edge_min, edge_max;
    double inradius_min, inradius_median;
    double quality_min, quality_median;
    nd_idx histogram[10]; /* of quality, in steps of 0.1 */
    nd_idx smallest[5];   /* elements by ascending inradius; -1 where K < 5 */
    nd_idx boundary_faces, untagged_faces, inner_tagged_faces;
    double bend; /* largest distance of a curved element from the straight one, relative to its longest edge */
};
int nd_mesh_info(const struct nd_mesh *mesh, struct nd_mesh_info *info);

/* Inradius of element k. */
double nd_mesh_inradius(const struct nd_mesh *mesh, nd_idx k);

#endif
