/* nudge.h - the one public header of libnudge, the Nodal Unstructured Discontinuous Galerkin Engine.
 *
 * INTRODUCTION
 *
 * libnudge solves linear hyperbolic systems (Maxwell, acoustics, elastodynamics, laws of your own) on
 * meshes of tetrahedra, on GPUs and CPUs. A program takes these steps, in this order:
 *
 *   1. Describe a problem:     nudge_problem_read or nudge_problem_parse; change keys with nudge_problem_set.
 *   2. Set it up on a device:  nudge_solver_create, or nudge_solver_create_with for options.
 *   3. Optionally check it:    nudge_preflight_create reports resolution, memory and expected time.
 *   4. Compute:                nudge_solver_run, with outputs; or nudge_solver_step, without.
 *   5. Read results:           nudge_solver_get for fields, nudge_solver_get_array for monitors.
 *   6. Destroy:                first what was made from the solver, then the solver, then the problem.
 *
 * A complete program, which prints the energy that is left in a resonator after one unit of time:
 *
 *     #include <nudge.h>
 *     #include <stdio.h>
 *
 *     int main(void)
 *     {
 *         nudge_problem *problem = NULL;
 *         nudge_solver *solver = NULL;
 *         double energy = 0;
 *         int failed = nudge_problem_read(&problem, "cavity.yaml")
 *                   || nudge_problem_set(problem, "time.end", "1")
 *                   || nudge_solver_create(&solver, problem, "auto")
 *                   || nudge_solver_run(solver, NULL, NULL)
 *                   || nudge_solver_energy(solver, &energy);
 *         if (failed) fprintf(stderr, "%s\n", nudge_error());
 *         else printf("%g\n", energy);
 *         nudge_solver_destroy(solver);
 *         nudge_problem_destroy(problem);
 *         return failed != 0;
 *     }
 *
 * Meshes, devices, laws, kernels and the tuner can be used without a problem; see their sections.
 *
 * ERRORS
 *
 * A function that can fail returns 0 or a negative NUDGE_E... code. nudge_error() then returns a message
 * for the calling thread: what is wrong, where, and what to do. A null pointer where an object is needed,
 * or an index out of range, returns NUDGE_EVALUE; functions that return a pointer return null instead, and
 * functions that destroy accept null. After a failed create function the handle is null. The library never
 * prints, exits or aborts.
 *
 * OWNERSHIP AND LIFETIMES
 *
 * A handle (nudge_problem, nudge_mesh, ...) belongs to the caller, who destroys it. Pointers that the
 * library returns belong to the handle they came from and are valid until it is destroyed, unless a
 * comment says otherwise. Strings and arrays that are passed in are copied, or used during the call only,
 * unless a comment says otherwise. Text that a function stores in a caller's `char *` is released with
 * nudge_free.
 *
 * UNITS
 *
 * Quantities are in the units of the problem: SI units for `units: si`; else natural units, in which the
 * law's constants are 1. Members called seconds are wall-clock seconds, members called bytes are bytes.
 * "DOF" is a degree of freedom: one field at one node. Rates count all DOF once per stage: one evaluation
 * of the time derivatives.
 *
 * THREADS
 *
 * Threads may use the library at the same time, each with handles of its own. One problem may serve
 * several solvers in several threads while nobody changes it. One handle must not be used by two threads
 * at once.
 *
 * VERSIONS AND THE BINARY INTERFACE
 *
 * Within one major version, functions are only added. Structs grow only at their end, in two ways:
 *   - Structs that the library returns are read by pointer. An accessor with an index takes the place
 *     of arrays of structs, so that a program never depends on their size.
 *   - Structs that a program fills begin with `size`, set to sizeof of the struct. Members beyond that
 *     size count as zero, and zero is always the default. Write for example
 *     nudge_solver_options options = {sizeof options};
 * Major version 0 may change in any release; compare NUDGE_VERSION with nudge_version() at run time.
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

/* The version of the library that is linked, as "0.1.0". */
NUDGE_API const char *nudge_version(void);

/* -- errors ---------------------------------------------------------------------------------------------- */

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
    X(BUSY, -10, "another run uses the output folder")                                                       \
    X(WALLTIME, -11, "stopped because the wall time is over, with a checkpoint")

enum {
#define NUDGE_ERROR_ENUM(name, value, text) NUDGE_E##name = value,
    NUDGE_ERRORS(NUDGE_ERROR_ENUM)
#undef NUDGE_ERROR_ENUM
};

/* The message of this thread's last failure; "" if there was none. Valid until the next failure in this
 * thread. */
NUDGE_API const char *nudge_error(void);
/* "NUDGE_EIO" for NUDGE_EIO, and so on. */
NUDGE_API const char *nudge_error_name(int code);

/* -- hooks: messages, progress of long calls, stopping them ---------------------------------------------- */

/* Warnings and information go to this hook and nowhere else. None is set at first. Called by one thread at
 * a time. */
enum { NUDGE_LOG_WARNING, NUDGE_LOG_INFO, NUDGE_LOG_DEBUG };
typedef void (*nudge_log_hook)(void *context, int level, const char *message);
NUDGE_API void nudge_log_set(nudge_log_hook hook, void *context);

/* Calls that may take long (nudge_solver_create, nudge_solver_run after its last step, nudge_tune) call
 * this hook many times per second from the thread that made the call. `what` names the work, as "reading
 * the mesh", and is valid during the call of the hook; `share` is the part of it that is done, from 0 to 1,
 * or NaN if unknown. A nonzero return value stops the work: the call then returns NUDGE_ESTOPPED. Each
 * thread has its own hook, none at first. */
typedef int (*nudge_work_hook)(void *context, const char *what, double share);
NUDGE_API void nudge_work_set(nudge_work_hook hook, void *context);

/* -- threads of the cpu ---------------------------------------------------------------------------------- */

/* Sets how many threads of this process the cpu device and set-up use, for solvers that are created
 * afterwards. The default, 0, takes what OMP_NUM_THREADS or omp_set_num_threads says, else one thread per
 * core that the affinity mask and the control groups allow. A number far above that of the cores is
 * reduced, with a warning. `name` is how warnings call this setting, as "--threads"; it must stay valid,
 * and null stands for "the program". OpenMP's own settings are restored at the end of each call of the
 * library. Returns NUDGE_EVALUE if n is negative. */
