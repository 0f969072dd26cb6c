/* Paths on a command line are relative to the current folder, those in a problem file to that file. */
#ifndef PATHS_H
#define PATHS_H

#include "nudge.h"

/* free() the result. */
int path_absolute(const char *path, char **absolute);
/* As nudge_problem_set, for a text as it is and for a path as the command line has it. */
int problem_set_text(nudge_problem *problem, const char *key, const char *value);
int problem_set_path(nudge_problem *problem, const char *key, const char *path);

#endif
