/* Tasks of several ranks. Once a run is set up, rank 0 leads: before it does what all ranks must do together it sends
 * a task, and the others, which wait for tasks, do the same. Files, but for parts of checkpoints, messages and
 * decisions are its own. */
#ifndef ND_TASK_H
#define ND_TASK_H

#include <stdint.h>

enum nd_task_kind {
    ND_TASK_END,      /* the solver of rank 0 is destroyed */
    ND_TASK_STEP,     /* real: its length */
    ND_TASK_RATE,     /* of the current fields */
    ND_TASK_GET,      /* which: 0 fields, 1 rates; index: of the field */
    ND_TASK_ENERGY,   /* of the fields; which: of each element, too */
    ND_TASK_CHANGE,   /* energy of the rates */
    ND_TASK_CHECKSUM, /* of the fields */
    ND_TASK_OPEN,     /* monitors; step: its number; real: the time */
    ND_TASK_SAMPLE,   /* the same; which: it is the last one */
    ND_TASK_PROBES,   /* rows of probes so far */
    ND_TASK_SUMS,     /* index: of the monitor; which: of the frequency */
    ND_TASK_CHECK,    /* the files of a checkpoint; which: 0 the newest, 1 the one before */
    ND_TASK_RESTORE,  /* from that checkpoint; which: 0 fields and clock, 1 monitors */
    ND_TASK_SAVE,     /* step: the id of the checkpoint */
    ND_TASK_SAVED,    /* whether the parts of all ranks are written; which: wait for them */
};
struct nd_task {
    int32_t kind, which, index;
    int64_t step;
    double real;
};

/* From now on tasks are sent by rank 0 and awaited by the others (1), or not (0); with one rank there are none. */
void nd_tasks_set(int on);
int nd_tasks_on(void);
/* On rank 0: sends it to all others. Does nothing on other ranks. */
int nd_task_send(const struct nd_task *task);
#define ND_TASK(...) nd_task_send(&(struct nd_task){__VA_ARGS__})
/* On other ranks: waits for the next one. */
int nd_task_receive(struct nd_task *task);

#endif