NUDGE_API int nudge_threads_set(int n, const char *name);

/* Ranks: processes that a launcher of MPI (mpirun, srun) started together, which share the elements of one
 * problem. Call nudge_ranks_join before the first solver is created; without it, or without a launcher, a process
 * is alone. Rank 0 reads problems, creates and uses solvers, one at a time, and writes all files, as if it were alone.
 * The others call nudge_ranks_serve, which takes part in all of that and returns when rank 0 calls nudge_ranks_leave.
 * A solver that cannot be created is an error on rank 0 alone. If another call fails on one rank, that rank ends all by
 * nudge_ranks_abort. Results do not depend on the number of ranks.
 *
 * Returns NUDGE_EDEVICE if a launcher started this process and the others cannot be joined: it must then not go on
 * alone, because all processes would write the same files. */
NUDGE_API int nudge_ranks_join(void);
NUDGE_API int nudge_ranks_serve(void);
NUDGE_API void nudge_ranks_leave(void);
/* Ends all ranks, for a rank that cannot go on; does not return if there are several. */
NUDGE_API void nudge_ranks_abort(int exit_status);
NUDGE_API int nudge_rank(void);        /* of this process, from 0 */
NUDGE_API int nudge_ranks(void);       /* their number; 1 before nudge_ranks_join */
NUDGE_API int nudge_ranks_local(void); /* of them, those on this node */

enum {
    NUDGE_THREADS_CORES,    /* one per core of the machine */
    NUDGE_THREADS_AFFINITY, /* one per core of the affinity mask */
    NUDGE_THREADS_QUOTA,    /* as many as the control group allows */
    NUDGE_THREADS_OPENMP,   /* OMP_NUM_THREADS or omp_set_num_threads */
    NUDGE_THREADS_SET       /* nudge_threads_set */
};
typedef struct {
    int threads;  /* in use */
    int wanted;   /* by OpenMP or nudge_threads_set; else as `threads` */
    int cores;    /* that this process may use */
    int decision; /* NUDGE_THREADS_...: what decided it */
} nudge_threads;
/* Decides again at each call. Valid until the next call in this thread. */
NUDGE_API const nudge_threads *nudge_threads_describe(void);

/* -- small helpers --------------------------------------------------------------------------------------- */

/* Releases text that a function stored in a `char *` of the caller. Accepts null. */
NUDGE_API void nudge_free(void *text);

/* Copies text into out[n], with everything escaped that a terminal would act upon: control characters,
 * invalid UTF-8, characters that reorder or hide text. Names from meshes and problem files should be
 * printed this way. The copy is cut between two characters to fit, and always ends with NUL. Returns its
 * length. */
NUDGE_API size_t nudge_printable(char *out, size_t n, const char *text);

/* Replaces a whole file: readers see the old content or the new one, never a part. */
NUDGE_API int nudge_file_write(const char *path, const void *bytes, size_t n);

/* The entry of names[0 ... n) nearest to `name` by edit distance, or null if none is close: for "did you
 * mean". */
NUDGE_API const char *nudge_nearest(const char *name, const char *const *names, int n);

/* -- problems: the typed description of a run, read from YAML -------------------------------------------- */

enum { NUDGE_DOUBLE, NUDGE_SINGLE }; /* precision */
enum { NUDGE_ORDER_MOST = 9 };       /* polynomial orders are 1 to 9 */
typedef struct nudge_problem nudge_problem;

/* Reads a problem file. Paths in it are relative to its folder. */
NUDGE_API int nudge_problem_read(nudge_problem **problem, const char *path);
/* Reads YAML text. Paths in it are relative to `folder`; null stands for the current one. */
NUDGE_API int nudge_problem_parse(nudge_problem **problem, const char *text, const char *folder);
/* Sets a key, as "time.end" or "mesh.box.divisions", to a YAML value, as "0.5" or "[4, 4, 4]", and checks
 * the whole problem again. After a failure the problem is as before. */
NUDGE_API int nudge_problem_set(nudge_problem *problem, const char *key, const char *value);
/* The same for a value that is text, as a path, whatever characters it has. */
NUDGE_API int nudge_problem_set_text(nudge_problem *problem, const char *key, const char *text);
/* The problem as JSON, with all that was set. nudge_problem_parse reads it again, since JSON is YAML. Numbers are
 * as they were written, where JSON allows it. Release *text with nudge_free. */
NUDGE_API int nudge_problem_write(const nudge_problem *problem, char **text);
/* Permits things that the text of a problem cannot permit itself, because a stranger may have written it:
 * LAW, to name a .law file, which is compiled and run as code; PATHS, to write outputs under absolute
 * paths, hidden names or through "..". `what` is NUDGE_TRUST_LAW, NUDGE_TRUST_PATHS or both, and adds to
 * what was permitted before. Values set by nudge_problem_set are the caller's own and need no permission. */
enum { NUDGE_TRUST_LAW = 1, NUDGE_TRUST_PATHS = 2 };
NUDGE_API int nudge_problem_trust(nudge_problem *problem, int what);
/* Reading a problem checks its keys and their values. This also compares it with its law: fields, constants of
 * materials, conditions of boundaries. Regions, boundaries, sources and monitors are compared with the mesh when a
 * solver is created. Returns NUDGE_EVALUE. */
NUDGE_API int nudge_problem_check(const nudge_problem *problem);
/* Solvers made from the problem must be destroyed before it. */
NUDGE_API void nudge_problem_destroy(nudge_problem *problem);

typedef struct {
    const char *path;               /* "" for a problem from memory */
    const char *law;                /* a built-in name, or the path of a .law file */
    int law_runs_code;              /* it is a file, and may be compiled and run */
    int order;                      /* N */
    int precision;                  /* NUDGE_SINGLE or NUDGE_DOUBLE */
    int si;                         /* SI units; else natural ones */
    const char *outside_folder;     /* the output folder if it lies outside the problem's folder; else null */
    const char *geometry_runs_code; /* a .geo file that is run by gmsh to make the mesh; null: none */
    int resonances;                 /* monitors of resonances */
} nudge_problem_info;
/* Valid until the next call in this thread; its strings until the problem is changed. */
NUDGE_API const nudge_problem_info *nudge_problem_describe(const nudge_problem *problem);

