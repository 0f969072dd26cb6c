/* nudge.h - the Nodal Unstructured Discontinuous Galerkin Engine, the library's one public header.
 *
 * Every fallible function returns 0 or a negative NUDGE_E... code; nudge_error() then tells, for this thread, what
 * went wrong and what to do about it. The library never prints, exits or aborts. A pointer that is null where one is needed is
 * NUDGE_EVALUE; functions that destroy accept null.
 *
 * Threads may use the library at the same time, each with problems and solvers of its own. One problem may serve several solvers in several
 * threads while nobody sets anything in it.
 */
#ifndef NUDGE_H
#define NUDGE_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#define NUDGE_VERSION_MAJOR 0
#define NUDGE_VERSION_MINOR 1
#define NUDGE_VERSION_PATCH 0
#define NUDGE_VERSION       "0.1.0"

#if defined(__GNUC__)
#define NUDGE_API __attribute__((visibility("default")))
#else
#define NUDGE_API
#endif

/* One list gives the codes, their names and their one-line meanings. */
#define NUDGE_ERRORS(X)                                                                                      \
    X(NOMEM, -1, "out of memory")                                                                            \
    X(IO, -2, "a file could not be read or written")                                                         \
    X(FORMAT, -3, "a file is not what it should be")                                                         \
    X(VALUE, -4, "a setting is missing, unknown or impossible")                                              \
    X(DEVICE, -5, "a device is missing, full or failed")                                                     \
    X(COMPILE, -6, "a kernel did not compile")                                                               \
    X(UNSTABLE, -7, "the computed fields grew or became NaN")                                                \
    X(STOPPED, -8, "stopped on request")                                                                     \
    X(INTERNAL, -9, "an invariant of the library was broken")                                                \
    X(BUSY, -10, "another run uses the output folder")

enum {
#define NUDGE_ERROR_ENUM(name, value, text) NUDGE_E##name = value,
    NUDGE_ERRORS(NUDGE_ERROR_ENUM)
#undef NUDGE_ERROR_ENUM
};

/* The message of this thread's last failure; "" when there was none. Valid until the next failure in this thread. */
NUDGE_API const char *nudge_error(void);
/* "NUDGE_EIO" for NUDGE_EIO, and so on. */
NUDGE_API const char *nudge_error_name(int code);
NUDGE_API const char *nudge_version(void);

/* The library speaks through this hook only; there is none until one is set. Called from one thread at a time. */
enum { NUDGE_LOG_WARNING, NUDGE_LOG_INFO, NUDGE_LOG_DEBUG };
typedef void (*nudge_log_hook)(void *context, int level, const char *message);
NUDGE_API void nudge_log_set(nudge_log_hook hook, void *context);

/* Work of nudge_solver_create, and of nudge_solver_run after its last step, may take long. It calls this hook many times per second, with
 * what is being done, as "reading the mesh", and the share of it that is done, from 0 to 1, NaN where that is not known. Return nonzero to
 * stop it: the call then returns NUDGE_ESTOPPED. The hook is that of the calling thread, and called from it; there is none until one is set.
 * `what` is valid during the call. Compilers that were started are ended. */
typedef int (*nudge_work_hook)(void *context, const char *what, double share);
NUDGE_API void nudge_work_set(nudge_work_hook hook, void *context);

/* Threads that the cpu device and set-up use, of this process, for solvers that are created afterwards. 0, the default: what
 * OMP_NUM_THREADS or omp_set_num_threads says, else one per core that the affinity mask and the control groups of the process allow. A
 * number far above that of the cores is not used, nor one that the system does not let be created; a warning says so. OpenMP's own
 * settings are as before after each call of the library. */
NUDGE_API int nudge_threads_set(int n);

/* -- a problem: the typed description of a run, read from YAML ------------------------------------------------- */

typedef struct nudge_problem nudge_problem;

