/* Small functions of nudge.h that belong to no stage. */
#include <stdlib.h>
#include "mesh/make.h"
#include "comm/comm.h"
#include "base/file.h"
#include "base/memory.h"
#include "base/printable.h"
#include "base/text.h"
#include "base/threads.h"
#include "law/law.h"
#include "problem/problem.h"

void nudge_free(void *text)
{
    free(text);
}

size_t nudge_printable(char *out, size_t n, const char *text)
{
    if (!out || !n) return 0;
    return nd_printable(out, n, text ? text : "", 0);
}

int nudge_file_write(const char *path, const void *bytes, size_t n)
{
    GIVEN(path, "path");
    if (n) GIVEN(bytes, "bytes");
    return nd_file_write(path, bytes, n);
}

const char *nudge_nearest(const char *name, const char *const *names, int n)
{
    return name && names ? nd_text_nearest(name, names, n) : NULL;
}

_Static_assert((int)NUDGE_THREADS_SET == (int)ND_THREADS_SET, "both lists have the same order");

const nudge_threads *nudge_threads_describe(void)
{
    static _Thread_local nudge_threads out;
    const struct nd_threads t = nd_threads_get();
    out = (nudge_threads){.threads = t.n, .wanted = t.asked, .cores = t.cores, .decision = (int)t.why};
    return &out;
}

int nudge_keys_write(int format, char **text)
{
    int status = 0;
    GIVEN(text, "text");
    *text = NULL;
    if (format != NUDGE_KEYS_MARKDOWN && format != NUDGE_KEYS_SCHEMA)
        FAIL(NUDGE_EVALUE, "nudge_keys_write: there is no format %d", format);
    TRY(format == NUDGE_KEYS_SCHEMA ? nd_problem_keys_schema(text) : nd_problem_keys_markdown(text));
done:
    return status;
}

int nudge_problem_set_text(nudge_problem *problem, const char *key, const char *text)
{
    GIVEN(problem, "problem");
    GIVEN(key, "key");
    GIVEN(text, "text");
    int status = 0;
    struct nd_text quoted = {0};
    nd_text_add_json_string(&quoted, text);
    TRY(nd_text_check(&quoted));
    TRY(nudge_problem_set(problem, key, quoted.s));
done:
    nd_text_clear(&quoted);
    return status;
}

const nudge_problem_info *nudge_problem_describe(const nudge_problem *problem)
{
    static _Thread_local nudge_problem_info out;
    if (!problem) return NULL;
    out = (nudge_problem_info){
        .path = problem->path,
        .law = problem->law,
        .law_runs_code = nd_law_is_file(problem->law) && nd_problem_trusts_law(problem),
        .order = problem->order,
        .precision = problem->precision == ND_SINGLE ? NUDGE_SINGLE : NUDGE_DOUBLE,
        .si = problem->units == ND_UNITS_SI,
        .geometry_runs_code = problem->geometry && nd_mesh_make_is_code(problem->geometry) &&
                                      nd_problem_trusts_geometry(problem)
                                  ? problem->geometry
                                  : NULL,
        .outside_folder = nd_problem_writes_outside(problem) ? problem->output.folder : NULL,
    };
    for (int i = 0; i < problem->monitors.n; i++)
        out.resonances += nd_problem_monitor(problem, i)->resonances;
    return &out;
}
