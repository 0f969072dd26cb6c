/* Field series: high-order VTU files (VTK_LAGRANGE_TETRAHEDRON cells, appended raw binary, zlib) and a PVD
 * that lists them in time. Order of calls: nd_pvd_create, nd_pvd_write for each time, nd_pvd_destroy. mesh
 * and elem must outlive the series. */
#ifndef ND_VTU_H
#define ND_VTU_H

#include "elem/geometry.h"
#include "step/pick.h"

struct nd_pvd; /* an open time series */

/* path: as "cavity.pvd"; the files "cavity_0000.vtu" ... lie beside it. fields: names. Consecutive names with
 * a common stem and endings x y z (Ex Ey Ez) are written as one array of three components named by the stem
 * (E), symmetric tensors as one of six. Cell data are "region", the index of the element's region, and
 * "element", its label. */
int nd_pvd_create(struct nd_pvd **pvd, const char *path, const struct nd_mesh *mesh,
                  const struct nd_elem *elem, const char *const *fields, int nfields);
/* Where a file takes its fields from: one array after the other, a stretch of elements at a time, so that all fields
 * need not be in memory. */
struct nd_vtu_fields {
    int (*begin)(void *context, int fields, nd_idx most);
    /* Nodal values [fields][n][Np] at the solver's nodes, after `begin` with as many fields and at least as many elements. As
     * nd_pick_init and nd_pick_read. */
    int (*get)(void *context, const struct nd_picked *what, double *values);
    void *context;
};
/* The PVD on disk is complete after every call. On rank 0: the others write with it (vtu_file.h). */
int nd_pvd_write(struct nd_pvd *pvd, double time, const struct nd_vtu_fields *from);
/* The name of file i of the series at `path`, which ends in .pvd. name: strlen(path) + ND_VTU_FILE_MORE
 * characters. */
#define ND_VTU_FILE_MORE 24
void nd_pvd_file(const char *path, long i, char *name);
/* The number of files so far, and the lines of the PVD that list them; they belong to the series. */
long nd_pvd_lines(const struct nd_pvd *pvd, const char **lines, size_t *n);
/* Continues a series of `steps` files, with the lines of nd_pvd_lines. Files that follow are removed. Warns if one
 * of its own is missing. */
int nd_pvd_restore(struct nd_pvd *pvd, long steps, const char *lines, size_t n);
void nd_pvd_destroy(struct nd_pvd *pvd);

/* The nodes of VTK's Lagrange tetrahedron of order N, in VTK's order, on our reference tetrahedron. */
int nd_vtk_nodes(int N, double *r, double *s, double *t);

#endif
