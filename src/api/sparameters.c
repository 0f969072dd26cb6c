/* nudge_sparameters: one run per port, and the matrices from all of them. */
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>
#include "api/api.h"
#include "base/file.h"
#include "base/format.h"
#include "base/log.h"
#include "base/text.h"
#include "plot/canvas.h"
#include "checkpoint/checkpoint.h"
#include "checkpoint/state.h"
#include "output/checkpoint_name.h"
#include "port/network.h"
#include "preflight/preflight.h"
#include "solver/ranks.h"
#include "solver/solver.h"

/* Limits of warnings (doc/howto/ports.md). */
#define REST 1e-2 /* of the peak of the voltage, at the end of a run */
#define LOST 2e-3 /* the least of a port's power that must come out somewhere */

struct nudge_sparameters {
    struct nd_network network;
    nudge_sparameters_info info;
    char *stem;
    const char **name;
    char mesh[33]; /* fingerprint of the runs' mesh; empty before the first */
};

/* A copy, which excites one port and has a folder of its own. All have one mesh: gmsh may make another one of the same
 * geometry next time. */
static int make_problem(const nudge_problem *problem, const char *port, nudge_problem **copy)
{
    int status = 0;
    struct nd_text bytes = {0};
    char *folder = NULL;
    TRY(nd_problem_pack(problem, &bytes));
    TRY(nd_problem_unpack(copy, bytes.s, bytes.n));
    TRY(nudge_problem_set_text(*copy, "sparameters.excite", port));
    folder = nd_path_join(problem->output.folder ? problem->output.folder : "", port);
    if (!folder) FAIL(NUDGE_ENOMEM, "out of memory");
    TRY(nudge_problem_set_text(*copy, "output.folder", folder));
    STRDUP((*copy)->made_in, problem->output.folder ? problem->output.folder : "");
done:
    nd_text_clear(&bytes);
    free(folder);
    return status;
}

/* Files of earlier runs of a port. */
struct left {
    char *ended;      /* path of the series of a run that has ended */
    char *checkpoint; /* null: none */
    int has_ended;
};

static int find_left(const nudge_problem *copy, struct left *left)
{
    int status = 0;
    TRY(nd_ended_path(copy, &left->ended));
    TRY(nd_file_find(left->ended, &left->has_ended));
    TRY(nudge_checkpoint_find(copy, &left->checkpoint));
done:
    return status;
}

static void clear_left(struct left *left)
{
    free(left->ended);
    free(left->checkpoint);
}

/* Without --resume results of an earlier call that had not come to its end are kept aside: --resume may have been
 * forgotten. */
static int put_away(const struct left *left, int keep)
{
    int status = 0;
    char *folder = nd_path_folder(left->ended), *aside = NULL, *to = NULL;
    if (folder) aside = nd_path_join(folder, ND_CHECKPOINT_ASIDE);
    if (aside) to = nd_path_join(aside, ND_PORTS_ENDED);
    if (!to) FAIL(NUDGE_ENOMEM, "out of memory");
    if (keep) TRY(nd_folder_create(aside));
    if (keep ? rename(left->ended, to) : unlink(left->ended))
        FAIL(NUDGE_EIO, "%s: cannot %s the results of an earlier run: %s", left->ended,
             keep ? "move" : "remove", strerror(errno));
    if (keep)
        nd_warn("the runs of other ports had not come to their end; the results of this one are kept as %s, and "
                "it runs again; to continue the earlier call, move them back and give --resume",
                to);
done:
    free(folder);
    free(aside);
    free(to);
    return status;
}

/* count: ports whose runs have ended, and ports with a checkpoint. put: also calls put_away for the first ones; the
 * count is then given. */
static int look_at_ports(const nudge_sparameters *sp, const nudge_problem *problem, int put, int count[2])
{
    int status = 0;
    const int all = count[0] == sp->network.n;
    nudge_problem *copy = NULL;
    struct left left = {0};
    count[0] = count[1] = 0;
    for (int i = 0; i < sp->network.n; i++) {
        TRY(make_problem(problem, sp->network.name[i], &copy));
        TRY(find_left(copy, &left));
        count[0] += left.has_ended;
        count[1] += left.checkpoint != NULL;
        if (put && left.has_ended) TRY(put_away(&left, !all));
        clear_left(&left);
        left = (struct left){0};
        nudge_problem_destroy(copy);
        copy = NULL;
    }
done:
    clear_left(&left);
    nudge_problem_destroy(copy);
    return status;
}