/* All keys of a problem file, with types, defaults and meanings: as a Markdown table, or as a JSON schema
 * for editors. Release *text with nudge_free. */
enum { NUDGE_KEYS_MARKDOWN, NUDGE_KEYS_SCHEMA };
NUDGE_API int nudge_keys_write(int format, char **text);

/* -- meshes ---------------------------------------------------------------------------------------------- */

typedef struct nudge_mesh nudge_mesh;

/* Reads a mesh file of Gmsh (.msh 2.2 or 4.1), TetGen (.node, .ele, .face) or Gambit (.neu). */
NUDGE_API int nudge_mesh_read(nudge_mesh **mesh, const char *path);

/* How nudge_mesh_make meshes a geometry. Zeros: as the geometry says. */
typedef struct {
    size_t size;   /* of this struct */
    double edge;   /* the largest edge, in the unit of the geometry */
    double edges;  /* factor on it along edges of the geometry, at most 1 */
    int curvature; /* elements around a full circle of a curved surface, at least */
    int curve;     /* order of the elements' shape; nudge itself computes with 1 */
    int regions;   /* regions with smaller elements: names, and indices by which edge is divided */
    const char *const *region;
    const double *index;
} nudge_mesh_make_options;
/* Meshes a geometry (.geo, .step, .brep, .iges) by gmsh's library, which is opened at run time, and writes a .msh file.
 * A .geo file is a program and is run: make sure that you trust it. Returns NUDGE_EDEVICE if there is no libgmsh, and
 * NUDGE_EVALUE if the edges are so short that there would be more elements than a mesh can have. */
NUDGE_API int nudge_mesh_make(const char *geometry, const char *path, const nudge_mesh_make_options *options);
/* The mesh of a problem: its file or box after scaling, with periodic sides and layers of PML that were
 * grown. */
NUDGE_API int nudge_mesh_create(nudge_mesh **mesh, const nudge_problem *problem);
NUDGE_API void nudge_mesh_destroy(nudge_mesh *mesh);
/* Compares places in space with what elements share. Warns through the log hook of faces that coincide
 * without common nodes, closed holes without a name and separate parts. Returns NUDGE_EFORMAT for hanging
 * nodes and for elements that overlap. */
NUDGE_API int nudge_mesh_check(const nudge_mesh *mesh);

typedef struct {
    const char *name; /* the path of the file, or "box" */
    int64_t elements, vertices;
    int regions, boundaries;
    int64_t boundary_faces; /* all faces on the surface of the mesh */
    int64_t untagged_faces; /* boundary faces without a name */
    int64_t inside_faces;   /* tagged triangles inside the mesh */
    int64_t periodic_pairs; /* pairs of faces that are joined */
    int64_t reoriented;     /* elements that were inverted in the file */
    int order;              /* of the elements in the file: 1 straight, 2 to 4 */
    int64_t curved;         /* elements that are not straight */
    double bend; /* largest distance of one of these from the straight element, relative to its longest edge */
    double low[3], high[3]; /* bounding box */
    double volume;
    double edge_min, edge_max;
    double inradius_min, inradius_median;
    double quality_min, quality_median; /* 3 inradius / circumradius: 1 for the regular tetrahedron */
    int64_t quality_histogram[10];      /* elements by quality, in tenths */
    int smallest;                       /* number of elements nudge_mesh_get_smallest knows: 5 or fewer */
    int64_t faces;                      /* triangles with a boundary name, on the surface or inside */
} nudge_mesh_info;
NUDGE_API const nudge_mesh_info *nudge_mesh_describe(const nudge_mesh *mesh);

/* Index order is that of nudge_mesh_regions. The name is "" for elements without a group. */
typedef struct {
    const char *name;
    int64_t elements;
    double volume;
} nudge_mesh_region;
NUDGE_API const nudge_mesh_region *nudge_mesh_get_region(const nudge_mesh *mesh, int i);

typedef struct {
    const char *name; /* "" for faces without a tag */
    int64_t faces;    /* on the surface of the mesh */
    double area;      /* of these */
    int64_t inside;   /* tagged triangles between two elements */
} nudge_mesh_boundary;
NUDGE_API const nudge_mesh_boundary *nudge_mesh_get_boundary(const nudge_mesh *mesh, int i);

typedef struct {
    int64_t number;     /* as the mesh file numbers it */
    double inradius;    /* the time step is proportional to it */
    double stable_step; /* in a preflight: the time step that it allows among its neighbours; else NaN */
    double centroid[3];
    const char *region; /* its name */
} nudge_element;
/* Elements by inradius, the smallest first. */
NUDGE_API const nudge_element *nudge_mesh_get_smallest(const nudge_mesh *mesh, int i);

/* The mesh itself. Vertices: coordinates [vertices][3]. Elements: vertex indices from 0, [elements][4],
 * positively oriented. Regions: index of each element's region, [elements]. */
NUDGE_API const double *nudge_mesh_vertices(const nudge_mesh *mesh);
NUDGE_API const int32_t *nudge_mesh_elements(const nudge_mesh *mesh);
NUDGE_API const int32_t *nudge_mesh_regions(const nudge_mesh *mesh);
/* Triangles with a name: vertex indices [faces][3], and the index of each one's boundary, [faces]. */
NUDGE_API const int32_t *nudge_mesh_faces(const nudge_mesh *mesh);
NUDGE_API const int32_t *nudge_mesh_boundaries(const nudge_mesh *mesh);
/* Elements that bend: their indices [curved], ascending, and the places of their shape points [curved][points][3], with
 * points = (p + 1)(p + 2)(p + 3) / 6 for the order p of the mesh. The point (i, j, k) has the barycentric coordinates
 * i/p, j/p, k/p of vertices 1, 2, 3, counted from 0; i runs fastest, then j, then k. Null if all elements are straight. */
NUDGE_API const int32_t *nudge_mesh_curved(const nudge_mesh *mesh);
NUDGE_API const double *nudge_mesh_shapes(const nudge_mesh *mesh);

