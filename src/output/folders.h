/* The folders that a run's outputs go to: created, held against other runs, and cleared of an
 * earlier run's outputs, in this order. */
#ifndef ND_FOLDERS_H
#define ND_FOLDERS_H

#include "base/lock.h"
#include "output/clash.h"

#define ND_LOCK_NAME ".nudge.lock"

struct nd_folders {
    char **at; /* [n] each once; "" is the working folder */
    struct nd_lock *lock;
    int n;
};

int nd_folders_create(const struct nd_output_paths *paths);
/* Locks every folder that gets a file. Devices and pipes among the outputs need none. owner: one
 * line about this run. Returns NUDGE_EBUSY, and says who, if another run holds one of them;
 * NUDGE_EVALUE if an output has the name of the lock file. Wants nd_folders_unlock, also after a
 * failure. */
int nd_folders_lock(struct nd_folders *folders, const struct nd_output_paths *paths, const char *owner);
void nd_folders_unlock(struct nd_folders *folders);

/* Removes what an earlier run left under the names of these outputs, except the report, which is
 * replaced: the files themselves, the pieces of the series of fields, and temporary files of a run
 * that was killed. Pieces are those that the old .pvd lists and those numbered without a gap from
 * 0. Only regular files are removed; links stay, and what they lead to. The folders must be locked.
 * Returns NUDGE_EIO if a file cannot be removed. */
int nd_folders_clear(const struct nd_folders *folders, const struct nd_output_paths *paths);

#endif