/* --resume without anything to resume is a mistake; without --resume nothing of an earlier run is used. */
static int look_back(const nudge_sparameters *sp, const nudge_problem *problem, int resume)
{
    int status = 0, count[2] = {0, 0}; /* ports whose runs have ended; ports with checkpoints */
    TRY(look_at_ports(sp, problem, 0, count));
    if (resume == NUDGE_RESUME && !count[0] && !count[1])
        FAIL(NUDGE_EIO,
             "there is no checkpoint in the folders of the ports to resume from; start again without "
             "--resume");
    if (!resume && count[0]) TRY(look_at_ports(sp, problem, 1, count));
done:
    return status;
}

static int run_solver(nudge_solver *solver, const struct left *left, const nudge_sparameters_options *o,
                      double deadline)
{
    int status = 0;
    const nudge_run_options run = {
        .size = sizeof run,
        .hook = o->hook,
        .context = o->context,
        .checkpoint_every = o->checkpoint_every,
        .walltime = o->walltime > 0 ? fmax(deadline - nd_seconds_now(), 1e-3) : 0,
        .resume = o->resume && !left->checkpoint ? NUDGE_RESUME_AUTO : o->resume};
    TRY(nudge_solver_run_with(solver, &run));
    if (o->checkpoint_every > 0 || o->walltime > 0 || o->resume) TRY(nd_ended_save(solver));
done:
    return status;
}

/* Warns of what nudge check warns of; the caller has said what pictures lack. */
static int examine(nudge_solver *solver)
{
    int status = 0;
    char advice[512] = "";
    struct nd_preflight pf;
    TRY(nd_preflight_make(&pf, solver, 0));
    nd_canvas_advise(advice);
    for (int i = 0; i < pf.nwarnings; i++)
        if (strcmp(pf.warning[i], advice)) nd_warn("%s", pf.warning[i]);
    status = nd_preflight_check(&pf);
    nd_preflight_clear(&pf);
done:
    return status;
}

/* The columns of one matrix are of one mesh. */
static int check_mesh(nudge_sparameters *sp, const nudge_solver *solver, int i)
{
    int status = 0;
    char digits[33];
    nd_identity_mesh(&solver->mesh, digits);
    if (*sp->mesh && strcmp(sp->mesh, digits))
        FAIL(NUDGE_EVALUE,
             "port '%s': its run has another mesh than those before it (%d elements now): the mesh file was "
             "changed "
             "meanwhile; start again",
             sp->network.name[i], (int)solver->mesh.K);
    memcpy(sp->mesh, digits, sizeof digits);
done:
    return status;
}

/* A run that has ended before keeps its report. */
static int run_port(nudge_sparameters *sp, const nudge_problem *problem, int i,
                    const nudge_sparameters_options *o, double deadline)
{
    int status = 0, found = 0;
    nudge_problem *copy = NULL;
    nudge_solver *solver = NULL;
    struct left left = {0};
    TRY(make_problem(problem, sp->network.name[i], &copy));
    if (o->resume) TRY(find_left(copy, &left));
    const nudge_solver_options how = {
        .size = sizeof how, .device = o->device, .variant = o->variant, .begin_run = !left.has_ended};
    TRY(nudge_solver_create_with(&solver, copy, &how));
    TRY(check_mesh(sp, solver, i));
    if (left.has_ended) TRY(nd_ended_restore(solver, &found));
    if (!i) TRY(examine(solver));
    if (o->begin) o->begin(o->context, i, found ? NULL : solver);
    if (!found) TRY(run_solver(solver, &left, o, deadline));
    TRY(nd_network_add(&sp->network, &solver->ports, i));
done:
    clear_left(&left);
    if (status) nudge_solver_cancel(solver, status);
    nudge_solver_destroy(solver);
    nudge_problem_destroy(copy);
    return status;
}

static int describe(nudge_sparameters *sp)
{
    int status = 0;
    const struct nd_network *w = &sp->network;
    ALLOC(sp->name, w->n);
    for (int i = 0; i < w->n; i++) sp->name[i] = w->name[i];
    sp->info = (nudge_sparameters_info){.ports = w->n,
                                        .name = sp->name,
                                        .points = w->points,
                                        .frequency = w->frequency,
                                        .reciprocity = w->reciprocity,
                                        .passivity = w->passivity,
                                        .power_least = w->least,
                                        .power_most = w->most,
                                        .rest = w->rest,
                                        .stem = sp->stem};
done:
    return status;
}

/* The most of the power that enters at a port and comes out somewhere, over frequency. */
static double most_power(const struct nd_network *w, int port)
{
    double most = 0;
    for (int k = 0; k < w->points; k++) {
        double sum = 0;
        for (int i = 0; i < w->n; i++) sum += pow(cabs(w->S[nd_network_index(w, k, i, port)]), 2);
        most = fmax(most, sum);
    }
    return most;
}

