/* Checkpoints of a run, in the output folder: "nudge-checkpoint.h5" and the one before it,
 * "nudge-checkpoint-previous.h5".
 *
 * To save: nd_saver_init; after each step nd_saver_poll and, when nd_saver_due says so, nd_saver_save;
 * nd_saver_finish, which waits for the file. A copy of the state is made at once, and a thread writes it while
 * steps go on. To resume: nd_checkpoint_open, before anything of the run is changed; nd_checkpoint_restore_solver,
 * nd_checkpoint_restore_run; nd_archive_close. */
#ifndef ND_CHECKPOINT_H
#define ND_CHECKPOINT_H

#include <pthread.h>
#include "checkpoint/archive.h"
#include "solver/solver.h"

/* Paths of the two generations; free() both. */
int nd_checkpoint_paths(const nudge_problem *problem, char *path[2]);
/* Opens the newest checkpoint that is complete and of this run. Warns of one that is not, if the other is. *from
 * is null if there is none. Returns an error if none of those found can be used. */
int nd_checkpoint_open(struct nd_archive_reader **from, nudge_solver *solver);
/* Removes checkpoints of an earlier run. */
int nd_checkpoint_remove(const nudge_problem *problem);

/* Makes a copy of the solver's state and, if outputs is not null, of those of monitors and outputs. Waits for the
 * device. */
int nd_checkpoint_copy(struct nd_archive **copy, struct nd_archive_room *room, nudge_solver *solver,
                       struct nd_outputs *outputs);
/* Fields, PML and clock. After a failure the solver must not be used for steps. */
int nd_checkpoint_restore_solver(struct nd_archive_reader *from, nudge_solver *solver);
/* Monitors, which are opened by it, and outputs, which are open. Follows nd_checkpoint_restore_solver. */
int nd_checkpoint_restore_run(struct nd_archive_reader *from, nudge_solver *solver,
                              struct nd_outputs *outputs);

struct nd_saver {
    nudge_solver *solver;
    struct nd_outputs *outputs;
    char *path[2];
    double every;                       /* seconds between checkpoints */
    double deadline;                    /* on the clock of nd_seconds_now; INFINITY: none */
    double last;                        /* when the last one was begun */
    double polled, pace;                /* time of the last poll; the longest time between two */
    double copy_seconds, store_seconds; /* of the last one, or expected */
    int hold; /* 1: the newest file is damaged, and is replaced without becoming the previous one, which is good */
    int64_t step; /* of the last one that is complete; -1: none */
    /* The file that is being written: */
    pthread_t thread;
    int running, ready; /* ready: set by the thread when it is done */
    struct nd_archive *copy;
    struct nd_archive_room room; /* of the copy; kept for the next one */
    int64_t copied;              /* its step */
    int status;
    char why[1024];
};
/* every: INFINITY for none but the last. seconds: after which the run must have ended; INFINITY: none. */
int nd_saver_init(struct nd_saver *saver, nudge_solver *solver, struct nd_outputs *outputs, double every,
                  double seconds);
/* Takes notice of a file that is complete. Warns if it could not be written. */
void nd_saver_poll(struct nd_saver *saver);
/* Whether a checkpoint is due; whether the time is just enough for a last one. */
int nd_saver_due(const struct nd_saver *saver);
int nd_saver_late(const struct nd_saver *saver);
/* Copies the state and begins to write it. wait: also waits until it is on the disk, and returns its error; else
 * errors are warnings. */
int nd_saver_save(struct nd_saver *saver, int wait);
/* Waits for the file and frees memory. */
void nd_saver_finish(struct nd_saver *saver);

#endif
