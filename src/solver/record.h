/* The record of a run on disk: the report (run.json), which says "running" from the first second and at the
 * end how the run ended, and the locks on its folders, which keep other runs out.
 *
 * Call nd_record_begin first, as soon as the problem is known. Then call either nd_record_start, when
 * everything is set up and time steps begin, and nd_record_end; or nd_record_cancel, for a run that fails
 * before its first step: earlier outputs are then left alone. nudge_solver_run makes all these calls; a
 * caller that begins earlier, to cover the set-up, passes its record to the solver. */
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
    int once;                     /* the report is a pipe or a device: written at the end only */
    struct nd_atomic_file target; /* the file of such a report, once it is open */
    int began;
    int replaces_ended; /* an earlier run in the folder came to its end, as its report says */
};

/* Checks the names of outputs, creates and locks the folders, and writes a report that says "running".
 * Returns NUDGE_EBUSY if another run holds a folder. After a failure the record is clear. */
int nd_record_begin(struct nd_record *record, const nudge_problem *problem);
/* Removes the outputs of an earlier run and adds the settings to the report. resumed: the field series stays. */
int nd_record_start(struct nd_record *record, const struct nudge_solver *solver, int resumed);
/* Called after the time steps, before outputs are closed: an output may be the same pipe as the report, and
 * its reader leaves when nobody has the pipe open. */
void nd_record_stay(struct nd_record *record);
/* Writes the final report and unlocks the folders. outcome: "finished", "stopped", or the error message. */
int nd_record_end(struct nd_record *record, const struct nudge_solver *solver, const char *outcome);
/* Writes into the report why the run took no step (the error message, or "stopped" for NUDGE_ESTOPPED) and
 * unlocks the folders. Does nothing if the record is clear. */
void nd_record_cancel(struct nd_record *record, int status);

/* report.c: adds the report to the text. solver: null if there is none yet. ended: null while the run
 * continues. */
struct nd_text;
int nd_report_add(struct nd_text *text, const struct nd_record *record, const struct nudge_solver *solver,
                  const char *outcome, const char *ended);

#endif