/* Says which of the numbers are not those of a good matrix. */
static void warn_of_matrix(const struct nd_network *w)
{
    static const char remedy[] =
        "let the runs be longer, refine the mesh, move the ports away from obstacles, or turn "
        "a direction that does not point into the device";
    if (w->rest > REST)
        nd_warn("at the end of a run %.2g of the largest voltage is left: a longer time.end makes the "
                "results more "
                "accurate",
                w->rest);
    if (!(w->reciprocity <= ND_NETWORK_RECIPROCITY))
        nd_warn("reciprocity: Sij and Sji differ by %.2g: %s", w->reciprocity, remedy);
    if (!(w->passivity <= ND_NETWORK_PASSIVITY))
        nd_warn("passivity: more power comes out than enters (singular value %.4g): %s", w->passivity,
                remedy);
    for (int i = 0; i < w->n; i++)
        if (most_power(w, i) < LOST)
            nd_warn("power: no power of port '%s' comes out at any port: turn its direction, unless what it "
                    "feeds takes "
                    "all of it",
                    w->name[i]);
}

int nudge_sparameters_create(nudge_sparameters **out, const nudge_problem *problem,
                             const nudge_sparameters_options *options)
{
    GIVEN(out, "out");
    *out = NULL;
    GIVEN(problem, "problem");
    int status = 0;
    const double start = nd_seconds_now();
    nudge_sparameters_options o = {0};
    nudge_sparameters *sp = NULL;
    char *folder = NULL, advice[512];
    if (options) TRY(nd_options_copy(&o, sizeof o, options, "nudge_sparameters_options"));
    if (!problem->ports.n)
        FAIL(NUDGE_EVALUE, "%s: there are no ports; add ports and sparameters (doc/howto/ports.md)",
             problem->path);
    TRY(nd_problem_check_paths(problem));
    nd_canvas_advise(advice);
    if (*advice) nd_warn("%s", advice);
    ALLOC(sp, 1);
    TRY(nd_network_init(&sp->network, problem));
    folder = nd_path_join(problem->folder, problem->output.folder ? problem->output.folder : "");
    sp->stem = folder ? nd_path_join(folder, problem->sparameters.file) : NULL;
    if (!sp->stem) FAIL(NUDGE_ENOMEM, "out of memory");
    TRY(look_back(sp, problem, o.resume));
    for (int i = 0; i < sp->network.n; i++) TRY(run_port(sp, problem, i, &o, start + o.walltime));
    TRY(nd_network_solve(&sp->network));
    warn_of_matrix(&sp->network);
    TRY(nd_network_write(&sp->network, sp->stem, problem));
    TRY(describe(sp));
    *out = sp;
    sp = NULL;
done:
    free(folder);
    nudge_sparameters_destroy(sp);
    return status;
}

void nudge_sparameters_destroy(nudge_sparameters *sp)
{
    if (!sp) return;
    nd_network_clear(&sp->network);
    free(sp->stem);
    free(sp->name);
    free(sp);
}

const nudge_sparameters_info *nudge_sparameters_describe(const nudge_sparameters *sp)
{
    return sp ? &sp->info : NULL;
}

int nudge_sparameters_get(const nudge_sparameters *sp, int frequency, int i, int j, double s[2])
{
    GIVEN(sp, "sparameters");
    GIVEN(s, "s");
    int status = 0;
    const struct nd_network *w = &sp->network;
    if (frequency < 0 || frequency >= w->points || i < 0 || i >= w->n || j < 0 || j >= w->n)
        FAIL(NUDGE_EVALUE, "nudge_sparameters_get: there are %d frequencies and %d ports, counted from 0",
             w->points, w->n);
    const double complex x = w->S[nd_network_index(w, frequency, i, j)];
    s[0] = creal(x), s[1] = cimag(x);
done:
    return status;
}

int nudge_sparameters_get_mode(const nudge_sparameters *sp, int frequency, int i, double impedance[2],
                               double propagation[2])
{
    GIVEN(sp, "sparameters");
    GIVEN(impedance, "impedance");
    GIVEN(propagation, "propagation");
    int status = 0;
    const struct nd_network *w = &sp->network;
    if (frequency < 0 || frequency >= w->points || i < 0 || i >= w->n)
        FAIL(NUDGE_EVALUE,
             "nudge_sparameters_get_mode: there are %d frequencies and %d ports, counted from 0", w->points,
             w->n);
    const double complex Z = w->Z0[frequency * w->n + i], gamma = w->gamma[frequency * w->n + i];
    impedance[0] = creal(Z), impedance[1] = cimag(Z);
    propagation[0] = creal(gamma), propagation[1] = cimag(gamma);
done:
    return status;
}
