/* A lock file. One owner holds it at a time; it is free as soon as that process ends in any way.
 *
 * The lock is an open-file-description lock of fcntl: two owners in one process exclude each other too,
 * and NFS carries it to other machines. The file holds one line that names the owner. It is removed when
 * the lock is released. A file left by a killed process has no effect. */
#ifndef ND_LOCK_H
#define ND_LOCK_H

struct nd_lock {
    int held;
    int handle;
    char *path;
};

/* Takes the lock without waiting. owner: one line that names the new owner to others. *holder: after
 * NUDGE_EBUSY the line of the present owner, "" if unknown; free() it.
 * Returns NUDGE_EBUSY if the lock is taken and NUDGE_EIO if the file cannot be created. Where the file
 * system has no locks, warns and succeeds. */
int nd_lock_take(struct nd_lock *lock, const char *path, const char *owner, char **holder);
/* Does nothing if the lock is not held. */
void nd_lock_release(struct nd_lock *lock);

#endif
