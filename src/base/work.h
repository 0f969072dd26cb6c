/* Work that takes long, in set-up and after the last step, asks here again and again whether its caller wants it to end, and tells how far
 * it is. Time steps do not: they have the hook of nudge_solver_run. */
#ifndef ND_WORK_H
#define ND_WORK_H

/* what: as in "reading the mesh"; share: of it, 0 to 1, or NaN. Cheap enough for every thousandth of a second: the hook is called a few
 * dozen times per second at the most. Returns 0 or NUDGE_ESTOPPED, "stopped while <what>". The hook belongs to the thread that called the
 * library: other threads of a parallel region get 0. */
int nd_work(const char *what, double share);

/* For what is to be finished in spite of a stop: for so many seconds nd_work returns 0, then NUDGE_ESTOPPED, whatever the hook says. May be
 * infinity. 0: as before. */
void nd_work_hurry(double seconds);

#endif