/* -- devices --------------------------------------------------------------------------------------------- */

typedef struct nudge_devices nudge_devices;
typedef struct nudge_device nudge_device;

/* Lists the devices of this machine by name: "cpu", "cuda", "opencl:1". A driver that fails has an entry,
 * too. */
NUDGE_API int nudge_devices_create(nudge_devices **devices);
NUDGE_API int nudge_devices_count(const nudge_devices *devices);
NUDGE_API const char *nudge_devices_name(const nudge_devices *devices, int i);
/* Why the driver of this entry cannot be used; null if it can. */
NUDGE_API const char *nudge_devices_failure(const nudge_devices *devices, int i);
NUDGE_API void nudge_devices_destroy(nudge_devices *devices);

/* Opens a device by its name. "auto" or null is the fastest kind there is: a GPU by CUDA, one by OpenCL,
 * the cpu. Returns NUDGE_EVALUE for a name that is unknown and NUDGE_EDEVICE, with what is missing, for one
 * that is not there. Solvers open devices themselves; a handle is for information, measurements, tuning and
 * kernels. */
NUDGE_API int nudge_device_open(nudge_device **device, const char *name);
NUDGE_API void nudge_device_close(nudge_device *device);

typedef struct {
    const char *name;     /* of the kind: "cpu", "cuda", "opencl" */
    const char *hardware; /* as the vendor calls it */
    const char *compiler; /* of kernels; "none" without one */
    int gpu;              /* else it computes in the memory of the host */
    int units;            /* multiprocessors; threads of the cpu */
    int vector_bytes;     /* of a vector register; 0 on a GPU */
    int warp;             /* threads that execute in step on a GPU; numbers of a vector register on a CPU */
    int block_threads;    /* of one block, at most */
    int64_t memory_bytes;
    int64_t shared_bytes; /* shared memory that one block may use */
} nudge_device_info;
NUDGE_API const nudge_device_info *nudge_device_describe(const nudge_device *device);

/* Measures, within seconds, the bandwidth of copies between arrays far larger than the caches (bytes read
 * and written per second) and the rate of multiply-adds in registers (two operations each, per second) in
 * this precision. Either pointer may be null; that number is then not measured. */
NUDGE_API int nudge_device_measure(nudge_device *device, int precision, double *bytes_per_second,
                                   double *flops_per_second);

/* -- solvers: a problem set up on a device --------------------------------------------------------------- */

typedef struct nudge_solver nudge_solver;

typedef struct {
    size_t size;         /* sizeof(nudge_solver_options) */
    const char *device;  /* as for nudge_device_open; null: "auto" */
    const char *variant; /* how kernels compute: see nudge_variant; null: the fastest known */
    int begin_run;       /* nonzero: the run begins with the set-up; see below */
    int keep_results;    /* nonzero: results of monitors are kept in memory, too: nudge_solver_get_array */
} nudge_solver_options;

/* Sets a problem up: reads the mesh, places elements, compiles kernels, moves data. Fails before taking
 * memory that the device does not have. The problem must outlive the solver, unchanged. device: see
 * nudge_device_open. */
NUDGE_API int nudge_solver_create(nudge_solver **solver, const nudge_problem *problem, const char *device);
/* The same with options; null for all defaults. begin_run reserves the output folders and writes a report
 * that says "running" before the set-up, which may take long; it returns NUDGE_EBUSY if another run writes
 * to one of the folders. nudge_solver_run or nudge_solver_cancel must follow. */
NUDGE_API int nudge_solver_create_with(nudge_solver **solver, const nudge_problem *problem,
                                       const nudge_solver_options *options);
/* Ends a run that begin_run began and that will not take a step. The report then says "stopped" for
 * NUDGE_ESTOPPED, else nudge_error(). Does nothing to other solvers. */
NUDGE_API void nudge_solver_cancel(nudge_solver *solver, int status);
/* A run that was begun and neither run nor cancelled is reported as stopped. */
NUDGE_API void nudge_solver_destroy(nudge_solver *solver);

typedef struct {
    int64_t elements; /* K */
    int nodes;        /* Np, nodes per element */
    int fields;       /* of the law */
    int order;        /* N */
    int64_t step;     /* done */
    int64_t steps;    /* planned */
    double time;      /* simulated */
    double end;       /* simulated time at the last step */
    double dt;        /* of a full step */
    double energy;    /* at the last check, after step energy_step */
    int64_t energy_step;
    double seconds;         /* in time steps so far */
    double dofs_per_second; /* fields * Np * K per stage; 0 until it is known */
    const char *device;     /* "cpu", "cuda", "opencl" */
    double setup_seconds;   /* of nudge_solver_create */
    int decayed;            /* the run ended early because fields had decayed (time.decay) */
    double error;           /* L2, found at the end of a run of a problem with `exact`; else NaN */
    int error_absolute;     /* the exact solution is zero: `error` is not relative */
    int unfinished;         /* monitors whose computation after the last step was stopped */
    int64_t resumed;        /* the step at which the run was resumed from a checkpoint; 0: it was not */
} nudge_status;
/* Valid until the next call with this solver. Without a solver all is zero and device is "". */
NUDGE_API const nudge_status *nudge_solver_status(nudge_solver *solver);

/* Called after each step. A nonzero return value stops the run: nudge_solver_run closes its outputs and
 * returns NUDGE_ESTOPPED. Monitors then have results for the time until the stop; far fields only if they
 * take less than one second, and a warning names the files that are not written. */
typedef int (*nudge_progress_hook)(void *context, const nudge_status *status);

/* Runs to the end time and writes the outputs of the problem. hook may be null. Outputs of an earlier run
 * under the same names are removed before the first step; the report (run.json) says "running" from the
 * beginning. Returns NUDGE_EVALUE if the solver is already at its end time, and NUDGE_EBUSY, without
 * changing anything, if another run of this or any process writes to one of the folders. */
NUDGE_API int nudge_solver_run(nudge_solver *solver, nudge_progress_hook hook, void *context);

/* A number from the bits of all fields, the same for any number of ranks. */
NUDGE_API int nudge_solver_checksum(nudge_solver *solver, uint64_t *sum);

