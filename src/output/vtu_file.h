/* One .vtu file of a series: the mesh as Lagrange tetrahedra and the fields at one time. */
#ifndef ND_VTU_FILE_H
#define ND_VTU_FILE_H

#include "elem/geometry.h"

struct nd_vtu_file;

/* mesh and elem must outlive the piece. */
int nd_vtu_file_create(struct nd_vtu_file **piece, const struct nd_mesh *mesh, const struct nd_elem *elem,
                       const char *const *fields, int nfields);
/* Readers see a whole file or none. Data that depend on the mesh alone are compressed for the first
 * file and copied from it afterwards. */
int nd_vtu_file_write(struct nd_vtu_file *piece, const char *path, double time, const double *const *values);
void nd_vtu_file_destroy(struct nd_vtu_file *piece);

#endif
