/* Files: whole reads with a ceiling, atomic writes, paths, the cache folder. */
#ifndef ND_FILE_H
#define ND_FILE_H

#include <stddef.h>
#include <stdio.h>

struct stat;
/* Fails unless info, of path, is of a regular file. */
int nd_file_check_regular(const char *path, const struct stat *info);
/* Opens a file for reading. Only a regular one is opened: a pipe or a device may have no end, and opening one may wait or act. */
int nd_file_open(const char *path, FILE **file);
/* Reads the whole file into *bytes (NUL added, not counted); free() it. Fails above `most` bytes, and unless it is
 * a regular file. */
int nd_file_read(const char *path, size_t most, char **bytes, size_t *n);
/* As nd_file_read, from an open file; path: for messages. */
int nd_handle_read(FILE *file, const char *path, size_t most, char **bytes, size_t *n);
/* As nd_file_read, but of pipes and devices too, up to their end: for the one file that
 * the user names himself. */
int nd_stream_read(const char *path, size_t most, char **bytes, size_t *n);
/* Readers see the old file or the new one, never a part; see draft.h. */
int nd_file_write(const char *path, const void *bytes, size_t n);
/* mode: permissions of the new file, less the umask; ND_MODE_PRIVATE of draft.h for this user alone. */
int nd_file_write_mode(const char *path, const void *bytes, size_t n, unsigned mode);
/* As fsync, but no error where the file system or the kind of file (a pipe, a terminal) has nothing to sync. */
int nd_file_sync(int handle);
int nd_file_exists(const char *path);
/* Creates a folder and its parents. Returns NUDGE_EIO if that fails or if something that is no folder has the name. */
int nd_folder_create(const char *path);
int nd_folder_create_mode(const char *path,
                          unsigned mode); /* permissions of those it creates, less the umask */

/* New strings, to be freed; null when memory is out. */
char *nd_path_join(const char *folder, const char *path); /* path itself when absolute or folder is "" */
char *nd_path_folder(const char *path);                   /* "" when there is no slash */
const char *nd_path_name(const char *path);               /* what follows the last slash; points into path */

/* The folder for compiled kernels and wisdom: $NUDGE_CACHE, else $XDG_CACHE_HOME/nudge, else $HOME/.cache/nudge. Created. Fails if
 * others may write to it or it is another user's; own.c. */
int nd_cache_folder(char **path);

#endif
