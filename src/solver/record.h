/* A run's record on disk: the report (run.json), from "running" in its first second to how it
 * ended, and the lock on its folders that keeps other runs out.
 *
 * nd_record_begin comes first, as soon as the problem is known. Then either nd_record_start, when
 * all is set up and the time steps begin, and nd_record_end; or nd_record_cancel, for a run that
 * did not reach its first step: earlier outputs are then left alone. nudge_solver_run does it all;
 * a caller that begins earlier, to cover the set-up, passes its record to the solver. */
#ifndef ND_RECORD_H
#define ND_RECORD_H

#include "base/atomic_file.h"
#include "base/time.h"
#include "output/folders.h"
#include "problem/problem.h"

struct nudge_solver;

struct nd_record {
    const nudge_problem *problem;
    struct nd_output_paths paths;
    struct nd_folders folders;
    char started[ND_TIME_TEXT];
    char host[256];
    int once;                    /* the report is a pipe or the like: written at the end only */
    struct nd_atomic_file draft; /* of such a report, once it is open */
    int began;
};

/* Checks the outputs' names, creates and locks the folders, and writes a report that says
 * "running". Returns NUDGE_EBUSY if another run holds a folder. After a failure the record is
 * clear. */
int nd_record_begin(struct nd_record *record, const nudge_problem *problem);
/* Removes the outputs of an earlier run and describes the new one in the report. */
int nd_record_start(struct nd_record *record, const struct nudge_solver *solver);
/* When the time steps are over, before outputs are closed: one of them may be the same pipe as the
 * report, whose reader leaves when nobody has it open. */
void nd_record_stay(struct nd_record *record);
/* Writes the report's last version and lets the folders go. outcome: "finished", "stopped", or what
 * went wrong. */
int nd_record_end(struct nd_record *record, const struct nudge_solver *solver, const char *outcome);
/* Writes into the report why the run came to no step (the error message, or "stopped" for
 * NUDGE_ESTOPPED) and lets the folders go. Does nothing to a record that is clear. */
void nd_record_cancel(struct nd_record *record, int status);

/* report.c: adds the report to the text. solver: null before there is one. ended: null while the
 * run goes on. */
struct nd_text;
int nd_report_add(struct nd_text *text, const struct nd_record *record, const struct nudge_solver *solver,
                  const char *outcome, const char *ended);

#endif
