/* Makes a mesh from a geometry by gmsh's library (libgmsh), which is opened at run time and never linked. A .geo file is a
 * program, which may start others: callers check first whether it is trusted. */
#ifndef ND_MESH_MAKE_H
#define ND_MESH_MAKE_H

#include <stdbool.h>

/* A region whose elements are smaller than others: their largest edge is size / index. */
struct nd_make_index {
    const char *region;
    double index;
};

struct nd_mesh_make {
    const char *geometry; /* .geo, or .step, .stp, .brep, .iges, .igs */
    double size;          /* largest edge, in the geometry's unit; 0: as the geometry says */
    double edges;         /* factor on the size at edges of the geometry; 0 or 1: none */
    int curvature;        /* elements around a full circle at least; 0: none */
    int curve;            /* order of the elements' shape: 1, 2 ... */
    const struct nd_make_index *index;
    int nindices;
    bool strict; /* a region of `index` that the geometry does not have is an error */
};

/* Whether the file is a program of gmsh's own language. */
bool nd_mesh_make_is_code(const char *geometry);
/* Writes a .msh file, whole or not at all. Returns NUDGE_EDEVICE if there is no libgmsh, NUDGE_EFORMAT with gmsh's message
 * if it fails. */
int nd_mesh_make(const struct nd_mesh_make *make, const char *path);
/* Makes the mesh into the folder, under a name with a hash of the geometry's text and all settings, unless it is there
 * already. *path: of the mesh; free() it. made: whether it was made now. */
int nd_mesh_make_cached(const struct nd_mesh_make *make, const char *folder, char **path, bool *made);

#endif
