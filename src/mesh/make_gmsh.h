/* gmsh's library, as make.c opens it, for the files that make a mesh. */
#ifndef ND_MESH_MAKE_GMSH_H
#define ND_MESH_MAKE_GMSH_H

#include <stddef.h>
#include "mesh/make.h"

/* The functions of gmshc.h that are used here. Since 4.9 gmshInitialize has one more argument, run, before ierr. With 0 in
 * its place, older ones take it for a null ierr, which they allow. */
struct nd_gmsh {
    void (*initialize)(int argc, char **argv, int read_config, size_t run, int *ierr);
    void (*finalize)(int *ierr);
    void (*free)(void *p);
    void (*open)(const char *path, int *ierr);
    void (*write)(const char *path, int *ierr);
    void (*set)(const char *option, double value, int *ierr);
    void (*generate)(int dim, int *ierr);
    void (*set_order)(int order, int *ierr);
    void (*optimize)(const char *method, int force, int iterations, const int *tags, size_t n, int *ierr);
    void (*last_error)(char **message, int *ierr);
    void (*entities)(int **tags, size_t *n, int dim, int *ierr);
    void (*groups)(int **tags, size_t *n, int dim, int *ierr);
    void (*group_name)(int dim, int tag, char **name, int *ierr);
    void (*group_entities)(int dim, int tag, int **tags, size_t *n, int *ierr);
    void (*boundary)(const int *tags, size_t n, int **out, size_t *out_n, int combined, int oriented,
                     int recursive, int *ierr);
    void (*box)(int dim, int tag, double *x0, double *y0, double *z0, double *x1, double *y1, double *z1,
                int *ierr);
    void (*mass)(int dim, int tag, double *mass,
                 int *ierr); /* fails for volumes that are not of OpenCASCADE */
    void (*set_size)(const int *tags, size_t n, double size, int *ierr);
    int (*field_add)(const char *type, int tag, int *ierr);
    void (*field_number)(int tag, const char *option, double value, int *ierr);
    void (*field_numbers)(int tag, const char *option, const double *values, size_t n, int *ierr);
    void (*field_use)(int tag, int *ierr);
};

/* One message for what gmsh could not do. Returns NUDGE_EFORMAT if ierr is not 0. */
int nd_gmsh_check(const struct nd_gmsh *gmsh, int ierr, const char *geometry, const char *what);
/* Compares the size of elements with the geometry that gmsh has open. Returns NUDGE_EVALUE if there would be more elements
 * than a mesh can have; warns of a mesh that takes long, and of a size that the geometry is far below. make->size > 0. */
int nd_make_judge(const struct nd_gmsh *gmsh, const struct nd_mesh_make *make);

#endif
