/* Tasks of several ranks. Rank 0 leads: before it does what all ranks must do together it sends a task, and the others,
 * which wait for tasks, do the same. Files, but for parts of checkpoints, messages and decisions are its own. The first
 * task of a solver is to create it. */
#ifndef ND_TASK_H
#define ND_TASK_H

#include <stdint.h>

enum nd_task_kind {
    ND_TASK_LEAVE,    /* there are no more tasks */
    ND_TASK_CREATE,   /* a solver; step: bytes that follow (solver/ranks.h) */
    ND_TASK_END,      /* the solver of rank 0 is destroyed */
    ND_TASK_STEP,     /* real: its length */
    ND_TASK_RATE,     /* of the current fields */
    ND_TASK_GET,      /* which: 0 fields, 1 rates; index: of the field */
    ND_TASK_SET,      /* a field; index: which */
    ND_TASK_FIELDS,   /* for a file (output/vtu_file.h) */
    ND_TASK_PICK,     /* index: of the field; step: the number of elements, whose list follows */
    ND_TASK_ENERGY,   /* of the fields; which: of each element, too */
    ND_TASK_CHANGE,   /* energy of the rates */
    ND_TASK_ERROR,    /* of the fields; real: the time */
    ND_TASK_CHECKSUM, /* of the fields */
    ND_TASK_OPEN,     /* monitors; step: its number; real: the time */
    ND_TASK_SAMPLE,   /* the same; which: it is the last one */
    ND_TASK_PROBES,   /* rows of probes so far */
    ND_TASK_SUMS,     /* index: of the monitor; which: of the frequency */
    ND_TASK_PORTS,    /* which: ND_PORTS_...; real: the time */
    ND_TASK_TIME,     /* of evaluations; real: seconds to spend */
    ND_TASK_CHECK,    /* the files of a checkpoint; index: bytes of the path of its head, which follow */
    ND_TASK_RESTORE,  /* from that checkpoint; which: 0 fields and clock, 1 monitors */
    ND_TASK_SAVE,     /* step: the id of the checkpoint; index: bytes of its folder, which follow; which: ND_PART_... */
    ND_TASK_SAVED,    /* whether the parts of all ranks are written; which: the same; index: wait for them */
};
struct nd_task {
    int32_t kind, which, index;
    int64_t step;
    double real;
};

/* Whether there is a solver to which tasks apply; with one rank there are no tasks. */
void nd_tasks_set(int on);
int nd_tasks_on(void);
/* On rank 0: sends it to all others. Does nothing on other ranks, and without a solver. */
int nd_task_send(const struct nd_task *task);
/* The same, without a solver: for ND_TASK_LEAVE and ND_TASK_CREATE. */
int nd_task_lead(const struct nd_task *task);
/* The same for a task with a text, whose size goes into task->index. Returns NUDGE_EVALUE if it is too long. */
#define ND_TASK_TEXT 4096 /* bytes of the longest, with a NUL */
int nd_task_send_text(const struct nd_task *task, const char *text);
#define ND_TASK(...) nd_task_send(&(struct nd_task){__VA_ARGS__})
/* On other ranks: waits for the next one. */
int nd_task_receive(struct nd_task *task);
/* The text of the task that was received last. */
int nd_task_receive_text(const struct nd_task *task, char text[ND_TASK_TEXT]);

#endif
