/* Paths on a command line are relative to the current folder, those in a problem file to that file. */
#ifndef PATHS_H
#define PATHS_H

#include "nudge.h"

/* free() the result. */
int path_absolute(const char *path, char **absolute);
/* Sets a key to a path of the command line. */
int problem_set_path(nudge_problem *problem, const char *key, const char *path);

#endif
