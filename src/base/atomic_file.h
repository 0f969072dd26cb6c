/* Atomic writes: a file is written under a temporary name in the target's folder and renamed when
 * it is complete, so that readers see the old file or the new one, never a part. The data are
 * synced before the rename and the folder after it: a power failure also leaves the old file or the
 * new one.
 *
 * The temporary name is unpredictable, and the file is always created (O_EXCL, O_NOFOLLOW): other
 * users with access to the folder cannot make it overwrite another file. Only regular files are
 * replaced. Other targets (a device, a pipe, an open file such as standard output or /dev/fd/3) are
 * written in place.
 *
 * A link is followed, and its target is replaced. The exception is a link that could be a trap: one
 * in a folder that other users may write to, and that belongs neither to the user of this process
 * nor to root. It is refused with a message. This holds for every link from the path's last
 * component on; folders in the path are taken as given. */
#ifndef ND_ATOMIC_FILE_H
#define ND_ATOMIC_FILE_H

#include <stdint.h>
#include <stdio.h>
#include <sys/types.h>

#define ND_MODE_SHARED  0666 /* what fopen gives: the umask decides */
#define ND_MODE_PRIVATE 0600 /* for this user alone */

struct nd_atomic_file {
    FILE *file;
    char *path;   /* as the caller names it, for messages */
    char *target; /* the file that is replaced at the end */
    char *aside;  /* the file written until then; null: the target itself is written */
};

/* The folder must exist. mode: the permissions of the new file, less the umask. After success the
 * caller keeps or drops the draft; dropping one that was kept, or that failed to open, does
 * nothing. Returns NUDGE_EIO if the file cannot be created. */
int nd_atomic_file_open(struct nd_atomic_file *draft, const char *path); /* ND_MODE_SHARED */
int nd_atomic_file_open_mode(struct nd_atomic_file *draft, const char *path, mode_t mode);
/* Puts the file in place. Returns NUDGE_EIO if it cannot be written; the target is then as it was. */
int nd_atomic_file_keep(struct nd_atomic_file *draft);
void nd_atomic_file_drop(struct nd_atomic_file *draft);

/* Opens a file that grows in place, so that others can read it meanwhile; everything above holds
 * except the temporary name. A regular file with that name is removed and created again, never
 * written to: it may be a hard link. *handle: close() it. */
int nd_atomic_file_open_growing(const char *path, int *handle);

/* Whether a draft at this path makes or replaces a regular file, rather than write in place. */
int nd_atomic_file_is_file(const char *path);

/* A temporary name's ending, after the target's name: ".", ND_ATOMIC_FILE_DIGITS hexadecimal digits,
 * ".part". A process that is killed leaves such a file behind. Returns the length of the target's
 * name, or 0 if the name is not a temporary one. Targets with very long names have temporary ones
 * that begin with a part of them. */
#define ND_ATOMIC_FILE_DIGITS 16
size_t nd_atomic_file_name_target(const char *name);
/* 64 bits that nobody can foretell, for names. */
uint64_t nd_random_bits(void);

#endif