/* Checkpoints: files from which a run continues as if it had not been interrupted. They lie in the output folder,
 * as "nudge-checkpoint.h5" and, from the time before, "nudge-checkpoint-previous.h5". A checkpoint is copied
 * between two steps and written by another thread while steps go on; the older file is replaced when the new one is complete. If one
 * cannot be written, there is a warning, and the older ones stay. On several ranks each writes a part of its own
 * beside these files; the number of ranks may be another one when a run is resumed.
 *
 * With the same device, variant and precision the results of a resumed run are those of the uninterrupted one, to
 * the last bit; with others they agree within the precision, and there is a warning. */
enum {
    NUDGE_RESUME_NONE, /* start at t = 0 and remove the outputs and checkpoints of an earlier run; checkpoints of one
                        * that had not ended are moved to the folder "nudge-checkpoint-replaced", with a warning */
    NUDGE_RESUME,      /* continue from the newest good checkpoint; returns NUDGE_EIO if there is none */
    NUDGE_RESUME_AUTO, /* the same, but start at t = 0 if the output folder has none */
};
typedef struct {
    size_t size;              /* sizeof(nudge_run_options) */
    nudge_progress_hook hook; /* may be null */
    void *context;            /* of the hook */
    double checkpoint_every;  /* wall-clock seconds between checkpoints; 0: none but those below */
    double walltime;          /* wall-clock seconds until the run must have ended; 0: no limit */
    int resume;               /* NUDGE_RESUME_... */
} nudge_run_options;
/* As nudge_solver_run, with checkpoints, if one of checkpoint_every, walltime and resume is given. One is written when
 * the hook stops the run, and one before the last step, so that a finished run can be resumed with a later
 * time.end. Near the end of the wall time the run writes a checkpoint, counting how long that takes, and returns
 * NUDGE_EWALLTIME.
 *
 * A resumed run needs the problem, law, mesh and version of the library that its checkpoint has, or it returns
 * NUDGE_EVALUE; keys that may differ are time.end, time.steps, precision, output.folder and output.report. If a
 * checkpoint is damaged, the older one is taken, with a warning. Outputs of the earlier run that are later than
 * the checkpoint are removed, and all outputs continue as they were at the checkpoint. */
NUDGE_API int nudge_solver_run_with(nudge_solver *solver, const nudge_run_options *options);
/* The newest file that looks like a checkpoint in the output folder of a problem. *path is null if there is none;
 * release it with nudge_free. */
NUDGE_API int nudge_checkpoint_find(const nudge_problem *problem, char **path);
/* The report (run.json) of an earlier run whose results a run of the problem would replace. *path is null if there
 * is none; release it with nudge_free. */
NUDGE_API int nudge_report_find(const nudge_problem *problem, char **path);
/* Saves the fields, the memory of the PML and the clock of a solver between two steps, without outputs and
 * monitors; and restores them in a solver of the same problem, law and mesh. Returns NUDGE_EIO, NUDGE_EFORMAT for a
 * file that is damaged, and NUDGE_EVALUE for one of another problem. After a failure to restore, fields are
 * undefined. On several ranks each writes a part beside the file, nudge-checkpoint-ID-RANK.h5, which belongs to it; a
 * state is restored on any number of ranks, with the same bits. */
NUDGE_API int nudge_solver_save(nudge_solver *solver, const char *path);
NUDGE_API int nudge_solver_restore(nudge_solver *solver, const char *path);

/* Takes n time steps, or as many as are left, without outputs. Returns NUDGE_EVALUE if n is negative. */
NUDGE_API int nudge_solver_step(nudge_solver *solver, int64_t n);

/* L2 error over all fields together against the exact solution of the problem, at the present time:
 * relative, or absolute if that solution is zero everywhere. Returns NUDGE_EVALUE for a problem without
 * `exact`. */
NUDGE_API int nudge_solver_error(nudge_solver *solver, double *relative);
NUDGE_API int nudge_solver_energy(nudge_solver *solver, double *energy);

/* Name of field i of the law, 0 <= i < fields; null beyond. */
NUDGE_API const char *nudge_solver_field(const nudge_solver *solver, int i);
/* Nodal values in the mesh's element order: values[elements][nodes]. field: a field's name, "x", "y", "z",
 * or "rate_" and a field's name for its present time derivative. */
NUDGE_API int nudge_solver_get(nudge_solver *solver, const char *field, double *values);
/* Sets the nodal values of one field. */
NUDGE_API int nudge_solver_set(nudge_solver *solver, const char *field, const double *values);
/* Time derivatives of all fields at once, for the fields that the solver has: values[fields][elements][nodes].
 * One evaluation of the right-hand side. */
NUDGE_API int nudge_solver_rates(nudge_solver *solver, double *values);
/* Sets all fields[fields][elements][nodes] and computes their time derivatives: a product with A, below. */
NUDGE_API int nudge_solver_rates_of(nudge_solver *solver, const double *fields, double *values);
/* Whether nudge_solver_rates is a linear function of the fields alone, d q / dt = A q. Returns NUDGE_EVALUE, and the
 * message says why, if there are sources, an excited port, or states beside the fields: those of a PML, of materials
 * with poles, of conductors and of loads with L or C. */
NUDGE_API int nudge_solver_check_linear(const nudge_solver *solver);

/* All nodal fields where the device has its memory, for programs that go on computing there:
 * [fields][elements][nodes] numbers without gaps, in the mesh's element order and in the precision of the problem. */
typedef struct {
    void *values;      /* an address of the CUDA device `ordinal`, or of the host */
    int cuda;          /* 1: of a CUDA device, in its primary context; 0: of the host */
    int ordinal;       /* of the CUDA device, from 0 */
    int precision;     /* NUDGE_SINGLE: float; NUDGE_DOUBLE: double */
    int fields, nodes; /* names of fields: nudge_solver_field */
    int64_t elements;
    size_t bytes; /* of all values */
} nudge_exposed;
/* Copies the present fields there, by a kernel of the device, and waits until they are complete. The solver does
 * not read the copy again, so that it may be changed; nudge_solver_set changes the fields themselves. The address
 * stays the same until the solver is destroyed, and each call replaces the values. On the cpu the copy is made by
 * the host. Returns NUDGE_EDEVICE on an OpenCL device, whose memory has no address that other programs can use, and
 * if the device has no room for the copy; NUDGE_EVALUE on several ranks. */
