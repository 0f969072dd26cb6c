/* Files and folders that nobody else can have written to: compiled kernels, which are code, and wisdom.
 *
 * Trusted are those that belong to the user of this process or to root and that neither their group nor others may write. A process
 * of root does not trust a user's: whoever runs `sudo nudge` with his own HOME would have root run what any program of his put
 * there. What is checked is what was opened, so that it cannot be exchanged in between. */
#ifndef ND_OWN_H
#define ND_OWN_H

#include <stddef.h>

/* As nd_file_read, of a regular file that is trusted. links: a symbolic link is followed, and what it leads to is checked. */
int nd_own_read(const char *path, size_t most, int links, char **bytes, size_t *n);
/* Creates a folder, for this user alone (mode 0700), and its parents likewise. Fails unless it is then trusted. None
 * is created in a folder of another user's, root's excepted. */
int nd_own_folder(const char *path);
/* The permissions that a new version of a file gets: those it has, less what is not trusted; 0600 where there is none. */
unsigned nd_own_mode(const char *path);

#endif