NUDGE_API int nudge_problem_read(nudge_problem **problem, const char *path);
/* text: the YAML itself; paths in it are relative to folder; null: to the current one. */
NUDGE_API int nudge_problem_parse(nudge_problem **problem, const char *text, const char *folder);
/* key: dotted, as "time.end" or "mesh.box.divisions"; value: YAML, as "0.5" or "[4, 4, 4]". The problem is checked anew. */
NUDGE_API int nudge_problem_set(nudge_problem *problem, const char *key, const char *value);
/* Permits what a problem's text cannot permit itself, since it may be a stranger's (doc/reference/trust.md): LAW, to name a .law file, which
 * is compiled and run as code; PATHS, to write outputs under absolute paths, hidden names or through "..". what: NUDGE_TRUST_LAW,
 * NUDGE_TRUST_PATHS or both, added to what was allowed before. A value set by nudge_problem_set is the caller's own and needs none. */
enum { NUDGE_TRUST_LAW = 1, NUDGE_TRUST_PATHS = 2 };
NUDGE_API int nudge_problem_trust(nudge_problem *problem, int what);
NUDGE_API void nudge_problem_destroy(nudge_problem *problem);

/* -- a solver: a problem brought onto a device ------------------------------------------------------------------ */

typedef struct nudge_solver nudge_solver;

/* device: "cpu", "cuda", "opencl", "auto", or null for auto. The problem must outlive the solver, unchanged. */
NUDGE_API int nudge_solver_create(nudge_solver **solver, const nudge_problem *problem, const char *device);
NUDGE_API void nudge_solver_destroy(nudge_solver *solver);

/* What a solver is doing; filled by nudge_solver_status and handed to progress hooks. */
typedef struct {
    int64_t elements; /* K */
    int nodes;        /* Np, nodes of one element */
    int fields;       /* of the law */
    int order;        /* N */
    int64_t step;     /* done */
    int64_t steps;    /* planned */
    double time;      /* simulated */
    double end;       /* simulated, at the last step */
    double dt;        /* of a full step */
    double energy;    /* at the last check; see energy_step */
    int64_t energy_step;
    double seconds;         /* of wall time in time steps so far */
    double dofs_per_second; /* fields * Np * K per Runge-Kutta stage */
    const char *device;
} nudge_status;

/* All is zero, and device "", without a solver. */
NUDGE_API void nudge_solver_status(const nudge_solver *solver, nudge_status *status);

/* Return nonzero to stop; the run then closes its outputs and returns NUDGE_ESTOPPED. Results of monitors are written of the time until then;
 * far fields only if they take less than one second, and a warning names the files that are not written. */
typedef int (*nudge_progress_hook)(void *context, const nudge_status *status);

/* Runs to the end time, writing the outputs the problem asks for; fails when it is there already. hook may be null.
 * The report says "running" from the beginning of the call. Outputs of an earlier run under the same names are removed. Returns
 * NUDGE_EBUSY, and changes nothing, if another run (of this process or any other) writes to one of the folders. */
NUDGE_API int nudge_solver_run(nudge_solver *solver, nudge_progress_hook hook, void *context);
/* Takes n time steps, or as many as are left; no outputs. */
NUDGE_API int nudge_solver_step(nudge_solver *solver, int64_t n);

/* Relative L2 error over all fields together against the problem's exact solution, at the present time; the error itself
 * where that solution is zero everywhere. */
NUDGE_API int nudge_solver_error(nudge_solver *solver, double *relative);
NUDGE_API int nudge_solver_energy(nudge_solver *solver, double *energy);

/* Nodal values in the mesh's element order: values[k * nodes + n]. field: a field's name, "x", "y", "z", or
 * "rate_" and a field's name for its present time derivative. */
NUDGE_API int nudge_solver_get(nudge_solver *solver, const char *field, double *values);
/* Sets one field's nodal values. */
NUDGE_API int nudge_solver_set(nudge_solver *solver, const char *field, const double *values);

#ifdef __cplusplus
}
#endif
#endif