NUDGE_API int nudge_solver_expose(nudge_solver *solver, const nudge_exposed **exposed);

/* Points on a plane through the mesh: columns along the first of the two other axes, rows along the second. */
typedef struct {
    size_t size; /* sizeof(nudge_plane) */
    int axis;    /* 0, 1, 2: the plane is normal to x, y, z */
    double at;   /* its coordinate in that direction */
    int columns,
        rows; /* of points; 0 is replaced: 400 along the longer side, as many as fit along the other */
    double low[2],
        high[2]; /* set by the call: the rectangle around the cross-section, which the points fill */
} nudge_plane;
/* Values of a field at the centres of columns * rows equal rectangles, values[rows][columns], the smallest
 * coordinates first; NaN outside the mesh. field: as for nudge_solver_get, or "region" for the index of the
 * region. With values null only sets the members of plane. Returns NUDGE_EVALUE if the plane misses the mesh. */
NUDGE_API int nudge_solver_slice(nudge_solver *solver, const char *field, nudge_plane *plane, double *values);
/* Writes coordinates, fields and their rates at the present time into an HDF5 file, each as a dataset
 * (elements, nodes) that is called as for nudge_solver_get. */
NUDGE_API int nudge_solver_write_rates(nudge_solver *solver, const char *path);

/* Mean wall-clock seconds of one evaluation of the right-hand side, repeated for about `patience` seconds. A
 * stage of a step takes about as long. Fields stay as they are. */
NUDGE_API int nudge_solver_time_stage(nudge_solver *solver, double patience, double *seconds);

/* The files that nudge_solver_run writes, in the order of this list; null beyond the last. */
enum {
    NUDGE_OUTPUT_FIELDS,
    NUDGE_OUTPUT_ENERGY,
    NUDGE_OUTPUT_PICTURE,
    NUDGE_OUTPUT_SCENE,
    NUDGE_OUTPUT_MONITOR,
    NUDGE_OUTPUT_REPORT
};
typedef struct {
    const char *path;
    int kind;    /* NUDGE_OUTPUT_... */
    int monitor; /* index of the monitor; -1 for other kinds */
    int written; /* 0: a stop came before it was computed, or it is a picture and there is no Cairo */
    const char *chart; /* the picture of a monitor, .png, .svg or .pdf; null: none */
} nudge_output;
/* Valid until the next call with this solver. */
NUDGE_API const nudge_output *nudge_solver_get_output(nudge_solver *solver, int i);

/* -- monitors and their results -------------------------------------------------------------------------- */

enum { NUDGE_PROBE, NUDGE_FOURIER, NUDGE_POWER, NUDGE_FAR, NUDGE_RESONANCES, NUDGE_ORDERS };
typedef struct {
    const char *name;
    int kind;             /* NUDGE_PROBE, ... */
    double at[3], every;  /* of a probe or of resonances: the point; the interval, 0 for every step */
    int plane;            /* 0, 1, 2 for a plane across x, y, z; else -1 */
    double plane_at;      /* where it is */
    const char *boundary; /* fields or power on this boundary; null: none */
    int around;           /* the surface around `regions`, instead of the elements in them */
    int regions;          /* how many names follow; NUDGE_ORDERS: the two on both sides of its plane */
    const char *const *region;
    int frequencies; /* of resonances: two, the ends of the band */
    const double *frequency;
} nudge_monitor;
/* null beyond the last. Valid until the next call with this solver. */
NUDGE_API const nudge_monitor *nudge_solver_get_monitor(nudge_solver *solver, int i);

/* One array of results, with the name and shape that it has in the monitor's file: a column of a CSV file
 * has rank 1, a dataset of an HDF5 file up to rank 4. The last index runs fastest.
 * doc/reference/monitors.md lists them. */
typedef struct {
    const char *name;
    int rank;
    int64_t shape[4];
    const double *values;
} nudge_array;
/* Array i of a monitor; null beyond the last, and without keep_results except for resonances. They are complete after
 * nudge_solver_run, and valid until the next run or step. */
NUDGE_API const nudge_array *nudge_solver_get_array(nudge_solver *solver, int monitor, int i);
/* The same by the names of monitor and array; null if there is none. */
NUDGE_API const nudge_array *nudge_solver_find_array(nudge_solver *solver, const char *monitor,
                                                     const char *name);

/* -- preflight: all that is known before the first step -------------------------------------------------- */

typedef struct nudge_preflight nudge_preflight;

/* Examines a solver: resolution, smallest elements, boundaries, PML, sources, monitors, output files,
 * memory, time. patience: seconds to measure stages for; 0 leaves times NaN. Fields stay as they are. The
 * solver must outlive it. */
NUDGE_API int nudge_preflight_create(nudge_preflight **preflight, nudge_solver *solver, double patience);
NUDGE_API void nudge_preflight_destroy(nudge_preflight *preflight);
/* Returns NUDGE_EVALUE if the mesh cannot resolve the waves of a source at all. */
NUDGE_API int nudge_preflight_check(const nudge_preflight *preflight);
/* The same before nudge_solver_run: also returns NUDGE_EVALUE, and the message, for a warning that begins with
 * "note: ". */
NUDGE_API int nudge_preflight_check_run(const nudge_preflight *preflight);
/* Settings that are likely mistakes, each as a message that says what to do; null beyond the last. Those that begin
 * with "note: " are mistakes only if nudge_solver_run follows. */
NUDGE_API const char *nudge_preflight_warning(const nudge_preflight *preflight, int i);

#define NUDGE_POINTS_FAIR 5 /* points per wavelength that are recommended */

