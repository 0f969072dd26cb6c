/* A lock file: held by one owner at a time, free as soon as its process ends in whatever way.
 *
 * The lock is an open-file-description lock of fcntl, which two owners in one process cannot share either, and which NFS carries to
 * other machines. The file tells who holds it. It is removed when the lock is released; a process that is killed leaves it behind,
 * which means nothing. */
#ifndef ND_LOCK_H
#define ND_LOCK_H

struct nd_lock {
    int held;
    int handle;
    char *path;
};

/* Takes the lock and does not wait for it. owner: one line about the new owner, for those who are refused. *holder: after
 * NUDGE_EBUSY, the line of the present one, "" when it is not known; free() it.
 * Returns NUDGE_EBUSY if another one holds it and NUDGE_EIO if the file cannot be created. Where the file system has no locks it
 * warns and succeeds. */
int nd_lock_take(struct nd_lock *lock, const char *path, const char *owner, char **holder);
/* Does nothing to a lock that is not held. */
void nd_lock_release(struct nd_lock *lock);

#endif
