// Ranks in the library: a solver that rank 0 steps by hand while the others serve. t745-cli-ranks.sh starts it with
// several ranks and compares what it prints.
#include <inttypes.h>
#include "nudge.h"
#include "test.h"

static const char text[] = "{law: acoustic, order: 2, boundaries: {default: rigid}, mesh: "
                           "{box: {size: [1, 1, 1], divisions: [3, 3, 3]}}, time: {end: 1}, "
                           "initial: {p: exp(-20*((x-0.4)^2+(y-0.5)^2+(z-0.6)^2))}}";

/* Rank 0 uses its solver as a caller without MPI does. */
static void lead(nudge_solver *solver, int print)
{
    uint64_t sum = 0, again = 1;
    double energy = 0, *p = calloc(6 * 27 * 10, sizeof *p), most = 0;
    CHECK(nudge_ranks_serve() == NUDGE_EVALUE);
    CHECK_OK(nudge_solver_step(solver, 3));
    CHECK_OK(nudge_solver_energy(solver, &energy));
    CHECK_OK(nudge_solver_checksum(solver, &sum));
    CHECK_OK(nudge_solver_checksum(solver, &again));
    CHECK(sum == again && energy > 0);
    CHECK_OK(nudge_solver_get(solver, "p", p));
    for (int i = 0; i < 6 * 27 * 10; i++) most = fmax(most, fabs(p[i]));
    CHECK_OK(nudge_solver_get(solver, "rate_p", p));
    CHECK_OK(nudge_solver_set(solver, "p", p));
    CHECK_OK(nudge_solver_step(solver, 1));
    CHECK_OK(nudge_solver_checksum(solver, &again));
    CHECK(sum != again && most > 0);
    if (print) printf("%016" PRIx64 " %.17g %.17g\n", again, energy, most);
    free(p);
}

int main(int argc, char **argv)
{
    nudge_problem *problem = NULL;
    nudge_solver *solver = NULL;
    (void)argv;
    CHECK_OK(nudge_ranks_join());
    if (nudge_ranks() == 1) nudge_ranks_abort(9); /* does nothing with one rank */
    CHECK(nudge_rank() < nudge_ranks() && nudge_ranks_local() == nudge_ranks());
    CHECK_OK(nudge_problem_parse(&problem, text, ""));
    if (nudge_rank()) {
        CHECK(nudge_solver_create(&solver, problem, "cpu") == NUDGE_EVALUE && !solver);
        CHECK_OK(nudge_ranks_serve());
    } else {
        /* One that cannot be created leaves the ranks in step. */
        CHECK_OK(nudge_problem_set(problem, "boundaries.default", "nonsense"));
        CHECK(nudge_solver_create(&solver, problem, "cpu") == NUDGE_EVALUE && !solver);
        CHECK_OK(nudge_problem_set(problem, "boundaries.default", "rigid"));
        CHECK_OK(nudge_solver_create(&solver, problem, "cpu"));
        lead(solver, argc > 1);
        nudge_solver_destroy(solver);
    }
    nudge_problem_destroy(problem);
    nudge_ranks_leave();
    TEST_END;
}