typedef struct {
    const char *law, *mesh;   /* names */
    int64_t elements, curved; /* all, and those that are not straight */
    int curved_order;         /* of their shape; 0: all are straight */
    int regions, boundaries;
    int64_t periodic_pairs;
    double extent[3], scale; /* of the mesh after scaling; the factor mesh.scale */
    double dofs;
    const char *device, *hardware, *variant;
    const char *parameters;          /* where the kernel parameters come from: measured, shipped or guessed */
    int units;                       /* multiprocessors, or threads of the cpu */
    int cpu;                         /* the device computes in the memory of the host */
    double host_bytes, device_bytes; /* memory; device_bytes is 0 for the cpu */
    double dt, stable_dt, cfl;       /* time step, the largest stable one, the factor time.cfl */
    int dt_given;                    /* dt is the problem's own */
    const nudge_element *smallest;   /* the element that sets stable_dt */
    double longer; /* stable step without the elements of nudge_preflight_get_element, over that
                                           * with them; NaN for linear steps, or if there are no others */
    int64_t steps;
    int stages;                        /* per step */
    double end;                        /* simulated time at the last step */
    double stage_seconds, run_seconds; /* measured; expected for all steps */
    double after_seconds;              /* expected for far fields after the last step */
    double low, high;                  /* frequencies of all sources together; NaN if unknown */
    const char *highest_source; /* the source, or sparameters.band, that reaches `high`; null if unknown */
    int unknown_sources;               /* sources whose frequencies are unknown */
    int64_t pml_elements;              /* 0: no PML */
    double pml_thickness, pml_edge;    /* where it is thinnest; mean edge in it */
    double pml_longest, pml_shortest;  /* wavelengths in it at the lowest and highest frequency */
    int ranks;                         /* that share the elements */
    const char *exchange; /* how rank 0 exchanges faces, as "shared memory" or "MPI"; null: with no one */
} nudge_preflight_info;
NUDGE_API const nudge_preflight_info *nudge_preflight_describe(const nudge_preflight *preflight);

/* Points per wavelength = order * wavelength / edge length. */
typedef struct {
    const char *name, *material;
    int64_t elements;
    double speed, slowest; /* of the fastest and the slowest waves */
    double edge_mean, edge_max;
    double wavelength;         /* of the slowest waves at the highest frequency; NaN if unknown */
    double points, points_min; /* per wavelength: with the mean edge; in the coarsest element */
    double coarse;             /* part of the volume with fewer than NUDGE_POINTS_FAIR */
    double frequency;          /* at which the mean edge gives NUDGE_POINTS_FAIR */
    int pml;                   /* a part of the PML */
} nudge_preflight_region;
NUDGE_API const nudge_preflight_region *nudge_preflight_get_region(const nudge_preflight *preflight, int i);

typedef struct {
    const char *name;
    const char *condition; /* or, inside the mesh, "port 'NAME'" or "load 'NAME'"; null: there is none */
    int64_t faces;         /* on the surface of the mesh */
    double area;           /* of these */
    int64_t periodic;      /* faces joined to others */
    int64_t wall;          /* faces on a wall inside the mesh, both sides counted */
    double wall_area;      /* of one side */
    int64_t transparent;   /* triangles inside the mesh without a condition, which waves pass */
} nudge_preflight_boundary;
NUDGE_API const nudge_preflight_boundary *nudge_preflight_get_boundary(const nudge_preflight *preflight,
                                                                       int i);

/* Up to ten elements that allow the shortest time steps, shortest first: the first sets that of the mesh; null beyond the last. */
NUDGE_API const nudge_element *nudge_preflight_get_element(const nudge_preflight *preflight, int i);

/* The key of a source in the problem file, as "dipole" or "plane_wave", and its frequencies: the spectrum
 * of a pulse is 30 dB below its largest value at low and high. Spectra without an end (brune, expressions,
 * tables) have a tenth of it left at `high` and half at `half`, which is equal to `high` for the others.
 * NaN if unknown. */
typedef struct {
    const char *name, *key;
    const char *kind;                     /* "electric", "magnetic" or "" */
    double direction[3], polarization[3]; /* of a plane wave */
    int point;                            /* a point source, at `at`; else in `regions` */
    double at[3];
    int regions; /* of a plane wave: with total fields; 0: scattered fields everywhere */
    const char *const *region;
    const char *waveform; /* "pulse", "ricker", "brune", "sine", "expression", "table" */
    const char *table;    /* its file; else null */
    double low, high, half;
} nudge_source;
NUDGE_API const nudge_source *nudge_preflight_get_source(const nudge_preflight *preflight, int i);

/* -- ports: scattering parameters ------------------------------------------------------------------------ */

typedef struct {
    size_t size;              /* sizeof(nudge_sparameters_options) */
    const char *device;       /* as for nudge_device_open; null: "auto" */
    const char *variant;      /* null: the fastest known */
    nudge_progress_hook hook; /* during each run; may be null */
    /* Before each run, with the number of the port that it excites; may be null. solver: null if that run had ended
     * before, and its results are used. */
    void (*begin)(void *context, int port, nudge_solver *solver);
    void *context;           /* of both */
    double checkpoint_every; /* as in nudge_run_options, for the run of each port */
    double walltime;         /* seconds for all runs together */
    int resume;              /* NUDGE_RESUME_...: ports whose runs have ended are not run again, and the one that was
                              * interrupted continues from its checkpoint */
} nudge_sparameters_options;

typedef struct nudge_sparameters nudge_sparameters;
typedef struct {
    int ports, points;
    const char *const *name; /* [ports] */
    const double *frequency; /* [points] */
    double reciprocity;      /* largest |Sij - Sji| */
    double passivity;        /* largest singular value of S; above 1 the network would give power */
    double power_least;      /* least and greatest sum of |Sij|^2 over i: power that comes out */
    double power_most;       /* for 1 that enters */
    double rest;             /* largest voltage at the end of a run, over the peak */
    const char *stem;        /* path of the files, without endings */
} nudge_sparameters_info;

/* Runs the problem once per port, with that port excited, and computes the scattering matrix. The outputs of each run
 * are written to a folder with the name of the port below the problem's output folder; the files of the matrices,
 * to the output folder. Warns through the log hook of a matrix that is not reciprocal or not passive, of a port whose
 * power comes out nowhere, and of runs that were too short. */
NUDGE_API int nudge_sparameters_create(nudge_sparameters **sparameters, const nudge_problem *problem,
                                       const nudge_sparameters_options *options);
