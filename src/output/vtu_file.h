/* The .vtu files of a series: the mesh as Lagrange tetrahedra and the fields at one time. Used by
 * output/vtu.h. */
#ifndef ND_VTU_FILE_H
#define ND_VTU_FILE_H

#include "output/vtu.h"

struct nd_vtu_file;

/* mesh and elem must outlive struct nd_vtu_file. */
int nd_vtu_file_create(struct nd_vtu_file **vtu, const struct nd_mesh *mesh, const struct nd_elem *elem,
                       const char *const *fields, int nfields);
/* Writes one file; readers see a whole file or none. The arrays of the mesh are compressed for the first file
 * and copied from it for the others. Collective: rank 0 writes, and sends ND_TASK_FIELDS, at which the others call this
 * function; path and time are for rank 0. What fails on another rank fails on all of them. */
int nd_vtu_file_write(struct nd_vtu_file *vtu, const char *path, double time,
                      const struct nd_vtu_fields *from);
void nd_vtu_file_destroy(struct nd_vtu_file *vtu);
/* About how many bytes on the host writing a file takes. */
size_t nd_vtu_file_bytes(nd_idx K, int Np);

#endif
