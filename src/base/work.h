/* Progress and cancellation of long work in set-up and after the last step. The work calls nd_work again
 * and again; the hook of nudge_work_set sees the progress and may stop it. Time steps use the hook of
 * nudge_solver_run instead. */
#ifndef ND_WORK_H
#define ND_WORK_H

/* what: for example "reading the mesh"; share: the part that is done, 0 to 1, or NaN. Cheap enough to
 * call every millisecond: the hook itself is called a few dozen times per second at most. Returns 0 or
 * NUDGE_ESTOPPED, "stopped while <what>". The hook belongs to the thread that called the library: other
 * threads of a parallel region get 0. */
int nd_work(const char *what, double share);

/* Lets work finish in spite of a stop: nd_work returns 0 for that many seconds (may be INFINITY), then
 * NUDGE_ESTOPPED, whatever the hook returns. 0: back to normal. */
void nd_work_hurry(double seconds);

#endif
