/* The error of a run to its end, and how errors fall with the mesh size. */
#ifndef ACCURACY_H
#define ACCURACY_H

#include "nudge.h"

struct accuracy {
    double error; /* at the end time, relative */
    double
        in_time; /* what time stepping makes of it at the step of the first run, estimated; above 0.1 it was shortened */
};
/* The error at the end time that the mesh and the order make; no outputs are written. At high order the
 * stable step may be too long to show it: then it is shortened until time stepping makes less than a tenth
 * of the error. A step that the user chose stays. label: of the progress that is shown. */
int accuracy_measure(nudge_problem *problem, const char *device, const char *label, struct accuracy *found);
/* Least-squares slope of log error over log h; NaN when it has none. */
double accuracy_slope(int n, const double *h, const double *error);

#endif
