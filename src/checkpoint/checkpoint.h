/* Checkpoints of a run, in the output folder: "nudge-checkpoint.h5" and the one before it,
 * "nudge-checkpoint-previous.h5". On several ranks each has parts (parts.h).
 *
 * To save: nd_saver_init; after each step nd_saver_poll and, when nd_saver_due says so, nd_saver_save;
 * nd_saver_finish, which waits for the file. A copy of the state is made at once, and a thread writes it while
 * steps go on. To resume: nd_checkpoint_open, before anything of the run is changed; nd_checkpoint_restore_solver,
 * nd_checkpoint_restore_run; nd_checkpoint_close.
 *
 * On several ranks rank 0 makes these calls, and the others serve (nd_checkpoint_serve). Whatever fails on one rank
 * alone, all ranks come to the end of a task and agree on what has failed. */
#ifndef ND_CHECKPOINT_H
#define ND_CHECKPOINT_H

#include "checkpoint/parts.h"
#include "checkpoint/writer.h"
#include "solver/solver.h"

/* Paths of the two generations; free() both. */
int nd_checkpoint_paths(const nudge_problem *problem, char *path[2]);

/* open.c */
/* Opens the newest checkpoint that is complete and of this run. Warns of one that is not, if the other is. *from
 * is null if there is none. Returns an error if none of those found can be used. */
int nd_checkpoint_open(struct nd_checkpoint **from, nudge_solver *solver);
/* Opens this one. path: of the head. *from is null after a failure. */
int nd_checkpoint_open_at(struct nd_checkpoint **from, const char *path, nudge_solver *solver);
/* Removes parts of checkpoints that an earlier run did not complete. from: the one that is resumed. */
int nd_checkpoint_tidy(const struct nd_checkpoint *from, const nudge_problem *problem);
/* A task of all ranks: opens the checkpoint, if *from is null, and checks some of its parts. path: of the head. */
int nd_checkpoint_check(struct nd_checkpoint **from, const char *path);

/* replace.c */
/* Before a run from t = 0 that is not resumed: removes the checkpoints of an earlier run that came to its end
 * (ended: 1). Those of another run are moved to the folder ND_CHECKPOINT_ASIDE, with a warning, and replace those
 * that are there. Returns NUDGE_EIO if they cannot be moved. */
int nd_checkpoint_replace(const nudge_problem *problem, int ended);

/* checkpoint.c */
/* Makes a copy of the state. what: of the head, of the rows, or of both; with ND_SAVE_RUN also of monitors and
 * outputs. Waits for the device. */
enum nd_save { ND_SAVE_HEAD = 1, ND_SAVE_ROWS = 2, ND_SAVE_RUN = 4 };
int nd_checkpoint_copy(struct nd_archive **copy, struct nd_archive_room *room, nudge_solver *solver,
                       struct nd_outputs *outputs, int what);
/* Fields, PML and clock. After a failure the solver must not be used for steps. */
int nd_checkpoint_restore_solver(struct nd_checkpoint *from, nudge_solver *solver);
/* Monitors, which are opened by it, and outputs and ports, which are open. Follows nd_checkpoint_restore_solver. */
int nd_checkpoint_restore_run(struct nd_checkpoint *from, nudge_solver *solver, struct nd_outputs *outputs);
/* A task of all ranks: monitors that are open. */
int nd_checkpoint_restore_monitors(struct nd_checkpoint *from, nudge_solver *solver);

/* ports.c: the series of the ports of a run that has ended, in its output folder. With them `nudge sparameters` that was
 * interrupted continues with the next port. */
#define ND_PORTS_ENDED "nudge-ports.h5"
int nd_ended_path(const nudge_problem *problem, char **path); /* free() it */
int nd_ended_save(nudge_solver *solver);
/* *found: 0 if there is no such file, or if it is of another time.end. Returns NUDGE_EVALUE if it is of another problem,
 * and NUDGE_EFORMAT if it is damaged. */
int nd_ended_restore(nudge_solver *solver, int *found);

