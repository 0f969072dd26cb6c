/* The folders of a run's outputs. Order of calls: nd_folders_create, nd_folders_lock, which keeps other runs
 * out, nd_folders_clear, which removes the outputs of an earlier run; nd_folders_unlock at the end. */
#ifndef ND_FOLDERS_H
#define ND_FOLDERS_H

#include "base/lock.h"
#include "output/clash.h"

#define ND_LOCK_NAME ".nudge.lock"

struct nd_folders {
    char **at; /* [n] each folder once; "" is the working folder */
    struct nd_lock *lock;
    int n;
};

int nd_folders_create(const struct nd_output_paths *paths);
/* Locks every folder that gets a file; outputs to devices and pipes need none. owner: one line about this
 * run. Returns NUDGE_EBUSY if another run holds a folder, with its owner in the message; NUDGE_EVALUE if an
 * output has the name of the lock file. Call nd_folders_unlock also after a failure. */
int nd_folders_lock(struct nd_folders *folders, const struct nd_output_paths *paths, const char *owner);
void nd_folders_unlock(struct nd_folders *folders);

/* Removes the outputs of an earlier run that have these names, except the report, which is replaced: the
 * files, the .vtu files of the field series, and temporary files of a run that was killed. The series
 * consists of the files that the old .pvd lists and those numbered without a gap from 0. Only regular files
 * are removed, not links or their targets. resumed: the run continues the earlier one, and the series stays. The
 * folders must be locked. Returns NUDGE_EIO if a file cannot be removed. */
int nd_folders_clear(const struct nd_folders *folders, const struct nd_output_paths *paths, int resumed);

#endif