NUDGE_API const nudge_sparameters_info *nudge_sparameters_describe(const nudge_sparameters *sparameters);
/* s: real and imaginary part of Sij at a frequency; all count from 0. */
NUDGE_API int nudge_sparameters_get(const nudge_sparameters *sparameters, int frequency, int i, int j,
                                    double s[2]);
/* The impedance to which S refers, and the propagation constant alpha + j beta, of the mode of port i at a frequency:
 * real and imaginary part each. */
NUDGE_API int nudge_sparameters_get_mode(const nudge_sparameters *sparameters, int frequency, int i,
                                         double impedance[2], double propagation[2]);
NUDGE_API void nudge_sparameters_destroy(nudge_sparameters *sparameters);

/* -- laws, variants, kernels: tuning and timing ---------------------------------------------------------- */

/* Names of the built-in laws, and of the kernel texts; null beyond the last. */
NUDGE_API const char *nudge_law_name(int i);
NUDGE_API const char *nudge_kernel_name(int i);
/* The text of a built-in law or of a .law file. Release it with nudge_free. */
NUDGE_API int nudge_law_text(const char *law, char **text);

/* A variant is one way to compute a stage of a step. Where a name is wanted, an option may follow it after a
 * colon: "paper:4" is the variant paper in four passes. */
typedef struct {
    const char *name, *about;
    const char *passes; /* kernels per stage, separated by blanks, in the order of their launches */
    int tunable;        /* it has parameters for the tuner */
} nudge_variant;
NUDGE_API const nudge_variant *nudge_variant_get(int i); /* null beyond the last */
/* Returns NUDGE_EVALUE, and nudge_error says which names there are, if no variant has this name and option. */
NUDGE_API int nudge_variant_check(const char *name);

/* The case that kernels are made for. A .law file is compiled and run as code. */
typedef struct {
    size_t size; /* sizeof(nudge_case) */
    nudge_device *device;
    const char *law;     /* a built-in law or the path of a .law file; null: "maxwell" */
    int order;           /* 1 to NUDGE_ORDER_MOST */
    int precision;       /* NUDGE_SINGLE or NUDGE_DOUBLE */
    const char *variant; /* null: the one that runs use */
} nudge_case;

/* The text of a kernel as the compiler gets it. kernel: a name of nudge_kernel_name with or without its
 * ending, or a step of the variant: "volume", "surface", "update". Release *text with nudge_free. */
NUDGE_API int nudge_kernel_text(const nudge_case *c, const char *kernel, char **text);

typedef struct {
    size_t size; /* sizeof(nudge_timing); set it before the call */
    const char *variant;
    int64_t elements;
    double stage_seconds; /* median of one Runge-Kutta stage: volume, surface and update */
    double dofs_per_second;
    double flops_per_second; /* by the flop model of doc/explanation, whatever the kernel does */
    double bytes_per_second; /* the least traffic a stage needs: fields, residuals and geometry once each */
    double
        roofline; /* bytes_per_second over the copy bandwidth of the device: share of the memory roofline */
} nudge_timing;
/* Times one stage on a jittered box with random fields. dofs: size of the problem; 0 for the default, 6.4e7
 * on a GPU and 2e6 elsewhere. Uses the parameters that the tuner found, else a guess. */
NUDGE_API int nudge_case_time(const nudge_case *c, double dofs, nudge_timing *timing);

/* Change one parameter at a time; do not measure, only guess; try all combinations. */
enum { NUDGE_MEASURE, NUDGE_ESTIMATE, NUDGE_EXHAUSTIVE };
typedef struct {
    int refused;         /* it does not compile, or computes something else than the plain kernels */
    const char *message; /* why it was refused; "" otherwise */
    const char *pass;    /* the kernel that was timed, or "stage" */
    double seconds;      /* of one launch */
    double best;         /* before it */
} nudge_trial;
typedef struct {
    size_t size;  /* sizeof(nudge_tune_options) */
    int patience; /* NUDGE_MEASURE, NUDGE_ESTIMATE or NUDGE_EXHAUSTIVE */
    double limit; /* seconds, after which the best so far is taken; 0: 40, or 1800 for NUDGE_EXHAUSTIVE */
    double dofs;  /* size of the problem to time; 0: by the device */
    int (*hook)(void *context,
                const nudge_trial *trial); /* after each candidate; nonzero stops. May be null */
    void *context;
    /* The steps to tune for: "linear", "lsrk4" or "lsrk14", which has the same stages as lsrk4. Null: linear if
     * the variant has linear steps. */
    const char *integrator;
} nudge_tune_options;

typedef struct nudge_tuned nudge_tuned;
typedef struct {
    const char *variant;
    int linear;     /* 1: for linear steps; 0: for Runge-Kutta stages */
    double seconds; /* per element and stage, or mean of the two evaluations; NaN if nothing was measured */
    double took;    /* seconds of tuning */
    int tried;      /* candidates that were timed */
    int parameters;
    const char *const *name, *const *value; /* [parameters] */
    int fields, nodes;                      /* DOF per element are their product */
    const char *origin;                     /* where the parameters come from: measured, shipped or guessed */
} nudge_tuned_info;

/* Finds the fastest kernel parameters. The device must stay open until the result is destroyed. Every
 * candidate is compared with the plain kernels before its time counts. A variant without parameters has its
 * guess as the result. */
NUDGE_API int nudge_tune(nudge_tuned **tuned, const nudge_case *c, const nudge_tune_options *options);
NUDGE_API const nudge_tuned_info *nudge_tuned_describe(const nudge_tuned *tuned);
/* Saves the result for later runs, in the file of nudge_wisdom_path. A guess is not saved. */
NUDGE_API int nudge_tuned_save(const nudge_tuned *tuned);
NUDGE_API void nudge_tuned_destroy(nudge_tuned *tuned);
/* The file with tuned parameters: NUDGE_WISDOM of the environment, else wisdom.txt of the cache folder.
 * *path is null if NUDGE_WISDOM is "none". Release it with nudge_free. */
NUDGE_API int nudge_wisdom_path(char **path);

#ifdef __cplusplus
}
#endif
#endif
