// nudge_solver_save and nudge_solver_restore on any number of ranks: t576-library-states-mpi.sh starts this program with several, and
// compares the checksums of fields that it prints. Alone it does all on one rank.
// Arguments: VARIANT save FILE | VARIANT restore FILE | VARIANT faults FOLDER
#include <inttypes.h>
#include <unistd.h>
#include "nudge.h"
#include "test.h"

static const char text[] =
    "{law: maxwell, order: 2, precision: single, mesh: {box: {size: [2, 1, 1], divisions: [2, 1, 2]}, pml: "
    "{layers: 1, thickness: 0.4}}, materials: {air: {epsilon: 1, sigma: 0.1}}, regions: {default: air}, "
    "boundaries: {default: absorbing}, sources: {spark: {dipole: {at: [0.6, 0.4, 0.45], moment: [0, 0, 1]}, "
    "waveform: {ricker: {frequency: 0.3}}}}, time: {end: 8}}";
enum { BEFORE = 9, AFTER = 14 };

static uint64_t finish(nudge_solver *solver)
{
    uint64_t sum = 0;
    CHECK_OK(nudge_solver_step(solver, AFTER));
    CHECK_OK(nudge_solver_checksum(solver, &sum));
    return sum;
}

/* Saves after some steps; what follows is not changed by it. */
static uint64_t save(nudge_solver *solver, const char *file)
{
    CHECK_OK(nudge_solver_step(solver, BEFORE));
    CHECK_OK(nudge_solver_save(solver, file));
    CHECK_OK(nudge_solver_save(solver, file)); /* in its place */
    return finish(solver);
}

/* In a solver that has taken steps of its own. */
static uint64_t restore(nudge_solver *solver, const char *file)
{
    CHECK_OK(nudge_solver_step(solver, 2));
    CHECK_OK(nudge_solver_restore(solver, file));
    CHECK(nudge_solver_status(solver)->step == BEFORE);
    return finish(solver);
}

/* Files of the folder: state.h5 and cut.h5, whose parts are damaged or missing. The ranks stay in step. */
static void faults(nudge_solver *solver, const char *folder)
{
    char path[4500];
    CHECK_OK(nudge_solver_step(solver, 2));
    CHECK_FAILS(nudge_solver_save(solver, "/no/such/folder/state.h5"), NUDGE_EIO, "/no/such/folder");
    CHECK_FAILS(nudge_solver_restore(solver, "/no/such/folder/state.h5"), NUDGE_EIO, "/no/such/folder");
    snprintf(path, sizeof path, "%s/cut.h5", folder);
    const int status = nudge_solver_restore(solver, path);
    CHECK(status == NUDGE_EIO || status == NUDGE_EFORMAT);
    CHECK(nudge_solver_status(solver)->step == 2);
    memset(path, 'x', 4400);
    path[0] = '/', path[4398] = '/', path[4400] = 0;
    CHECK(nudge_solver_save(solver, path) != 0);
    CHECK(nudge_solver_restore(solver, path) != 0);
    snprintf(path, sizeof path, "%s/state.h5", folder);
    printf("%016" PRIx64 "\n", restore(solver, path));
}

static void lead(nudge_solver *solver, char **argv)
{
    if (!strcmp(argv[2], "save")) printf("%016" PRIx64 "\n", save(solver, argv[3]));
    if (!strcmp(argv[2], "restore")) printf("%016" PRIx64 "\n", restore(solver, argv[3]));
    if (!strcmp(argv[2], "faults")) faults(solver, argv[3]);
}

static void alone(nudge_solver *solver)
{
    const char *tmp = getenv("TMPDIR");
    char file[300];
    snprintf(file, sizeof file, "%s/t571-%d.h5", tmp && *tmp ? tmp : "/tmp", (int)getpid());
    const uint64_t sum = save(solver, file);
    CHECK(restore(solver, file) == sum);
    unlink(file);
}

int main(int argc, char **argv)
{
    nudge_problem *problem = NULL;
    nudge_solver *solver = NULL;
    const nudge_solver_options options = {
        .size = sizeof options, .device = "cpu", .variant = argc > 1 ? argv[1] : "simd"};
    CHECK_OK(nudge_ranks_join());
    CHECK_OK(nudge_problem_parse(&problem, text, ""));
    if (nudge_rank())
        CHECK_OK(nudge_ranks_serve());
    else {
        CHECK_OK(nudge_solver_create_with(&solver, problem, &options));
        if (!solver) exit(1);
        if (argc > 3)
            lead(solver, argv);
        else
            alone(solver);
        nudge_solver_destroy(solver);
    }
    nudge_problem_destroy(problem);
    nudge_ranks_leave();
    TEST_END;
}
