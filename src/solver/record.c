#define _GNU_SOURCE
#include "solver/record.h"

#include <errno.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include "base/file.h"
#include "base/format.h"
#include "base/log.h"
#include "base/memory.h"
#include "base/text.h"
#include "solver/solver.h"

enum { REPORT_MOST = 1 << 26 }; /* bytes */

static const char *report_path(const struct nd_record *r)
{
    return r->paths.at[ND_OUTPUT_REPORT];
}

static void clear(struct nd_record *r)
{
    nd_atomic_file_drop(&r->target);
    nd_folders_unlock(&r->folders);
    nd_output_paths_clear(&r->paths);
    memset(r, 0, sizeof *r);
}

static int write_report(struct nd_record *r, const nudge_solver *solver, const char *outcome,
                        const char *ended)
{
    int status = 0;
    struct nd_text text = {0};
    TRY(nd_report_add(&text, r, solver, outcome, ended));
    if (!r->target.file) TRY(nd_atomic_file_open(&r->target, report_path(r)));
    if (fwrite(text.s, 1, text.n, r->target.file) != text.n)
        FAIL(NUDGE_EIO, "%s: cannot write: %s", report_path(r), strerror(errno));
    TRY(nd_atomic_file_keep(&r->target));
done:
    nd_atomic_file_drop(&r->target);
    nd_text_clear(&text);
    return status;
}

/* Called before the run, so that its results do not end up without a report. */
static int check_report(const struct nd_record *r)
{
    int status = 0;
    struct stat info;
    if (!stat(report_path(r), &info) && S_ISDIR(info.st_mode))
        FAIL(NUDGE_EIO,
             "%s: the report cannot be written because this is a folder; remove it, or name another file "
             "under "
             "output.report",
             report_path(r));
done:
    return status;
}

/* Whether an earlier run has a report that says that it came to its end. */
static int earlier_ended(const struct nd_record *r)
{
    char *text = NULL;
    size_t n;
    if (nd_file_read(report_path(r), REPORT_MOST, &text, &n)) return 0;
    const int ended = strstr(text, "\n  \"outcome\": \"finished\"") != NULL;
    free(text);
    return ended;
}

/* Nothing is written before it is certain that no output overwrites an input, and that the folders are
 * locked. */
static int take_folders(struct nd_record *r)
{
    int status = 0;
    char owner[400];
    TRY(nd_output_paths_init(&r->paths, r->problem));
    TRY(nd_clash_check(&r->paths, r->problem));
    TRY(nd_folders_create(&r->paths));
    TRY(nd_clash_check(&r->paths, r->problem)); /* again: folders that exist can be compared */
    nd_format(owner, sizeof owner, "process %ld on %s, since %s\n", (long)getpid(), r->host, r->started);
    TRY(nd_folders_lock(&r->folders, &r->paths, owner));
done:
    return status;
}

int nd_record_begin(struct nd_record *r, const nudge_problem *problem)
{
    int status = 0;
    memset(r, 0, sizeof *r);
    r->problem = problem;
    nd_time_utc(r->started);
    if (gethostname(r->host, sizeof r->host - 1)) nd_format(r->host, sizeof r->host, "unknown");
    TRY(nd_problem_check_paths(problem)); /* before anything is written */
    TRY(take_folders(r));
    TRY(check_report(r));
    r->once = !nd_atomic_file_is_file(report_path(r));
    r->replaces_ended = !r->once && earlier_ended(r);
    if (!r->once) TRY(write_report(r, NULL, "running", NULL));
    r->began = 1;
done:
    if (status) clear(r);
    return status;
}

int nd_record_start(struct nd_record *r, const nudge_solver *solver, int resumed)
{
    int status = 0;
    TRY(nd_folders_clear(&r->folders, &r->paths, resumed));
    if (!r->once) TRY(write_report(r, solver, "running", NULL));
done:
    return status;
}

void nd_record_stay(struct nd_record *r)
{
    if (r->once)
        (void)nd_atomic_file_open(&r->target,
                                  report_path(r)); /* nd_record_end tries again and reports the error */
}

int nd_record_end(struct nd_record *r, const nudge_solver *solver, const char *outcome)
{
    char ended[ND_TIME_TEXT];
    const int status = write_report(r, solver, outcome, nd_time_utc(ended));
    clear(r);
    return status;
}

void nd_record_cancel(struct nd_record *r, int status)
{
    char why[4096], ended[ND_TIME_TEXT];
    if (!r->began) return;
    nd_format(why, sizeof why, "%s", nudge_error());
    if (write_report(r, NULL, status == NUDGE_ESTOPPED ? "stopped" : why, nd_time_utc(ended))) {
        nd_warn("the report is not written: %s", nudge_error());
        nd_fail(status, __FILE__, __LINE__, "%s", why); /* restores the message of the caller */
    }
    clear(r);
}