/* save.c: the state between two steps, without monitors and outputs, in files of the caller's. On rank 0. */
int nd_checkpoint_save(nudge_solver *solver, const char *path);
int nd_checkpoint_restore(nudge_solver *solver, const char *path);

/* part_saver.c: the part of this rank on its way to the disk. */
enum nd_part_kind { ND_PART_RUN, ND_PART_STATE }; /* of a run, of nd_checkpoint_save */
struct nd_part_saver {
    enum nd_part_kind kind;
    struct nd_writer writer;
    char *path;
    int status; /* why there is none, with a message: */
    char why[1024];
};
/* Tasks of all ranks. The first begins to write this rank's part of the checkpoint; what fails is said by the
 * second. */
int nd_part_save(struct nd_part_saver *part, nudge_solver *solver, const char *folder, uint64_t id);
/* done: 1 if all ranks have ended, 0 if some still write. wait: waits for them. Returns the error of the lowest rank
 * that failed. size, counts: [ranks] of the parts, and room; on rank 0. */
int nd_part_saved(struct nd_part_saver *part, int wait, struct nd_archive_size *size, const size_t *counts,
                  int *done);
void nd_part_saver_clear(struct nd_part_saver *part);

/* serve.c: a rank other than 0. */
struct nd_served {
    nudge_solver *solver;
    struct nd_checkpoint *from;
    struct nd_part_saver part[2]; /* of each kind: one of a run may be on its way while the caller saves a state */
};
/* An nd_ranks_task. */
struct nd_task;
int nd_checkpoint_serve(void *served, const struct nd_task *task);
void nd_served_clear(struct nd_served *served);

/* saver.c */
struct nd_saver {
    nudge_solver *solver;
    struct nd_outputs *outputs;
    char *path[2], *folder;
    double every;                       /* seconds between checkpoints */
    double deadline;                    /* on the clock of nd_seconds_now; INFINITY: none */
    double last;                        /* when the last one was begun */
    double polled, pace;                /* time of the last poll; the longest time between two */
    double copy_seconds, store_seconds; /* of the last one, or expected */
    int hold; /* 1: the newest file is damaged, and is replaced without becoming the previous one, which is good */
    uint64_t kept[2]; /* ids of the newest and of the one before; 0: one file, or none */
    int64_t step;     /* of the last one that is complete; -1: none */
    /* The one that is being written: */
    enum { ND_SAVER_IDLE, ND_SAVER_PARTS, ND_SAVER_HEAD } phase;
    uint64_t id;             /* 0: one file */
    int64_t copied;          /* its step */
    struct nd_archive *head; /* until the parts are complete */
    struct nd_writer writer; /* of the head */
    struct nd_part_saver part;
    struct nd_archive_size *size; /* [ranks] of the parts */
    size_t *counts;               /* [ranks] */
    double asked;                 /* when other ranks were asked whether they are done */
    int status;
    char why[1024];
};
/* every: INFINITY for none but the last. seconds: after which the run must have ended; INFINITY: none. from: the
 * checkpoint that is resumed, or null. */
int nd_saver_init(struct nd_saver *saver, nudge_solver *solver, struct nd_outputs *outputs,
                  const struct nd_checkpoint *from, double every, double seconds);
/* Takes notice of a file that is complete. Warns if it could not be written. */
void nd_saver_poll(struct nd_saver *saver);
/* Whether a checkpoint is due; whether the time is just enough for a last one. */
int nd_saver_due(const struct nd_saver *saver);
int nd_saver_late(const struct nd_saver *saver);
/* Copies the state and begins to write it. Rows of probes are written before (nd_monitors_flush). wait: also waits
 * until it is on the disk, and returns its error; else errors are warnings. */
int nd_saver_save(struct nd_saver *saver, int wait);
/* Waits for the file and frees memory. in_step: 0 if other ranks may be in the middle of another task; then a
 * checkpoint whose parts are not known to be complete is given up. */
void nd_saver_finish(struct nd_saver *saver, int in_step);

#endif
