/* Trusted files and folders: for compiled kernels, which are code, and for wisdom.
 *
 * A file is trusted if it belongs to the user of this process or to root and if neither its group nor
 * others may write to it. A process of root does not trust a user's files: otherwise `sudo nudge` with
 * the user's HOME would run as root whatever any program of the user wrote there. The checks apply to
 * the opened file, so that it cannot be exchanged in between. */
#ifndef ND_OWN_H
#define ND_OWN_H

#include <stddef.h>

/* As nd_file_read, but only for trusted files. links: follow a symbolic link and check its target. */
int nd_own_read(const char *path, size_t most, int links, char **bytes, size_t *n);
/* Creates a folder and missing parents with mode 0700. Fails unless the folder is then trusted. Nothing
 * is created in a folder of another user, except root's. */
int nd_own_folder(const char *path);
/* Permissions for a new version of a file: the present ones without those that are not trusted; 0600 if
 * the file does not exist. */
unsigned nd_own_mode(const char *path);

#endif
