/* Files: reading a whole file up to a size limit, atomic writes, paths, the cache folder. */
#ifndef ND_FILE_H
#define ND_FILE_H

#include <stddef.h>
#include <stdio.h>

struct stat;
/* Returns NUDGE_EIO unless info, which describes path, is that of a regular file. */
int nd_file_check_regular(const char *path, const struct stat *info);
/* Opens a regular file for reading. Pipes and devices are refused: they may have no end, and opening
 * one may block or have side effects. */
int nd_file_open(const char *path, FILE **file);
/* Reads a whole regular file into *bytes and adds a NUL, which *n does not count; free() it. Fails if
 * the file is larger than `most` bytes. */
int nd_file_read(const char *path, size_t most, char **bytes, size_t *n);
/* As nd_file_read, from an open file; path: for messages. */
int nd_handle_read(FILE *file, const char *path, size_t most, char **bytes, size_t *n);
/* As nd_file_read, but also reads pipes and devices up to their end. Only for a file that the user
 * names on the command line. */
int nd_stream_read(const char *path, size_t most, char **bytes, size_t *n);
/* Readers see the old file or the new one, never a part; see draft.h. */
int nd_file_write(const char *path, const void *bytes, size_t n);
/* mode: permissions of the new file before the umask; ND_MODE_PRIVATE of draft.h for this user alone. */
int nd_file_write_mode(const char *path, const void *bytes, size_t n, unsigned mode);
/* As fsync, but succeeds where the file system or the kind of file (a pipe, a terminal) cannot sync. */
int nd_file_sync(int handle);
int nd_file_exists(const char *path);
/* The same where "no" would have consequences. *there: 1 also for a link that leads nowhere. Returns NUDGE_EIO if
 * it cannot be found out. */
int nd_file_find(const char *path, int *there);
/* Creates a folder and its parents. Returns NUDGE_EIO if that fails or if a file has the name.
 * mode: permissions of the new folders, before the umask. */
int nd_folder_create(const char *path);
int nd_folder_create_mode(const char *path, unsigned mode);

/* The first two return a new string, which the caller frees, or null when memory is out. */
char *nd_path_join(const char *folder, const char *path); /* path itself when absolute or folder is "" */
char *nd_path_folder(const char *path);                   /* "" when there is no slash */
const char *nd_path_name(const char *path);               /* the part after the last slash of path */

/* The folder for compiled kernels and wisdom: $NUDGE_CACHE, else $XDG_CACHE_HOME/nudge, else
 * $HOME/.cache/nudge. Created if missing. Fails if it is not trusted (own.h). free() *path. */
int nd_cache_folder(char **path);

#endif
