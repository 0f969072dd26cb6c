/* Finds and loads libnudge-mpi.so. */
#ifndef ND_PLUGIN_H
#define ND_PLUGIN_H

struct nd_mpi_table;

/* Looks in the folder of libnudge.so, or of the program if the library is a part of it, then in ../lib
 * from there, then where the loader looks. The plugin stays loaded. Returns NUDGE_EDEVICE, with the
 * places, if it is not found, cannot be loaded or belongs to another version of nudge. */
int nd_plugin_load(const struct nd_mpi_table **table);

#endif
